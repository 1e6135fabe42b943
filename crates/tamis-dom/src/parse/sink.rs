//! The sink that writes the arena.

use tamis_html::{
    AttributeNamespace, Attributes, Doctype, Element, Handle as HtmlHandle,
    Namespace as HtmlNamespace, Span, Tag, Text, TreeSink,
};

use super::builder::{Builder, Handle};
use super::names::NameCache;
use super::over::{Over, is_absent};
use crate::limits::Limits;
use crate::names::{NameSet, name};
use crate::node::{Attr, AttrNamespace, NONE, Namespace, Node, NodeKind};

/// Elements whose text is one node, which belongs to them even at the limit of nodes.
const RAW_TEXT: NameSet = NameSet::of(&[
    name::IFRAME,
    name::NOEMBED,
    name::NOFRAMES,
    name::SCRIPT,
    name::STYLE,
    name::TEXTAREA,
    name::TITLE,
    name::XMP,
]);

/// The attributes that count as one node.
const ATTRIBUTES_PER_NODE: usize = 8;

/// Adapts a [`Builder`] to the [`TreeSink`] of `tamis-html`.
pub(super) struct ArenaSink<'n> {
    builder: Builder,
    names: &'n mut NameCache,
    max_nodes: usize,
    max_attributes: usize,
    /// The first `body`, or the document.
    body: u32,
    /// Set at the limit of nodes.
    over: Option<Over>,
    /// True if attributes may not be in the order of their elements.
    pub(super) attributes_moved: bool,
}

impl<'n> ArenaSink<'n> {
    pub(super) fn new(
        builder: Builder,
        names: &'n mut NameCache,
        limits: &Limits,
        max_nodes: usize,
    ) -> Self {
        ArenaSink {
            builder,
            names,
            max_nodes,
            max_attributes: limits.attributes_per_element,
            body: 0,
            over: None,
            attributes_moved: false,
        }
    }

    pub(super) fn into_builder(self) -> Builder {
        self.builder
    }

    /// Returns true if an element had too many attributes.
    pub(super) fn attributes_are_limited(&self) -> bool {
        self.builder.attributes_limited
    }

    /// Returns true if all values of attributes together were too long.
    pub(super) fn attribute_bytes_are_limited(&self) -> bool {
        self.builder.attribute_bytes_limited
    }

    /// Returns true if the page has more nodes than the limit.
    pub(super) fn is_over(&self) -> bool {
        self.over.is_some()
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.builder.nodes.len() + self.builder.attrs.len() / ATTRIBUTES_PER_NODE >= self.max_nodes
    }

    /// Returns the state at the limit of nodes. `parent` is the place of the node that is not made.
    fn over(&mut self, parent: u32) -> &mut Over {
        self.over.get_or_insert_with(|| Over::new(parent))
    }

    /// Makes an element without a parent.
    #[inline]
    fn element(&mut self, element: &Element<'_>) -> u32 {
        let builder = &mut self.builder;
        let first = builder.attrs.len() as u32;
        let owner = builder.nodes.len() as u32;
        let mut count = 0;
        for attribute in element.attributes.iter().take(self.max_attributes) {
            let name = self.names.name(attribute.name, &mut builder.names);
            let (offset, length) = builder.push_value(name, attribute.value.as_str());
            let namespace = attribute_namespace(attribute.namespace);
            builder.attrs.push(Attr { owner, name, namespace, offset, length });
            count += 1;
        }
        builder.attributes_limited |= element.attributes.len() > self.max_attributes;
        let mut node = Node::new(NodeKind::Element, first, count);
        node.name = self.names.element(element, &mut builder.names);
        node.namespace = match element.namespace {
            HtmlNamespace::Html => Namespace::Html,
            HtmlNamespace::Svg => Namespace::Svg,
            HtmlNamespace::MathMl => Namespace::MathMl,
        };
        let id = builder.push(node);
        if element.tag == Tag::TEMPLATE && element.namespace == HtmlNamespace::Html {
            builder.create_template_contents(Handle(id));
        }
        id
    }

    /// Returns the element at the limit of nodes. Only elements that a page has once are still
    /// made, for example `<body>`.
    #[cold]
    fn surplus_element(&mut self, parent: u32, element: &Element<'_>) -> Option<HtmlHandle> {
        if element.namespace == HtmlNamespace::Html
            && matches!(element.tag, Tag::HTML | Tag::HEAD | Tag::BODY)
        {
            return None;
        }
        let is_dropped = matches!(element.tag, Tag::SCRIPT | Tag::STYLE);
        Some(self.over(parent).element(is_dropped))
    }

    /// Keeps a node at the limit of nodes where it is, or attaches it if it has no parent: the
    /// elements that it should be moved to were not made.
    #[cold]
    fn keep_surplus(&mut self, child: HtmlHandle) {
        if !is_absent(child) && !self.builder.has_parent(handle(child)) {
            self.builder.append(Handle(self.body), handle(child));
        }
    }

    /// Returns true if a text is not a node of its own, because there are too many.
    #[inline]
    fn takes_text(&mut self, inside: HtmlHandle, parent: u32, text: Text<'_>) -> bool {
        if self.over.is_none() && !self.is_full() {
            return false;
        }
        self.surplus_text(inside, parent, text)
    }

