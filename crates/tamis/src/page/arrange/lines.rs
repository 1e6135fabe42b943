//! Lines that only a style makes.
//!
//! In `<p style="white-space: pre-line">`, a browser breaks the line at each line feed. Everything
//! that reads a page, from the paragraphs to the renderers, knows `<br>` and `<pre>`, so the page
//! gets these: a `<br>` before each line feed that breaks a line between two texts, and `<pre>` in
//! the place of an element that is code. For example, what one pastes from VS Code is
//!
//! ```html
//! <div style="font-family: Consolas, monospace; white-space: pre"><div>if x:</div>…</div>
//! ```
//!
//! The line feed stays, because it also separates words for those who do not look at elements.

use memchr::memmem;
use tamis_dom::{Document, Name, NameSet, Namespace, NodeId, NodeKind, WorkingTree, name};

use super::css::{Declared, Space, Styles};
use crate::page::role::{Role, Roles, is_box};

/// The parts of names of classes without which no class says that it has lines.
const CLASS_SIGNS: [&str; 4] = ["pre-line", "pre-wrap", "space-pre", "space-break"];

/// The property without which no declaration makes lines, as people write it.
const PROPERTY: [&str; 2] = ["white-space", "WHITE-SPACE"];

/// The most line breaks in a row that are made: an empty line, which ends a paragraph.
const MAX_IN_A_ROW: usize = 2;

/// Elements whose text is preformatted already, is not shown, or has no lines.
const SKIPPED: NameSet = NameSet::of(&[
    name::HEAD,
    name::IFRAME,
    name::LISTING,
    name::MATH,
    name::NOEMBED,
    name::NOFRAMES,
    name::PLAINTEXT,
    name::PRE,
    name::SCRIPT,
    name::SELECT,
    name::STYLE,
    name::SVG,
    name::TEMPLATE,
    name::TEXTAREA,
    name::XMP,
]);

/// Elements that can become `<pre>`.
pub(super) const CODE: NameSet = NameSet::of(&[
    name::CODE,
    name::DIV,
    name::FIGURE,
    name::KBD,
    name::P,
    name::SAMP,
    name::SECTION,
    name::SPAN,
]);

/// Elements in whose presence a text is no code but content in a typeface like that of code.
pub(super) const NOT_IN_CODE: NameSet = NameSet::of(&[
    name::ARTICLE,
    name::BLOCKQUOTE,
    name::DL,
    name::FORM,
    name::H1,
    name::H2,
    name::H3,
    name::H4,
    name::H5,
    name::H6,
    name::HR,
    name::IFRAME,
    name::IMG,
    name::P,
    name::PRE,
    name::TABLE,
    name::TEXTAREA,
    name::VIDEO,
]);

/// What is to be changed so that lines are lines for everybody.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    /// The line feeds that break lines: text nodes with offsets, in the page's order.
    breaks: Vec<(NodeId, usize)>,
    /// The elements that are code.
    code: Vec<NodeId>,
}

impl Lines {
    /// Finds the lines of a page with these `<style>` elements. `room` is the number of nodes that
    /// may be added. Linear.
    ///
    /// Most pages have none, and are not walked: neither an attribute nor a rule for one of the
    /// page's elements asks for lines.
    pub(super) fn of(document: &Document, sheets: &[NodeId], room: usize) -> Lines {
        let in_attributes = are_in_attributes(document.whole_data());
        let in_sheets = || sheets.iter().any(|&id| declares_lines(document.text(id)));
        if !in_attributes && !in_sheets() {
            return Lines::default();
        }
        let styles = Styles::of(document, sheets);
        if !in_attributes && !styles.make_lines() {
            return Lines::default();
        }
        let mut roles = Roles::default();
        roles.fill(document);
        let finder = Finder {
            document,
            styles,
            roles,
            open: Vec::new(),
            lines: Lines::default(),
            follows_text: false,
            waiting: 0,
            // Each break is an element and cuts a text in two.
            room: room / 2,
            steps: 4 * document.len(),
        };
        finder.find()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.breaks.is_empty() && self.code.is_empty()
    }

    /// Changes the tree.
    pub(super) fn put_in(&self, tree: &mut WorkingTree<'_>) {
        for &id in &self.code {
            tree.rename(id, name::PRE);
            // A paragraph cannot contain preformatted text, but can stand around it alone.
            if let Some(parent) = tree.parent(id)
                && tree.is_html(parent, name::P)
                && is_alone(tree, id)
            {
                tree.replace_with_children(parent);
            }
        }
        for breaks in self.breaks.chunk_by(|one, other| one.0 == other.0) {
            let text = breaks[0].0;
            let ends = breaks.iter().map(|&(_, at)| at).chain([tree.document().text(text).len()]);
            let mut start = 0;
            for (number, end) in ends.enumerate() {
                if number > 0 {
                    let line_break = tree.create_element(name::BR);
                    tree.insert_before(text, line_break);
                }
                if start < end {
                    let part = tree.create_part(text, start..end);
                    tree.insert_before(text, part);
                }
                start = end;
            }
            tree.detach(text);
        }
    }
}

