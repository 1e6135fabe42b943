//! The trait through which the parser builds a tree.

use crate::attribute::Attributes;
use crate::namespace::Namespace;
use crate::tag::Tag;
use crate::text::{Span, Text};

/// A node of the sink. Its number is the sink's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handle(u32);

impl Handle {
    /// The handle with a number.
    #[inline]
    pub const fn new(index: u32) -> Self {
        Self(index)
    }

    /// The number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An element that the sink makes.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Element<'a> {
    /// The namespace.
    pub namespace: Namespace,
    /// The name in lower case.
    pub tag: Tag,
    /// The local name. In SVG it may have upper case.
    pub name: &'a str,
    /// The attributes.
    pub attributes: Attributes<'a>,
    /// The start tag in the source. Empty if the source has none, as for most `tbody`.
    pub span: Span,
}

/// A document type.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Doctype<'a> {
    /// The name in lower case; empty if it has none.
    pub name: &'a str,
    /// The public identifier; empty if it has none.
    pub public_id: &'a str,
    /// The system identifier; empty if it has none.
    pub system_id: &'a str,
    /// The declaration in the source.
    pub span: Span,
}

/// A builder of trees.
///
/// The parser calls it in the order of the source. A node that is appended or inserted has no
/// parent at that time. Adjacent texts are one text node: the sink merges them.
///
/// The parser is linear in the page if the sink is: a page can be made to call each method for each
/// of its tags. Links between siblings make insertion and removal as cheap as appending, and
/// [`add_missing_attributes`](Self::add_missing_attributes) may meet an element again and again.
///
/// Elements are at most about two times [`Limits::depth`](crate::Limits::depth) deep.
pub trait TreeSink {
    /// Returns the document.
    fn document(&mut self) -> Handle;

    /// Makes an element without a parent. If it is a `template` in HTML, it also gets contents.
    fn create_element(&mut self, element: &Element<'_>) -> Handle;

    /// Makes an element as the last child of `parent`: the usual case.
    #[inline]
    fn append_element(&mut self, parent: Handle, element: &Element<'_>) -> Handle {
        let handle = self.create_element(element);
        self.append(parent, handle);
        handle
    }

    /// Makes `child` the last child of `parent`.
    fn append(&mut self, parent: Handle, child: Handle);

    /// Inserts `child` in front of `sibling`, which has a parent.
    fn insert_before(&mut self, sibling: Handle, child: Handle);

    /// Appends text to `parent`, to its last child if that is a text.
    fn append_text(&mut self, parent: Handle, text: Text<'_>);

    /// Inserts text in front of `sibling`, into the node before it if that is a text.
    fn insert_text_before(&mut self, sibling: Handle, text: Text<'_>);

    /// Makes a comment as the last child of `parent`. `span` has its delimiters, too.
    fn append_comment(&mut self, parent: Handle, text: Text<'_>, span: Span);

    /// Inserts a comment in front of `sibling`, which has a parent.
    fn insert_comment_before(&mut self, sibling: Handle, text: Text<'_>, span: Span);

    /// Makes the document type as the last child of the document.
    fn append_doctype(&mut self, doctype: &Doctype<'_>);

    /// Takes a node out of its parent. Without a parent, it does nothing.
    fn detach(&mut self, node: Handle);

    /// Appends all children of `from` to `to`.
    fn move_children(&mut self, from: Handle, to: Handle);

    /// Adds the attributes that an element does not have yet.
    fn add_missing_attributes(&mut self, element: Handle, attributes: Attributes<'_>);

    /// Returns the contents of a `template`, which are not its children but a tree of their own.
    fn template_contents(&mut self, template: Handle) -> Handle;

    /// Says that an element will get no more children, unless adoption or a table moves some there.
    /// `end` is the end of its content and end tag in the source. The default does nothing.
    #[inline]
    fn close(&mut self, element: Handle, end: u32) {
        let _ = (element, end);
    }
}
