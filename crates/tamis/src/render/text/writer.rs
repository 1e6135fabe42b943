//! Lines of plain text: collapsed white space, and the separation between lines.

use std::mem;

use crate::render::form::{Form, has_room};
use crate::render::space::{self, Space};

/// The separation between a piece of text and the one before. If several apply, the greatest wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    #[default]
    None,
    /// Spaces and tabs.
    Space,
    /// White space with a line feed. It shows as a space, but not between two characters of Chinese
    /// or Japanese.
    LineFeed,
    /// Something other than text, or a space that always shows.
    Separated,
    /// A line feed.
    Line,
    /// An empty line.
    Blank,
}

/// The marker before a list item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    None,
    /// Spaces as wide as a bullet.
    Room,
    Bullet,
    Number(i64),
}

impl Marker {
    /// Returns the width in columns.
    fn width(self) -> usize {
        match self {
            Marker::None => 0,
            Marker::Room | Marker::Bullet => BULLET.len(),
            Marker::Number(number) => {
                let digits = number.unsigned_abs().checked_ilog10().unwrap_or(0) as usize + 1;
                usize::from(number < 0) + digits + NUMBER_END.len()
            }
        }
    }
}

const BULLET: &str = "- ";
const NUMBER_END: &str = ". ";

/// An open list item.
#[derive(Debug)]
struct OpenItem {
    /// The length of the output when the item began.
    start: usize,
    /// The item contains an empty line.
    is_loose: bool,
    marker: Marker,
    is_marked: bool,
}

/// An open table row.
#[derive(Debug, Default)]
struct OpenRow {
    /// The columns that begin before the next text.
    tabs: usize,
    has_text: bool,
    in_cell: bool,
}

#[derive(Debug, Default)]
pub(super) struct TextWriter {
    out: String,
    gap: Gap,
    /// The number of `<br>`s since the last text.
    breaks: u8,
    items: Vec<OpenItem>,
    row: OpenRow,
    /// The length of the output when the last row ended.
    row_end: Option<usize>,
    /// The quotations that begin before the next text.
    quotes: u8,
    /// The position in the output after which no space may follow.
    glued: usize,
    /// The last character before the annotation that was written last.
    base: Option<char>,
    /// The longest line in Unicode scalar values, if lines are limited.
    width: Option<usize>,
    form: Form,
    max_bytes: usize,
    /// Something was left out, because the output would be too long.
    is_cut: bool,
    /// True if nothing is wanted after the first text, because the caller only asks if there is
    /// any.
    only_begins: bool,
}

impl TextWriter {
    /// Returns a writer whose lines have at most `width` characters.
    pub(super) fn new(width: Option<usize>, form: Form, max_bytes: usize) -> TextWriter {
        TextWriter { width, form, max_bytes, ..TextWriter::default() }
    }

    /// Returns a writer that is full after the first text.
    pub(super) fn of_begin(form: Form, max_bytes: usize) -> TextWriter {
        TextWriter { only_begins: true, ..TextWriter::new(None, form, max_bytes) }
    }

    /// Returns true if no more may be written.
    pub(super) fn is_full(&self) -> bool {
        self.is_cut || self.only_begins && !self.out.is_empty()
    }

    /// Returns true if text of this many bytes fits. Otherwise nothing else does.
    fn take_room(&mut self, bytes: usize) -> bool {
        self.is_cut |= !has_room(self.out.len(), bytes, self.max_bytes);
        !self.is_cut
    }

    /// Returns the text, without a line feed at its end, and whether it was cut.
    pub(super) fn finish(self) -> (String, bool) {
        (self.out, self.is_cut)
    }

    /// Writes text with collapsed white space and without invisible characters.
    pub(super) fn text(&mut self, text: &str) {
        let mut at = self.skip_space(text, 0);
        if !self.take_room(text.len()) {
            return;
        }
        while at < text.len() {
            let mut end = space::word_end(text, at);
            self.begin_text(&text[at..end]);
            if self.width.is_none() {
                end = space::words_end(text, end);
            }
            self.out.push_str(&text[at..end]);
            at = self.skip_space(text, end);
        }
    }

