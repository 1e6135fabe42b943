//! The frozen document: an arena of nodes in document order that owns its text.
//!
//! The usual tree of HTML has an object for each node, with pointers to others. Reading it jumps
//! through memory, and the text of an element has to be collected each time. Here the nodes are one
//! array in document order, so three questions that engines ask all the time take constant time:
//!
//! - The descendants of a node are the nodes after it, up to [`Document::subtree_end`].
//! - Whether a node is inside another is a comparison of two numbers.
//! - The text of a subtree is one slice of the text of the document.
//!
//! For example, `<p>One <b>two</b></p>` is the nodes `p`, "One ", `b`, "two" in this order. The
//! text is stored as "One two", of which `b` has the last three bytes.

use std::ops::Range;

use crate::decode::{Encoding, EncodingSource};
use crate::limits::Warning;
use crate::names::{DocumentNames, Name, name};
use crate::node::{Attr, AttrNamespace, Namespace, Node, NodeId, NodeKind, link};
use crate::sources::Sources;

/// A parsed page.
///
/// A document never changes. Facts about its nodes belong in side tables indexed by [`NodeId`].
///
/// Nodes are in document order (preorder). The text of a subtree is one slice of the document's
/// text, so [`Document::text`] takes constant time for any node. The contents of `<template>`
/// elements come after the document's own nodes; only [`Document::template_contents`] leads to
/// them.
///
/// Cloning copies a few flat buffers.
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
    /// For each node, the index after its last descendant.
    pub(crate) ends: Vec<u32>,
    /// For each node, the offset in `text` of the text of this and all later nodes, plus one final
    /// entry.
    pub(crate) text_starts: Vec<u32>,
    pub(crate) attrs: Vec<Attr>,
    /// The text of all text nodes in document order, then the text of template contents.
    pub(crate) text: String,
    /// The values of attributes, the content of comments and the parts of the doctype.
    pub(crate) data: String,
    pub(crate) names: DocumentNames,
    /// Pairs of a template element and the root of its contents, sorted by element.
    pub(crate) templates: Vec<(u32, u32)>,
    pub(crate) quirks: QuirksMode,
    pub(crate) encoding: Encoding,
    pub(crate) html_bytes: usize,
    pub(crate) sources: Sources,
    pub(crate) warnings: Vec<Warning>,
}

/// The mode in which a browser lays out a page. Source: DOM standard, the mode of a document.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum QuirksMode {
    /// No-quirks mode, also known as standards mode.
    #[default]
    None,
    /// Limited-quirks mode.
    Limited,
    /// Quirks mode.
    Full,
}

impl Default for Document {
    /// Returns an empty document, which has only the document node.
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
            sources: Sources::default(),
            warnings: Vec::new(),
        }
    }
}

impl Document {
    /// Returns the number of nodes, including the contents of templates. All ids are below this
    /// number.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns true if the document has no node except the document node.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        #[cfg(feature = "count-reads")]
        crate::reads::note();
        &self.nodes[id.index()]
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

    /// Returns the text of a name that this document uses.
    pub fn name_str(&self, name: Name) -> &str {
        self.names.text(name)
    }

    /// Returns the name with this spelling, byte for byte; `None` if neither the table of known
    /// names nor this document has it.
    pub fn find_name(&self, text: &str) -> Option<Name> {
        self.names.find(text)
    }

