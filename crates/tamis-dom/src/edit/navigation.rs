//! Traversal of a working tree.

use super::WorkingTree;
use crate::names::name;
use crate::node::{NodeId, NodeKind, link};
use crate::traverse::{Arena, Step, next_step};

impl WorkingTree<'_> {
    /// Returns the parent, or `None` for a root and for a detached node.
    #[inline]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).parent)
    }

    /// Returns the first child, or `None` if there are no children.
    #[inline]
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).first_child)
    }

    /// Returns the last child, or `None` if there are no children.
    #[inline]
    pub fn last_child(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).last_child)
    }

    /// Returns the previous sibling, or `None` for a first child and for a node without a parent.
    #[inline]
    pub fn previous_sibling(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).previous)
    }

    /// Returns the next sibling, or `None` for a last child and for a node without a parent.
    #[inline]
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).next)
    }

    /// Returns the children of the node, in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// Returns the ancestors of the node, from its parent to the root.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(id), |&node| self.parent(node))
    }

    /// Enters and leaves every node of the subtree, in document order.
    pub fn walk(&self, root: NodeId) -> impl Iterator<Item = Step> + '_ {
        std::iter::successors(Some(Step::Enter(root)), move |&step| next_step(self, root, step))
    }

    /// Returns the node and its descendants, in document order.
    pub fn descendants_and_self(&self, root: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(root), move |&id| self.next_in(root, id))
    }

    /// Returns the elements among the node and its descendants, in document order.
    pub fn elements(&self, root: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.descendants_and_self(root).filter(|&id| self.kind(id) == NodeKind::Element)
    }

    /// Returns the next node in document order within the subtree of `root`; `None` at its end.
    ///
    /// It is for loops that edit the tree. The node may be edited before this call, but must still
    /// be in the subtree.
    pub fn next_in(&self, root: NodeId, id: NodeId) -> Option<NodeId> {
        self.first_child(id).or_else(|| self.next_behind(root, id))
    }

    /// Returns the first node after this node and all its descendants, in document order within the
    /// subtree of `root`; `None` at its end.
    pub fn next_behind(&self, root: NodeId, id: NodeId) -> Option<NodeId> {
        let mut step = Step::Leave(id);
        loop {
            step = next_step(self, root, step)?;
            if let Step::Enter(next) = step {
                return Some(next);
            }
        }
    }

    /// Returns the root of the contents of an HTML `<template>` of the document, or `None` for any
    /// other node.
    pub fn template_contents(&self, id: NodeId) -> Option<NodeId> {
        let source = self.source(id).filter(|&id| self.is_html(id, name::TEMPLATE))?;
        self.document.template_contents(source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parser;

    #[test]
    fn order_while_the_tree_changes() {
        let document = Parser::default().parse("<p>a<b>c</b></p><i>d</i>");
        let body = document.body().unwrap();
        let mut tree = WorkingTree::of(&document);
        let mut names = Vec::new();
        let mut next = tree.first_child(body);
        while let Some(id) = next {
            names.push(tree.local_name(id).unwrap_or("#text").to_owned());
            next = tree.next_in(body, id);
            if tree.is_html(id, name::B) {
                next = tree.next_behind(body, id);
                tree.detach(id);
            }
        }
        assert_eq!(names, ["p", "#text", "b", "i", "#text"]);
        assert_eq!(tree.text_pieces(body).collect::<Vec<_>>(), ["a", "d"]);
    }
}
