//! Lines of Markdown: what stands before each (quotes, items), what parts one from the next, and what stands in them.

mod cells;
mod code;
mod marks;
mod prefixes;
mod references;
mod words;

use std::mem;

use self::code::LineCode;
pub(super) use self::marks::Mark;
use self::marks::Marks;
use self::prefixes::Prefixes;
use super::{LinkStyle, MarkdownOptions};

/// How lines are parted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    /// A new line.
    Line,
    /// An empty line.
    Blank,
}

#[derive(Debug, Default)]
pub(super) struct Writer {
    out: String,
    prefixes: Prefixes,
    gap: Option<Gap>,
    /// The next line follows right behind, whatever gap is called for.
    is_glued: bool,
    in_line: bool,
    /// Where the text of the line begins.
    line_start: usize,
    space: bool,
    /// White space with a line feed in it is called for, which between two characters of Chinese or Japanese is none.
    line_feed: bool,
    /// The last character of the text before, where signs of marks alone stand behind it.
    last_char: Option<char>,
    marks: Marks,
    heading: u8,
    /// A cell of a table is open.
    in_cell: bool,
    /// A line break is called for in the cell.
    cell_break: bool,
    code: LineCode,
    /// Where the outermost blocks begin.
    blocks: Vec<usize>,
    /// How long lines are at most, where that is wished. Unicode scalar values.
    width: Option<usize>,
}

impl Writer {
    /// A writer for a page of this many bytes.
    pub(super) fn new(html_bytes: usize, options: &MarkdownOptions) -> Writer {
        Writer {
            marks: Marks::new(html_bytes, options.links == LinkStyle::Referenced),
            width: options.width,
            ..Writer::default()
        }
    }

    /// The text, with a line feed at its end if there is any, and where its outermost blocks begin.
    pub(super) fn finish(mut self) -> (String, Vec<usize>) {
        self.end_line(Gap::Line);
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        if let Some(references) = self.marks.into_references() {
            references.write(&mut self.out);
        }
        (self.out, self.blocks)
    }

    /// How much is written.
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    /// How many lines begin behind this place.
    pub(super) fn lines_since(&self, at: usize) -> usize {
        memchr::memchr_iter(b'\n', self.out.as_bytes().get(at..).unwrap_or_default()).count()
    }

    /// Ends the line; what comes next is parted from it.
    pub(super) fn end_line(&mut self, gap: Gap) {
        self.end_code();
        (self.space, self.line_feed) = (false, false);
        if self.in_cell {
            self.cell_break |= self.out.len() > self.line_start;
            return;
        }
        self.marks.close_all(&mut self.out);
        if self.heading > 0 && self.in_line {
            self.escape_last_hash();
        }
        self.in_line = false;
        self.gap = self.gap.max(Some(gap));
    }

    /// A heading that ends with a hash behind a space would lose it.
    fn escape_last_hash(&mut self) {
        let text = self.out.get(self.line_start..).unwrap_or_default().trim_end_matches('#');
        let hashes = self.out.len() - self.line_start - text.len();
        if hashes > 0 && (text.is_empty() || text.ends_with(' ')) {
            self.out.insert(self.out.len() - 1, '\\');
        }
    }

    /// A line break in a paragraph.
    pub(super) fn break_line(&mut self) {
        self.end_code();
        (self.space, self.line_feed) = (false, false);
        if self.in_cell {
            self.cell_break |= self.out.len() > self.line_start;
        } else if self.heading > 0 {
            self.space = true;
        } else if self.in_line {
            self.out.push('\\');
            self.marks.forget_closed();
            self.in_line = false;
            self.gap = None;
        }
    }

    /// Parts what comes next so, whatever was called for before.
    pub(super) fn set_gap(&mut self, gap: Gap) {
        if !self.in_cell {
            self.gap = Some(gap);
        }
    }

    /// Lets the next line follow right behind, whatever gap is called for until then.
    pub(super) fn glue(&mut self) {
        self.is_glued = !self.in_cell;
    }

