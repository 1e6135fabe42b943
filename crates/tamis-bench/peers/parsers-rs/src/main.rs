//! Times HTML parsers over a folder of pages in UTF-8: CPU time on one thread, the median of some
//! rounds in which all take turns.
//!
//! `parsers-peer FOLDER [ROUNDS]`. Reading the files is not timed. Each line says what the parser
//! makes of the pages, because that differs: a tree, or only tokens.

#[path = "../../../../tamis-html/examples/speed/arena.rs"]
mod arena;
#[path = "../../../../tamis-html/examples/speed/html5ever_arena.rs"]
mod html5ever_arena;
mod lexbor;

use std::cell::Cell;
use std::env;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use html5gum::{Token, Tokenizer};
use lol_html::{HtmlRewriter, Settings, element};
use rustix::time::{ClockId, clock_gettime};

use arena::{Arena, Totals};
use lexbor::Lexbor;

/// A parser: its name, and what it makes of a page.
struct Parser {
    name: &'static str,
    makes: &'static str,
    /// Reads a page. Returns the number of its elements if that is wanted, which takes more time.
    parse: Box<dyn FnMut(&[u8], Wanted) -> usize>,
    /// The time of each round.
    times: Vec<Duration>,
}

/// The result that is wanted of a parser.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Tree,
    Elements,
}

impl Parser {
    fn new(
        name: &'static str,
        makes: &'static str,
        parse: impl FnMut(&[u8], Wanted) -> usize + 'static,
    ) -> Self {
        Self { name, makes, parse: Box::new(parse), times: Vec::new() }
    }

    fn read(&mut self, pages: &[Vec<u8>], wanted: Wanted) -> usize {
        pages.iter().map(|page| black_box((self.parse)(page, wanted))).sum()
    }

    fn median(&self) -> Duration {
        let mut times = self.times.clone();
        times.sort_unstable();
        times[times.len() / 2]
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let folder = args.next().ok_or("parsers-peer FOLDER [ROUNDS]")?;
    let rounds: usize = args.next().map_or(Ok(5), |text| text.parse())?;
    let pages = read_pages(Path::new(&folder))?;
    let bytes: usize = pages.iter().map(Vec::len).sum();
    let mut parsers = parsers();
    for _ in 0..rounds {
        for parser in &mut parsers {
            let start = cpu_time();
            parser.read(&pages, Wanted::Tree);
            parser.times.push(cpu_time().saturating_sub(start));
        }
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{} pages, {bytes} bytes, {rounds} rounds", pages.len())?;
    let ours = parsers[0].median().as_secs_f64();
    for parser in &mut parsers {
        let elements = parser.read(&pages, Wanted::Elements);
        let seconds = parser.median().as_secs_f64();
        writeln!(
            out,
            "{:<16}{:>7.0} MB/s {:>7.2} times tamis-html's time {elements:>9} elements  {}",
            parser.name,
            bytes as f64 / seconds / 1e6,
            seconds / ours,
            parser.makes,
        )?;
    }
    Ok(())
}

fn parsers() -> Vec<Parser> {
    let (mut html, mut arena) = (tamis_html::Parser::default(), Arena::default());
    let tamis_html = move |page: &[u8], wanted| {
        arena.clear();
        black_box(html.parse_bytes(page, &mut arena).is_ok());
        match wanted {
            Wanted::Tree => arena.len(),
            Wanted::Elements => elements(|totals| arena.add_to(totals)),
        }
    };
    let mut dom = tamis_dom::Parser::default();
    let tamis_dom = move |page: &[u8], wanted| {
        let document = dom.parse_bytes(page, Some("utf-8"));
        let elements = match wanted {
            Wanted::Tree => document.len(),
            Wanted::Elements => document.elements(tamis_dom::NodeId::DOCUMENT).count(),
        };
        dom.recycle(document);
        elements
    };
    let mut lexbor = Lexbor::new();
    let lexbor = move |page: &[u8], wanted| {
        lexbor.parse(page);
        if wanted == Wanted::Elements { lexbor.elements() } else { 0 }
    };
    let html5ever = |page: &[u8], wanted| {
        let tree = html5ever_arena::parse(str::from_utf8(page).unwrap_or_default());
        match wanted {
            Wanted::Tree => tree.len(),
            Wanted::Elements => elements(|totals| tree.add_to(totals)),
        }
    };
    vec![
        Parser::new(
            "tamis-html",
            "a tree with links, names, attributes, texts, places",
            tamis_html,
        ),
        Parser::new(
            "tamis-dom",
            "the document of Tamis; contents of templates not counted",
            tamis_dom,
        ),
        Parser::new("lexbor 3.1", "a tree; C, -O3; contents of templates not counted", lexbor),
        Parser::new("html5ever 0.40", "a tree with links, names, attributes, texts", html5ever),
        Parser::new("html5gum 0.9", "tokens", |page, _| start_tags(page)),
        Parser::new("lol_html 3.0", "calls for each element", |page, _| rewritten(page)),
    ]
}

/// The number of elements in a tree.
fn elements(add_to: impl Fn(&mut Totals)) -> usize {
    let mut totals = Totals::default();
    add_to(&mut totals);
    totals.html_elements + totals.foreign_elements
}

fn start_tags(page: &[u8]) -> usize {
    let tags = Tokenizer::new(page).filter(|token| matches!(token, Ok(Token::StartTag(_))));
    tags.count()
}

fn rewritten(page: &[u8]) -> usize {
    let elements = Cell::new(0);
    let settings = Settings::new().append_element_content_handler(element!("*", |_| {
        elements.set(elements.get() + 1);
        Ok(())
    }));
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| ());
    let is_whole = rewriter.write(page).is_ok() && rewriter.end().is_ok();
    if is_whole { elements.get() } else { 0 }
}

/// Reads the pages, with characters in the place of what is not UTF-8.
fn read_pages(folder: &Path) -> io::Result<Vec<Vec<u8>>> {
    let mut paths: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "html"));
    paths.sort();
    let read = |path| Ok(String::from_utf8_lossy(&fs::read(path)?).into_owned().into_bytes());
    paths.iter().map(read).collect()
}

/// The processor time of this process.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}
