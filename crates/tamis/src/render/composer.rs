//! The walk that makes the tree to be written, for formats that have elements: what is kept, in the page's order, and nothing twice.
//!
//! Elements are opened when there is something to write in them, so that one without any is not written; but a cell of
//! a table keeps its column. What stands between two kept texts and is not written itself leaves what a
//! browser would show of it: a space, a line break, a paragraph's end.

mod writing;

use tamis_dom::{Document, DocumentBuilder, NameSet, Namespace, NodeId, NodeKind, name};
use url::Url;

use super::code;
use super::images::Images;
use super::math;
use super::role::Role;
use super::selection::Selection;
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

/// How many elements that mark a part of a line are written one in the other: where a paragraph ends, they end and begin again.
const INLINE_DEPTH: u8 = 16;

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

/// What was seen last of the lines of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CodeLine {
    /// The end of one, or nothing yet.
    Ended,
    /// The beginning of an element that is one.
    Empty,
    /// Text of one.
    Filled,
}

/// An element whose end has not come.
#[derive(Clone, Copy, Debug)]
struct Open {
    id: NodeId,
    end: NodeId,
    role: Role,
    /// Whether it is written when something in it is.
    wanted: bool,
    /// Whether it was written before, and closed where a paragraph ended.
    repeated: bool,
    /// The innermost block around that is written holds text alone.
    in_leaf: bool,
    /// White space counts.
    in_pre: bool,
    in_figure: bool,
    /// Part of something that is written as it is.
    as_it_is: bool,
    /// How many elements that mark a part of a line are around and are written.
    inline_depth: u8,
    /// Whether its loose text comes in paragraphs, once it is known.
    in_paragraphs: Option<bool>,
    /// Of a row: where its empty cells begin in [`Composer::empty_cells`].
    first_cell: usize,
}

/// The tree of what a verdict keeps of a page; images with their best source, relative to `base`. Linear in the page.
pub(super) fn compose(
    page: &Page,
    verdict: &Verdict,
    base: Option<&Url>,
    parts: Parts,
) -> Composed {
    let document = page.document();
    let end = document.subtree_end(NodeId::DOCUMENT).index();
    let selection = Selection::of(page, verdict);
    let composer = Composer::new(document, &selection, Images::new(document, base), parts);
    composer.compose_nodes(1, end)
}

