//! The tree during parsing: nodes in the order of their creation.

use crate::document::QuirksMode;
use crate::limits::Limits;
use crate::names::{DocumentNames, Name};
use crate::node::{Attr, AttrNamespace, NONE, Namespace, Node, NodeKind};
use crate::sources::Sources;

/// A reference to a node that html5ever holds.
///
/// It contains the name, because html5ever spends much time searching the stack of open elements by
/// name. So the search reads no other memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Handle {
    pub(super) id: u32,
    pub(crate) name: Name,
    pub(crate) namespace: Namespace,
}

impl Handle {
    pub(crate) const DOCUMENT: Handle =
        Handle { id: 0, name: Name::SATURATED, namespace: Namespace::Html };

    /// The handle of a node for edits, which need no name.
    #[cfg(any(test, feature = "own-parser"))]
    #[inline]
    pub(super) fn of(id: u32) -> Handle {
        Handle { id, ..Handle::DOCUMENT }
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
    /// The depth at which each node was inserted. It is not updated when an ancestor is moved.
    depths: Vec<u16>,
    pub(super) attrs: Vec<Attr>,
    pub(crate) text: String,
    pub(super) data: String,
    pub(super) continuations: Vec<Continuation>,
    pub(super) names: DocumentNames,
    pub(super) templates: Vec<(u32, u32)>,
    integration_points: Vec<u32>,
    pub(super) sources: Sources,
    pub(crate) quirks: QuirksMode,
    attributes_per_element: u32,
    pub(super) attributes_limited: bool,
    pub(super) attribute_bytes_left: usize,
    pub(super) attribute_bytes_limited: bool,
    /// The depth of the last inserted node.
    pub(super) last_depth: u16,
    /// The last node that was inserted or got text.
    last_appended: u32,
    /// The number of times that a node was inserted or got text.
    pub(super) appended: usize,
}

impl Builder {
    /// Empties the buffers for a new page.
    pub(crate) fn start(&mut self, limits: &Limits) {
        self.nodes.clear();
        self.depths.clear();
        self.attrs.clear();
        self.text.clear();
        self.data.clear();
        self.continuations.clear();
        self.names.clear();
        self.templates.clear();
        self.integration_points.clear();
        self.sources.clear();
        self.quirks = QuirksMode::None;
        self.attributes_per_element = limits.attributes_per_element as u32;
        self.attributes_limited = false;
        self.attribute_bytes_left = limits.attribute_bytes;
        self.attribute_bytes_limited = false;
        self.last_depth = 0;
        self.last_appended = 0;
        self.appended = 0;
        self.push(Node::new(NodeKind::Document, 0, 0));
    }

    /// Makes room for so many bytes of text, and of values and comments, and for so many nodes.
    pub(crate) fn reserve(&mut self, text: usize, data: usize, nodes: usize) {
        self.text.reserve(text);
        self.data.reserve(data);
        self.nodes.reserve(nodes);
        self.depths.reserve(nodes);
        self.attrs.reserve(nodes);
    }

    pub(crate) fn names_mut(&mut self) -> &mut DocumentNames {
        &mut self.names
    }

    pub(super) fn push(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        self.depths.push(0);
        (self.nodes.len() - 1) as u32
    }

    fn handle(&self, id: u32) -> Handle {
        let node = &self.nodes[id as usize];
        Handle { id, name: node.name, namespace: node.namespace }
    }

    pub(crate) fn create_element(&mut self, name: Name, namespace: Namespace) -> Handle {
        let mut node = Node::new(NodeKind::Element, self.attrs.len() as u32, 0);
        node.name = name;
        node.namespace = namespace;
        let id = self.push(node);
        Handle { id, name, namespace }
    }

