//! The vectors of `testdata/xss` in pages: they do not get through the HTML of any engine or
//! selection.

use tamis::dom::{Document, NodeId, Parser, name};
use tamis::engine::Verdict;
use tamis::engine::readability::Readability;
use tamis::metadata::Value;
use tamis::render::{self, HtmlOptions};
use tamis::sanitize::{Policy, sanitized_inner_html};
use tamis::{Config, Extractor, Metadata, NodeSet, Page};
use tamis_testkit::xss::vectors;

use crate::{checker, read};

const TRIP: &str = "https://trip.example/x";

/// Returns the disallowed content of a fragment, and changes by sanitizing it again.
fn faults(fragment: &str) -> Vec<String> {
    let document = read(&mut Parser::default(), fragment);
    let mut faults = checker::violations(&document);
    let root = document.root().unwrap_or(NodeId::DOCUMENT);
    let again = sanitized_inner_html(&document, root, &Policy::default());
    if again != fragment {
        faults.push(format!("a second pass gives {again:?} for {fragment:?}"));
    }
    faults
}

#[test]
fn articles_with_vectors_are_safe() {
    let mut extractors = [
        Extractor::new(Config::default()).unwrap(),
        Extractor::with_engine(Readability::default(), Config::default()).unwrap(),
    ];
    for vector in vectors().unwrap() {
        let article = vector.article(TRIP);
        for extractor in &mut extractors {
            let extraction = extractor.extract(&article);
            let fragment = extraction.html_with(&HtmlOptions::default().fragment(true));
            assert!(fragment.contains("The ferry leaves"), "{}", vector.name);
            assert_eq!(faults(&fragment), [""; 0], "{}", vector.name);
            extractor.recycle(extraction.into_page());
        }
    }
}

/// An engine may name any nodes, even scripts and their texts.
#[test]
fn kept_vectors_are_safe() {
    for vector in vectors().unwrap() {
        let page = Page::measure(Parser::default().parse(&vector.html(TRIP)));
        let document = page.document();
        let mut nodes = NodeSet::of(document);
        for id in document.descendants_and_self(NodeId::DOCUMENT) {
            nodes.insert(id);
        }
        let mut verdict = Verdict::nothing("all", &page);
        verdict.kept.fill(true);
        for nodes in [None, Some(nodes)] {
            verdict.nodes = nodes;
            let options = HtmlOptions::default().fragment(true);
            let fragment = render::html_with(&page, &verdict, &Metadata::default(), &options);
            assert_eq!(faults(&fragment), [""; 0], "{}", vector.name);
        }
    }
}

fn count(document: &Document, matches: impl Fn(NodeId) -> bool) -> usize {
    document.elements(NodeId::DOCUMENT).filter(|&id| matches(id)).count()
}

#[test]
fn vectors_as_metadata_are_safe() {
    let page = Page::measure(Parser::default().parse("<p>One"));
    let verdict = Verdict::nothing("none", &page);
    for vector in vectors().unwrap() {
        let mut metadata = Metadata::default();
        let value = Some(Value::new(vector.html(TRIP), "test"));
        metadata.title.clone_from(&value);
        metadata.byline.clone_from(&value);
        metadata.site_name.clone_from(&value);
        metadata.published.clone_from(&value);
        metadata.language.clone_from(&value);
        metadata.direction.clone_from(&value);
        let html = render::html_with(&page, &verdict, &metadata, &HtmlOptions::default());
        let read = Parser::default().parse(&html);
        let elements = count(&read, |_| true);
        // html, head, three of meta, title, style, body, header, h1, p, time, article.
        assert_eq!(elements, 13, "{}", vector.name);
        assert_eq!(count(&read, |id| read.is_html(id, name::META)), 3, "{}", vector.name);
    }
}
