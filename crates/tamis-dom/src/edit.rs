//! A working copy of a document whose nodes can be rearranged.
//!
//! A [`Document`] never changes, so that facts about its nodes can be in side tables and engines
//! can run in any order. Readability, however, is defined by what it does to a tree: it moves
//! nodes, renames them and removes attributes. It gets a tree of its own.
//!
//! A full copy would be expensive and would lose the connection to the page. So only the array of
//! nodes is copied, 32 bytes for each, and everything else stays in the document. A node keeps its
//! id in the copy, even if it is moved or renamed. So after all edits the engine can say which
//! nodes of the document are left, which is what a verdict needs. For example, if `<div>` 7 became
//! a `<p>` and got a new parent, it is still node 7, and renderers write node 7 of the document.

mod attributes;
mod content;
mod import;
mod moves;
mod names;
mod navigation;

use std::borrow::Cow;
use std::ops::Range;

use crate::document::Document;
use crate::names::Name;
use crate::node::{AttrNamespace, Namespace, Node, NodeId, NodeKind};
use crate::traverse::Arena;

use attributes::OwnAttr;

/// A working copy of a document, for algorithms that rearrange nodes.
///
/// Only the array of nodes is copied; text, names and attributes stay in the document. A node of
/// the document keeps its id, even if it is renamed or moved. New nodes get the ids from
/// [`Document::len`] on. A detached node keeps its subtree and can be inserted again.
///
/// Every edit takes constant time, with these exceptions: moving a node that has children walks the
/// ancestors of its new parent, [`WorkingTree::replace_with_children`] walks the children,
/// [`WorkingTree::wrap_run`] walks the siblings of the run, and editing attributes walks the
/// attributes.
///
/// # Panics
///
/// Methods panic if an id is not below [`WorkingTree::len`].
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
    /// The text of each new text node. The `offset` of the node is the index in this list.
    texts: Vec<OwnText<'d>>,
    /// The attributes of each element whose attributes were edited. The `length` of the element is
    /// `attributes::OWN`, and its `offset` is the index in this list.
    own_attrs: Vec<Vec<OwnAttr<'d>>>,
    /// Names that the document does not have. Their numbers follow those of the document.
    own_names: Vec<Box<str>>,
}

/// The text of a new text node.
#[derive(Clone, Debug)]
struct OwnText<'d> {
    text: Cow<'d, str>,
    /// The bytes of the source that it was made from.
    place: Option<Range<u32>>,
}

impl<'d> WorkingTree<'d> {
    /// Returns an unchanged copy of the document.
    pub fn of(document: &'d Document) -> WorkingTree<'d> {
        // Room for some new nodes, because most engines add a few, which must not move all the
        // others.
        let mut nodes = Vec::with_capacity(document.nodes.len() + document.nodes.len() / 8);
        nodes.extend_from_slice(&document.nodes);
        WorkingTree {
            document,
            nodes,
            texts: Vec::new(),
            own_attrs: Vec::new(),
            own_names: Vec::new(),
        }
    }

    /// Returns the document that this tree copies.
    pub fn document(&self) -> &'d Document {
        self.document
    }

    /// Returns the number of nodes, including detached ones. All ids are below this number.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns true if the document node has no children.
    pub fn is_empty(&self) -> bool {
        self.first_child(NodeId::DOCUMENT).is_none()
    }

    /// Returns the same node of the original document; `None` for a new node.
    #[inline]
    pub fn source(&self, id: NodeId) -> Option<NodeId> {
        (id.index() < self.document.len()).then_some(id)
    }

    /// Returns the kind of the node.
    #[inline]
    pub fn kind(&self, id: NodeId) -> NodeKind {
        self.node(id).kind
    }

    /// Returns the name of an element, or `None` for any other node.
    #[inline]
    pub fn name(&self, id: NodeId) -> Option<Name> {
        let node = self.node(id);
        (node.kind == NodeKind::Element).then_some(node.name)
    }

