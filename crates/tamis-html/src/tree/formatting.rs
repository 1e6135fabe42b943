//! The list of active formatting elements.
//!
//! Browsers go on with bold text after a block that did not close it: in `<p><b>One<p>Two`, both
//! paragraphs are bold. The list has the formatting elements that are to be opened again, each with
//! its attributes. Equal ones are compared by a signature, because the list is searched for each
//! formatting tag.
//!
//! Source: HTML standard, 13.2.4.3,
//! <https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements>.

use std::hash::BuildHasher;

use super::TreeBuilder;
use super::stack::Open;
use crate::attribute::{Attributes, RawAttribute};
use crate::namespace::Namespace;
use crate::sink::{Element, Handle, TreeSink};
use crate::tag::Tag;
use crate::text::Span;
use crate::tokenizer::TagToken;

/// The number of attributes above which elements are compared by their signatures alone.
const HASHED: usize = 8;

/// A number with many bits set, for hashes.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// The number of attributes that cost as much as an element, for [`FormattingList::budget`].
const ATTRIBUTES_PER_ELEMENT: usize = 4;

/// An element of the list, or a marker.
#[derive(Debug, Clone, Copy)]
pub struct Formatting {
    /// `None` for a marker.
    pub element: Option<Handle>,
    pub tag: Tag,
    pub is_open: bool,
    /// The start tag, for the elements that repeat this one.
    span: Span,
    /// The range of its attributes in [`FormattingList::attributes`].
    first: u32,
    count: u32,
    /// Equal for elements with the same attributes.
    signature: u64,
}

/// The list of active formatting elements.
#[derive(Debug, Default)]
pub struct FormattingList {
    pub entries: Vec<Formatting>,
    /// The attributes of all entries.
    attributes: Vec<RawAttribute>,
    /// The place where [`Self::position`] found an element before.
    last_found: usize,
    /// The number of elements that may still be repeated.
    pub budget: usize,
    /// The entries visited in searches.
    pub steps: u64,
}

impl FormattingList {
    pub fn clear(&mut self, budget: usize) {
        self.entries.clear();
        self.attributes.clear();
        self.budget = budget;
        self.steps = 0;
    }

    pub fn insert_marker(&mut self) {
        self.entries.push(Formatting {
            element: None,
            tag: Tag::NONE,
            is_open: false,
            span: Span::default(),
            first: 0,
            count: 0,
            signature: 0,
        });
    }

    /// Clears the list up to the last marker.
    pub fn clear_to_marker(&mut self) {
        while self.entries.pop().is_some_and(|entry| entry.element.is_some()) {}
    }

    /// The index of the last element with the name after the last marker.
    pub fn last_of(&mut self, tag: Tag) -> Option<usize> {
        for (index, entry) in self.entries.iter().enumerate().rev() {
            self.steps += 1;
            entry.element?;
            if entry.tag == tag {
                return Some(index);
            }
        }
        None
    }

    /// The index of an element.
    pub fn position(&mut self, handle: Handle) -> Option<usize> {
        // Elements that are closed one after the other are often neighbours.
        let guess = self.last_found.wrapping_sub(1);
        if self.entries.get(guess).is_some_and(|entry| entry.element == Some(handle)) {
            self.last_found = guess;
            return Some(guess);
        }
        let found = self.entries.iter().rposition(|entry| entry.element == Some(handle));
        self.steps += (self.entries.len() - found.unwrap_or_default()) as u64;
        self.last_found = found.unwrap_or_default();
        found
    }

    /// Notes that an element is no longer open.
    #[inline]
    pub fn note_closed(&mut self, handle: Handle) {
        if let Some(index) = self.position(handle) {
            self.entries[index].is_open = false;
        }
    }

    fn attributes_of(&self, entry: &Formatting) -> &[RawAttribute] {
        &self.attributes[entry.first as usize..][..entry.count as usize]
    }
}

