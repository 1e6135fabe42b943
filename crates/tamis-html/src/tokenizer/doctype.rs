//! Document types.
//!
//! Source: HTML standard, 13.2.5.53 to 13.2.5.68,
//! <https://html.spec.whatwg.org/multipage/parsing.html#doctype-state>.

use super::scan::{find, skip_space};
use super::{Token, Tokenizer};
use crate::attribute::Piece;
use crate::text::Span;

/// A document type.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct DoctypeToken {
    pub name: Option<Piece>,
    pub public_id: Option<Piece>,
    pub system_id: Option<Piece>,
    pub force_quirks: bool,
    pub span: Span,
}

impl Tokenizer<'_> {
    /// Reads a declaration that begins with `<!doctype`.
    pub(super) fn read_doctype(&mut self) -> Token {
        let start = self.at as u32;
        self.drop_values();
        let mut token = DoctypeToken::default();
        let end = self.doctype_parts(self.at + 9, &mut token);
        let is_closed = end < self.bytes.len();
        self.at = end + usize::from(is_closed);
        token.span = Span::new(start, self.at as u32);
        self.doctype = token;
        Token::Doctype
    }

    /// Reads the parts from `at` on and returns the place of the `>`, or the end of the source.
    fn doctype_parts(&mut self, at: usize, token: &mut DoctypeToken) -> usize {
        let bytes = self.bytes;
        let start = skip_space(bytes, at);
        let end = find(bytes, start, [b'>', b' ', b'\t', b'\n', 0x0C, b'\r']);
        if start == end {
            token.force_quirks = true;
            return end;
        }
        token.name = Some(self.lower_piece(start, end));
        let at = skip_space(bytes, end);
        let keyword = bytes.get(at..at + 6).unwrap_or_default();
        let is_public = keyword.eq_ignore_ascii_case(b"public");
        if matches!(bytes.get(at), None | Some(b'>')) {
            token.force_quirks = at == bytes.len();
            return at;
        }
        if !is_public && !keyword.eq_ignore_ascii_case(b"system") {
            token.force_quirks = true;
            return find(bytes, at, [b'>']);
        }
        let mut at = skip_space(bytes, at + 6);
        if is_public {
            let Some((piece, after, is_complete)) = self.identifier(at) else {
                token.force_quirks = true;
                return find(bytes, at, [b'>']);
            };
            token.public_id = Some(piece);
            if !is_complete {
                token.force_quirks = true;
                return after;
            }
            at = skip_space(bytes, after);
            if matches!(bytes.get(at), None | Some(b'>')) {
                token.force_quirks = at == bytes.len();
                return at;
            }
        }
        let Some((piece, after, is_complete)) = self.identifier(at) else {
            token.force_quirks = true;
            return find(bytes, at, [b'>']);
        };
        token.system_id = Some(piece);
        let end = find(bytes, after, [b'>']);
        // After something else, the end of the source is no reason for quirks.
        let is_bogus = skip_space(bytes, after) < end;
        token.force_quirks |= !is_complete || (end == bytes.len() && !is_bogus);
        end
    }

    /// Reads an identifier in quotes: its piece, the place after it, and whether it is closed. If
    /// it is not, that place has the `>` or is the end.
    fn identifier(&mut self, at: usize) -> Option<(Piece, usize, bool)> {
        let quote = *self.bytes.get(at).filter(|&byte| matches!(byte, b'"' | b'\''))?;
        let end = find(self.bytes, at + 1, [quote, b'>']);
        let is_complete = self.bytes.get(end) == Some(&quote);
        let piece = self.changed_piece(at + 1, end);
        Some((piece, end + usize::from(is_complete), is_complete))
    }
}
