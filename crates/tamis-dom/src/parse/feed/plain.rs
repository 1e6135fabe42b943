//! What is plain, and goes past the tokenizer.

use html5ever::tokenizer::{TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::{LocalName, local_name};
use memchr::{memchr, memchr_iter, memchr2, memmem};

use super::super::flat::raw_text;
use super::references::{Piece, decode};
use super::tag::read_tag;
use super::{CDATA, Feeder, quiet_tail};

impl Feeder<'_, '_, '_> {
    /// Reads what is plain from here on. The tokenizer has to be in text, and has nothing to wait for; so it is left,
    /// in front of a `<` that it has to read, if there is one, or behind text that leaves something to wait for.
    pub(super) fn plain(&mut self) {
        let bytes = self.html.as_bytes();
        while let Some(length) = memchr(b'<', &bytes[self.fed..]) {
            let start = self.fed + length;
            if !self.plain_text(start) {
                return;
            }
            let is_plain = match bytes[start + 1..] {
                [b'/', first, ..] if first.is_ascii_alphabetic() => self.plain_tag(start),
                [b'!' | b'?' | b'/', ..] => self.plain_markup(start),
                [first, ..] => first.is_ascii_alphabetic() && self.plain_tag(start),
                [] => false,
            };
            if !is_plain {
                return;
            }
        }
    }

    /// Reads the text up to here, which has no `<`; whether the tokenizer has nothing to wait for behind it.
    fn plain_text(&mut self, end: usize) -> bool {
        if self.fed == end {
            return true;
        }
        let Some(text) = decode(&self.page, self.fed, end, Piece::Text) else {
            let text = &self.html[self.fed..end];
            self.feed_to(end);
            return quiet_tail(text) == text.len() && !text.ends_with('\r');
        };
        self.hand_on(Token::CharacterTokens(text));
        self.fed = end;
        true
    }

    /// Reads the tag that begins here, with its text if it is that of a script or style; whether it was plain.
    fn plain_tag(&mut self, start: usize) -> bool {
        let Some((tag, end)) = read_tag(&self.page, start, self.attribute_limit, self.atoms) else {
            return false;
        };
        if tag.kind == TagKind::StartTag && has_other_text(&tag.name) {
            return false;
        }
        self.hand_on(Token::TagToken(tag));
        self.fed = end;
        self.raw_text(start);
        true
    }

    /// Reads the comment, doctype or CDATA section that begins here; whether it is plain, and ends.
    fn plain_markup(&mut self, start: usize) -> bool {
        let html = &self.html[start..];
        let end = match html.strip_prefix("<!--") {
            Some(text) => match comment_end(text) {
                CommentEnd::Dashes(length) => return self.plain_comment(start, length),
                CommentEnd::Odd => return false,
                CommentEnd::Missing => None,
            },
            None if html.starts_with(CDATA) && self.is_in_foreign_content() => {
                memmem::find(html.as_bytes(), b"]]>").map(|at| at + "]]>".len())
            }
            None => memchr(b'>', html.as_bytes()).map(|at| at + 1),
        };
        self.feed_to(end.map_or(self.html.len(), |end| start + end));
        end.is_some()
    }

    fn plain_comment(&mut self, start: usize, length: usize) -> bool {
        let text = start + "<!--".len();
        let end = text + length;
        if memchr2(b'\r', b'\0', &self.html.as_bytes()[text..end]).is_some() {
            self.feed_to(end + "-->".len());
            return true;
        }
        self.fed = text;
        self.hand_on(Token::CommentToken(self.piece(end)));
        self.fed = end + "-->".len();
        true
    }

    /// Whether the open element is one of SVG or `MathML`.
    fn is_in_foreign_content(&self) -> bool {
        self.tokenizer.sink.adjusted_current_node_present_but_not_in_html_namespace()
    }

    fn hand_on(&self, token: Token) {
        // Nobody asks for the line.
        let _ = self.tokenizer.sink.process_token(token, 1);
    }
}

/// Whether the element's content is text, and not that of a script or style.
fn has_other_text(name: &LocalName) -> bool {
    !matches!(*name, local_name!("script") | local_name!("style"))
        && !matches!(raw_text(name), TokenSinkResult::Continue)
}

/// Where the text of a comment ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CommentEnd {
    /// At `-->`, after so many bytes.
    Dashes(usize),
    /// At what stands for it.
    Odd,
    /// With the page.
    Missing,
}

/// Source: HTML standard, 13.2.5.43 to 13.2.5.52.
fn comment_end(text: &str) -> CommentEnd {
    let bytes = text.as_bytes();
    for end in memchr_iter(b'>', bytes) {
        match &bytes[..end] {
            [text @ .., b'-', b'-'] => return CommentEnd::Dashes(text.len()),
            [] | [b'-'] | [.., b'-', b'-', b'!'] => return CommentEnd::Odd,
            _ => {}
        }
    }
    CommentEnd::Missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_ends_at_its_dashes() {
        for (text, end) in [
            ("-->", CommentEnd::Dashes(0)),
            (" a > b --->-->", CommentEnd::Dashes(8)),
            (">-->", CommentEnd::Odd),
            ("->-->", CommentEnd::Odd),
            (" --!> -->", CommentEnd::Odd),
            (" -- >", CommentEnd::Missing),
        ] {
            assert_eq!(comment_end(text), end, "{text}");
        }
    }
}
