//! Elements that are too deep.
//!
//! The standard lets elements nest without limit. Here elements above
//! [`Limits::depth`](crate::Limits::depth) become siblings, in order, as children of the deepest
//! element that is open. Their names are remembered, so that their end tags close nothing else.

use super::flags::{FOREIGN, HTML_POINT, MATH_POINT, VOID};
use super::insert::Place;
use super::stack::Open;
use super::{Mode, TreeBuilder};
use crate::namespace::Namespace;
use crate::sink::{Handle, TreeSink};
use crate::tag::Tag;
use crate::tokenizer::{State, TagToken, TextToken};

/// The elements that would be open if there were no limit.
#[derive(Debug, Default)]
pub struct Surplus {
    names: Vec<Tag>,
    /// The number of elements for each name.
    counts: Vec<u32>,
    /// The last of the elements, if nothing came after it. Text that follows belongs to it.
    pub tail: Option<Handle>,
}

impl Surplus {
    pub fn clear(&mut self) {
        self.tail = None;
        while let Some(name) = self.names.pop() {
            self.counts[name.index()] -= 1;
        }
    }

    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    fn push(&mut self, tag: Tag, handle: Handle) {
        let index = tag.index();
        if index >= self.counts.len() {
            self.counts.resize((index + 1).next_power_of_two(), 0);
        }
        self.counts[index] += 1;
        self.names.push(tag);
        self.tail = Some(handle);
    }

    /// Closes the last element with the name. False if there is none.
    fn close(&mut self, tag: Tag) -> bool {
        self.tail = None;
        if self.counts.get(tag.index()).is_none_or(|count| *count == 0) {
            return false;
        }
        while let Some(last) = self.names.pop() {
            self.counts[last.index()] -= 1;
            if last == tag {
                break;
            }
        }
        true
    }
}

impl<S: TreeSink> TreeBuilder<'_, S> {
    /// A start tag where no element can be opened.
    pub(super) fn flat_start_tag(&mut self, tag: &TagToken) {
        self.surplus.tail = None;
        if matches!(tag.tag, Tag::HTML | Tag::HEAD | Tag::BODY) {
            return;
        }
        self.warnings.depth = true;
        let current = self.stack.top();
        let namespace = match tag.tag {
            Tag::SVG => Namespace::Svg,
            Tag::MATH => Namespace::MathMl,
            _ if current.has(HTML_POINT | MATH_POINT) => Namespace::Html,
            _ => current.namespace,
        };
        let place = self.place_in(current);
        let open = self.make_at(place, namespace, tag.tag, tag.span, true);
        let raw_state = self.raw_state(&open);
        if let Some(state) = raw_state {
            self.stack.push(open);
            self.tokenizer.switch(state, tag.tag);
            self.original_mode = self.mode;
            self.mode = Mode::Text;
            self.skips_line_feed = tag.tag == Tag::TEXTAREA;
            return;
        }
        self.sink.close(open.handle, tag.span.end);
        let is_void = if open.has(FOREIGN) { tag.self_closing } else { open.has(VOID) };
        if !is_void {
            self.surplus.push(tag.tag, open.handle);
        }
    }

    /// The state of the tokenizer for the content of an element without tags.
    fn raw_state(&self, open: &Open) -> Option<State> {
        if open.has(FOREIGN) {
            return None;
        }
        match open.tag {
            Tag::TITLE | Tag::TEXTAREA => Some(State::Rcdata),
            Tag::SCRIPT => Some(State::ScriptData),
            Tag::STYLE | Tag::XMP | Tag::IFRAME | Tag::NOEMBED | Tag::NOFRAMES => {
                Some(State::RawText)
            }
            Tag::NOSCRIPT if self.scripting => Some(State::RawText),
            Tag::PLAINTEXT => Some(State::PlainText),
            _ => None,
        }
    }

    /// An end tag while elements are too deep. False if it closes none of them.
    pub(super) fn flat_end_tag(&mut self, tag: Tag) -> bool {
        self.mode != Mode::Text && self.surplus.close(tag)
    }

    /// Characters while elements are too deep.
    pub(super) fn flat_text(&mut self, mut text: TextToken) {
        if text.has_nul && !self.remove_nuls(&mut text) {
            return;
        }
        self.frameset_ok = false;
        let parent = match self.surplus.tail {
            Some(tail) => Place::Inside(tail),
            None => self.place_in(self.stack.top()),
        };
        let text = self.tokenizer.resolve(&text);
        match parent {
            Place::Inside(parent) => self.sink.append_text(parent, text),
            Place::Before(sibling) => self.sink.insert_text_before(sibling, text),
        }
    }
}
