//! Any bytes under any small limits give a document that can be read, searched and written.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis_dom::{Document, Limits, NodeId, Parser, Selector};

/// Nodes that the tree builder may still make when the limit is reached: what one token asks for.
const NODES_BEYOND: usize = 64;

fuzz_target!(|input: &[u8]| {
    let Some((settings, html)) = input.split_first_chunk::<4>() else { return };
    let [depth, nodes, attributes, repeated] = settings.map(usize::from);
    let limits = Limits::default()
        .depth(16 + depth)
        .nodes(64 + nodes * 16)
        .attributes_per_element(1 + attributes)
        .repeated(repeated);
    let mut parser = Parser::new(limits);
    let document = parser.parse_bytes(html, None);
    read(&document);
    assert!(document.len() <= 64 + nodes * 16 + NODES_BEYOND, "{} nodes", document.len());
    let html = document.outer_html(NodeId::DOCUMENT);
    parser.recycle(document);
    read(&parser.parse(&html));
});

fn read(document: &Document) {
    let selector = Selector::parse("div > p, :has(b) ~ i, [class~=x]").expect("a selector");
    let steps = document.walk(NodeId::DOCUMENT).count();
    assert_eq!(steps, document.descendants_and_self(NodeId::DOCUMENT).len() * 2);
    assert!(document.select(&selector).count() <= document.len());
    for id in (0..document.len()).map(NodeId::from_index) {
        assert!(document.text(id).len() <= document.whole_text().len());
        assert!(document.subtree_end(id) > id);
        assert!(document.parent(id).is_none_or(|parent| parent < id));
    }
}
