//! The nodes that expressions select.

use crate::document::Document;
use crate::node::{Attr, NodeId, NodeKind};

/// A node that an expression selected: an element, text, comment, attribute, or the document node.
///
/// Nodes are ordered by document order. The attributes of an element come directly after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct XPathNode {
    node: NodeId,
    /// 0 for the node itself, else the index of the attribute plus one.
    attribute: u32,
}

impl XPathNode {
    pub(super) fn new(node: NodeId) -> XPathNode {
        XPathNode { node, attribute: 0 }
    }

    pub(super) fn attribute_at(owner: NodeId, index: usize) -> XPathNode {
        XPathNode { node: owner, attribute: index as u32 + 1 }
    }

    /// Returns the id of the node; for an attribute, the id of its element.
    pub fn id(self) -> NodeId {
        self.node
    }

    /// Returns the index of an attribute among those of its element, or `None` for any other node.
    pub fn attribute_index(self) -> Option<usize> {
        (self.attribute as usize).checked_sub(1)
    }

    /// Returns the attribute, or `None` for any other node.
    pub fn attribute(self, document: &Document) -> Option<&Attr> {
        document.attrs(self.node).get(self.attribute_index()?)
    }

    /// Returns the string-value of XPath: the value of an attribute, the content of a comment, or
    /// the text of any other node and its descendants.
    pub fn text(self, document: &Document) -> &str {
        match self.attribute(document) {
            Some(attr) => document.attr_value(attr),
            None if document.kind(self.node) == NodeKind::Comment => {
                document.comment(self.node).unwrap_or_default()
            }
            None => document.text(self.node),
        }
    }
}
