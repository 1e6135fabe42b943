//! What work on hostile pages costs at doubling sizes, as a table: for examples, since no test asserts a time.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use rustix::time::{ClockId, clock_gettime};

use crate::hostile::Generator;

/// Time of a page beside that of one half as large, at most in two steps in a row: one step may leave a cache.
const GROWTH: f64 = 2.3;
/// Growth is not judged below this: the clock and the caches are too coarse.
const SECONDS_JUDGED: f64 = 0.01;
/// A size that takes longer is the last of its generator.
const SECONDS_LAST: f64 = 4.0;

/// What work may cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Allowance {
    /// In seconds.
    pub per_node: f64,
    /// In seconds, per byte of the page.
    pub per_byte: f64,
}

/// One run of the work on a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Processor time of the thread.
    pub seconds: f64,
    /// How many nodes the page has.
    pub nodes: usize,
    /// What else is to be said of it.
    pub note: String,
}

/// The arguments of the programs: names of generators, `--max-mb=8`, `--all`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Which generators; all where none is named.
    pub names: Vec<String>,
    /// The longest page, in bytes.
    pub max_bytes: usize,
    /// Whether every size is shown.
    pub all: bool,
}

struct Line {
    n: usize,
    bytes: usize,
    run: Run,
    grown: Option<f64>,
    /// That of the page half as large.
    grown_before: Option<f64>,
}

impl Options {
    /// The options in these arguments.
    ///
    /// # Errors
    ///
    /// When the number of megabytes is none.
    pub fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Self> {
        let mut options = Self { names: Vec::new(), max_bytes: 8 << 20, all: false };
        for argument in arguments {
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
}

/// Runs `work` on the pages of the generators at the sizes from 1024 on, each twice the last, while a page is not too
/// long and does not take too long. Writes one line per generator, that of the largest page, or one per size.
///
/// *grown* is the time beside that of the page half as large, *allowed* the time as a part of the allowance. A line that
/// grows too fast twice in a row, or is over the allowance, ends in `OVER`; the exit code tells whether there is one.
///
/// # Errors
///
/// When the output cannot be written.
pub fn report(
    generators: impl Iterator<Item = Generator>,
    options: &Options,
    allowance: Allowance,
    out: &mut impl Write,
    mut work: impl FnMut(&str) -> Run,
) -> Result<ExitCode> {
    writeln!(
        out,
        "{:26} {:>9} {:>10} {:>9} {:>9} {:>8} {:>8} {:>6} {:>8}  notes",
        "page", "n", "bytes", "nodes", "ms", "ns/byte", "µs/node", "grown", "allowed"
    )?;
    let mut over = 0;
    for (name, page) in generators {
        if !options.names.is_empty() && !options.names.iter().any(|wanted| wanted == name) {
            continue;
        }
        let lines = measure(page, options.max_bytes, &mut work);
        let shown = if options.all { 0 } else { lines.len().saturating_sub(1) };
        for line in &lines[shown..] {
            line.print(name, allowance, out)?;
            over += usize::from(line.is_over(allowance));
        }
    }
    writeln!(out, "{over} over")?;
    Ok(if over == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn measure(
    page: fn(usize) -> String,
    max_bytes: usize,
    work: &mut impl FnMut(&str) -> Run,
) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut n = 1024;
    loop {
        let html = page(n);
        if html.len() > max_bytes && !lines.is_empty() {
            return lines;
        }
        let run = best(&html, work);
        let seconds = run.seconds;
        let grown = lines.last().map(|last| seconds / last.run.seconds);
        let grown_before = lines.last().and_then(|last| last.grown);
        lines.push(Line { n, bytes: html.len(), run, grown, grown_before });
        if seconds > SECONDS_LAST {
            return lines;
        }
        n *= 2;
    }
}

/// The shortest of a few runs: other programs can only make a run longer.
fn best(html: &str, work: &mut impl FnMut(&str) -> Run) -> Run {
    let mut best = work(html);
    let mut spent = best.seconds;
    for _ in 1..5 {
        if spent > 1.0 {
            break;
        }
        let run = work(html);
        spent += run.seconds;
        if run.seconds < best.seconds {
            best = run;
        }
    }
    best
}

/// The processor time of this thread so far, in seconds.
pub fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

impl Line {
    fn allowed(&self, allowance: Allowance) -> f64 {
        let nodes = self.run.nodes as f64 * allowance.per_node;
        self.run.seconds / (nodes + self.bytes as f64 * allowance.per_byte)
    }

    fn is_over(&self, allowance: Allowance) -> bool {
        let steps = [self.grown, self.grown_before];
        let grown = steps.iter().all(|step| step.is_some_and(|grown| grown > GROWTH));
        self.run.seconds > SECONDS_JUDGED && grown || self.allowed(allowance) > 1.0
    }

    fn print(&self, name: &str, allowance: Allowance, out: &mut impl Write) -> io::Result<()> {
        let Run { seconds, nodes, note } = &self.run;
        writeln!(
            out,
            "{name:26} {:9} {:10} {nodes:9} {:9.2} {:8.1} {:8.3} {:>6} {:8.2}  {note}{}",
            self.n,
            self.bytes,
            seconds * 1e3,
            seconds * 1e9 / self.bytes as f64,
            seconds * 1e6 / *nodes as f64,
            self.grown.map_or(String::new(), |grown| format!("{grown:.2}")),
            self.allowed(allowance),
            if self.is_over(allowance) { "  OVER" } else { "" },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLOWANCE: Allowance = Allowance { per_node: 0.0, per_byte: 1e-3 };

    fn over(seconds: fn(usize) -> f64) -> bool {
        let options = Options::parse(["--max-mb=1".to_owned()]).unwrap();
        let generators = [("bytes", (|n| "x".repeat(n)) as fn(usize) -> String)];
        let work = |html: &str| Run { seconds: seconds(html.len()), nodes: 1, note: String::new() };
        let mut table = Vec::new();
        let code = report(generators.into_iter(), &options, ALLOWANCE, &mut table, work).unwrap();
        let table = String::from_utf8(table).unwrap();
        assert_eq!(table.contains("OVER"), code == ExitCode::FAILURE, "{table}");
        code == ExitCode::FAILURE
    }

    #[test]
    fn what_grows_too_fast_or_costs_too_much_is_over() {
        assert!(!over(|bytes| bytes as f64 * 1e-6));
        assert!(over(|bytes| (bytes as f64).powi(2) * 1e-12), "quadratic");
        assert!(over(|bytes| bytes as f64 * 2e-3), "linear and slow");
    }

    #[test]
    fn arguments() {
        let arguments = ["candidates", "--max-mb=2", "--all"].map(str::to_owned);
        let options = Options::parse(arguments).unwrap();
        assert_eq!((options.names.len(), options.max_bytes, options.all), (1, 2 << 20, true));
        assert!(Options::parse(["--max-mb=x".to_owned()]).is_err());
    }
}
