//! What is written around texts and images: tags, paragraphs of ours, and what parts one text from the next.

use tamis_dom::{AttrNamespace, Document, Namespace, NodeId, NodeKind, name};

use super::open::Open;
use super::{Composer, Gap, is_html_space, is_space};
use crate::render::role::Role;
use crate::render::space;

impl Composer<'_> {
    /// What a block's beginning ends that is not written yet.
    pub(super) fn end_line(&mut self) {
        self.close_paragraph();
        self.clear_line(Gap::Block);
    }

    pub(super) fn clear_line(&mut self, gap: Gap) {
        self.gap = gap;
        self.space.clear();
        self.line_breaks = 0;
    }

    /// Opens what is around, a paragraph too where one is called for, and writes what parts the text or image that
    /// comes now from what was before. Inside of a block, that stands before the marks that begin.
    pub(super) fn start_line(&mut self, text: &str) {
        if self.paragraph == Some(self.block()) && self.line_breaks >= 2 {
            self.close_paragraph();
        }
        if self.paragraph.is_none() && self.wants_paragraph() {
            self.open_paragraph();
        }
        let is_same_block =
            !self.open[self.written..].iter().any(|open| open.wanted && open.role.is_block());
        if is_same_block {
            self.part(text);
            self.write_open();
        } else {
            self.write_open();
            self.part(text);
        }
        if let Some(anchor) = self.anchor.take() {
            self.write_empty(anchor);
        }
        self.clear_line(Gap::None);
    }

    /// Whether what comes now needs a paragraph of its own: it is loose in a block that is not written or that holds
    /// several blocks or lines, or stands behind a block that was left out.
    fn wants_paragraph(&mut self) -> bool {
        let place = self.block();
        let block = self.open[place];
        if block.in_leaf || self.top().in_figure {
            return false;
        }
        let is_behind_block = self.follows_text && self.gap == Gap::Block && place < self.written;
        if !block.wanted || is_behind_block {
            return true;
        }
        if block.role != Role::Container {
            return false;
        }
        let document = self.document;
        *self.open[place].in_paragraphs.get_or_insert_with(|| holds_several(document, block.id))
    }

    fn open_paragraph(&mut self) {
        let block = self.block();
        self.close_behind(block + 1);
        self.write_to(block + 1);
        self.builder.open("p", Namespace::Html, &[]);
        self.paragraph = Some(block);
        self.follows_text = false;
    }

    pub(super) fn close_paragraph(&mut self) {
        if let Some(block) = self.paragraph {
            self.close_behind(block + 1);
            self.builder.close();
            self.paragraph = None;
            self.follows_text = false;
            self.line_feed();
        }
    }

    /// Closes the elements from this place on; they are opened again when there is more to write in them.
    fn close_behind(&mut self, place: usize) {
        for at in (place..self.written).rev() {
            if self.open.get(at).is_some_and(|open| open.wanted) {
                self.builder.close();
                self.open[at].repeated = true;
            }
        }
        self.written = self.written.min(place);
    }

    pub(super) fn write_open(&mut self) {
        self.write_to(self.open.len());
    }

    fn write_to(&mut self, end: usize) {
        for at in self.written..end {
            if self.open[at].wanted {
                self.write_start(at);
            }
        }
        self.written = self.written.max(end);
    }

    fn write_start(&mut self, at: usize) {
        let Open { id, role, repeated, first_cell, .. } = self.open[at];
        if repeated {
            let bytes = self.tag_bytes(id);
            let Some(rest) = self.repeatable_bytes.checked_sub(bytes) else {
                self.open[at].wanted = false;
                return;
            };
            self.repeatable_bytes = rest;
        }
        self.start_tag(id, repeated);
        if role.is_block() {
            self.follows_text = false;
        }
        if self.document.is_html(id, name::TR) {
            // Behind them may be those of rows further in.
            let rows = self.open[at + 1..].iter();
            let end = rows.map(|open| open.first_cell).find(|&end| end > first_cell);
            for cell in first_cell..end.unwrap_or(self.empty_cells.len()) {
                self.write_empty(self.empty_cells[cell]);
            }
        }
        self.has_title |= self.document.is_html(id, name::H1);
    }

    fn tag_bytes(&self, id: NodeId) -> usize {
        let name = self.document.local_name(id).unwrap_or_default();
        let values =
            self.document.attrs(id).iter().map(|attr| self.document.attr_value(attr).len() + 16);
        2 * name.len() + values.sum::<usize>()
    }

    /// Opens an element with the attributes it has but those with a namespace, of which the sanitizer keeps none; the
    /// second time without its id.
    pub(super) fn start_tag(&mut self, id: NodeId, repeated: bool) {
        let document = self.document;
        let attrs = document.attrs(id).iter().filter(|attr| {
            attr.namespace() == AttrNamespace::None && !(repeated && attr.name() == name::ID)
        });
        let attrs: Vec<_> =
            attrs.map(|attr| (document.name_str(attr.name()), document.attr_value(attr))).collect();
        let name = document.local_name(id).unwrap_or_default();
        self.builder.open(name, document.namespace(id), &attrs);
    }

    pub(super) fn write_empty(&mut self, id: NodeId) {
        self.start_tag(id, false);
        self.builder.close();
    }

    /// Writes what parts the text or image that comes now from the text before, in the same block.
    fn part(&mut self, text: &str) {
        let in_pre = self.top().in_pre;
        if in_pre && !self.space.is_empty() {
            self.builder.text(&self.space);
            self.follows_space = true;
        }
        if !self.follows_text {
            return;
        }
        if self.line_breaks > 0 {
            for _ in 0..self.line_breaks.min(2) {
                self.builder.open("br", Namespace::Html, &[]);
                self.builder.close();
            }
        } else if self.gap == Gap::Block {
            self.builder.text("\n");
        } else if !(self.follows_space || text.starts_with(is_html_space))
            && (self.gap == Gap::Space || self.has_space_before(text))
        {
            self.builder.text(" ");
        }
    }

    /// Whether the white space before this text shows.
    fn has_space_before(&self, text: &str) -> bool {
        let is_joined =
            || self.space.contains('\n') && space::joins(self.last_char, text.chars().next());
        !self.space.is_empty() && !is_joined()
    }

    /// A line feed behind a block, for those who read the HTML.
    pub(super) fn line_feed(&mut self) {
        if !self.open.last().is_some_and(|open| open.in_leaf || open.in_pre) {
            self.builder.text("\n");
        }
    }
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
