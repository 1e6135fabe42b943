//! Pages that list other pages: similar items in a row, each with a link.
//!
//! A listing has the same template again and again: `div.teaser`, `div.teaser`, `div.teaser`. So
//! elements of one parent are grouped by name and first class. The group with the most text is a
//! listing if it has enough items, holds a good part of the page's text, and its items are neither
//! words of a menu nor whole articles. For example, seven teasers of 60 characters are a listing,
//! seven links "Home", "News", … are a menu, and seven posts of 900 characters are a blog.

use std::collections::HashMap;

use tamis_dom::{Document, Name, NodeId, name};

use super::Flag;
use crate::page::Page;

/// The largest group of similar items: elements with the same parent, name and first class, each
/// with a link and some text.
///
/// All zero for a page without such a group.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::{Page, Signals};
/// let item = "<div class=teaser><a href=/>A headline of six words</a> and its teaser</div>";
/// let page = Page::measure(Parser::default().parse(&item.repeat(7)));
/// let listing = Signals::of(&page).listing;
/// assert_eq!(listing.items, 7);
/// assert!(listing.share > 0.9);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ListingShape {
    /// The number of items.
    pub items: u32,
    /// The fraction of the page's visible characters that the items contain, 0 to 1.
    pub share: f64,
    /// The average visible characters of an item.
    pub item_chars: f64,
    /// The fraction of the items' visible characters that is in links, 0 to 1.
    pub link_share: f64,
}

/// The fewest items of a list.
///
/// Source: own measurement on labelled pages, as for the bounds below.
const MIN_ITEMS: u32 = 5;
/// The fewest characters of an item; fewer are an entry of a menu.
const MIN_ITEM_CHARS: u32 = 20;
/// The most average characters of teasers; longer items are whole texts.
const MAX_ITEM_CHARS: f64 = 400.0;
/// The smallest fraction of the page's text that is in the items of a listing.
const MIN_SHARE: f64 = 0.4;
/// The smallest fraction of the items' text that is in links.
const MIN_LINK_SHARE: f64 = 0.1;

#[derive(Clone, Copy, Debug, Default)]
struct Group {
    items: u32,
    chars: u32,
    link_chars: u32,
}

/// The search for the largest group, among the children of each element. An element is only
/// searched if it has more text than the largest group so far.
#[derive(Debug, Default)]
pub(super) struct Listing {
    groups: HashMap<(Name, u64), Group>,
    largest: Group,
    /// The end of the navigation or footer that the walk is in.
    skip_until: usize,
}

impl Listing {
    pub(super) fn note(&mut self, page: &Page, parent: NodeId) {
        let document = page.document();
        if parent.index() < self.skip_until {
            return;
        }
        if is_aside(document, parent) {
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
                || is_aside(document, id)
            {
                continue;
            }
            let class = document.attr(id, name::CLASS).unwrap_or_default();
            let group = self.groups.entry((element, first_class(class))).or_default();
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

/// Returns true if the element itself says that it is next to the content.
fn is_aside(document: &Document, id: NodeId) -> bool {
    let by_name =
        matches!(document.name(id), Some(name::NAV | name::FOOTER | name::ASIDE | name::HEAD));
    by_name
        || document
            .attr(id, name::ROLE)
            .is_some_and(|role| role.trim().eq_ignore_ascii_case("navigation"))
}

/// Returns a hash of the first class.
fn first_class(class: &str) -> u64 {
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
