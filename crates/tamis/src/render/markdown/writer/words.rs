//! The content of lines: words, images and other syntax, each after the required space and marks.

use std::mem;

use super::{MarkdownWriter, is_space, last_in_line};
use crate::render::active::may_run;
use crate::render::markdown::escape::{
    CodeContext, EscapeContext, has_special, push_destination, push_escaped,
};
use crate::render::space::{self, Space};

/// The bytes of a line in which its first word ends. Bounded so that the time is linear in the
/// text.
const FIRST_WORD_BYTES: usize = 256;

impl MarkdownWriter {
    /// Writes text of the page, with collapsed white space and escaped syntax.
    pub(in crate::render::markdown) fn text(&mut self, text: &str) {
        if let Some(code) = self.code.gathered() {
            code.push_str(text);
            return;
        }
        if !self.take_room(text.len()) {
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

    /// Records the white space that begins here, and returns its end.
    #[inline]
    fn skip_space(&mut self, text: &str, at: usize) -> usize {
        let (space, end) = space::skip(text, at);
        self.line_feed |= space == Space::LineFeed;
        self.space |= matches!(space, Space::Plain | Space::Fixed);
        end
    }

    /// Requires a space if text comes before and after it.
    pub(in crate::render::markdown) fn space(&mut self) {
        if let Some(code) = self.code.gathered() {
            code.push(' ');
        }
        self.space = true;
    }

    /// Writes a word. `before_space` is false if anything may follow.
    fn word(&mut self, word: &str, before_space: bool) {
        if word.is_empty() {
            return;
        }
        self.start(word.chars().next(), word);
        if matches!(word, "." | ")") && self.begins_block() && self.is_number_before() {
            self.out.push('\\');
        }
        let line_start = self.out.len() == self.line_start && self.begins_block();
        // Readers without footnotes take `[^1]: word` for the definition of a link, and the word
        // for its address.
        if line_start && self.is_note_begin() && may_run(word, before_space) {
            self.out.push('\u{200b}');
        }
        if self.is_target(word, before_space) {
            self.out.push('\\');
        }
        self.last_char = word.chars().next_back();
        if !line_start && !has_special(word) {
            self.out.push_str(word);
            return;
        }
        let context = EscapeContext {
            line_start,
            in_link: self.marks.is_in_link(),
            in_attribute: word.contains('"') && self.is_attribute(word, before_space),
            takes_attributes: line_start || self.takes_attributes(),
            in_run: self.marks.is_in_run(),
            has_references: self.marks.has_references(),
            in_cell: self.in_cell,
            before: last_in_line(&self.out, self.line_start),
            before_space,
            ..EscapeContext::default()
        };
        self.has_dollar |= word.contains('$');
        self.has_bracket |= word.contains('[');
        self.has_backtick |= word.contains('`');
        push_escaped(word, context, &mut self.addresses, &mut self.out);
    }

    /// Returns true if a word would be the address of a link, because the text before it is like
    /// that of a link: `[a]` and `(b)`. For some readers this is so after a space, too.
    fn is_target(&self, word: &str, before_space: bool) -> bool {
        let Some(address) = word.strip_prefix('(') else { return false };
        let is_after_bracket = || self.has_bracket && self.out.trim_end_matches(' ').ends_with(']');
        self.out.ends_with(']')
            || is_after_bracket() && (address.is_empty() || may_run(address, before_space))
    }

    /// Returns true if some readers take a list in braces at the end of the line for attributes.
    /// They do so in headings, cells and terms: `# Title {onclick=…}`.
    fn takes_attributes(&self) -> bool {
        self.heading > 0 || self.in_cell || self.in_term || self.line().starts_with('#')
    }

    /// Returns true if some readers write the word into an attribute as it is, in which a quotation
    /// mark could begin another attribute: the text of a header cell, and the first word of a note,
    /// which they take for the address of its references.
    fn is_attribute(&self, word: &str, before_space: bool) -> bool {
        let is_first = || self.line().bytes().take(FIRST_WORD_BYTES).all(|byte| byte != b' ');
        (word.contains('=') || !before_space)
            && (self.in_header || self.is_note_begin() && is_first())
    }

    /// Returns true if syntax at the start of this line could make it a block.
    fn begins_block(&self) -> bool {
        !self.in_cell && self.heading == 0
    }

    /// Returns true if the line begins a footnote, whose marker is written.
    fn is_note_begin(&self) -> bool {
        self.out[..self.line_start].ends_with("]: ")
    }

    /// Returns true if the line so far consists of digits.
    fn is_number_before(&self) -> bool {
        let line = self.line();
        !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Writes syntax unchanged, such as a formula.
    pub(in crate::render::markdown) fn raw(&mut self, text: &str) {
        self.end_code();
        if !self.take_room(text.len()) {
            return;
        }
        self.start(text.chars().next(), text);
        self.has_dollar |= text.contains('$');
        self.out.push_str(text);
    }

    /// Writes an image with its alternative text.
    pub(in crate::render::markdown) fn image(&mut self, alt: &str, address: &str) {
        self.end_code();
        if !self.take_room(alt.len() + address.len()) {
            return;
        }
        self.start(Some('!'), address);
        self.out.push_str("![");
        self.has_backtick |= alt.contains('`');
        let words = alt.split(is_space).filter(|word| !word.is_empty());
        let context = EscapeContext {
            in_link: true,
            in_linked_image: self.marks.is_in_link(),
            in_attribute: alt.contains('='),
            in_cell: self.in_cell,
            ..EscapeContext::default()
        };
        for (index, word) in words.enumerate() {
            if index > 0 {
                self.out.push(' ');
            }
            push_escaped(word, context, &mut self.addresses, &mut self.out);
        }
        self.out.push_str("](");
        push_destination(address, &mut self.out);
        self.out.push(')');
    }

    /// Begins code within a line.
    pub(in crate::render::markdown) fn open_code(&mut self) {
        self.code.begin();
    }

    /// Writes the gathered code.
    pub(in crate::render::markdown) fn end_code(&mut self) {
        if let Some(code) = self.code.end() {
            self.start(Some('`'), &code);
            if self.addresses.is_open(&self.out) {
                self.out.push(' ');
            }
            let context = CodeContext {
                in_cell: self.in_cell,
                has_dollar: self.has_dollar,
                has_bracket: self.has_bracket || self.marks.is_in_link(),
                has_backtick: self.has_backtick,
            };
            self.code.write(code, context, &mut self.out);
        }
    }

    /// Returns true if code within a line is open.
    pub(in crate::render::markdown) fn is_in_code(&self) -> bool {
        self.code.is_open()
    }

    /// Begins the line if necessary, and writes the required space and marks.
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

    /// Returns true if this text after a space would make the line too long.
    fn is_full_with(&self, text: &str) -> bool {
        let Some(width) = self.width else { return false };
        if self.in_cell || self.heading > 0 || self.out.len() <= self.line_start {
            return false;
        }
        let line = &self.out[self.out.rfind('\n').map_or(0, |at| at + 1)..];
        line.chars().count() + 1 + text.chars().count() > width
    }

    /// Continues the paragraph on a new line.
    fn wrap(&mut self) {
        self.out.push('\n');
        self.prefixes.write(&mut self.out);
        self.line_start = self.out.len();
        self.space = false;
        self.marks.forget_doubts();
    }
}
