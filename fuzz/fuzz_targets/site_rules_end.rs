//! Any rule file and any page give a text, and what the rules change obeys the limits.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use tamis::dom::Limits;
use tamis::engine::selectors::Rules;
use tamis::site_rules::SiteRules;
use tamis::{Config, Extractor, Input, Url};

// A NUL is between the rule file and the page. A first byte of `=` means a learned file.
fuzz_target!(|input: &[u8]| {
    let at = input.iter().position(|&byte| byte == 0).unwrap_or(input.len());
    let (file, page) = (&input[..at], input.get(at + 1..).unwrap_or_default());
    let file = String::from_utf8_lossy(file);
    let mut rules = SiteRules::default();
    match file.strip_prefix('=') {
        Some(toml) => {
            let _ = Rules::from_toml(toml);
            drop(rules.add("example.com.toml", toml));
        }
        None => drop(rules.add("example.com", &file)),
    }
    let limits = Limits::default().nodes(2_000).depth(64);
    let config = Config::default().limits(limits).site_rules(Arc::new(rules));
    let Ok(mut extractor) = Extractor::new(config) else { return };
    let url = Url::parse("https://example.com/a").unwrap();
    let html = String::from_utf8_lossy(page);
    let extraction = extractor.extract(Input::from(&*html).url(&url));
    // The limit leaves room for the frame of the page, and joins of texts take nodes away.
    assert!(extraction.page().document().len() <= 2_100);
    assert!(extraction.text().len() <= limits.output_bytes(html.len()));
});
