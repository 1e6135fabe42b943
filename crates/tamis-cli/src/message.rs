//! Messages on standard error.

use std::borrow::Cow;
use std::io::{self, Write};

use tamis::Warning;
use tamis_run::terminal::shown;

/// The length of the longest line on standard error, in bytes.
const MAX_LINE_BYTES: usize = 4096;

/// Writes a line to standard error, after the name of the program.
pub fn message(line: &str) {
    write_line(&format!("tamis: {line}"));
}

/// Writes a line to standard error. The middle of a very long one, such as one with an address of a
/// megabyte, is left out.
pub fn write_line(line: &str) {
    let line = if line.len() > MAX_LINE_BYTES {
        let begin = &line[..line.floor_char_boundary(MAX_LINE_BYTES / 2)];
        let end = &line[line.ceil_char_boundary(line.len() - MAX_LINE_BYTES / 2)..];
        Cow::Owned(format!("{begin} … {end}"))
    } else {
        Cow::Borrowed(line)
    };
    // If standard error is closed, there is no other place for messages.
    let _ = writeln!(io::stderr().lock(), "{}", shown(&line));
}

/// Warns that paragraphs are missing in the output about a page, for which there was no room.
pub fn warn_cut(source: &str, max_bytes: usize) {
    let cut = Warning::OutputCut { max_bytes };
    message(&format!("{source}: warning: {cut}"));
}
