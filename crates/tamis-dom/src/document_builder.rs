//! A document built from events instead of HTML text.

use std::collections::HashMap;
use std::ops::Range;

use crate::document::{Document, QuirksMode};
use crate::limits::{Limits, Warning};
use crate::names::Name;
use crate::node::{AttrNamespace, Namespace, NodeKind};
use crate::parse::{Builder, Handle, finish};

/// The attributes of SVG and `MathML` elements that have a namespace.
///
/// Source: HTML standard, 13.2.6.1 "adjust foreign attributes".
const FOREIGN_ATTRIBUTES: &[(&str, AttrNamespace, &str)] = &[
    ("xlink:actuate", AttrNamespace::XLink, "actuate"),
    ("xlink:arcrole", AttrNamespace::XLink, "arcrole"),
    ("xlink:href", AttrNamespace::XLink, "href"),
    ("xlink:role", AttrNamespace::XLink, "role"),
    ("xlink:show", AttrNamespace::XLink, "show"),
    ("xlink:title", AttrNamespace::XLink, "title"),
    ("xlink:type", AttrNamespace::XLink, "type"),
    ("xml:lang", AttrNamespace::Xml, "lang"),
    ("xml:space", AttrNamespace::Xml, "space"),
    ("xmlns", AttrNamespace::Xmlns, "xmlns"),
    ("xmlns:xlink", AttrNamespace::Xmlns, "xlink"),
];

/// Builds a [`Document`] from events, for trees that do not come from HTML text.
///
/// Unlike a parser, it never adds or moves elements: a paragraph can contain a paragraph, and there
/// is no `<html>` unless it is opened. The children of an HTML `<template>` become its contents.
///
/// ```
/// use tamis_dom::{DocumentBuilder, Namespace};
/// let mut builder = DocumentBuilder::new();
/// builder.open("html", Namespace::Html, &[("lang", "en")]);
/// builder.open("body", Namespace::Html, &[]);
/// builder.text("One & ");
/// builder.open("b", Namespace::Html, &[]);
/// builder.text("two");
/// let document = builder.finish();
/// let html = r#"<html lang="en"><body>One &amp; <b>two</b></body></html>"#;
/// assert_eq!(document.outer_html(document.root().unwrap()), html);
/// ```
pub struct DocumentBuilder {
    builder: Builder,
    /// The names that are not in the table of known names.
    names: HashMap<Box<str>, Name>,
    /// For each open element, the node that gets its children: the element itself, its contents if
    /// it is a template, or its parent if the element was dropped.
    open: Vec<Handle>,
    bytes_left: usize,
    nodes_left: usize,
    warnings: Vec<Warning>,
}

impl Default for DocumentBuilder {
    fn default() -> DocumentBuilder {
        DocumentBuilder::new()
    }
}

impl DocumentBuilder {
    /// Returns a builder of an empty document.
    ///
    /// A document has at most 1 GiB of text and names and values, and 2^29 nodes. Anything beyond
    /// is dropped, with a warning in [`Document::warnings`].
    pub fn new() -> DocumentBuilder {
        let limits = Limits::default().attribute_bytes(usize::MAX).nodes(usize::MAX).clamped();
        let mut builder = Builder::default();
        builder.start(&limits);
        DocumentBuilder {
            builder,
            names: HashMap::new(),
            open: Vec::new(),
            bytes_left: limits.attribute_bytes,
            nodes_left: limits.nodes,
            warnings: Vec::new(),
        }
    }

