//! Blocks: headings, quotes, callouts, code of several lines, and where the others begin.

use tamis_dom::{Document, Name, NameSet, NodeId, name};

use super::{Heading, Kind, Walker};
use crate::render::code::{self, Code};
use crate::render::markdown::callout;
use crate::render::markdown::escape::fenced;
use crate::render::markdown::writer::Mark;
use crate::render::role::HEADINGS;

/// Blocks that cannot stand in the line of a heading, nor can other headings.
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

/// The longest text of blocks in a heading that are one line. Bytes, with those of white space.
const MAX_HEADING_BYTES: usize = 400;

/// Whether a heading is one line, though it may hold blocks.
fn is_one_line(document: &Document, heading: NodeId) -> bool {
    let is_large =
        |id| document.name(id).is_some_and(|name| LARGE.contains(name) || HEADINGS.contains(name));
    document.text(heading).len() <= MAX_HEADING_BYTES
        && !document.elements(heading).skip(1).any(is_large)
}

impl Walker<'_> {
    /// Begins a block; the node to go on with.
    pub(super) fn enter_block(&mut self, id: NodeId, name: Name) -> usize {
        let (inside, behind) = (id.index() + 1, self.document.subtree_end(id).index());
        match name {
            name::TABLE => return self.table(id),
            name::TR if !self.grids.is_empty() => return self.row(id),
            name::TBODY | name::TFOOT | name::THEAD if !self.grids.is_empty() => return inside,
            name::TD | name::TH if self.is_in_row() => {
                return if self.cell(id) { inside } else { behind };
            }
            name::PRE | name::LISTING | name::XMP | name::PLAINTEXT => {
                self.preformatted(id);
                return behind;
            }
            _ => {}
        }
        self.end_line();
        if self.footnotes.is_empty() || !self.note(id) {
            self.begin_block(id, name);
        }
        inside
    }

    /// Begins a block that is no part of a table, on a line of its own.
    fn begin_block(&mut self, id: NodeId, name: Name) {
        match name {
            _ if self.title == Some(id) => {
                self.writer.open_mark(Mark::Strong);
                self.push(id, Kind::Title);
            }
            name::H1 => self.heading(id, 1),
            name::H2 => self.heading(id, 2),
            name::H3 => self.heading(id, 3),
            name::H4 => self.heading(id, 4),
            name::H5 => self.heading(id, 5),
            name::H6 => self.heading(id, 6),
            _ if self.writer.is_deep() => self.push(id, Kind::Block),
            name::BLOCKQUOTE | name::DIV | name::ASIDE | name::SECTION | name::DETAILS
                if !self.writer.is_in_cell() && self.callout(id) => {}
            name::BLOCKQUOTE => {
                self.writer.push_quote();
                self.push(id, Kind::Quote);
            }
            name::DL => self.terms(id),
            name::DT => self.term(id),
            name::DD => self.definition(id),
            name::UL | name::OL | name::MENU | name::DIR => self.list(id, name == name::OL),
            name::LI => self.item(id),
            _ => self.push(id, Kind::Block),
        }
    }

    fn heading(&mut self, id: NodeId, level: u8) {
        self.is_one_line = self.options.headings && is_one_line(self.document, id);
        self.headings.push(Heading { at: self.writer.len(), level, id });
        self.writer.set_heading(if self.options.headings { level } else { 0 });
        self.push(id, Kind::Heading);
    }

    /// Begins a callout, if the element is one; whether it is.
    fn callout(&mut self, id: NodeId) -> bool {
        let Some(callout) = callout::of(self.document, id) else { return false };
        self.writer.push_quote();
        self.writer.lines(&format!("[!{}]", callout.kind));
        self.writer.glue();
        (self.title, self.is_title_bare) = (callout.title, callout.is_bare);
        self.push(id, Kind::Quote);
        true
    }

    /// Writes code, in a cell of a table as a part of its line.
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
