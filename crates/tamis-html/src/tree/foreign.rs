//! SVG and `MathML`.
//!
//! Source: HTML standard, 13.2.6.5,
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign>.

use super::flags::{ANNOTATION_XML, FOREIGN, HTML_POINT, MATH_POINT};
use super::stack::Open;
use super::{Flow, TreeBuilder};
use crate::namespace::Namespace;
use crate::sink::TreeSink;
use crate::tag::Tag;
use crate::tokenizer::{TagToken, TextToken, Token};

impl<S: TreeSink> TreeBuilder<'_, S> {
    /// Characters in foreign content.
    pub(super) fn foreign_text(&mut self, mut text: TextToken) {
        // A replaced U+0000 does not count against a frameset.
        let is_plain = |char: char| matches!(char, '\t' | '\n' | '\u{c}' | '\r' | ' ' | '\0');
        if self.frameset_ok {
            self.frameset_ok = self.tokenizer.resolve(&text).as_str().chars().all(is_plain);
        }
        if text.has_nul {
            let all = self.tokenizer.resolve(&text).as_str();
            let all = all.replace('\0', "\u{FFFD}");
            text = self.tokenizer.replace(&text, &all);
        }
        self.insert_text(&text);
    }

    /// A `math` or `svg` start tag in HTML.
    pub(super) fn start_foreign(&mut self, tag: &TagToken, namespace: Namespace) {
        self.reconstruct_formatting();
        self.insert_foreign(tag, namespace);
    }

    /// Inserts a foreign element for the current tag.
    fn insert_foreign(&mut self, tag: &TagToken, namespace: Namespace) {
        let mut open = self.make(namespace, tag.tag, tag.span, true);
        if open.has(ANNOTATION_XML) && self.encodes_html() {
            open.flags |= HTML_POINT;
        }
        if tag.self_closing {
            self.sink.close(open.handle, tag.span.end);
        } else {
            self.stack.push(open);
        }
    }

    /// Returns true if the current tag says that it contains HTML.
    fn encodes_html(&self) -> bool {
        self.tokenizer.attributes(Namespace::MathMl).iter().any(|attribute| {
            let value = attribute.value.as_str();
            attribute.name == "encoding"
                && ["text/html", "application/xhtml+xml"]
                    .iter()
                    .any(|kind| kind.eq_ignore_ascii_case(value))
        })
    }

    /// A start tag in foreign content.
    pub(super) fn foreign_start_tag(&mut self, tag: &TagToken) {
        if self.breaks_out(tag.tag) {
            self.break_out();
            self.by_insertion_mode(&Token::Start(*tag));
            return;
        }
        let namespace = self.adjusted_current().map_or(Namespace::Html, |open| open.namespace);
        self.insert_foreign(tag, namespace);
    }

    /// Returns true for the tags that end foreign content.
    fn breaks_out(&self, tag: Tag) -> bool {
        match tag {
            Tag::B
            | Tag::BIG
            | Tag::BLOCKQUOTE
            | Tag::BODY
            | Tag::BR
            | Tag::CENTER
            | Tag::CODE
            | Tag::DD
            | Tag::DIV
            | Tag::DL
            | Tag::DT
            | Tag::EM
            | Tag::EMBED
            | Tag::H1
            | Tag::H2
            | Tag::H3
            | Tag::H4
            | Tag::H5
            | Tag::H6
            | Tag::HEAD
            | Tag::HR
            | Tag::I
            | Tag::IMG
            | Tag::LI
            | Tag::LISTING
            | Tag::MENU
            | Tag::META
            | Tag::NOBR
            | Tag::OL
            | Tag::P
            | Tag::PRE
            | Tag::RUBY
            | Tag::S
            | Tag::SMALL
            | Tag::SPAN
            | Tag::STRONG
            | Tag::STRIKE
            | Tag::SUB
            | Tag::SUP
            | Tag::TABLE
            | Tag::TT
            | Tag::U
            | Tag::UL
            | Tag::VAR => true,
            Tag::FONT => {
                let mut attributes = self.tokenizer.attributes(Namespace::Html).iter();
                attributes.any(|attribute| matches!(attribute.name, "color" | "face" | "size"))
            }
            _ => false,
        }
    }

    /// Pops foreign elements up to an integration point or HTML.
    fn break_out(&mut self) {
        let is_end = |open: Open| !open.has(FOREIGN) || open.has(HTML_POINT | MATH_POINT);
        while !is_end(self.stack.top()) {
            self.pop();
        }
    }

    /// Applies the rules of the insertion mode, even if the adjusted current node is foreign.
    fn by_insertion_mode(&mut self, token: &Token) {
        let flow = self.in_mode(self.mode, token);
        if flow == Flow::Reprocess {
            self.by_mode(token);
        }
    }

    /// An end tag in foreign content.
    pub(super) fn foreign_end_tag(&mut self, tag: &TagToken) {
        if matches!(tag.tag, Tag::BR | Tag::P) {
            self.break_out();
            self.by_insertion_mode(&Token::End(*tag));
            return;
        }
        let top = self.stack.len() - 1;
        if top == 0 {
            return;
        }
        if self.stack.contains_foreign(tag.tag) {
            let found = self
                .stack
                .find_in_scope(0, |open| !open.has(FOREIGN) || open.tag == tag.tag)
                .filter(|index| self.stack.get(*index).has(FOREIGN));
            if let Some(index) = found {
                self.close_to(index);
                return;
            }
        }
        self.by_insertion_mode(&Token::End(*tag));
    }
}
