//! The content of a working tree, as text and as HTML.

use super::WorkingTree;
use crate::node::{NodeId, NodeKind};
use crate::serialize::serialize;
use crate::traverse::Arena;

impl WorkingTree<'_> {
    /// Returns the text of a text node. Empty for any other node.
    pub fn own_text(&self, id: NodeId) -> &str {
        if self.kind(id) == NodeKind::Text { self.piece(id) } else { "" }
    }

    /// Returns the text of each text node among the node and its descendants, in document order.
    pub fn text_pieces(&self, id: NodeId) -> impl Iterator<Item = &str> {
        let nodes = self.descendants_and_self(id);
        nodes.filter(|&id| self.kind(id) == NodeKind::Text).map(|id| self.piece(id))
    }

    /// Returns the text of the node and its descendants.
    ///
    /// This is `textContent` of the DOM: no comments and no template contents.
    pub fn text_of(&self, id: NodeId) -> String {
        self.text_pieces(id).collect()
    }

    /// Serializes the node and its descendants to HTML, like
    /// [`Document::outer_html`](crate::Document::outer_html).
    pub fn outer_html(&self, id: NodeId) -> String {
        serialize(self, id, true)
    }

    /// Serializes the children of the node to HTML, like
    /// [`Document::inner_html`](crate::Document::inner_html).
    pub fn inner_html(&self, id: NodeId) -> String {
        serialize(self, id, false)
    }
}
