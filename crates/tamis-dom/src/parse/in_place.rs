//! The builder's arena as the document, if its nodes are in document order.

use std::mem::swap;

use super::builder::Builder;
use super::freeze::freeze;
use crate::document::Document;
use crate::node::{NONE, NodeKind};

/// Fills the empty `document` with the builder's tree. Copies it only if it is not in document
/// order.
///
/// `attributes_moved` is true if the attributes are not in the order of their elements.
pub(crate) fn finish(builder: &mut Builder, document: &mut Document, attributes_moved: bool) {
    let is_plain = builder.templates.is_empty() && builder.continuations.is_empty();
    if attributes_moved || !is_plain || !number(builder, document) {
        document.ends.clear();
        document.text_starts.clear();
        freeze(builder, document);
        return;
    }
    swap(&mut document.nodes, &mut builder.nodes);
    swap(&mut document.attrs, &mut builder.attrs);
    swap(&mut document.text, &mut builder.text);
    swap(&mut document.data, &mut builder.data);
    swap(&mut document.names, &mut builder.names);
    swap(&mut document.sources, &mut builder.sources);
    document.quirks = builder.quirks;
}

/// Sets the ends and the starts of text of all nodes. False if a node is not in document order or
/// not in the tree.
///
/// In document order, the first child of a node comes right after it, and a sibling right after the
/// end of the one before. Then each subtree is contiguous, and that of the document has all nodes.
fn number(builder: &Builder, document: &mut Document) -> bool {
    let nodes = &builder.nodes;
    let mut text_start = builder.text.len() as u32;
    let ends = &mut document.ends;
    ends.resize(nodes.len(), 0);
    document.text_starts.resize(nodes.len() + 1, text_start);
    for (index, node) in nodes.iter().enumerate().rev() {
        let next = index as u32 + 1;
        let mut end = next;
        if node.last_child != NONE {
            if node.first_child != next || node.last_child < next {
                return false;
            }
            end = ends[node.last_child as usize];
        }
        if node.next != NONE && node.next != end {
            return false;
        }
        if node.kind == NodeKind::Text {
            text_start = node.offset;
        }
        ends[index] = end;
        document.text_starts[index] = text_start;
    }
    ends.first() == Some(&(nodes.len() as u32))
}
