//! Boilerplate by the look of an element: hardly anything but links.

use tamis_dom::{NameSet, NodeId, name};

use crate::page::Page;

/// Why an element looks like boilerplate. Characters are Unicode scalar values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Heuristic {
    /// More than 0.3 links per character of text.
    LinksPerChar,
    /// Under 50 characters of text with more than 3 links.
    ShortWithLinks,
}

/// The elements that are looked at: those that hold blocks or lines.
const BLOCKS: NameSet = NameSet::of(&[
    name::DIV,
    name::DL,
    name::LI,
    name::OL,
    name::P,
    name::SECTION,
    name::TABLE,
    name::TD,
    name::UL,
]);

const MAX_LINKS_PER_CHAR: f64 = 0.3;
const SHORT_CHARS: u32 = 50;
const MAX_LINKS_OF_SHORT: u32 = 3;

/// The first heuristic that the element falls under. One without text or without links falls under none.
pub(super) fn of(page: &Page, node: NodeId) -> Option<Heuristic> {
    if !page.document().name(node).is_some_and(|name| BLOCKS.contains(name)) {
        return None;
    }
    let stats = page.stats(node);
    if stats.links == 0 || stats.text_chars == 0 {
        return None;
    }
    if f64::from(stats.links) > MAX_LINKS_PER_CHAR * f64::from(stats.text_chars) {
        return Some(Heuristic::LinksPerChar);
    }
    let is_short = stats.text_chars < SHORT_CHARS && stats.links > MAX_LINKS_OF_SHORT;
    is_short.then_some(Heuristic::ShortWithLinks)
}
