//! Tables, captions and columns.
//!
//! Source: HTML standard, 13.2.6.4.9 to 13.2.6.4.12,
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable>.

use super::flags::{TABLE_PART, TABLE_SCOPE, TEMPLATE};
use super::stack::TABLE;
use super::{Flow, FormPointer, Mode, TreeBuilder};
use crate::sink::TreeSink;
use crate::tag::Tag;
use crate::tokenizer::{TagToken, TextToken, Token};

impl<S: TreeSink> TreeBuilder<'_, S> {
    /// The "in table" insertion mode.
    pub(super) fn in_table(&mut self, token: &Token) -> Flow {
        match token {
            Token::Text(text) if self.stack.top().has(TABLE_PART | TEMPLATE) => {
                self.table_text(*text);
                Flow::Done
            }
            Token::Comment(comment) => {
                self.insert_comment(comment);
                Flow::Done
            }
            Token::Doctype => Flow::Done,
            Token::Start(tag) => self.table_start(tag, token),
            Token::End(tag) => match tag.tag {
                Tag::TABLE => {
                    if self.stack.in_scope(Tag::TABLE, TABLE) {
                        self.close_until(Tag::TABLE);
                        self.reset_mode();
                    }
                    Flow::Done
                }
                Tag::BODY
                | Tag::CAPTION
                | Tag::COL
                | Tag::COLGROUP
                | Tag::HTML
                | Tag::TBODY
                | Tag::TD
                | Tag::TFOOT
                | Tag::TH
                | Tag::THEAD
                | Tag::TR => Flow::Done,
                Tag::TEMPLATE => {
                    self.end_template();
                    Flow::Done
                }
                _ => self.foster(token),
            },
            Token::Eof => self.in_body(token),
            Token::Text(_) => self.foster(token),
        }
    }

    fn table_start(&mut self, tag: &TagToken, token: &Token) -> Flow {
        match tag.tag {
            Tag::CAPTION => {
                self.clear_to_table();
                self.formatting.insert_marker();
                self.insert_html(tag);
                self.mode = Mode::InCaption;
            }
            Tag::COLGROUP => {
                self.clear_to_table();
                self.insert_html(tag);
                self.mode = Mode::InColumnGroup;
            }
            Tag::COL => {
                self.clear_to_table();
                self.insert_implied(Tag::COLGROUP);
                self.mode = Mode::InColumnGroup;
                return Flow::Reprocess;
            }
            Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                self.clear_to_table();
                self.insert_html(tag);
                self.mode = Mode::InTableBody;
            }
            Tag::TD | Tag::TH | Tag::TR => {
                self.clear_to_table();
                self.insert_implied(Tag::TBODY);
                self.mode = Mode::InTableBody;
                return Flow::Reprocess;
            }
            Tag::TABLE => {
                if self.stack.in_scope(Tag::TABLE, TABLE) {
                    let is_table = |open: &super::stack::Open| open.is(Tag::TABLE);
                    if let Some(index) = self.stack.find_in_scope(0, is_table) {
                        self.pop_to(index);
                    }
                    self.reset_mode();
                    return Flow::Reprocess;
                }
            }
            Tag::STYLE | Tag::SCRIPT | Tag::TEMPLATE => {
                self.head_element(tag);
            }
            Tag::INPUT if self.is_hidden_input() => self.insert_void(tag),
            Tag::FORM => {
                let in_template = self.stack.contains(Tag::TEMPLATE);
                if !in_template && self.form == FormPointer::None {
                    let form = self.insert_html(tag);
                    self.form = FormPointer::Element(form);
                    self.stack.pop();
                    self.sink.close(form, tag.span.end);
                }
            }
            _ => return self.foster(token),
        }
        Flow::Done
    }

    /// The rules for anything else, with foster parenting.
    pub(super) fn foster(&mut self, token: &Token) -> Flow {
        self.foster_parenting = true;
        let flow = self.in_body(token);
        self.foster_parenting = false;
        flow
    }

    /// The "in table text" insertion mode. The standard collects characters here until another
    /// token comes. A text token has all of them already.
    pub(super) fn table_text(&mut self, mut text: TextToken) {
        if text.has_nul && !self.remove_nuls(&mut text) {
            return;
        }
        if self.is_space(&text) {
            self.insert_text(&text);
        } else {
            self.foster(&Token::Text(text));
        }
    }

    /// Clears the stack back to a table context.
    pub(super) fn clear_to_table(&mut self) {
        if let Some(index) = self.stack.last_with(TABLE_SCOPE) {
            self.pop_to(index + 1);
        }
    }

    /// The "in caption" insertion mode.
    pub(super) fn in_caption(&mut self, token: &Token) -> Flow {
        let is_part = |tag: Tag| {
            matches!(
                tag,
                Tag::CAPTION
                    | Tag::COL
                    | Tag::COLGROUP
                    | Tag::TBODY
                    | Tag::TD
                    | Tag::TFOOT
                    | Tag::TH
                    | Tag::THEAD
                    | Tag::TR
            )
        };
        match token {
            Token::End(tag) if tag.tag == Tag::CAPTION => {
                self.end_caption();
                Flow::Done
            }
            Token::Start(tag) if is_part(tag.tag) => self.end_caption_before(),
            Token::End(tag) if tag.tag == Tag::TABLE => self.end_caption_before(),
            Token::End(tag) if is_part(tag.tag) => Flow::Done,
            Token::End(tag) if matches!(tag.tag, Tag::BODY | Tag::HTML) => Flow::Done,
            _ => self.in_body(token),
        }
    }

    fn end_caption_before(&mut self) -> Flow {
        if self.end_caption() { Flow::Reprocess } else { Flow::Done }
    }

    /// Closes the caption. False if none is in table scope.
    fn end_caption(&mut self) -> bool {
        let is_open = self.stack.in_scope(Tag::CAPTION, TABLE);
        if is_open {
            self.generate_implied_ends(Tag::NONE);
            self.close_until(Tag::CAPTION);
            self.formatting.clear_to_marker();
            self.mode = Mode::InTable;
        }
        is_open
    }

    /// The "in column group" insertion mode.
    pub(super) fn in_column_group(&mut self, token: &Token) -> Flow {
        match token {
            Token::Comment(comment) => {
                self.insert_comment(comment);
                return Flow::Done;
            }
            Token::Doctype => return Flow::Done,
            Token::Start(tag) => match tag.tag {
                Tag::HTML => return self.in_body(token),
                Tag::COL => {
                    self.insert_void(tag);
                    return Flow::Done;
                }
                Tag::TEMPLATE => {
                    self.start_template(tag);
                    return Flow::Done;
                }
                _ => {}
            },
            Token::End(tag) => match tag.tag {
                Tag::COLGROUP => {
                    if self.stack.top().is(Tag::COLGROUP) {
                        self.pop_with_tag();
                        self.mode = Mode::InTable;
                    }
                    return Flow::Done;
                }
                Tag::COL => return Flow::Done,
                Tag::TEMPLATE => {
                    self.end_template();
                    return Flow::Done;
                }
                _ => {}
            },
            Token::Eof => return self.in_body(token),
            Token::Text(_) => {}
        }
        self.with_space(token, |builder, token| {
            if builder.stack.top().is(Tag::COLGROUP) {
                builder.pop();
                builder.mode = Mode::InTable;
                builder.by_mode(token);
            } else if let Token::Text(text) = token {
                builder.insert_only_space(*text);
            }
        })
    }
}
