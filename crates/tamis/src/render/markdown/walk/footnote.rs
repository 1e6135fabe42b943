//! Footnotes: references and notes.

use std::mem;

use tamis_dom::NodeId;

use super::{EndAction, MarkdownWalker};
use crate::render::markdown::writer::Gap;
use crate::render::visit::{Visitor, visit};
use crate::structure::footnote::{Note, stated_text};

/// The indentation of a footnote after its first line. Source: Pandoc and GFM.
const NOTE_INDENT: usize = 4;

impl MarkdownWalker<'_> {
    /// Writes a footnote reference. Returns false if the link is none.
    pub(super) fn footnote_reference(&mut self, id: NodeId) -> bool {
        let number = self.footnotes.reference(id).filter(|_| !self.writer.is_in_code());
        if let Some(number) = number {
            self.write_breaks();
            self.writer.raw(&format!("[^{number}]"));
            self.inline_notes.extend(self.footnotes.note_within(self.document, id));
        }
        number.is_some()
    }

    /// Writes a text that contains marks of notes. Returns false if it contains none.
    pub(super) fn text_with_mark(&mut self, id: NodeId, text: &str) -> bool {
        let mut written = 0;
        let marks: Vec<_> = self.footnotes.marks_in(id).collect();
        if marks.is_empty() || self.writer.is_in_code() {
            return false;
        }
        for (mark, number) in marks {
            let Some(before) = text.get(written..mark.start) else { continue };
            self.writer.text(before);
            self.writer.raw(&format!("[^{number}]"));
            written = (mark.start + mark.bytes).min(text.len());
        }
        self.writer.text(text.get(written..).unwrap_or_default());
        true
    }

    /// Begins a footnote, or remembers one within the text. Returns the index of the next node to
    /// visit, or `None` if no footnote begins with this element.
    pub(super) fn footnote(&mut self, id: NodeId) -> Option<usize> {
        let is_written = |note: &Note| note.is_inline || !self.writer.is_in_cell();
        let (note, number) = self.footnotes.note(id).filter(|(note, _)| is_written(note))?;
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
        (self.is_note_begin, self.label_bytes) = (true, usize::from(note.label_bytes));
    }

    /// Returns a text without the signs that follow the number of a note at its begin.
    pub(super) fn without_number<'t>(&mut self, text: &'t str) -> &'t str {
        if !self.is_note_begin {
            return text;
        }
        let start = text.trim_ascii_start();
        let text = if start.is_empty() {
            start
        } else {
            // The item of a list may have lost its number before.
            let label = start.get(..mem::take(&mut self.label_bytes)).unwrap_or("");
            let is_label = !label.contains(char::is_alphabetic);
            if is_label { &start[label.len()..] } else { start }
        };
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
            if let Some(attr) = self.footnotes.attribute(note.start) {
                self.writer.text(&stated_text(self.document, note.start, attr));
                self.leave_before(note.end);
                continue;
            }
            visit(self.document, NodeId::from_index(note.start.index() + 1)..note.end, self);
        }
    }

    pub(super) fn end_footnote(&mut self) {
        self.end_line();
        self.writer.pop_prefix();
        self.note_end = Some(self.writer.len());
    }
}
