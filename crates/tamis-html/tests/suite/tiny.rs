//! A small tree for tests, with its dump in the notation of html5lib.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use tamis_html::{
    AttributeNamespace, Attributes, Doctype, Element, Handle, Namespace, Span, Text, TreeSink,
};

/// A node and its place in the tree.
#[derive(Debug, Default)]
pub struct Node {
    pub data: Data,
    pub parent: Option<Handle>,
    pub children: Vec<Handle>,
}

/// The kinds of nodes.
#[derive(Debug, Clone, Default)]
pub enum Data {
    #[default]
    Document,
    Doctype(String),
    Text(String),
    Comment(String),
    Element {
        namespace: Namespace,
        name: String,
        attributes: Vec<(AttributeNamespace, String, String)>,
        contents: Option<Handle>,
        span: Span,
        end: u32,
    },
}

/// A tree of nodes.
#[derive(Debug)]
pub struct Tree {
    pub nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Self {
        Self { nodes: vec![Node::default()] }
    }
}

pub const DOCUMENT: Handle = Handle::new(0);

impl Tree {
    pub fn add(&mut self, data: Data) -> Handle {
        self.nodes.push(Node { data, ..Node::default() });
        Handle::new(self.nodes.len() as u32 - 1)
    }

    pub fn node(&self, handle: Handle) -> &Node {
        &self.nodes[handle.index()]
    }

    pub fn node_mut(&mut self, handle: Handle) -> &mut Node {
        &mut self.nodes[handle.index()]
    }

    /// The parent of a node and the place among its children.
    pub fn place(&self, node: Handle) -> (Handle, usize) {
        let parent = self.node(node).parent.expect("the node has a parent");
        let siblings = &self.node(parent).children;
        (parent, siblings.iter().rposition(|child| *child == node).unwrap())
    }

    pub fn insert(&mut self, parent: Handle, place: usize, child: Handle) {
        assert!(self.node(child).parent.is_none(), "the node has a parent already");
        self.node_mut(child).parent = Some(parent);
        self.node_mut(parent).children.insert(place, child);
    }

    pub fn insert_text(&mut self, parent: Handle, place: usize, text: &str) {
        let before = place.checked_sub(1).map(|before| self.node(parent).children[before]);
        if let Some(before) = before
            && let Data::Text(merged) = &mut self.node_mut(before).data
        {
            merged.push_str(text);
            return;
        }
        let node = self.add(Data::Text(text.to_owned()));
        self.insert(parent, place, node);
    }

    pub fn take_out(&mut self, node: Handle) {
        if self.node(node).parent.is_some() {
            let (parent, place) = self.place(node);
            self.node_mut(parent).children.remove(place);
            self.node_mut(node).parent = None;
        }
    }

    pub fn move_all(&mut self, from: Handle, to: Handle) {
        let children = std::mem::take(&mut self.node_mut(from).children);
        for child in &children {
            self.node_mut(*child).parent = Some(to);
        }
        self.node_mut(to).children.extend(children);
    }

    pub fn add_missing(
        &mut self,
        element: Handle,
        more: Vec<(AttributeNamespace, String, String)>,
    ) {
        if let Data::Element { attributes, .. } = &mut self.node_mut(element).data {
            for attribute in more {
                if !attributes.iter().any(|(_, name, _)| *name == attribute.1) {
                    attributes.push(attribute);
                }
            }
        }
    }

    /// The children of `root` in the notation of html5lib.
    pub fn dump(&self, root: Handle) -> String {
        let mut out = String::new();
        let of = |root: Handle, depth| {
            self.node(root).children.iter().rev().map(move |child| (*child, depth))
        };
        let mut rest: Vec<_> = of(root, 0).collect();
        while let Some((node, depth)) = rest.pop() {
            let indent = "  ".repeat(depth);
            let below = depth + 1;
            match &self.node(node).data {
                Data::Document => writeln!(out, "| {indent}content").unwrap(),
                Data::Doctype(text) => writeln!(out, "| {indent}<!DOCTYPE {text}>").unwrap(),
                Data::Text(text) => writeln!(out, "| {indent}\"{text}\"").unwrap(),
                Data::Comment(text) => writeln!(out, "| {indent}<!-- {text} -->").unwrap(),
                Data::Element { namespace, name, attributes, .. } => {
                    let prefix = match namespace {
                        Namespace::Html => "",
                        Namespace::Svg => "svg ",
                        Namespace::MathMl => "math ",
                    };
                    writeln!(out, "| {indent}<{prefix}{name}>").unwrap();
                    write_attributes(&mut out, &indent, attributes);
                }
            }
            rest.extend(of(node, below));
            if let Data::Element { contents: Some(contents), .. } = self.node(node).data {
                rest.push((contents, below));
            }
        }
        out.trim_end_matches('\n').to_owned()
    }
}

