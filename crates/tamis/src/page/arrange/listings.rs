//! Code without `<pre>`: in an editor, in a numbered list, indented by no-break spaces, in a field
//! to copy it from.
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
//! Crayon, for `WordPress`, has the code twice, in a field and in a table of two columns; the field
//! has it as it was written. Below a listing of GitHub's Gist is a line about Gist.
//!
//! Sources: `CodeMirror` 5 and 6, Monaco, Ace, Google's prettify, Crayon 2.8, Gist.

use tamis_dom::{Document, NodeId, NodeKind, WorkingTree, name};

use super::css::Declared;
use super::lines::{CODE, NOT_IN_CODE, has_signs};
use crate::page::{has_class_word, near};

/// The classes of elements whose children are lines of code.
const LISTINGS: [&str; 6] =
    ["CodeMirror-code", "cm-content", "crayon-pre", "view-lines", "ace_text-layer", "linenums"];

/// The class of a field with the code, and that of the element around it and what it repeats.
const FIELD: (&str, &str) = ("crayon-plain", "crayon-syntax");

/// The class of the line below a listing that says what hosts it.
const HOST: &str = "gist-meta";

/// The fewest lines of code in a field. One line is an address or something to embed.
const MIN_LINES: usize = 2;

/// The classes of elements with the numbers of lines, or with controls.
const NUMBERS: [&str; 9] = [
    "CodeMirror-gutter-wrapper",
    "CodeMirror-gutters",
    "CodeMirror-linenumber",
    "ace_gutter",
    "cm-gutters",
    "crayon-nums",
    "crayon-toolbar",
    HOST,
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
    /// Finds the code of a page with these fields. Most pages have none of these classes, and no
    /// line that begins with no-break spaces.
    pub(super) fn of(document: &Document, fields: &[NodeId]) -> Listings {
        let mut listings = Listings::default();
        listings.code.extend(fields.iter().copied().filter(|&id| is_code_field(document, id)));
        let data = document.whole_data().as_bytes();
        if LISTINGS
            .iter()
            .chain([&HOST])
            .any(|of| memchr::memmem::find(data, of.as_bytes()).is_some())
        {
            listings.find_editors(document);
        }
        let text = document.text(NodeId::DOCUMENT).as_bytes();
        if INDENTATIONS.iter().any(|of| memchr::memmem::find(text, of.as_bytes()).is_some()) {
            listings.find_indented(document);
        }
        listings
    }

    pub(super) fn is_empty(&self) -> bool {
        self.code.is_empty() && self.numbers.is_empty()
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
            if is_one_of(&["crayon-main"]) && self.has_field_before(document, id) {
                self.numbers.push(id);
                end = document.subtree_end(id);
            } else if is_one_of(&NUMBERS) {
                self.numbers.push(id);
            } else if id < end {
                self.lines.extend(document.is_html(id, name::PRE).then_some(id));
            } else if is_one_of(&LISTINGS) && (document.is_html(id, name::DIV) || is_list()) {
                self.code.push(id);
                end = document.subtree_end(id);
            }
        }
    }

    /// True if the code of an element is also in the last field, in the same element around both.
    fn has_field_before(&self, document: &Document, id: NodeId) -> bool {
        let Some(&field) = self.code.iter().rev().find(|&&code| code < id) else { return false };
        let around = near(document, id).find(|&id| has_class(document, id, FIELD.1));
        around.is_some_and(|around| around < field) && has_class(document, field, FIELD.0)
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

/// True for a field whose text one can only copy, and which is code of some lines. What one is to
/// paste in a page, `<a href="https://…">`, is not the page's text.
fn is_code_field(document: &Document, id: NodeId) -> bool {
    let is_read_only = || {
        let name = document.find_name("readonly");
        name.is_some_and(|name| document.attr(id, name).is_some())
    };
    let text = document.text(id).trim();
    let is_to_paste = text.starts_with(['<', '[']) && text.contains("://");
    let lines = || text.lines().filter(|line| !line.trim().is_empty()).take(MIN_LINES).count();
    let is_crayon = has_class(document, id, FIELD.0);
    (is_crayon && !text.is_empty())
        || !is_to_paste && is_read_only() && lines() == MIN_LINES && has_signs(text)
}

fn has_class(document: &Document, id: NodeId, wanted: &str) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    class.split_ascii_whitespace().any(|class| class == wanted)
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
        let elements = document.elements(NodeId::DOCUMENT);
        let fields: Vec<_> = elements.filter(|&id| document.is_html(id, name::TEXTAREA)).collect();
        let listings = Listings::of(&document, &fields);
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
    fn code_in_fields() {
        check(
            "<textarea readonly>if x:\n  y(1)</textarea>",
            "<pre readonly=\"\">if x:\n  y(1)</pre>",
        );
        for other in [
            "<textarea>if x:\n  y(1)</textarea>",
            "<textarea readonly=\"\">y(1)</textarea>",
            "<textarea readonly=\"\">These are the terms.\nAnd these.</textarea>",
            "<textarea readonly=\"\">&lt;a href=\"https://a.b\"&gt;\n&lt;/a&gt;</textarea>",
        ] {
            check(other, other);
        }
    }

    #[test]
    fn code_of_crayon_and_gist() {
        let main = "<div class=crayon-main><table><tr><td class=crayon-nums><div>1</div></td><td>\
                    <div class=crayon-pre><div class=crayon-line>a</div></div></table></div>";
        let field = "<textarea class=crayon-plain>a</textarea>";
        let bar = "<div class=crayon-toolbar>PHP</div>";
        check(
            &format!("<div class=crayon-syntax>{bar}<div>{field}</div>{main}</div>"),
            "<div class=\"crayon-syntax\"><div><pre class=\"crayon-plain\">a</pre></div></div>",
        );
        check(
            &format!("<div class=crayon-syntax>{bar}{main}</div>"),
            "<div class=\"crayon-syntax\"><div class=\"crayon-main\"><table><tbody><tr><td>\
             <pre class=\"crayon-pre\"><div class=\"crayon-line\">a</div></pre></td></tr></tbody>\
             </table></div></div>",
        );
        check(
            "<div class=gist><p>a</p><div class=gist-meta>view raw</div></div>",
            "<div class=\"gist\"><p>a</p></div>",
        );
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
