//! Text nodes know the bytes of the source that they come from.

use tamis_dom::{Document, NodeId, NodeKind, Parser, decode};
use tamis_testkit::is_full;
use tamis_testkit::wcxb::{PAGE_COUNT, Wcxb};

/// Checks the parts of a page that its text nodes come from.
#[track_caller]
fn check(html: &str, expected: &[(&str, &str)]) {
    let document = Parser::default().parse(html);
    let nodes = document.descendants_and_self(NodeId::DOCUMENT);
    let found = nodes.filter_map(|id| Some((document.text(id), &html[document.source_range(id)?])));
    assert_eq!(found.collect::<Vec<_>>(), expected, "{html}");
}

#[test]
fn texts_know_their_places() {
    check("<p>One <b>two</b>", &[("One ", "One "), ("two", "two")]);
    check("\u{feff}<p>a &amp; b\r\nc", &[("a & b\nc", "a &amp; b\r\nc")]);
    check("<title>A</title><p>é<!-- -->f", &[("A", "A"), ("é", "é"), ("f", "f")]);
    // Foster parenting joins texts around other elements, and brings nodes out of order.
    check(
        "<table>a<tr><td>cell</td></tr>b</table>",
        &[("ab", "a<tr><td>cell</td></tr>b"), ("cell", "cell")],
    );
    check("<b>x<p>y</b>z", &[("x", "x"), ("y", "y"), ("z", "z")]);
}

#[test]
fn places_count_the_bytes_before_decoding() {
    let place = |bytes: &[u8]| {
        let document = Parser::default().parse_bytes(bytes, None);
        let mut nodes = document.descendants_and_self(NodeId::DOCUMENT);
        nodes.find_map(|id| document.source_range(id))
    };
    assert_eq!(place(b"<p>One"), Some(3..6));
    assert_eq!(place(b"\xef\xbb\xbf<p>One"), Some(6..9));
    // Text that was decoded from another encoding has no place.
    assert_eq!(place(b"<p>caf\xe9"), None);
}

#[test]
#[ignore = "needs a corpus"]
fn places_of_pages_hold_their_texts() {
    let corpus = Wcxb::required();
    let count = if is_full() { PAGE_COUNT } else { 60 };
    let mut parser = Parser::default();
    for page in corpus.sample(count, 18).unwrap() {
        let html = decode(&page.html, None).text;
        let document = parser.parse(&html);
        for id in document.descendants_and_self(NodeId::DOCUMENT) {
            if document.kind(id) == NodeKind::Text {
                check_place(&html, &document, id, &page.id);
            }
        }
        parser.recycle(document);
    }
}

/// Fails unless the place of a text is the text, or at least has its first word.
fn check_place(html: &str, document: &Document, id: NodeId, page: &str) {
    let source = &html[document.source_range(id).expect("every text has a place")];
    let text = document.text(id);
    if source.contains(['<', '&', '\r', '\0']) {
        let first = text.split_whitespace().next().unwrap_or_default();
        assert!(source.contains(first) || source.contains('&'), "{page}: {first:?} in {source:?}");
    } else {
        assert_eq!(source, text, "{page}");
    }
}
