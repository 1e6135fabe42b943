//! Prints what a page says about itself, and where it says it.
//!
//! Usage: `cargo run --example metadata`.

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use tamis::metadata::Date;
use tamis::{Config, Error};

const PAGE: &str = r#"<html lang="en"><title>Bread | The Baker</title>
<meta property="og:title" content="Bread"><meta property="og:site_name" content="The Baker">
<script type="application/ld+json">{"@type": "Article", "headline": "Bread",
"author": {"@type": "Person", "name": "Ann Miller"}, "datePublished": "2024-05-01"}</script>
<article><h1>Bread</h1><p>Mix flour, water and salt.</p></article>"#;

fn main() -> Result<(), Error> {
    // Later dates are not the page's. The library has no clock, so the caller sets the day.
    let config = Config::default().latest_date(Date::new(2026, 12, 31));
    let extraction = tamis::extract(PAGE, &config)?;
    let metadata = extraction.metadata();
    let values = [
        ("title", &metadata.title),
        ("byline", &metadata.byline),
        ("published", &metadata.published),
        ("site name", &metadata.site_name),
    ];
    for (name, value) in values {
        match value {
            Some(value) => println!("{name}: {} (from {})", value.as_str(), value.source()),
            None => println!("{name}: unknown"),
        }
    }
    let language = extraction.language().map_or("unknown", |language| language.code());
    println!("language: {language}");
    Ok(())
}
