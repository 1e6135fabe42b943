//! Lines of plain text: white space as a browser shows it, and what parts one line from the next.

use std::fmt::Write as _;
use std::mem;

use crate::render::space::{self, Space};

/// What parts a piece of text from the one before. Of several, the greatest does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    #[default]
    None,
    /// Spaces.
    Space,
    /// White space with a line feed in it: it shows as a space, and between two characters of Chinese or Japanese not at all.
    LineFeed,
    /// Something that is not text stands between, or a space that shows wherever it stands.
    Apart,
    /// A new line.
    Line,
    /// An empty line.
    Blank,
}

/// What stands before an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    None,
    /// Room as wide as a bullet.
    Room,
    Bullet,
    Number(i64),
}

impl Marker {
    /// How many columns it takes.
    fn width(self) -> usize {
        match self {
            Marker::None => 0,
            Marker::Room | Marker::Bullet => BULLET.len(),
            Marker::Number(number) => {
                let digits = number.unsigned_abs().checked_ilog10().unwrap_or(0) as usize + 1;
                usize::from(number < 0) + digits + BEHIND_NUMBER.len()
            }
        }
    }
}

const BULLET: &str = "- ";
const BEHIND_NUMBER: &str = ". ";

/// An item that is open.
#[derive(Debug)]
struct Item {
    /// How much was written when it began.
    start: usize,
    /// An empty line stands in it.
    is_loose: bool,
    marker: Marker,
    is_marked: bool,
}

/// How many items stand one in the other with markers at most: what stands before a line must not grow with the page.
const MAX_LEVELS: usize = 32;

/// A row that is open.
#[derive(Debug, Default)]
struct Row {
    /// Columns that begin before the next text.
    tabs: usize,
    has_text: bool,
    in_cell: bool,
}

#[derive(Debug, Default)]
pub(super) struct Writer {
    out: String,
    gap: Gap,
    /// `<br>`s since the last text.
    breaks: u8,
    items: Vec<Item>,
    row: Row,
    /// Where the last row ended.
    row_end: Option<usize>,
    /// Quotations that begin before the next text.
    quotes: u8,
    /// A place that no space follows.
    glued: usize,
    /// The character that the annotation stands behind which was written last.
    base: Option<char>,
    /// How long lines are at most, where that is wished. Unicode scalar values.
    width: Option<usize>,
}

impl Writer {
    /// A writer of lines of so many characters at most.
    pub(super) fn new(width: Option<usize>) -> Writer {
        Writer { width, ..Writer::default() }
    }

    /// The text, without a line feed at its end.
    pub(super) fn finish(self) -> String {
        self.out
    }

    /// Writes text; its white space collapses, and what no browser shows of it goes.
    pub(super) fn text(&mut self, text: &str) {
        let mut at = self.skip_space(text, 0);
        while at < text.len() {
            let end = space::word_end(text, at);
            let word = &text[at..end];
            self.begin_text(word);
            self.out.push_str(word);
            at = self.skip_space(text, end);
        }
    }

    /// Notes the white space that begins here; where it ends.
    #[inline]
    fn skip_space(&mut self, text: &str, at: usize) -> usize {
        let (space, end) = space::skip(text, at);
        self.gap = self.gap.max(match space {
            Space::None => Gap::None,
            Space::Plain => Gap::Space,
            Space::LineFeed => Gap::LineFeed,
            Space::Fixed => Gap::Apart,
        });
        end
    }

