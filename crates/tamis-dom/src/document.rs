//! The frozen document: an arena of nodes in document order that owns its text.

use std::ops::Range;

use crate::decode::{Encoding, EncodingSource};
use crate::limits::Warning;
use crate::names::{DocumentNames, Name, name};
use crate::node::{Attr, AttrNamespace, Namespace, Node, NodeId, NodeKind, link};

/// A parsed page. It does not change any more: what is found out about its nodes lives in side tables
/// indexed by [`NodeId`].
///
/// Nodes stand in document order (preorder). All text of a subtree is one slice of the document's text, so
/// that [`Document::text`] of any node costs nothing. The contents of `<template>` elements stand
/// behind the document's own nodes and are reached by [`Document::template_contents`] alone.
///
/// A clone is a few copies of plain memory.
///
/// ```
/// use tamis_dom::{Limits, Parser, name};
/// let mut parser = Parser::new(Limits::default());
/// let document = parser.parse("<p>One <b>two</b><p>three");
/// let body = document.body().unwrap();
/// assert_eq!(document.text(body), "One twothree");
/// let names: Vec<_> = document.elements(body).map(|id| document.name(id).unwrap()).collect();
/// assert_eq!(names, [name::BODY, name::P, name::B, name::P]);
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) nodes: Vec<Node>,
    /// One behind the last descendant, per node.
    pub(crate) ends: Vec<u32>,
    /// Where in `text` the text of this and all later nodes begins; one entry more than nodes.
    pub(crate) text_starts: Vec<u32>,
    pub(crate) attrs: Vec<Attr>,
    /// The text of all text nodes in document order; template contents behind it.
    pub(crate) text: String,
    /// Values of attributes, comments, parts of the doctype.
    pub(crate) data: String,
    pub(crate) names: DocumentNames,
    /// Each template element and the root of its contents, sorted by element.
    pub(crate) templates: Vec<(u32, u32)>,
    pub(crate) quirks: QuirksMode,
    pub(crate) encoding: Encoding,
    pub(crate) html_bytes: usize,
    pub(crate) warnings: Vec<Warning>,
}

/// How much a browser would bend its layout rules for this page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum QuirksMode {
    /// Standards mode.
    #[default]
    None,
    /// Almost standards mode.
    Limited,
    /// Quirks mode.
    Full,
}

impl Default for Document {
    /// A document without any content: just the document node.
    fn default() -> Document {
        Document {
            nodes: vec![Node::new(NodeKind::Document, 0, 0)],
            ends: vec![1],
            text_starts: vec![0, 0],
            attrs: Vec::new(),
            text: String::new(),
            data: String::new(),
            names: DocumentNames::default(),
            templates: Vec::new(),
            quirks: QuirksMode::None,
            encoding: Encoding::new(encoding_rs::UTF_8, EncodingSource::Caller),
            html_bytes: 0,
            warnings: Vec::new(),
        }
    }
}

impl Document {
    /// How many nodes there are, the contents of templates included: ids are below this number.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing stands in the document beside its root.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
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

    /// The text of a name that this document uses.
    pub fn name_str(&self, name: Name) -> &str {
        self.names.text(name)
    }

    /// The name with this spelling, if it is in the table or in this document.
    pub fn find_name(&self, text: &str) -> Option<Name> {
        self.names.find(text)
    }

