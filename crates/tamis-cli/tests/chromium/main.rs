//! Pages of the program in a real browser: those of `tamis explain --format html` and of
//! `tamis serve`. They are safe, and they work.

mod attacks;
mod behaviour;
mod keys;
mod service;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The time limit for all pages of a test together. A normal run takes a small part of it.
const LONGEST: Duration = Duration::from_mins(5);

/// A page that was written for the project.
fn project_page(slug: &str) -> String {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pages");
    fs::read_to_string(pages.join(slug).join("page.html")).unwrap()
}

/// The page that this command writes about the page on standard input.
fn written(args: &[&str], page: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tamis"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(page.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.code() < Some(2), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The text with the signs of HTML escaped, so that a page shows it as it is.
fn shown(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
