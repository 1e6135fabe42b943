//! Templates.
//!
//! Source: HTML standard, 13.2.6.4.4 and 13.2.6.4.16,
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate>.

use super::{Flow, Mode, TreeBuilder};
use crate::sink::TreeSink;
use crate::tag::Tag;
use crate::tokenizer::{TagToken, Token};

impl<S: TreeSink> TreeBuilder<'_, S> {
    pub(super) fn start_template(&mut self, tag: &TagToken) {
        self.insert_html(tag);
        self.formatting.insert_marker();
        self.frameset_ok = false;
        self.mode = Mode::InTemplate;
        self.template_modes.push(Mode::InTemplate);
    }

    pub(super) fn end_template(&mut self) {
        if !self.stack.contains(Tag::TEMPLATE) {
            return;
        }
        self.generate_implied_ends_thoroughly();
        self.close_until(Tag::TEMPLATE);
        self.leave_template();
    }

    fn leave_template(&mut self) {
        self.formatting.clear_to_marker();
        self.template_modes.pop();
        self.reset_mode();
    }

    /// The "in template" insertion mode.
    pub(super) fn in_template(&mut self, token: &Token) -> Flow {
        let mode = match token {
            Token::Text(_) | Token::Comment(_) | Token::Doctype => return self.in_body(token),
            Token::Start(tag) => match tag.tag {
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
                    self.head_element(tag);
                    return Flow::Done;
                }
                Tag::CAPTION | Tag::COLGROUP | Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                    Mode::InTable
                }
                Tag::COL => Mode::InColumnGroup,
                Tag::TR => Mode::InTableBody,
                Tag::TD | Tag::TH => Mode::InRow,
                _ => Mode::InBody,
            },
            Token::End(tag) => {
                if tag.tag == Tag::TEMPLATE {
                    self.end_template();
                }
                return Flow::Done;
            }
            Token::Eof => return self.end_of_file_in_template(),
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.mode = mode;
        Flow::Reprocess
    }

    fn end_of_file_in_template(&mut self) -> Flow {
        let template = self.stack.find_in_scope(0, |open| open.is(Tag::TEMPLATE));
        let Some(index) = template else { return Flow::Done };
        self.pop_to(index);
        self.leave_template();
        Flow::Reprocess
    }
}
