//! Traversal of a document, in document order and without recursion.

use std::iter::FusedIterator;

use crate::document::Document;
use crate::names::Name;
use crate::node::{AttrNamespace, Node, NodeId, NodeKind, link};

/// A step of [`Document::walk`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Enters a node. The steps of its descendants follow.
    Enter(NodeId),
    /// Leaves a node, after all its descendants.
    Leave(NodeId),
}

/// The common interface of a document and a working tree: enough to traverse and serialize them.
pub(crate) trait Arena {
    /// Returns the frozen document, which holds the comments and doctypes.
    fn frozen(&self) -> &Document;
    /// Returns the text of a name that the tree uses.
    fn name_text(&self, name: Name) -> &str;
    fn node(&self, id: NodeId) -> &Node;
    /// Returns the text of a text node.
    fn piece(&self, id: NodeId) -> &str;
    /// Returns the root of the contents of a template, or `None` for any other node.
    fn contents(&self, id: NodeId) -> Option<NodeId>;
    /// Returns the attributes of an element, in order.
    fn attributes(&self, id: NodeId) -> impl Iterator<Item = (Name, AttrNamespace, &str)>;
}

impl Arena for Document {
    fn frozen(&self) -> &Document {
        self
    }

    fn name_text(&self, name: Name) -> &str {
        self.name_str(name)
    }

    #[inline]
    fn node(&self, id: NodeId) -> &Node {
        Document::node(self, id)
    }

    fn piece(&self, id: NodeId) -> &str {
        self.text(id)
    }

    fn contents(&self, id: NodeId) -> Option<NodeId> {
        self.template_contents(id)
    }

    fn attributes(&self, id: NodeId) -> impl Iterator<Item = (Name, AttrNamespace, &str)> {
        self.attrs(id).iter().map(|attr| (attr.name(), attr.namespace(), self.attr_value(attr)))
    }
}

/// Returns the step after this one in the subtree of `root`; `None` at its end.
#[inline]
pub(crate) fn next_step(tree: &impl Arena, root: NodeId, step: Step) -> Option<Step> {
    match step {
        Step::Enter(id) => {
            Some(link(tree.node(id).first_child).map_or(Step::Leave(id), Step::Enter))
        }
        Step::Leave(id) if id == root => None,
        Step::Leave(id) => match link(tree.node(id).next) {
            Some(sibling) => Some(Step::Enter(sibling)),
            None => link(tree.node(id).parent).map(Step::Leave),
        },
    }
}

impl Document {
    /// Returns the node and its descendants, in document order.
    ///
    /// ```
    /// use tamis_dom::{NodeKind, Parser};
    /// let document = Parser::default().parse("<p>One <b>two</b>");
    /// let body = document.body().unwrap();
    /// let nodes = document.descendants_and_self(body);
    /// let texts: Vec<_> = nodes
    ///     .filter(|&id| document.kind(id) == NodeKind::Text)
    ///     .map(|id| document.text(id))
    ///     .collect();
    /// assert_eq!(texts, ["One ", "two"]);
    /// ```
    pub fn descendants_and_self(
        &self,
        id: NodeId,
    ) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        let range = id.0 as usize..self.ends[id.index()] as usize;
        range.map(|raw| NodeId(raw as u32))
    }

    /// Returns the elements among the node and its descendants, in document order.
    pub fn elements(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + '_ {
        self.descendants_and_self(id).filter(|&id| self.kind(id) == NodeKind::Element)
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
    ///
    /// ```
    /// use tamis_dom::{Limits, Parser, Step};
    /// let document = Parser::new(Limits::default()).parse("<p>a<b>c</b></p>");
    /// let body = document.body().unwrap();
    /// let steps = document.walk(body).map(|step| match step {
    ///     Step::Enter(id) => document.local_name(id).unwrap_or("#text").to_string(),
    ///     Step::Leave(id) => format!("/{}", document.local_name(id).unwrap_or("#text")),
    /// });
    /// let steps = steps.collect::<Vec<_>>().join(" ");
    /// assert_eq!(steps, "body p #text /#text b #text /#text /b /p /body");
    /// ```
    pub fn walk(&self, id: NodeId) -> Walk<'_> {
        Walk { document: self, root: id, next: Some(Step::Enter(id)) }
    }
}

/// The iterator of [`Document::walk`].
#[derive(Clone, Debug)]
pub struct Walk<'d> {
    document: &'d Document,
    root: NodeId,
    next: Option<Step>,
}

impl Iterator for Walk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let step = self.next?;
        self.next = next_step(self.document, self.root, step);
        Some(step)
    }
}

impl FusedIterator for Walk<'_> {}
