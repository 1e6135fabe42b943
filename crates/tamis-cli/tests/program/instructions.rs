//! The instructions that a page takes.
//!
//! A clock says little on a machine that others use. Instructions are nearly the same in each run,
//! and what makes pages slower makes them more: a walk that is repeated, a search of the whole
//! page, a table that each page builds anew.

use std::fs;
use std::process::Command;

use tamis_testkit::{Corpus, sample};
use tempfile::TempDir;

/// A corpus with the millions of instructions that ten of its pages take, without those of the
/// start: to text, to Markdown. They were counted in `.ci/run`, whose builds optimize less than
/// those for users.
///
/// Who makes pages faster lowers them. To raise one, give the reason in a commit of its own.
const COUNTS: [(&str, [f64; 2]); 4] = [
    ("wcxb-dev", [690.0, 929.0]),
    ("fundus", [343.0, 430.0]),
    ("daniel", [255.0, 300.0]),
    ("dates", [461.0, 532.0]),
];

/// The share by which a count may be higher. Builds in other folders differ by some hundredths.
const MARGIN: f64 = 0.06;

const PAGES: usize = 10;
const SEED: u64 = 7;

#[test]
#[ignore = "needs corpora and valgrind"]
#[expect(clippy::print_stdout, reason = "figures for who lowers them, with `--nocapture`")]
fn pages_take_no_more_instructions() {
    let mut lines = Vec::new();
    let mut is_more = false;
    for (name, expected) in COUNTS {
        let folder = TempDir::new().unwrap();
        let pages = Corpus::required(name);
        let pages = pages.entries(&["html/"]).unwrap().map(Result::unwrap);
        let pages = sample::choose(pages, |page| &page.path, PAGES, SEED);
        let mut paths = Vec::new();
        for (number, page) in (0..).zip(pages) {
            let path = folder.path().join(format!("{number}.html"));
            fs::write(&path, page.bytes).unwrap();
            paths.push(path.to_str().unwrap().to_owned());
        }
        let empty = folder.path().join("empty.html");
        fs::write(&empty, "<p>").unwrap();
        for (format, expected) in ["text", "markdown"].into_iter().zip(expected) {
            let start = instructions(format, &[empty.to_str().unwrap().to_owned()]);
            let counted = instructions(format, &paths) - start;
            let change = counted / expected - 1.0;
            is_more |= change > MARGIN;
            lines.push(format!(
                "{name} to {format}: {counted:.1} million, {:+.1} %",
                100.0 * change
            ));
        }
    }
    let lines = lines.join("\n");
    assert!(!is_more, "more than {expected} %:\n{lines}", expected = 100.0 * MARGIN);
    println!("{lines}");
}

/// Returns the millions of instructions of the program for some pages.
fn instructions(format: &str, paths: &[String]) -> f64 {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args([env!("CARGO_BIN_EXE_tamis"), "--jobs=1", "--output=/dev/null", "--format", format])
        .args(paths)
        .output()
        .expect("valgrind is installed");
    let said = String::from_utf8_lossy(&output.stderr);
    let count = said.lines().find_map(|line| line.split_once("Collected : "));
    let count = count.unwrap_or_else(|| panic!("no count:\n{said}")).1.trim();
    count.parse::<f64>().unwrap() / 1e6
}
