//! What stands before lines: the quotes and items that are open, one in the other.

/// What stands before each line.
#[derive(Clone, Debug)]
enum Prefix {
    Quote,
    Item { marker: String, indent: usize, written: bool },
}

#[derive(Debug, Default)]
pub(super) struct Prefixes {
    open: Vec<Prefix>,
    /// How many of them stood before the last line too.
    common: usize,
}

/// How many quotes and items stand one in the other at most.
const MAX_PREFIXES: usize = 32;

/// What stands before a definition. Source: PHP Markdown Extra.
const DEFINITION: &str = ": ";

impl Prefixes {
    /// Whether no more can stand in those that are open.
    pub(super) fn is_full(&self) -> bool {
        self.open.len() >= MAX_PREFIXES
    }

    /// Whether none of those that are open stood before the last line.
    pub(super) fn are_new(&self) -> bool {
        self.common == 0
    }

    /// Whether the innermost is an item in which nothing is written yet.
    pub(super) fn is_before_item(&self) -> bool {
        matches!(self.open.last(), Some(Prefix::Item { written: false, .. }))
    }

    pub(super) fn push_quote(&mut self) {
        self.open.push(Prefix::Quote);
    }

    /// An item; its marker stands before its first line, and so many spaces before the others.
    pub(super) fn push_item(&mut self, marker: String, indent: usize) {
        self.open.push(Prefix::Item { marker, indent, written: false });
    }

    pub(super) fn push_definition(&mut self) {
        self.push_item(DEFINITION.into(), DEFINITION.len());
    }

    /// Room as wide as the marker of the item before.
    pub(super) fn push_room(&mut self, width: usize) {
        let marker = " ".repeat(width);
        self.open.push(Prefix::Item { marker, indent: width, written: true });
    }

    /// Makes a definition that is not begun yet no item; whether there is one.
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

    /// Ends the innermost; whether anything was written in it.
    pub(super) fn pop(&mut self) -> bool {
        let popped = self.open.pop();
        self.common = self.common.min(self.open.len());
        !matches!(popped, Some(Prefix::Item { written: false, .. }))
    }

    /// Writes what stands before a line with text.
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

    /// Writes what stands before an empty line between the last line and the next one.
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
    fn a_marker_stands_before_the_first_line() {
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
    fn an_empty_line_has_what_both_lines_have() {
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
    fn a_definition_is_left_before_its_first_line_alone() {
        let mut prefixes = Prefixes::default();
        prefixes.push_definition();
        assert_eq!(line(&mut prefixes), ": ");
        assert!(!prefixes.leave_definition());
        prefixes.push_definition();
        assert!(prefixes.leave_definition());
        assert_eq!(line(&mut prefixes), "  ");
    }
}
