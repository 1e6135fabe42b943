//! Prints the headings of a page with their places in the source: a sink of its own.
//!
//! `cargo run --example outline [FILE]`; without a file, of a small page.

use std::env;
use std::fs;
use std::io::{self, Write};

use tamis_html::{
    Attributes, Doctype, Element, Handle, Namespace, Parser, Span, Tag, Text, TreeSink,
};

/// A tree that keeps names and texts, but neither attributes nor comments.
struct Outline {
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    /// `None` for the document, texts and contents of templates.
    tag: Option<Tag>,
    text: String,
    /// The element in the source.
    span: Span,
    parent: Option<Handle>,
    children: Vec<Handle>,
}

impl Outline {
    fn new() -> Self {
        Self { nodes: vec![Node::default()] }
    }

    fn add(&mut self, node: Node) -> Handle {
        self.nodes.push(node);
        Handle::new(self.nodes.len() as u32 - 1)
    }

    fn node(&mut self, handle: Handle) -> &mut Node {
        &mut self.nodes[handle.index()]
    }

    /// The parent of a node and its place there.
    fn place(&mut self, node: Handle) -> Option<(Handle, usize)> {
        let parent = self.node(node).parent?;
        let place = self.node(parent).children.iter().rposition(|child| *child == node)?;
        Some((parent, place))
    }

    fn insert(&mut self, parent: Handle, place: usize, child: Handle) {
        self.node(child).parent = Some(parent);
        self.node(parent).children.insert(place, child);
    }

    fn insert_text(&mut self, parent: Handle, place: usize, text: Text<'_>) {
        let node = Node { text: text.as_str().to_owned(), span: text.span(), ..Node::default() };
        let handle = self.add(node);
        self.insert(parent, place, handle);
    }

    /// The text of an element.
    fn text_of(&self, root: Handle) -> String {
        let mut text = String::new();
        let mut rest = vec![root];
        while let Some(handle) = rest.pop() {
            let node = &self.nodes[handle.index()];
            text.push_str(&node.text);
            rest.extend(node.children.iter().rev());
        }
        text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        const HEADINGS: [Tag; 6] = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];
        for (index, node) in self.nodes.iter().enumerate() {
            let level =
                node.tag.and_then(|tag| HEADINGS.iter().position(|heading| *heading == tag));
            if let Some(level) = level {
                let text = self.text_of(Handle::new(index as u32));
                let Span { start, end, .. } = node.span;
                writeln!(out, "{start:>6}..{end:<6} {}{text}", "  ".repeat(level))?;
            }
        }
        Ok(())
    }
}

impl TreeSink for Outline {
    fn document(&mut self) -> Handle {
        Handle::new(0)
    }

    fn create_element(&mut self, element: &Element<'_>) -> Handle {
        let tag = (element.namespace == Namespace::Html).then_some(element.tag);
        self.add(Node { tag, span: element.span, ..Node::default() })
    }

    fn append(&mut self, parent: Handle, child: Handle) {
        let place = self.node(parent).children.len();
        self.insert(parent, place, child);
    }

    fn insert_before(&mut self, sibling: Handle, child: Handle) {
        if let Some((parent, place)) = self.place(sibling) {
            self.insert(parent, place, child);
        }
    }

    fn append_text(&mut self, parent: Handle, text: Text<'_>) {
        let place = self.node(parent).children.len();
        self.insert_text(parent, place, text);
    }

    fn insert_text_before(&mut self, sibling: Handle, text: Text<'_>) {
        if let Some((parent, place)) = self.place(sibling) {
            self.insert_text(parent, place, text);
        }
    }

    fn append_comment(&mut self, _parent: Handle, _text: Text<'_>, _span: Span) {}

    fn insert_comment_before(&mut self, _sibling: Handle, _text: Text<'_>, _span: Span) {}

    fn append_doctype(&mut self, _doctype: &Doctype<'_>) {}

    fn detach(&mut self, node: Handle) {
        if let Some((parent, place)) = self.place(node) {
            self.node(parent).children.remove(place);
            self.node(node).parent = None;
        }
    }

    fn move_children(&mut self, from: Handle, to: Handle) {
        for child in std::mem::take(&mut self.node(from).children) {
            self.append(to, child);
        }
    }

    fn add_missing_attributes(&mut self, _element: Handle, _attributes: Attributes<'_>) {}

    fn template_contents(&mut self, _template: Handle) -> Handle {
        // An outline has no place for them: they go into a node that has no parent.
        self.add(Node::default())
    }

    fn close(&mut self, element: Handle, end: u32) {
        self.node(element).span.end = end;
    }
}

const PAGE: &str = "<!doctype html><title>Tea</title>
<h1>Tea</h1><p>Leaves &amp; water.
<h2>Green <em>tea</em></h2><p>Eighty degrees.
<h2>Black tea";

fn main() -> io::Result<()> {
    let page = match env::args_os().nth(1) {
        Some(path) => String::from_utf8_lossy(&fs::read(path)?).into_owned(),
        None => PAGE.to_owned(),
    };
    let mut outline = Outline::new();
    Parser::default().parse(&page, &mut outline);
    outline.print(&mut io::stdout().lock())
}
