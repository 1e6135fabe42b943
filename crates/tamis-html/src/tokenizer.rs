//! Tokenization: from text to tags, texts and comments.
//!
//! The standard describes a machine that looks at one character at a time, with 80 states. Most
//! characters change nothing: in a text, everything up to the next `<`, `&`, CR or U+0000 is the
//! same to it. So the states of the standard are places in the code here. A state that consumes
//! many bytes is a search for the byte that ends it, which looks at sixteen bytes at once
//! ([`scan`]).
//!
//! A token has no strings of its own. Its texts are ranges of the source, because most need no
//! change. For example, the text of `<p>One` is the bytes 3 to 6. The text of `<p>One &amp; two` is
//! another than the bytes of the source, so it is written into a buffer that the next such text
//! overwrites.
//!
//! CR is read as LF in each state, as if the input had been changed before (13.2.3.5), because a
//! pass over the whole input would cost as much as the search.
//!
//! Source: HTML standard, 13.2.5,
//! <https://html.spec.whatwg.org/multipage/parsing.html#tokenization>.

mod comment;
mod data;
mod doctype;
mod raw_text;
mod reference;
mod reference_table;
mod scan;
mod script;
#[cfg(test)]
mod suite;
mod tag;

use std::collections::HashSet;
use std::collections::hash_map::RandomState;

use crate::attribute::{Attributes, Piece, RawAttribute};
use crate::namespace::Namespace;
use crate::options::Warnings;
use crate::tag::{OtherNames, Tag};
use crate::text::{Span, Text};

use doctype::DoctypeToken;

/// A token. Its texts are in the source or in the buffers of the tokenizer, until the next one.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Token {
    Start(TagToken),
    End(TagToken),
    Text(TextToken),
    Comment(CommentToken),
    /// A document type, which is [`Tokenizer::doctype`].
    Doctype,
    Eof,
}

/// A tag. The attributes are in [`Buffers::attributes`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct TagToken {
    pub tag: Tag,
    pub self_closing: bool,
    pub span: Span,
}

/// A run of characters, as long as the input has it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TextToken {
    /// The range of the source, or of [`Buffers::text`] if the text differs.
    pub part: Span,
    pub is_changed: bool,
    /// True if the text may contain U+0000.
    pub has_nul: bool,
    pub span: Span,
}

/// A comment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CommentToken {
    pub text: Piece,
    /// The text in the source.
    pub inner: Span,
    /// The whole comment in the source.
    pub span: Span,
}

/// The state that the next token is read in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Data,
    Rcdata,
    RawText,
    ScriptData,
    PlainText,
    #[cfg(test)]
    CdataSection,
}

/// Memory that is kept from page to page.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    /// The attributes of the current tag.
    pub attributes: Vec<RawAttribute>,
    /// Changed values, names and comments.
    pub values: String,
    /// The end of the values that must stay.
    pub kept_values: usize,
    /// The text of the current token if it differs from the source.
    pub text: String,
    pub names: OtherNames,
    /// The hashes of attribute names of a tag with many.
    seen: HashSet<u64>,
    state: RandomState,
}

/// The reader of tokens.
#[derive(Debug)]
pub(crate) struct Tokenizer<'s> {
    pub source: &'s str,
    pub buffers: &'s mut Buffers,
    pub warnings: Warnings,
    /// The last document type.
    pub doctype: DoctypeToken,
    bytes: &'s [u8],
    at: usize,
    state: State,
    /// The name whose end tag ends [`State::Rcdata`], [`State::RawText`] and
    /// [`State::ScriptData`].
    end_name: Tag,
    max_attributes: usize,
}

impl<'s> Tokenizer<'s> {
    pub fn new(source: &'s str, buffers: &'s mut Buffers, max_attributes: usize) -> Self {
        buffers.names.clear();
        buffers.values.clear();
        buffers.kept_values = 0;
        Self {
            source,
            buffers,
            warnings: Warnings::default(),
            doctype: DoctypeToken::default(),
            bytes: source.as_bytes(),
            at: 0,
            state: State::Data,
            end_name: Tag::NONE,
            max_attributes,
        }
    }

    /// Sets the state after a start tag.
    pub fn switch(&mut self, state: State, end_name: Tag) {
        self.state = state;
        self.end_name = end_name;
    }

    /// The place in the source after the last token.
    pub const fn position(&self) -> u32 {
        self.at as u32
    }

    /// Reads a token. `in_foreign` is true if the adjusted current node is not in HTML.
    #[inline]
    pub fn next(&mut self, in_foreign: bool) -> Token {
        if self.state != State::Data
            && let Some(token) = self.raw()
        {
            return token;
        }
        loop {
            let Some(&byte) = self.bytes.get(self.at) else { return Token::Eof };
            if byte != b'<' {
                return Token::Text(self.text());
            }
            let next = self.bytes.get(self.at + 1).copied().unwrap_or_default();
            let token = match next {
                b'a'..=b'z' | b'A'..=b'Z' => self.start_tag(),
                b'/' => self.end_tag_open(),
                b'!' => self.markup_declaration(in_foreign),
                b'?' => Some(self.bogus_comment(self.at + 1)),
                _ => Some(Token::Text(self.text())),
            };
            if let Some(token) = token {
                return token;
            }
        }
    }

    /// The end tag open state.
    fn end_tag_open(&mut self) -> Option<Token> {
        match self.bytes.get(self.at + 2) {
            Some(byte) if byte.is_ascii_alphabetic() => self.end_tag(),
            None | Some(b'>') => {
                let text = self.text();
                (text.part.start != text.part.end).then_some(Token::Text(text))
            }
            Some(_) => Some(self.bogus_comment(self.at + 2)),
        }
    }

    /// The markup declaration open state. `None` for an empty CDATA section.
    fn markup_declaration(&mut self, in_foreign: bool) -> Option<Token> {
        let rest = &self.bytes[self.at + 2..];
        if rest.starts_with(b"--") {
            return Some(self.comment());
        }
        if rest.get(..7).is_some_and(|word| word.eq_ignore_ascii_case(b"doctype")) {
            return Some(self.read_doctype());
        }
        if in_foreign && rest.starts_with(b"[CDATA[") {
            let start = self.at;
            self.at += 9;
            return self.cdata_section(start).map(Token::Text);
        }
        Some(self.bogus_comment(self.at + 2))
    }

    /// The text of a token.
    #[inline]
    pub fn resolve(&self, text: &TextToken) -> Text<'_> {
        if text.is_changed {
            Text::changed(&self.buffers.text, text.part, text.span)
        } else {
            Text::unchanged(self.source, text.part)
        }
    }

    /// The current text token with another text.
    pub fn replace(&mut self, text: &TextToken, by: &str) -> TextToken {
        self.buffers.text.clear();
        self.buffers.text.push_str(by);
        let part = Span::new(0, by.len() as u32);
        TextToken { part, is_changed: true, has_nul: false, span: text.span }
    }

    /// The text of a piece of the current token.
    pub fn piece(&self, piece: Piece) -> &str {
        piece.resolve(self.source, &self.buffers.values)
    }

    /// The attributes of the current tag for an element of a namespace.
    #[inline]
    pub fn attributes(&self, namespace: Namespace) -> Attributes<'_> {
        Attributes {
            raw: &self.buffers.attributes,
            source: self.source,
            buffer: &self.buffers.values,
            namespace,
        }
    }
}
