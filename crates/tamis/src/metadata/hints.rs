//! Hints at authors and dates in classes and ids.

use crate::page::attribute_cache::AttributeCache;

/// A set of hints about the text of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hints(u8);

impl Hints {
    pub(super) const NONE: Hints = Hints(0);
    /// The text names an author.
    pub(super) const AUTHOR: Hints = Hints(1);
    /// The text states a date.
    pub(super) const DATE: Hints = Hints(2);
    /// The date is that of the publication.
    pub(super) const PUBLISHED: Hints = Hints(4);
    /// The date is that of a change.
    pub(super) const MODIFIED: Hints = Hints(8);
    /// The element is a link to the author.
    pub(super) const RELATION: Hints = Hints(16);
    /// The element is a link to the page of a member of the site.
    pub(super) const MEMBER: Hints = Hints(32);

    pub(super) const fn with(self, other: Hints) -> Hints {
        Hints(self.0 | other.0)
    }

    pub(super) const fn has(self, other: Hints) -> bool {
        self.0 & other.0 != 0
    }
}

/// Parts of classes and ids that count at the beginning of a word, with their hints. In lower case
/// and sorted.
const WORDS: &[(&str, Hints)] = &[
    ("creator", Hints::AUTHOR),
    ("date", Hints::DATE),
    ("datum", Hints::DATE),
    ("fecha", Hints::DATE),
    ("modified", Hints::MODIFIED),
    ("postdate", Hints::PUBLISHED),
    ("posted", Hints::PUBLISHED),
    ("pubdate", Hints::PUBLISHED),
    ("publi", Hints::PUBLISHED),
    ("time", Hints::DATE),
    ("updated", Hints::MODIFIED),
    ("verfasser", Hints::AUTHOR),
    ("writer", Hints::AUTHOR),
    ("writtenby", Hints::AUTHOR),
];

/// Parts of classes and ids that count anywhere, with their hints. In lower case and sorted.
const PARTS: &[(&str, Hints)] = &[
    ("auteur", Hints::AUTHOR),
    ("author", Hints::AUTHOR),
    ("autor", Hints::AUTHOR),
    ("byline", Hints::AUTHOR),
    ("contributor", Hints::AUTHOR),
    ("username", Hints::AUTHOR),
];

/// For each byte, in either case, the range of the entries of a table that begin with it.
const fn by_first_byte(parts: &[(&str, Hints)]) -> [(u8, u8); 256] {
    let mut table = [(0, 0); 256];
    let mut at = 0;
    while at < parts.len() {
        let first = parts[at].0.as_bytes()[0];
        let start = if table[first as usize].1 == 0 { at as u8 } else { table[first as usize].0 };
        table[first as usize] = (start, at as u8 + 1);
        table[first.to_ascii_uppercase() as usize] = (start, at as u8 + 1);
        at += 1;
    }
    table
}

const WORDS_BY_BYTE: [(u8, u8); 256] = by_first_byte(WORDS);
const PARTS_BY_BYTE: [(u8, u8); 256] = by_first_byte(PARTS);

/// For the low five bits of a first byte, the set of the low five bits of all second bytes after it
/// in either table. A letter has the same five bits in either case.
const BEGINS: [u32; 32] = {
    let mut table = [0; 32];
    let tables = [WORDS, PARTS];
    let mut table_at = 0;
    while table_at < tables.len() {
        let mut at = 0;
        while at < tables[table_at].len() {
            let bytes = tables[table_at][at].0.as_bytes();
            table[(bytes[0] & 31) as usize] |= 1 << (bytes[1] & 31);
            at += 1;
        }
        table_at += 1;
    }
    table
};

/// The hints of a class or an id.
pub(super) fn hints_of(names: &str) -> Hints {
    let bytes = names.as_bytes();
    let mut hints = Hints::NONE;
    for (at, pair) in bytes.windows(2).enumerate() {
        if BEGINS[usize::from(pair[0] & 31)] & 1 << (pair[1] & 31) == 0 {
            continue;
        }
        let (start, end) = PARTS_BY_BYTE[usize::from(pair[0])];
        hints = hints.with(beginning(&bytes[at..], &PARTS[usize::from(start)..usize::from(end)]));
        let (start, end) = WORDS_BY_BYTE[usize::from(pair[0])];
        if end > 0 && begins_word(bytes, at) {
            hints =
                hints.with(beginning(&bytes[at..], &WORDS[usize::from(start)..usize::from(end)]));
        }
    }
    hints
}

/// The hints of classes that were read already, because pages repeat them.
pub(super) struct HintCache<'d> {
    known: AttributeCache<'d, Hints>,
}

impl<'d> HintCache<'d> {
    pub(super) fn new() -> HintCache<'d> {
        HintCache { known: AttributeCache::new(Hints::NONE) }
    }

    /// Returns [`hints_of`] the names.
    pub(super) fn of(&mut self, names: &'d str) -> Hints {
        *self.known.get(names, hints_of)
    }
}

/// The hints of all parts that these bytes begin with.
fn beginning(bytes: &[u8], parts: &[(&str, Hints)]) -> Hints {
    let begins = |part: &str| {
        bytes.get(..part.len()).is_some_and(|here| here.eq_ignore_ascii_case(part.as_bytes()))
    };
    let found = parts.iter().filter(|(part, _)| begins(part));
    found.fold(Hints::NONE, |all, (_, hints)| all.with(*hints))
}

/// True if a word begins here: after something that is not a letter, or with a capital after a
/// small letter.
fn begins_word(bytes: &[u8], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| bytes[before]) else { return true };
    !before.is_ascii_alphabetic() || before.is_ascii_lowercase() && bytes[at].is_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_hint_at_authors_and_dates() {
        for (names, expected) in [
            ("article__author-name", Hints::AUTHOR),
            ("postAuthor", Hints::AUTHOR),
            ("ByLine", Hints::AUTHOR),
            ("entry-date published", Hints::DATE.with(Hints::PUBLISHED)),
            ("postDate", Hints::DATE.with(Hints::PUBLISHED)),
            ("last_updated", Hints::MODIFIED),
            ("candidate update validate", Hints::NONE),
            ("times-new", Hints::DATE),
            ("lifetime", Hints::NONE),
            ("", Hints::NONE),
        ] {
            assert_eq!(hints_of(names), expected, "{names}");
        }
    }

    #[test]
    fn cached_hints_are_those_of_each_name() {
        let names: Vec<String> = (0..2000).map(|at| format!("a{at} date b{}", at % 7)).collect();
        let mut cache = HintCache::new();
        for name in names.iter().chain(names.iter().rev()) {
            assert_eq!(cache.of(name), Hints::DATE, "{name}");
            assert_eq!(cache.of(&name[..2]), Hints::NONE);
        }
    }
}
