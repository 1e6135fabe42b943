//! Pages made to be slow, deep or large: the output is bounded by the size of the input.

use tamis::dom::Parser;
use tamis::render::{self, XmlDialect, XmlOptions};
use tamis::{Metadata, Page};
use tamis_testkit::hostile::{LAST_SENTENCE, hostile};

use crate::everything;

/// Large enough to reveal quadratic growth.
const SIZE: usize = 1 << 12;

/// Returns a link with a long address around many blocks.
fn repeated_link(n: usize) -> String {
    let blocks = "<p>y</p>".repeat(n);
    format!("<a href=https://e.example/{}>{blocks}</a><p>{LAST_SENTENCE}</p>", "x".repeat(n))
}

#[test]
fn output_is_linear_in_the_page() {
    let mut parser = Parser::default();
    let made: (&str, fn(usize) -> String) = ("repeated_link", repeated_link);
    for (name, page) in hostile().chain([made]) {
        let html = page(SIZE);
        let page = Page::measure(parser.parse(&html));
        for dialect in [XmlDialect::Trafilatura, XmlDialect::Tei] {
            let options = XmlOptions::default().dialect(dialect);
            let written =
                render::xml_with(&page, &everything(&page), &Metadata::default(), &options);
            let bound = 24 * html.len() + (1 << 20);
            assert!(written.len() <= bound, "{name}: {} of {} bytes", written.len(), html.len());
            let is_shown =
                page.paragraphs().iter().any(|p| page.paragraph_text(p) == LAST_SENTENCE);
            assert!(!is_shown || written.contains(LAST_SENTENCE), "{name}");
        }
        parser.recycle(page.into_document());
    }
}
