//! Footnotes: references and notes.

use std::mem;

use tamis_dom::NodeId;

use super::{EndAction, MarkdownWalker};
use crate::render::markdown::writer::Gap;
use crate::render::visit::visit;
use crate::structure::footnote::Note;

/// The indentation of a footnote after its first line. Source: Pandoc and GFM.
const NOTE_INDENT: usize = 4;

impl MarkdownWalker<'_> {
    /// Writes a footnote reference. Returns false if the link is none.
    pub(super) fn footnote_reference(&mut self, id: NodeId) -> bool {
        let number = self.footnotes.reference(id).filter(|_| !self.writer.is_in_code());
        if let Some(number) = number {
            self.write_breaks();
            self.writer.raw(&format!("[^{number}]"));
        }
        number.is_some()
    }

    /// Begins a footnote, or remembers one within the text. Returns the index of the next node to
    /// visit, or `None` if no footnote begins with this element.
    pub(super) fn footnote(&mut self, id: NodeId) -> Option<usize> {
        let (note, number) = self.footnotes.note(id).filter(|_| !self.writer.is_in_cell())?;
        if note.is_inline {
            // A note that is its own reference.
            if self.footnotes.reference(id).is_some() {
                self.footnote_reference(id);
            }
            self.inline_notes.push((note, number));
            return Some(note.end.index());
        }
        self.begin_footnote(note, number);
        Some(id.index())
    }

    fn begin_footnote(&mut self, note: Note, number: u32) {
        self.end_line();
        if self.note_end == Some(self.writer.len()) {
            self.writer.set_gap(Gap::Line);
        }
        self.writer.push_item(format!("[^{number}]: "), NOTE_INDENT);
        self.open.push(note.end, EndAction::Footnote);
        self.is_note_begin = true;
    }

    /// Returns a text without the signs that follow the number of a note at its begin.
    pub(super) fn without_number<'t>(&mut self, text: &'t str) -> &'t str {
        if !self.is_note_begin {
            return text;
        }
        let text = text.trim_start_matches(|sign: char| {
            sign.is_ascii_whitespace() || matches!(sign, '.' | ':' | ')' | ']')
        });
        self.is_note_begin = text.is_empty();
        text
    }

    /// Writes the notes that stand within the text. Markdown has no form for a note in a line, so
    /// they follow the text.
    pub(super) fn write_inline_notes(&mut self) {
        for (note, number) in mem::take(&mut self.inline_notes) {
            self.begin_footnote(note, number);
            visit(self.document, NodeId::from_index(note.start.index() + 1)..note.end, self);
        }
    }

    pub(super) fn end_footnote(&mut self) {
        self.end_line();
        self.writer.pop_prefix();
        self.note_end = Some(self.writer.len());
    }
}
