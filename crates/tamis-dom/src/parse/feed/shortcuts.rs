//! Tokens of text, tags and comments with regular spelling, made without the tokenizer.

use html5ever::tokenizer::{TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::{LocalName, local_name};
use memchr::{memchr, memchr_iter, memchr2, memmem};

use super::super::flat_builder::tokenizer_switch;
use super::references::{ReferenceContext, decode_references};
use super::tag::read_tag;
use super::{CDATA_START, Feeder, silent_tail};

impl Feeder<'_, '_, '_> {
    /// Bypasses the tokenizer for as long as the page is regular.
    ///
    /// The tokenizer must be in text with nothing pending: no partial character reference and no
    /// carriage return. It still is on return, unless irregular text left something pending. The
    /// next character is then a `<` that the tokenizer has to read, or there is no `<` left.
    pub(super) fn take_shortcuts(&mut self) {
        let bytes = self.html.as_bytes();
        while let Some(length) = memchr(b'<', &bytes[self.fed..]) {
            let start = self.fed + length;
            if !self.read_text(start) {
                return;
            }
            let is_plain = match bytes[start + 1..] {
                [b'/', first, ..] if first.is_ascii_alphabetic() => self.read_plain_tag(start),
                [b'!' | b'?' | b'/', ..] => self.read_markup(start),
                [first, ..] => first.is_ascii_alphabetic() && self.read_plain_tag(start),
                [] => false,
            };
            if !is_plain {
                return;
            }
        }
    }

    /// Reads the text up to `end`, which contains no `<`. Returns true if nothing is pending after
    /// it.
    fn read_text(&mut self, end: usize) -> bool {
        if self.fed == end {
            return true;
        }
        let Some(text) = decode_references(&self.page, self.fed, end, ReferenceContext::Text)
        else {
            let text = &self.html[self.fed..end];
            self.feed_to(end);
            return silent_tail(text) == text.len() && !text.ends_with('\r');
        };
        self.forward(Token::CharacterTokens(text));
        self.fed = end;
        true
    }

    /// Reads the tag at `start`, and its text if it is a script or style. Returns false, and reads
    /// nothing, if the tag is irregular or its element contains raw text of another kind.
    fn read_plain_tag(&mut self, start: usize) -> bool {
        let Some((tag, end)) = read_tag(&self.page, start, self.attribute_limit, self.atoms) else {
            return false;
        };
        if tag.kind == TagKind::StartTag && has_text_only(&tag.name) {
            return false;
        }
        self.forward(Token::TagToken(tag));
        self.fed = end;
        self.read_raw_text(start);
        true
    }

    /// Reads the comment, doctype or CDATA section at `start`. Returns false if a comment is
    /// irregular, or if the construct does not end.
    fn read_markup(&mut self, start: usize) -> bool {
        let html = &self.html[start..];
        let end = match html.strip_prefix("<!--") {
            Some(text) => match comment_end(text) {
                CommentEnd::Dashes(length) => return self.read_comment(start, length),
                CommentEnd::Irregular => return false,
                CommentEnd::Missing => None,
            },
            None if html.starts_with(CDATA_START) && self.is_in_foreign_content() => {
                memmem::find(html.as_bytes(), b"]]>").map(|at| at + "]]>".len())
            }
            None => memchr(b'>', html.as_bytes()).map(|at| at + 1),
        };
        self.feed_to(end.map_or(self.html.len(), |end| start + end));
        end.is_some()
    }

    /// Reads the comment at `start` whose text has this length.
    fn read_comment(&mut self, start: usize, length: usize) -> bool {
        let text = start + "<!--".len();
        let end = text + length;
        if memchr2(b'\r', b'\0', &self.html.as_bytes()[text..end]).is_some() {
            self.feed_to(end + "-->".len());
            return true;
        }
        self.fed = text;
        self.forward(Token::CommentToken(self.unfed(end)));
        self.fed = end + "-->".len();
        true
    }

    /// True if the open element is in SVG or `MathML`, where CDATA sections exist.
    fn is_in_foreign_content(&self) -> bool {
        self.tokenizer.sink.adjusted_current_node_present_but_not_in_html_namespace()
    }

    fn forward(&self, token: Token) {
        // The line number is unused.
        let _ = self.tokenizer.sink.process_token(token, 1);
    }
}

/// True if the element contains raw text and is not a script or style.
fn has_text_only(name: &LocalName) -> bool {
    !matches!(*name, local_name!("script") | local_name!("style"))
        && !matches!(tokenizer_switch(name), TokenSinkResult::Continue)
}

/// The end of a comment's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CommentEnd {
    /// At `-->`. The number is the length of the text in bytes.
    Dashes(usize),
    /// At another spelling, such as `--!>`.
    Irregular,
    /// The page ends before it.
    Missing,
}

/// Finds the end of a comment. `text` starts after `<!--`.
///
/// Source: HTML standard, 13.2.5.43 to 13.2.5.52.
fn comment_end(text: &str) -> CommentEnd {
    let bytes = text.as_bytes();
    for end in memchr_iter(b'>', bytes) {
        match &bytes[..end] {
            [text @ .., b'-', b'-'] => return CommentEnd::Dashes(text.len()),
            [] | [b'-'] | [.., b'-', b'-', b'!'] => return CommentEnd::Irregular,
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
            (">-->", CommentEnd::Irregular),
            ("->-->", CommentEnd::Irregular),
            (" --!> -->", CommentEnd::Irregular),
            (" -- >", CommentEnd::Missing),
        ] {
            assert_eq!(comment_end(text), end, "{text}");
        }
    }
}
