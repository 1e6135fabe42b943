//! The insertion mode that fits the open elements, and the start of fragments.
//!
//! Source: HTML standard, 13.2.4.1 "reset the insertion mode appropriately" and 13.5 "Parsing HTML
//! fragments",
//! <https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately>.

use super::flags::HTML_POINT;
use super::stack::Open;
use super::{FormPointer, Mode, TreeBuilder};
use crate::namespace::Namespace;
use crate::options::Context;
use crate::sink::{Handle, TreeSink};
use crate::tag::Tag;
use crate::text::Span;
use crate::tokenizer::State;

impl<S: TreeSink> TreeBuilder<'_, S> {
    /// Resets the insertion mode appropriately.
    pub(super) fn reset_mode(&mut self) {
        let mut index = self.stack.len();
        while index > 0 {
            index -= 1;
            self.stack.steps += 1;
            let is_last = index == 0;
            let node = match self.context {
                Some(context) if is_last => context,
                _ => self.stack.get(index),
            };
            if let Some(mode) = self.mode_of(node, is_last) {
                self.mode = mode;
                return;
            }
        }
    }

    /// The mode for the content of a node, if it decides.
    fn mode_of(&self, node: Open, is_last: bool) -> Option<Mode> {
        let fallback = is_last.then_some(Mode::InBody);
        if node.namespace != Namespace::Html {
            return fallback;
        }
        match node.tag {
            Tag::TD | Tag::TH if !is_last => Some(Mode::InCell),
            Tag::TR => Some(Mode::InRow),
            Tag::TBODY | Tag::THEAD | Tag::TFOOT => Some(Mode::InTableBody),
            Tag::CAPTION => Some(Mode::InCaption),
            Tag::COLGROUP => Some(Mode::InColumnGroup),
            Tag::TABLE => Some(Mode::InTable),
            Tag::TEMPLATE => Some(self.template_modes.last().copied().unwrap_or(Mode::InBody)),
            Tag::HEAD if !is_last => Some(Mode::InHead),
            Tag::BODY => Some(Mode::InBody),
            Tag::FRAMESET => Some(Mode::InFrameset),
            Tag::HTML if self.head.is_none() => Some(Mode::BeforeHead),
            Tag::HTML => Some(Mode::AfterHead),
            _ => fallback,
        }
    }

    /// Prepares to parse the content of an element.
    pub fn begin_fragment(&mut self, context: &Context<'_>) {
        self.quirks_mode = context.quirks_mode;
        let lower = context.name.to_ascii_lowercase();
        let tag = Tag::known(&lower).unwrap_or_else(|| self.tokenizer.buffers.names.intern(&lower));
        // No node has this handle. That does not matter, because the context is only asked for its
        // name.
        let mut open = Open::new(Handle::new(u32::MAX), context.namespace, tag);
        if context.holds_html {
            open.flags |= HTML_POINT;
        }
        self.context = Some(open);
        self.insert_root(Span::default(), false);
        if open.is(Tag::TEMPLATE) {
            self.template_modes.push(Mode::InTemplate);
        }
        if context.in_form || open.is(Tag::FORM) {
            self.form = FormPointer::OfContext;
        }
        self.reset_mode();
        if context.namespace != Namespace::Html {
            return;
        }
        let state = match tag {
            Tag::TITLE | Tag::TEXTAREA => State::Rcdata,
            Tag::STYLE | Tag::XMP | Tag::IFRAME | Tag::NOEMBED | Tag::NOFRAMES => State::RawText,
            Tag::SCRIPT => State::ScriptData,
            Tag::NOSCRIPT if self.scripting => State::RawText,
            Tag::PLAINTEXT => State::PlainText,
            _ => return,
        };
        // The source has no start tag of the context, so no end tag is appropriate: `</title>` is
        // text in a fragment of `title`.
        self.tokenizer.switch(state, Tag::NONE);
    }
}
