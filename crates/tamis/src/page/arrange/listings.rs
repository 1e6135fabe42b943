//! Code without `<pre>`: in an editor, in a numbered list, indented by no-break spaces.
//!
//! A documentation site shows its examples in the editor that readers can change them in, and an
//! old page writes each line with `<br>` and `&nbsp;`. For example, Monaco writes
//!
//! ```html
//! <div class="view-lines"><div class="view-line"><span>if&nbsp;x:</span></div>…</div>
//! ```
//!
//! Everything that reads a page knows `<pre>`, so the element with the lines becomes one. The
//! numbers of the lines next to it leave.
//!
//! Sources: `CodeMirror` 5 and 6, Monaco, Ace, Google's prettify.

use tamis_dom::{Document, NodeId, NodeKind, WorkingTree, name};

use super::css::Declared;
use super::lines::{CODE, NOT_IN_CODE};
use crate::page::{has_class_word, near};

/// The classes of elements whose children are lines of code.
const LISTINGS: [&str; 5] =
    ["CodeMirror-code", "cm-content", "view-lines", "ace_text-layer", "linenums"];

/// The classes of elements with the numbers of lines.
const NUMBERS: [&str; 6] = [
    "CodeMirror-gutter-wrapper",
    "CodeMirror-gutters",
    "CodeMirror-linenumber",
    "ace_gutter",
    "cm-gutters",
    "margin-view-overlays",
];

/// Spaces of which one is in a text whose lines are indented twice, or by four.
const INDENTATIONS: [&str; 2] = ["\u{a0}\u{a0}", "\u{a0} \u{a0}"];

/// Words in the classes of elements with code.
const CODE_WORDS: [&str; 6] = ["code", "codeblock", "listing", "snippet", "source", "sourcecode"];

/// The longest attribute that is read, in bytes.
const MAX_ATTR: usize = 200;

/// The most elements of code that is indented by no-break spaces.
const MAX_ELEMENTS: usize = 2000;

/// What is to be changed so that code is in `<pre>`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Listings {
    /// The elements that become `<pre>`.
    code: Vec<NodeId>,
    /// The lines that are `<pre>` in one of these.
    lines: Vec<NodeId>,
    /// The numbers of lines.
    numbers: Vec<NodeId>,
    /// White space that a browser does not show: texts with what remains of them.
    texts: Vec<(NodeId, std::ops::Range<usize>)>,
}

impl Listings {
    /// Finds the code of a page. Most pages have none of these classes, and no line that begins
    /// with no-break spaces.
    pub(super) fn of(document: &Document) -> Listings {
        let mut listings = Listings::default();
        let data = document.whole_data().as_bytes();
        if LISTINGS.iter().any(|of| memchr::memmem::find(data, of.as_bytes()).is_some()) {
            listings.find_editors(document);
        }
        let text = document.text(NodeId::DOCUMENT).as_bytes();
        if INDENTATIONS.iter().any(|of| memchr::memmem::find(text, of.as_bytes()).is_some()) {
            listings.find_indented(document);
        }
        listings
    }

    pub(super) fn is_empty(&self) -> bool {
        self.code.is_empty()
    }

    fn find_editors(&mut self, document: &Document) {
        let mut end = NodeId::DOCUMENT;
        for id in document.elements(NodeId::DOCUMENT) {
            let class = document.attr(id, name::CLASS).filter(|class| class.len() < MAX_ATTR);
            let is_one_of = |names: &[&str]| {
                class.is_some_and(|of| of.split_ascii_whitespace().any(|of| names.contains(&of)))
            };
            let is_list = || {
                document.is_html(id, name::OL)
                    && !near(document, id).any(|id| document.is_html(id, name::PRE))
            };
            if is_one_of(&NUMBERS) {
                self.numbers.push(id);
            } else if id < end {
                self.lines.extend(document.is_html(id, name::PRE).then_some(id));
            } else if is_one_of(&LISTINGS) && (document.is_html(id, name::DIV) || is_list()) {
                self.code.push(id);
                end = document.subtree_end(id);
            }
        }
    }

    fn find_indented(&mut self, document: &Document) {
        let mut end = NodeId::DOCUMENT;
        for id in document.descendants_and_self(NodeId::DOCUMENT) {
            let begins_line = id >= end
                && document.kind(id) == NodeKind::Text
                && is_indented(document.text(id))
                && line_break_before(document, id);
            if !begins_line {
                continue;
            }
            let parents = near(document, id).skip(1);
            let code = parents.take_while(|&id| !is_page(document, id)).find(|&id| {
                document.name(id).is_some_and(|name| CODE.contains(name)) && is_marked(document, id)
            });
            if let Some(code) = code.filter(|&id| is_code(document, id)) {
                end = document.subtree_end(code);
                self.code.push(code);
                let inside = document.descendants_and_self(code);
                self.texts.extend(inside.filter_map(|id| {
                    let text = shown_part(document, id)?;
                    (text.len() < document.text(id).len()).then_some((id, text))
                }));
            }
        }
    }

