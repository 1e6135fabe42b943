//! Serialization of a document to HTML.

use crate::document::Document;
use crate::names::{NameSet, name};
use crate::node::{AttrNamespace, NodeId, NodeKind, link};
use crate::traverse::{Arena, Step, next_step};

/// Elements that are written without an end tag.
///
/// Source: HTML standard, 13.3 "Serializing HTML fragments".
const VOID: NameSet = NameSet::of(&[
    name::AREA,
    name::BASE,
    name::BASEFONT,
    name::BGSOUND,
    name::BR,
    name::COL,
    name::EMBED,
    name::FRAME,
    name::HR,
    name::IMG,
    name::INPUT,
    name::KEYGEN,
    name::LINK,
    name::META,
    name::PARAM,
    name::SOURCE,
    name::TRACK,
    name::WBR,
]);

/// Elements whose text is written without escaping, if scripting is disabled.
///
/// Source: HTML standard, 13.3 "Serializing HTML fragments".
const RAW_TEXT: NameSet = NameSet::of(&[
    name::STYLE,
    name::SCRIPT,
    name::XMP,
    name::IFRAME,
    name::NOEMBED,
    name::NOFRAMES,
    name::PLAINTEXT,
]);

impl Document {
    /// Serializes the node and its descendants to HTML.
    ///
    /// The output is not sanitized: it includes the page's scripts. Template contents are written
    /// inside their `<template>`.
    ///
    /// Source: HTML standard, 13.3 "Serializing HTML fragments".
    ///
    /// ```
    /// use tamis_dom::{Limits, Parser};
    /// let document = Parser::new(Limits::default()).parse("<p title='a\"b'>1 &lt; 2<br>");
    /// let body = document.body().unwrap();
    /// let html = r#"<body><p title="a&quot;b">1 &lt; 2<br></p></body>"#;
    /// assert_eq!(document.outer_html(body), html);
    /// ```
    pub fn outer_html(&self, id: NodeId) -> String {
        serialize(self, id, true)
    }

    /// Serializes the children of the node to HTML, like [`Document::outer_html`].
    ///
    /// ```
    /// use tamis_dom::Parser;
    /// let document = Parser::default().parse("<p>One <b>two</b>");
    /// assert_eq!(document.inner_html(document.body().unwrap()), "<p>One <b>two</b></p>");
    /// ```
    pub fn inner_html(&self, id: NodeId) -> String {
        serialize(self, id, false)
    }
}

/// Serializes the subtree to HTML, with or without the tags of its root.
pub(crate) fn serialize(tree: &impl Arena, root: NodeId, with_root: bool) -> String {
    let mut serializer = Serializer { tree, html: String::new() };
    serializer.subtree(root, with_root);
    serializer.html
}

struct Serializer<'t, T> {
    tree: &'t T,
    html: String,
}

impl<T: Arena> Serializer<'_, T> {
    /// The contents of a template are a separate tree, which is walked between the template's tags.
    /// Because templates nest, the unfinished walks are on a stack.
    fn subtree(&mut self, root: NodeId, with_root: bool) {
        let mut walks = vec![(root, Some(Step::Enter(root)))];
        while let Some((walked, next)) = walks.last_mut() {
            let Some(step) = *next else {
                walks.pop();
                continue;
            };
            *next = next_step(self.tree, *walked, step);
            match step {
                Step::Enter(id) => {
                    if id != root || with_root {
                        self.enter(id);
                    }
                    if let Some(contents) = self.tree.contents(id) {
                        walks.push((contents, Some(Step::Enter(contents))));
                    }
                }
                Step::Leave(id) if id != root || with_root => self.leave(id),
                Step::Leave(_) => {}
            }
        }
    }

    fn enter(&mut self, id: NodeId) {
        let source = self.tree.frozen();
        match self.tree.node(id).kind {
            NodeKind::Element => self.start_tag(id),
            NodeKind::Text => self.text(id),
            NodeKind::Comment => {
                self.html.push_str("<!--");
                self.html.push_str(source.comment(id).unwrap_or_default());
                self.html.push_str("-->");
            }
            NodeKind::Doctype => {
                let [name, ..] = source.doctype(id).unwrap_or_default();
                self.html.push_str("<!DOCTYPE ");
                self.html.push_str(name);
                self.html.push('>');
            }
            NodeKind::Document | NodeKind::Fragment => {}
        }
    }

    fn leave(&mut self, id: NodeId) {
        let node = self.tree.node(id);
        if node.kind != NodeKind::Element || node.is_html() && VOID.contains(node.name) {
            return;
        }
        self.html.push_str("</");
        self.html.push_str(self.tree.name_text(node.name));
        self.html.push('>');
    }

    fn start_tag(&mut self, id: NodeId) {
        let tree = self.tree;
        self.html.push('<');
        self.html.push_str(tree.name_text(tree.node(id).name));
        for (name, namespace, value) in tree.attributes(id) {
            let name = tree.name_text(name);
            self.html.push_str(match namespace {
                AttrNamespace::None => " ",
                AttrNamespace::XLink => " xlink:",
                AttrNamespace::Xml => " xml:",
                AttrNamespace::Xmlns if name == "xmlns" => " ",
                AttrNamespace::Xmlns => " xmlns:",
            });
            self.html.push_str(name);
            self.html.push_str("=\"");
            self.push_escaped(value, true);
            self.html.push('"');
        }
        self.html.push('>');
    }

    fn text(&mut self, id: NodeId) {
        let tree = self.tree;
        let parent = link(tree.node(id).parent).map(|parent| tree.node(parent));
        if parent.is_some_and(|parent| parent.is_html() && RAW_TEXT.contains(parent.name)) {
            self.html.push_str(tree.piece(id));
        } else {
            self.push_escaped(tree.piece(id), false);
        }
    }

    fn push_escaped(&mut self, text: &str, in_attribute: bool) {
        let mut rest = text;
        while let Some(at) = rest.find(['&', '\u{a0}', '<', '>', '"']) {
            let (before, special) = rest.split_at(at);
            self.html.push_str(before);
            let length = special.chars().next().map_or(0, char::len_utf8);
            let (special, after) = special.split_at(length);
            self.html.push_str(match special {
                "&" => "&amp;",
                "\u{a0}" => "&nbsp;",
                "<" => "&lt;",
                ">" => "&gt;",
                "\"" if in_attribute => "&quot;",
                other => other,
            });
            rest = after;
        }
        self.html.push_str(rest);
    }
}
