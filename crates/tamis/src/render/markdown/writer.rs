//! Lines of Markdown: their prefixes (quotes, items), the separation between them, and their
//! content.

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
use super::address::AddressSearch;
use super::{LinkStyle, MarkdownOptions};
use crate::render::form::{Form, has_room};

/// The separation between lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    /// A line feed.
    Line,
    /// An empty line.
    Blank,
}

#[derive(Debug, Default)]
pub(super) struct MarkdownWriter {
    out: String,
    prefixes: Prefixes,
    gap: Option<Gap>,
    /// The next line follows directly, whatever gap is required.
    is_glued: bool,
    in_line: bool,
    /// The position where the text of the line begins.
    line_start: usize,
    space: bool,
    /// White space with a line feed is pending. It shows nothing between two characters of Chinese
    /// or Japanese.
    line_feed: bool,
    /// The last character of the last text, if only closing marks follow it.
    last_char: Option<char>,
    marks: Marks,
    heading: u8,
    /// A table cell is open.
    in_cell: bool,
    /// The row of the cell is the header of its table.
    in_header: bool,
    /// A term of a list of definitions is open.
    in_term: bool,
    /// A line break is pending in the cell.
    cell_break: bool,
    code: LineCode,
    addresses: AddressSearch,
    /// A dollar sign is in the block so far, with which a formula may begin.
    has_dollar: bool,
    /// A bracket is in the block so far, with which a link may begin.
    has_bracket: bool,
    /// A backtick that is no sign is in the block so far, at which some readers begin code.
    has_backtick: bool,
    /// The positions where the outermost blocks begin.
    blocks: Vec<usize>,
    /// The longest line in Unicode scalar values, if lines are limited.
    width: Option<usize>,
    max_bytes: usize,
    /// Something was left out, because the output would be too long.
    is_cut: bool,
}

impl MarkdownWriter {
    /// Returns a writer of at most `max_bytes` for a page of `html_bytes`.
    pub(super) fn new(
        html_bytes: usize,
        options: &MarkdownOptions,
        form: Form,
        max_bytes: usize,
    ) -> MarkdownWriter {
        MarkdownWriter {
            prefixes: Prefixes::new(form),
            max_bytes,
            marks: Marks::new(html_bytes, options.links == LinkStyle::Referenced),
            width: options.width,
            ..MarkdownWriter::default()
        }
    }

    /// Returns true if no more may be written.
    pub(super) fn is_full(&self) -> bool {
        self.is_cut
    }

    /// Returns the most bytes that may be written.
    pub(super) fn room(&self) -> usize {
        self.max_bytes.saturating_sub(self.written())
    }

    /// Returns the bytes written so far, with the addresses that come after the text.
    fn written(&self) -> usize {
        self.out.len() + self.marks.reference_bytes()
    }

    /// Returns true if text of this many bytes fits. Otherwise nothing else does.
    fn take_room(&mut self, bytes: usize) -> bool {
        self.is_cut |= !has_room(self.written(), bytes, self.max_bytes);
        !self.is_cut
    }

    /// Returns the text, with a line feed at its end unless it is empty, and the positions where
    /// its outermost blocks begin.
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

    /// Returns the length of the output in bytes.
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    /// Returns the number of lines that begin after this position.
    pub(super) fn lines_since(&self, at: usize) -> usize {
        debug_assert!(at <= self.out.len(), "the output does not shrink below a line's end");
        memchr::memchr_iter(b'\n', self.out.as_bytes().get(at..).unwrap_or_default()).count()
    }

    /// Ends the line, and requires a separation before the next one.
    pub(super) fn end_line(&mut self, gap: Gap) {
        self.end_code();
        (self.space, self.line_feed) = (false, false);
        if self.in_cell {
            self.cell_break |= self.out.len() > self.line_start;
            return;
        }
        self.marks.close_all(&mut self.out);
        (self.has_dollar, self.has_bracket, self.has_backtick) = (false, false, false);
        if self.heading > 0 && self.in_line {
            self.escape_last_hash();
        }
        self.in_line = false;
        self.gap = self.gap.max(Some(gap));
    }

    /// Escapes the last hash of a heading. After a space, it would be read as a closing sequence.
    fn escape_last_hash(&mut self) {
        let text = self.line().trim_end_matches('#');
        let hashes = self.out.len() - self.line_start - text.len();
        if hashes > 0 && (text.is_empty() || text.ends_with(' ')) {
            self.out.insert(self.out.len() - 1, '\\');
        }
    }

