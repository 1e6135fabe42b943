//! End tags in the body.
//!
//! Source: HTML standard, 13.2.6.4.7,
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>.

use super::flags::{HEADING, SPECIAL};
use super::stack::{BUTTON, DEFAULT, LIST};
use super::{Flow, FormPointer, Mode, TreeBuilder};
use crate::sink::TreeSink;
use crate::tag::Tag;
use crate::tokenizer::TagToken;

const HEADINGS: [Tag; 6] = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];

impl<S: TreeSink> TreeBuilder<'_, S> {
    #[inline]
    pub(super) fn body_end(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::ADDRESS
            | Tag::ARTICLE
            | Tag::ASIDE
            | Tag::BLOCKQUOTE
            | Tag::BUTTON
            | Tag::CENTER
            | Tag::DETAILS
            | Tag::DIALOG
            | Tag::DIR
            | Tag::DIV
            | Tag::DL
            | Tag::FIELDSET
            | Tag::FIGCAPTION
            | Tag::FIGURE
            | Tag::FOOTER
            | Tag::HEADER
            | Tag::HGROUP
            | Tag::LISTING
            | Tag::MAIN
            | Tag::MENU
            | Tag::NAV
            | Tag::OL
            | Tag::PRE
            | Tag::SEARCH
            | Tag::SECTION
            | Tag::SELECT
            | Tag::SUMMARY
            | Tag::UL => self.end_in_scope(tag.tag),
            Tag::A
            | Tag::B
            | Tag::BIG
            | Tag::CODE
            | Tag::EM
            | Tag::FONT
            | Tag::I
            | Tag::NOBR
            | Tag::S
            | Tag::SMALL
            | Tag::STRIKE
            | Tag::STRONG
            | Tag::TT
            | Tag::U => self.adopt(tag.tag),
            Tag::P => {
                if !self.stack.in_scope(Tag::P, BUTTON) {
                    self.insert_implied(Tag::P);
                }
                self.close_p();
            }
            Tag::LI => {
                if self.stack.in_scope(Tag::LI, LIST) {
                    self.generate_implied_ends(Tag::LI);
                    self.close_until(Tag::LI);
                }
            }
            _ => return self.body_other_end(tag),
        }
        Flow::Done
    }

    /// End tags that are less frequent.
    fn body_other_end(&mut self, tag: &TagToken) -> Flow {
        match tag.tag {
            Tag::TEMPLATE => self.end_template(),
            Tag::BODY | Tag::HTML => {
                if self.stack.in_scope(Tag::BODY, DEFAULT) {
                    self.mode = Mode::AfterBody;
                    if tag.tag == Tag::HTML {
                        return Flow::Reprocess;
                    }
                }
            }
            Tag::FORM => self.end_form(),
            Tag::DD | Tag::DT => {
                if self.stack.in_scope(tag.tag, DEFAULT) {
                    self.generate_implied_ends(tag.tag);
                    self.close_until(tag.tag);
                }
            }
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => {
                if self.stack.any_in_scope(&HEADINGS, DEFAULT) {
                    self.generate_implied_ends(Tag::NONE);
                    if let Some(index) = self.stack.last_with(HEADING) {
                        self.close_to(index);
                    }
                }
            }
            Tag::APPLET | Tag::MARQUEE | Tag::OBJECT => {
                if self.stack.in_scope(tag.tag, DEFAULT) {
                    self.generate_implied_ends(Tag::NONE);
                    self.close_until(tag.tag);
                    self.formatting.clear_to_marker();
                }
            }
            Tag::BR => {
                self.reconstruct_formatting();
                self.insert_implied(Tag::BR);
                self.pop_with_tag();
                self.frameset_ok = false;
            }
            _ => self.any_other_end(tag.tag),
        }
        Flow::Done
    }

    /// Closes an element if it is in scope.
    #[inline]
    fn end_in_scope(&mut self, tag: Tag) {
        if self.stack.in_scope(tag, DEFAULT) {
            self.generate_implied_ends(Tag::NONE);
            self.close_until(tag);
        }
    }

    fn end_form(&mut self) {
        if self.stack.contains(Tag::TEMPLATE) {
            return self.end_in_scope(Tag::FORM);
        }
        let pointer = std::mem::replace(&mut self.form, FormPointer::None);
        let FormPointer::Element(form) = pointer else { return };
        if self.stack.find_in_scope(DEFAULT, |open| open.handle == form).is_none() {
            return;
        }
        self.generate_implied_ends(Tag::NONE);
        if let Some(index) = self.stack.position(form) {
            self.stack.remove(index);
            self.sink.close(form, self.close_end);
        }
    }

    /// The rules for "any other end tag".
    pub(super) fn any_other_end(&mut self, tag: Tag) {
        if !self.stack.contains(tag) {
            return;
        }
        let found = self.stack.find_in_scope(SPECIAL, |open| open.is(tag));
        if let Some(index) = found {
            self.generate_implied_ends(tag);
            self.close_to(index);
        }
    }
}
