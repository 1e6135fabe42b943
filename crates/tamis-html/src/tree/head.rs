//! The modes in and after the head, and raw text.
//!
//! Source: HTML standard, 13.2.6.4.4 to 13.2.6.4.6 and 13.2.6.4.8,
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead>.

use super::stack::Open;
use super::{Flow, Mode, TreeBuilder};
use crate::namespace::Namespace;
use crate::sink::TreeSink;
use crate::tag::Tag;
use crate::tokenizer::{State, TagToken, Token};

impl<S: TreeSink> TreeBuilder<'_, S> {
    /// Inserts the white space that a text begins with and gives the rest to `rest`.
    pub(super) fn with_space(
        &mut self,
        token: &Token,
        rest: impl FnOnce(&mut Self, &Token),
    ) -> Flow {
        if let Token::Text(text) = token {
            let (space, _) = self.split_space(text);
            if let Some(space) = space {
                self.insert_text(&space);
            }
        }
        self.without_space(token, rest)
    }

    /// The "in head" insertion mode.
    pub(super) fn in_head(&mut self, token: &Token) -> Flow {
        match token {
            Token::Comment(comment) => {
                self.insert_comment(comment);
                return Flow::Done;
            }
            Token::Doctype => return Flow::Done,
            Token::Start(tag) => match tag.tag {
                Tag::HTML => return self.in_body(token),
                Tag::NOSCRIPT if !self.scripting => {
                    self.insert_html(tag);
                    self.mode = Mode::InHeadNoscript;
                    return Flow::Done;
                }
                Tag::HEAD => return Flow::Done,
                _ if self.head_element(tag) => return Flow::Done,
                _ => {}
            },
            Token::End(tag) => match tag.tag {
                Tag::HEAD => {
                    self.pop_with_tag();
                    self.mode = Mode::AfterHead;
                    return Flow::Done;
                }
                Tag::TEMPLATE => {
                    self.end_template();
                    return Flow::Done;
                }
                Tag::BODY | Tag::HTML | Tag::BR => {}
                _ => return Flow::Done,
            },
            _ => {}
        }
        self.with_space(token, |builder, token| {
            builder.pop();
            builder.mode = Mode::AfterHead;
            builder.by_mode(token);
        })
    }

    /// Handles the start tags of elements that a head contains. False for other tags.
    pub(super) fn head_element(&mut self, tag: &TagToken) -> bool {
        match tag.tag {
            Tag::BASE | Tag::BASEFONT | Tag::BGSOUND | Tag::LINK | Tag::META => {
                self.insert_void(tag);
            }
            Tag::TITLE => self.insert_raw_text(tag, State::Rcdata),
            Tag::NOFRAMES | Tag::STYLE => self.insert_raw_text(tag, State::RawText),
            Tag::NOSCRIPT if self.scripting => self.insert_raw_text(tag, State::RawText),
            Tag::SCRIPT => self.insert_raw_text(tag, State::ScriptData),
            Tag::TEMPLATE => self.start_template(tag),
            _ => return false,
        }
        true
    }

    /// The "in head noscript" insertion mode.
    pub(super) fn in_head_noscript(&mut self, token: &Token) -> Flow {
        match token {
            Token::Doctype => return Flow::Done,
            Token::Comment(_) => return self.in_head(token),
            Token::Start(tag) => match tag.tag {
                Tag::HTML => return self.in_body(token),
                Tag::BASEFONT
                | Tag::BGSOUND
                | Tag::LINK
                | Tag::META
                | Tag::NOFRAMES
                | Tag::STYLE => return self.in_head(token),
                Tag::HEAD | Tag::NOSCRIPT => return Flow::Done,
                _ => {}
            },
            Token::End(tag) => match tag.tag {
                Tag::NOSCRIPT => {
                    self.pop_with_tag();
                    self.mode = Mode::InHead;
                    return Flow::Done;
                }
                Tag::BR => {}
                _ => return Flow::Done,
            },
            _ => {}
        }
        self.with_space(token, |builder, token| {
            builder.pop();
            builder.mode = Mode::InHead;
            builder.by_mode(token);
        })
    }

    /// The "after head" insertion mode.
    pub(super) fn after_head(&mut self, token: &Token) -> Flow {
        match token {
            Token::Comment(comment) => {
                self.insert_comment(comment);
                return Flow::Done;
            }
            Token::Doctype => return Flow::Done,
            Token::Start(tag) => match tag.tag {
                Tag::HTML => return self.in_body(token),
                Tag::BODY => {
                    self.insert_html(tag);
                    self.frameset_ok = false;
                    self.mode = Mode::InBody;
                    return Flow::Done;
                }
                Tag::FRAMESET => {
                    self.insert_html(tag);
                    self.mode = Mode::InFrameset;
                    return Flow::Done;
                }
                Tag::BASE
                | Tag::BASEFONT
                | Tag::BGSOUND
                | Tag::LINK
                | Tag::META
                | Tag::NOFRAMES
                | Tag::SCRIPT
                | Tag::STYLE
                | Tag::TEMPLATE
                | Tag::TITLE => {
                    self.in_head_again(tag);
                    return Flow::Done;
                }
                Tag::HEAD => return Flow::Done,
                _ => {}
            },
            Token::End(tag) => match tag.tag {
                Tag::TEMPLATE => {
                    self.end_template();
                    return Flow::Done;
                }
                Tag::BODY | Tag::HTML | Tag::BR => {}
                _ => return Flow::Done,
            },
            _ => {}
        }
        self.with_space(token, |builder, token| {
            builder.insert_implied(Tag::BODY);
            builder.mode = Mode::InBody;
            builder.by_mode(token);
        })
    }

    /// Inserts an element into the head, which is closed.
    fn in_head_again(&mut self, tag: &TagToken) {
        let Some(head) = self.head else { return };
        self.stack.push(Open::new(head, Namespace::Html, Tag::HEAD));
        self.head_element(tag);
        if let Some(index) = self.stack.position(head) {
            self.stack.remove(index);
        }
    }

    /// The "text" insertion mode.
    pub(super) fn in_text(&mut self, token: &Token) -> Flow {
        match token {
            Token::Text(text) => self.insert_text(text),
            Token::End(_) => {
                self.pop_with_tag();
                self.mode = self.original_mode;
            }
            Token::Eof => {
                self.pop();
                self.mode = self.original_mode;
                return Flow::Reprocess;
            }
            Token::Start(_) | Token::Comment(_) | Token::Doctype => {}
        }
        Flow::Done
    }
}
