//! The modes after the body.
//!
//! Source: HTML standard, 13.2.6.4.17 and 13.2.6.4.20,
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterbody>.

use super::insert::Place;
use super::{Flow, Mode, TreeBuilder};
use crate::sink::TreeSink;
use crate::tag::Tag;
use crate::tokenizer::Token;

impl<S: TreeSink> TreeBuilder<'_, S> {
    /// The "after body" insertion mode.
    pub(super) fn after_body(&mut self, token: &Token) -> Flow {
        match token {
            Token::Text(text) => {
                // White space at the beginning does not end this mode, so it is split off from the
                // text after it.
                let (space, rest) = self.split_space(text);
                if let Some(space) = space {
                    self.body_text(space);
                }
                if let Some(rest) = rest {
                    self.mode = Mode::InBody;
                    self.body_text(rest);
                }
                Flow::Done
            }
            Token::Comment(comment) => {
                let root = self.stack.get(0).handle;
                self.insert_comment_at(comment, Place::Inside(root));
                Flow::Done
            }
            Token::Doctype | Token::Eof => Flow::Done,
            Token::Start(tag) if tag.tag == Tag::HTML => self.in_body(token),
            Token::End(tag) if tag.tag == Tag::HTML => {
                if self.context.is_none() {
                    self.mode = Mode::AfterAfterBody;
                }
                Flow::Done
            }
            _ => {
                self.mode = Mode::InBody;
                Flow::Reprocess
            }
        }
    }

    /// The "after after body" insertion mode.
    pub(super) fn after_after_body(&mut self, token: &Token) -> Flow {
        match token {
            Token::Comment(comment) => {
                let document = self.sink.document();
                self.insert_comment_at(comment, Place::Inside(document));
                Flow::Done
            }
            Token::Doctype | Token::Eof => Flow::Done,
            Token::Text(_) => self.after_body(token),
            Token::Start(tag) if tag.tag == Tag::HTML => self.in_body(token),
            _ => {
                self.mode = Mode::InBody;
                Flow::Reprocess
            }
        }
    }
}
