//! The open elements, and the work to do when one ends.

use tamis_dom::{Document, NodeId, name};

use super::{Composer, Gap};
use crate::structure::role::RenderRole;

/// An element that has not ended yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenElement {
    pub(super) id: NodeId,
    pub(super) end: NodeId,
    pub(super) role: RenderRole,
    /// The element is written once something in it is written.
    pub(super) wanted: bool,
    /// The element was already written once, and closed where a paragraph ended.
    pub(super) repeated: bool,
    /// The innermost written block around it holds text only.
    pub(super) in_leaf: bool,
    /// White space is preserved.
    pub(super) in_pre: bool,
    pub(super) in_figure: bool,
    /// Part of something that is copied as it is.
    pub(super) as_it_is: bool,
    /// The number of written inline elements around it, itself included.
    pub(super) inline_depth: u8,
    /// True if its loose text is put in paragraphs; `None` until it is computed.
    pub(super) in_paragraphs: Option<bool>,
    /// For a row: the index in [`Composer::empty_cells`] of its first empty cell.
    pub(super) first_cell: usize,
}

/// The deepest nesting of inline elements that is written. Each of them is closed and opened again
/// where a paragraph ends. Otherwise a page of a thousand open `<b>` and a thousand paragraphs
/// would have a million tags.
const INLINE_DEPTH: u8 = 16;

impl Composer<'_> {
    pub(super) fn top(&self) -> OpenElement {
        self.open[self.open.len() - 1]
    }

    /// Returns the index of the innermost open block. There always is one: the document.
    pub(super) fn block(&self) -> usize {
        self.blocks[self.blocks.len() - 1]
    }

    pub(super) fn push(&mut self, id: NodeId, role: RenderRole, wanted: bool) {
        let document = self.document;
        let around = self.open.last().copied();
        let inherited = |of: fn(OpenElement) -> bool| around.is_some_and(of);
        let inline_depth = around.map_or(0, |around| around.inline_depth);
        let is_marked =
            matches!(role, RenderRole::Inline | RenderRole::Plain | RenderRole::Separated);
        let wanted = wanted
            && (!is_marked || inline_depth < INLINE_DEPTH)
            && !document.is_html(id, name::NOSCRIPT)
            && !document.is_html(id, name::PICTURE);
        let is_written_block = wanted && role.is_block();
        if role == RenderRole::Separated {
            self.gap = self.gap.max(Gap::Space);
        }
        if role.is_block() {
            self.blocks.push(self.open.len());
        }
        self.open.push(OpenElement {
            id,
            end: document.subtree_end(id),
            role,
            wanted,
            repeated: false,
            in_leaf: if is_written_block {
                role == RenderRole::Leaf
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

    /// Opens an element that is copied as it is, with or without content.
    pub(super) fn push_as_it_is(&mut self, id: NodeId, wanted: bool) {
        let around = self.top();
        let end = self.document.subtree_end(id);
        self.open.push(OpenElement {
            id,
            end,
            role: RenderRole::Plain,
            wanted,
            as_it_is: true,
            repeated: false,
            ..around
        });
        self.write_open();
    }

    pub(super) fn leave(&mut self) {
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
            RenderRole::Separated => self.gap = self.gap.max(Gap::Space),
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

    /// Remembers an element without content if it matters: a cell keeps its column, and an anchor
    /// stays a link target.
    fn note_empty(&mut self, element: OpenElement) {
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
}

pub(super) fn is_link(document: &Document, id: NodeId) -> bool {
    document.is_html(id, name::A)
}

/// Returns true if links can point to this element.
fn is_place(document: &Document, id: NodeId) -> bool {
    document.attr(id, name::ID).or_else(|| document.attr(id, name::NAME)).is_some()
}

pub(super) fn is_preformatted(document: &Document, id: NodeId) -> bool {
    [name::PRE, name::LISTING, name::XMP, name::PLAINTEXT]
        .iter()
        .any(|&name| document.is_html(id, name))
}
