//! The extracted text is a subsequence of the document's text, except for white space.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis::{Config, Stopwords, extract};
use tamis_dom::Parser;

fuzz_target!(|input: &[u8]| {
    // Half of the inputs are judged with stopwords, so that both ways are taken.
    let stopwords = match input.first() {
        Some(byte) if byte % 2 == 0 => Stopwords::None,
        _ => Stopwords::Language("English".to_owned()),
    };
    let Ok(extraction) = extract(input, &Config::default().stopwords(stopwords)) else {
        panic!("the configuration is valid");
    };
    let document = Parser::default().parse_bytes(input, None);
    let mut source = document.whole_text().chars();
    // Quotation marks and parentheses replace elements.
    let is_sign = |char: char| char.is_whitespace() || matches!(char, '"' | '(' | ')');
    for wanted in extraction.text().chars().filter(|&char| !is_sign(char)) {
        assert!(source.any(|c| c == wanted), "{wanted:?} of {:?} has no source", extraction.text());
    }
});
