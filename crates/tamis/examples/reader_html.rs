//! Prints an article as HTML that is safe to show, as a reader application does.
//!
//! Usage: `cargo run --example reader_html`.

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::error::Error;

use tamis::engine::readability::{ReaderableOptions, is_probably_readerable};
use tamis::render::HtmlOptions;
use tamis::{Config, Extractor, Input, Strategy, Url};

fn main() -> Result<(), Box<dyn Error>> {
    let sentence = "It was the best of times, it was the worst of times, and so on and so forth. ";
    let page = format!(
        "<title>Times</title><nav>Home</nav><article><h1>Times</h1>{}</article>",
        format!("<p onclick=steal()>{}<img src=a.png>", sentence.repeat(5)).repeat(3)
    );
    let url = Url::parse("https://example.com/times/")?;
    let mut extractor = Extractor::new(Config::default().strategy(Strategy::Readability))?;
    let extraction = extractor.extract(Input::from(&page).url(&url));

    let document = extraction.page().document();
    let is_article = is_probably_readerable(document, &ReaderableOptions::default());
    println!("worth a reader button: {is_article}");
    println!("{}", extraction.html_with(&HtmlOptions::default().fragment(true)));
    Ok(())
}
