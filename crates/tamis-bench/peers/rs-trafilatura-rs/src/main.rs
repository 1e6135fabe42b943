//! Runs the `rs-trafilatura` crate over pages. [`page_loop::run`] says how.

use std::error::Error;

#[path = "../../page_loop.rs"]
mod page_loop;
#[path = "../../report.rs"]
mod report;

fn main() -> Result<(), Box<dyn Error>> {
    page_loop::run(|page| Some(rs_trafilatura::extract_bytes(page).ok()?.content_text))
}
