//! jusText against its reference on the 1,497 pages of `wcxb-dev`: the algorithm on equal trees, the whole way from the
//! bytes, and what users of the reference get.

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

/// Says what a test found, past the capture of the test harness: a run that passes shows its counts too.
fn report(line: &str) {
    // A closed standard error is no reason to fail a test.
    let _ = writeln!(io::stderr(), "{line}");
}