    /// Records the white space that begins here, and returns its end.
    #[inline]
    fn skip_space(&mut self, text: &str, at: usize) -> usize {
        let (space, end) = space::skip(text, at);
        self.gap = self.gap.max(match space {
            Space::None => Gap::None,
            Space::Plain => Gap::Space,
            Space::LineFeed => Gap::LineFeed,
            Space::Fixed => Gap::Separated,
        });
        end
    }

    /// Writes lines unchanged.
    pub(super) fn lines(&mut self, lines: &str) {
        let room = self.items.iter().take(self.form.max_levels());
        let room: usize = room.map(|item| item.marker.width()).sum();
        let count = memchr::memchr_iter(b'\n', lines.as_bytes()).count();
        self.is_cut |= self.out.len() + lines.len() + (count + 1) * room > self.max_bytes;
        if self.is_cut {
            return;
        }
        for (index, line) in lines.split('\n').enumerate() {
            if index == 0 {
                self.begin_text(line);
            } else {
                self.out.push('\n');
                self.indent(!line.is_empty());
            }
            self.out.push_str(line);
        }
    }

    /// Writes what separates this text from the text before.
    #[inline]
    fn begin_text(&mut self, text: &str) {
        let is_in_word = self.gap == Gap::None && self.breaks == 0 && self.row.tabs == 0;
        if is_in_word && self.quotes == 0 && !self.out.is_empty() {
            self.base = None;
        } else {
            self.begin_separated(text);
        }
    }

    fn begin_separated(&mut self, text: &str) {
        let breaks = mem::take(&mut self.breaks);
        let gap = match mem::take(&mut self.gap) {
            gap if gap < Gap::Line && breaks > 1 => Gap::Blank,
            gap if breaks > 0 => gap.max(Gap::Line),
            gap => gap,
        };
        let base = self.base.take();
        let begins_cell = self.row.tabs > 0 && self.row.has_text;
        if self.out.is_empty() {
            self.indent(true);
        } else if gap >= Gap::Line {
            self.begin_line(gap);
        } else if !begins_cell && self.has_space(gap, base, text) {
            if self.is_full_with(text) {
                self.out.push('\n');
                self.indent(true);
            } else {
                self.out.push(' ');
            }
        }
        let tabs = mem::take(&mut self.row.tabs);
        (0..tabs).for_each(|_| self.out.push('\t'));
        self.row.has_text = true;
        (0..mem::take(&mut self.quotes)).for_each(|_| self.out.push('"'));
    }

    /// Returns true if this text after a space would make the line too long.
    fn is_full_with(&self, text: &str) -> bool {
        let Some(width) = self.width.filter(|_| !self.row.in_cell) else { return false };
        let line = &self.out[self.out.rfind('\n').map_or(0, |at| at + 1)..];
        line.chars().count() + 1 + text.chars().count() > width
    }

    fn begin_line(&mut self, gap: Gap) {
        if let Some(item) = self.items.last_mut() {
            item.is_loose |= gap == Gap::Blank && item.start < self.out.len();
        }
        self.out.push_str(if gap == Gap::Blank { "\n\n" } else { "\n" });
        self.indent(true);
    }

    /// Writes the begin of a line: spaces in place of the markers of items that continue, and the
    /// markers of items that begin. Spaces after the last marker are only written before text.
    fn indent(&mut self, has_text: bool) {
        let mut room = 0;
        for item in self.items.iter_mut().take(self.form.max_levels()) {
            if mem::replace(&mut item.is_marked, true) {
                room += item.marker.width();
                continue;
            }
            push_room(mem::take(&mut room), &mut self.out);
            match item.marker {
                Marker::None => {}
                Marker::Room | Marker::Bullet => self.out.push_str(BULLET),
                Marker::Number(number) => {
                    self.out.push_str(&number.to_string());
                    self.out.push_str(NUMBER_END);
                }
            }
        }
        if has_text {
            push_room(room, &mut self.out);
        }
    }

