//! Pages that list other pages: like items, one after the other, each with a link.

use std::collections::HashMap;

use tamis_dom::{Document, Name, NodeId, name};

use super::Flag;
use crate::page::Page;

/// The largest group of like items: elements of one parent, one name and one class, each with a link and some text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ListingShape {
    /// How many items it has.
    pub items: u32,
    /// Their share of the page's text, 0 to 1.
    pub share: f64,
    /// The characters of one item, on average.
    pub item_chars: f64,
    /// The share of their characters that stands in links, 0 to 1.
    pub link_share: f64,
}

/// Fewer items are no list. Source: own measurement on labelled pages, as for the bounds below.
const MIN_ITEMS: u32 = 5;
/// An item with fewer characters is an entry of a menu.
const MIN_ITEM_CHARS: u32 = 20;
/// Items that are longer on average are texts of their own.
const MAX_ITEM_CHARS: f64 = 400.0;
/// The share of the page's text that the items of a listing have at least.
const MIN_SHARE: f64 = 0.4;
/// The share of the items' text that stands in links at least.
const MIN_LINK_SHARE: f64 = 0.1;

#[derive(Clone, Copy, Debug, Default)]
struct Group {
    items: u32,
    chars: u32,
    link_chars: u32,
}

/// Looks at the children of each element; a group is worth looking for only where it could be larger than the largest so far.
#[derive(Debug, Default)]
pub(super) struct Listing {
    groups: HashMap<(Name, u64), Group>,
    largest: Group,
    /// Where the navigation or footer ends that the walk is in.
    skip_until: usize,
}

impl Listing {
    pub(super) fn note(&mut self, page: &Page, parent: NodeId) {
        let document = page.document();
        if parent.index() < self.skip_until {
            return;
        }
        if is_beside(document, parent) {
            self.skip_until = document.subtree_end(parent).index();
            return;
        }
        let stats = page.stats(parent);
        if stats.links < MIN_ITEMS || stats.text_chars <= self.largest.chars {
            return;
        }
        self.groups.clear();
        for id in document.children(parent) {
            let Some(element) = document.name(id) else { continue };
            let stats = page.stats(id);
            let is_text = matches!(element, name::P | name::BLOCKQUOTE | name::SPAN | name::TD);
            if is_text
                || stats.links == 0
                || stats.text_chars < MIN_ITEM_CHARS
                || is_beside(document, id)
            {
                continue;
            }
            let class = document.attr(id, name::CLASS).unwrap_or_default();
            let group = self.groups.entry((element, first_word(class))).or_default();
            group.items += 1;
            group.chars += stats.text_chars;
            group.link_chars += stats.link_chars;
        }
        let long = self.groups.values().filter(|group| group.items >= MIN_ITEMS);
        let longest = long.max_by_key(|group| (group.chars, group.items, group.link_chars));
        self.largest = match longest {
            Some(group) if group.chars > self.largest.chars => *group,
            _ => self.largest,
        };
    }

    pub(super) fn shape(&self, page: &Page) -> ListingShape {
        let Group { items, chars, link_chars } = self.largest;
        if items == 0 {
            return ListingShape::default();
        }
        let all = page.stats(NodeId::DOCUMENT).text_chars.max(1);
        ListingShape {
            items,
            share: f64::from(chars) / f64::from(all),
            item_chars: f64::from(chars) / f64::from(items),
            link_share: f64::from(link_chars) / f64::from(chars.max(1)),
        }
    }
}

/// Whether the element stands beside the content by what it says itself.
fn is_beside(document: &Document, id: NodeId) -> bool {
    let by_name =
        matches!(document.name(id), Some(name::NAV | name::FOOTER | name::ASIDE | name::HEAD));
    by_name
        || document
            .attr(id, name::ROLE)
            .is_some_and(|role| role.trim().eq_ignore_ascii_case("navigation"))
}

/// A number for the first class.
fn first_word(class: &str) -> u64 {
    let first = class.split_ascii_whitespace().next().unwrap_or_default();
    // FNV-1a: the same on every machine.
    first.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

impl ListingShape {
    pub(super) fn flag(self) -> Flag {
        let mut flag = Flag::default();
        let are_teasers = self.item_chars < MAX_ITEM_CHARS && self.link_share > MIN_LINK_SHARE;
        flag.set_if(
            self.share > MIN_SHARE && are_teasers,
            "most of the text stands in like items with links",
        );
        flag
    }
}
