//! Walks from an element to the elements around it.
//!
//! Many questions are about what is around an element: is this text in a table, is this heading in
//! a menu, does this picture belong to a post. A page may nest its elements thousands of levels
//! deep, and such a question is asked for each paragraph, so that an unbounded walk would take
//! quadratic time. The walks here are bounded, all in the same way, so that two questions about one
//! element never see a different part of the page. For example, if the blend saw a table around a
//! text that a renderer did not see, it would keep a cell that is then written without its row.

use tamis_dom::{Document, NodeId, NodeKind};

/// The most levels of [`around`]. Real pages have 10 to 30.
const LEVELS: usize = 64;

/// The most levels of [`near`].
const NEAR_LEVELS: usize = 4;

/// Returns an element or text and the elements around it, the innermost first.
pub(crate) fn around(document: &Document, id: NodeId) -> impl Iterator<Item = NodeId> {
    std::iter::once(id).chain(document.ancestors(id).take(LEVELS))
}

/// Returns the texts in an element, trimmed, without those of white space alone.
pub(crate) fn texts(document: &Document, id: NodeId) -> impl Iterator<Item = &str> {
    let is_text = |&id: &NodeId| document.name(id).is_none() && document.first_child(id).is_none();
    let texts = document.descendants_and_self(id).filter(is_text);
    texts.map(|id| document.text(id).trim()).filter(|text| !text.is_empty())
}

/// Returns an element or text and the elements close around it, the innermost first. For what only
/// means something near by, such as a class that names the language of a listing.
pub(crate) fn near(document: &Document, id: NodeId) -> impl Iterator<Item = NodeId> {
    around(document, id).take(1 + NEAR_LEVELS)
}

/// Returns the elements after an element in its parent, up to a text.
pub(crate) fn next_elements(document: &Document, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let all = std::iter::successors(document.next_sibling(id), |&id| document.next_sibling(id));
    only_elements(document, all)
}

/// Returns the elements before an element in its parent, up to a text, the closest first.
pub(crate) fn previous_elements(
    document: &Document,
    id: NodeId,
) -> impl Iterator<Item = NodeId> + '_ {
    let first = document.previous_sibling(id);
    let all = std::iter::successors(first, |&id| document.previous_sibling(id));
    only_elements(document, all)
}

/// The most nodes next to an element that are looked at.
const BESIDE: usize = 8;

fn only_elements<'d>(
    document: &'d Document,
    nodes: impl Iterator<Item = NodeId> + 'd,
) -> impl Iterator<Item = NodeId> + 'd {
    let is_space = |&id: &NodeId| {
        document.kind(id) != NodeKind::Text || document.text(id).trim_ascii().is_empty()
    };
    let is_element = |&id: &NodeId| document.kind(id) == NodeKind::Element;
    nodes.take(BESIDE).take_while(is_space).filter(is_element)
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    #[test]
    fn walks_begin_inside_and_end_after_some_levels() {
        let document = Parser::default().parse(&"<div>".repeat(100));
        let last = NodeId::from_index(document.len() - 1);
        let levels: Vec<NodeId> = around(&document, last).collect();
        assert_eq!((levels.len(), levels[0]), (LEVELS + 1, last));
        assert_eq!(Some(levels[1]), document.parent(last));
        assert!(near(&document, last).eq(levels[..=NEAR_LEVELS].iter().copied()));
        assert_eq!(around(&document, document.body().unwrap()).count(), 3);
    }
}