impl<S: TreeSink> TreeBuilder<'_, S> {
    /// Inserts an element for a tag and pushes it onto the list.
    pub(super) fn insert_formatting(&mut self, tag: &TagToken) {
        let handle = self.insert_html(tag);
        let signature = self.signature();
        self.apply_noahs_ark(tag.tag, signature);
        let first = self.formatting.attributes.len() as u32;
        let attributes = &self.tokenizer.buffers.attributes;
        self.formatting.attributes.extend_from_slice(attributes);
        self.formatting.entries.push(Formatting {
            element: Some(handle),
            tag: tag.tag,
            is_open: true,
            span: tag.span,
            first,
            count: attributes.len() as u32,
            signature,
        });
        self.tokenizer.buffers.kept_values = self.tokenizer.buffers.values.len();
    }

    /// Removes the earliest of three equal elements, or of as many as the limit allows. Without
    /// this, a page that opens `<b>` a thousand times and never closes it would have a thousand of
    /// them in each paragraph.
    fn apply_noahs_ark(&mut self, tag: Tag, signature: u64) {
        let entries = &self.formatting.entries;
        let mut equal = 0;
        let mut since_marker = 0;
        let mut earliest = None;
        for (index, entry) in entries.iter().enumerate().rev() {
            if entry.element.is_none() {
                break;
            }
            since_marker += 1;
            if entry.tag == tag && entry.signature == signature && self.has_same_attributes(entry) {
                equal += 1;
                earliest = Some(index);
            }
        }
        if equal >= 3
            && let Some(index) = earliest
        {
            self.formatting.entries.remove(index);
        } else if since_marker >= self.limits.formatting {
            self.warnings.formatting = true;
            let index = self.formatting.entries.len() - since_marker;
            self.formatting.entries.remove(index);
        }
        self.formatting.steps += since_marker as u64;
    }

    /// A number that is the same for tags with the same attributes in any order.
    fn signature(&self) -> u64 {
        let attributes = self.tokenizer.attributes(Namespace::Html);
        if attributes.len() > HASHED {
            let hash = |value| self.hash_state.hash_one(value);
            let sum = |sum: u64, next: u64| sum.wrapping_add(next);
            return attributes.iter().map(|a| hash((a.name, a.value.as_str()))).fold(1, sum);
        }
        let of = |raw: &RawAttribute| {
            let value = self.tokenizer.piece(raw.value).as_bytes();
            let (words, rest) = value.as_chunks::<8>();
            let rest =
                rest.iter().fold(value.len() as u64, |rest, byte| rest << 8 | u64::from(*byte));
            let mix = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(MIX);
            let start = mix(rest, u64::from(raw.name_hash));
            words.iter().map(|word| u64::from_le_bytes(*word)).fold(start, mix)
        };
        attributes.raw.iter().map(of).fold(0, u64::wrapping_add)
    }

    /// Returns true if the current tag has the attributes of an entry.
    fn has_same_attributes(&self, entry: &Formatting) -> bool {
        let tokenizer = &self.tokenizer;
        if tokenizer.buffers.attributes.len() > HASHED {
            // Equal signatures are enough, because the signature is made of all names and values.
            return true;
        }
        let text = |piece| tokenizer.piece(piece);
        let attributes = &tokenizer.buffers.attributes;
        let known = self.formatting.attributes_of(entry);
        let is_same = |one: &RawAttribute, two: &RawAttribute| {
            one.name_hash == two.name_hash
                && text(one.name) == text(two.name)
                && text(one.value) == text(two.value)
        };
        attributes.len() == known.len()
            && attributes.iter().zip(known).all(|(one, same_place)| {
                is_same(one, same_place) || known.iter().any(|two| is_same(one, two))
            })
    }

    /// The algorithm "reconstruct the active formatting elements".
    #[inline]
    pub(super) fn reconstruct_formatting(&mut self) {
        if let Some(last) = self.formatting.entries.last()
            && last.element.is_some()
            && !last.is_open
        {
            self.reconstruct_closed();
        }
    }

    fn reconstruct_closed(&mut self) {
        let entries = &self.formatting.entries;
        let is_end = |entry: &Formatting| entry.element.is_none() || entry.is_open;
        let first = entries.iter().rposition(is_end).map_or(0, |index| index + 1);
        self.formatting.steps += (entries.len() - first) as u64;
        for index in first..self.formatting.entries.len() {
            if self.stack.len() >= self.limits.depth {
                self.warnings.depth = true;
                return;
            }
            let cost = 1 + self.formatting.entries[index].count as usize / ATTRIBUTES_PER_ELEMENT;
            if self.formatting.budget < cost {
                self.warnings.formatting = true;
                return;
            }
            self.formatting.budget -= cost;
            let place = self.place();
            let handle = self.repeat(index);
            self.put(place, handle);
            self.stack.push(Open::new(handle, Namespace::Html, self.formatting.entries[index].tag));
        }
    }

    /// Makes an element like the one of an entry and replaces it in the list.
    pub(super) fn repeat(&mut self, index: usize) -> Handle {
        let entry = self.formatting.entries[index];
        let attributes = Attributes {
            raw: self.formatting.attributes_of(&entry),
            source: self.tokenizer.source,
            buffer: &self.tokenizer.buffers.values,
            namespace: Namespace::Html,
        };
        let name = entry.tag.known_name().unwrap_or_default();
        let element = Element {
            namespace: Namespace::Html,
            tag: entry.tag,
            name,
            attributes,
            span: entry.span,
        };
        let handle = self.sink.create_element(&element);
        self.formatting.entries[index].element = Some(handle);
        self.formatting.entries[index].is_open = true;
        handle
    }
}
