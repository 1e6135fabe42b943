//! The modes before the head.
//!
//! Source: HTML standard, 13.2.6.4.1 to 13.2.6.4.3,
//! <https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode>.

use super::insert::Place;
use super::quirks::quirks_mode;
use super::stack::Open;
use super::{Flow, Mode, TreeBuilder};
use crate::namespace::Namespace;
use crate::options::QuirksMode;
use crate::sink::{Doctype, TreeSink};
use crate::tag::Tag;
use crate::text::Span;
use crate::tokenizer::{TextToken, Token};

impl<S: TreeSink> TreeBuilder<'_, S> {
    /// The "initial" insertion mode.
    pub(super) fn initial(&mut self, token: &Token) -> Flow {
        match token {
            Token::Comment(comment) => {
                let document = self.sink.document();
                self.insert_comment_at(comment, Place::Inside(document));
                return Flow::Done;
            }
            Token::Doctype => {
                self.append_doctype();
                self.mode = Mode::BeforeHtml;
                return Flow::Done;
            }
            _ => {}
        }
        self.without_space(token, |builder, token| {
            builder.quirks_mode = QuirksMode::Quirks;
            builder.mode = Mode::BeforeHtml;
            builder.by_mode(token);
        })
    }

    fn append_doctype(&mut self) {
        let token = self.tokenizer.doctype;
        let text = |piece: Option<_>| piece.map(|piece| self.tokenizer.piece(piece));
        let [name, public, system] =
            [text(token.name), text(token.public_id), text(token.system_id)];
        self.quirks_mode = if token.force_quirks {
            QuirksMode::Quirks
        } else {
            quirks_mode(name.unwrap_or_default(), public, system)
        };
        self.sink.append_doctype(&Doctype {
            name: name.unwrap_or_default(),
            public_id: public.unwrap_or_default(),
            system_id: system.unwrap_or_default(),
            span: token.span,
        });
    }

    /// Gives the token to `rest`, a text without the white space it begins with.
    pub(super) fn without_space(
        &mut self,
        token: &Token,
        rest: impl FnOnce(&mut Self, &Token),
    ) -> Flow {
        match token {
            Token::Text(text) => {
                let (_, text) = self.split_space(text);
                if let Some(text) = text {
                    rest(self, &Token::Text(text));
                }
            }
            _ => rest(self, token),
        }
        Flow::Done
    }

    /// Splits off the white space that a text begins with.
    pub(super) fn split_space(&self, text: &TextToken) -> (Option<TextToken>, Option<TextToken>) {
        let all = self.tokenizer.resolve(text);
        let bytes = all.as_str().as_bytes();
        let is_space = |byte: &u8| matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ');
        let space = bytes.iter().take_while(|byte| is_space(byte)).count() as u32;
        let middle = text.part.start + space;
        let part = |start, end, has_nul| {
            let part = Span::new(start, end);
            let span = if text.is_changed { text.span } else { part };
            (start < end).then_some(TextToken { part, has_nul, span, ..*text })
        };
        (part(text.part.start, middle, false), part(middle, text.part.end, text.has_nul))
    }

    /// The "before html" insertion mode.
    pub(super) fn before_html(&mut self, token: &Token) -> Flow {
        match token {
            Token::Doctype => Flow::Done,
            Token::Comment(comment) => {
                let document = self.sink.document();
                self.insert_comment_at(comment, Place::Inside(document));
                Flow::Done
            }
            Token::Start(tag) if tag.tag == Tag::HTML => {
                self.insert_root(tag.span, true);
                self.mode = Mode::BeforeHead;
                Flow::Done
            }
            Token::End(tag) if !matches!(tag.tag, Tag::HEAD | Tag::BODY | Tag::HTML | Tag::BR) => {
                Flow::Done
            }
            _ => self.without_space(token, |builder, token| {
                builder.insert_root(Span::new(builder.token_start, builder.token_start), false);
                builder.mode = Mode::BeforeHead;
                builder.by_mode(token);
            }),
        }
    }

    /// Appends the `html` element to the document.
    pub(super) fn insert_root(&mut self, span: Span, has_attributes: bool) {
        let place = Place::Inside(self.sink.document());
        let root: Open = self.make_at(place, Namespace::Html, Tag::HTML, span, has_attributes);
        self.stack.push(root);
    }

    /// The "before head" insertion mode.
    pub(super) fn before_head(&mut self, token: &Token) -> Flow {
        match token {
            Token::Comment(comment) => {
                self.insert_comment(comment);
                Flow::Done
            }
            Token::Doctype => Flow::Done,
            Token::Start(tag) if tag.tag == Tag::HTML => self.in_body(token),
            Token::Start(tag) if tag.tag == Tag::HEAD => {
                self.head = Some(self.insert_html(tag));
                self.mode = Mode::InHead;
                Flow::Done
            }
            Token::End(tag) if !matches!(tag.tag, Tag::HEAD | Tag::BODY | Tag::HTML | Tag::BR) => {
                Flow::Done
            }
            _ => self.without_space(token, |builder, token| {
                builder.head = Some(builder.insert_implied(Tag::HEAD));
                builder.mode = Mode::InHead;
                builder.by_mode(token);
            }),
        }
    }
}
