//! Messages on standard error.

use std::io::{self, Write};

/// Writes a line to standard error, after the name of the program.
pub fn message(line: &str) {
    // If standard error is closed, there is no other place for messages.
    let _ = writeln!(io::stderr().lock(), "tamis: {line}");
}