    /// Returns the local name of an element as text, or `None` for any other node.
    pub fn local_name(&self, id: NodeId) -> Option<&str> {
        self.name(id).map(|name| self.name_str(name))
    }

    /// Returns true if the node is an element of the HTML namespace with this name.
    #[inline]
    pub fn is_html(&self, id: NodeId, name: Name) -> bool {
        let node = self.node(id);
        node.is_html() && node.name == name
    }

    /// Returns the namespace of an element; [`Namespace::Html`] for any other node.
    pub fn namespace(&self, id: NodeId) -> Namespace {
        self.node(id).namespace
    }

    /// Creates a detached HTML element. The name is a known name, or one of this tree.
    pub fn create_element(&mut self, name: Name) -> NodeId {
        let mut node = Node::new(NodeKind::Element, 0, 0);
        node.name = name;
        self.push(node)
    }

    /// Creates a detached text node.
    pub fn create_text(&mut self, text: &str) -> NodeId {
        self.push_text(Cow::Owned(text.into()), None)
    }

    /// Creates a detached text node with a part of a text node of the document, in bytes. If the
    /// text is in the source as it is, the part knows its own place there, else that of the whole.
    ///
    /// ```
    /// use tamis_dom::{Parser, WorkingTree, name};
    /// let document = Parser::default().parse("<p>One, two");
    /// let p = document.first_child(document.body().unwrap()).unwrap();
    /// let text = document.first_child(p).unwrap();
    /// let mut tree = WorkingTree::of(&document);
    /// let part = tree.create_part(text, 5..8);
    /// tree.replace(text, part);
    /// let changed = tree.to_document();
    /// let text = changed.first_child(changed.first_child(changed.body().unwrap()).unwrap());
    /// assert_eq!(changed.text(text.unwrap()), "two");
    /// assert_eq!(changed.source_range(text.unwrap()), Some(8..11));
    /// ```
    ///
    /// # Panics
    ///
    /// If the range is not one of characters of the text.
    pub fn create_part(&mut self, text: NodeId, part: Range<usize>) -> NodeId {
        let whole = self.document.text(text);
        let place = self.document.sources.get(text.0).map(|place| {
            let is_verbatim = (place.end - place.start) as usize == whole.len();
            let at = |offset: usize| place.start + offset as u32;
            if is_verbatim { at(part.start)..at(part.end) } else { place }
        });
        self.push_text(Cow::Borrowed(&whole[part]), place)
    }

    fn push_text(&mut self, text: Cow<'d, str>, place: Option<Range<u32>>) -> NodeId {
        self.texts.push(OwnText { text, place });
        self.push(Node::new(NodeKind::Text, self.texts.len() as u32 - 1, 0))
    }

    /// Returns the bytes of the source that a text node was made from.
    pub(crate) fn place(&self, id: NodeId) -> Option<Range<u32>> {
        match self.source(id) {
            Some(id) => self.document.sources.get(id.0),
            None => self.texts.get(self.node(id).offset as usize)?.place.clone(),
        }
    }

    /// Changes the name of an element, and its namespace to HTML. Attributes and children stay.
    ///
    /// Returns `false` and does nothing if the node is not an element.
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
        #[cfg(feature = "count-reads")]
        crate::reads::note();
        &self.nodes[id.index()]
    }

    fn piece(&self, id: NodeId) -> &str {
        match self.source(id) {
            Some(id) => self.document.text(id),
            None => &self.texts[self.node(id).offset as usize].text,
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

    /// Edits a page and compares its body. The edit gets the ids of the body and its descendants in
    /// order.
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
    fn a_renamed_template_loses_its_contents() {
        let html = "x<template>in</template>";
        check(html, |_, _| {}, html);
        check(html, |tree, ids| assert!(tree.rename(ids[2], name::DIV)), "x<div></div>");
    }
}
