//! Footnotes: references and notes.

use tamis_dom::NodeId;

use super::{EndAction, MarkdownWalker};
use crate::render::markdown::writer::Gap;

/// The indentation of a footnote after its first line. Source: Pandoc and GFM.
const NOTE_INDENT: usize = 4;

impl MarkdownWalker<'_> {
    /// Writes a footnote reference. Returns false if the link is none.
    pub(super) fn footnote_reference(&mut self, id: NodeId) -> bool {
        let number = self.footnotes.reference(id).filter(|_| !self.writer.is_in_code());
        if let Some(number) = number {
            self.writer.raw(&format!("[^{number}]"));
        }
        number.is_some()
    }

    /// Begins a footnote. Returns false if the element is none.
    pub(super) fn footnote(&mut self, id: NodeId) -> bool {
        let Some(number) = self.footnotes.note(id) else { return false };
        if self.note_end == Some(self.writer.len()) {
            self.writer.set_gap(Gap::Line);
        }
        self.writer.push_item(format!("[^{number}]: "), NOTE_INDENT);
        self.push(id, EndAction::Footnote);
        true
    }

    pub(super) fn end_footnote(&mut self) {
        self.end_line();
        self.writer.pop_prefix();
        self.note_end = Some(self.writer.len());
    }
}
