//! The places of text nodes in the source.
//!
//! A caller may want to show where a sentence is in the page as it came, for example to mark it in
//! an editor. The parser knows that while it reads, and it would be hard to find later, because
//! references are decoded and white space is changed. The places are a table next to the nodes, and
//! not a field of them, so that nodes stay small.

use std::ops::Range;

/// The bytes of the source that a text node was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    node: u32,
    start: u32,
    end: u32,
}

/// The places of the text nodes of a page, by node. Empty if they are not known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    /// In the order of their nodes.
    places: Vec<Place>,
    /// The bytes before the part of the source that was parsed.
    skipped: u32,
}

impl Sources {
    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.skipped = 0;
    }

    /// Adds a place to those of a node. A node with several places gets the range around all of
    /// them. For example, a text that a table has put together from two places has the tags between
    /// them in its range.
    ///
    /// New nodes come in ascending order. A place of an older node that has none is dropped.
    #[inline]
    pub(crate) fn add(&mut self, node: u32, start: u32, end: u32) {
        if self.places.last().is_none_or(|last| last.node < node) {
            self.places.push(Place { node, start, end });
            return;
        }
        if let Some(place) = self.find(node).and_then(|index| self.places.get_mut(index)) {
            place.start = place.start.min(start);
            place.end = place.end.max(end);
        }
    }

    /// Says that this many bytes of the source are before the part that was parsed.
    pub(crate) fn skip(&mut self, bytes: usize) {
        self.skipped += bytes as u32;
    }

    /// Returns the place of a node.
    pub(crate) fn get(&self, node: u32) -> Option<Range<u32>> {
        let Place { start, end, .. } = self.places[self.find(node)?];
        Some(start + self.skipped..end + self.skipped)
    }

    fn find(&self, node: u32) -> Option<usize> {
        match self.places.last() {
            Some(last) if last.node == node => Some(self.places.len() - 1),
            _ => self.places.binary_search_by_key(&node, |place| place.node).ok(),
        }
    }
}