    /// Returns the text of the line so far.
    fn line(&self) -> &str {
        debug_assert!(self.out.is_char_boundary(self.line_start), "the line begins in the output");
        self.out.get(self.line_start..).unwrap_or_default()
    }

    /// Writes a line break within a paragraph.
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

    /// Replaces the separation before the next line.
    pub(super) fn set_gap(&mut self, gap: Gap) {
        if !self.in_cell {
            self.gap = Some(gap);
        }
    }

    /// Makes the next line follow directly, whatever separation is required until then.
    pub(super) fn glue(&mut self) {
        self.is_glued = !self.in_cell;
    }

    /// Makes the next lines headings of this level. 0 ends that.
    pub(super) fn set_heading(&mut self, level: u8) {
        self.leave_definition();
        self.heading = level;
    }

    /// Returns true if no more quotes and items can be nested.
    pub(super) fn is_deep(&self) -> bool {
        self.prefixes.is_full()
    }

    pub(super) fn push_quote(&mut self) {
        self.leave_definition();
        self.prefixes.push_quote();
    }

    /// Begins an item. Its first line has the marker, the others are indented by this many spaces.
    pub(super) fn push_item(&mut self, marker: String, indent: usize) {
        self.leave_definition();
        self.prefixes.push_item(marker, indent);
    }

    /// Begins a definition, as an item. If it begins with a block other than a paragraph, it is no
    /// item: readers without definition lists would not recognize the block after the marker.
    pub(super) fn push_definition(&mut self) {
        self.leave_definition();
        self.prefixes.push_definition();
    }

    /// Makes the next lines terms of definitions, or ends that.
    pub(super) fn set_term(&mut self, is_term: bool) {
        self.in_term = is_term;
    }

    fn leave_definition(&mut self) {
        if self.prefixes.leave_definition() {
            self.is_glued = false;
            self.gap = Some(Gap::Blank);
        }
    }

    /// Makes the next content part of the last item, whose marker has this width.
    pub(super) fn push_room(&mut self, width: usize) {
        self.prefixes.push_room(width);
    }

    /// Ends a quote or an item. Returns true if anything was written in it.
    pub(super) fn pop_prefix(&mut self) -> bool {
        self.is_glued = false;
        self.prefixes.pop()
    }

    /// Returns true if the innermost prefix is an item without content so far.
    pub(super) fn is_before_item(&self) -> bool {
        self.prefixes.is_before_item()
    }

    /// Begins a mark. Code has no marks.
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

    /// Writes a block of lines unchanged, each after the prefixes. It is written whole or not at
    /// all.
    pub(super) fn lines(&mut self, lines: &str) {
        self.end_line(Gap::Blank);
        let count = memchr::memchr2_iter(b'\n', b'\r', lines.as_bytes()).count() + 1;
        let room = self.room();
        if lines.len().saturating_add(count.saturating_mul(self.prefixes.bytes())) > room {
            self.is_cut = true;
            return;
        }
        self.leave_definition();
        if self.prefixes.has_note_marker() {
            self.write_note_marker();
        }
        // Within a heading, these lines are still no headings.
        let heading = mem::take(&mut self.heading);
        // A carriage return alone ends a line, too, and the next one needs its prefixes.
        for line in lines.lines().flat_map(|line| line.split('\r')) {
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

    /// Writes the separation from the line before, and the prefixes.
    fn write_line_start(&mut self) {
        self.separate();
        self.prefixes.write(&mut self.out);
        if self.heading > 0 {
            (0..self.heading).for_each(|_| self.out.push('#'));
            self.out.push(' ');
        }
        self.line_start = self.out.len();
    }

    /// Writes the marker of a footnote in a line of its own. In the line of a fence, readers
    /// without footnotes would find a paragraph, and in the code what makes it active.
    fn write_note_marker(&mut self) {
        self.separate();
        self.prefixes.write_note_marker(&mut self.out);
        self.gap = Some(Gap::Blank);
    }

    /// Writes the separation from the line before.
    fn separate(&mut self) {
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
    }
}

/// Returns the last character of the line whose text begins at this position.
fn last_in_line(out: &str, line_start: usize) -> Option<char> {
    out[line_start.min(out.len())..].chars().next_back()
}

/// Returns true for white space that collapses. That includes wide and non-breaking spaces, which a
/// reader of Markdown cannot tell apart.
fn is_space(char: char) -> bool {
    char.is_whitespace()
}
