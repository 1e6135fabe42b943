//! Footnotes: their signs, and what the notes say.

use tamis_dom::NodeId;

use super::{Kind, Walker};
use crate::render::markdown::writer::Gap;

/// The indent of what a note says behind its first line. Source: Pandoc and GFM.
const NOTE_INDENT: usize = 4;

impl Walker<'_> {
    /// Writes the sign of a note, if the link is one; whether it is.
    pub(super) fn sign(&mut self, id: NodeId) -> bool {
        let number = self.footnotes.sign(id).filter(|_| !self.writer.is_in_code());
        if let Some(number) = number {
            self.writer.raw(&format!("[^{number}]"));
        }
        number.is_some()
    }

    /// Begins a note, if the element is one; whether it is.
    pub(super) fn note(&mut self, id: NodeId) -> bool {
        let Some(number) = self.footnotes.note(id) else { return false };
        if self.note_end == Some(self.writer.len()) {
            self.writer.set_gap(Gap::Line);
        }
        self.writer.push_item(format!("[^{number}]: "), NOTE_INDENT);
        self.push(id, Kind::Note);
        true
    }

    pub(super) fn end_note(&mut self) {
        self.end_line();
        self.writer.pop_prefix();
        self.note_end = Some(self.writer.len());
    }
}
