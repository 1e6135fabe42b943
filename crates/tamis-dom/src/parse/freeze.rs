//! From the order of creation to document order: the last step of parsing.

use super::builder::Builder;
use crate::document::Document;
use crate::node::{NONE, NodeKind};

/// Fills the empty `document` with the builder's tree, nodes in document order, text in one piece; what the
/// tree builder made and dropped again is left behind.
pub(super) fn freeze(builder: &mut Builder, document: &mut Document) {
    builder.continuations.sort_by_key(|piece| piece.node);
    let mut freezer = Freezer { builder, document, new_ids: Vec::new() };
    freezer.document.nodes.clear();
    freezer.document.nodes.reserve(freezer.builder.nodes.len());
    freezer.document.text.reserve(freezer.builder.text.len());
    freezer.copy_tree(0);
    freezer.copy_templates();
    let end = freezer.document.text.len() as u32;
    freezer.document.text_starts.push(end);
    std::mem::swap(&mut document.data, &mut builder.data);
    std::mem::swap(&mut document.names, &mut builder.names);
    document.quirks = builder.quirks;
}

struct Freezer<'a> {
    builder: &'a Builder,
    document: &'a mut Document,
    /// New ids of template elements, by their place in the builder's list.
    new_ids: Vec<(u32, u32)>,
}

impl Freezer<'_> {
    /// Copies the subtree of this root, in document order.
    fn copy_tree(&mut self, root: u32) {
        let mut old = root;
        let mut parent = NONE;
        loop {
            let new = self.copy_node(old, parent);
            let first_child = self.builder.nodes[old as usize].first_child;
            if first_child != NONE {
                old = first_child;
                parent = new;
                continue;
            }
            self.document.ends[new as usize] = new + 1;
            // Up to the nearest node with a sibling behind it, closing what ends here.
            loop {
                if old == root {
                    return;
                }
                let node = &self.builder.nodes[old as usize];
                if node.next != NONE {
                    old = node.next;
                    break;
                }
                old = node.parent;
                let closed = parent as usize;
                self.document.ends[closed] = self.document.nodes.len() as u32;
                parent = self.document.nodes[closed].parent;
            }
        }
    }

    fn copy_node(&mut self, old: u32, parent: u32) -> u32 {
        let document = &mut *self.document;
        let new = document.nodes.len() as u32;
        let mut node = self.builder.nodes[old as usize];
        document.text_starts.push(document.text.len() as u32);
        document.ends.push(new + 1);
        match node.kind {
            NodeKind::Element => {
                let range = node.offset as usize..(node.offset + node.length) as usize;
                node.offset = document.attrs.len() as u32;
                for attr in &self.builder.attrs[range] {
                    let mut attr = *attr;
                    attr.owner = new;
                    document.attrs.push(attr);
                }
                if node.name == crate::names::name::TEMPLATE {
                    self.new_ids.push((old, new));
                }
            }
            NodeKind::Text => {
                let offset = document.text.len();
                self.copy_text(old, node.offset, node.length);
                node.offset = offset as u32;
                node.length = (self.document.text.len() - offset) as u32;
            }
            _ => {}
        }
        node.first_child = NONE;
        node.last_child = NONE;
        node.next = NONE;
        node.parent = parent;
        node.previous = NONE;
        if parent != NONE {
            self.link_last(parent, new, &mut node.previous);
        }
        self.document.nodes.push(node);
        new
    }

    fn link_last(&mut self, parent: u32, new: u32, previous: &mut u32) {
        let nodes = &mut self.document.nodes;
        *previous = nodes[parent as usize].last_child;
        if *previous == NONE {
            nodes[parent as usize].first_child = new;
        } else {
            nodes[*previous as usize].next = new;
        }
        nodes[parent as usize].last_child = new;
    }

    fn copy_text(&mut self, node: u32, offset: u32, length: u32) {
        let text = &self.builder.text;
        let range = |offset: u32, length: u32| offset as usize..(offset + length) as usize;
        self.document.text.push_str(&text[range(offset, length)]);
        let pieces = &self.builder.continuations;
        if pieces.is_empty() {
            return;
        }
        let first = pieces.partition_point(|piece| piece.node < node);
        for piece in pieces[first..].iter().take_while(|piece| piece.node == node) {
            self.document.text.push_str(&text[range(piece.offset, piece.length)]);
        }
    }

    /// Copies the contents of templates behind everything else; those in them add to the list.
    fn copy_templates(&mut self) {
        let mut next = 0;
        while let Some(&(old, new)) = self.new_ids.get(next) {
            next += 1;
            let found = self.builder.templates.binary_search_by_key(&old, |pair| pair.0);
            // A `template` element of SVG has no contents of this kind.
            let Ok(index) = found else { continue };
            let root = self.document.nodes.len() as u32;
            self.copy_tree(self.builder.templates[index].1);
            self.document.templates.push((new, root));
        }
        self.document.templates.sort_unstable();
    }
}
