//! The content of elements without tags.
//!
//! Source: HTML standard, 13.2.5.2 "RCDATA state", 13.2.5.3 "RAWTEXT state", 13.2.5.5 "PLAINTEXT
//! state", <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-state>.

use super::reference::reference;
use super::scan::{find, is_space, skip_space};
use super::{State, TextToken, Token, Tokenizer};
use crate::tag::Tag;
use crate::text::Span;

impl Tokenizer<'_> {
    /// Reads the text up to the end of the element. `None` if it is empty.
    pub(super) fn raw(&mut self) -> Option<Token> {
        let state = self.state;
        let start = self.at;
        self.state = State::Data;
        let end = match state {
            State::PlainText => self.bytes.len(),
            State::ScriptData => self.script_end(),
            #[cfg(test)]
            State::CdataSection => return self.cdata_section(start).map(Token::Text),
            State::Data | State::Rcdata | State::RawText => self.raw_end(),
        };
        if start == end {
            return None;
        }
        Some(Token::Text(self.raw_part(start, end, state == State::Rcdata)))
    }

    /// The place of the end tag.
    fn raw_end(&self) -> usize {
        let mut at = self.at;
        loop {
            at = find(self.bytes, at, [b'<']);
            if at == self.bytes.len() || self.is_end_tag(at) {
                return at;
            }
            at += 1;
        }
    }

    /// Returns true if the `<` at `at` begins the appropriate end tag.
    pub(super) fn is_end_tag(&self, at: usize) -> bool {
        self.bytes.get(at + 1) == Some(&b'/')
            && self.end_name != Tag::NONE
            && self.has_tag_name(at + 2, self.end_name)
    }

    /// Returns true if a tag with this name has it at `at`.
    fn has_tag_name(&self, at: usize, tag: Tag) -> bool {
        let name = self.buffers.names.name(tag).as_bytes();
        let after = at + name.len();
        self.bytes.get(at..after).is_some_and(|found| found.eq_ignore_ascii_case(name))
            && self.bytes.get(after).is_some_and(|&byte| is_space(byte) || b"/>".contains(&byte))
    }

    /// Returns true if no end tag of this name comes before the next start tag of it, so that an
    /// element that begins here is empty if its tag says so. A script or style sheet is only empty
    /// if a tag or a comment follows it.
    ///
    /// The search ends at the next tag of the name, so all searches of a page together take time
    /// linear in it for each name.
    pub(crate) fn is_never_closed(&self, state: State, tag: Tag) -> bool {
        if state == State::ScriptData || tag == Tag::STYLE {
            let is_markup = match &self.bytes[skip_space(self.bytes, self.at)..] {
                // Old code is in a comment that can be without an end.
                [b'<', b'!', b'-', b'-', rest @ ..] => rest.windows(3).any(|end| end == b"-->"),
                [] | [b'<', b'/' | b'!' | b'a'..=b'z' | b'A'..=b'Z', ..] => true,
                _ => false,
            };
            if !is_markup {
                return false;
            }
        }
        let mut at = self.at;
        loop {
            at = find(self.bytes, at, [b'<']) + 1;
            if at >= self.bytes.len() || self.has_tag_name(at, tag) {
                return true;
            }
            if self.bytes[at] == b'/' && self.has_tag_name(at + 1, tag) {
                return false;
            }
        }
    }

    /// The token of a part of the source, with its references if it is RCDATA.
    fn raw_part(&mut self, start: usize, end: usize, is_rcdata: bool) -> TextToken {
        let bytes = &self.bytes[..end];
        let next = |at| {
            if is_rcdata {
                find(bytes, at, [b'\0', b'\r', b'&'])
            } else {
                find(bytes, at, [b'\0', b'\r'])
            }
        };
        let mut at = next(start);
        if at == end {
            self.at = end;
            let span = Span::new(start as u32, end as u32);
            return TextToken { part: span, is_changed: false, has_nul: false, span };
        }
        self.buffers.text.clear();
        let mut copied = start;
        while at < end {
            let found = if bytes[at] == b'&' { reference(bytes, at, false) } else { None };
            if bytes[at] == b'&' && found.is_none() {
                at = next(at + 1);
                continue;
            }
            self.buffers.text.push_str(&self.source[copied..at]);
            copied = match (bytes[at], found) {
                (_, Some((meaning, end))) => {
                    meaning.push_to(&mut self.buffers.text);
                    end
                }
                (b'\r', _) => self.line_end(at),
                _ => {
                    self.buffers.text.push(char::REPLACEMENT_CHARACTER);
                    at + 1
                }
            };
            at = next(copied);
        }
        self.buffers.text.push_str(&self.source[copied..end]);
        self.finish_changed(start, end, false)
    }
}
