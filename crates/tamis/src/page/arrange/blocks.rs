//! Phrases that a style shows as blocks, which begin and end a line.
//!
//! `<span style="display: block">` is how pages write the lines of a poem, an address or a listing.
//! Everything that reads a page takes a `<span>` for a part of its line, so that
//!
//! ```html
//! <p><span class=line>the stair is old,</span><span class=line>we carry</span></p>
//! ```
//!
//! would be "the stair is old,we carry". The page gets a `<br>` between such lines. Where white
//! space is around a single block it stays a part of its line, because words are not glued then and
//! nothing says that the lines are meant: the time after a headline, the number in a badge.

use std::collections::HashSet;

use memchr::memmem;
use tamis_dom::{Document, NameSet, Namespace, NodeId, NodeKind, WorkingTree, name};

use super::css::{DISPLAY, Styles, words_of};
use crate::page::role::{Role, Roles, is_box};

/// Elements that are parts of lines without a style.
static PHRASES: NameSet = NameSet::of(&[
    name::B,
    name::CITE,
    name::CODE,
    name::EM,
    name::I,
    name::SMALL,
    name::SPAN,
    name::STRONG,
]);

/// Their names, as selectors have them.
const NAMES: [&str; 8] = ["b", "cite", "code", "em", "i", "small", "span", "strong"];

/// Elements whose text is not shown, or has no lines.
const SKIPPED: NameSet = NameSet::of(&[
    name::HEAD,
    name::IFRAME,
    name::MATH,
    name::NOEMBED,
    name::NOFRAMES,
    name::OPTION,
    name::SCRIPT,
    name::SELECT,
    name::STYLE,
    name::SVG,
    name::TEMPLATE,
    name::TEXTAREA,
]);

/// Elements whose text is one line for those who read it elsewhere: titles and labels.
const LABELS: NameSet = NameSet::of(&[
    name::A,
    name::BUTTON,
    name::H1,
    name::H2,
    name::H3,
    name::H4,
    name::H5,
    name::H6,
    name::LABEL,
    name::SUMMARY,
]);

/// The places where a line begins: each is the node before which it does.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Blocks {
    breaks: Vec<NodeId>,
}

impl Blocks {
    /// Finds the lines of a page with these `<style>` elements. `room` is the number of nodes that
    /// may be added. Linear.
    ///
    /// Most pages have none, and are not walked: no inline style and no rule for a phrase of the
    /// page makes blocks.
    pub(super) fn of(document: &Document, sheets: &[NodeId], room: usize) -> Blocks {
        let mut inline = document.attrs_named(name::STYLE);
        let in_attributes = inline.any(|style| {
            document.name(style.owner()).is_some_and(|name| PHRASES.contains(name))
                && blocks_in(document.attr_value(style)).next().is_some()
        });
        let words = words_of(document, Some(&PHRASES));
        let may_make = |&id: &NodeId| may_make_blocks(document.text(id), &words);
        let sheets: Vec<NodeId> = sheets.iter().copied().filter(may_make).collect();
        if !in_attributes && sheets.is_empty() {
            return Blocks::default();
        }
        let styles = Styles::of_display(document, &sheets, &PHRASES, words);
        if !in_attributes && !styles.make_blocks() {
            return Blocks::default();
        }
        let mut roles = Roles::default();
        roles.fill(document);
        let open = Vec::new();
        let line = Line::default();
        let finder =
            Finder { document, styles, roles, open, line, blocks: Blocks::default(), room };
        finder.find()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.breaks.is_empty()
    }

    /// Changes the tree.
    pub(super) fn put_in(&self, tree: &mut WorkingTree<'_>) {
        for &place in &self.breaks {
            let line_break = tree.create_element(name::BR);
            tree.insert_before(place, line_break);
        }
    }
}

/// Returns the places of the declarations in a style or a sheet that make blocks.
fn blocks_in(css: &str) -> impl Iterator<Item = usize> {
    DISPLAY.iter().flat_map(move |property| {
        memmem::find_iter(css.as_bytes(), property).filter(move |at| {
            let value = css[at + property.len()..].trim_ascii_start();
            let value = value.strip_prefix(':').unwrap_or_default().trim_ascii_start();
            ["block", "BLOCK", "flex", "grid", "list-item", "table"]
                .iter()
                .any(|start| value.starts_with(start))
        })
    })
}

