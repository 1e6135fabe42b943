//! What stands in lines: words, images, and other signs, each behind the space and the marks that are called for.

use std::mem;

use super::{Writer, is_space, last_in_line};
use crate::render::markdown::escape::{Place, has_special, push_destination, push_escaped};
use crate::render::space::{self, Space};

impl Writer {
    /// Text of the page: its white space is collapsed, what would be a sign is escaped.
    pub(in crate::render::markdown) fn text(&mut self, text: &str) {
        if let Some(code) = self.code.gathered() {
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
    pub(in crate::render::markdown) fn space(&mut self) {
        if let Some(code) = self.code.gathered() {
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
        if matches!(word, "." | ")") && self.begins_block() && self.is_number_before() {
            self.out.push('\\');
        }
        let line_start = self.out.len() == self.line_start && self.begins_block();
        self.last_char = word.chars().next_back();
        if !line_start && !has_special(word) {
            self.out.push_str(word);
            return;
        }
        let place = Place {
            line_start,
            in_link: self.marks.is_in_link(),
            in_run: self.marks.is_in_run(),
            has_references: self.marks.has_references(),
            in_cell: self.in_cell,
            before: last_in_line(&self.out, self.line_start),
            before_space,
        };
        push_escaped(word, place, &mut self.out);
    }

    /// Whether a sign at the beginning of the line could make a block of it.
    fn begins_block(&self) -> bool {
        !self.in_cell && self.heading == 0
    }

    /// Whether nothing but digits stands in the line.
    fn is_number_before(&self) -> bool {
        let line = self.out.get(self.line_start..).unwrap_or_default();
        !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Signs that are written as they are, such as those of a formula.
    pub(in crate::render::markdown) fn raw(&mut self, text: &str) {
        self.end_code();
        self.start(text.chars().next(), text);
        self.out.push_str(text);
    }

    /// An image with its alternative text.
    pub(in crate::render::markdown) fn image(&mut self, alt: &str, address: &str) {
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

    /// Begins code within a line.
    pub(in crate::render::markdown) fn open_code(&mut self) {
        self.code.begin();
    }

    /// Writes the code that was gathered.
    pub(in crate::render::markdown) fn end_code(&mut self) {
        if let Some(code) = self.code.end() {
            self.start(Some('`'), &code);
            self.code.write(code, self.in_cell, &mut self.out);
        }
    }

    /// Whether code within a line is open.
    pub(in crate::render::markdown) fn is_in_code(&self) -> bool {
        self.code.is_open()
    }

    /// Before something is written: the line, the space and the marks that are called for.
    fn start(&mut self, first: Option<char>, text: &str) {
        self.begin_line();
        if self.marks.is_annotation_next(self.out.len(), self.space) {
            (self.space, self.line_feed) = (false, false);
        }
        let last_char = self.last_char.take();
        if mem::take(&mut self.line_feed) {
            self.space |= !space::joins(last_char, first);
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
            self.marks.resolve_doubts(&mut self.out, &mut self.line_start);
        }
        self.marks.start(first, &mut self.out, self.line_start);
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
        self.prefixes.write(&mut self.out);
        self.line_start = self.out.len();
        self.space = false;
        self.marks.forget_doubts();
    }
}