    /// Returns true if a space separates this text from the text before in the same line.
    fn has_space(&self, gap: Gap, base: Option<char>, text: &str) -> bool {
        let before = || base.or_else(|| self.out.chars().next_back());
        match gap {
            Gap::None => false,
            _ if self.glued == self.out.len() => false,
            Gap::LineFeed => !space::joins(before(), text.chars().next()),
            _ => true,
        }
    }

    /// Requires a separation before the next text. In a cell, a space replaces line feeds. At the
    /// begin of an item nothing is added to the line feed that the item itself requires.
    pub(super) fn separate(&mut self, gap: Gap) {
        if self.row.in_cell {
            self.gap = self.gap.max(gap.min(Gap::Separated));
        } else if gap < Gap::Line
            || self.items.last().is_none_or(|item| item.start < self.out.len())
        {
            self.gap = self.gap.max(gap);
        }
        if gap >= Gap::Line {
            self.breaks = 0;
        }
    }

    /// Records a `<br>`.
    pub(super) fn break_line(&mut self) {
        if self.row.in_cell {
            self.separate(Gap::Separated);
        } else {
            self.breaks = self.breaks.saturating_add(1);
        }
    }

    /// Begins a list within an item, on the next line.
    pub(super) fn begin_inner_list(&mut self) {
        self.separate(Gap::Line);
        self.gap = self.gap.min(Gap::Line);
    }

    /// Begins an item on a new line.
    pub(super) fn begin_item(&mut self, marker: Marker) {
        self.separate(Gap::Line);
        let marker = if self.row.in_cell { Marker::None } else { marker };
        let is_marked = marker == Marker::Room;
        self.items.push(OpenItem { start: self.out.len(), is_loose: false, marker, is_marked });
    }

    /// Ends the item. The next text is on a new line, after an empty line if the item contains one.
    pub(super) fn end_item(&mut self) {
        let Some(item) = self.items.pop() else { return };
        if item.start == self.out.len() {
            return;
        }
        self.separate(Gap::Line);
        if !self.row.in_cell {
            self.gap = if item.is_loose { Gap::Blank } else { Gap::Line };
        }
    }

    /// Begins a row. It follows the row before it on the next line.
    pub(super) fn begin_row(&mut self) {
        self.separate(Gap::Line);
        if self.row_end == Some(self.out.len()) {
            self.gap = Gap::Line;
        }
        self.row = OpenRow::default();
    }

    pub(super) fn end_row(&mut self) {
        self.row = OpenRow::default();
        self.row_end = Some(self.out.len());
        self.separate(Gap::Line);
    }

    /// Begins a cell, this many columns after the cell before it.
    pub(super) fn begin_cell(&mut self, columns: usize) {
        self.row.in_cell = true;
        self.row.tabs += columns;
    }

    pub(super) fn end_cell(&mut self) {
        self.row.in_cell = false;
    }

    pub(super) fn begin_quotation(&mut self) {
        self.quotes = self.quotes.saturating_add(1);
    }

    pub(super) fn end_quotation(&mut self) {
        match self.quotes.checked_sub(1) {
            Some(rest) => self.quotes = rest,
            None => self.out.push('"'),
        }
    }

    /// Begins an annotation, and returns the last character of the text that it annotates.
    pub(super) fn begin_annotation(&mut self) -> Option<char> {
        if self.gap < Gap::Line {
            self.gap = Gap::None;
        }
        let base = self.base.or_else(|| self.out.chars().next_back());
        self.begin_text("(");
        self.out.push('(');
        self.glued = self.out.len();
        base
    }

    /// Ends the annotation that follows this character.
    pub(super) fn end_annotation(&mut self, base: Option<char>) {
        if self.gap < Gap::Line {
            self.gap = Gap::None;
        }
        self.out.push(')');
        self.base = base;
    }
}

fn push_room(columns: usize, out: &mut String) {
    out.extend(std::iter::repeat_n(' ', columns));
}
