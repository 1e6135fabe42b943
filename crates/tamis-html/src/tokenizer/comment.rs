//! Comments.
//!
//! Source: HTML standard, 13.2.5.41 "Bogus comment state" and 13.2.5.43 to 13.2.5.52,
//! <https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state>.

use super::scan::find;
use super::{CommentToken, Token, Tokenizer};
use crate::attribute::Piece;
use crate::text::Span;

impl Tokenizer<'_> {
    /// Reads a comment that begins with `<!--`.
    pub(super) fn comment(&mut self) -> Token {
        let bytes = self.bytes;
        let start = self.at + 4;
        let mut at = start;
        let (end, after) = loop {
            at = find(bytes, at, [b'>']);
            let text = &bytes[start..at];
            if at == bytes.len() {
                break (at - open_end(text), at);
            }
            if text.is_empty() || text == b"-" {
                break (start, at + 1);
            }
            if text.ends_with(b"--") || text.ends_with(b"--!") {
                break (at - open_end(text), at + 1);
            }
            at += 1;
        };
        self.comment_token(start, end, after)
    }

    /// Reads a bogus comment whose text begins at `start`.
    pub(super) fn bogus_comment(&mut self, start: usize) -> Token {
        let end = find(self.bytes, start, [b'>']);
        self.comment_token(start, end, (end + 1).min(self.bytes.len()))
    }

    fn comment_token(&mut self, start: usize, end: usize, after: usize) -> Token {
        let span = Span::new(self.at as u32, after as u32);
        self.drop_values();
        self.at = after;
        let text = self.changed_piece(start, end);
        let inner = Span::new(start as u32, end as u32);
        Token::Comment(CommentToken { text, inner, span })
    }

    /// The piece of a range, with U+FFFD for U+0000 and LF for line ends.
    pub(super) fn changed_piece(&mut self, start: usize, end: usize) -> Piece {
        let bytes = &self.bytes[..end];
        let mut at = find(bytes, start, [b'\0', b'\r']);
        if at == end {
            return Piece::source(start, end);
        }
        let values = &mut self.buffers.values;
        let first = values.len();
        let mut copied = start;
        while at < end {
            values.push_str(&self.source[copied..at]);
            let is_line_end = bytes[at] == b'\r';
            values.push(if is_line_end { '\n' } else { char::REPLACEMENT_CHARACTER });
            copied = at + 1 + usize::from(is_line_end && bytes.get(at + 1) == Some(&b'\n'));
            at = find(bytes, copied, [b'\0', b'\r']);
        }
        values.push_str(&self.source[copied..end]);
        Piece::buffer(first, values.len())
    }

    /// Forgets the values of earlier tokens.
    pub(super) fn drop_values(&mut self) {
        self.buffers.values.truncate(self.buffers.kept_values);
    }
}

/// The number of bytes at the end of a comment's text that belong to its end.
fn open_end(text: &[u8]) -> usize {
    [b"--!".as_slice(), b"--", b"-"]
        .into_iter()
        .find(|end| text.ends_with(end))
        .map_or(0, <[u8]>::len)
}
