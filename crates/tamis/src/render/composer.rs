//! The walk that makes the tree to be written, for formats that have elements: what is kept, in the page's order, and nothing twice.
//!
//! Elements are opened when there is something to write in them, so that one without any is not written; but a cell of
//! a table keeps its column. What stands between two kept texts and is not written itself leaves what a
//! browser would show of it: a space, a line break, a paragraph's end.

mod code;
mod media;
mod open;
mod writing;

use std::ops::Range;

use tamis_dom::{Document, DocumentBuilder, NameSet, NodeId, name};
use url::Url;

use self::open::{Open, is_link};
use super::images::Images;
use super::math;
use super::role::Role;
use super::selection::Selection;
use super::visit::{Visitor, visit};
use crate::engine::Verdict;
use crate::page::Page;
use crate::paragraph::is_box;

/// Which parts of what is kept are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    /// Links; the text of a link always is.
    pub(super) links: bool,
    pub(super) images: bool,
    /// What marks text: as bold, as deleted, as a term.
    pub(super) emphasis: bool,
}

/// Elements that mark text, and say nothing that the text does not.
const EMPHASIS: NameSet = NameSet::of(&[
    name::B,
    name::BIG,
    name::DEL,
    name::EM,
    name::I,
    name::INS,
    name::MARK,
    name::S,
    name::SMALL,
    name::STRIKE,
    name::STRONG,
    name::U,
]);

/// What is written.
pub(super) struct Composed {
    /// The content, below the document node.
    pub(super) document: Document,
    /// Whether there is a heading of the first level in it.
    pub(super) has_title: bool,
}

/// Bytes of tags that may be written a second time on any page, beside as many as the page has.
pub(super) const REPEATED_BYTES: usize = 1 << 16;

/// Bytes of tags that may be written a second time for each node of an element that is written alone.
const TAG_BYTES: usize = 64;

/// What parts the text that comes next from the text before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    None,
    /// Something within the line was left out.
    Space,
    /// A block begins or ends that is not written.
    Block,
}

/// The tree of what a verdict keeps of a page; images with their best source, relative to `base`. Linear in the page.
pub(super) fn compose(
    page: &Page,
    verdict: &Verdict,
    base: Option<&Url>,
    parts: Parts,
) -> Composed {
    let document = page.document();
    let nodes = NodeId::from_index(1)..document.subtree_end(NodeId::DOCUMENT);
    let selection = Selection::of(page, verdict);
    let composer = Composer::new(document, &selection, Images::new(document, base), parts);
    composer.compose_nodes(nodes)
}

/// The tree of what is kept of one element. Linear in its nodes and text.
pub(super) fn compose_element(
    document: &Document,
    selection: &Selection<'_>,
    id: NodeId,
    base: Option<&Url>,
    parts: Parts,
) -> Document {
    let nodes = id..document.subtree_end(id);
    let mut composer = Composer::new(document, selection, Images::new(document, base), parts);
    composer.repeatable_bytes = TAG_BYTES * (nodes.end.index() - nodes.start.index());
    composer.compose_nodes(nodes).document
}

struct Composer<'p> {
    document: &'p Document,
    selection: &'p Selection<'p>,
    images: Images<'p>,
    parts: Parts,
    builder: DocumentBuilder,
    /// The elements whose ends have not come; the document is the first.
    open: Vec<Open>,
    /// The places of blocks in `open`.
    blocks: Vec<usize>,
    /// All wanted elements before this place in `open` are written.
    written: usize,
    /// The place in `open` behind which a paragraph of ours is open.
    paragraph: Option<usize>,
    /// Whether text or an image is right before, with no block beginning or ending since.
    follows_text: bool,
    /// Whether what is right before ends with white space.
    follows_space: bool,
    /// The last character of the text before.
    last_char: Option<char>,
    gap: Gap,
    /// White space since the last text.
    space: String,
    /// Line breaks since the last text.
    line_breaks: u8,
    /// Cells without content of rows that are not yet written.
    empty_cells: Vec<NodeId>,
    /// A place to link to, without any text, since the last text.
    anchor: Option<NodeId>,
    last_image: Option<NodeId>,
    repeatable_bytes: usize,
    has_title: bool,
}

