//! The prefixes of lines: the open quotes and items.

use crate::render::form::Form;

/// A prefix of lines.
#[derive(Clone, Debug)]
enum Prefix {
    Quote,
    Item { marker: String, indent: usize, written: bool },
}

impl Prefix {
    /// Returns true for the marker of a footnote that is not written yet.
    fn is_note_marker(&self) -> bool {
        matches!(self, Prefix::Item { marker, written: false, .. } if marker.starts_with("[^"))
    }
}

#[derive(Debug, Default)]
pub(super) struct Prefixes {
    open: Vec<Prefix>,
    /// The number of prefixes that the last line has in common with the next one.
    common: usize,
    form: Form,
}

/// The marker of a definition. Source: PHP Markdown Extra.
const DEFINITION: &str = ": ";

impl Prefixes {
    pub(super) fn new(form: Form) -> Prefixes {
        Prefixes { form, ..Prefixes::default() }
    }

    /// Returns the length of the prefixes of a line in bytes.
    pub(super) fn bytes(&self) -> usize {
        let bytes = self.open.iter().map(|prefix| match prefix {
            Prefix::Quote => 2,
            Prefix::Item { indent, .. } => *indent,
        });
        bytes.sum()
    }

    /// Returns true if no more prefixes can be nested.
    pub(super) fn is_full(&self) -> bool {
        self.open.len() >= self.form.max_levels()
    }

    /// Returns true if the last line has none of the open prefixes.
    pub(super) fn are_new(&self) -> bool {
        self.common == 0
    }

    /// Returns true if the innermost prefix is an item without content so far.
    pub(super) fn is_before_item(&self) -> bool {
        matches!(self.open.last(), Some(Prefix::Item { written: false, .. }))
    }

    pub(super) fn push_quote(&mut self) {
        self.open.push(Prefix::Quote);
    }

    /// Opens an item. Its first line has the marker, the others are indented by this many spaces.
    pub(super) fn push_item(&mut self, marker: String, indent: usize) {
        self.open.push(Prefix::Item { marker, indent, written: false });
    }

    pub(super) fn push_definition(&mut self) {
        self.push_item(DEFINITION.into(), DEFINITION.len());
    }

    /// Opens an indentation as wide as the marker of the last item.
    pub(super) fn push_room(&mut self, width: usize) {
        let marker = " ".repeat(width);
        self.open.push(Prefix::Item { marker, indent: width, written: true });
    }

    /// Removes the marker of a definition that has no content yet, so that it becomes a plain
    /// block. Returns true if there was one.
    pub(super) fn leave_definition(&mut self) -> bool {
        match self.open.last_mut() {
            Some(Prefix::Item { marker, indent, written: false }) if marker == DEFINITION => {
                marker.clear();
                *indent = 0;
                true
            }
            _ => false,
        }
    }

    /// Closes the innermost prefix. Returns true unless it is an item without content.
    pub(super) fn pop(&mut self) -> bool {
        let popped = self.open.pop();
        self.common = self.common.min(self.open.len());
        !matches!(popped, Some(Prefix::Item { written: false, .. }))
    }

    /// Writes the prefixes of a line with text.
    pub(super) fn write(&mut self, out: &mut String) {
        for prefix in &mut self.open {
            match prefix {
                Prefix::Quote => out.push_str("> "),
                Prefix::Item { marker, indent, written } => {
                    out.push_str(marker);
                    if !*written {
                        *marker = " ".repeat(*indent);
                        *written = true;
                    }
                }
            }
        }
        self.common = self.open.len();
    }

    /// Returns true if the marker of a footnote is not written yet.
    pub(super) fn has_note_marker(&self) -> bool {
        self.open.iter().any(Prefix::is_note_marker)
    }

    /// Writes a line up to the marker of a footnote.
    pub(super) fn write_note_marker(&mut self, out: &mut String) {
        let end = self.open.iter().rposition(Prefix::is_note_marker).map_or(0, |at| at + 1);
        let inside = self.open.split_off(end);
        self.write(out);
        self.open.extend(inside);
        out.truncate(out.trim_end_matches(' ').len());
    }

    /// Writes the prefixes of an empty line between the last line and the next one.
    pub(super) fn write_empty(&self, out: &mut String) {
        for prefix in &self.open[..self.common] {
            match prefix {
                Prefix::Quote => out.push_str("> "),
                Prefix::Item { marker, .. } => out.push_str(marker),
            }
        }
        out.truncate(out.trim_end_matches(' ').len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(prefixes: &mut Prefixes) -> String {
        let mut out = String::new();
        prefixes.write(&mut out);
        out
    }

    #[test]
    fn marker_precedes_the_first_line() {
        let mut prefixes = Prefixes::default();
        prefixes.push_quote();
        prefixes.push_item("10. ".into(), 4);
        assert!(prefixes.is_before_item());
        assert_eq!(line(&mut prefixes), "> 10. ");
        assert_eq!(line(&mut prefixes), ">     ");
        assert!(!prefixes.is_before_item());
        prefixes.push_item("- ".into(), 2);
        assert!(!prefixes.pop());
        assert!(prefixes.pop());
    }

    #[test]
    fn empty_line_has_the_common_prefixes() {
        let mut prefixes = Prefixes::default();
        prefixes.push_quote();
        assert_eq!(line(&mut prefixes), "> ");
        prefixes.push_quote();
        let mut out = String::new();
        prefixes.write_empty(&mut out);
        assert_eq!(out, ">");
        assert_eq!(line(&mut prefixes), "> > ");
        prefixes.pop();
        prefixes.pop();
        assert!(prefixes.are_new());
    }

    #[test]
    fn definition_can_be_left_before_its_first_line_only() {
        let mut prefixes = Prefixes::default();
        prefixes.push_definition();
        assert_eq!(line(&mut prefixes), ": ");
        assert!(!prefixes.leave_definition());
        prefixes.push_definition();
        assert!(prefixes.leave_definition());
        assert_eq!(line(&mut prefixes), "  ");
    }
}
