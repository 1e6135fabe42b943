//! Sets of nodes.

use std::ops::Range;

use tamis_dom::{Document, NodeId};

/// A set of nodes of one document, as one bit per node.
///
/// ```
/// use tamis::NodeSet;
/// use tamis::dom::Parser;
/// let document = Parser::default().parse("<p>One");
/// let body = document.body().unwrap();
/// let mut set = NodeSet::of(&document);
/// assert!(set.is_empty());
/// assert!(set.insert(body));
/// assert!(!set.insert(body));
/// assert!(set.contains(body));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [body]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeSet {
    words: Vec<u64>,
}

impl NodeSet {
    const BITS: usize = u64::BITS as usize;

    /// Returns the empty set of nodes of this document.
    pub fn of(document: &Document) -> NodeSet {
        NodeSet { words: vec![0; document.len().div_ceil(Self::BITS)] }
    }

    /// Returns true if the node is in the set. False for an id beyond the document.
    #[inline]
    pub fn contains(&self, id: NodeId) -> bool {
        let word = self.words.get(id.index() / Self::BITS).copied().unwrap_or(0);
        word >> (id.index() % Self::BITS) & 1 != 0
    }

    /// Inserts a node. Returns true if it was not in the set. Ignores an id beyond the document.
    #[inline]
    pub fn insert(&mut self, id: NodeId) -> bool {
        let Some(word) = self.words.get_mut(id.index() / Self::BITS) else { return false };
        let bit = 1 << (id.index() % Self::BITS);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Inserts all nodes of this range. Ignores ids beyond the document.
    pub fn insert_range(&mut self, range: Range<NodeId>) {
        let end = range.end.index().min(self.words.len() * Self::BITS);
        let mut next = range.start.index();
        while next < end {
            let (word, bit) = (next / Self::BITS, next % Self::BITS);
            let count = (end - next).min(Self::BITS - bit);
            self.words[word] |= (u64::MAX >> (Self::BITS - count)) << bit;
            next += count;
        }
    }

    /// Returns true if a node of this range is in the set.
    pub(crate) fn has_any(&self, range: Range<NodeId>) -> bool {
        let end = range.end.index().min(self.words.len() * Self::BITS);
        let mut next = range.start.index();
        while next < end {
            let (word, bit) = (next / Self::BITS, next % Self::BITS);
            let count = (end - next).min(Self::BITS - bit);
            if self.words[word] >> bit << (Self::BITS - count) != 0 {
                return true;
            }
            next += count;
        }
        false
    }

    /// Returns the first node of the set from this one on.
    pub(crate) fn first_from(&self, id: NodeId) -> Option<NodeId> {
        let (first, bit) = (id.index() / Self::BITS, id.index() % Self::BITS);
        let (index, word) = (first..self.words.len())
            .map(|index| {
                (
                    index,
                    if index == first {
                        self.words[index] >> bit << bit
                    } else {
                        self.words[index]
                    },
                )
            })
            .find(|&(_, word)| word != 0)?;
        Some(NodeId::from_index(index * Self::BITS + word.trailing_zeros() as usize))
    }

    /// Removes a node. Returns true if it was in the set.
    #[inline]
    pub fn remove(&mut self, id: NodeId) -> bool {
        let was_there = self.contains(id);
        if was_there {
            self.words[id.index() / Self::BITS] &= !(1 << (id.index() % Self::BITS));
        }
        was_there
    }

    /// Returns the number of nodes in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns true if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Returns the nodes in document order.
    pub fn iter(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let rests = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
            let bits = rests.take_while(|&rest| rest != 0).map(u64::trailing_zeros);
            bits.map(move |bit| NodeId::from_index(index * Self::BITS + bit as usize))
        })
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    #[test]
    fn ranges_intersect() {
        let document = Parser::default().parse(&"<p>a".repeat(200));
        let id = NodeId::from_index;
        for at in [0, 63, 64, 130] {
            let mut set = NodeSet::of(&document);
            set.insert(id(at));
            for (start, end) in [(0, 1), (0, 64), (60, 66), (64, 65), (100, 140), (63, 131), (5, 5)]
            {
                let expected = (start..end).contains(&at);
                assert_eq!(set.has_any(id(start)..id(end)), expected, "{at} in {start}..{end}");
            }
        }
    }

    #[test]
    fn the_first_node_from_an_id() {
        let document = Parser::default().parse(&"<p>a".repeat(200));
        let id = NodeId::from_index;
        let mut set = NodeSet::of(&document);
        for at in [0, 63, 64, 200] {
            set.insert(id(at));
        }
        for (from, first) in [
            (0, Some(0)),
            (1, Some(63)),
            (63, Some(63)),
            (64, Some(64)),
            (65, Some(200)),
            (201, None),
        ] {
            assert_eq!(set.first_from(id(from)), first.map(id), "from {from}");
        }
        assert_eq!(set.first_from(id(100_000)), None);
    }

    #[test]
    fn nodes_are_inserted_and_removed() {
        let document = Parser::default().parse(&"<p>".repeat(200));
        let mut set = NodeSet::of(&document);
        let ids: Vec<_> =
            [0, 1, 63, 64, 65, 127, 128, 190].into_iter().map(NodeId::from_index).collect();
        for &id in ids.iter().rev() {
            assert!(set.insert(id));
        }
        assert_eq!(set.iter().collect::<Vec<_>>(), ids);
        assert!(set.remove(ids[3]) && !set.remove(ids[3]) && !set.contains(ids[3]));
        assert_eq!(set.len(), ids.len() - 1);
    }

    #[test]
    fn ranges_are_inserted() {
        let document = Parser::default().parse(&"<p>".repeat(200));
        let id = NodeId::from_index;
        for (start, end) in [(0, 0), (0, 1), (3, 64), (64, 128), (63, 65), (5, 190), (127, 200)] {
            let mut set = NodeSet::of(&document);
            set.insert_range(id(start)..id(end));
            assert_eq!(set.iter().collect::<Vec<_>>(), (start..end).map(id).collect::<Vec<_>>());
        }
        let mut set = NodeSet::of(&document);
        set.insert_range(id(10_000)..id(20_000));
        set.insert_range(id(9)..id(3));
        assert!(set.is_empty());
    }

    #[test]
    fn an_id_beyond_the_document_is_ignored() {
        let mut set = NodeSet::of(&Parser::default().parse(""));
        let strange = NodeId::from_index(10_000);
        assert!(!set.insert(strange) && !set.contains(strange) && !set.remove(strange));
    }
}
