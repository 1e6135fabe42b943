//! What stands in a working tree, as text and as HTML.

use super::WorkingTree;
use crate::node::{NodeId, NodeKind};
use crate::serialize::write;
use crate::traverse::Arena;

impl WorkingTree<'_> {
    /// The text of a text node; empty for any other node.
    pub fn own_text(&self, id: NodeId) -> &str {
        if self.kind(id) == NodeKind::Text { self.piece(id) } else { "" }
    }

    /// The pieces of the text of the node and its descendants, one per text node.
    pub fn text_pieces(&self, id: NodeId) -> impl Iterator<Item = &str> {
        let nodes = self.descendants_and_self(id);
        nodes.filter(|&id| self.kind(id) == NodeKind::Text).map(|id| self.piece(id))
    }

    /// The text of the node and its descendants: what the DOM calls `textContent`, comments and template
    /// contents left out.
    pub fn text_of(&self, id: NodeId) -> String {
        self.text_pieces(id).collect()
    }

    /// The node and its descendants as HTML, as [`Document::outer_html`](crate::Document::outer_html) writes them.
    pub fn outer_html(&self, id: NodeId) -> String {
        write(self, id, true)
    }

    /// The children of the node as HTML, as [`Document::inner_html`](crate::Document::inner_html) writes them.
    pub fn inner_html(&self, id: NodeId) -> String {
        write(self, id, false)
    }
}