    /// Adds an attribute to the last created element.
    pub(crate) fn push_attr(
        &mut self,
        element: Handle,
        name: Name,
        namespace: AttrNamespace,
        value: &str,
    ) {
        let (offset, length) = self.push_value(value);
        self.attrs.push(Attr { owner: element.id, name, namespace, offset, length });
        self.nodes[element.id as usize].length += 1;
    }

    pub(super) fn push_value(&mut self, value: &str) -> (u32, u32) {
        let offset = self.data.len() as u32;
        if value.len() > self.attribute_bytes_left {
            self.attribute_bytes_limited = true;
            return (offset, 0);
        }
        self.attribute_bytes_left -= value.len();
        self.data.push_str(value);
        (offset, value.len() as u32)
    }

    /// Adds an attribute of a second `<html>` or `<body>` tag to the existing element, unless the
    /// element has it or has the maximum number of attributes.
    pub(super) fn add_attr_if_missing(&mut self, element: Handle, name: Name, value: &str) {
        let node = self.nodes[element.id as usize];
        if node.length >= self.attributes_per_element {
            self.attributes_limited = true;
            return;
        }
        let range = node.offset as usize..(node.offset + node.length) as usize;
        if self.attrs[range.clone()].iter().any(|attr| attr.name == name) {
            return;
        }
        if range.end != self.attrs.len() {
            // An element's attributes are contiguous, so move them to the end of the list first.
            self.nodes[element.id as usize].offset = self.attrs.len() as u32;
            self.attrs.extend_from_within(range);
        }
        self.push_attr(element, name, AttrNamespace::None, value);
    }

    pub(crate) fn create_data(&mut self, kind: NodeKind, text: &str) -> Handle {
        let offset = self.data.len() as u32;
        self.data.push_str(text);
        let id = self.push(Node::new(kind, offset, text.len() as u32));
        self.handle(id)
    }

    pub(crate) fn create_template_contents(&mut self, template: Handle) {
        let contents = self.push(Node::new(NodeKind::Fragment, 0, 0));
        self.depths[contents as usize] = self.last_depth.saturating_add(1);
        self.templates.push((template.id, contents));
    }

    /// The root of the template's contents. The list is sorted, because templates are created in
    /// order of ids.
    pub(crate) fn template_contents(&self, template: Handle) -> Handle {
        let found = self.templates.binary_search_by_key(&template.id, |pair| pair.0);
        found.map_or(template, |index| self.handle(self.templates[index].1))
    }

    pub(super) fn mark_integration_point(&mut self, element: Handle) {
        self.integration_points.push(element.id);
    }

    pub(super) fn is_integration_point(&self, element: Handle) -> bool {
        self.integration_points.binary_search(&element.id).is_ok()
    }

    pub(super) fn has_parent(&self, node: Handle) -> bool {
        self.nodes[node.id as usize].parent != NONE
    }

    pub(crate) fn append(&mut self, parent: Handle, child: Handle) {
        self.detach(child);
        self.link_last(parent.id, child.id);
    }

    pub(super) fn link_last(&mut self, parent: u32, child: u32) {
        let previous = self.nodes[parent as usize].last_child;
        let node = &mut self.nodes[child as usize];
        node.parent = parent;
        node.previous = previous;
        node.next = NONE;
        if previous == NONE {
            self.nodes[parent as usize].first_child = child;
        } else {
            self.nodes[previous as usize].next = child;
        }
        self.nodes[parent as usize].last_child = child;
        self.note_depth(parent, child);
    }

    fn note_depth(&mut self, parent: u32, child: u32) {
        let depth = self.depths[parent as usize].saturating_add(1);
        self.depths[child as usize] = depth;
        self.last_depth = depth;
        self.last_appended = child;
        self.appended += 1;
    }

    pub(super) fn last_appended(&self) -> Handle {
        self.handle(self.last_appended)
    }

    pub(super) fn parent_of_last_appended(&self) -> Handle {
        match self.nodes[self.last_appended as usize].parent {
            NONE => Handle::DOCUMENT,
            parent => self.handle(parent),
        }
    }

