//! Ways through a document, all in document order and without recursion.

use std::iter::FusedIterator;

use crate::document::Document;
use crate::names::Name;
use crate::node::{AttrNamespace, Node, NodeId, NodeKind, link};

/// A step of [`Document::walk`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The node begins; its descendants follow.
    Enter(NodeId),
    /// The node and all its descendants are done.
    Leave(NodeId),
}

/// What a document and a working copy of it have in common: enough to walk and to write them.
pub(crate) trait Arena {
    /// Where comments and doctypes are kept.
    fn frozen(&self) -> &Document;
    /// The text of a name that the tree uses.
    fn name_text(&self, name: Name) -> &str;
    fn node(&self, id: NodeId) -> &Node;
    /// The text of a text node.
    fn piece(&self, id: NodeId) -> &str;
    /// The root of the contents of a template.
    fn contents(&self, id: NodeId) -> Option<NodeId>;
    /// The attributes of an element, in order.
    fn attributes(&self, id: NodeId) -> impl Iterator<Item = (Name, AttrNamespace, &str)>;
}

impl Arena for Document {
    fn frozen(&self) -> &Document {
        self
    }

    fn name_text(&self, name: Name) -> &str {
        self.name_str(name)
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
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

/// What follows this step in the subtree of `root`; `None` when that is done.
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
    /// The node and its descendants, in document order.
    pub fn descendants_and_self(
        &self,
        id: NodeId,
    ) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        let range = id.0 as usize..self.ends[id.index()] as usize;
        range.map(|raw| NodeId(raw as u32))
    }

    /// The elements of the subtree, the node itself included, in document order.
    pub fn elements(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + '_ {
        self.descendants_and_self(id).filter(|&id| self.kind(id) == NodeKind::Element)
    }

    /// The children of the node, in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// The parent, its parent, and so on up to the root.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(id), |&node| self.parent(node))
    }

    /// Every node of the subtree on the way in and on the way out.
    ///
    /// ```
    /// use tamis_dom::{Limits, Parser, Step};
    /// let document = Parser::new(Limits::default()).parse("<p>a<b>c</b></p>");
    /// let body = document.body().unwrap();
    /// let steps = document.walk(body).map(|step| match step {
    ///     Step::Enter(id) => document.local_name(id).unwrap_or("#text").to_string(),
    ///     Step::Leave(id) => format!("/{}", document.local_name(id).unwrap_or("#text")),
    /// });
    /// assert_eq!(steps.collect::<Vec<_>>().join(" "), "body p #text /#text b #text /#text /b /p /body");
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
