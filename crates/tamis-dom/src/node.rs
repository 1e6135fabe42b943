//! Node ids, nodes and attributes of the arena. All are `Copy` values.

use crate::names::Name;

/// The index of a node in its document, which is also its position in document order.
///
/// Ids are dense: `0` is the document node, and the descendants of a node are the ids after its
/// own, up to [`crate::Document::subtree_end`]. An id is meaningful only for the document that it
/// came from.
///
/// ```
/// use tamis_dom::{NodeId, Parser};
/// let document = Parser::default().parse("<p>One<p>Two");
/// // A side table: the number of children of each node.
/// let mut children = vec![0; document.len()];
/// for id in document.descendants_and_self(NodeId::DOCUMENT) {
///     if let Some(parent) = document.parent(id) {
///         children[parent.index()] += 1;
///     }
/// }
/// assert_eq!(children[document.body().unwrap().index()], 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The document node.
    pub const DOCUMENT: NodeId = NodeId(0);

    /// Returns the id as a number, for side tables indexed by node.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the id with this number. It refers to a node only if it is below
    /// [`crate::Document::len`].
    #[inline]
    pub fn from_index(index: usize) -> NodeId {
        NodeId(u32::try_from(index).unwrap_or(NONE))
    }
}

/// Marks an absent link.
pub(crate) const NONE: u32 = u32::MAX;

#[inline]
pub(crate) fn link(raw: u32) -> Option<NodeId> {
    (raw != NONE).then_some(NodeId(raw))
}

/// The kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum NodeKind {
    /// The root of a document.
    Document,
    /// The root of a `<template>`'s contents, which are not part of the document's tree.
    Fragment,
    /// An element.
    Element,
    /// A run of text. Adjacent runs are one node.
    Text,
    /// A comment.
    Comment,
    /// A document type declaration.
    Doctype,
}

/// The namespace of an element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Namespace {
    /// HTML.
    Html,
    /// SVG.
    Svg,
    /// `MathML`.
    MathMl,
    /// Any other namespace. An HTML parser never makes such elements.
    Other,
}

/// A node: 32 bytes of links and offsets.
///
/// `offset` and `length` are a range: of an element, the range of its attributes; of a text, a byte
/// range in the document's text; of a comment or doctype, a byte range in the document's `data`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) parent: u32,
    pub(crate) first_child: u32,
    pub(crate) last_child: u32,
    pub(crate) previous: u32,
    pub(crate) next: u32,
    pub(crate) name: Name,
    pub(crate) kind: NodeKind,
    pub(crate) namespace: Namespace,
    pub(crate) offset: u32,
    pub(crate) length: u32,
}

const _: () = assert!(size_of::<Node>() == 32);

impl Node {
    pub(crate) fn new(kind: NodeKind, offset: u32, length: u32) -> Node {
        Node {
            parent: NONE,
            first_child: NONE,
            last_child: NONE,
            previous: NONE,
            next: NONE,
            name: Name::SATURATED,
            kind,
            namespace: Namespace::Html,
            offset,
            length,
        }
    }

    /// Returns true if this is an element of the HTML namespace.
    #[inline]
    pub(crate) fn is_html(&self) -> bool {
        self.kind == NodeKind::Element && self.namespace == Namespace::Html
    }
}

/// The namespace of an attribute. Only attributes of SVG and `MathML` elements have one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum AttrNamespace {
    /// No namespace, as for every attribute of an HTML element.
    None,
    /// `XLink` (`xlink:href`).
    XLink,
    /// XML (`xml:lang`).
    Xml,
    /// XML namespace declarations (`xmlns:xlink`).
    Xmlns,
}

/// An attribute: 16 bytes.
///
/// The attributes of a document are in document order, and each knows its element. So one scan of
/// [`crate::Document::all_attrs`] finds, for example, every `itemprop` of a page.
#[derive(Clone, Copy, Debug)]
pub struct Attr {
    pub(crate) owner: u32,
    pub(crate) name: Name,
    pub(crate) namespace: AttrNamespace,
    pub(crate) offset: u32,
    pub(crate) length: u32,
}

const _: () = assert!(size_of::<Attr>() == 16);

impl Attr {
    /// Returns the name, without its prefix.
    pub fn name(&self) -> Name {
        self.name
    }

    /// Returns the namespace.
    pub fn namespace(&self) -> AttrNamespace {
        self.namespace
    }

    /// Returns the element that has this attribute.
    pub fn owner(&self) -> NodeId {
        NodeId(self.owner)
    }
}
