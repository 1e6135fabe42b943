//! Pages made to be slow, deep or large: what comes out is no larger than what went in allows.

use tamis::dom::{Document, NodeId, NodeKind, Parser};
use tamis::engine::Verdict;
use tamis::render::{self, HtmlOptions};
use tamis::{Metadata, NodeSet, Page};
use tamis_testkit::hostile::{LAST_SENTENCE, hostile};

/// Enough for what grows with the square of a page to be seen.
const SIZE: usize = 1 << 12;

/// What makes and closes inline elements around many blocks, with values that would be written again and again.
fn repeated_marks(n: usize) -> String {
    let long = "x".repeat(n);
    let marks = format!("<b title={long}>").repeat(40);
    format!("<div>{marks}{}<p>{LAST_SENTENCE}</p>", "y<div></div>".repeat(n))
}

/// All nodes, or all texts alone, or every second node.
fn verdicts(document: &Document, page: &Page) -> [Verdict; 4] {
    let all =
        Verdict { kept: vec![true; page.paragraphs().len()], ..Verdict::nothing("all", page) };
    let naming = |keeps: fn(&Document, NodeId) -> bool| {
        let mut nodes = NodeSet::of(document);
        for id in document.descendants_and_self(NodeId::DOCUMENT).filter(|&id| keeps(document, id))
        {
            nodes.insert(id);
        }
        Verdict { nodes: Some(nodes), ..all.clone() }
    };
    [
        naming(|_, _| true),
        naming(|document, id| document.kind(id) == NodeKind::Text),
        naming(|document, id| document.kind(id) == NodeKind::Text || id.index() % 2 == 0),
        all,
    ]
}

#[test]
fn what_comes_out_is_linear_in_the_page() {
    let mut parser = Parser::default();
    let made: (&str, fn(usize) -> String) = ("repeated_marks", repeated_marks);
    for (name, page) in hostile().chain([made]) {
        let html = page(SIZE);
        let bytes = html.len();
        let page = Page::measure(parser.parse(&html));
        let metadata = Metadata::of(&page);
        for (number, verdict) in verdicts(page.document(), &page).iter().enumerate() {
            let options = HtmlOptions::default().fragment(true);
            let written = render::html(&page, verdict, &metadata, &options);
            let bound = 16 * bytes + (1 << 20);
            assert!(written.len() <= bound, "{name}, {number}: {} of {bytes} bytes", written.len());
            let is_shown =
                page.paragraphs().iter().any(|p| page.paragraph_text(p) == LAST_SENTENCE);
            assert!(!is_shown || written.contains(LAST_SENTENCE), "{name}, {number}");
        }
        parser.recycle(page.into_document());
    }
}
