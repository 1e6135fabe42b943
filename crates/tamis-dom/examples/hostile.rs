//! What hostile pages cost: CPU time of parsing each page of the test kit's generators at doubling sizes.
//!
//! `cargo run --release -p tamis-dom --example hostile [NAME…] [--max-mb=8] [--all]`
//!
//! One line per generator, that of the largest page; with `--all` one per size. *grown* is the time beside that of
//! the page half as large, *allowed* the time as a part of 1 µs per node and 20 ns per byte. A line that is over
//! either ends in `OVER`, and the program with status 1.

use std::io::{self, Write};
use std::process::ExitCode;

use rustix::time::{ClockId, clock_gettime};
use tamis_dom::{Document, Limits, Parser};
use tamis_testkit::hostile::hostile;

/// Time of a page beside that of one half as large, at most.
const GROWTH: f64 = 2.3;
const SECONDS_PER_NODE: f64 = 1e-6;
const SECONDS_PER_BYTE: f64 = 20e-9;
/// Growth is not judged below this: the clock and the caches are too coarse.
const SECONDS_JUDGED: f64 = 0.01;
/// A size that takes longer is the last of its generator.
const SECONDS_LAST: f64 = 4.0;

struct Options {
    names: Vec<String>,
    max_bytes: usize,
    all: bool,
}

struct Line {
    n: usize,
    bytes: usize,
    nodes: usize,
    seconds: f64,
    grown: Option<f64>,
    warnings: String,
}

fn main() -> anyhow::Result<ExitCode> {
    let options = options()?;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:26} {:>9} {:>10} {:>9} {:>9} {:>8} {:>8} {:>6} {:>8}  warnings",
        "page", "n", "bytes", "nodes", "ms", "ns/byte", "µs/node", "grown", "allowed"
    )?;
    let mut over = 0;
    for (name, page) in hostile() {
        if !options.names.is_empty() && !options.names.iter().any(|wanted| wanted == name) {
            continue;
        }
        let lines = measure(page, options.max_bytes);
        let shown = if options.all { 0 } else { lines.len().saturating_sub(1) };
        for line in &lines[shown..] {
            line.print(name, &mut out)?;
            over += usize::from(line.is_over());
        }
    }
    writeln!(out, "{over} over")?;
    Ok(if over == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn options() -> anyhow::Result<Options> {
    let mut options = Options { names: Vec::new(), max_bytes: 8 << 20, all: false };
    for argument in std::env::args().skip(1) {
        if let Some(megabytes) = argument.strip_prefix("--max-mb=") {
            options.max_bytes = megabytes.parse::<usize>()? << 20;
        } else if argument == "--all" {
            options.all = true;
        } else {
            options.names.push(argument);
        }
    }
    Ok(options)
}

/// The sizes from 1024 on, each twice the last, while the page is not too long and does not take too long.
fn measure(page: fn(usize) -> String, max_bytes: usize) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut n = 1024;
    loop {
        let html = page(n);
        if html.len() > max_bytes && !lines.is_empty() {
            return lines;
        }
        let (seconds, document) = time(&html);
        let line = Line {
            n,
            bytes: html.len(),
            nodes: document.len(),
            seconds,
            grown: lines.last().map(|last| seconds / last.seconds),
            warnings: format!("{:?}", document.warnings()),
        };
        lines.push(line);
        if seconds > SECONDS_LAST {
            return lines;
        }
        n *= 2;
    }
}

/// The least of a few runs: other programs can only make a run longer.
fn time(html: &str) -> (f64, Document) {
    let mut parser = Parser::new(Limits::default());
    let mut document = parser.parse("");
    let mut best = f64::INFINITY;
    let mut spent = 0.0;
    for _ in 0..5 {
        parser.recycle(document);
        let start = cpu_seconds();
        document = parser.parse(html);
        let seconds = cpu_seconds() - start;
        best = best.min(seconds);
        spent += seconds;
        if spent > 1.0 {
            break;
        }
    }
    (best, document)
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

impl Line {
    fn allowed(&self) -> f64 {
        self.seconds / (self.nodes as f64 * SECONDS_PER_NODE + self.bytes as f64 * SECONDS_PER_BYTE)
    }

    fn is_over(&self) -> bool {
        let grown = self.grown.is_some_and(|grown| grown > GROWTH);
        self.seconds > SECONDS_JUDGED && grown || self.allowed() > 1.0
    }

    fn print(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "{name:26} {:9} {:10} {:9} {:9.2} {:8.1} {:8.3} {:>6} {:8.2}  {}{}",
            self.n,
            self.bytes,
            self.nodes,
            self.seconds * 1e3,
            self.seconds * 1e9 / self.bytes as f64,
            self.seconds * 1e6 / self.nodes as f64,
            self.grown.map_or(String::new(), |grown| format!("{grown:.2}")),
            self.allowed(),
            self.warnings,
            if self.is_over() { "  OVER" } else { "" },
        )
    }
}
