//! What hostile pages cost Readability: CPU time of article, text and safe HTML of each page of the test kit's
//! generators at doubling sizes. Parsing and measuring are not counted.
//!
//! `cargo run --release -p tamis --example hostile_readability [NAME…] [--max-mb=8] [--all] [--verdict]`
//!
//! With `--verdict` only the article is found. The columns are explained at `tamis_testkit::growth::report`.

use std::hint::black_box;
use std::process::ExitCode;

use tamis::dom::{Limits, Parser};
use tamis::engine::readability::Readability;
use tamis::engine::{Context, Engine};
use tamis::{Measurer, Page, Url};
use tamis_testkit::growth::{Allowance, Options, Run, cpu_seconds, report};
use tamis_testkit::hostile::hostile;

const ALLOWANCE: Allowance = Allowance { per_node: 4e-6, per_byte: 200e-9 };

fn main() -> anyhow::Result<ExitCode> {
    let (verdict, rest): (Vec<_>, Vec<_>) =
        std::env::args().skip(1).partition(|argument| argument == "--verdict");
    let options = Options::parse(rest)?;
    let work = if verdict.is_empty() { article } else { judge };
    let url = Url::parse("https://example.org/a/b.html")?;
    let mut parser = Parser::new(Limits::default());
    let mut measurer = Measurer::default();
    let engine = Readability::default();
    let mut out = std::io::stdout().lock();
    report(hostile(), &options, ALLOWANCE, &mut out, |html| {
        let page = measurer.measure(parser.parse(html)).with_url(url.clone());
        let start = cpu_seconds();
        let characters = work(&engine, &page);
        let seconds = cpu_seconds() - start;
        let note = format!("{characters} bytes out {:?}", page.document().warnings());
        let run = Run { seconds, nodes: page.document().len(), note };
        parser.recycle(measurer.recycle(page));
        run
    })
}

fn judge(engine: &Readability, page: &Page) -> usize {
    let verdict = black_box(engine.judge(page, &Context::default()));
    verdict.kept.iter().filter(|kept| **kept).count()
}

fn article(engine: &Readability, page: &Page) -> usize {
    let Ok(Some(article)) = engine.article(page) else { return 0 };
    black_box(article.text_content());
    black_box(article.content()).len()
}
