//! Text and start tags in the body.
//!
//! Source: HTML standard, 13.2.6.4.7,
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>.

use super::flags::{HEADING, LIST_TRANSPARENT, SPECIAL};
use super::stack::DEFAULT;
use super::{Flow, FormPointer, Mode, TreeBuilder};
use crate::namespace::Namespace;
use crate::options::QuirksMode;
use crate::sink::TreeSink;
use crate::tag::Tag;
use crate::text::Span;
use crate::tokenizer::{State, TagToken, TextToken, Token};

impl<S: TreeSink> TreeBuilder<'_, S> {
    /// The "in body" insertion mode.
    #[inline]
    pub(super) fn in_body(&mut self, token: &Token) -> Flow {
        match token {
            Token::Start(tag) => self.body_start(tag),
            Token::End(tag) => return self.body_end(tag),
            Token::Text(text) => self.body_text(*text),
            Token::Comment(comment) => self.insert_comment(comment),
            Token::Eof if !self.template_modes.is_empty() => return self.in_template(token),
            Token::Doctype | Token::Eof => {}
        }
        Flow::Done
    }

    /// Characters.
    #[inline]
    pub(super) fn body_text(&mut self, mut text: TextToken) {
        if text.has_nul && !self.remove_nuls(&mut text) {
            return;
        }
        self.reconstruct_formatting();
        self.insert_text(&text);
        if self.frameset_ok {
            self.frameset_ok = self.is_space(&text);
        }
    }

    /// Returns true if the text is white space.
    pub(super) fn is_space(&self, text: &TextToken) -> bool {
        self.split_space(text).1.is_none()
    }

    /// Removes U+0000 from the current text. False if nothing is left.
    pub(super) fn remove_nuls(&mut self, text: &mut TextToken) -> bool {
        let buffer = &mut self.tokenizer.buffers.text;
        let kept = text.part.start as usize;
        let mut rest = buffer.split_off(kept);
        rest.retain(|char| char != '\0');
        buffer.push_str(&rest);
        text.part = Span::new(text.part.start, buffer.len() as u32);
        text.has_nul = false;
        !rest.is_empty()
    }

    #[inline]
    pub(super) fn body_start(&mut self, tag: &TagToken) {
        match tag.tag {
            Tag::ADDRESS
            | Tag::ARTICLE
            | Tag::ASIDE
            | Tag::BLOCKQUOTE
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
            | Tag::MAIN
            | Tag::MENU
            | Tag::NAV
            | Tag::OL
            | Tag::P
            | Tag::SEARCH
            | Tag::SECTION
            | Tag::SUMMARY
            | Tag::UL => {
                self.close_p_in_scope();
                self.insert_html(tag);
            }
            Tag::A => self.start_a(tag),
            Tag::B
            | Tag::BIG
            | Tag::CODE
            | Tag::EM
            | Tag::FONT
            | Tag::I
            | Tag::S
            | Tag::SMALL
            | Tag::STRIKE
            | Tag::STRONG
            | Tag::TT
            | Tag::U => {
                self.reconstruct_formatting();
                self.insert_formatting(tag);
            }
            Tag::LI => self.start_item(tag, &[Tag::LI]),
            Tag::DD | Tag::DT => self.start_item(tag, &[Tag::DD, Tag::DT]),
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => {
                self.close_p_in_scope();
                if self.stack.top().has(HEADING) {
                    self.pop();
                }
                self.insert_html(tag);
            }
            Tag::AREA | Tag::BR | Tag::EMBED | Tag::IMG | Tag::KEYGEN | Tag::WBR => {
                self.reconstruct_formatting();
                self.insert_void(tag);
                self.frameset_ok = false;
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
                self.head_element(tag);
            }
            _ => self.body_other_start(tag),
        }
    }

    /// Start tags that are less frequent.
    fn body_other_start(&mut self, tag: &TagToken) {
        match tag.tag {
            Tag::HTML if !self.stack.contains(Tag::TEMPLATE) => {
                let root = self.stack.get(0).handle;
                let attributes = self.tokenizer.attributes(Namespace::Html);
                self.sink.add_missing_attributes(root, attributes);
            }
            Tag::BODY => self.start_body_again(),
            Tag::FRAMESET => self.start_frameset_in_body(tag),
            Tag::PRE | Tag::LISTING => {
                self.close_p_in_scope();
                self.insert_html(tag);
                self.skips_line_feed = true;
                self.frameset_ok = false;
            }
            Tag::FORM => self.start_form(tag),
            Tag::PLAINTEXT => {
                self.close_p_in_scope();
                self.insert_html(tag);
                self.tokenizer.switch(State::PlainText, Tag::PLAINTEXT);
            }
            Tag::BUTTON => {
                if self.stack.in_scope(Tag::BUTTON, DEFAULT) {
                    self.generate_implied_ends(Tag::NONE);
                    self.pop_until_popped(Tag::BUTTON);
                }
                self.insert_in_formatting(tag);
                self.frameset_ok = false;
            }
            Tag::NOBR => {
                self.reconstruct_formatting();
                if self.stack.in_scope(Tag::NOBR, DEFAULT) {
                    self.adopt(Tag::NOBR);
                    self.reconstruct_formatting();
                }
                self.insert_formatting(tag);
            }
            Tag::APPLET | Tag::MARQUEE | Tag::OBJECT => {
                self.insert_in_formatting(tag);
                self.formatting.insert_marker();
                self.frameset_ok = false;
            }
            Tag::TABLE => {
                if self.quirks_mode != QuirksMode::Quirks {
                    self.close_p_in_scope();
                }
                self.insert_html(tag);
                self.frameset_ok = false;
                self.mode = Mode::InTable;
            }
            Tag::PARAM | Tag::SOURCE | Tag::TRACK => self.insert_void(tag),
            Tag::TEXTAREA | Tag::XMP | Tag::IFRAME | Tag::NOEMBED | Tag::NOSCRIPT => {
                self.start_raw_text(tag);
            }
            Tag::HR | Tag::INPUT | Tag::SELECT | Tag::OPTION | Tag::OPTGROUP => {
                self.start_control(tag);
            }
            Tag::RB | Tag::RTC | Tag::RP | Tag::RT => {
                if self.stack.in_scope(Tag::RUBY, DEFAULT) {
                    let is_inner = matches!(tag.tag, Tag::RP | Tag::RT);
                    self.generate_implied_ends(if is_inner { Tag::RTC } else { Tag::NONE });
                }
                self.insert_html(tag);
            }
            _ => self.body_ordinary_start(tag),
        }
    }

    /// Foreign elements, tags without a meaning here, and all others.
    fn body_ordinary_start(&mut self, tag: &TagToken) {
        match tag.tag {
            Tag::MATH => self.start_foreign(tag, Namespace::MathMl),
            Tag::SVG => self.start_foreign(tag, Namespace::Svg),
            Tag::IMAGE => {
                self.reconstruct_formatting();
                self.insert_void(&TagToken { tag: Tag::IMG, ..*tag });
                self.frameset_ok = false;
            }
            Tag::HTML
            | Tag::CAPTION
            | Tag::COL
            | Tag::COLGROUP
            | Tag::FRAME
            | Tag::HEAD
            | Tag::TBODY
            | Tag::TD
            | Tag::TFOOT
            | Tag::TH
            | Tag::THEAD
            | Tag::TR => {}
            _ => self.insert_in_formatting(tag),
        }
    }

    /// Inserts an ordinary element.
    fn insert_in_formatting(&mut self, tag: &TagToken) {
        self.reconstruct_formatting();
        self.insert_html(tag);
    }

    /// Pops elements until one with the name has been popped, before the current tag.
    fn pop_until_popped(&mut self, tag: Tag) {
        if let Some(index) = self.stack.find_in_scope(0, |open| open.is(tag)) {
            self.pop_to(index);
        }
    }

    fn start_body_again(&mut self) {
        if self.stack.len() < 2
            || !self.stack.get(1).is(Tag::BODY)
            || self.stack.contains(Tag::TEMPLATE)
        {
            return;
        }
        self.frameset_ok = false;
        let body = self.stack.get(1).handle;
        let attributes = self.tokenizer.attributes(Namespace::Html);
        self.sink.add_missing_attributes(body, attributes);
    }

    fn start_frameset_in_body(&mut self, tag: &TagToken) {
        if self.stack.len() < 2 || !self.stack.get(1).is(Tag::BODY) || !self.frameset_ok {
            return;
        }
        let body = self.stack.get(1).handle;
        self.pop_to(1);
        self.sink.detach(body);
        self.insert_html(tag);
        self.mode = Mode::InFrameset;
    }

    fn start_form(&mut self, tag: &TagToken) {
        let in_template = self.stack.contains(Tag::TEMPLATE);
        if self.form != FormPointer::None && !in_template {
            return;
        }
        self.close_p_in_scope();
        let form = self.insert_html(tag);
        if !in_template {
            self.form = FormPointer::Element(form);
        }
    }

    /// Closes an open item of the same list and inserts one.
    fn start_item(&mut self, tag: &TagToken, items: &[Tag]) {
        self.frameset_ok = false;
        if items.iter().any(|item| self.stack.contains(*item)) {
            // The search ends at special elements, except for `address`, `div` and `p`, in which an
            // item may be.
            let found = self.stack.find_in_scope(0, |open| {
                items.iter().any(|item| open.is(*item))
                    || open.has(SPECIAL) && !open.has(LIST_TRANSPARENT)
            });
            let found = found.map(|index| self.stack.get(index));
            if let Some(open) = found.filter(|open| items.iter().any(|item| open.is(*item))) {
                self.generate_implied_ends(open.tag);
                self.pop_until_popped(open.tag);
            }
        }
        self.close_p_in_scope();
        self.insert_html(tag);
    }

    fn start_a(&mut self, tag: &TagToken) {
        if let Some(index) = self.formatting.last_of(Tag::A) {
            let Some(handle) = self.formatting.entries[index].element else { return };
            self.adopt(Tag::A);
            if let Some(index) = self.formatting.position(handle) {
                self.formatting.entries.remove(index);
            }
            if let Some(index) = self.stack.position(handle) {
                self.stack.remove(index);
                self.sink.close(handle, self.token_start);
            }
        }
        self.reconstruct_formatting();
        self.insert_formatting(tag);
    }

    /// Elements whose content is no tags.
    fn start_raw_text(&mut self, tag: &TagToken) {
        match tag.tag {
            Tag::TEXTAREA => {
                self.insert_raw_text(tag, State::Rcdata);
                self.skips_line_feed = self.mode == Mode::Text;
                self.frameset_ok = false;
            }
            Tag::XMP => {
                self.close_p_in_scope();
                self.reconstruct_formatting();
                self.frameset_ok = false;
                self.insert_raw_text(tag, State::RawText);
            }
            Tag::IFRAME => {
                self.frameset_ok = false;
                self.insert_raw_text(tag, State::RawText);
            }
            Tag::NOSCRIPT if !self.scripting => self.insert_in_formatting(tag),
            _ => self.insert_raw_text(tag, State::RawText),
        }
    }

    /// Elements in or near a `select`.
    fn start_control(&mut self, tag: &TagToken) {
        let in_select_context = self.context.is_some_and(|context| context.is(Tag::SELECT));
        match tag.tag {
            Tag::HR => {
                self.close_p_in_scope();
                if self.stack.in_scope(Tag::SELECT, DEFAULT) {
                    self.generate_implied_ends(Tag::NONE);
                }
                self.insert_void(tag);
                self.frameset_ok = false;
            }
            Tag::INPUT | Tag::SELECT if in_select_context => {}
            Tag::INPUT => {
                if self.stack.in_scope(Tag::SELECT, DEFAULT) {
                    self.pop_until_popped(Tag::SELECT);
                }
                self.reconstruct_formatting();
                self.insert_void(tag);
                self.frameset_ok &= self.is_hidden_input();
            }
            Tag::SELECT if self.stack.in_scope(Tag::SELECT, DEFAULT) => {
                self.pop_until_popped(Tag::SELECT);
            }
            Tag::SELECT => {
                self.insert_in_formatting(tag);
                self.frameset_ok = false;
            }
            _ => {
                if self.stack.in_scope(Tag::SELECT, DEFAULT) {
                    let is_option = tag.tag == Tag::OPTION;
                    self.generate_implied_ends(if is_option { Tag::OPTGROUP } else { Tag::NONE });
                } else if self.stack.top().is(Tag::OPTION) {
                    self.pop();
                }
                self.insert_in_formatting(tag);
            }
        }
    }

    /// Returns true if the current tag has the type of a hidden input.
    pub(super) fn is_hidden_input(&self) -> bool {
        let mut attributes = self.tokenizer.attributes(Namespace::Html).iter();
        let kind = attributes.find(|attribute| attribute.name == "type");
        kind.is_some_and(|kind| kind.value.as_str().eq_ignore_ascii_case("hidden"))
    }
}
