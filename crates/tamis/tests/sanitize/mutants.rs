//! Mutated pages through every renderer of the library: nothing panics, HTML and Markdown are
//! inert, XML and JSON are well-formed.
//!
//! The sample is small; with `TAMIS_FULL=1` it has a million pages, with `TAMIS_MUTANTS=n` the
//! first n. A page depends on its number alone, which a failure names.

use tamis::dom::Parser;
use tamis::engine::Verdict;
use tamis::json::JsonOptions;
use tamis::render::{
    HtmlOptions, LinkStyle, MarkdownOptions, TableStyle, TextOptions, XmlDialect, XmlOptions,
    chunks, front_matter, html_with, markdown_piece, markdown_with, text_with, xml_with,
};
use tamis::{Config, Extractor, Metadata, Page};
use tamis_testkit::mutants::Mutants;

use crate::markdown::{CUT, check_inert};
use crate::{checker, read};

/// Checks all formats of a page of which everything is kept.
fn check_whole(name: &str, html: &str) {
    let page = Page::measure(Parser::default().parse(html));
    let all = Verdict::everything("all", &page);
    let metadata = Metadata::of(&page);
    text_with(&page, &all, &TextOptions::default().list_markers(true).width(30));
    let signs = MarkdownOptions::default().tables(TableStyle::Signs);
    let options = [MarkdownOptions::default(), signs.links(LinkStyle::Referenced).width(40)];
    for options in options {
        let markdown = markdown_with(&page, &all, &options);
        check_inert(name, &markdown);
        check_inert(name, &(front_matter(&metadata) + &markdown));
        let middle = markdown.chars().count() / 2;
        check_inert(name, &markdown_piece(&markdown, middle, 60).text);
        for chunk in chunks(&page, &all, &options, Some(80)) {
            check_inert(name, &chunk.markdown);
        }
    }
    let fragment = html_with(&page, &all, &metadata, &HtmlOptions::default().fragment(true));
    let faults = checker::violations(&read(&mut Parser::default(), &fragment));
    assert!(faults.is_empty(), "{name}: {faults:?}");
    for dialect in [XmlDialect::Trafilatura, XmlDialect::Tei] {
        let xml = xml_with(&page, &all, &metadata, &XmlOptions::default().dialect(dialect));
        roxmltree::Document::parse(&xml).unwrap_or_else(|error| panic!("{name}: {error}\n{xml}"));
    }
}

/// Checks what the default strategy makes of a page.
fn check_extracted(name: &str, html: &str, extractor: &mut Extractor) {
    let options = JsonOptions::default().paragraphs(true).verdicts(true);
    let options = options.markdown(MarkdownOptions::default()).html(HtmlOptions::default());
    let mut json = || {
        let extraction = extractor.extract(html);
        let json = extraction.json_with(&options);
        extractor.recycle(extraction.into_page());
        json
    };
    let (once, again) = (json(), json());
    assert!(once == again, "{name}: the second run differs");
    let value: serde_json::Value = serde_json::from_str(&once).expect(name);
    check_inert(name, value["markdown"].as_str().unwrap_or_default());
}

#[test]
fn mutated_pages_are_inert_in_all_formats() {
    let mutants = Mutants::read(&CUT).unwrap();
    Mutants::share(|numbers| {
        let mut extractor = Extractor::new(Config::default()).unwrap();
        for number in numbers {
            let html = mutants.page(number);
            let name = format!("page {number}: {html:?}");
            check_whole(&name, &html);
            check_extracted(&name, &html, &mut extractor);
        }
    });
}