    /// Changes the tree.
    pub(super) fn put_in(&self, tree: &mut WorkingTree<'_>) {
        for &id in &self.lines {
            tree.rename(id, name::DIV);
        }
        for (id, part) in &self.texts {
            if !part.is_empty() {
                let part = tree.create_part(*id, part.clone());
                tree.insert_before(*id, part);
            }
            tree.detach(*id);
        }
        for &id in &self.numbers {
            tree.detach(id);
        }
        for &id in &self.code {
            tree.rename(id, name::PRE);
        }
    }
}

/// True for a text that begins with two spaces that do not collapse.
fn is_indented(text: &str) -> bool {
    let after = text.trim_ascii_start().strip_prefix('\u{a0}');
    after.is_some_and(|after| after.starts_with(['\u{a0}', ' ']))
}

/// True for an element that holds more than a listing.
fn is_page(document: &Document, id: NodeId) -> bool {
    matches!(document.name(id), Some(name::ARTICLE | name::BODY | name::MAIN))
}

/// True if the class of an element says that it is code, or its typeface is that of code.
fn is_marked(document: &Document, id: NodeId) -> bool {
    let short = |attr| document.attr(id, attr).filter(|value| value.len() < MAX_ATTR);
    short(name::CLASS).is_some() && has_class_word(document, id, &CODE_WORDS)
        || short(name::STYLE).is_some_and(|style| Declared::read(style).mono == Some(true))
}

/// True if an element has nothing that code does not have.
fn is_code(document: &Document, id: NodeId) -> bool {
    let inside = || document.elements(id).skip(1);
    inside().nth(MAX_ELEMENTS).is_none()
        && inside().all(|id| document.name(id).is_some_and(|name| !NOT_IN_CODE.contains(name)))
}

/// True if a line break is before a text, with nothing but white space between them.
fn line_break_before(document: &Document, text: NodeId) -> bool {
    let before =
        std::iter::successors(document.previous_sibling(text), |&id| document.previous_sibling(id));
    let is_space =
        |id| document.kind(id) != NodeKind::Element && document.text(id).trim_ascii().is_empty();
    before.take(2).find(|&id| !is_space(id)).is_some_and(|id| document.is_html(id, name::BR))
}

/// Returns the part of a text that a browser shows, if it begins or ends a line.
fn shown_part(document: &Document, id: NodeId) -> Option<std::ops::Range<usize>> {
    if document.kind(id) != NodeKind::Text {
        return None;
    }
    let text = document.text(id);
    let is_break = |of: Option<NodeId>| of.is_none_or(|id| document.is_html(id, name::BR));
    let (mut start, mut end) = (0, text.len());
    if is_break(document.previous_sibling(id)) {
        start = text.len() - text.trim_ascii_start().len();
    }
    if is_break(document.next_sibling(id)) {
        end = text.trim_ascii_end().len().max(start);
    }
    Some(start..end)
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    fn check(html: &str, expected: &str) {
        let document = Parser::default().parse(html);
        let listings = Listings::of(&document);
        let mut tree = WorkingTree::of(&document);
        listings.put_in(&mut tree);
        let document = tree.to_document();
        assert_eq!(document.inner_html(document.body().unwrap()), expected, "{html}");
    }

    #[test]
    fn editors_are_code() {
        check(
            "<div class=cm-scroller><div class=cm-gutters><div>1</div></div>\
             <div class='cm-content cm-x'><div class=cm-line>a</div></div></div>",
            "<div class=\"cm-scroller\"><pre class=\"cm-content cm-x\"><div class=\"cm-line\">a\
             </div></pre></div>",
        );
        check(
            "<div class=CodeMirror-code><div><div class=CodeMirror-gutter-wrapper>1</div>\
             <pre class=CodeMirror-line>a</pre></div></div><pre>b</pre>",
            "<pre class=\"CodeMirror-code\"><div><div class=\"CodeMirror-line\">a</div></div></pre>\
             <pre>b</pre>",
        );
        check("<ol class=linenums><li>a</ol>", "<pre class=\"linenums\"><li>a</li></pre>");
        let in_pre = "<pre><ol class=\"linenums\"><li>a</li></ol></pre>";
        check(in_pre, in_pre);
        let view = "<ul class=\"view-lines\"><li>a</li></ul>";
        check(view, view);
    }

    #[test]
    fn lines_with_no_break_spaces_are_code() {
        for mark in ["class=\"source-code\"", "style=\"font-family: Courier\""] {
            check(
                &format!("<div {mark}>\nif x:<br>\n&nbsp;&nbsp;y<br />\nz</div>"),
                &format!("<pre {mark}>if x:<br>&nbsp;&nbsp;y<br>z</pre>"),
            );
        }
        check(
            "<div class=code>{<br>&nbsp; a<br>&nbsp; &nbsp; b</div>",
            "<pre class=\"code\">{<br>&nbsp; a<br>&nbsp; &nbsp; b</pre>",
        );
        for other in [
            "<div class=\"poem\">One<br>&nbsp;&nbsp;two</div>",
            "<div class=\"code\">One &nbsp;&nbsp;two</div>",
            "<div class=\"code\"><h2>One</h2>one<br>&nbsp;&nbsp;two</div>",
        ] {
            check(other, other);
        }
    }
}
