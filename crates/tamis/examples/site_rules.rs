//! Extracts with a rule file for one site, and says where each value comes from.
//!
//! Usage: `cargo run --example site_rules`.

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::error::Error;
use std::sync::Arc;

use tamis::site_rules::SiteRules;
use tamis::{Config, Extractor, Input, Url};

const RULES: &str = "body: //div[@id='story']
strip_id_or_class: promo
author: //p[@class='by']
";

const PAGE: &str = "<p>Menu</p><div id=story><p class=by>Ann Miller</p><p>Bread rises.</p>
<p class=promo>Subscribe!</p></div>";

fn main() -> Result<(), Box<dyn Error>> {
    let mut rules = SiteRules::default();
    for warning in rules.add("example.com.txt", RULES) {
        println!("warning: {warning}");
    }
    let mut extractor = Extractor::new(Config::default().site_rules(Arc::new(rules)))?;
    for address in ["https://www.example.com/bread", "https://example.org/bread"] {
        let url = Url::parse(address)?;
        let extraction = extractor.extract(Input::from(PAGE).url(&url));
        println!("{address}, by {}:\n{}\n", extraction.strategy_used(), extraction.text());
    }
    Ok(())
}