    /// Returns the names that are not in the table of known names, in the order of their numbers,
    /// starting at [`Name::KNOWN`].
    pub fn own_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.own()
    }

    /// Returns the names that are not in the table of known names, each with its text, in the order
    /// of their numbers.
    ///
    /// ```
    /// let document = tamis_dom::Parser::default().parse("<x-card data-x=1>");
    /// let names = document.numbered_names();
    /// assert!(names.clone().all(|(name, text)| document.find_name(text) == Some(name)));
    /// assert_eq!(names.map(|(_, text)| text).collect::<Vec<_>>(), ["data-x", "x-card"]);
    /// ```
    pub fn numbered_names(&self) -> impl Iterator<Item = (Name, &str)> + Clone {
        self.names.numbered()
    }

    /// Returns true if the node is an element of the HTML namespace with this name.
    #[inline]
    pub fn is_html(&self, id: NodeId, name: Name) -> bool {
        let node = self.node(id);
        node.kind == NodeKind::Element && node.name == name && node.namespace == Namespace::Html
    }

    /// Returns the namespace of an element; [`Namespace::Html`] for any other node.
    pub fn namespace(&self, id: NodeId) -> Namespace {
        self.node(id).namespace
    }

    /// Returns the parent, or `None` for the document node and for the root of a template's
    /// contents.
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

    /// Returns the previous sibling, or `None` for a first child.
    #[inline]
    pub fn previous_sibling(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).previous)
    }

    /// Returns the next sibling, or `None` for a last child.
    #[inline]
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).next)
    }

    /// Returns the id after the last descendant. The subtree is the ids from `id` up to, but not
    /// including, this one.
    ///
    /// ```
    /// use tamis_dom::Parser;
    /// let document = Parser::default().parse("<p>One <b>two</b><p>Three");
    /// let first = document.first_child(document.body().unwrap()).unwrap();
    /// let next = document.next_sibling(first).unwrap();
    /// assert_eq!(document.subtree_end(first), next);
    /// ```
    #[inline]
    pub fn subtree_end(&self, id: NodeId) -> NodeId {
        NodeId(self.ends[id.index()])
    }

    /// Returns the root of the contents of an HTML `<template>`, or `None` for any other node.
    pub fn template_contents(&self, id: NodeId) -> Option<NodeId> {
        let index = self.templates.binary_search_by_key(&id.0, |pair| pair.0).ok()?;
        Some(NodeId(self.templates[index].1))
    }

    /// Returns the attributes of an element in source order. Empty for any other node.
    #[inline]
    pub fn attrs(&self, id: NodeId) -> &[Attr] {
        let node = self.node(id);
        if node.kind != NodeKind::Element {
            return &[];
        }
        &self.attrs[node.offset as usize..(node.offset + node.length) as usize]
    }

    /// All attributes of the document in document order, including those in template contents.
    pub fn all_attrs(&self) -> &[Attr] {
        &self.attrs
    }

    /// Returns the attributes with this name of all elements in document order, without those in
    /// template contents. Faster than a walk over the elements.
    ///
    /// ```
    /// use tamis_dom::{Parser, name};
    /// let html = "<p id=one><template><p id=two></template><p id=three>";
    /// let document = Parser::default().parse(html);
    /// let ids = document.attrs_named(name::ID).map(|id| document.attr_value(id));
    /// assert_eq!(ids.collect::<Vec<_>>(), ["one", "three"]);
    /// ```
    pub fn attrs_named(&self, name: Name) -> impl Iterator<Item = &Attr> {
        let end = self.subtree_end(NodeId::DOCUMENT);
        let attrs = self.attrs.iter().take_while(move |attr| attr.owner() < end);
        attrs.filter(move |attr| attr.name == name)
    }

    /// Returns each element that has attributes with them, in document order, without those in
    /// template contents.
    ///
    /// ```
    /// use tamis_dom::Parser;
    /// let document = Parser::default().parse("<p id=one class=two><p><p id=three>");
    /// let counts = document.attrs_by_element().map(|(_, attrs)| attrs.len());
    /// assert_eq!(counts.collect::<Vec<_>>(), [2, 1]);
    /// ```
    pub fn attrs_by_element(&self) -> impl Iterator<Item = (NodeId, &[Attr])> {
        let end = self.subtree_end(NodeId::DOCUMENT);
        let by_element = self.attrs.chunk_by(|one, other| one.owner == other.owner);
        let by_element = by_element.map(|attrs| (attrs[0].owner(), attrs));
        by_element.take_while(move |(id, _)| *id < end)
    }

    /// Returns the value of an attribute, which must be from this document.
    #[inline]
    pub fn attr_value(&self, attr: &Attr) -> &str {
        &self.data[attr.offset as usize..(attr.offset + attr.length) as usize]
    }

    /// Returns the value of the attribute that has this name and no namespace, or `None` if there
    /// is none.
    ///
    /// ```
    /// use tamis_dom::{Parser, name};
    /// let document = Parser::default().parse("<p class=lead>One");
    /// let p = document.first_child(document.body().unwrap()).unwrap();
    /// assert_eq!(document.attr(p, name::CLASS), Some("lead"));
    /// assert_eq!(document.attr(p, name::ID), None);
    /// ```
    pub fn attr(&self, id: NodeId, name: Name) -> Option<&str> {
        let attr = self
            .attrs(id)
            .iter()
            .find(|attr| attr.name == name && attr.namespace == AttrNamespace::None)?;
        Some(self.attr_value(attr))
    }

    /// Returns the text of the node and its descendants, as one slice.
    ///
    /// This is `textContent` of the DOM: it includes scripts and styles, but no comments and no
    /// template contents. It is empty for a comment and a doctype.
    ///
    /// ```
    /// let document = tamis_dom::Parser::default().parse("<p>One <b>two</b>");
    /// assert_eq!(document.text(document.body().unwrap()), "One two");
    /// ```
    pub fn text(&self, id: NodeId) -> &str {
        let range = self.text_range(id);
        &self.text[range]
    }

    /// Returns the byte range of [`Document::text`] within [`Document::whole_text`].
    #[inline]
    pub fn text_range(&self, id: NodeId) -> Range<usize> {
        let start = self.text_starts[id.index()] as usize;
        start..self.text_starts[self.ends[id.index()] as usize] as usize
    }

    /// Returns the text of all text nodes in document order, then the text of template contents.
    pub fn whole_text(&self) -> &str {
        &self.text
    }

    /// Returns the values of all attributes and the texts of all comments, one after the other,
    /// equal classes once. A search in it says at once that no attribute contains a word.
    ///
    /// ```
    /// let html = "<p class=lead>One<p style=color:red>Two";
    /// let document = tamis_dom::Parser::default().parse(html);
    /// assert!(document.whole_data().contains("color"));
    /// assert!(!document.whole_data().contains("Two"));
    /// ```
    pub fn whole_data(&self) -> &str {
        &self.data
    }

    /// Returns the root element, or `None` if the document has no element.
    pub fn root(&self) -> Option<NodeId> {
        self.children(NodeId::DOCUMENT).find(|&id| self.kind(id) == NodeKind::Element)
    }

    /// Returns the `<head>` of an HTML page, or `None` if there is none.
    pub fn head(&self) -> Option<NodeId> {
        self.children(self.root()?).find(|&id| self.is_html(id, name::HEAD))
    }

    /// Returns the `<body>` of an HTML page, or `None` if the page has a `<frameset>` instead.
    pub fn body(&self) -> Option<NodeId> {
        self.children(self.root()?).find(|&id| self.is_html(id, name::BODY))
    }

    /// Returns the text of the first `<title>` in the HTML namespace, with its white space, or
    /// `None` if there is none.
    ///
    /// ```
    /// let document = tamis_dom::Parser::default().parse("<title>Bread</title><p>One");
    /// assert_eq!(document.title(), Some("Bread"));
    /// ```
    pub fn title(&self) -> Option<&str> {
        let title = self.elements(NodeId::DOCUMENT).find(|&id| self.is_html(id, name::TITLE))?;
        Some(self.text(title))
    }

    /// Returns the mode in which a browser would lay out the page.
    pub fn quirks_mode(&self) -> QuirksMode {
        self.quirks
    }

    /// Returns the encoding of the bytes, and how it was determined.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns the length of the decoded page in UTF-8 bytes.
    pub fn html_bytes(&self) -> usize {
        self.html_bytes
    }

    /// Returns the bytes of the source that a text node was made from; `None` for other nodes, and
    /// if they are not known.
    ///
    /// The range is around all that the text comes from: it begins and ends with the text, and may
    /// have tags in it if a table or a wrong end tag put the text together. It counts the bytes
    /// that were parsed, with a byte-order mark. They are known if the page is valid UTF-8.
    pub fn source_range(&self, id: NodeId) -> Option<Range<usize>> {
        let place = self.sources.get(id.0)?;
        Some(place.start as usize..place.end as usize)
    }

    /// Forgets the ranges of the source. It is for documents made from a text that the caller does
    /// not have, for example from the JSON in a page.
    pub fn forget_source(&mut self) {
        self.sources.clear();
    }

    /// Warnings about text that was cut, dropped or replaced; empty for nearly every page.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Returns the content of a comment, or `None` for any other node.
    pub fn comment(&self, id: NodeId) -> Option<&str> {
        let node = self.node(id);
        (node.kind == NodeKind::Comment)
            .then(|| &self.data[node.offset as usize..(node.offset + node.length) as usize])
    }

    /// Returns the name, public identifier and system identifier of a doctype, or `None` for any
    /// other node.
    pub fn doctype(&self, id: NodeId) -> Option<[&str; 3]> {
        let node = self.node(id);
        if node.kind != NodeKind::Doctype {
            return None;
        }
        let data = &self.data[node.offset as usize..(node.offset + node.length) as usize];
        let mut parts = data.splitn(3, '\0');
        Some([parts.next()?, parts.next()?, parts.next()?])
    }

    /// Empties the document but keeps its buffers. It has no nodes until the parser fills it again.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.ends.clear();
        self.text_starts.clear();
        self.attrs.clear();
        self.text.clear();
        self.data.clear();
        self.templates.clear();
        self.sources.clear();
        self.warnings.clear();
        self.encoding = Encoding::new(encoding_rs::UTF_8, EncodingSource::Caller);
    }
}
