//! Lines of Markdown: what stands before each (quotes, items), what parts one from the next, and marks within them.

use std::collections::HashMap;
use std::mem;

use super::escape::{Place, push_code, push_destination, push_escaped};
use super::{LinkStyle, MarkdownOptions};
use crate::render::space::{self, Space};

/// What a part of a line is marked as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Strong,
    Emphasis,
    Deleted,
    /// In quotation marks.
    Quoted,
    /// In parentheses.
    Annotation,
    /// A tag of HTML, since Markdown has no sign for it.
    Tag(&'static str),
    /// A link to this address.
    Link(String),
}

impl Mark {
    fn opening(&self) -> &'static str {
        match self {
            Mark::Strong => "**",
            Mark::Emphasis => "*",
            Mark::Deleted => "~~",
            Mark::Quoted => "\"",
            Mark::Annotation => "(",
            Mark::Link(_) => "[",
            Mark::Tag("sub") => "<sub>",
            Mark::Tag(_) => "<sup>",
        }
    }

    /// Whether it is made of runs of delimiters, which have to stand beside white space or letters in certain ways.
    fn is_run(&self) -> bool {
        matches!(self, Mark::Strong | Mark::Emphasis | Mark::Deleted)
    }
}

/// A mark that is open.
#[derive(Clone, Debug)]
struct Opened {
    mark: Mark,
    state: State,
    /// It was written before, and closed where a line ended.
    is_repeated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing was written in it yet, in this line.
    Waiting,
    /// Its opening sign stands at this place.
    Written(usize),
    /// It can't be written where it stands.
    Refused,
}

/// What stands before each line.
#[derive(Clone, Debug)]
enum Prefix {
    Quote,
    Item { marker: String, indent: usize, written: bool },
}

/// How lines are parted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    /// A new line.
    Line,
    /// An empty line.
    Blank,
}

/// A mark that was closed where it may not be one: behind a sign, before a letter.
#[derive(Clone, Copy, Debug)]
struct Doubt {
    opening: usize,
    closing: usize,
    len: usize,
}

/// The mark that was closed last.
#[derive(Clone, Debug)]
struct Closed {
    mark: Mark,
    /// How many marks are around it.
    depth: usize,
    /// Where its opening sign stands, and its closing one.
    opening: usize,
    closing: usize,
    end: usize,
}

#[derive(Debug, Default)]
pub(super) struct Writer {
    out: String,
    prefixes: Vec<Prefix>,
    /// How many of the prefixes stood before the last line too.
    common: usize,
    gap: Option<Gap>,
    /// The next line follows right behind, whatever gap is called for.
    is_glued: bool,
    in_line: bool,
    /// Where the text of the line begins.
    line_start: usize,
    space: bool,
    /// White space with a line feed in it is called for, which between two characters of Chinese or Japanese is none.
    line_feed: bool,
    marks: Vec<Opened>,
    /// One of the marks waits for text.
    is_waiting: bool,
    /// A link is open.
    in_link: bool,
    /// Bytes of addresses that may still be written a second time.
    repeatable_bytes: usize,
    closed: Option<Closed>,
    doubts: Vec<Doubt>,
    heading: u8,
    /// A cell of a table is open.
    in_cell: bool,
    /// A line break is called for in the cell.
    cell_break: bool,
    /// Code within the line is being gathered.
    code: Option<String>,
    /// The code that was written last, with where it begins and ends.
    last_code: Option<(usize, usize, String)>,
    /// Where the outermost blocks begin.
    blocks: Vec<usize>,
    /// How long lines are at most, where that is wished. Unicode scalar values.
    width: Option<usize>,
    /// The addresses that are written behind the text, with their numbers; `None` where they are written in it.
    references: Option<HashMap<String, usize>>,
}

/// How many quotes and items stand one in the other at most.
const MAX_PREFIXES: usize = 32;

/// What stands before a definition. Source: PHP Markdown Extra.
const DEFINITION: &str = ": ";

/// Bytes of addresses that may be written a second time on any page, beside as many as the page has.
const REPEATED_BYTES: usize = 1 << 16;

impl Writer {
    /// A writer for a page of this many bytes.
    pub(super) fn new(html_bytes: usize, options: &MarkdownOptions) -> Writer {
        Writer {
            repeatable_bytes: REPEATED_BYTES + html_bytes,
            width: options.width,
            references: (options.links == LinkStyle::Referenced).then(HashMap::new),
            ..Writer::default()
        }
    }

