//! Framesets.
//!
//! Source: HTML standard, 13.2.6.4.18, 13.2.6.4.19 and 13.2.6.4.21,
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inframeset>.

use super::insert::Place;
use super::{Flow, Mode, TreeBuilder};
use crate::sink::TreeSink;
use crate::tag::Tag;
use crate::tokenizer::{TextToken, Token};

impl<S: TreeSink> TreeBuilder<'_, S> {
    /// The "in frameset" insertion mode.
    pub(super) fn in_frameset(&mut self, token: &Token) -> Flow {
        match token {
            Token::Text(text) => self.insert_only_space(*text),
            Token::Comment(comment) => self.insert_comment(comment),
            Token::Start(tag) => match tag.tag {
                Tag::HTML => return self.in_body(token),
                Tag::FRAMESET => {
                    self.insert_html(tag);
                }
                Tag::FRAME => self.insert_void(tag),
                Tag::NOFRAMES => {
                    self.head_element(tag);
                }
                _ => {}
            },
            Token::End(tag) if tag.tag == Tag::FRAMESET && self.stack.len() > 1 => {
                self.pop_with_tag();
                if self.context.is_none() && !self.stack.top().is(Tag::FRAMESET) {
                    self.mode = Mode::AfterFrameset;
                }
            }
            Token::End(_) | Token::Doctype | Token::Eof => {}
        }
        Flow::Done
    }

    /// The "after frameset" insertion mode.
    pub(super) fn after_frameset(&mut self, token: &Token) -> Flow {
        match token {
            Token::Text(text) => self.insert_only_space(*text),
            Token::Comment(comment) => self.insert_comment(comment),
            Token::Start(tag) => match tag.tag {
                Tag::HTML => return self.in_body(token),
                Tag::NOFRAMES => {
                    self.head_element(tag);
                }
                _ => {}
            },
            Token::End(tag) if tag.tag == Tag::HTML => self.mode = Mode::AfterAfterFrameset,
            Token::End(_) | Token::Doctype | Token::Eof => {}
        }
        Flow::Done
    }

    /// The "after after frameset" insertion mode.
    pub(super) fn after_after_frameset(&mut self, token: &Token) -> Flow {
        match token {
            Token::Text(text) => {
                if let Some(space) = self.only_space(*text) {
                    self.body_text(space);
                }
            }
            Token::Comment(comment) => {
                let document = self.sink.document();
                self.insert_comment_at(comment, Place::Inside(document));
            }
            Token::Start(tag) => match tag.tag {
                Tag::HTML => return self.in_body(token),
                Tag::NOFRAMES => {
                    self.head_element(tag);
                }
                _ => {}
            },
            Token::End(_) | Token::Doctype | Token::Eof => {}
        }
        Flow::Done
    }

    /// Inserts the white space of a text and ignores the rest.
    pub(super) fn insert_only_space(&mut self, text: TextToken) {
        if let Some(space) = self.only_space(text) {
            self.insert_text(&space);
        }
    }

    /// The white space of the current text.
    fn only_space(&mut self, text: TextToken) -> Option<TextToken> {
        let all = self.tokenizer.resolve(&text).as_str();
        let space: String =
            all.chars().filter(|char| matches!(char, '\t' | '\n' | '\u{c}' | '\r' | ' ')).collect();
        if space.len() == all.len() {
            return Some(text);
        }
        if space.is_empty() {
            return None;
        }
        Some(self.tokenizer.replace(&text, &space))
    }
}
