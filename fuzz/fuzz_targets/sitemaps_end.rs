//! Any document gives addresses in proportion to its length, or is no feed and no sitemap.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis_dom::decode;

#[path = "../../crates/tamis-run/src/listing/pages.rs"]
mod pages;
#[path = "../../crates/tamis-run/src/listing/xml.rs"]
mod xml;

use pages::{Kind, Listed};

fuzz_target!(|input: &[u8]| {
    let text = decode(input, None).text;
    let (kind, addresses) = match pages::read(&text) {
        None => return,
        Some(Listed::Feed(pages)) => (Kind::Feed, pages),
        Some(Listed::Pages(pages) | Listed::Sitemaps(pages)) => (Kind::Sitemap, pages),
    };
    // A sitemap without markup has no root element.
    assert!(pages::kind(&text).is_none_or(|of_root| of_root == kind));
    assert!(addresses.iter().all(|address| !address.is_empty()));
    // References such as `&#x10FFFF;` are longer than what they stand for.
    assert!(addresses.iter().map(String::len).sum::<usize>() <= text.len());
});