impl Visitor for Composer<'_> {
    fn enter(&mut self, id: NodeId) -> usize {
        let (document, role) = (self.document, Role::of(self.document, id));
        let (first_child, behind) = (id.index() + 1, document.subtree_end(id).index());
        let is_refused = self.is_refused(id, role);
        if self.top().as_it_is && role != Role::Hidden {
            self.push_as_it_is(id, !is_refused && self.selection.has_part(id));
            return first_child;
        }
        if math::is_for_the_eye(document, id) {
            return behind;
        }
        if self.images.is_image(id) {
            self.image(id);
        }
        if self.selection.leaves_out(id) {
            return behind;
        }
        if let Some(code) = self.made_code(id) {
            self.code(id, &code);
            return behind;
        }
        match role {
            Role::Hidden => {
                self.script(id);
                return behind;
            }
            Role::LineBreak => {
                self.line_breaks = self.line_breaks.saturating_add(1);
                return first_child;
            }
            Role::Rule => self.rule(id),
            Role::Frame => {
                self.frame(id);
                return behind;
            }
            _ if self.is_kept_whole(id, role) => {
                if role == Role::Formula && math::is_annotation_alone(document, id) {
                    self.tex(id);
                    return behind;
                }
                self.start_line("");
                self.push_as_it_is(id, true);
            }
            Role::Media => {
                self.gap = self.gap.max(Gap::Space);
                return behind;
            }
            Role::Formula | Role::Drawing => self.push(id, Role::Apart, false),
            _ => {
                if role.is_block() {
                    self.end_line();
                }
                let wanted = !is_refused && self.selection.has_element(document, id, role);
                let is_box = role == Role::Plain
                    && document.name(id).is_some_and(is_box)
                    && !self.images.is_image(id);
                self.push(id, if is_box { Role::Apart } else { role }, wanted);
            }
        }
        first_child
    }

    fn text(&mut self, id: NodeId) {
        let text = self.document.text(id);
        let is_kept = self.selection.has_text(id);
        if self.top().as_it_is {
            if is_kept || is_space(text) {
                self.builder.text(text);
            }
        } else if is_space(text) {
            self.space.push_str(text);
        } else if is_kept {
            self.start_line(text);
            self.builder.text(text);
            self.last_char = text.chars().next_back();
            self.follows_text = true;
            self.follows_space = text.ends_with(is_html_space);
        } else {
            self.gap = self.gap.max(Gap::Space);
            self.anchor = None;
        }
    }

    fn leave_before(&mut self, id: NodeId) {
        while self.open.last().is_some_and(|open| open.end <= id) {
            self.leave();
        }
    }
}

impl<'p> Composer<'p> {
    fn new(
        document: &'p Document,
        selection: &'p Selection<'p>,
        images: Images<'p>,
        parts: Parts,
    ) -> Composer<'p> {
        Composer {
            document,
            selection,
            images,
            parts,
            builder: DocumentBuilder::new(),
            open: Vec::new(),
            blocks: Vec::new(),
            written: 0,
            paragraph: None,
            follows_text: false,
            follows_space: false,
            last_char: None,
            gap: Gap::None,
            space: String::new(),
            line_breaks: 0,
            empty_cells: Vec::new(),
            anchor: None,
            last_image: None,
            repeatable_bytes: REPEATED_BYTES + document.html_bytes(),
            has_title: false,
        }
    }

    /// The tree of what is kept of these nodes.
    fn compose_nodes(mut self, nodes: Range<NodeId>) -> Composed {
        self.push(NodeId::DOCUMENT, Role::Container, false);
        visit(self.document, nodes, &mut self);
        while !self.open.is_empty() {
            self.leave();
        }
        Composed { document: self.builder.finish(), has_title: self.has_title }
    }

    /// Whether an element is not to be written, whatever is kept in it.
    fn is_refused(&self, id: NodeId, role: Role) -> bool {
        let document = self.document;
        let is_emphasis = || {
            document.name(id).is_some_and(|name| EMPHASIS.contains(name)) && role == Role::Inline
        };
        is_link(document, id) && !self.parts.links
            || !self.parts.emphasis && is_emphasis()
            || document.is_html(id, name::IMG) && !self.parts.images
    }

    /// Whether an element is kept that is written as it is.
    fn is_kept_whole(&self, id: NodeId, role: Role) -> bool {
        match role {
            Role::Media => self.selection.has_media(id),
            Role::Drawing => self.selection.has_drawing(id),
            Role::Formula => self.selection.has_formula(self.document, id),
            _ => false,
        }
    }
}

fn is_html_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0c')
}

fn is_space(text: &str) -> bool {
    text.chars().all(is_html_space)
}