    /// Writes lines as they are.
    pub(super) fn lines(&mut self, lines: &str) {
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

    /// Writes what stands before this text.
    #[inline]
    fn begin_text(&mut self, text: &str) {
        let is_in_word = self.gap == Gap::None && self.breaks == 0 && self.row.tabs == 0;
        if is_in_word && self.quotes == 0 && !self.out.is_empty() {
            self.base = None;
        } else {
            self.begin_apart(text);
        }
    }

    fn begin_apart(&mut self, text: &str) {
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
        self.out.extend(std::iter::repeat_n('\t', tabs));
        self.row.has_text = true;
        let quotes = usize::from(mem::take(&mut self.quotes));
        self.out.extend(std::iter::repeat_n('"', quotes));
    }

    /// Whether the line would be too long with this text behind a space.
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

    /// Writes what stands before a line: room for the markers of items that it goes on with, and the markers of those that it
    /// begins. Behind the markers, room stands before text alone.
    fn indent(&mut self, has_text: bool) {
        let mut room = 0;
        for item in self.items.iter_mut().take(MAX_LEVELS) {
            if mem::replace(&mut item.is_marked, true) {
                room += item.marker.width();
                continue;
            }
            push_room(mem::take(&mut room), &mut self.out);
            match item.marker {
                Marker::None => {}
                Marker::Room | Marker::Bullet => self.out.push_str(BULLET),
                Marker::Number(number) => {
                    // Writing to a string does not fail.
                    let _ = write!(self.out, "{number}{BEHIND_NUMBER}");
                }
            }
        }
        if has_text {
            push_room(room, &mut self.out);
        }
    }

    /// Whether a space stands before this text, in the same line.
    fn has_space(&self, gap: Gap, base: Option<char>, text: &str) -> bool {
        let before = || base.or_else(|| self.out.chars().next_back());
        match gap {
            Gap::None => false,
            _ if self.glued == self.out.len() => false,
            Gap::LineFeed => !space::joins(before(), text.chars().next()),
            _ => true,
        }
    }

    /// Parts what comes next from what is written. In a cell, lines are parted by spaces; the first lines of an item are those that its
    /// beginning has called for.
    pub(super) fn part(&mut self, gap: Gap) {
        if self.row.in_cell {
            self.gap = self.gap.max(gap.min(Gap::Apart));
        } else if gap < Gap::Line
            || self.items.last().is_none_or(|item| item.start < self.out.len())
        {
            self.gap = self.gap.max(gap);
        }
        if gap >= Gap::Line {
            self.breaks = 0;
        }
    }

    /// A `<br>`.
    pub(super) fn break_line(&mut self) {
        if self.row.in_cell {
            self.part(Gap::Apart);
        } else {
            self.breaks = self.breaks.saturating_add(1);
        }
    }

    /// Begins a list within an item: on the next line.
    pub(super) fn begin_inner_list(&mut self) {
        self.part(Gap::Line);
        self.gap = self.gap.min(Gap::Line);
    }

    /// Begins an item, on a line of its own.
    pub(super) fn begin_item(&mut self, marker: Marker) {
        self.part(Gap::Line);
        let marker = if self.row.in_cell { Marker::None } else { marker };
        let is_marked = marker == Marker::Room;
        self.items.push(Item { start: self.out.len(), is_loose: false, marker, is_marked });
    }

    /// Ends the item. What comes next stands on the next line; behind one that has an empty line in it, behind an empty line.
    pub(super) fn end_item(&mut self) {
        let Some(item) = self.items.pop() else { return };
        if item.start == self.out.len() {
            return;
        }
        self.part(Gap::Line);
        if !self.row.in_cell {
            self.gap = if item.is_loose { Gap::Blank } else { Gap::Line };
        }
    }

    /// Begins a row: behind another on the next line.
    pub(super) fn begin_row(&mut self) {
        self.part(Gap::Line);
        if self.row_end == Some(self.out.len()) {
            self.gap = Gap::Line;
        }
        self.row = Row::default();
    }

    pub(super) fn end_row(&mut self) {
        self.row = Row::default();
        self.row_end = Some(self.out.len());
        self.part(Gap::Line);
    }

    /// Begins a cell, this many columns behind the one before.
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

    /// Begins an annotation of what stands before it; the last character of that.
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

    /// Ends the annotation that stands behind this character.
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
