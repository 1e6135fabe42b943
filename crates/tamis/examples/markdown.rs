//! Prints a page as Markdown with front matter, then in parts for retrieval.
//!
//! Usage: `cargo run --example markdown`.

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::error::Error;

use tamis::render::{LinkStyle, MarkdownOptions};
use tamis::{Config, Input, Url};

const PAGE: &str = "<html lang=en><title>Tea</title><nav><a href=/>Home</a></nav>
<article><h1>Tea</h1><p>Good tea needs <b>fresh</b> water and a <a href=/pots>warm pot</a>.
<h2>Black</h2><ol><li>Boil the water.<li>Wait four minutes.</ol>
<h2>Green</h2><ol><li>Let the water cool.<li>Wait two minutes.</ol></article>";

fn main() -> Result<(), Box<dyn Error>> {
    let url = Url::parse("https://example.com/tea")?;
    let extraction = tamis::extract(Input::from(PAGE).url(&url), &Config::default())?;

    let options = MarkdownOptions::default().front_matter(true);
    println!("{}\n", extraction.markdown_with(&options));

    let options = MarkdownOptions::default().links(LinkStyle::Omitted);
    for chunk in extraction.chunks(&options, Some(200)) {
        println!("{:?}: {} characters", chunk.headings, chunk.markdown.chars().count());
    }
    Ok(())
}