    #[cold]
    fn surplus_text(&mut self, inside: HtmlHandle, parent: u32, text: Text<'_>) -> bool {
        let element = self.builder.nodes.get(inside.index());
        if element.is_some_and(|node| RAW_TEXT.contains(node.name)) {
            return false;
        }
        self.over(parent);
        if let Some(over) = &mut self.over {
            over.text(&mut self.builder, inside, text);
        }
        true
    }

    fn data(&mut self, kind: NodeKind, text: &str, parent: u32) -> Option<Handle> {
        if self.over.is_some() || self.is_full() {
            self.over(parent);
            return None;
        }
        Some(self.builder.create_data(kind, text))
    }

    fn parent_of(&self, node: HtmlHandle) -> u32 {
        let parent = self.builder.nodes.get(node.index()).map(|node| node.parent);
        parent.filter(|&parent| parent != NONE).unwrap_or(self.body)
    }
}

#[inline]
fn handle(node: HtmlHandle) -> Handle {
    Handle(node.index() as u32)
}

#[inline]
fn attribute_namespace(namespace: AttributeNamespace) -> AttrNamespace {
    match namespace {
        AttributeNamespace::None => AttrNamespace::None,
        AttributeNamespace::XLink => AttrNamespace::XLink,
        AttributeNamespace::Xml => AttrNamespace::Xml,
        AttributeNamespace::Xmlns => AttrNamespace::Xmlns,
    }
}

impl TreeSink for ArenaSink<'_> {
    fn document(&mut self) -> HtmlHandle {
        HtmlHandle::new(0)
    }

    fn create_element(&mut self, element: &Element<'_>) -> HtmlHandle {
        if (self.over.is_some() || self.is_full())
            && let Some(absent) = self.surplus_element(self.body, element)
        {
            return absent;
        }
        HtmlHandle::new(self.element(element))
    }

    #[inline]
    fn append_element(&mut self, parent: HtmlHandle, element: &Element<'_>) -> HtmlHandle {
        if (self.over.is_some() || self.is_full())
            && let Some(absent) = self.surplus_element(parent.index() as u32, element)
        {
            return absent;
        }
        let id = self.element(element);
        self.builder.link_last(handle(parent), Handle(id));
        if element.tag == Tag::BODY && self.body == 0 {
            self.body = id;
            if let Some(over) = &mut self.over {
                over.move_to(id);
            }
        }
        HtmlHandle::new(id)
    }

    fn append(&mut self, parent: HtmlHandle, child: HtmlHandle) {
        if self.over.is_some() {
            return self.keep_surplus(child);
        }
        self.builder.append(handle(parent), handle(child));
    }

    fn insert_before(&mut self, sibling: HtmlHandle, child: HtmlHandle) {
        if self.over.is_some() {
            return self.keep_surplus(child);
        }
        self.builder.insert_before(handle(sibling), handle(child));
    }

    #[inline]
    fn append_text(&mut self, parent: HtmlHandle, text: Text<'_>) {
        if !self.takes_text(parent, parent.index() as u32, text) {
            self.builder.append_text(handle(parent), text.as_str());
            self.builder.note_source(text.span().start, text.span().end);
        }
    }

    fn insert_text_before(&mut self, sibling: HtmlHandle, text: Text<'_>) {
        let parent = self.parent_of(sibling);
        if !self.takes_text(sibling, parent, text) {
            self.builder.insert_text_before(handle(sibling), text.as_str());
            self.builder.note_source(text.span().start, text.span().end);
        }
    }

    fn append_comment(&mut self, parent: HtmlHandle, text: Text<'_>, _span: Span) {
        if let Some(comment) = self.data(NodeKind::Comment, text.as_str(), parent.index() as u32) {
            self.builder.append(handle(parent), comment);
        }
    }

    fn insert_comment_before(&mut self, sibling: HtmlHandle, text: Text<'_>, _span: Span) {
        let parent = self.parent_of(sibling);
        if let Some(comment) = self.data(NodeKind::Comment, text.as_str(), parent) {
            self.builder.insert_before(handle(sibling), comment);
        }
    }

    fn append_doctype(&mut self, doctype: &Doctype<'_>) {
        let Doctype { name, public_id, system_id, .. } = doctype;
        let data = format!("{name}\0{public_id}\0{system_id}");
        if let Some(doctype) = self.data(NodeKind::Doctype, &data, 0) {
            self.builder.append(Handle::DOCUMENT, doctype);
        }
    }

    fn detach(&mut self, node: HtmlHandle) {
        if self.over.is_none() {
            self.builder.detach(handle(node));
        }
    }

    fn move_children(&mut self, from: HtmlHandle, to: HtmlHandle) {
        if self.over.is_none() {
            self.builder.reparent_children(handle(from), handle(to));
        }
    }

    fn add_missing_attributes(&mut self, element: HtmlHandle, attributes: Attributes<'_>) {
        let before = self.builder.attrs.len();
        self.builder.attributes_limited |= attributes.len() > self.max_attributes;
        for attribute in attributes.iter().take(self.max_attributes) {
            let name = self.names.name(attribute.name, &mut self.builder.names);
            self.builder.add_attr_if_missing(handle(element), name, attribute.value.as_str());
        }
        self.attributes_moved |= self.builder.attrs.len() > before;
    }

    fn template_contents(&mut self, template: HtmlHandle) -> HtmlHandle {
        HtmlHandle::new(self.builder.template_contents(handle(template)).0)
    }

    #[inline]
    fn close(&mut self, _element: HtmlHandle, _end: u32) {
        if let Some(over) = &mut self.over {
            over.note_end();
        }
    }
}
