//! Heuristics for boilerplate: elements with hardly anything but links.
//!
//! The rules know boxes of links by their names, and no list of names is complete. These two
//! heuristics find such boxes by what they contain. For example, `<ul>` with the items "Home",
//! "News", "Sport" and "Weather" has 4 links and fewer than 50 characters, and is left out as
//! [`Heuristic::ShortWithLinks`].

use tamis_dom::{NameSet, NodeId, name};

use crate::page::Page;

/// A heuristic for boilerplate. Characters are Unicode scalar values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Heuristic {
    /// More than 0.3 links per character of text.
    LinksPerChar,
    /// Fewer than 50 characters of text and more than 3 links.
    ShortWithLinks,
}

/// Elements that the heuristics apply to.
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

/// Returns the first heuristic that applies to the element. None applies without text or without
/// links.
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
