//! Blocks: headings, quotes, callouts, code blocks, and the begin of all others.

use tamis_dom::{Document, Name, NameSet, NodeId, name};

use super::{EndAction, Heading, HeadingText, MarkdownWalker};
use crate::render::markdown::callout;
use crate::render::markdown::escape::fenced;
use crate::render::markdown::writer::Mark;
use crate::structure::code::{self, Code};
use crate::structure::role::HEADINGS;

/// The blocks that cannot be part of a heading's line. Neither can other headings.
const LARGE: NameSet = NameSet::of(&[
    name::BLOCKQUOTE,
    name::DETAILS,
    name::DIR,
    name::DL,
    name::FIGURE,
    name::HR,
    name::LISTING,
    name::MENU,
    name::OL,
    name::PLAINTEXT,
    name::PRE,
    name::TABLE,
    name::UL,
    name::XMP,
]);

/// The longest one-line heading that contains blocks. Bytes, including white space.
const MAX_HEADING_BYTES: usize = 400;

/// Returns true if a heading fits on one line even if it contains blocks.
fn is_one_line(document: &Document, heading: NodeId) -> bool {
    let is_large =
        |id| document.name(id).is_some_and(|name| LARGE.contains(name) || HEADINGS.contains(name));
    document.text(heading).len() <= MAX_HEADING_BYTES
        && !document.elements(heading).skip(1).any(is_large)
}

impl MarkdownWalker<'_> {
    /// Begins a block. Returns the index of the next node to visit.
    pub(super) fn enter_block(&mut self, id: NodeId, name: Name) -> usize {
        let (inside, after) = (id.index() + 1, self.document.subtree_end(id).index());
        match name {
            _ if self.posts.is_frame(id) => {
                self.end_line();
                self.push(id, EndAction::Block);
                return inside;
            }
            name::TABLE => return self.table(id),
            name::TR if !self.grids.is_empty() => return self.row(id),
            name::TBODY | name::TFOOT | name::THEAD if !self.grids.is_empty() => return inside,
            name::TD | name::TH if self.is_in_row() => {
                return if self.cell(id) { inside } else { after };
            }
            name::PRE | name::LISTING | name::XMP | name::PLAINTEXT => {
                self.preformatted(id);
                return after;
            }
            _ => {}
        }
        self.end_line();
        if self.footnotes.is_empty() || self.footnote(id).is_none() {
            self.begin_block(id, name);
        }
        inside
    }

    /// Begins a block outside of a table's structure, on a new line.
    fn begin_block(&mut self, id: NodeId, name: Name) {
        match name {
            _ if self.title == Some(id) => {
                self.writer.open_mark(Mark::Strong);
                self.push(id, EndAction::Title);
            }
            name if HEADINGS.contains(name) => match self.posts.heading_level(self.document, id) {
                Some(level) => self.heading(id, level),
                None => self.push(id, EndAction::Block),
            },
            _ if self.writer.is_deep() => self.push(id, EndAction::Block),
            name::BLOCKQUOTE | name::DIV | name::ASIDE | name::SECTION | name::DETAILS
                if !self.writer.is_in_cell() && self.callout(id) => {}
            name::BLOCKQUOTE => {
                self.writer.push_quote();
                self.push(id, EndAction::Quote);
            }
            name::DL => self.terms(id),
            name::DT => self.term(id),
            name::DD => self.definition(id),
            name::UL | name::OL | name::MENU | name::DIR => self.list(id, name == name::OL),
            name::LI => self.item(id),
            _ => self.push(id, EndAction::Block),
        }
    }

    fn heading(&mut self, id: NodeId, level: u8) {
        self.is_one_line = self.options.headings && is_one_line(self.document, id);
        let text = HeadingText::Of(id);
        self.headings.push(Heading { at: self.writer.len(), level, text });
        self.writer.set_heading(if self.options.headings { level } else { 0 });
        self.push(id, EndAction::Heading);
    }

    /// Writes the label of a tab panel as a line of its own.
    pub(super) fn tab_label(&mut self, id: NodeId) {
        let Some(label) = self.tabs.label(id) else { return };
        self.end_line();
        if self.options.emphasis {
            self.writer.open_mark(Mark::Strong);
        }
        self.writer.text(label);
        if self.options.emphasis {
            self.writer.close_mark();
        }
        self.end_line();
    }

    /// Begins a callout. Returns false if the element is none.
    fn callout(&mut self, id: NodeId) -> bool {
        let Some(callout) = callout::of(self.document, id) else { return false };
        self.writer.push_quote();
        if !callout.kind.is_empty() {
            self.writer.lines(&format!("[!{}]", callout.kind));
            self.writer.glue();
        }
        (self.title, self.is_title_bare) = (callout.title, callout.is_bare);
        self.push(id, EndAction::Quote);
        true
    }

    /// Writes code as a block, or in a table cell as part of the line.
    pub(super) fn preformatted(&mut self, id: NodeId) {
        self.end_line();
        let block = code::of(self.document, self.texts, id);
        if self.writer.is_in_cell() {
            self.writer.open_code();
            self.writer.text(&block.text);
            self.end_line();
        } else {
            self.code_block(&block);
        }
    }

    pub(super) fn code_block(&mut self, block: &Code) {
        if !block.text.is_empty() {
            self.writer.lines(&fenced(block));
        }
    }
}