    /// Returns a builder of a document that has these names, besides those of the table, in this
    /// order. They are distinct, and not in the table.
    pub(crate) fn with_names<'n>(names: impl Iterator<Item = &'n str>) -> DocumentBuilder {
        let mut builder = DocumentBuilder::new();
        for text in names {
            builder.builder.names_mut().add(text);
        }
        builder
    }

    /// Makes room for so many bytes of text, and of values and comments, and for so many nodes.
    pub(crate) fn reserve(&mut self, text: usize, data: usize, nodes: usize) {
        self.builder.reserve(text, data, nodes);
    }

    /// Sets the mode in which a browser would lay out the page. The default is
    /// [`QuirksMode::None`].
    pub fn quirks_mode(&mut self, mode: QuirksMode) {
        self.builder.quirks = mode;
    }

    /// Adds a document type declaration to the open element.
    pub fn doctype(&mut self, name: &str, public_id: &str, system_id: &str) {
        // NUL separates the parts, so no part may contain it.
        let part = |text: &str| text.replace('\0', "\u{fffd}");
        let data = [name, public_id, system_id].map(part).join("\0");
        self.data(NodeKind::Doctype, &data);
    }

    /// Opens an element inside the open element.
    ///
    /// The names are used exactly as given. On SVG and `MathML` elements, attributes such as
    /// `xlink:href` get their namespace.
    pub fn open(&mut self, name: &str, namespace: Namespace, attrs: &[(&str, &str)]) {
        let parent = self.parent();
        let bytes = attrs.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>();
        if !self.take_node() || !self.take_bytes(name.len() + bytes) {
            self.open.push(parent);
            return;
        }
        let name = self.name(name);
        let element = self.builder.create_element(name, namespace);
        for (name, value) in attrs {
            let (namespace, name) = foreign(namespace, name);
            let name = self.name(name);
            self.builder.push_attr(element, name, namespace, value);
        }
        self.attach(parent, element);
    }

    /// Opens an element inside the open element, with names of the document.
    pub(crate) fn open_element<'a>(
        &mut self,
        name: Name,
        namespace: Namespace,
        attrs: impl Iterator<Item = (Name, AttrNamespace, &'a str)>,
    ) {
        let parent = self.parent();
        if !self.take_node() {
            self.open.push(parent);
            return;
        }
        let element = self.builder.create_element(name, namespace);
        for (name, namespace, value) in attrs {
            if self.take_bytes(value.len()) {
                self.builder.push_attr(element, name, namespace, value);
            }
        }
        self.attach(parent, element);
    }

    /// Appends a new element, and makes it the open one.
    fn attach(&mut self, parent: Handle, element: Handle) {
        let mut children = element;
        if self.builder.is_template(element) && self.take_node() {
            self.builder.create_template_contents(element);
            children = self.builder.template_contents(element);
        }
        self.builder.append(parent, element);
        self.open.push(children);
    }

    /// Adds text to the open element. Adjacent texts become one node.
    pub fn text(&mut self, text: &str) {
        self.text_from(None, text);
    }

    /// Adds text that is at a place of the source, or that is not from there.
    pub(crate) fn text_from(&mut self, place: Option<Range<u32>>, text: &str) {
        if !text.is_empty() && self.take_bytes(text.len()) && self.take_node() {
            self.builder.append_text(self.parent(), text);
            if let Some(place) = place {
                self.builder.note_source(place.start, place.end);
            }
        }
    }

    /// Adds a comment to the open element.
    pub fn comment(&mut self, text: &str) {
        self.data(NodeKind::Comment, text);
    }

    /// Closes the open element. Does nothing if no element is open.
    pub fn close(&mut self) {
        self.open.pop();
    }

    /// Closes all open elements and returns the document.
    pub fn finish(mut self) -> Document {
        let mut document = Document::default();
        document.clear();
        finish(&mut self.builder, &mut document, false);
        document.warnings = self.warnings;
        document
    }

    fn parent(&self) -> Handle {
        self.open.last().copied().unwrap_or(Handle::DOCUMENT)
    }

    fn data(&mut self, kind: NodeKind, text: &str) {
        if self.take_bytes(text.len()) && self.take_node() {
            let node = self.builder.create_data(kind, text);
            self.builder.append(self.parent(), node);
        }
    }

    fn name(&mut self, text: &str) -> Name {
        if let Some(name) = Name::known(text).or_else(|| self.names.get(text).copied()) {
            return name;
        }
        let name = self.builder.names_mut().add(text);
        if name != Name::SATURATED {
            self.names.insert(text.into(), name);
        }
        name
    }

    fn take_bytes(&mut self, bytes: usize) -> bool {
        let enough = bytes <= self.bytes_left;
        if enough {
            self.bytes_left -= bytes;
        } else {
            let kept_bytes = self.builder.text.len();
            self.warn(Warning::InputCut { kept_bytes });
        }
        enough
    }

    fn take_node(&mut self) -> bool {
        let enough = self.nodes_left > 0;
        if enough {
            self.nodes_left -= 1;
        } else {
            self.warn(Warning::NodesLimited);
        }
        enough
    }

    fn warn(&mut self, warning: Warning) {
        let same =
            |other: &Warning| std::mem::discriminant(other) == std::mem::discriminant(&warning);
        if !self.warnings.iter().any(same) {
            self.warnings.push(warning);
        }
    }
}

