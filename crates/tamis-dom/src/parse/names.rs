//! Conversion of names in the source to our names.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use tamis_html::{Element, Namespace, Tag};

use crate::names::{DocumentNames, Name};

/// The names that were met, by spelling. It outlives the page.
pub(super) struct NameCache {
    slots: Vec<Slot>,
    /// The known names of HTML elements by the number of their tag; saturated if it is not known.
    tags: Vec<Name>,
    /// The names of this page that are not in the table of known names, by hash.
    own: HashMap<u64, Name>,
    state: RandomState,
    page: u32,
}

/// A recent name.
#[derive(Clone, Copy)]
struct Slot {
    spelling: Spelling,
    name: Name,
    /// The page that the name belongs to, or [`EVERY_PAGE`].
    page: u32,
}

/// The page of names that are the same on all pages.
const EVERY_PAGE: u32 = 0;

/// The length of a name and its first and last bytes: all of a name of at most 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Spelling {
    first: u64,
    last: u64,
    length: usize,
}

impl Spelling {
    const EMPTY: Spelling = Spelling { first: 0, last: 0, length: 0 };

    /// The length of the longest name that its spelling tells from all others.
    const WHOLE: usize = 16;

    #[inline]
    fn of(text: &str) -> Spelling {
        let bytes = text.as_bytes();
        let length = bytes.len();
        if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
            let [first, last] = [first, last].map(|part| u64::from_le_bytes(*part));
            return Spelling { first, last, length };
        }
        if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
            let [first, last] = [first, last].map(|part| u64::from(u32::from_le_bytes(*part)));
            return Spelling { first, last, length };
        }
        let first = bytes.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        Spelling { first, last: 0, length }
    }

    #[inline]
    fn slot(self) -> usize {
        let mixed = self.first ^ self.last.rotate_left(23) ^ self.length as u64;
        (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - NameCache::BITS)) as usize
    }
}

impl Default for NameCache {
    fn default() -> NameCache {
        let empty = Slot { spelling: Spelling::EMPTY, name: Name::SATURATED, page: EVERY_PAGE };
        NameCache {
            slots: vec![empty; 1 << NameCache::BITS],
            tags: vec![Name::SATURATED; Tag::KNOWN],
            own: HashMap::new(),
            state: RandomState::new(),
            page: EVERY_PAGE,
        }
    }
}

impl NameCache {
    /// The number of slots is two to the power of this.
    const BITS: u32 = 10;
    /// The capacity for names of a page that is kept.
    const KEPT: usize = 4096;

    /// Forgets the names that are not the same on all pages.
    pub(super) fn start_page(&mut self) {
        self.own.clear();
        self.own.shrink_to(NameCache::KEPT);
        self.page = self.page.wrapping_add(1);
        if self.page == EVERY_PAGE {
            *self = NameCache { page: 1, ..NameCache::default() };
        }
    }

    /// Returns the name of an element.
    #[inline]
    pub(super) fn element(&mut self, element: &Element<'_>, names: &mut DocumentNames) -> Name {
        if element.namespace == Namespace::Html
            && let Some(&name) = self.tags.get(element.tag.index())
        {
            if name != Name::SATURATED {
                return name;
            }
            return self.new_tag(element, names);
        }
        self.name(element.name, names)
    }

    #[cold]
    fn new_tag(&mut self, element: &Element<'_>, names: &mut DocumentNames) -> Name {
        let name = self.name(element.name, names);
        if name.index() < usize::from(Name::KNOWN) {
            self.tags[element.tag.index()] = name;
        }
        name
    }

    /// Returns the name with this spelling. A name that is new to the page is added to `names`.
    #[inline]
    pub(super) fn name(&mut self, text: &str, names: &mut DocumentNames) -> Name {
        let spelling = Spelling::of(text);
        let slot = &self.slots[spelling.slot()];
        if slot.spelling == spelling
            && (slot.page == EVERY_PAGE || slot.page == self.page)
            && (spelling.length <= Spelling::WHOLE || names.text(slot.name) == text)
        {
            return slot.name;
        }
        self.search(text, spelling, names)
    }

    #[inline(never)]
    fn search(&mut self, text: &str, spelling: Spelling, names: &mut DocumentNames) -> Name {
        let (name, page) = match Name::known(text) {
            Some(name) => (name, EVERY_PAGE),
            None => (self.own_name(text, names), self.page),
        };
        if name != Name::SATURATED {
            self.slots[spelling.slot()] = Slot { spelling, name, page };
        }
        name
    }

    fn own_name(&mut self, text: &str, names: &mut DocumentNames) -> Name {
        let mut hash = self.state.hash_one(text);
        while let Some(&name) = self.own.get(&hash) {
            if names.text(name) == text {
                return name;
            }
            hash = hash.wrapping_add(1);
        }
        let name = names.add(text);
        if name != Name::SATURATED {
            self.own.insert(hash, name);
        }
        name
    }
}
