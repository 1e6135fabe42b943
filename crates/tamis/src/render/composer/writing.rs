//! Tags, added paragraphs, and the separation between one text and the next.

use tamis_dom::{AttrNamespace, Document, Namespace, NodeId, NodeKind, name};

use super::open::OpenElement;
use super::{Composer, Gap, is_html_space, is_space};
use crate::render::posts::{POST_ATTRIBUTE, POST_LEVEL};
use crate::render::space;
use crate::structure::role::{HEADINGS, RenderRole};
use crate::threads::Post;

impl Composer<'_> {
    /// Ends the line, as the begin of a block does even if the block is never written: text before
    /// and after it is never in one line.
    pub(super) fn end_line(&mut self) {
        self.close_paragraph();
        self.clear_line(Gap::Block);
    }

    pub(super) fn clear_line(&mut self, gap: Gap) {
        self.gap = gap;
        self.space.clear();
        self.line_breaks = 0;
    }

    /// Prepares for a text or an image: opens the elements around it, and a paragraph if one is
    /// needed, and writes what separates it from the text before. Within a block, the separation
    /// comes before the inline elements that begin.
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
            self.write_separator(text);
            self.write_open();
        } else {
            self.write_open();
            self.write_separator(text);
        }
        if let Some(anchor) = self.anchor.take() {
            self.write_empty(anchor);
        }
        self.clear_line(Gap::None);
    }

    /// Returns true if the next content needs a paragraph. It does if it is loose in a block that
    /// is not written, in one that has several blocks or lines, or after a block that was left out.
    fn wants_paragraph(&mut self) -> bool {
        let place = self.block();
        let block = self.open[place];
        if block.in_leaf || self.top().in_figure {
            return false;
        }
        let is_after_block = self.follows_text && self.gap == Gap::Block && place < self.written;
        if !block.wanted || is_after_block {
            return true;
        }
        if block.role != RenderRole::Container {
            return false;
        }
        let document = self.document;
        *self.open[place].in_paragraphs.get_or_insert_with(|| holds_several(document, block.id))
    }

    fn open_paragraph(&mut self) {
        let block = self.block();
        self.close_from(block + 1);
        self.write_to(block + 1);
        self.builder.open("p", Namespace::Html, &[]);
        self.paragraph = Some(block);
        self.follows_text = false;
    }

    pub(super) fn close_paragraph(&mut self) {
        if let Some(block) = self.paragraph {
            self.close_from(block + 1);
            self.builder.close();
            self.paragraph = None;
            self.follows_text = false;
            self.line_feed();
        }
    }

    /// Closes the elements from this index of `open` on. They are opened again when there is more
    /// to write in them.
    fn close_from(&mut self, place: usize) {
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
        let OpenElement { id, role, repeated, first_cell, .. } = self.open[at];
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
            // The cells after these belong to rows further in.
            let rows = self.open[at + 1..].iter();
            let end = rows.map(|open| open.first_cell).find(|&end| end > first_cell);
            for cell in first_cell..end.unwrap_or(self.empty_cells.len()) {
                self.write_empty(self.empty_cells[cell]);
            }
        }
        if self.first_h1.is_none() && self.document.is_html(id, name::H1) {
            self.first_h1 = Some(id);
        }
    }

    fn tag_bytes(&self, id: NodeId) -> usize {
        let name = self.document.local_name(id).unwrap_or_default();
        let values =
            self.document.attrs(id).iter().map(|attr| self.document.attr_value(attr).len() + 16);
        2 * name.len() + values.sum::<usize>()
    }

    /// Opens an element with its attributes. Those with a namespace are left out because the
    /// sanitizer keeps none of them, and the id is left out when the element is repeated.
    pub(super) fn start_tag(&mut self, id: NodeId, repeated: bool) {
        let document = self.document;
        if let Some(post) = self.posts.at(id) {
            return self.start_post(post, repeated);
        }
        if self.tabs.label(id).is_some() {
            return self.start_panel(id, repeated);
        }
        let attrs = document.attrs(id).iter().filter(|attr| {
            attr.namespace() == AttrNamespace::None && !(repeated && attr.name() == name::ID)
        });
        let attrs: Vec<_> =
            attrs.map(|attr| (document.name_str(attr.name()), document.attr_value(attr))).collect();
        let name = match document.name(id) {
            Some(name) if HEADINGS.contains(name) => {
                heading_name(self.posts.heading_level(document, id))
            }
            _ => document.local_name(id).unwrap_or_default(),
        };
        self.builder.open(name, document.namespace(id), &attrs);
    }

    /// Opens the element of a post, with its heading.
    fn start_post(&mut self, post: &Post, repeated: bool) {
        self.builder.open("article", Namespace::Html, &[(POST_ATTRIBUTE, "")]);
        let heading = post.heading();
        if !repeated && !heading.is_empty() {
            self.builder.open(heading_name(Some(POST_LEVEL)), Namespace::Html, &[]);
            self.builder.text(&heading);
            self.builder.close();
            self.builder.text("\n");
        }
    }

    /// Opens an element for a tab panel, with its label.
    fn start_panel(&mut self, id: NodeId, repeated: bool) {
        let own = self.document.attr(id, name::ID).filter(|_| !repeated).map(|own| ("id", own));
        self.builder.open("div", Namespace::Html, own.as_slice());
        if let Some(label) = self.tabs.label(id).filter(|_| !repeated) {
            self.builder.open("p", Namespace::Html, &[]);
            if self.parts.emphasis {
                self.builder.open("strong", Namespace::Html, &[]);
            }
            self.builder.text(label);
            if self.parts.emphasis {
                self.builder.close();
            }
            self.builder.close();
            self.builder.text("\n");
        }
    }

    pub(super) fn write_empty(&mut self, id: NodeId) {
        self.start_tag(id, false);
        self.builder.close();
    }

    /// Writes what separates the next text or image from the text before it in the same block.
    fn write_separator(&mut self, text: &str) {
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

    /// Returns true if the white space before this text is visible.
    fn has_space_before(&self, text: &str) -> bool {
        let is_joined =
            || self.space.contains('\n') && space::joins(self.last_char, text.chars().next());
        !self.space.is_empty() && !is_joined()
    }

    /// Writes a line feed after a block, for people who read the HTML source.
    pub(super) fn line_feed(&mut self) {
        if !self.open.last().is_some_and(|open| open.in_leaf || open.in_pre) {
            self.builder.text("\n");
        }
    }
}

/// Returns the name of the element of a heading with this level, or that of a paragraph.
fn heading_name(level: Option<u8>) -> &'static str {
    let names = ["h1", "h2", "h3", "h4", "h5", "h6"];
    level.and_then(|level| names.get(usize::from(level) - 1)).unwrap_or(&"p")
}

/// Returns true if a block has other blocks in it, or paragraphs separated by line breaks.
fn holds_several(document: &Document, id: NodeId) -> bool {
    let mut line_breaks = 0;
    document.children(id).any(|child| {
        match document.kind(child) {
            NodeKind::Element if document.is_html(child, name::BR) => line_breaks += 1,
            NodeKind::Element if RenderRole::of(document, child).is_block() => return true,
            NodeKind::Element => line_breaks = 0,
            NodeKind::Text if !is_space(document.text(child)) => line_breaks = 0,
            _ => {}
        }
        line_breaks > 1
    })
}
