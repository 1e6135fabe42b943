//! An arena of nodes whose texts and values are ranges of the source or of a buffer.

use tamis_html::{Attributes, Doctype, Element, Handle, Namespace, Span, Tag, Text, TreeSink};

/// The number that means no node.
const NONE: u32 = u32::MAX;

/// The bit of a range that is in the buffer.
const IN_BUFFER: u32 = 1 << 31;

/// Facts about the trees of all pages.
#[derive(Debug, Default)]
pub struct Totals {
    pub html_elements: usize,
    pub foreign_elements: usize,
    pub name_bytes: usize,
    pub attribute_name_bytes: usize,
    pub attribute_value_bytes: usize,
    pub text_bytes: usize,
}

/// A node of 48 bytes.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    first: u32,
    last: u32,
    before: u32,
    after: u32,
    kind: Kind,
    /// The text, or the range of the attributes.
    content: Span,
    /// The node in the source.
    span: Span,
}

#[derive(Clone, Copy)]
enum Kind {
    Document,
    Element(Namespace, Tag),
    Text,
    Other,
}

/// An attribute: the number of its name, and its value.
#[derive(Clone, Copy)]
struct Attribute {
    name: u32,
    value: Span,
}

/// Names of attributes as numbers.
struct Names {
    /// The number of a name plus one, at the place of its hash or after it.
    slots: Vec<u32>,
    names: Vec<Box<str>>,
}

impl Names {
    /// Twice the number of names that are kept; others share a number.
    const SLOTS: usize = 1 << 16;

    fn number(&mut self, name: &str) -> u32 {
        let start = name.as_bytes().iter().take(16).fold(name.len() as u64, |hash, byte| {
            (hash.rotate_left(5) ^ u64::from(*byte)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        });
        let mut slot = start as usize % Self::SLOTS;
        while let Some(index) = self.slots[slot].checked_sub(1) {
            if *self.names[index as usize] == *name {
                return index;
            }
            slot = (slot + 1) % Self::SLOTS;
        }
        if self.names.len() >= Self::SLOTS / 2 {
            return 0;
        }
        self.names.push(name.into());
        self.slots[slot] = self.names.len() as u32;
        self.names.len() as u32 - 1
    }
}

/// A tree whose memory is kept from page to page.
pub struct Arena {
    nodes: Vec<Node>,
    attributes: Vec<Attribute>,
    names: Names,
    buffer: String,
}

impl Default for Arena {
    fn default() -> Self {
        let names = Names { slots: vec![0; Names::SLOTS], names: Vec::new() };
        let mut arena =
            Self { nodes: Vec::new(), attributes: Vec::new(), names, buffer: String::new() };
        arena.clear();
        arena
    }
}

impl Arena {
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.attributes.clear();
        self.buffer.clear();
        self.add(Kind::Document, Span::default(), Span::default());
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Counts the content of the tree.
    pub fn add_to(&self, totals: &mut Totals) {
        let length = |span: Span| (span.end - (span.start & !IN_BUFFER)) as usize;
        for node in &self.nodes {
            match node.kind {
                Kind::Element(Namespace::Html, tag) => {
                    totals.html_elements += 1;
                    totals.name_bytes += tag.known_name().map_or(0, str::len);
                }
                Kind::Element(..) => totals.foreign_elements += 1,
                Kind::Text => totals.text_bytes += length(node.content),
                Kind::Document | Kind::Other => {}
            }
        }
        for attribute in &self.attributes {
            totals.attribute_name_bytes += self.names.names[attribute.name as usize].len();
            totals.attribute_value_bytes += length(attribute.value);
        }
    }

    #[inline]
    fn add(&mut self, kind: Kind, content: Span, span: Span) -> u32 {
        let index = self.nodes.len() as u32;
        self.nodes.push(Node {
            parent: NONE,
            first: NONE,
            last: NONE,
            before: NONE,
            after: NONE,
            kind,
            content,
            span,
        });
        index
    }

    #[inline]
    fn node(&mut self, index: u32) -> &mut Node {
        &mut self.nodes[index as usize]
    }

    #[inline]
    fn link_last(&mut self, parent: u32, child: u32) {
        let before = std::mem::replace(&mut self.node(parent).last, child);
        match before {
            NONE => self.node(parent).first = child,
            _ => self.node(before).after = child,
        }
        let node = self.node(child);
        node.parent = parent;
        node.before = before;
    }

    fn link_before(&mut self, sibling: u32, child: u32) {
        let Node { parent, before, .. } = *self.node(sibling);
        match before {
            NONE => self.node(parent).first = child,
            _ => self.node(before).after = child,
        }
        self.node(sibling).before = child;
        let node = self.node(child);
        node.parent = parent;
        node.before = before;
        node.after = sibling;
    }

    /// The range of a text, copied if it is no part of the source.
    #[inline]
    fn keep(&mut self, text: &Text<'_>) -> Span {
        if text.is_unchanged() { text.span() } else { self.copy(text.as_str()) }
    }

