//! Prints the main content of a page as plain text.
//!
//! Usage: `cargo run --example text [FILE]`. Without a file, a small page is used.

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::error::Error;

const PAGE: &[u8] = b"<html lang=en><title>Bread</title><nav><a href=/>Home</a></nav>
<article><h1>Bread</h1><p>Mix flour, water and salt, and let the dough rest until it has doubled.
<p>Bake it in a hot oven for forty minutes, and let it cool before you cut it.</article>";

fn main() -> Result<(), Box<dyn Error>> {
    let page = std::env::args().nth(1).map_or(Ok(PAGE.to_vec()), std::fs::read)?;
    let extraction = tamis::extract(&page, &tamis::Config::default())?;
    println!("{}", extraction.text());
    Ok(())
}
