//! The time that work takes on hostile pages of doubling sizes, as a table.
//!
//! A report for people. Tests count steps instead, because a time depends on the machine.

mod work;

use std::io::{self, Write};

use anyhow::Result;
use tamis_testkit::hostile::Generator;

pub use self::work::{Runner, Work};

/// The most that the time may grow when the size doubles. A page is over only if it grows faster
/// twice in a row: a single step may be the one at which the data leaves a cache.
const GROWTH: f64 = 2.3;
/// Growth below this time is not judged: the clock and the caches are too coarse.
const SECONDS_JUDGED: f64 = 0.01;
/// A size that takes longer than this is the last one of its generator.
const SECONDS_LAST: f64 = 4.0;
/// The number of runs of which the fastest counts.
const RUNS: usize = 5;
/// No further run starts after this time in total.
const SECONDS_REPEATED: f64 = 1.0;
/// The first size. Each next one is twice as large.
const FIRST_SIZE: usize = 1024;

/// The time that work may take: the sum of both parts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Allowance {
    /// Seconds per node of the page.
    pub per_node: f64,
    /// Seconds per byte of the page.
    pub per_byte: f64,
}

/// One run of the work on a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Processor time.
    pub seconds: f64,
    /// The number of nodes of the page.
    pub nodes: usize,
    /// A remark for the last column.
    pub note: String,
}

/// The pages to measure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The names of the generators. Empty for all of them.
    pub names: Vec<String>,
    /// The size of the longest page, in bytes.
    pub max_bytes: usize,
    /// True to show every size, false to show the largest one only.
    pub all: bool,
}

/// One size of one generator.
struct Line {
    size: usize,
    bytes: usize,
    run: Run,
    /// The time divided by that of the page half as large.
    growth: Option<f64>,
    /// The same for the page half as large.
    growth_before: Option<f64>,
}

/// Runs `work` on the pages of the generators and writes one line for each generator, or for each
/// size. Returns the number of lines that are over.
///
/// Sizes double until a page is longer than `max_bytes` or takes too long. The column *growth* is
/// the time divided by that of the page half as large, *allowed* the time divided by the allowance.
/// A line that grows too fast twice in a row, or exceeds the allowance, ends with `OVER`.
///
/// # Errors
///
/// If the output cannot be written.
pub fn report(
    generators: impl Iterator<Item = Generator>,
    options: &Options,
    allowance: Allowance,
    out: &mut impl Write,
    mut work: impl FnMut(&str) -> Run,
) -> Result<usize> {
    writeln!(
        out,
        "{:26} {:>9} {:>10} {:>9} {:>9} {:>8} {:>8} {:>6} {:>8}  notes",
        "page", "size", "bytes", "nodes", "ms", "ns/byte", "µs/node", "growth", "allowed"
    )?;
    let mut over = 0;
    for (name, page) in generators {
        if !options.names.is_empty() && !options.names.iter().any(|wanted| wanted == name) {
            continue;
        }
        let lines = measure(page, options.max_bytes, &mut work);
        let first_shown = if options.all { 0 } else { lines.len().saturating_sub(1) };
        for line in &lines[first_shown..] {
            line.print(name, allowance, out)?;
            over += usize::from(line.is_over(allowance));
        }
    }
    Ok(over)
}

fn measure(
    page: fn(usize) -> String,
    max_bytes: usize,
    work: &mut impl FnMut(&str) -> Run,
) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut size = FIRST_SIZE;
    loop {
        let html = page(size);
        if html.len() > max_bytes && !lines.is_empty() {
            return lines;
        }
        let run = fastest(&html, work);
        let seconds = run.seconds;
        let growth = lines.last().map(|last| seconds / last.run.seconds);
        let growth_before = lines.last().and_then(|last| last.growth);
        lines.push(Line { size, bytes: html.len(), run, growth, growth_before });
        if seconds > SECONDS_LAST {
            return lines;
        }
        size *= 2;
    }
}

/// The fastest of a few runs: other programs can only slow a run down.
fn fastest(html: &str, work: &mut impl FnMut(&str) -> Run) -> Run {
    let mut fastest = work(html);
    let mut spent = fastest.seconds;
    for _ in 1..RUNS {
        if spent > SECONDS_REPEATED {
            break;
        }
        let run = work(html);
        spent += run.seconds;
        if run.seconds < fastest.seconds {
            fastest = run;
        }
    }
    fastest
}

impl Line {
    fn allowed(&self, allowance: Allowance) -> f64 {
        let nodes = self.run.nodes as f64 * allowance.per_node;
        self.run.seconds / (nodes + self.bytes as f64 * allowance.per_byte)
    }

    fn is_over(&self, allowance: Allowance) -> bool {
        let steps = [self.growth, self.growth_before];
        let too_fast = steps.iter().all(|step| step.is_some_and(|growth| growth > GROWTH));
        self.run.seconds > SECONDS_JUDGED && too_fast || self.allowed(allowance) > 1.0
    }

    fn print(&self, name: &str, allowance: Allowance, out: &mut impl Write) -> io::Result<()> {
        let Run { seconds, nodes, note } = &self.run;
        writeln!(
            out,
            "{name:26} {:9} {:10} {nodes:9} {:9.2} {:8.1} {:8.3} {:>6} {:8.2}  {note}{}",
            self.size,
            self.bytes,
            seconds * 1e3,
            seconds * 1e9 / self.bytes as f64,
            seconds * 1e6 / *nodes as f64,
            self.growth.map_or(String::new(), |growth| format!("{growth:.2}")),
            self.allowed(allowance),
            if self.is_over(allowance) { "  OVER" } else { "" },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLOWANCE: Allowance = Allowance { per_node: 0.0, per_byte: 1e-3 };

    /// The table of work that takes the given seconds for a number of bytes, and the lines over.
    fn table(options: &Options, seconds: fn(usize) -> f64) -> (String, usize) {
        let page: fn(usize) -> String = |size| "x".repeat(size);
        let generators = [("bytes", page), ("others", page)];
        let work = |html: &str| Run { seconds: seconds(html.len()), nodes: 1, note: String::new() };
        let mut table = Vec::new();
        let over = report(generators.into_iter(), options, ALLOWANCE, &mut table, work).unwrap();
        (String::from_utf8(table).unwrap(), over)
    }

    fn over(seconds: fn(usize) -> f64) -> usize {
        let options = Options { names: vec!["bytes".into()], max_bytes: 1 << 20, all: false };
        let (table, over) = table(&options, seconds);
        assert_eq!(table.matches("OVER").count(), over, "{table}");
        over
    }

    #[test]
    fn fast_growth_and_slow_work_are_over() {
        assert_eq!(over(|bytes| bytes as f64 * 1e-6), 0);
        assert_eq!(over(|bytes| (bytes as f64).powi(2) * 1e-12), 1, "quadratic");
        assert_eq!(over(|bytes| bytes as f64 * 2e-3), 1, "linear and slow");
    }

    #[test]
    fn all_generators_and_all_sizes_are_shown_on_request() {
        let options = Options { names: Vec::new(), max_bytes: 4096, all: true };
        let (table, _) = table(&options, |bytes| bytes as f64 * 1e-6);
        // The heading, and two generators with the sizes 1024, 2048 and 4096.
        assert_eq!(table.lines().count(), 7, "{table}");
    }
}
