//! Runs the `justext` crate over pages, with its English stoplist. [`page_loop::run`] says how.

use std::error::Error;

use justext::{Config, extract_text, get_stoplist};

#[path = "../../page_loop.rs"]
mod page_loop;
#[path = "../../report.rs"]
mod report;

fn main() -> Result<(), Box<dyn Error>> {
    let stoplist = get_stoplist("English")?;
    let config = Config::default();
    page_loop::run(|page| Some(extract_text(&String::from_utf8_lossy(page), &stoplist, &config)))
}
