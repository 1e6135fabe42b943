//! A document as HTML again, by the rules of the standard.

use crate::document::Document;
use crate::names::{NameSet, name};
use crate::node::{Attr, AttrNamespace, Namespace, NodeId, NodeKind};
use crate::traverse::Step;

/// Elements without an end tag. Source: HTML standard, 13.3 "Serializing HTML fragments".
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

/// Elements whose text is written as it is, scripting off.
const LITERAL: NameSet = NameSet::of(&[
    name::STYLE,
    name::SCRIPT,
    name::XMP,
    name::IFRAME,
    name::NOEMBED,
    name::NOFRAMES,
    name::PLAINTEXT,
]);

impl Document {
    /// The node and its descendants as HTML.
    ///
    /// Not made safe in any way: what the page has, scripts included, is written. Template contents are
    /// written inside their `<template>`. Source: HTML standard, 13.3.
    ///
    /// ```
    /// use tamis_dom::{Limits, Parser};
    /// let document = Parser::new(Limits::default()).parse("<p title='a\"b'>1 &lt; 2<br>");
    /// let body = document.body().unwrap();
    /// assert_eq!(document.outer_html(body), r#"<body><p title="a&quot;b">1 &lt; 2<br></p></body>"#);
    /// ```
    pub fn outer_html(&self, id: NodeId) -> String {
        let mut html = String::new();
        Writer { document: self, html: &mut html }.subtree(id, true);
        html
    }

    /// The children of the node as HTML, as [`Document::outer_html`] writes them.
    pub fn inner_html(&self, id: NodeId) -> String {
        let mut html = String::new();
        Writer { document: self, html: &mut html }.subtree(id, false);
        html
    }
}

struct Writer<'d, 'o> {
    document: &'d Document,
    html: &'o mut String,
}

impl<'d> Writer<'d, '_> {
    /// The contents of a template are another tree: its walk runs between the template's tags. Templates nest,
    /// so that the walks under way are kept on a stack.
    fn subtree(&mut self, root: NodeId, with_root: bool) {
        let mut walks = vec![self.document.walk(root)];
        while let Some(walk) = walks.last_mut() {
            let Some(step) = walk.next() else {
                walks.pop();
                continue;
            };
            match step {
                Step::Enter(id) => {
                    if id != root || with_root {
                        self.enter(id);
                    }
                    if let Some(contents) = self.document.template_contents(id) {
                        walks.push(self.document.walk(contents));
                    }
                }
                Step::Leave(id) if id != root || with_root => self.leave(id),
                Step::Leave(_) => {}
            }
        }
    }

    fn enter(&mut self, id: NodeId) {
        let document = self.document;
        match document.kind(id) {
            NodeKind::Element => self.start_tag(id),
            NodeKind::Text => self.text(id),
            NodeKind::Comment => {
                self.html.push_str("<!--");
                self.html.push_str(document.comment(id).unwrap_or_default());
                self.html.push_str("-->");
            }
            NodeKind::Doctype => {
                let [name, ..] = document.doctype(id).unwrap_or_default();
                self.html.push_str("<!DOCTYPE ");
                self.html.push_str(name);
                self.html.push('>');
            }
            NodeKind::Document | NodeKind::Fragment => {}
        }
    }

    fn leave(&mut self, id: NodeId) {
        if self.document.kind(id) == NodeKind::Element {
            self.end_tag(id);
        }
    }

    fn start_tag(&mut self, id: NodeId) {
        self.html.push('<');
        self.html.push_str(self.document.local_name(id).unwrap_or_default());
        for attr in self.document.attrs(id) {
            self.attribute(attr);
        }
        self.html.push('>');
    }

    fn attribute(&mut self, attr: &Attr) {
        let name = self.document.name_str(attr.name());
        self.html.push_str(match attr.namespace() {
            AttrNamespace::None => " ",
            AttrNamespace::XLink => " xlink:",
            AttrNamespace::Xml => " xml:",
            AttrNamespace::Xmlns if name == "xmlns" => " ",
            AttrNamespace::Xmlns => " xmlns:",
        });
        self.html.push_str(name);
        self.html.push_str("=\"");
        self.escaped(self.document.attr_value(attr), true);
        self.html.push('"');
    }

    fn end_tag(&mut self, id: NodeId) {
        let name = self.document.name(id);
        let html = self.document.namespace(id) == Namespace::Html;
        if html && name.is_some_and(|name| VOID.contains(name)) {
            return;
        }
        self.html.push_str("</");
        self.html.push_str(self.document.local_name(id).unwrap_or_default());
        self.html.push('>');
    }

    fn text(&mut self, id: NodeId) {
        let document: &'d Document = self.document;
        let literal = document.parent(id).is_some_and(|parent| {
            document.namespace(parent) == Namespace::Html
                && document.name(parent).is_some_and(|name| LITERAL.contains(name))
        });
        if literal {
            self.html.push_str(document.text(id));
        } else {
            self.escaped(document.text(id), false);
        }
    }

    fn escaped(&mut self, text: &str, in_attribute: bool) {
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