    /// The names that this document has beyond the table, in the order of their numbers, from
    /// [`Name::KNOWN`] on.
    pub fn own_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.own()
    }

    /// Whether the node is an HTML element of this name.
    #[inline]
    pub fn is_html(&self, id: NodeId, name: Name) -> bool {
        let node = self.node(id);
        node.kind == NodeKind::Element && node.name == name && node.namespace == Namespace::Html
    }

    /// The namespace of an element; HTML for any other node.
    pub fn namespace(&self, id: NodeId) -> Namespace {
        self.node(id).namespace
    }

    /// The parent; `None` for the document and for the root of a template's contents.
    #[inline]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).parent)
    }

    /// The first child.
    #[inline]
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).first_child)
    }

    /// The last child.
    #[inline]
    pub fn last_child(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).last_child)
    }

    /// The sibling before this node.
    #[inline]
    pub fn previous_sibling(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).previous)
    }

    /// The sibling behind this node.
    #[inline]
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).next)
    }

    /// One behind the last descendant: the subtree is the ids `id .. subtree_end(id)`.
    #[inline]
    pub fn subtree_end(&self, id: NodeId) -> NodeId {
        NodeId(self.ends[id.index()])
    }

    /// The root of a template's contents; `None` for anything but a `<template>`.
    pub fn template_contents(&self, id: NodeId) -> Option<NodeId> {
        let index = self.templates.binary_search_by_key(&id.0, |pair| pair.0).ok()?;
        Some(NodeId(self.templates[index].1))
    }

    /// The attributes of an element in source order; empty for any other node.
    #[inline]
    pub fn attrs(&self, id: NodeId) -> &[Attr] {
        let node = self.node(id);
        if node.kind != NodeKind::Element {
            return &[];
        }
        &self.attrs[node.offset as usize..(node.offset + node.length) as usize]
    }

    /// All attributes of the document, in document order.
    pub fn all_attrs(&self) -> &[Attr] {
        &self.attrs
    }

    /// The value of an attribute of this document.
    #[inline]
    pub fn attr_value(&self, attr: &Attr) -> &str {
        &self.data[attr.offset as usize..(attr.offset + attr.length) as usize]
    }

    /// The value of the element's attribute of this name (without a namespace).
    pub fn attr(&self, id: NodeId, name: Name) -> Option<&str> {
        let attr = self
            .attrs(id)
            .iter()
            .find(|attr| attr.name == name && attr.namespace == AttrNamespace::None)?;
        Some(self.attr_value(attr))
    }

    /// The text of the node and its descendants, one slice of the document: what the DOM calls
    /// `textContent`, comments and template contents left out, scripts and styles included.
    pub fn text(&self, id: NodeId) -> &str {
        let range = self.text_range(id);
        &self.text[range]
    }

    /// Where in [`Document::whole_text`] the text of this subtree stands, in bytes.
    #[inline]
    pub fn text_range(&self, id: NodeId) -> Range<usize> {
        let start = self.text_starts[id.index()] as usize;
        start..self.text_starts[self.ends[id.index()] as usize] as usize
    }

    /// The text of all text nodes in document order, that of template contents behind it.
    pub fn whole_text(&self) -> &str {
        &self.text
    }

    /// The root element; `None` for a document without any.
    pub fn root(&self) -> Option<NodeId> {
        self.children(NodeId::DOCUMENT).find(|&id| self.kind(id) == NodeKind::Element)
    }

    /// The `<head>` of an HTML page.
    pub fn head(&self) -> Option<NodeId> {
        self.children(self.root()?).find(|&id| self.is_html(id, name::HEAD))
    }

    /// The `<body>` of an HTML page; `None` where a page has a `<frameset>` instead.
    pub fn body(&self) -> Option<NodeId> {
        self.children(self.root()?).find(|&id| self.is_html(id, name::BODY))
    }

    /// The text of the first HTML `<title>` outside of SVG, as it stands; `None` where there is none.
    pub fn title(&self) -> Option<&str> {
        let title = self.elements(NodeId::DOCUMENT).find(|&id| self.is_html(id, name::TITLE))?;
        Some(self.text(title))
    }

    /// How a browser would lay the page out.
    pub fn quirks_mode(&self) -> QuirksMode {
        self.quirks
    }

    /// The encoding the bytes were in and how it was found.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The length of the decoded page in UTF-8 bytes.
    pub fn html_bytes(&self) -> usize {
        self.html_bytes
    }

    /// What was cut off or replaced while reading; empty for nearly every page.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The content of a comment; `None` for any other node.
    pub fn comment(&self, id: NodeId) -> Option<&str> {
        let node = self.node(id);
        (node.kind == NodeKind::Comment)
            .then(|| &self.data[node.offset as usize..(node.offset + node.length) as usize])
    }

    /// Name, public and system identifier of a doctype; `None` for any other node.
    pub fn doctype(&self, id: NodeId) -> Option<[&str; 3]> {
        let node = self.node(id);
        if node.kind != NodeKind::Doctype {
            return None;
        }
        let data = &self.data[node.offset as usize..(node.offset + node.length) as usize];
        let mut parts = data.splitn(3, '\0');
        Some([parts.next()?, parts.next()?, parts.next()?])
    }
}