fn write_attributes(
    out: &mut String,
    indent: &str,
    attributes: &[(AttributeNamespace, String, String)],
) {
    let named = attributes.iter().map(|(namespace, name, value)| {
        let prefix = match namespace {
            AttributeNamespace::None => "",
            AttributeNamespace::XLink => "xlink ",
            AttributeNamespace::Xml => "xml ",
            AttributeNamespace::Xmlns => "xmlns ",
        };
        (format!("{prefix}{name}"), value)
    });
    for (name, value) in named.collect::<BTreeMap<_, _>>() {
        writeln!(out, "| {indent}  {name}=\"{value}\"").unwrap();
    }
}

fn owned(attributes: Attributes<'_>) -> Vec<(AttributeNamespace, String, String)> {
    let owned = |a: tamis_html::Attribute<'_>| {
        (a.namespace, a.name.to_owned(), a.value.as_str().to_owned())
    };
    attributes.iter().map(owned).collect()
}

impl TreeSink for Tree {
    fn document(&mut self) -> Handle {
        DOCUMENT
    }

    fn create_element(&mut self, element: &Element<'_>) -> Handle {
        let is_template = element.namespace == Namespace::Html && element.name == "template";
        let contents = is_template.then(|| self.add(Data::Document));
        self.add(Data::Element {
            namespace: element.namespace,
            name: element.name.to_owned(),
            attributes: owned(element.attributes),
            contents,
            span: element.span,
            end: 0,
        })
    }

    fn append(&mut self, parent: Handle, child: Handle) {
        let place = self.node(parent).children.len();
        self.insert(parent, place, child);
    }

    fn insert_before(&mut self, sibling: Handle, child: Handle) {
        let (parent, place) = self.place(sibling);
        self.insert(parent, place, child);
    }

    fn append_text(&mut self, parent: Handle, text: Text<'_>) {
        let place = self.node(parent).children.len();
        self.insert_text(parent, place, text.as_str());
    }

    fn insert_text_before(&mut self, sibling: Handle, text: Text<'_>) {
        let (parent, place) = self.place(sibling);
        self.insert_text(parent, place, text.as_str());
    }

    fn append_comment(&mut self, parent: Handle, text: Text<'_>, _span: Span) {
        let comment = self.add(Data::Comment(text.as_str().to_owned()));
        self.append(parent, comment);
    }

    fn insert_comment_before(&mut self, sibling: Handle, text: Text<'_>, _span: Span) {
        let comment = self.add(Data::Comment(text.as_str().to_owned()));
        self.insert_before(sibling, comment);
    }

    fn append_doctype(&mut self, doctype: &Doctype<'_>) {
        let mut text = doctype.name.to_owned();
        if !doctype.public_id.is_empty() || !doctype.system_id.is_empty() {
            write!(text, " \"{}\" \"{}\"", doctype.public_id, doctype.system_id).unwrap();
        }
        let doctype = self.add(Data::Doctype(text));
        self.append(DOCUMENT, doctype);
    }

    fn detach(&mut self, node: Handle) {
        self.take_out(node);
    }

    fn move_children(&mut self, from: Handle, to: Handle) {
        self.move_all(from, to);
    }

    fn add_missing_attributes(&mut self, element: Handle, more: Attributes<'_>) {
        self.add_missing(element, owned(more));
    }

    fn template_contents(&mut self, template: Handle) -> Handle {
        match self.node(template).data {
            Data::Element { contents: Some(contents), .. } => contents,
            _ => unreachable!("the parser asks for the contents of templates only"),
        }
    }

    fn close(&mut self, element: Handle, close_end: u32) {
        if let Data::Element { end, span, .. } = &mut self.node_mut(element).data {
            assert!(span.start <= close_end, "{span:?} {close_end}");
            *end = close_end;
        }
    }
}