/// True if a node has no siblings but white space.
fn is_alone(tree: &WorkingTree<'_>, id: NodeId) -> bool {
    let is_space = |id: NodeId| match tree.kind(id) {
        NodeKind::Element => false,
        _ => tree.own_text(id).trim_ascii().is_empty(),
    };
    let before = std::iter::successors(tree.previous_sibling(id), |&id| tree.previous_sibling(id));
    let after = std::iter::successors(tree.next_sibling(id), |&id| tree.next_sibling(id));
    before.take(BESIDE).all(is_space) && after.take(BESIDE).all(is_space)
}

/// The number of siblings on either side that are looked at.
const BESIDE: usize = 4;

/// False if certainly no inline style and no class of the page makes lines.
fn are_in_attributes(data: &str) -> bool {
    let has = |sign: &str| memmem::find(data.as_bytes(), sign.as_bytes()).is_some();
    CLASS_SIGNS.iter().any(|sign| has(sign)) || declares_lines(data)
}

/// False if certainly no declaration in these makes lines.
fn declares_lines(declarations: &str) -> bool {
    PROPERTY.iter().any(|property| {
        let mut places = memmem::find_iter(declarations.as_bytes(), property);
        places.any(|at| is_preserving(&declarations[at + property.len()..]))
    })
}

/// True if the rest of a declaration or of the name of a class, after `white-space`, keeps line
/// feeds.
fn is_preserving(rest: &str) -> bool {
    let rest = rest.strip_prefix("-collapse").unwrap_or(rest).trim_ascii_start();
    let value = rest.strip_prefix([':', '-']).unwrap_or_default().trim_ascii_start();
    ["pre", "break", "-pre", "PRE"].iter().any(|start| value.starts_with(start))
}

/// An element that has not ended.
#[derive(Clone, Copy)]
struct Open {
    end: NodeId,
    space: Space,
    mono: bool,
    is_block: bool,
}

/// The walk that finds the lines.
struct Finder<'d> {
    document: &'d Document,
    styles: Styles<'d>,
    roles: Roles,
    open: Vec<Open>,
    lines: Lines,
    /// True if there is text on the line, in the same block.
    follows_text: bool,
    /// The breaks at the end of the list that no text has followed so far.
    waiting: usize,
    room: usize,
    /// The nodes that may be looked at to tell code.
    steps: usize,
}

impl Finder<'_> {
    fn find(mut self) -> Lines {
        let document = self.document;
        let mut next = 0;
        while next < document.subtree_end(NodeId::DOCUMENT).index() {
            let id = NodeId::from_index(next);
            self.leave_before(id);
            next += 1;
            match document.kind(id) {
                NodeKind::Element => next = self.enter(id),
                NodeKind::Text => self.text(document.text(id), id),
                _ => {}
            }
        }
        self.end_line();
        self.lines
    }

    fn leave_before(&mut self, id: NodeId) {
        while let Some(open) = self.open.pop_if(|open| open.end <= id) {
            if open.is_block {
                self.end_line();
            }
        }
    }

    /// Begins an element. Returns the index of the next node to visit.
    fn enter(&mut self, id: NodeId) -> usize {
        let document = self.document;
        let (inside, end) = (id.index() + 1, document.subtree_end(id));
        let Some(name) = document.name(id) else { return inside };
        let is_block = self.is_block(name);
        if is_block || name == name::BR {
            self.end_line();
        } else if is_box(name) || name == name::MATH {
            self.follow();
        }
        if SKIPPED.contains(name) || document.namespace(id) != Namespace::Html {
            return end.index();
        }
        let parent = self.open.last().copied();
        let mut own = self.styles.declared(id, self.open.len());
        if matches!(name, name::BODY | name::HTML) {
            // A page in a typeface of its own is no code.
            own.mono = None;
        }
        let space = own.space.unwrap_or(parent.map_or(Space::Collapse, |parent| parent.space));
        let mono = own.mono.unwrap_or(parent.is_some_and(|parent| parent.mono));
        if space.has_lines() && CODE.contains(name) {
            let is_new = own != Declared::default() || matches!(name, name::CODE | name::SAMP);
            match self.kind_of(id, name, space, mono, is_new) {
                Kind::Code => {
                    self.end_line();
                    self.lines.code.push(id);
                    return end.index();
                }
                Kind::Phrase => {
                    self.follow();
                    return end.index();
                }
                Kind::Other => {}
            }
        }
        self.open.push(Open { end, space, mono, is_block });
        inside
    }

    fn is_block(&self, name: Name) -> bool {
        let role = self.roles.of(name);
        role.has(Role::PARAGRAPH) || role.has(Role::BLOCK)
    }

    fn text(&mut self, text: &str, id: NodeId) {
        if !self.open.last().is_some_and(|open| open.space.has_lines()) {
            if !text.trim_ascii().is_empty() {
                self.follow();
            }
            return;
        }
        let mut start = 0;
        for feed in memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]) {
            if !text[start..feed].trim().is_empty() {
                self.follow();
            }
            let is_kept = self.follows_text && self.waiting < MAX_IN_A_ROW;
            if is_kept && feed < text.len() && self.lines.breaks.len() < self.room {
                self.lines.breaks.push((id, feed));
                self.waiting += 1;
            }
            start = feed;
        }
    }

    /// Takes in text, which the waiting breaks are before.
    fn follow(&mut self) {
        self.follows_text = true;
        self.waiting = 0;
    }

    /// Ends the line. Line feeds at its end separate nothing.
    fn end_line(&mut self) {
        self.lines.breaks.truncate(self.lines.breaks.len() - self.waiting);
        self.waiting = 0;
        self.follows_text = false;
    }
}