/// The most bytes before a declaration that are searched for the selectors of its rule.
const MAX_PRELUDE: usize = 1000;

/// False if certainly no rule of a sheet makes a block of a phrase with one of these classes or
/// ids. Looks at the rules that make blocks alone: to read a whole sheet takes much longer, and the
/// sheets of most sites make blocks of other things.
fn may_make_blocks(sheet: &str, words: &HashSet<&str>) -> bool {
    let may_be_for = |selector: &str| {
        let ends = [' ', '>', '+', '~', '\n', '\t'];
        let subject = selector.trim().rsplit(ends).next().unwrap_or_default();
        let mut parts = subject.split(['.', '#', ':', '[']);
        let element = parts.next().unwrap_or_default();
        let is_phrase = NAMES.iter().any(|name| name.eq_ignore_ascii_case(element));
        is_phrase || subject.contains(['(', '[', '*', '\\']) || parts.any(|of| words.contains(of))
    };
    blocks_in(sheet).any(|at| {
        let before = &sheet[sheet.ceil_char_boundary(at.saturating_sub(MAX_PRELUDE))..at];
        let Some(open) = before.rfind('{') else { return at > MAX_PRELUDE };
        let start = before[..open].rfind(['{', '}', ';']).map_or(0, |sign| sign + 1);
        before[start..open].split(',').any(may_be_for)
    })
}

/// An element that has not ended.
#[derive(Clone, Copy)]
struct Open {
    end: NodeId,
    /// True if it is a block for everybody.
    is_block: bool,
    /// True if only a style makes it a block.
    is_styled: bool,
    is_code: bool,
    is_label: bool,
}

/// The line so far.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    has_text: bool,
    /// White space, and a line feed, at the end of the line.
    has_space: bool,
    has_feed: bool,
    /// True if a block that only a style makes has ended since the last text, and the node that
    /// the first one begins with that has begun since.
    has_ended: bool,
    begun: Option<NodeId>,
}

/// The walk that finds the lines.
struct Finder<'d> {
    document: &'d Document,
    styles: Styles<'d>,
    roles: Roles,
    open: Vec<Open>,
    line: Line,
    blocks: Blocks,
    room: usize,
}