    /// Whether no more quotes and items can stand in those that are open.
    pub(super) fn is_deep(&self) -> bool {
        self.prefixes.len() >= MAX_PREFIXES
    }

    /// The text, with a line feed at its end if there is any, and where its outermost blocks begin.
    pub(super) fn finish(mut self) -> (String, Vec<usize>) {
        self.end_line(Gap::Line);
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        let mut references: Vec<_> = self.references.take().into_iter().flatten().collect();
        references.sort_unstable_by_key(|&(_, number)| number);
        for (address, number) in references {
            self.out.push_str(if number == 1 { "\n[" } else { "[" });
            self.out.push_str(&number.to_string());
            self.out.push_str("]: ");
            push_destination(&address, &mut self.out);
            self.out.push('\n');
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
        self.close_signs();
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

    pub(super) fn push_quote(&mut self) {
        self.leave_definition();
        self.prefixes.push(Prefix::Quote);
    }

    /// Begins an item; its marker is written with the first line in it, and so many spaces with the others.
    pub(super) fn push_item(&mut self, marker: String, indent: usize) {
        self.leave_definition();
        self.prefixes.push(Prefix::Item { marker, indent, written: false });
    }

    /// Begins a definition, as an item; where it begins with another block than a paragraph, it is no item: its marker would
    /// hide the block from who does not know definitions.
    pub(super) fn push_definition(&mut self) {
        self.push_item(DEFINITION.into(), DEFINITION.len());
    }

    fn leave_definition(&mut self) {
        if let Some(Prefix::Item { marker, indent, written: false }) = self.prefixes.last_mut()
            && marker == DEFINITION
        {
            marker.clear();
            *indent = 0;
            self.is_glued = false;
            self.gap = Some(Gap::Blank);
        }
    }

    /// Lets what comes stand in the item before, whose marker was so wide.
    pub(super) fn push_room(&mut self, width: usize) {
        let marker = " ".repeat(width);
        self.prefixes.push(Prefix::Item { marker, indent: width, written: true });
    }

    /// Ends a quote or an item; whether anything was written in it.
    pub(super) fn pop_prefix(&mut self) -> bool {
        let popped = self.prefixes.pop();
        self.is_glued = false;
        self.common = self.common.min(self.prefixes.len());
        !matches!(popped, Some(Prefix::Item { written: false, .. }))
    }

    /// Whether the innermost of what stands before lines is an item in which nothing is written yet.
    pub(super) fn is_before_item(&self) -> bool {
        matches!(self.prefixes.last(), Some(Prefix::Item { written: false, .. }))
    }

    fn begin_line(&mut self) {
        if self.in_line {
            return;
        }
        self.in_line = true;
        if self.in_cell {
            return;
        }
        if mem::take(&mut self.is_glued) {
            self.gap = Some(Gap::Line);
        }
        if !self.out.is_empty() {
            self.out.push('\n');
            if self.gap == Some(Gap::Blank) {
                self.write_prefixes(self.common);
                self.out.truncate(self.out.trim_end_matches(' ').len());
                self.out.push('\n');
            }
        }
        if self.common == 0 && (self.out.is_empty() || self.gap == Some(Gap::Blank)) {
            self.blocks.push(self.out.len());
        }
        self.gap = None;
        self.write_prefixes(self.prefixes.len());
        self.common = self.prefixes.len();
        if self.heading > 0 {
            (0..self.heading).for_each(|_| self.out.push('#'));
            self.out.push(' ');
        }
        self.line_start = self.out.len();
    }

    fn write_prefixes(&mut self, count: usize) {
        for prefix in &mut self.prefixes[..count] {
            match prefix {
                Prefix::Quote => self.out.push_str("> "),
                Prefix::Item { marker, indent, written: false } => {
                    self.out.push_str(marker);
                    *marker = " ".repeat(*indent);
                }
                Prefix::Item { marker, .. } => self.out.push_str(marker),
            }
            if let Prefix::Item { written, .. } = prefix {
                *written = true;
            }
        }
    }

    /// Text of the page: its white space is collapsed, what would be a sign is escaped.
    pub(super) fn text(&mut self, text: &str) {
        if let Some(code) = &mut self.code {
            code.push_str(text);
            return;
        }
        let mut at = self.skip_space(text, 0);
        while at < text.len() {
            let end = space::word_end(text, at);
            let next = text[end..].chars().next();
            self.word(&text[at..end], next.is_some_and(is_space));
            at = self.skip_space(text, end);
        }
    }

    /// Notes the white space that begins here; where it ends.
    #[inline]
    fn skip_space(&mut self, text: &str, at: usize) -> usize {
        let (space, end) = space::skip(text, at);
        self.line_feed |= space == Space::LineFeed;
        self.space |= matches!(space, Space::Plain | Space::Fixed);
        end
    }

    /// A space, if text comes before and behind it.
    pub(super) fn space(&mut self) {
        if let Some(code) = &mut self.code {
            code.push(' ');
        }
        self.space = true;
    }

    /// A word; whether white space follows, or anything may.
    fn word(&mut self, word: &str, before_space: bool) {
        if word.is_empty() {
            return;
        }
        self.start(word.chars().next(), word);
        if word.starts_with(['.', ')']) && self.is_number_before() {
            self.out.push('\\');
        }
        let place = Place {
            line_start: self.out.len() == self.line_start && !self.in_cell,
            in_link: self.in_link,
            in_cell: self.in_cell,
            before: self.before(),
            before_space,
        };
        push_escaped(word, place, &mut self.out);
    }

    /// Signs that are written as they are, such as an image.
    pub(super) fn raw(&mut self, text: &str) {
        self.end_code();
        self.start(text.chars().next(), text);
        self.out.push_str(text);
    }

    /// An image with its alternative text.
    pub(super) fn image(&mut self, alt: &str, address: &str) {
        self.end_code();
        self.start(Some('!'), address);
        self.out.push_str("![");
        let alt = alt.split(is_space).filter(|word| !word.is_empty());
        let place = Place { in_link: true, in_cell: self.in_cell, ..Place::default() };
        for (index, word) in alt.enumerate() {
            if index > 0 {
                self.out.push(' ');
            }
            push_escaped(word, place, &mut self.out);
        }
        self.out.push_str("](");
        push_destination(address, &mut self.out);
        self.out.push(')');
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
            self.closed = None;
            self.doubts.clear();
            self.in_line = false;
            self.gap = None;
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

    /// Before something is written: the line, the space and the marks that are called for.
    fn start(&mut self, first: Option<char>, text: &str) {
        self.begin_line();
        if self.is_annotation_next() {
            (self.space, self.line_feed) = (false, false);
        }
        if mem::take(&mut self.line_feed) {
            self.space |= !space::joins(self.before(), first);
        }
        if self.space && self.is_full_with(text) {
            self.wrap();
        }
        if mem::take(&mut self.cell_break) {
            self.out.push_str("<br>");
            self.space = false;
        }
        if mem::take(&mut self.space) {
            if self.out.len() > self.line_start {
                self.out.push(' ');
            }
        } else if first.is_some_and(char::is_alphanumeric) {
            self.resolve_doubts();
        }
        self.doubts.clear();
        if mem::take(&mut self.is_waiting) {
            for index in 0..self.marks.len() {
                if self.marks[index].state == State::Waiting {
                    self.open_sign(index, first);
                }
            }
        }
        self.closed = None;
    }

    /// Whether what is written next begins an annotation, or stands right behind one: no space parts it from what it is about.
    fn is_annotation_next(&self) -> bool {
        let is_annotation =
            |opened: &Opened| opened.state == State::Waiting && opened.mark == Mark::Annotation;
        let closed = self.closed.as_ref().filter(|closed| closed.end == self.out.len());
        self.is_waiting && self.marks.iter().any(is_annotation)
            || closed.is_some_and(|closed| closed.mark == Mark::Annotation) && !self.space
    }

    /// Whether the line would be too long with this text behind a space.
    fn is_full_with(&self, text: &str) -> bool {
        let Some(width) = self.width else { return false };
        if self.in_cell || self.heading > 0 || self.out.len() <= self.line_start {
            return false;
        }
        let line = &self.out[self.out.rfind('\n').map_or(0, |at| at + 1)..];
        line.chars().count() + 1 + text.chars().count() > width
    }

    /// Goes on in a new line of the same paragraph.
    fn wrap(&mut self) {
        self.out.push('\n');
        self.write_prefixes(self.prefixes.len());
        self.line_start = self.out.len();
        self.space = false;
        self.doubts.clear();
    }

    /// Takes away the signs of marks that a letter right behind them makes none.
    fn resolve_doubts(&mut self) {
        let doubts = self.doubts.drain(..);
        let mut signs: Vec<_> = doubts
            .flat_map(|Doubt { opening, closing, len }| [(opening, len), (closing, len)])
            .collect();
        signs.sort_unstable();
        for (at, len) in signs.into_iter().rev() {
            self.out.replace_range(at..at + len, "");
            // A mark can begin in the line before a line break.
            self.line_start -= if at < self.line_start { len } else { 0 };
        }
    }

    /// Whether nothing but digits stands in the line.
    fn is_number_before(&self) -> bool {
        let line = self.out.get(self.line_start..).unwrap_or_default();
        !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// The last character of the line.
    fn before(&self) -> Option<char> {
        self.out[self.line_start.min(self.out.len())..].chars().next_back()
    }

    fn open_sign(&mut self, index: usize, first: Option<char>) {
        let before = self.before();
        // The sign of a mark further in comes first, unless it is a part of the same run.
        let mut inside = self.marks[index + 1..].iter();
        let first = inside
            .find(|inner| inner.state == State::Waiting && !inner.mark.is_run())
            .map_or(first, |inner| inner.mark.opening().chars().next());
        let Opened { mark, state, is_repeated } = &mut self.marks[index];
        let is_behind_mark =
            self.closed.as_ref().is_some_and(|closed| closed.end == self.out.len());
        if mark.is_run() && !opens(before, first, is_behind_mark) {
            *state = State::Refused;
            return;
        }
        if let Mark::Link(address) = mark {
            if *is_repeated {
                let Some(rest) = self.repeatable_bytes.checked_sub(address.len()) else {
                    *state = State::Refused;
                    return;
                };
                self.repeatable_bytes = rest;
            }
            if before == Some('!') {
                self.out.pop();
                self.out.push_str("\\!");
            }
            self.in_link = true;
        }
        *is_repeated = true;
        *state = State::Written(self.out.len());
        self.out.push_str(mark.opening());
    }

    /// Begins a mark. Right behind the same one it goes on; in one of its kind it says nothing.
    pub(super) fn open_mark(&mut self, mark: Mark) {
        let is_same = |other: &Opened| {
            other.state != State::Refused
                && mem::discriminant(&other.mark) == mem::discriminant(&mark)
        };
        if self.code.is_some() || self.marks.iter().any(is_same) {
            self.marks.push(Opened { mark, state: State::Refused, is_repeated: false });
            return;
        }
        if let Some(closed) = &self.closed
            && closed.mark == mark
            && closed.depth == self.marks.len()
            && closed.end == self.out.len()
        {
            let state = State::Written(closed.opening);
            self.in_link |= matches!(mark, Mark::Link(_));
            self.marks.push(Opened { mark, state, is_repeated: true });
            self.out.truncate(closed.closing);
            // What ends here now may be the closing sign of a mark inside.
            let end = self.out.len();
            self.closed =
                self.closed.take().map(|closed| Closed { depth: usize::MAX, end, ..closed });
            self.doubts.clear();
            return;
        }
        self.marks.push(Opened { mark, state: State::Waiting, is_repeated: false });
        self.is_waiting = true;
    }

    /// Ends the innermost mark.
    pub(super) fn close_mark(&mut self) {
        if self.code.is_none() && !self.marks.is_empty() {
            self.close_sign(self.marks.len() - 1);
        }
        self.marks.pop();
    }

    fn close_sign(&mut self, index: usize) {
        let Opened { mark, state: State::Written(opening), .. } = &self.marks[index] else {
            return;
        };
        let (opening, closing) = (*opening, self.out.len());
        match mark {
            Mark::Link(address) => {
                self.in_link = false;
                push_target(address, self.references.as_mut(), &mut self.out);
            }
            Mark::Tag(name) => {
                self.out.push_str("</");
                self.out.push_str(name);
                self.out.push('>');
            }
            Mark::Quoted => self.out.push('"'),
            Mark::Annotation => {
                self.out.push(')');
                self.space = false;
            }
            _ => {
                let sign = mark.opening();
                let is_doubtful =
                    self.out.chars().next_back().is_some_and(|last| !last.is_alphanumeric());
                self.out.push_str(sign);
                if is_doubtful {
                    self.doubts.push(Doubt { opening, closing, len: sign.len() });
                }
            }
        }
        let (mark, end) = (mark.clone(), self.out.len());
        self.closed = Some(Closed { mark, depth: index, opening, closing, end });
    }

    /// Closes all marks that are written; with the next text they are written again.
    fn close_signs(&mut self) {
        for index in (0..self.marks.len()).rev() {
            if let State::Written(_) = self.marks[index].state {
                self.close_sign(index);
                self.marks[index].state = State::Waiting;
                self.is_waiting = true;
            }
        }
        self.closed = None;
        self.doubts.clear();
    }

    /// Begins code within a line.
    pub(super) fn open_code(&mut self) {
        self.code.get_or_insert_default();
    }

    /// Writes the code that was gathered.
    pub(super) fn end_code(&mut self) {
        let Some(code) = self.code.take() else { return };
        let words: Vec<_> = code.split(is_space).filter(|word| !word.is_empty()).collect();
        let mut code = words.join(" ");
        if code.is_empty() {
            return;
        }
        self.start(Some('`'), &code);
        let mut start = self.out.len();
        // Right behind other code it would be read as one with it in another way.
        if let Some((before, _, other)) = self.last_code.take_if(|(_, end, _)| *end == start) {
            self.out.truncate(before);
            start = before;
            code.insert_str(0, &other);
        }
        push_code(&code, self.in_cell, &mut self.out);
        self.last_code = Some((start, self.out.len(), code));
    }

    /// Whether code within a line is open.
    pub(super) fn is_in_code(&self) -> bool {
        self.code.is_some()
    }

    /// Whether a cell of a table is open.
    pub(super) fn is_in_cell(&self) -> bool {
        self.in_cell
    }

    /// Begins a row of a table.
    pub(super) fn begin_row(&mut self) {
        self.leave_definition();
        self.begin_line();
        self.out.push('|');
    }

    pub(super) fn begin_cell(&mut self) {
        self.out.push(' ');
        self.line_start = self.out.len();
        (self.in_cell, self.in_line, self.cell_break) = (true, true, false);
    }

    pub(super) fn end_cell(&mut self) {
        self.in_cell = false;
        self.end_code();
        self.close_signs();
        (self.space, self.line_feed, self.cell_break) = (false, false, false);
        if self.out.len() > self.line_start {
            self.out.push(' ');
        }
        self.out.push('|');
    }

    /// Ends a row; behind the first one of `columns` comes the line that makes them a table.
    pub(super) fn end_row(&mut self, delimiters: Option<usize>) {
        self.in_line = false;
        self.gap = Some(Gap::Line);
        if let Some(columns) = delimiters {
            self.begin_line();
            self.out.push('|');
            (0..columns).for_each(|_| self.out.push_str(" --- |"));
            self.in_line = false;
            self.gap = Some(Gap::Line);
        }
    }
}

/// Ends the text of a link with where it leads: the address, or its number among the references.
fn push_target(address: &str, references: Option<&mut HashMap<String, usize>>, out: &mut String) {
    let Some(references) = references else {
        out.push_str("](");
        push_destination(address, out);
        return out.push(')');
    };
    let next = references.len() + 1;
    let number = match references.get(address) {
        Some(&number) => number,
        None => *references.entry(address.to_owned()).or_insert(next),
    };
    out.push_str("][");
    out.push_str(&number.to_string());
    out.push(']');
}

/// White space, which collapses; whatever its width is and whether it breaks, since in Markdown no reader sees what it is.
pub(super) fn is_space(char: char) -> bool {
    char.is_whitespace()
}

/// Whether a run of delimiters can open here. Source: `CommonMark` 0.31.2, left-flanking delimiter run; a run right behind
/// another one would be one run with it.
fn opens(before: Option<char>, first: Option<char>, behind_mark: bool) -> bool {
    let Some(first) = first else { return false };
    if matches!(before, Some('*' | '~')) && behind_mark {
        return false;
    }
    first.is_alphanumeric() || before.is_none_or(|before| !before.is_alphanumeric())
}