/// Returns the namespace of an attribute, and its name without the prefix.
fn foreign(element: Namespace, name: &str) -> (AttrNamespace, &str) {
    let found = FOREIGN_ATTRIBUTES.iter().find(|(full, ..)| *full == name);
    match found {
        Some(&(_, namespace, local)) if element != Namespace::Html => (namespace, local),
        _ => (AttrNamespace::None, name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NodeId, Parser, Step};

    fn rebuilt(document: &Document) -> Document {
        let mut builder = DocumentBuilder::new();
        builder.quirks_mode(document.quirks_mode());
        for step in document.walk(NodeId::DOCUMENT) {
            match step {
                Step::Enter(id) => enter(document, id, &mut builder),
                Step::Leave(id) if document.kind(id) == NodeKind::Element => builder.close(),
                Step::Leave(_) => {}
            }
        }
        builder.finish()
    }

    fn enter(document: &Document, id: NodeId, builder: &mut DocumentBuilder) {
        match document.kind(id) {
            NodeKind::Element => {
                let attrs = attrs(document, id);
                let attrs: Vec<_> =
                    attrs.iter().map(|(name, value)| (name.as_str(), *value)).collect();
                let name = document.local_name(id).unwrap();
                builder.open(name, document.namespace(id), &attrs);
            }
            NodeKind::Text => builder.text(document.text(id)),
            NodeKind::Comment => builder.comment(document.comment(id).unwrap()),
            NodeKind::Doctype => {
                let [name, public_id, system_id] = document.doctype(id).unwrap();
                builder.doctype(name, public_id, system_id);
            }
            NodeKind::Document | NodeKind::Fragment => {}
        }
    }

    fn attrs(document: &Document, id: NodeId) -> Vec<(String, &str)> {
        let full_name = |namespace, name: &str| {
            let prefix = match namespace {
                AttrNamespace::None => return name.to_owned(),
                AttrNamespace::Xmlns if name == "xmlns" => return name.to_owned(),
                AttrNamespace::XLink => "xlink",
                AttrNamespace::Xml => "xml",
                AttrNamespace::Xmlns => "xmlns",
            };
            format!("{prefix}:{name}")
        };
        let attrs = document.attrs(id).iter();
        attrs
            .map(|attr| {
                let name = full_name(attr.namespace(), document.name_str(attr.name()));
                (name, document.attr_value(attr))
            })
            .collect()
    }

    fn assert_same(one: &Document, two: &Document) {
        assert_eq!(one.outer_html(NodeId::DOCUMENT), two.outer_html(NodeId::DOCUMENT));
        assert_eq!(one.len(), two.len());
        assert_eq!(one.quirks_mode(), two.quirks_mode());
        for id in one.descendants_and_self(NodeId::DOCUMENT) {
            assert_eq!(one.kind(id), two.kind(id));
            assert_eq!(one.namespace(id), two.namespace(id));
            assert_eq!(one.local_name(id), two.local_name(id));
            assert_eq!(one.text_range(id), two.text_range(id));
            assert_eq!(one.subtree_end(id), two.subtree_end(id));
            assert_eq!(one.parent(id), two.parent(id));
            assert_eq!(attrs(one, id), attrs(two, id));
            assert_eq!(one.comment(id), two.comment(id));
            assert_eq!(one.doctype(id), two.doctype(id));
        }
    }

    #[test]
    fn a_page_is_rebuilt_from_its_events() {
        for html in [
            "",
            "<!doctype html public '-//W3C//DTD HTML 4.01//EN'><title>t</title><p>a<b>b</b>c",
            "<x-y data-z=1 data-z2='&quot;'>own <x-y>names</x-y></x-y><!-- and a comment -->",
            "<svg xmlns=u xmlns:xlink=v viewbox=0><a xlink:href=w xml:lang=en xlink:other=x>t</a>",
            "<p xlink:href=plain>t<math><mi definitionurl=d>x</mi></math>",
            "<table>foster<tr><td>cell</table><script>a < b</script><pre>\n\nx</pre>",
        ] {
            let document = Parser::default().parse(html);
            assert_same(&document, &rebuilt(&document));
        }
    }

    #[test]
    fn open_elements_end_with_the_document() {
        let mut builder = DocumentBuilder::default();
        builder.close();
        builder.open("p", Namespace::Html, &[]);
        builder.close();
        builder.close();
        builder.open("ul", Namespace::Html, &[]);
        builder.open("li", Namespace::Html, &[]);
        builder.text("a");
        builder.text("");
        builder.text("b");
        let document = builder.finish();
        assert_eq!(document.outer_html(NodeId::DOCUMENT), "<p></p><ul><li>ab</li></ul>");
        assert_eq!(document.len(), 5);
    }

    #[test]
    fn template_children_become_its_contents() {
        let mut builder = DocumentBuilder::new();
        builder.open("template", Namespace::Html, &[]);
        builder.text("inside");
        builder.close();
        builder.text("outside");
        let document = builder.finish();
        let template = document.elements(NodeId::DOCUMENT).next().unwrap();
        let contents = document.template_contents(template).unwrap();
        assert_eq!(document.text(contents), "inside");
        assert_eq!(document.text(NodeId::DOCUMENT), "outside");
    }

    #[test]
    fn input_beyond_the_limits_is_dropped_with_warnings() {
        let mut builder = DocumentBuilder::new();
        builder.bytes_left = 8;
        builder.nodes_left = 3;
        builder.open("p", Namespace::Html, &[]);
        builder.text("1234567");
        builder.text("lost");
        builder.open("q", Namespace::Html, &[("title", "lost")]);
        builder.text("lost");
        builder.close();
        builder.comment("");
        let document = builder.finish();
        assert_eq!(document.outer_html(NodeId::DOCUMENT), "<p>1234567</p>");
        let warnings = [Warning::InputCut { kept_bytes: 7 }, Warning::NodesLimited];
        assert_eq!(document.warnings(), warnings);
    }

    #[test]
    fn deep_and_wide_trees_need_no_stack() {
        let mut builder = DocumentBuilder::new();
        for _ in 0..200_000 {
            builder.open("div", Namespace::Html, &[]);
        }
        builder.text("bottom");
        let document = builder.finish();
        assert_eq!(document.text(NodeId::DOCUMENT), "bottom");
        assert_eq!(document.outer_html(NodeId::DOCUMENT).len(), 200_000 * 11 + 6);
    }
}