    fn copy(&mut self, text: &str) -> Span {
        let start = self.buffer.len() as u32;
        self.buffer.push_str(text);
        Span::new(start | IN_BUFFER, self.buffer.len() as u32)
    }

    /// Appends to the text node `index`. False if it is no text.
    fn merge(&mut self, index: u32, text: &Text<'_>) -> bool {
        if index == NONE || !matches!(self.node(index).kind, Kind::Text) {
            return false;
        }
        let kept = self.node(index).content;
        let added = text.span();
        if text.is_unchanged() && kept.start & IN_BUFFER == 0 && kept.end == added.start {
            self.node(index).content.end = added.end;
        } else if kept.start & IN_BUFFER != 0 && kept.end as usize == self.buffer.len() {
            self.buffer.push_str(text.as_str());
            self.node(index).content.end = self.buffer.len() as u32;
        } else {
            // Texts that are apart in the source are rare: the second is a node of its own here.
            return false;
        }
        self.node(index).span.end = added.end;
        true
    }

    #[inline]
    fn add_attributes(&mut self, attributes: Attributes<'_>) -> Span {
        let first = self.attributes.len() as u32;
        for attribute in attributes.iter() {
            let value = self.keep(&attribute.value);
            let name = self.names.number(attribute.name);
            self.attributes.push(Attribute { name, value });
        }
        Span::new(first, self.attributes.len() as u32)
    }
}

impl TreeSink for Arena {
    #[inline]
    fn document(&mut self) -> Handle {
        Handle::new(0)
    }

    #[inline]
    fn create_element(&mut self, element: &Element<'_>) -> Handle {
        let attributes = self.add_attributes(element.attributes);
        let kind = Kind::Element(element.namespace, element.tag);
        Handle::new(self.add(kind, attributes, element.span))
    }

    #[inline]
    fn append(&mut self, parent: Handle, child: Handle) {
        self.link_last(parent.index() as u32, child.index() as u32);
    }

    fn insert_before(&mut self, sibling: Handle, child: Handle) {
        self.link_before(sibling.index() as u32, child.index() as u32);
    }

    #[inline]
    fn append_text(&mut self, parent: Handle, text: Text<'_>) {
        let parent = parent.index() as u32;
        let last = self.node(parent).last;
        if !self.merge(last, &text) {
            let kept = self.keep(&text);
            let node = self.add(Kind::Text, kept, text.span());
            self.link_last(parent, node);
        }
    }

    fn insert_text_before(&mut self, sibling: Handle, text: Text<'_>) {
        let sibling = sibling.index() as u32;
        let before = self.node(sibling).before;
        if !self.merge(before, &text) {
            let kept = self.keep(&text);
            let node = self.add(Kind::Text, kept, text.span());
            self.link_before(sibling, node);
        }
    }

    fn append_comment(&mut self, parent: Handle, text: Text<'_>, span: Span) {
        let kept = self.keep(&text);
        let node = self.add(Kind::Other, kept, span);
        self.link_last(parent.index() as u32, node);
    }

    fn insert_comment_before(&mut self, sibling: Handle, text: Text<'_>, span: Span) {
        let kept = self.keep(&text);
        let node = self.add(Kind::Other, kept, span);
        self.link_before(sibling.index() as u32, node);
    }

    fn append_doctype(&mut self, doctype: &Doctype<'_>) {
        let name = self.copy(doctype.name);
        let node = self.add(Kind::Other, name, doctype.span);
        self.link_last(0, node);
    }

    fn detach(&mut self, node: Handle) {
        let index = node.index() as u32;
        let Node { parent, before, after, .. } = *self.node(index);
        if parent == NONE {
            return;
        }
        match before {
            NONE => self.node(parent).first = after,
            _ => self.node(before).after = after,
        }
        match after {
            NONE => self.node(parent).last = before,
            _ => self.node(after).before = before,
        }
        let node = self.node(index);
        (node.parent, node.before, node.after) = (NONE, NONE, NONE);
    }

    fn move_children(&mut self, from: Handle, to: Handle) {
        let mut child = self.node(from.index() as u32).first;
        let parent = self.node(from.index() as u32);
        (parent.first, parent.last) = (NONE, NONE);
        while child != NONE {
            let next = self.node(child).after;
            self.node(child).after = NONE;
            self.link_last(to.index() as u32, child);
            child = next;
        }
    }

    fn add_missing_attributes(&mut self, _element: Handle, attributes: Attributes<'_>) {
        self.add_attributes(attributes);
    }

    fn template_contents(&mut self, template: Handle) -> Handle {
        // A child of its own, made when it is needed.
        let index = template.index() as u32;
        match self.node(index).first {
            NONE => {
                let contents = self.add(Kind::Other, Span::default(), Span::default());
                self.link_last(index, contents);
                Handle::new(contents)
            }
            contents => Handle::new(contents),
        }
    }

    #[inline]
    fn close(&mut self, element: Handle, end: u32) {
        self.node(element.index() as u32).span.end = end;
    }
}