/// What an element with lines is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A block of code.
    Code,
    /// A few words of code in a text, which go on in the next line.
    Phrase,
    Other,
}

/// Telling code from a text.
impl Finder<'_> {
    /// Returns what an element with lines is. `is_new` is true if it is marked as code, or has a
    /// style of its own.
    fn kind_of(&mut self, id: NodeId, name: Name, space: Space, mono: bool, is_new: bool) -> Kind {
        let document = self.document;
        let is_marked = matches!(name, name::CODE | name::SAMP | name::KBD);
        let is_around = is_around_code(document, id);
        let is_likely = is_marked || is_around || mono && space != Space::Lines;
        if !is_new || !is_likely {
            return Kind::Other;
        }
        let Some(shape) = self.shape(id) else { return Kind::Other };
        if is_marked && shape.lines < 3 && self.follows_text {
            return Kind::Phrase;
        }
        let is_code = is_marked || is_around || space == Space::Pre || shape.has_signs;
        if is_code && (shape.lines > 1 || shape.has_blocks) { Kind::Code } else { Kind::Other }
    }

    /// Returns the shape of what may be code. `None` if it contains what code does not.
    fn shape(&mut self, id: NodeId) -> Option<Shape> {
        let document = self.document;
        let mut shape = Shape::default();
        for inside in document.elements(id).skip(1) {
            self.steps = self.steps.checked_sub(1)?;
            let name = document.name(inside)?;
            if NOT_IN_CODE.contains(name) {
                return None;
            }
            let is_block = self.is_block(name);
            shape.lines += usize::from(is_block || name == name::BR);
            shape.has_blocks |= is_block;
        }
        let text = document.text(id).trim();
        self.steps = self.steps.checked_sub(text.len() / STEP_BYTES)?;
        shape.lines += usize::from(!text.is_empty());
        shape.lines += memchr::memchr_iter(b'\n', text.as_bytes()).count();
        shape.has_signs = has_signs(text);
        Some(shape)
    }
}

/// The bytes that are read as fast as one node.
const STEP_BYTES: usize = 64;

/// Characters that code has and a text hardly ever. Semicolons are in poems, too.
const SIGNS_OF_CODE: [char; 10] = ['{', '}', '=', '<', '_', '$', '#', '|', '\\', '`'];

/// One line in this many has to look like code.
const SIGNED_SHARE: usize = 3;

/// True if a text looks like code: some lines have its characters, calls, or a colon before an
/// indented line, and these and indented lines are at least a third of all.
pub(super) fn has_signs(text: &str) -> bool {
    let (mut lines, mut signed, mut indented) = (0, 0, 0);
    let mut follows_colon = false;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let calls = || {
            let mut brackets = memchr::memchr_iter(b'(', line.as_bytes());
            brackets.any(|at| line[..at].ends_with(|c: char| c.is_ascii_alphanumeric()))
        };
        let is_indented = line.starts_with("  ") || line.starts_with('\t');
        lines += 1;
        if line.contains(SIGNS_OF_CODE) || calls() || is_indented && follows_colon {
            signed += 1;
        } else if is_indented {
            indented += 1;
        }
        follows_colon = line.ends_with(':');
    }
    signed > 0 && (signed + indented) * SIGNED_SHARE >= lines
}

/// The shape of what may be code.
#[derive(Default)]
struct Shape {
    lines: usize,
    /// True if elements in it are lines.
    has_blocks: bool,
    /// True if it has characters or indentation as in code.
    has_signs: bool,
}

/// True if an element contains `<code>` and nothing else.
fn is_around_code(document: &Document, id: NodeId) -> bool {
    let mut inside = document.children(id).take(4).filter(|&id| match document.kind(id) {
        NodeKind::Element => true,
        _ => !document.text(id).trim_ascii().is_empty(),
    });
    let first = inside.next().filter(|&id| document.is_html(id, name::CODE));
    first.is_some_and(|_| inside.next().is_none())
}

#[cfg(test)]
#[path = "lines_tests.rs"]
mod tests;
