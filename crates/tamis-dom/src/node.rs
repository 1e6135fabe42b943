//! The pieces of the arena: ids, nodes and attributes, all plain `Copy` values.

use crate::names::Name;

/// The place of a node in its document's arena, and so its place in document order.
///
/// Ids of one document are dense: `0` is the document node, and a node's descendants are the ids
/// from its own up to [`crate::Document::subtree_end`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The document node.
    pub const DOCUMENT: NodeId = NodeId(0);

    /// The number, for side tables indexed by node.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The id with this number. It names a node only if the document has that many.
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

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum NodeKind {
    /// The root of a document.
    Document,
    /// The root of a `<template>`'s contents, which stand outside the document's tree.
    Fragment,
    /// An element.
    Element,
    /// A run of text; neighbouring runs are one node.
    Text,
    /// A comment.
    Comment,
    /// The document type declaration.
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
    /// Any other, which an HTML parser never makes.
    Other,
}

/// One node: 32 bytes, links and offsets only.
///
/// For an element `offset` and `length` are its range of attributes; for text its range of bytes in the
/// document's text; for a comment or a doctype its range of bytes in the side buffer.
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

    /// Whether this is an element of the HTML namespace.
    #[inline]
    pub(crate) fn is_html(&self) -> bool {
        self.kind == NodeKind::Element && self.namespace == Namespace::Html
    }
}

/// The namespace of an attribute; only attributes of SVG and `MathML` elements have one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum AttrNamespace {
    /// None, as for every attribute of an HTML element.
    None,
    /// `XLink` (`xlink:href`).
    XLink,
    /// XML (`xml:lang`).
    Xml,
    /// XML namespace declarations (`xmlns:xlink`).
    Xmlns,
}

/// One attribute: 16 bytes. Attributes of a document stand in document order, and each knows its element,
/// so that one scan finds, say, every `itemprop` of a page.
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
    /// The name, without a prefix.
    pub fn name(&self) -> Name {
        self.name
    }

    /// The namespace.
    pub fn namespace(&self) -> AttrNamespace {
        self.namespace
    }

    /// The element that carries it.
    pub fn owner(&self) -> NodeId {
        NodeId(self.owner)
    }
}
