//! Characters outside tags.
//!
//! Source: HTML standard, 13.2.5.1 "Data state", 13.2.5.6 "Tag open state" and 13.2.5.69
//! "CDATA section state", <https://html.spec.whatwg.org/multipage/parsing.html#data-state>.

use super::reference::reference;
use super::scan::find;
use super::{TextToken, Tokenizer};
use crate::text::Span;

/// The role of a `<` in the data state.
enum Open {
    /// It begins a tag, a comment or a declaration.
    Markup,
    /// It is text.
    Text,
    /// It begins `</>`, which means nothing.
    Nothing,
}

impl Tokenizer<'_> {
    /// Reads characters up to the next markup. The first one is no markup, or `</>`.
    #[inline]
    pub(super) fn text(&mut self) -> TextToken {
        let start = self.at;
        let mut at = start;
        loop {
            at = find(self.bytes, at, [b'<', b'&', b'\0', b'\r']);
            match self.bytes.get(at) {
                None => break,
                Some(b'<') => match self.opens(at) {
                    Open::Markup => break,
                    Open::Text => at += 1,
                    Open::Nothing => return self.changed_text(start, at),
                },
                Some(_) => return self.changed_text(start, at),
            }
        }
        self.at = at;
        let span = Span::new(start as u32, at as u32);
        TextToken { part: span, is_changed: false, has_nul: false, span }
    }

    #[inline]
    fn opens(&self, at: usize) -> Open {
        match self.bytes.get(at + 1) {
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'!' | b'?') => Open::Markup,
            Some(b'/') => match self.bytes.get(at + 2) {
                None => Open::Text,
                Some(b'>') => Open::Nothing,
                Some(_) => Open::Markup,
            },
            _ => Open::Text,
        }
    }

    /// Reads on with a copy of the text, after the characters from `start` to `at`, which are as in
    /// the source.
    fn changed_text(&mut self, start: usize, mut at: usize) -> TextToken {
        self.buffers.text.clear();
        let mut copied = start;
        let mut has_nul = false;
        loop {
            at = find(self.bytes, at, [b'<', b'&', b'\0', b'\r']);
            let Some(&byte) = self.bytes.get(at) else { break };
            match byte {
                b'<' => match self.opens(at) {
                    Open::Markup => break,
                    Open::Text => at += 1,
                    Open::Nothing => {
                        self.buffers.text.push_str(&self.source[copied..at]);
                        at += 3;
                        copied = at;
                    }
                },
                b'&' => match reference(self.bytes, at, false) {
                    Some((meaning, end)) => {
                        self.buffers.text.push_str(&self.source[copied..at]);
                        meaning.push_to(&mut self.buffers.text);
                        at = end;
                        copied = end;
                    }
                    None => at += 1,
                },
                b'\r' => {
                    self.buffers.text.push_str(&self.source[copied..at]);
                    at = self.line_end(at);
                    copied = at;
                }
                _ => {
                    has_nul = true;
                    at += 1;
                }
            }
        }
        self.buffers.text.push_str(&self.source[copied..at]);
        self.finish_changed(start, at, has_nul)
    }

    /// Writes the LF for a CR at `at` to the text and returns the place after the line end.
    pub(super) fn line_end(&mut self, at: usize) -> usize {
        self.buffers.text.push('\n');
        at + 1 + usize::from(self.bytes.get(at + 1) == Some(&b'\n'))
    }

    /// The token of [`Buffers::text`](super::Buffers::text), which ends at `at`.
    pub(super) fn finish_changed(&mut self, start: usize, at: usize, has_nul: bool) -> TextToken {
        self.at = at;
        let part = Span::new(0, self.buffers.text.len() as u32);
        let span = Span::new(start as u32, at as u32);
        TextToken { part, is_changed: true, has_nul, span }
    }

    /// Reads the content of a CDATA section that begins at `start`, up to its end. `None` if it is
    /// empty.
    pub(super) fn cdata_section(&mut self, start: usize) -> Option<TextToken> {
        let inner = self.at;
        let mut at = inner;
        let end = loop {
            at = find(self.bytes, at, [b']']);
            if at == self.bytes.len() || self.bytes[at..].starts_with(b"]]>") {
                break at;
            }
            at += 1;
        };
        let has_nul = self.bytes[inner..end].contains(&0);
        self.buffers.text.clear();
        let mut copied = inner;
        while copied < end {
            let until = find(&self.bytes[..end], copied, [b'\r']);
            self.buffers.text.push_str(&self.source[copied..until]);
            copied = if until < end { self.line_end(until) } else { end };
        }
        let after = (end + 3).min(self.bytes.len());
        let text = self.finish_changed(start, after, has_nul);
        (inner < end).then_some(text)
    }
}
