//! The tree during parsing: nodes in the order of their creation.

use super::class_table::ClassTable;
use crate::document::QuirksMode;
use crate::limits::Limits;
use crate::names::{DocumentNames, Name, name};
use crate::node::{Attr, AttrNamespace, NONE, Namespace, Node, NodeKind};
use crate::sources::Sources;

/// The position of a node in the order of creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Handle(pub(super) u32);

impl Handle {
    pub(crate) const DOCUMENT: Handle = Handle(0);

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Text of a node that is not contiguous with the node's earlier text, because other text came in
/// between.
#[derive(Clone, Copy)]
pub(super) struct Continuation {
    pub(super) node: u32,
    pub(super) offset: u32,
    pub(super) length: u32,
}

/// The arena of a page during parsing. The buffers are reused from page to page.
#[derive(Default)]
pub(crate) struct Builder {
    pub(super) nodes: Vec<Node>,
    pub(super) attrs: Vec<Attr>,
    pub(crate) text: String,
    pub(super) data: String,
    pub(super) continuations: Vec<Continuation>,
    pub(super) names: DocumentNames,
    pub(super) templates: Vec<(u32, u32)>,
    pub(super) sources: Sources,
    classes: ClassTable,
    pub(crate) quirks: QuirksMode,
    attributes_per_element: u32,
    pub(super) attributes_limited: bool,
    pub(super) attribute_bytes_left: usize,
    pub(super) attribute_bytes_limited: bool,
    /// The last node that was inserted or got text.
    last_appended: u32,
}

impl Builder {
    /// Empties the buffers for a new page.
    pub(crate) fn start(&mut self, limits: &Limits) {
        self.nodes.clear();
        self.attrs.clear();
        self.text.clear();
        self.data.clear();
        self.continuations.clear();
        self.names.clear();
        self.templates.clear();
        self.sources.clear();
        self.classes.clear();
        self.quirks = QuirksMode::None;
        self.attributes_per_element = limits.attributes_per_element as u32;
        self.attributes_limited = false;
        self.attribute_bytes_left = limits.attribute_bytes;
        self.attribute_bytes_limited = false;
        self.last_appended = 0;
        self.push(Node::new(NodeKind::Document, 0, 0));
    }

    /// Makes room for so many bytes of text, and of values and comments, and for so many nodes.
    pub(crate) fn reserve(&mut self, text: usize, data: usize, nodes: usize) {
        self.text.reserve(text);
        self.data.reserve(data);
        self.nodes.reserve(nodes);
        self.attrs.reserve(nodes);
    }

    pub(crate) fn names_mut(&mut self) -> &mut DocumentNames {
        &mut self.names
    }

    pub(super) fn push(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }

    pub(crate) fn create_element(&mut self, name: Name, namespace: Namespace) -> Handle {
        let mut node = Node::new(NodeKind::Element, self.attrs.len() as u32, 0);
        node.name = name;
        node.namespace = namespace;
        Handle(self.push(node))
    }

    /// Adds an attribute to the last created element.
    pub(crate) fn push_attr(
        &mut self,
        element: Handle,
        name: Name,
        namespace: AttrNamespace,
        value: &str,
    ) {
        let (offset, length) = self.push_value(name, value);
        self.attrs.push(Attr { owner: element.0, name, namespace, offset, length });
        self.nodes[element.index()].length += 1;
    }

    /// Stores the value of an attribute of this name, and returns its place. Equal classes have the
    /// same place, as far as the table remembers them.
    #[inline]
    pub(super) fn push_value(&mut self, name: Name, value: &str) -> (u32, u32) {
        let (offset, length) = (self.data.len() as u32, value.len() as u32);
        if value.len() > self.attribute_bytes_left {
            self.attribute_bytes_limited = true;
            return (offset, 0);
        }
        self.attribute_bytes_left -= value.len();
        if name == name::CLASS {
            let known = self.classes.place(value, offset, &self.data);
            if known != offset {
                return (known, length);
            }
        }
        self.data.push_str(value);
        (offset, length)
    }

    /// Adds an attribute of a second `<html>` or `<body>` tag to the existing element, unless the
    /// element has it or has the maximum number of attributes.
    pub(super) fn add_attr_if_missing(&mut self, element: Handle, name: Name, value: &str) {
        let node = self.nodes[element.index()];
        if node.length >= self.attributes_per_element {
            self.attributes_limited = true;
            return;
        }
        let range = node.offset as usize..(node.offset + node.length) as usize;
        if self.attrs[range.clone()].iter().any(|attr| attr.name == name) {
            return;
        }
        if range.end != self.attrs.len() {
            // The attributes of an element are contiguous in the list. So they are moved to its end
            // first, where there is room for more.
            self.nodes[element.index()].offset = self.attrs.len() as u32;
            self.attrs.extend_from_within(range);
        }
        self.push_attr(element, name, AttrNamespace::None, value);
    }

    pub(crate) fn create_data(&mut self, kind: NodeKind, text: &str) -> Handle {
        let offset = self.data.len() as u32;
        self.data.push_str(text);
        Handle(self.push(Node::new(kind, offset, text.len() as u32)))
    }

