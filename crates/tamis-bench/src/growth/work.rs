//! The kinds of work whose growth is measured.

use std::hint::black_box;

use anyhow::Result;
use tamis::dom::{Limits, Parser};
use tamis::engine::readability::Readability;
use tamis::engine::{Context, Engine};
use tamis::{Measurer, Page, Url};

use super::{Allowance, Run};
use crate::cpu_clock::CpuClock;

/// Does the work on a page.
pub type Runner = Box<dyn FnMut(&str) -> Run>;

/// The work that is timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Parsing alone.
    Parse,
    /// Readability's choice of paragraphs, on a measured page.
    Verdict,
    /// Readability's article as text and as safe HTML, on a measured page.
    Article,
}

impl Work {
    /// The time that a page may take.
    pub fn allowance(self) -> Allowance {
        match self {
            Self::Parse => Allowance { per_node: 1e-6, per_byte: 20e-9 },
            Self::Verdict | Self::Article => Allowance { per_node: 4e-6, per_byte: 200e-9 },
        }
    }

    /// Returns a function that does the work. It keeps its buffers from page to page.
    ///
    /// # Errors
    ///
    /// If the address of the pages is invalid.
    pub fn runner(self) -> Result<Runner> {
        let mut parser = Parser::new(Limits::default());
        if self == Self::Parse {
            return Ok(Box::new(move |html| parse(&mut parser, html)));
        }
        let url = Url::parse("https://example.org/a/b.html")?;
        let mut measurer = Measurer::default();
        let engine = Readability::default();
        let output = if self == Self::Verdict { kept_paragraphs } else { article_bytes };
        Ok(Box::new(move |html| {
            let page = measurer.measure(parser.parse(html)).with_url(url.clone());
            let mut clock = CpuClock::start();
            let amount = output(&engine, &page);
            let seconds = clock.lap().as_secs_f64();
            let note = format!("output {amount}, warnings {:?}", page.document().warnings());
            let run = Run { seconds, nodes: page.document().len(), note };
            parser.recycle(measurer.recycle(page));
            run
        }))
    }
}

fn parse(parser: &mut Parser, html: &str) -> Run {
    let mut clock = CpuClock::start();
    let document = parser.parse(html);
    let seconds = clock.lap().as_secs_f64();
    let note = format!("warnings {:?}", document.warnings());
    let run = Run { seconds, nodes: document.len(), note };
    parser.recycle(document);
    run
}

fn kept_paragraphs(engine: &Readability, page: &Page) -> usize {
    let verdict = black_box(engine.judge(page, &Context::default()));
    verdict.kept.iter().filter(|kept| **kept).count()
}

fn article_bytes(engine: &Readability, page: &Page) -> usize {
    let Ok(Some(article)) = engine.article(page) else { return 0 };
    black_box(article.text_content());
    black_box(article.content()).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_work_reads_the_page() {
        let text = "A sentence, with commas, that is long enough to count as content. ".repeat(9);
        let html = format!("<body><article><p>{text}</p><p>{text}</p></article>");
        for work in [Work::Parse, Work::Verdict, Work::Article] {
            let run = work.runner().unwrap()(&html);
            assert!(run.nodes > 6, "{work:?}: {run:?}");
            assert!(!run.note.contains("output 0"), "{work:?}: {run:?}");
        }
    }
}