impl Finder<'_> {
    fn find(mut self) -> Blocks {
        let document = self.document;
        let mut next = 0;
        while next < document.subtree_end(NodeId::DOCUMENT).index() {
            let id = NodeId::from_index(next);
            while let Some(open) = self.open.pop_if(|open| open.end <= id) {
                if open.is_block {
                    self.line = Line::default();
                }
                self.line.has_ended |= open.is_styled;
            }
            next += 1;
            match document.kind(id) {
                NodeKind::Element => next = self.enter(id),
                NodeKind::Text => self.text(document.text(id), id),
                _ => {}
            }
        }
        self.blocks
    }

    /// Begins an element. Returns the index of the next node to visit.
    fn enter(&mut self, id: NodeId) -> usize {
        let document = self.document;
        let (inside, end) = (id.index() + 1, document.subtree_end(id));
        let Some(name) = document.name(id) else { return inside };
        if SKIPPED.contains(name) || document.namespace(id) != Namespace::Html {
            return end.index();
        }
        let role = self.roles.of(name);
        let is_block = role.has(Role::PARAGRAPH) || role.has(Role::BLOCK) || name == name::BR;
        if is_block {
            self.line = Line::default();
        } else if is_box(name) {
            self.line = Line { has_text: true, ..Line::default() };
        }
        let parent = self.open.last();
        let is_code = name == name::PRE || parent.is_some_and(|parent| parent.is_code);
        let is_label = LABELS.contains(name) || parent.is_some_and(|parent| parent.is_label);
        let has_text = !document.text_range(id).is_empty();
        let is_styled = has_text && PHRASES.contains(name) && {
            let depth = self.open.len();
            self.styles.declared(id, depth).is_block == Some(true)
        };
        if is_styled {
            self.line.begun.get_or_insert(id);
        }
        self.open.push(Open { end, is_block, is_styled, is_code, is_label });
        inside
    }

    fn text(&mut self, text: &str, id: NodeId) {
        let shown = text.trim_ascii_start();
        let (before, after) = (&text[..text.len() - shown.len()], text.trim_ascii_end());
        self.line.has_space |= !before.is_empty();
        self.line.has_feed |= before.contains('\n');
        if shown.is_empty() {
            return;
        }
        let parent = self.open.last();
        let is_between = self.line.has_ended && self.line.begun.is_some();
        let begins = self.line.has_text && (self.line.has_ended || self.line.begun.is_some());
        let is_line = if parent.is_some_and(|parent| parent.is_code) {
            !self.line.has_feed
        } else {
            !self.line.has_space || is_between && !parent.is_some_and(|parent| parent.is_label)
        };
        if begins && is_line && self.blocks.breaks.len() < self.room {
            self.blocks.breaks.push(self.line.begun.unwrap_or(id));
        }
        let end = &text[after.len()..];
        self.line = Line {
            has_text: true,
            has_space: !end.is_empty(),
            has_feed: end.contains('\n'),
            ..Line::default()
        };
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    #[track_caller]
    fn check(html: &str, expected: &str) {
        let document = Parser::default().parse(html);
        let elements = document.elements(NodeId::DOCUMENT);
        let sheets: Vec<_> = elements.filter(|&id| document.is_html(id, name::STYLE)).collect();
        let blocks = Blocks::of(&document, &sheets, 100);
        let mut tree = WorkingTree::of(&document);
        blocks.put_in(&mut tree);
        let document = tree.to_document();
        assert_eq!(document.inner_html(document.body().unwrap()), expected, "{html}");
    }

    #[test]
    fn blocks_that_a_style_makes_are_lines() {
        for (sheet, tag) in [
            (".v .l{display:block}", "span class=\"l\""),
            ("p > span { color: red; display: flex }", "span"),
            ("span{display:inline} span.l{display:block!important}", "span class=\"l\""),
            ("", "span style=\"color:red; display: BLOCK\""),
        ] {
            let name = tag.split(' ').next().unwrap();
            let line = |text: &str| format!("<{tag}>{text}</{name}>");
            let (one, two) = (line("one,"), line("two"));
            let page = |inner: &str| format!("<style>{sheet}</style><p class=\"v\">{inner}</p>");
            let head = format!("<style>{sheet}</style>");
            let check = |html: &str, expected: &str| {
                let expected = page(expected).replace(&head, "");
                check(&page(html), &expected);
            };
            check(&format!("{one}{two}{one}"), &format!("{one}<br>{two}<br>{one}"));
            check(&format!("{one}\n{two}"), &format!("{one}\n<br>{two}"));
            check(&format!("a{one}b"), &format!("a<br>{one}<br>b"));
            check(&format!("a {one} b"), &format!("a {one} b"));
            check(&format!("{one}<br>{two}"), &format!("{one}<br>{two}"));
        }
    }

    #[test]
    fn lines_of_code() {
        let line = |text: &str| format!("<span style=\"display:block\">{text}</span>");
        let (a, b, fed) = (line("a:"), line("  b"), line("a\n"));
        check(&format!("<pre>{a}{b}</pre>"), &format!("<pre>{a}<br>{b}</pre>"));
        for same in [format!("<pre>{a}\n{b}</pre>"), format!("<pre>{fed}{b}</pre>")] {
            check(&same, &same);
        }
    }

    #[test]
    fn other_styles_make_no_lines() {
        for same in [
            "<p><span style=\"display:inline-block\">a</span><span>b</span></p>",
            "<p><span style=\"display:none\">a</span>b</p>",
            "<h2><span style=\"display:block\">a</span> <span style=\"display:block\">b</span></h2>",
            "<div><span style=\"display:block\">a</span></div><p>b</p>",
        ] {
            check(same, same);
        }
        check(
            "<style>@media print{span{display:block}}</style><p><span>a</span>b",
            "<p><span>a</span>b</p>",
        );
    }
}
