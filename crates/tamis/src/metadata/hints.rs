//! Hints at authors and dates in classes and ids.

use std::sync::LazyLock;

use crate::page::attribute_cache::AttributeCache;
use crate::page::word_finder::{WordFinder, is_border};

/// A set of hints about the text of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

    /// Returns true if the date is that of a change and not of the publication.
    pub(super) const fn has_only_change(self) -> bool {
        self.has(Hints::MODIFIED) && !self.has(Hints::PUBLISHED)
    }
}

/// Words in classes and ids with their hints, and whether they count only at the beginning of a
/// part of the value.
const WORDS: [(&str, Hints, bool); 20] = [
    ("creator", Hints::AUTHOR, true),
    ("date", Hints::DATE, true),
    ("datum", Hints::DATE, true),
    ("fecha", Hints::DATE, true),
    ("modified", Hints::MODIFIED, true),
    ("postdate", Hints::PUBLISHED, true),
    ("posted", Hints::PUBLISHED, true),
    ("pubdate", Hints::PUBLISHED, true),
    ("publi", Hints::PUBLISHED, true),
    ("time", Hints::DATE, true),
    ("updated", Hints::MODIFIED, true),
    ("verfasser", Hints::AUTHOR, true),
    ("writer", Hints::AUTHOR, true),
    ("writtenby", Hints::AUTHOR, true),
    ("auteur", Hints::AUTHOR, false),
    ("author", Hints::AUTHOR, false),
    ("autor", Hints::AUTHOR, false),
    ("byline", Hints::AUTHOR, false),
    ("contributor", Hints::AUTHOR, false),
    ("username", Hints::AUTHOR, false),
];

static FINDER: LazyLock<WordFinder> =
    LazyLock::new(|| WordFinder::new(WORDS.iter().map(|(word, ..)| *word)));

/// Returns the hints of a class or an id.
pub(super) fn hints_of(names: &str) -> Hints {
    let bytes = names.as_bytes();
    let mut hints = Hints::NONE;
    FINDER.find(bytes, |number, place| {
        let (_, hint, begins_part) = WORDS[number];
        let before = place.start.checked_sub(1).map(|before| bytes[before]);
        if !begins_part || is_border(before, Some(bytes[place.start])) {
            hints = hints.with(hint);
        }
    });
    hints
}

/// The hints of classes that were read already, because a page has the same classes again and
/// again.
pub(super) struct HintCache<'d> {
    known: AttributeCache<'d, Hints>,
}

impl<'d> HintCache<'d> {
    pub(super) fn new() -> HintCache<'d> {
        HintCache { known: AttributeCache::new() }
    }

    /// Returns [`hints_of`] the names.
    pub(super) fn of(&mut self, names: &'d str) -> Hints {
        *self.known.get(names, hints_of)
    }
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
