//! The last step of parsing: brings the nodes from the order of creation into document order.
//!
//! It is needed if a rule of HTML has moved a node. For example, of `<table><p>One<tr><td>Two`, the
//! parser makes the table first and then the paragraph, which belongs before it. The tree is walked
//! once, and each node gets its number on the way. Most pages do not come here: see
//! [`super::in_place`].

use super::builder::Builder;
use crate::document::Document;
use crate::node::{NONE, NodeKind};

/// Fills the empty `document` with the builder's tree: nodes in document order, and contiguous
/// text. Nodes that were created but are not in the tree are dropped.
pub(crate) fn freeze(builder: &mut Builder, document: &mut Document) {
    builder.continuations.sort_by_key(|piece| piece.node);
    let mut freezer =
        Freezer { builder, document, new_ids: Vec::new(), text_length: 0, in_place: true };
    freezer.document.nodes.clear();
    let count = freezer.builder.nodes.len();
    freezer.document.nodes.reserve(count);
    freezer.document.ends.reserve(count);
    freezer.document.text_starts.reserve(count + 1);
    freezer.document.attrs.reserve(freezer.builder.attrs.len());
    freezer.copy_tree(0);
    freezer.copy_templates();
    let (end, in_place) = (freezer.text_length, freezer.in_place);
    document.text_starts.push(end as u32);
    if in_place {
        builder.text.truncate(end);
        std::mem::swap(&mut document.text, &mut builder.text);
    }
    std::mem::swap(&mut document.data, &mut builder.data);
    std::mem::swap(&mut document.names, &mut builder.names);
    document.quirks = builder.quirks;
}

struct Freezer<'a> {
    builder: &'a Builder,
    document: &'a mut Document,
    /// The old and the new id of each template element.
    new_ids: Vec<(u32, u32)>,
    /// The length of the text so far, in bytes.
    text_length: usize,
    /// True while the builder's text is in document order, as on nearly every page. Then the
    /// document takes the text without a copy.
    in_place: bool,
}

impl Freezer<'_> {
    /// Copies the subtree of `root` in document order.
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
            // Go up to the nearest ancestor with a next sibling, and set the ends on the way.
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
        document.text_starts.push(self.text_length as u32);
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
                let offset = self.text_length;
                self.take_text(old, node.offset, node.length);
                node.offset = offset as u32;
                node.length = (self.text_length - offset) as u32;
                if let Some(place) = self.builder.sources.get(old) {
                    self.document.sources.add(new, place.start, place.end);
                }
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

    fn take_text(&mut self, node: u32, offset: u32, length: u32) {
        self.take_piece(offset, length);
        let pieces = &self.builder.continuations;
        if pieces.is_empty() {
            return;
        }
        let first = pieces.partition_point(|piece| piece.node < node);
        for piece in pieces[first..].iter().take_while(|piece| piece.node == node) {
            self.take_piece(piece.offset, piece.length);
        }
    }

    fn take_piece(&mut self, offset: u32, length: u32) {
        let (offset, length) = (offset as usize, length as usize);
        if self.in_place && offset != self.text_length {
            self.in_place = false;
            self.document.text.push_str(&self.builder.text[..self.text_length]);
        }
        if !self.in_place {
            self.document.text.push_str(&self.builder.text[offset..offset + length]);
        }
        self.text_length += length;
    }

    /// Copies the contents of templates after all other nodes. Templates inside of contents add to
    /// the list.
    fn copy_templates(&mut self) {
        let mut next = 0;
        while let Some(&(old, new)) = self.new_ids.get(next) {
            next += 1;
            let found = self.builder.templates.binary_search_by_key(&old, |pair| pair.0);
            // Only templates in the HTML namespace have contents.
            let Ok(index) = found else { continue };
            let root = self.document.nodes.len() as u32;
            self.copy_tree(self.builder.templates[index].1);
            self.document.templates.push((new, root));
        }
        self.document.templates.sort_unstable();
    }
}
