//! Compares jusText with its reference on the 1,497 pages of `wcxb-dev`: the algorithm on equal
//! trees, the whole way from the bytes, and the results that users of the reference get.

mod algorithm;
mod html5lib;
mod libxml2;
mod python;
mod tree;

use std::io::{self, Write as _};

use tamis::stoplists::Stoplist;

/// The stoplist that the reference lists were made with.
fn english() -> &'static Stoplist {
    tamis::stoplists::get("English").expect("there is an English stoplist")
}

/// Prints a line to standard error directly, because the test harness captures what tests print. So
/// the counts of a passing run are shown too.
fn report(line: &str) {
    // A closed standard error must not fail a test.
    let _ = writeln!(io::stderr(), "{line}");
}
