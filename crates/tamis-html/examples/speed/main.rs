//! Measures how fast pages become trees, next to html5ever: CPU time, the median of some rounds.
//!
//! `cargo run --release --example speed -- FOLDER [ROUNDS]`, a folder of pages. Both parsers fill
//! an arena of nodes with links to parent, children and siblings, names, attributes and texts.
//!
//! `cargo run --release --example speed -- hostile [SIZE]` measures pages made to be slow. Without
//! arguments, small ones.

mod arena;
mod hostile;
mod html5ever_arena;

use std::env;
use std::fs;
use std::hint::black_box;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use tamis_html::Parser;

use arena::{Arena, Totals};

/// The size of hostile pages without arguments.
const SMALL: usize = 1 << 10;

fn main() -> io::Result<()> {
    let mut args = env::args().skip(1);
    let mut out = io::stdout().lock();
    let Some(what) = args.next() else { return hostile::report(&mut out, SMALL) };
    let number = args.next().and_then(|text| text.parse().ok());
    if what == "hostile" {
        return hostile::report(&mut out, number.unwrap_or(1 << 15));
    }
    let rounds = number.unwrap_or(5);
    let pages = read_pages(Path::new(&what))?;
    let bytes: usize = pages.iter().map(String::len).sum();
    writeln!(out, "{} pages, {bytes} bytes, {rounds} rounds", pages.len())?;
    let mut parser = Parser::default();
    let mut arena = Arena::default();
    let ours = measure(&pages, rounds, |page| {
        arena.clear();
        // The check of the bytes is part of the work.
        black_box(parser.parse_bytes(page.as_bytes(), &mut arena).is_ok());
        arena.len()
    });
    report(&mut out, "tamis-html", bytes, ours)?;
    let theirs = measure(&pages, rounds, |page| html5ever_arena::parse(page).len());
    report(&mut out, "html5ever", bytes, theirs)?;
    let ratio = theirs.0.as_secs_f64() / ours.0.as_secs_f64();
    writeln!(out, "html5ever takes {ratio:.2} times as long")?;
    compare(&mut out, &pages)
}

/// Prints the totals of both arenas, which must have the same content.
fn compare(out: &mut impl Write, pages: &[String]) -> io::Result<()> {
    let mut arena = Arena::default();
    let mut parser = Parser::default();
    let mut ours = Totals::default();
    let mut theirs = Totals::default();
    for page in pages {
        arena.clear();
        parser.parse(page, &mut arena);
        arena.add_to(&mut ours);
        html5ever_arena::parse(page).add_to(&mut theirs);
    }
    writeln!(out, "tamis-html: {ours:?}\nhtml5ever:  {theirs:?}")
}

fn read_pages(folder: &Path) -> io::Result<Vec<String>> {
    let mut paths: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    let read = |path| Ok(String::from_utf8_lossy(&fs::read(path)?).into_owned());
    paths.iter().map(read).collect()
}

/// The median time of a round, and the number of nodes of all pages.
fn measure(
    pages: &[String],
    rounds: usize,
    mut parse: impl FnMut(&String) -> usize,
) -> (Duration, usize) {
    let mut times = Vec::new();
    let mut nodes = 0;
    for _ in 0..rounds {
        let start = cpu_time();
        nodes = pages.iter().map(&mut parse).sum();
        times.push(cpu_time().saturating_sub(start));
    }
    times.sort_unstable();
    (times[times.len() / 2], nodes)
}

/// The processor time of this process.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

fn report(
    out: &mut impl Write,
    name: &str,
    bytes: usize,
    (time, nodes): (Duration, usize),
) -> io::Result<()> {
    let seconds = time.as_secs_f64();
    let speed = bytes as f64 / seconds / 1e6;
    let per_node = seconds * 1e9 / nodes as f64;
    writeln!(
        out,
        "{name:<12}{speed:>8.0} MB/s {seconds:>8.3} s {nodes:>10} nodes {per_node:>6.1} ns each"
    )
}