    /// Makes headings of this level of the lines that come; 0 ends that.
    pub(super) fn set_heading(&mut self, level: u8) {
        self.leave_definition();
        self.heading = level;
    }

    /// Whether no more quotes and items can stand in those that are open.
    pub(super) fn is_deep(&self) -> bool {
        self.prefixes.is_full()
    }

    pub(super) fn push_quote(&mut self) {
        self.leave_definition();
        self.prefixes.push_quote();
    }

    /// Begins an item; its marker is written with the first line in it, and so many spaces with the others.
    pub(super) fn push_item(&mut self, marker: String, indent: usize) {
        self.leave_definition();
        self.prefixes.push_item(marker, indent);
    }

    /// Begins a definition, as an item; where it begins with another block than a paragraph, it is no item: its marker would
    /// hide the block from who does not know definitions.
    pub(super) fn push_definition(&mut self) {
        self.leave_definition();
        self.prefixes.push_definition();
    }

    fn leave_definition(&mut self) {
        if self.prefixes.leave_definition() {
            self.is_glued = false;
            self.gap = Some(Gap::Blank);
        }
    }

    /// Lets what comes stand in the item before, whose marker was so wide.
    pub(super) fn push_room(&mut self, width: usize) {
        self.prefixes.push_room(width);
    }

    /// Ends a quote or an item; whether anything was written in it.
    pub(super) fn pop_prefix(&mut self) -> bool {
        self.is_glued = false;
        self.prefixes.pop()
    }

    /// Whether the innermost of what stands before lines is an item in which nothing is written yet.
    pub(super) fn is_before_item(&self) -> bool {
        self.prefixes.is_before_item()
    }

    /// Begins a mark. In code there are none.
    pub(super) fn open_mark(&mut self, mark: Mark) {
        if self.code.is_open() {
            self.marks.refuse(mark);
        } else {
            self.marks.open(mark, &mut self.out);
        }
    }

    /// Ends the innermost mark.
    pub(super) fn close_mark(&mut self) {
        if self.marks.close(&mut self.out) == Some(Mark::Annotation) {
            self.space = false;
        }
    }

    /// A block of lines that are written as they are, each behind what stands before each line.
    pub(super) fn lines(&mut self, lines: &str) {
        self.end_line(Gap::Blank);
        self.leave_definition();
        // They are no headings, also where they stand in one.
        let heading = mem::take(&mut self.heading);
        for line in lines.lines() {
            self.begin_line();
            self.out.push_str(line);
            if line.is_empty() {
                self.out.truncate(self.out.trim_end_matches(' ').len());
            }
            self.in_line = false;
        }
        self.heading = heading;
        self.gap = Some(Gap::Blank);
    }

    #[inline]
    fn begin_line(&mut self) {
        if !mem::replace(&mut self.in_line, true) && !self.in_cell {
            self.write_line_start();
        }
    }

    /// Writes what parts the line from the one before, and what stands before its text.
    fn write_line_start(&mut self) {
        if mem::take(&mut self.is_glued) {
            self.gap = Some(Gap::Line);
        }
        let is_block = self.out.is_empty() || self.gap == Some(Gap::Blank);
        if !self.out.is_empty() {
            self.out.push('\n');
            if is_block {
                self.prefixes.write_empty(&mut self.out);
                self.out.push('\n');
            }
        }
        if is_block && self.prefixes.are_new() {
            self.blocks.push(self.out.len());
        }
        self.gap = None;
        self.prefixes.write(&mut self.out);
        if self.heading > 0 {
            (0..self.heading).for_each(|_| self.out.push('#'));
            self.out.push(' ');
        }
        self.line_start = self.out.len();
    }
}

/// The last character of the line whose text begins at this place.
fn last_in_line(out: &str, line_start: usize) -> Option<char> {
    out[line_start.min(out.len())..].chars().next_back()
}

/// White space, which collapses; whatever its width is and whether it breaks, since in Markdown no reader sees what it is.
fn is_space(char: char) -> bool {
    char.is_whitespace()
}
