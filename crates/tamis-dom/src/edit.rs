//! A copy of a document's tree that may be rearranged.

mod attributes;
mod content;
mod moves;
mod names;
mod navigation;

use crate::document::Document;
use crate::names::Name;
use crate::node::{AttrNamespace, Namespace, Node, NodeId, NodeKind};
use crate::traverse::Arena;

use attributes::OwnAttr;

/// A working copy of a frozen document, for what has to move nodes about.
///
/// Only the array of nodes is copied; text, names and attributes stay with the document. A node of the document
/// keeps its id, also when it is renamed or moved; new nodes get the ids from [`Document::len`] on. A node
/// that is taken out keeps its subtree and can be put in again. Ids are those of this tree; an id beyond
/// [`WorkingTree::len`] panics, as in a document.
///
/// Every step takes the same short time, but for a move of a node with children, which looks at the ancestors of its
/// new place, and [`WorkingTree::replace_with_children`], which looks at the children.
///
/// ```
/// use tamis_dom::{Parser, WorkingTree, name};
/// let document = Parser::default().parse("<p>One<div><i>two</i> three</div>");
/// let mut tree = WorkingTree::of(&document);
/// let body = document.body().unwrap();
/// let [p, div] = tree.children(body).collect::<Vec<_>>()[..] else { panic!() };
/// tree.append(p, tree.first_child(div).unwrap());
/// tree.rename(div, name::P);
/// assert_eq!(tree.inner_html(body), "<p>One<i>two</i></p><p> three</p>");
/// assert_eq!(tree.source(div), Some(div));
/// ```
#[derive(Clone, Debug)]
pub struct WorkingTree<'d> {
    document: &'d Document,
    nodes: Vec<Node>,
    /// The text of new text nodes, whose `offset` is the place here.
    texts: Vec<Box<str>>,
    /// The attributes of elements that have other ones than in the document: their `length` is
    /// `attributes::OWN`, their `offset` the place here.
    own_attrs: Vec<Vec<OwnAttr<'d>>>,
    /// Names that the document does not have, with the numbers behind its own.
    own_names: Vec<Box<str>>,
}

impl<'d> WorkingTree<'d> {
    /// A copy that still is as the document.
    pub fn of(document: &'d Document) -> WorkingTree<'d> {
        let nodes = document.nodes.clone();
        WorkingTree {
            document,
            nodes,
            texts: Vec::new(),
            own_attrs: Vec::new(),
            own_names: Vec::new(),
        }
    }

    /// The document it was made of.
    pub fn document(&self) -> &'d Document {
        self.document
    }

    /// How many nodes there are, those taken out included: ids are below this number.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing stands in the tree beside its root.
    pub fn is_empty(&self) -> bool {
        self.first_child(NodeId::DOCUMENT).is_none()
    }

    /// The document's node that this one is; `None` for a new one.
    #[inline]
    pub fn source(&self, id: NodeId) -> Option<NodeId> {
        (id.index() < self.document.len()).then_some(id)
    }

    /// What the node is.
    #[inline]
    pub fn kind(&self, id: NodeId) -> NodeKind {
        self.node(id).kind
    }

    /// The name of an element; `None` for any other node.
    #[inline]
    pub fn name(&self, id: NodeId) -> Option<Name> {
        let node = self.node(id);
        (node.kind == NodeKind::Element).then_some(node.name)
    }

    /// The local name of an element as text; `None` for any other node.
    pub fn local_name(&self, id: NodeId) -> Option<&str> {
        self.name(id).map(|name| self.name_str(name))
    }

    /// Whether the node is an HTML element of this name.
    #[inline]
    pub fn is_html(&self, id: NodeId, name: Name) -> bool {
        let node = self.node(id);
        node.is_html() && node.name == name
    }

    /// The namespace of an element; HTML for any other node.
    pub fn namespace(&self, id: NodeId) -> Namespace {
        self.node(id).namespace
    }

    /// A new HTML element, not yet in the tree. The name is from the table or of the document.
    pub fn create_element(&mut self, name: Name) -> NodeId {
        let mut node = Node::new(NodeKind::Element, 0, 0);
        node.name = name;
        self.push(node)
    }

    /// A new text node, not yet in the tree.
    pub fn create_text(&mut self, text: &str) -> NodeId {
        self.texts.push(text.into());
        self.push(Node::new(NodeKind::Text, self.texts.len() as u32 - 1, 0))
    }

    /// Gives an element another name and makes it an HTML element; the rest of it stays. `false` for any other
    /// node.
    pub fn rename(&mut self, id: NodeId, name: Name) -> bool {
        let node = &mut self.nodes[id.index()];
        let element = node.kind == NodeKind::Element;
        if element {
            node.name = name;
            node.namespace = Namespace::Html;
        }
        element
    }

    fn push(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }
}

impl Arena for WorkingTree<'_> {
    fn frozen(&self) -> &Document {
        self.document
    }

    fn name_text(&self, name: Name) -> &str {
        self.name_str(name)
    }

    #[inline]
    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    fn piece(&self, id: NodeId) -> &str {
        match self.source(id) {
            Some(id) => self.document.text(id),
            None => &self.texts[self.node(id).offset as usize],
        }
    }

    fn contents(&self, id: NodeId) -> Option<NodeId> {
        self.template_contents(id)
    }

    fn attributes(&self, id: NodeId) -> impl Iterator<Item = (Name, AttrNamespace, &str)> {
        self.attrs(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Parser, name};

    /// Compares what an edit makes of a page's body. The edit gets the ids of the body and its descendants, in order.
    pub(super) fn check(
        html: &str,
        edit: impl FnOnce(&mut WorkingTree<'_>, &[NodeId]),
        expected: &str,
    ) {
        let document = Parser::default().parse(html);
        let body = document.body().unwrap();
        let ids: Vec<_> = document.descendants_and_self(body).collect();
        let mut tree = WorkingTree::of(&document);
        edit(&mut tree, &ids);
        assert_eq!(tree.inner_html(body), expected);
    }

    #[test]
    fn new_nodes() {
        let edit = |tree: &mut WorkingTree<'_>, ids: &[NodeId]| {
            let wrapper = tree.wrap(ids[1], name::SECTION).unwrap();
            let text = tree.create_text("<b>");
            assert!(tree.append(wrapper, text));
            assert!(tree.rename(ids[1], name::H2));
            assert_eq!(text.index(), tree.document().len() + 1);
            assert_eq!(tree.source(text), None);
            assert_eq!(tree.source(ids[1]), Some(ids[1]));
            assert_eq!(tree.text_of(wrapper), "a<b>");
            assert_eq!(tree.own_text(text), "<b>");
            assert_eq!(tree.own_text(wrapper), "");
        };
        check("<p id=x>a</p>", edit, r#"<section><h2 id="x">a</h2>&lt;b&gt;</section>"#);
    }

    #[test]
    fn a_renamed_svg_element_is_html() {
        let edit = |tree: &mut WorkingTree<'_>, ids: &[NodeId]| {
            assert!(!tree.is_html(ids[2], name::A));
            assert!(tree.rename(ids[2], name::SPAN));
            assert!(tree.is_html(ids[2], name::SPAN));
        };
        check("<svg><a>x</a></svg>", edit, "<svg><span>x</span></svg>");
    }

    #[test]
    fn a_renamed_template_shows_its_children_only() {
        let html = "x<template>in</template>";
        check(html, |_, _| {}, html);
        check(html, |tree, ids| assert!(tree.rename(ids[2], name::DIV)), "x<div></div>");
    }
}
