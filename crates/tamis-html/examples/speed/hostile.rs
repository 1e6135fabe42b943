//! The time of pages that were made to be slow.

use std::io::{self, Write};
use std::time::Duration;

use tamis_html::Parser;
use tamis_testkit::hostile::hostile;

use super::arena::Arena;
use super::cpu_time;

/// Prints a line for each pattern: the time per byte, the time that is left per node after 15 ns
/// for each byte, and the growth from the size to its double.
pub fn report(out: &mut impl Write, size: usize) -> io::Result<()> {
    let heads = ["bytes", "ns/byte", "ns/node", "growth"];
    let [bytes, per_byte, per_node, growth] = heads;
    writeln!(out, "{:<32}{bytes:>10} {per_byte:>9} {per_node:>9} {growth:>7}", "pattern")?;
    for (name, page) in hostile() {
        let [one, two] = [page(size), page(2 * size)];
        let (time, nodes) = measure(&one);
        let (double, _) = measure(&two);
        let nanos = time.as_secs_f64() * 1e9;
        let left = (nanos - 15.0 * one.len() as f64).max(0.0) / nodes as f64;
        let growth = double.as_secs_f64() / time.as_secs_f64();
        let per_byte = nanos / one.len() as f64;
        writeln!(out, "{name:<32}{:>10} {per_byte:>9.2} {left:>9.1} {growth:>7.2}", one.len())?;
    }
    Ok(())
}

/// The least time of some parses, and the number of nodes.
fn measure(page: &str) -> (Duration, usize) {
    let mut parser = Parser::default();
    let mut arena = Arena::default();
    let mut least = Duration::MAX;
    for _ in 0..5 {
        arena.clear();
        let start = cpu_time();
        parser.parse(page, &mut arena);
        least = least.min(cpu_time().saturating_sub(start));
    }
    (least, arena.len())
}
