//! Table bodies, rows and cells.
//!
//! Source: HTML standard, 13.2.6.4.13 to 13.2.6.4.15,
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intbody>.

use super::flags::{Flags, TABLE_SCOPE};
use super::stack::{Open, TABLE};
use super::{Flow, Mode, TreeBuilder};
use crate::sink::TreeSink;
use crate::tag::Tag;
use crate::tokenizer::Token;

const BODIES: [Tag; 3] = [Tag::TBODY, Tag::THEAD, Tag::TFOOT];

impl<S: TreeSink> TreeBuilder<'_, S> {
    /// The "in table body" insertion mode.
    pub(super) fn in_table_body(&mut self, token: &Token) -> Flow {
        match token {
            Token::Start(tag) => match tag.tag {
                Tag::TR => {
                    self.clear_to(|open| BODIES.contains(&open.tag));
                    self.insert_html(tag);
                    self.mode = Mode::InRow;
                    Flow::Done
                }
                Tag::TH | Tag::TD => {
                    self.clear_to(|open| BODIES.contains(&open.tag));
                    self.insert_implied(Tag::TR);
                    self.mode = Mode::InRow;
                    Flow::Reprocess
                }
                Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                    self.end_table_body_before()
                }
                _ => self.in_table(token),
            },
            Token::End(tag) => match tag.tag {
                Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                    if self.stack.in_scope(tag.tag, TABLE) {
                        self.clear_to(|open| BODIES.contains(&open.tag));
                        self.pop_with_tag();
                        self.mode = Mode::InTable;
                    }
                    Flow::Done
                }
                Tag::TABLE => self.end_table_body_before(),
                Tag::BODY
                | Tag::CAPTION
                | Tag::COL
                | Tag::COLGROUP
                | Tag::HTML
                | Tag::TD
                | Tag::TH
                | Tag::TR => Flow::Done,
                _ => self.in_table(token),
            },
            _ => self.in_table(token),
        }
    }

    fn end_table_body_before(&mut self) -> Flow {
        if !self.stack.any_in_scope(&BODIES, TABLE) {
            return Flow::Done;
        }
        self.clear_to(|open| BODIES.contains(&open.tag));
        self.pop();
        self.mode = Mode::InTable;
        Flow::Reprocess
    }

    /// Pops elements up to one that is wanted, a `template` or the `html` element.
    fn clear_to(&mut self, is_wanted: impl Fn(&Open) -> bool) {
        const ENDS: Flags = TABLE_SCOPE;
        loop {
            let open = self.stack.top();
            let is_end = open.has(ENDS) && open.tag != Tag::TABLE;
            if is_end || !open.has(super::flags::FOREIGN) && is_wanted(&open) {
                return;
            }
            self.pop();
        }
    }

    /// The "in row" insertion mode.
    pub(super) fn in_row(&mut self, token: &Token) -> Flow {
        match token {
            Token::Start(tag) => match tag.tag {
                Tag::TH | Tag::TD => {
                    self.clear_to(|open| open.tag == Tag::TR);
                    self.insert_html(tag);
                    self.mode = Mode::InCell;
                    self.formatting.insert_marker();
                    Flow::Done
                }
                Tag::CAPTION
                | Tag::COL
                | Tag::COLGROUP
                | Tag::TBODY
                | Tag::TFOOT
                | Tag::THEAD
                | Tag::TR => self.end_row_before(),
                _ => self.in_table(token),
            },
            Token::End(tag) => match tag.tag {
                Tag::TR => {
                    if self.stack.in_scope(Tag::TR, TABLE) {
                        self.clear_to(|open| open.tag == Tag::TR);
                        self.pop_with_tag();
                        self.mode = Mode::InTableBody;
                    }
                    Flow::Done
                }
                Tag::TABLE => self.end_row_before(),
                Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                    if self.stack.in_scope(tag.tag, TABLE) {
                        self.end_row_before()
                    } else {
                        Flow::Done
                    }
                }
                Tag::BODY
                | Tag::CAPTION
                | Tag::COL
                | Tag::COLGROUP
                | Tag::HTML
                | Tag::TD
                | Tag::TH => Flow::Done,
                _ => self.in_table(token),
            },
            _ => self.in_table(token),
        }
    }

    fn end_row_before(&mut self) -> Flow {
        if !self.stack.in_scope(Tag::TR, TABLE) {
            return Flow::Done;
        }
        self.clear_to(|open| open.tag == Tag::TR);
        self.pop();
        self.mode = Mode::InTableBody;
        Flow::Reprocess
    }

    /// The "in cell" insertion mode.
    #[inline]
    pub(super) fn in_cell(&mut self, token: &Token) -> Flow {
        match token {
            Token::Start(tag) => match tag.tag {
                Tag::CAPTION
                | Tag::COL
                | Tag::COLGROUP
                | Tag::TBODY
                | Tag::TD
                | Tag::TFOOT
                | Tag::TH
                | Tag::THEAD
                | Tag::TR => self.end_cell_before(),
                _ => self.in_body(token),
            },
            Token::End(tag) => match tag.tag {
                Tag::TD | Tag::TH => {
                    if self.stack.in_scope(tag.tag, TABLE) {
                        self.generate_implied_ends(Tag::NONE);
                        self.close_until(tag.tag);
                        self.formatting.clear_to_marker();
                        self.mode = Mode::InRow;
                    }
                    Flow::Done
                }
                Tag::BODY | Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::HTML => Flow::Done,
                Tag::TABLE | Tag::TBODY | Tag::TFOOT | Tag::THEAD | Tag::TR => {
                    if self.stack.in_scope(tag.tag, TABLE) {
                        self.end_cell_before()
                    } else {
                        Flow::Done
                    }
                }
                _ => self.in_body(token),
            },
            _ => self.in_body(token),
        }
    }

    /// Closes the cell. In a fragment there may be none.
    fn end_cell_before(&mut self) -> Flow {
        const CELLS: [Tag; 2] = [Tag::TD, Tag::TH];
        if !self.stack.any_in_scope(&CELLS, TABLE) {
            return Flow::Done;
        }
        self.generate_implied_ends(Tag::NONE);
        let is_cell = |open: &Open| open.is(Tag::TD) || open.is(Tag::TH);
        if let Some(index) = self.stack.find_in_scope(0, is_cell) {
            self.pop_to(index);
        }
        self.formatting.clear_to_marker();
        self.mode = Mode::InRow;
        Flow::Reprocess
    }
}
