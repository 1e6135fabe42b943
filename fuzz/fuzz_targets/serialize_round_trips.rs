//! A tree of freely nested elements is the same after it was written and read again.
//!
//! This does not hold for HTML in general (HTML standard, 13.3, the warning at the end): a
//! paragraph in a paragraph, made by scripts or by repair, is read as two.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis_dom::{Document, DocumentBuilder, Namespace, NodeId, NodeKind, Parser};

const NAMES: [&str; 8] = ["div", "section", "article", "span", "q", "ins", "bdi", "x-own"];
const ATTRS: [&str; 4] = ["id", "class", "data-own", "title"];
/// Below the limit of depth, `html` and `body` counted.
const DEPTH: usize = 500;

fuzz_target!(|input: &[u8]| {
    let document = build(input);
    let html = document.outer_html(NodeId::DOCUMENT);
    let again = Parser::default().parse(&html);
    assert_eq!(again.warnings(), [], "{html}");
    assert_eq!(again.outer_html(NodeId::DOCUMENT), html);
    assert_eq!(again.len(), document.len(), "{html}");
    for id in document.descendants_and_self(NodeId::DOCUMENT) {
        assert_eq!(again.kind(id), document.kind(id), "{html}");
        assert_eq!(again.parent(id), document.parent(id), "{html}");
        assert_eq!(again.local_name(id), document.local_name(id), "{html}");
        if document.kind(id) == NodeKind::Text {
            assert_eq!(again.text(id), document.text(id), "{html}");
        }
    }
});

/// Reads the bytes as events. Two bits choose the event, the rest of the byte names the element or
/// the length of the text.
fn build(mut input: &[u8]) -> Document {
    let mut builder = DocumentBuilder::new();
    builder.open("html", Namespace::Html, &[]);
    builder.open("head", Namespace::Html, &[]);
    builder.close();
    builder.open("body", Namespace::Html, &[]);
    // Text right after the tag would be the same either way, but white space would not.
    builder.open("div", Namespace::Html, &[]);
    let mut depth = 0;
    while let Some((&event, rest)) = input.split_first() {
        input = rest;
        let argument = usize::from(event >> 2);
        match event & 3 {
            0 if depth < DEPTH => {
                let value = take(&mut input, argument >> 3);
                let attr = (ATTRS[argument & 3], value.as_str());
                builder.open(NAMES[argument & 7], Namespace::Html, &[attr]);
                depth += 1;
            }
            1 if depth > 0 => {
                builder.close();
                depth -= 1;
            }
            2 => builder.comment(&take(&mut input, argument).replace(['-', '<', '>'], "")),
            _ => builder.text(&take(&mut input, argument)),
        }
    }
    builder.finish()
}

/// The next bytes as text that a page can hold: no NUL and no carriage return.
fn take(input: &mut &[u8], length: usize) -> String {
    let (text, rest) = input.split_at(length.min(input.len()));
    *input = rest;
    String::from_utf8_lossy(text).replace(['\0', '\r'], " ")
}
