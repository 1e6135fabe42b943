//! Extracts many pages on all cores: one extractor per thread, buffers kept from page to page.
//!
//! Usage: `cargo run --release --example many_pages [FILE…]`. Without files, made pages are used.

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tamis::{Config, Extractor};

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<_> = std::env::args().skip(1).collect();
    let mut pages = files.iter().map(std::fs::read).collect::<Result<Vec<_>, _>>()?;
    if pages.is_empty() {
        let page =
            |n: usize| format!("<nav>Home</nav><p>Page {n}. {}", "One more word. ".repeat(n));
        pages = (1..=200).map(|n| page(n).into_bytes()).collect();
    }
    let config = Config::default();
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism()?.get();
    let chars: usize = thread::scope(|scope| {
        let work = || -> Result<usize, tamis::Error> {
            let mut extractor = Extractor::new(config.clone())?;
            let mut chars = 0;
            while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
                let extraction = extractor.extract(page);
                chars += extraction.text().chars().count();
                extractor.recycle(extraction.into_page());
            }
            Ok(chars)
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let chars =
            workers.into_iter().map(|worker| worker.join().expect("extraction never panics"));
        chars.sum::<Result<usize, tamis::Error>>()
    })?;
    println!("{} pages, {chars} characters of text", pages.len());
    Ok(())
}