    /// Returns true for a `template` of HTML, which has its contents apart from its children.
    pub(crate) fn is_template(&self, element: Handle) -> bool {
        let node = &self.nodes[element.index()];
        (node.name, node.namespace) == (name::TEMPLATE, Namespace::Html)
    }

    pub(crate) fn create_template_contents(&mut self, template: Handle) {
        let contents = self.push(Node::new(NodeKind::Fragment, 0, 0));
        self.templates.push((template.0, contents));
    }

    /// Returns the root of the template's contents. The list is sorted, because templates are
    /// created in order of ids.
    pub(crate) fn template_contents(&self, template: Handle) -> Handle {
        let found = self.templates.binary_search_by_key(&template.0, |pair| pair.0);
        found.map_or(template, |index| Handle(self.templates[index].1))
    }

    pub(super) fn has_parent(&self, node: Handle) -> bool {
        self.nodes[node.index()].parent != NONE
    }

    pub(crate) fn append(&mut self, parent: Handle, child: Handle) {
        self.detach(child);
        self.link_last(parent, child);
    }

    pub(super) fn link_last(&mut self, parent: Handle, child: Handle) {
        let previous = self.nodes[parent.index()].last_child;
        let node = &mut self.nodes[child.index()];
        node.parent = parent.0;
        node.previous = previous;
        node.next = NONE;
        if previous == NONE {
            self.nodes[parent.index()].first_child = child.0;
        } else {
            self.nodes[previous as usize].next = child.0;
        }
        self.nodes[parent.index()].last_child = child.0;
        self.last_appended = child.0;
    }

    pub(super) fn insert_before(&mut self, sibling: Handle, child: Handle) {
        self.detach(child);
        let Node { parent, previous, .. } = self.nodes[sibling.index()];
        let node = &mut self.nodes[child.index()];
        node.parent = parent;
        node.previous = previous;
        node.next = sibling.0;
        if previous == NONE {
            self.nodes[parent as usize].first_child = child.0;
        } else {
            self.nodes[previous as usize].next = child.0;
        }
        self.nodes[sibling.index()].previous = child.0;
        self.last_appended = child.0;
    }

    pub(super) fn detach(&mut self, node: Handle) {
        let Node { parent, previous, next, .. } = self.nodes[node.index()];
        if parent == NONE {
            return;
        }
        match previous {
            NONE => self.nodes[parent as usize].first_child = next,
            _ => self.nodes[previous as usize].next = next,
        }
        match next {
            NONE => self.nodes[parent as usize].last_child = previous,
            _ => self.nodes[next as usize].previous = previous,
        }
        let node = &mut self.nodes[node.index()];
        node.parent = NONE;
        node.previous = NONE;
        node.next = NONE;
    }

    pub(crate) fn append_text(&mut self, parent: Handle, text: &str) {
        let last = self.nodes[parent.index()].last_child;
        if !self.extend_text(last, text) {
            let node = self.create_text(text);
            self.link_last(parent, node);
        }
    }

    /// Says where in the source the last text comes from.
    pub(crate) fn note_source(&mut self, start: u32, end: u32) {
        self.sources.add(self.last_appended, start, end);
    }

    pub(super) fn insert_text_before(&mut self, sibling: Handle, text: &str) {
        let previous = self.nodes[sibling.index()].previous;
        if !self.extend_text(previous, text) {
            let node = self.create_text(text);
            self.insert_before(sibling, node);
        }
    }

    fn create_text(&mut self, text: &str) -> Handle {
        let offset = self.text.len() as u32;
        self.text.push_str(text);
        Handle(self.push(Node::new(NodeKind::Text, offset, text.len() as u32)))
    }

    /// Adds text to the node if it is a text node, else returns false. Text that is not contiguous
    /// with the node's text becomes a continuation.
    fn extend_text(&mut self, node: u32, text: &str) -> bool {
        if node == NONE || self.nodes[node as usize].kind != NodeKind::Text {
            return false;
        }
        self.last_appended = node;
        let end = self.text.len() as u32;
        self.text.push_str(text);
        let length = text.len() as u32;
        let first = &mut self.nodes[node as usize];
        if first.offset + first.length == end {
            first.length += length;
            return true;
        }
        match self.continuations.last_mut() {
            Some(last) if last.node == node && last.offset + last.length == end => {
                last.length += length;
            }
            _ => self.continuations.push(Continuation { node, offset: end, length }),
        }
        true
    }

    pub(super) fn reparent_children(&mut self, from: Handle, to: Handle) {
        let mut child = self.nodes[from.index()].first_child;
        let last = std::mem::replace(&mut self.nodes[from.index()].last_child, NONE);
        self.nodes[from.index()].first_child = NONE;
        if child == NONE {
            return;
        }
        let tail = self.nodes[to.index()].last_child;
        self.nodes[child as usize].previous = tail;
        match tail {
            NONE => self.nodes[to.index()].first_child = child,
            _ => self.nodes[tail as usize].next = child,
        }
        self.nodes[to.index()].last_child = last;
        while child != NONE {
            let node = &mut self.nodes[child as usize];
            node.parent = to.0;
            child = node.next;
        }
    }
}