/// The tree of what is kept of one element. Linear in its nodes and text.
pub(super) fn compose_element(
    document: &Document,
    selection: &Selection<'_>,
    id: NodeId,
    base: Option<&Url>,
    parts: Parts,
) -> Document {
    let end = document.subtree_end(id).index();
    let mut composer = Composer::new(document, selection, Images::new(document, base), parts);
    composer.repeatable_bytes = TAG_BYTES * (end - id.index());
    composer.compose_nodes(id.index(), end).document
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
    code_line: CodeLine,
    repeatable_bytes: usize,
    has_title: bool,
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
            gap: Gap::None,
            space: String::new(),
            line_breaks: 0,
            empty_cells: Vec::new(),
            anchor: None,
            last_image: None,
            code_line: CodeLine::Ended,
            repeatable_bytes: REPEATED_BYTES + document.html_bytes(),
            has_title: false,
        }
    }

    fn compose_nodes(mut self, mut next: usize, end: usize) -> Composed {
        let document = self.document;
        self.push(NodeId::DOCUMENT, Role::Container, false);
        while next < end {
            let id = NodeId::from_index(next);
            while self.top().end <= id {
                self.leave();
            }
            next = match document.kind(id) {
                NodeKind::Element => self.enter(id),
                NodeKind::Text => {
                    self.text(id);
                    next + 1
                }
                _ => next + 1,
            };
        }
        while !self.open.is_empty() {
            self.leave();
        }
        Composed { document: self.builder.finish(), has_title: self.has_title }
    }

    fn top(&self) -> Open {
        self.open[self.open.len() - 1]
    }

    /// The place of the innermost block; the document is one, always.
    fn block(&self) -> usize {
        self.blocks[self.blocks.len() - 1]
    }

    /// Begins an element; the node to go on with.
    fn enter(&mut self, id: NodeId) -> usize {
        let (document, role) = (self.document, Role::of(self.document, id));
        let (first_child, behind) = (id.index() + 1, document.subtree_end(id).index());
        let is_emphasis = || {
            document.name(id).is_some_and(|name| EMPHASIS.contains(name)) && role == Role::Inline
        };
        let is_refused = is_link(document, id) && !self.parts.links
            || !self.parts.emphasis && is_emphasis()
            || document.is_html(id, name::IMG) && !self.parts.images;
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
        if self.top().in_pre {
            if code::is_beside(document, id) {
                return behind;
            }
            if !role.is_block() && code::is_line(document, id) {
                self.begin_code_line();
            }
        }
        match role {
            Role::Hidden => {
                self.script(id);
                return behind;
            }
            Role::LineBreak => {
                self.code_line = CodeLine::Ended;
                self.line_breaks = self.line_breaks.saturating_add(1);
                return first_child;
            }
            Role::Rule => self.rule(id),
            Role::Frame => {
                self.frame(id);
                return behind;
            }
            Role::Media if self.selection.has_media(id) => {
                self.start_line(false);
                self.push_as_it_is(id, true);
            }
            Role::Media => {
                self.gap = self.gap.max(Gap::Space);
                return behind;
            }
            Role::Drawing if self.selection.has_drawing(id) => {
                self.start_line(false);
                self.push_as_it_is(id, true);
            }
            Role::Formula if self.selection.has_formula(document, id) => {
                self.start_line(false);
                self.push_as_it_is(id, true);
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

    fn push(&mut self, id: NodeId, role: Role, wanted: bool) {
        let document = self.document;
        let around = self.open.last().copied();
        let inherited = |of: fn(Open) -> bool| around.is_some_and(of);
        let inline_depth = around.map_or(0, |around| around.inline_depth);
        let is_marked = matches!(role, Role::Inline | Role::Plain | Role::Apart);
        let wanted = wanted
            && (!is_marked || inline_depth < INLINE_DEPTH)
            && !document.is_html(id, name::NOSCRIPT)
            && !document.is_html(id, name::PICTURE);
        let is_written_block = wanted && role.is_block();
        if is_written_block && is_preformatted(document, id) {
            self.code_line = CodeLine::Ended;
        }
        if role == Role::Apart {
            self.gap = self.gap.max(Gap::Space);
        }
        if role.is_block() {
            self.blocks.push(self.open.len());
        }
        self.open.push(Open {
            id,
            end: document.subtree_end(id),
            role,
            wanted,
            repeated: false,
            in_leaf: if is_written_block {
                role == Role::Leaf
            } else {
                inherited(|open| open.in_leaf)
            },
            in_pre: inherited(|open| open.in_pre) || is_preformatted(document, id),
            in_figure: if is_written_block {
                document.is_html(id, name::FIGURE)
            } else {
                inherited(|open| open.in_figure)
            },
            as_it_is: false,
            inline_depth: inline_depth + u8::from(wanted && is_marked),
            in_paragraphs: None,
            first_cell: self.empty_cells.len(),
        });
    }

    /// Begins an element that is written whether or not there is anything in it.
    fn push_as_it_is(&mut self, id: NodeId, wanted: bool) {
        let around = self.top();
        let end = self.document.subtree_end(id);
        self.open.push(Open {
            id,
            end,
            role: Role::Plain,
            wanted,
            as_it_is: true,
            repeated: false,
            ..around
        });
        self.write_open();
    }

    fn leave(&mut self) {
        let Some(element) = self.open.pop() else { return };
        let place = self.open.len();
        if element.role.is_block() {
            self.blocks.pop();
            if self.paragraph == Some(place) {
                self.close_paragraph();
            }
        }
        let is_written = element.wanted && self.written > place;
        self.written = self.written.min(place);
        if is_written {
            self.builder.close();
        }
        match element.role {
            Role::Apart => self.gap = self.gap.max(Gap::Space),
            role if role.is_block() => {
                self.clear_line(if is_written { Gap::None } else { Gap::Block });
                if is_written {
                    self.follows_text = false;
                    self.line_feed();
                }
            }
            _ if element.as_it_is && !self.open.last().is_some_and(|open| open.as_it_is) => {
                self.end_image();
            }
            _ => {}
        }
        if !is_written && element.wanted {
            self.note_empty(element);
        }
        if self.document.is_html(element.id, name::TR) {
            self.empty_cells.truncate(element.first_cell);
        }
    }

    /// Remembers what matters of an element without content: a cell, for its column; a place to link to.
    fn note_empty(&mut self, element: Open) {
        let (document, id) = (self.document, element.id);
        let is_cell = matches!(document.name(id), Some(name::TD | name::TH));
        if is_cell && self.open.last().is_some_and(|row| document.is_html(row.id, name::TR)) {
            if self.written < self.open.len() {
                self.empty_cells.push(id);
            } else {
                self.write_empty(id);
            }
        } else if is_link(document, id) && is_place(document, id) {
            self.anchor = Some(id);
        }
    }

    fn text(&mut self, id: NodeId) {
        let text = self.document.text(id);
        let is_kept = self.selection.has_text(id);
        if self.top().in_pre && !text.is_empty() {
            let is_ended = text.ends_with('\n');
            self.code_line = if is_ended { CodeLine::Ended } else { CodeLine::Filled };
        }
        if self.top().as_it_is {
            if is_kept || is_space(text) {
                self.builder.text(text);
            }
        } else if is_space(text) {
            self.space.push_str(text);
        } else if is_kept {
            self.start_line(text.starts_with(is_html_space));
            self.builder.text(text);
            self.follows_text = true;
            self.follows_space = text.ends_with(is_html_space);
        } else {
            self.gap = self.gap.max(Gap::Space);
            self.anchor = None;
        }
    }

    /// Writes the formula that a script holds, if it is kept, as scripts look for it in texts.
    fn script(&mut self, id: NodeId) {
        if !math::is_script(self.document, id) || !self.selection.has_media(id) {
            return;
        }
        if let Some(formula) = math::of(self.document, id) {
            self.start_line(false);
            self.builder.text(&formula.delimited());
            self.end_image();
        }
    }

    /// Begins a line of code that is an element, where a line feed parts it from what stands before, if nothing else does.
    fn begin_code_line(&mut self) {
        if self.code_line != CodeLine::Ended {
            self.space.push('\n');
        }
        self.code_line = CodeLine::Empty;
    }

    /// Writes an image that is kept and has a source, unless it was written in its other form.
    fn image(&mut self, id: NodeId) {
        let twin = self.images.twin(id);
        let is_known = twin.is_some() && twin == self.last_image;
        let is_kept = || {
            let selection = self.selection;
            selection.has_media(id) || twin.is_some_and(|twin| selection.has_media(twin))
        };
        if is_known {
            return;
        }
        if !self.parts.images || !is_kept() {
            self.gap = self.gap.max(Gap::Space);
            return;
        }
        let Some(image) = self.images.image(id) else {
            self.gap = self.gap.max(Gap::Space);
            return;
        };
        self.start_line(false);
        let number = |pixels: Option<u32>| pixels.map(|pixels| pixels.to_string());
        let (width, height) = (number(image.width), number(image.height));
        let mut attrs = vec![("src", image.source.as_str()), ("alt", image.alt)];
        attrs.extend(width.as_deref().map(|width| ("width", width)));
        attrs.extend(height.as_deref().map(|height| ("height", height)));
        self.builder.open("img", Namespace::Html, &attrs);
        self.builder.close();
        self.last_image = Some(id);
        self.end_image();
    }

    fn end_image(&mut self) {
        self.clear_line(Gap::None);
        self.follows_text = true;
        self.follows_space = false;
    }

    /// Writes a frame that is kept; what is in it would show only where no frames are known.
    fn frame(&mut self, id: NodeId) {
        if self.selection.has_media(id) {
            self.start_line(false);
            self.write_empty(id);
            self.end_image();
        } else {
            self.gap = self.gap.max(Gap::Space);
        }
    }

    fn rule(&mut self, id: NodeId) {
        self.end_line();
        if self.selection.has_media(id) {
            self.write_open();
            self.write_empty(id);
            self.follows_text = false;
            self.line_feed();
        }
    }
}

fn is_link(document: &Document, id: NodeId) -> bool {
    document.is_html(id, name::A)
}

/// Whether other parts of the page can link to this element.
fn is_place(document: &Document, id: NodeId) -> bool {
    document.attr(id, name::ID).or_else(|| document.attr(id, name::NAME)).is_some()
}

fn is_preformatted(document: &Document, id: NodeId) -> bool {
    [name::PRE, name::LISTING, name::XMP, name::PLAINTEXT]
        .iter()
        .any(|&name| document.is_html(id, name))
}

/// Whether a block holds other blocks, or paragraphs parted by line breaks.
fn holds_several(document: &Document, id: NodeId) -> bool {
    let mut line_breaks = 0;
    document.children(id).any(|child| {
        match document.kind(child) {
            NodeKind::Element if document.is_html(child, name::BR) => line_breaks += 1,
            NodeKind::Element if Role::of(document, child).is_block() => return true,
            NodeKind::Element => line_breaks = 0,
            NodeKind::Text if !is_space(document.text(child)) => line_breaks = 0,
            _ => {}
        }
        line_breaks > 1
    })
}

fn is_html_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0c')
}

fn is_space(text: &str) -> bool {
    text.chars().all(is_html_space)
}