    /// The parent of the last inserted element, or of the element that got text last.
    pub(super) fn parent_of_last_element(&self) -> Handle {
        let last = &self.nodes[self.last_appended as usize];
        let above = if last.kind == NodeKind::Text { last.parent } else { self.last_appended };
        match self.nodes.get(above as usize).map(|element| element.parent) {
            None | Some(NONE) => Handle::DOCUMENT,
            Some(parent) => self.handle(parent),
        }
    }

    pub(super) fn is_last_child(&self, parent: Handle, child: Handle) -> bool {
        self.nodes[parent.id as usize].last_child == child.id
    }

    pub(super) fn insert_before(&mut self, sibling: Handle, child: Handle) {
        self.detach(child);
        let Node { parent, previous, .. } = self.nodes[sibling.id as usize];
        let node = &mut self.nodes[child.id as usize];
        node.parent = parent;
        node.previous = previous;
        node.next = sibling.id;
        if previous == NONE {
            self.nodes[parent as usize].first_child = child.id;
        } else {
            self.nodes[previous as usize].next = child.id;
        }
        self.nodes[sibling.id as usize].previous = child.id;
        self.note_depth(parent, child.id);
    }

    pub(super) fn detach(&mut self, node: Handle) {
        let Node { parent, previous, next, .. } = self.nodes[node.id as usize];
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
        let node = &mut self.nodes[node.id as usize];
        node.parent = NONE;
        node.previous = NONE;
        node.next = NONE;
    }

    pub(crate) fn append_text(&mut self, parent: Handle, text: &str) {
        let last = self.nodes[parent.id as usize].last_child;
        if !self.extend_text(last, text) {
            let node = self.create_text(text);
            self.link_last(parent.id, node.id);
        }
    }

    /// Adds text to the last inserted element, or to the element that got text last.
    pub(super) fn append_text_to_last(&mut self, text: &str) {
        match self.nodes[self.last_appended as usize].kind {
            NodeKind::Text => self.append_text(self.parent_of_last_appended(), text),
            _ => self.append_text(self.last_appended(), text),
        }
    }

    /// Says where in the source the last text comes from.
    pub(crate) fn note_source(&mut self, start: u32, end: u32) {
        self.sources.add(self.last_appended, start, end);
    }

    pub(super) fn insert_text_before(&mut self, sibling: Handle, text: &str) {
        let previous = self.nodes[sibling.id as usize].previous;
        if !self.extend_text(previous, text) {
            let node = self.create_text(text);
            self.insert_before(sibling, node);
        }
    }

    fn create_text(&mut self, text: &str) -> Handle {
        let offset = self.text.len() as u32;
        self.text.push_str(text);
        let id = self.push(Node::new(NodeKind::Text, offset, text.len() as u32));
        self.handle(id)
    }

    /// Adds text to the node if it is a text node, else returns false. Text that is not contiguous
    /// with the node's text becomes a continuation.
    fn extend_text(&mut self, node: u32, text: &str) -> bool {
        if node == NONE || self.nodes[node as usize].kind != NodeKind::Text {
            return false;
        }
        self.last_appended = node;
        self.appended += 1;
        self.last_depth = self.depths[node as usize];
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
        let mut child = self.nodes[from.id as usize].first_child;
        let last = std::mem::replace(&mut self.nodes[from.id as usize].last_child, NONE);
        self.nodes[from.id as usize].first_child = NONE;
        if child == NONE {
            return;
        }
        let tail = self.nodes[to.id as usize].last_child;
        self.nodes[child as usize].previous = tail;
        match tail {
            NONE => self.nodes[to.id as usize].first_child = child,
            _ => self.nodes[tail as usize].next = child,
        }
        self.nodes[to.id as usize].last_child = last;
        while child != NONE {
            let node = &mut self.nodes[child as usize];
            node.parent = to.id;
            child = node.next;
        }
    }
}
