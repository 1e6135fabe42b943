//! Insertion of nodes, and the end of elements.
//!
//! Source: HTML standard, 13.2.6.1,
//! <https://html.spec.whatwg.org/multipage/parsing.html#creating-and-inserting-nodes>.

use super::flags::{FORMATTING, Flags, IMPLIED_END, TABLE_PART, TEMPLATE, THOROUGH_END};
use super::stack::{BUTTON, Open};
use super::{Mode, TreeBuilder};
use crate::attribute::Attributes;
use crate::foreign_names::svg_element;
use crate::namespace::Namespace;
use crate::sink::{Element, Handle, TreeSink};
use crate::tag::Tag;
use crate::text::Span;
use crate::tokenizer::{CommentToken, State, TagToken, TextToken};

/// A place to insert a node at.
#[derive(Debug, Clone, Copy)]
pub enum Place {
    /// After the last child.
    Inside(Handle),
    /// In front of a node.
    Before(Handle),
}

impl<S: TreeSink> TreeBuilder<'_, S> {
    /// The appropriate place for inserting a node.
    #[inline]
    pub(super) fn place(&mut self) -> Place {
        let current = self.stack.top();
        if current.has(TEMPLATE | TABLE_PART) {
            self.place_in(current)
        } else {
            Place::Inside(current.handle)
        }
    }

    /// The appropriate place with `target` as the override target.
    pub(super) fn place_in(&mut self, target: Open) -> Place {
        if self.foster_parenting && target.has(TABLE_PART) {
            return self.foster_place();
        }
        if target.has(TEMPLATE) {
            return Place::Inside(self.sink.template_contents(target.handle));
        }
        Place::Inside(target.handle)
    }

    /// The place for content that a table cannot contain. For example, the text in `<table>One<tr>`
    /// is inserted in front of the table.
    fn foster_place(&mut self) -> Place {
        let has_template = self.stack.contains(Tag::TEMPLATE);
        let template = if has_template { self.stack.last_with(TEMPLATE) } else { None };
        let table = self.stack.find_in_scope(0, |open| open.is(Tag::TABLE));
        match (template, table) {
            (Some(template), table) if table.is_none_or(|table| template > table) => {
                let handle = self.stack.get(template).handle;
                Place::Inside(self.sink.template_contents(handle))
            }
            (_, Some(table)) => Place::Before(self.stack.get(table).handle),
            (_, None) => Place::Inside(self.stack.get(0).handle),
        }
    }

    /// Inserts a node that has no parent.
    pub(super) fn put(&mut self, place: Place, node: Handle) {
        match place {
            Place::Inside(parent) => self.sink.append(parent, node),
            Place::Before(sibling) => self.sink.insert_before(sibling, node),
        }
    }

    /// Inserts an element for the current tag and pushes it.
    #[inline]
    pub(super) fn insert_html(&mut self, tag: &TagToken) -> Handle {
        let open = self.make(Namespace::Html, tag.tag, tag.span, true);
        self.stack.push(open);
        open.handle
    }

    /// Inserts an element for the current tag that has no content.
    #[inline]
    pub(super) fn insert_void(&mut self, tag: &TagToken) {
        let open = self.make(Namespace::Html, tag.tag, tag.span, true);
        self.sink.close(open.handle, tag.span.end);
    }

    /// Inserts an element that the source has no tag for, and pushes it.
    pub(super) fn insert_implied(&mut self, tag: Tag) -> Handle {
        let span = Span::new(self.token_start, self.token_start);
        let open = self.make(Namespace::Html, tag, span, false);
        self.stack.push(open);
        open.handle
    }

    /// Inserts an element at the appropriate place.
    #[inline]
    pub(super) fn make(
        &mut self,
        namespace: Namespace,
        tag: Tag,
        span: Span,
        has_attributes: bool,
    ) -> Open {
        let place = self.place();
        self.make_at(place, namespace, tag, span, has_attributes)
    }

    #[inline]
    pub(super) fn make_at(
        &mut self,
        place: Place,
        namespace: Namespace,
        tag: Tag,
        span: Span,
        has_attributes: bool,
    ) -> Open {
        let tokenizer = &self.tokenizer;
        let name = tokenizer.buffers.names.name(tag);
        let name = match namespace {
            Namespace::Svg => svg_element(name).unwrap_or(name),
            _ => name,
        };
        let raw = if has_attributes { tokenizer.buffers.attributes.as_slice() } else { &[] };
        let buffer = tokenizer.buffers.values.as_str();
        let attributes = Attributes { raw, source: tokenizer.source, buffer, namespace };
        let element = Element { namespace, tag, name, attributes, span };
        let handle = match place {
            Place::Inside(parent) => self.sink.append_element(parent, &element),
            Place::Before(sibling) => {
                let handle = self.sink.create_element(&element);
                self.sink.insert_before(sibling, handle);
                handle
            }
        };
        Open::new(handle, namespace, tag)
    }

    /// Inserts characters at the appropriate place.
    #[inline]
    pub(super) fn insert_text(&mut self, text: &TextToken) {
        let place = self.place();
        let text = self.tokenizer.resolve(text);
        match place {
            Place::Inside(parent) => self.sink.append_text(parent, text),
            Place::Before(sibling) => self.sink.insert_text_before(sibling, text),
        }
    }

    /// Inserts a comment at the appropriate place.
    pub(super) fn insert_comment(&mut self, comment: &CommentToken) {
        let place = self.place();
        self.insert_comment_at(comment, place);
    }

    /// Inserts a comment into a node that need not be open.
    pub(super) fn insert_comment_at(&mut self, comment: &CommentToken, place: Place) {
        let tokenizer = &self.tokenizer;
        let buffer = tokenizer.buffers.values.as_str();
        let text = comment.text.text(tokenizer.source, buffer, comment.inner);
        match place {
            Place::Inside(parent) => self.sink.append_comment(parent, text, comment.span),
            Place::Before(sibling) => self.sink.insert_comment_before(sibling, text, comment.span),
        }
    }

    /// The generic raw text or RCDATA element parsing algorithm, and [`Options::empty_text`].
    ///
    /// [`Options::empty_text`]: crate::Options::empty_text
    pub(super) fn insert_raw_text(&mut self, tag: &TagToken, state: State) {
        let is_empty = self.empty_text
            && tag.self_closing
            && (tag.tag == Tag::IFRAME && self.in_noscript
                || self.tokenizer.is_never_closed(state, tag.tag));
        if is_empty {
            return self.insert_void(tag);
        }
        self.insert_html(tag);
        self.tokenizer.switch(state, tag.tag);
        self.original_mode = self.mode;
        self.mode = Mode::Text;
    }

    /// Pops the current node, which ends at the start of the current token.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.pop_at(self.token_start);
    }

    /// Pops the current node, which the current tag closes.
    #[inline]
    pub(super) fn pop_with_tag(&mut self) {
        self.pop_at(self.close_end);
    }

    #[inline]
    fn pop_at(&mut self, end: u32) {
        let open = self.stack.pop();
        self.note_closed(&open);
        self.sink.close(open.handle, end);
    }

    #[inline]
    pub(super) fn note_closed(&mut self, open: &Open) {
        if open.has(FORMATTING) {
            self.formatting.note_closed(open.handle);
        }
    }

    /// Pops elements until `length` are left.
    #[inline]
    pub(super) fn pop_to(&mut self, length: usize) {
        while self.stack.len() > length {
            self.pop();
        }
    }

    /// Pops elements so that `length` are left, the last of them closed by the current tag.
    #[inline]
    pub(super) fn close_to(&mut self, length: usize) {
        self.pop_to(length + 1);
        if self.stack.len() > length {
            self.pop_with_tag();
        }
    }

    /// Pops elements until one with the name has been popped. One is open.
    pub(super) fn close_until(&mut self, tag: Tag) {
        if let Some(index) = self.stack.find_in_scope(0, |open| open.is(tag)) {
            self.close_to(index);
        }
    }

    /// Generates implied end tags, except for one name.
    #[inline]
    pub(super) fn generate_implied_ends(&mut self, except: Tag) {
        self.pop_implied(IMPLIED_END, except);
    }

    /// Generates all implied end tags thoroughly.
    pub(super) fn generate_implied_ends_thoroughly(&mut self) {
        self.pop_implied(IMPLIED_END | THOROUGH_END, Tag::NONE);
    }

    #[inline]
    fn pop_implied(&mut self, flags: Flags, except: Tag) {
        while self.stack.top().has(flags) && !self.stack.top().is(except) {
            self.pop();
        }
    }

    /// Closes a `p` element if one is in button scope.
    #[inline]
    pub(super) fn close_p_in_scope(&mut self) {
        if self.stack.in_scope(Tag::P, BUTTON) {
            self.close_p();
        }
    }

    /// The algorithm "close a p element". One is in button scope.
    pub(super) fn close_p(&mut self) {
        self.generate_implied_ends(Tag::P);
        self.close_until(Tag::P);
    }
}
