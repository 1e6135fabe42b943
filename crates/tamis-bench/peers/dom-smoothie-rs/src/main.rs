//! Runs the `dom_smoothie` crate over the pages whose paths are on standard input, one on a line.
//!
//! Prints one JSON line: `seconds_cpu` (decoding, parsing and extraction to HTML, without reading
//! the pages), `pages`, `failures` and `peak_rss_bytes`. With `--without-parse` decoding and
//! parsing are not counted. Another argument names a file to write `{"id", "text"}` lines to.

use std::error::Error;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, BufRead, BufWriter, Write};
use std::panic;
use std::path::Path;

use dom_query::Document;
use dom_smoothie::{Article, Readability};
use serde_json::json;

#[path = "../../report.rs"]
mod report;

use report::{Report, cpu_time};

/// The address of every page, as the bench gives it to our engine.
const ADDRESS: &str = "http://fakehost/test/page.html";

fn main() -> Result<(), Box<dyn Error>> {
    let mut without_parse = false;
    let mut predictions = None;
    for argument in std::env::args_os().skip(1) {
        if argument == "--without-parse" {
            without_parse = true;
        } else {
            predictions = Some(BufWriter::new(File::create(argument)?));
        }
    }
    let mut report = Report::default();
    for path in io::stdin().lock().lines() {
        let path = path?;
        let bytes = fs::read(&path)?;
        let started = cpu_time();
        let document = Document::from(String::from_utf8_lossy(&bytes).as_ref());
        let parsed = cpu_time();
        let article = extract(document);
        let ended = cpu_time();
        report.cpu += ended.saturating_sub(if without_parse { parsed } else { started });
        report.pages += 1;
        report.failures += u64::from(article.is_none());
        if let Some(file) = &mut predictions {
            let id = Path::new(&path).file_stem().and_then(|stem| stem.to_str());
            let text = article.map(|article| article.text_content.to_string());
            writeln!(file, "{}", json!({ "id": id, "text": text.unwrap_or_default() }))?;
        }
    }
    if let Some(mut file) = predictions {
        file.flush()?;
    }
    report.print()?;
    Ok(())
}

/// The article, or `None` where the crate finds none or panics.
fn extract(document: Document) -> Option<Article> {
    let article = panic::catch_unwind(move || {
        let mut readability = Readability::with_document(document, Some(ADDRESS), None).ok()?;
        readability.parse().ok()
    });
    black_box(article.ok().flatten())
}
