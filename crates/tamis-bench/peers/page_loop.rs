//! The loop of the Rust peers, as `page_loop.py` is that of the Python peers.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead, BufWriter, Write};
use std::panic::{self, RefUnwindSafe};
use std::path::Path;

use serde_json::json;

use crate::report::{Report, cpu_time};

/// Calls `extract` with the bytes of each page whose path is on standard input, one on a line. It
/// returns the text, or `None` where the library fails; a panic counts as a failure too.
///
/// Prints one JSON line: `seconds_cpu` (decoding and extraction, without reading the pages),
/// `pages`, `failures` and `peak_rss_bytes`. An argument of the program names a file to write
/// `{"id", "text"}` lines to.
pub fn run(
    extract: impl Fn(&[u8]) -> Option<String> + RefUnwindSafe,
) -> Result<(), Box<dyn Error>> {
    let mut predictions = match std::env::args_os().nth(1) {
        Some(path) => Some(BufWriter::new(File::create(path)?)),
        None => None,
    };
    let mut report = Report::default();
    for path in io::stdin().lock().lines() {
        let path = path?;
        let bytes = fs::read(&path)?;
        let started = cpu_time();
        let text = panic::catch_unwind(|| extract(&bytes)).ok().flatten();
        report.cpu += cpu_time().saturating_sub(started);
        report.pages += 1;
        report.failures += u64::from(text.is_none());
        if let Some(file) = &mut predictions {
            let id = Path::new(&path).file_stem().and_then(|stem| stem.to_str());
            writeln!(file, "{}", json!({ "id": id, "text": text.unwrap_or_default() }))?;
        }
    }
    if let Some(mut file) = predictions {
        file.flush()?;
    }
    report.print()?;
    Ok(())
}
