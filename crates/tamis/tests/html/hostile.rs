//! Pages made to be slow, deep or large: the output is bounded by the size of the input.

use tamis::dom::{Document, NodeId, NodeKind, Parser};
use tamis::engine::Verdict;
use tamis::render::{self, HtmlOptions};
use tamis::{Metadata, NodeSet, Page};
use tamis_testkit::hostile::{LAST_SENTENCE, hostile};

/// Large enough to reveal quadratic growth.
const SIZE: usize = 1 << 12;

/// Opens and closes inline elements around many blocks, with long attribute values that must not be
/// repeated for each block.
fn repeated_marks(n: usize) -> String {
    let long = "x".repeat(n);
    let marks = format!("<b title={long}>").repeat(40);
    format!("<div>{marks}{}<p>{LAST_SENTENCE}</p>", "y<div></div>".repeat(n))
}

/// Returns verdicts that keep all nodes, all texts only, or every second node.
fn verdicts(document: &Document, page: &Page) -> [Verdict; 4] {
    let all = Verdict::everything("all", page);
    let naming = |keeps: fn(&Document, NodeId) -> bool| {
        let mut nodes = NodeSet::of(document);
        for id in document.descendants_and_self(NodeId::DOCUMENT).filter(|&id| keeps(document, id))
        {
            nodes.insert(id);
        }
        all.clone().with_nodes(nodes)
    };
    [
        naming(|_, _| true),
        naming(|document, id| document.kind(id) == NodeKind::Text),
        naming(|document, id| document.kind(id) == NodeKind::Text || id.index() % 2 == 0),
        all,
    ]
}

#[test]
fn output_is_linear_in_the_page() {
    let mut parser = Parser::default();
    let made: (&str, fn(usize) -> String) = ("repeated_marks", repeated_marks);
    for (name, page) in hostile().chain([made]) {
        let html = page(SIZE);
        let bytes = html.len();
        let page = Page::measure(parser.parse(&html));
        let metadata = Metadata::of(&page);
        for (number, verdict) in verdicts(page.document(), &page).iter().enumerate() {
            let options = HtmlOptions::default().fragment(true);
            let written = render::html_with(&page, verdict, &metadata, &options);
            let bound = 16 * bytes + (1 << 20);
            assert!(written.len() <= bound, "{name}, {number}: {} of {bytes} bytes", written.len());
            let is_shown =
                page.paragraphs().iter().any(|p| page.paragraph_text(p) == LAST_SENTENCE);
            assert!(!is_shown || written.contains(LAST_SENTENCE), "{name}, {number}");
        }
        parser.recycle(page.into_document());
    }
}
