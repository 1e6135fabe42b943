//! Finds in one scan all words that Readability looks for in a class or id.

use std::ops::BitOr;
use std::sync::LazyLock;

use crate::page::word_finder::WordFinder;

/// A set of word lists: those with a word in a class or id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WordLists(pub(super) u8);

impl WordLists {
    /// Source: `REGEXPS.unlikelyCandidates`.
    pub(super) const UNLIKELY: WordLists = WordLists(1);
    /// Source: `REGEXPS.okMaybeItsACandidate`.
    pub(super) const MAYBE: WordLists = WordLists(2);
    /// Source: `REGEXPS.byline`.
    pub(super) const BYLINE: WordLists = WordLists(4);
    /// Source: `REGEXPS.positive`.
    pub(super) const POSITIVE: WordLists = WordLists(8);
    /// Source: `REGEXPS.negative`.
    pub(super) const NEGATIVE: WordLists = WordLists(16);
    /// Source: `REGEXPS.shareElements`.
    pub(super) const SHARE: WordLists = WordLists(32);
}

impl WordLists {
    /// Returns true if this has a list of the other set.
    pub(super) fn has(self, other: WordLists) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for WordLists {
    type Output = WordLists;

    fn bitor(self, other: WordLists) -> WordLists {
        WordLists(self.0 | other.0)
    }
}

/// Words of elements that are rarely content.
///
/// Source: `Readability.js`, `REGEXPS.unlikelyCandidates`, and in `Readability-readerable.js`.
const UNLIKELY_CANDIDATES: [&str; 31] = [
    "-ad-",
    "ai2html",
    "banner",
    "breadcrumbs",
    "combx",
    "comment",
    "community",
    "cover-wrap",
    "disqus",
    "extra",
    "footer",
    "gdpr",
    "header",
    "legends",
    "menu",
    "related",
    "remark",
    "replies",
    "rss",
    "shoutbox",
    "sidebar",
    "skyscraper",
    "social",
    "sponsor",
    "supplemental",
    "ad-break",
    "agegate",
    "pagination",
    "pager",
    "popup",
    "yom-remote",
];

/// Words that outweigh those of [`UNLIKELY_CANDIDATES`].
///
/// Source: `Readability.js`, `REGEXPS.okMaybeItsACandidate`; the same in
/// `Readability-readerable.js`.
const MAYBE_A_CANDIDATE: [&str; 8] =
    ["and", "article", "body", "column", "content", "main", "mathjax", "shadow"];

/// Source: `Readability.js`, `REGEXPS.byline`.
const BYLINE: [&str; 5] = ["byline", "author", "dateline", "writtenby", "p-author"];

/// Source: `Readability.js`, `REGEXPS.positive`.
const POSITIVE: [&str; 13] = [
    "article",
    "body",
    "content",
    "entry",
    "hentry",
    "h-entry",
    "main",
    "page",
    "pagination",
    "post",
    "text",
    "blog",
    "story",
];

/// Without `hid`, which must be surrounded by spaces and is in [`BOUNDED`].
///
/// Source: `Readability.js`, `REGEXPS.negative`.
const NEGATIVE: [&str; 24] = [
    "-ad-",
    "hidden",
    "banner",
    "combx",
    "comment",
    "com-",
    "contact",
    "footer",
    "gdpr",
    "masthead",
    "media",
    "meta",
    "outbrain",
    "promo",
    "related",
    "scroll",
    "share",
    "shoutbox",
    "sidebar",
    "skyscraper",
    "sponsor",
    "shopping",
    "tags",
    "widget",
];

/// A word that counts only between certain characters.
struct Bounded {
    word: &'static str,
    lists: WordLists,
    may_stand_beside: fn(Option<u8>) -> bool,
}

const BOUNDED: [Bounded; 3] = [
    Bounded { word: "hid", lists: WordLists::NEGATIVE, may_stand_beside: is_blank_or_end },
    Bounded { word: "share", lists: WordLists::SHARE, may_stand_beside: ends_a_word },
    Bounded { word: "sharedaddy", lists: WordLists::SHARE, may_stand_beside: ends_a_word },
];

fn is_blank_or_end(byte: Option<u8>) -> bool {
    byte.is_none_or(|byte| byte == b' ')
}

/// `(\b|_)` next to a letter. Bytes of characters outside ASCII are not part of a word.
fn ends_a_word(byte: Option<u8>) -> bool {
    byte.is_none_or(|byte| !byte.is_ascii_alphanumeric())
}

struct AllLists {
    finder: WordFinder,
    /// The list of each word that counts anywhere. The words of [`BOUNDED`] follow these in the
    /// finder.
    lists: Vec<WordLists>,
}

static ALL: LazyLock<AllLists> = LazyLock::new(|| {
    let lists: [(&[&'static str], WordLists); 5] = [
        (&UNLIKELY_CANDIDATES, WordLists::UNLIKELY),
        (&MAYBE_A_CANDIDATE, WordLists::MAYBE),
        (&BYLINE, WordLists::BYLINE),
        (&POSITIVE, WordLists::POSITIVE),
        (&NEGATIVE, WordLists::NEGATIVE),
    ];
    let free = lists.iter().flat_map(|&(words, list)| words.iter().map(move |&word| (word, list)));
    let (mut words, lists): (Vec<_>, Vec<_>) = free.unzip();
    words.extend(BOUNDED.iter().map(|bounded| bounded.word));
    AllLists { finder: WordFinder::new(words), lists }
});

/// Returns the lists that have a word in this class or id. Words are found anywhere, ignoring ASCII
/// case.
pub(super) fn words_in(names: &str) -> WordLists {
    let AllLists { finder, lists } = &*ALL;
    let bytes = names.as_bytes();
    let mut found = WordLists::default();
    finder.find(bytes, |word, place| {
        let of_word = lists.get(word).copied().unwrap_or_else(|| {
            let bounded = &BOUNDED[word - lists.len()];
            let before = place.start.checked_sub(1).map(|before| bytes[before]);
            let after = bytes.get(place.end).copied();
            let stands = (bounded.may_stand_beside)(before) && (bounded.may_stand_beside)(after);
            if stands { bounded.lists } else { WordLists::default() }
        });
        found = found | of_word;
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(names: &str, expected: WordLists) {
        assert_eq!(words_in(names), expected, "{names}");
    }

    #[test]
    fn overlapping_words_are_all_found() {
        check("", WordLists::default());
        check("nothing", WordLists::default());
        check("Content", WordLists::MAYBE | WordLists::POSITIVE);
        check("commentary", WordLists::UNLIKELY | WordLists::NEGATIVE);
        check("h-entry-pagination", WordLists::UNLIKELY | WordLists::POSITIVE);
        check("p-Author", WordLists::BYLINE);
        check("ſidebar", WordLists::default());
    }

    #[test]
    fn words_are_found_anywhere_in_either_case() {
        for (names, unlikely, maybe) in [
            ("xSIDEBARx", true, false),
            ("story comment-list", true, false),
            ("top-ad-slot", true, false),
            ("ad-slot", false, false),
            ("MathJax_Preview", false, true),
            ("brand", false, true),
        ] {
            let found = words_in(names);
            assert_eq!(found.has(WordLists::UNLIKELY), unlikely, "{names}");
            assert_eq!(found.has(WordLists::MAYBE), maybe, "{names}");
        }
    }

    #[test]
    fn bounded_words() {
        let share = WordLists::NEGATIVE | WordLists::SHARE;
        check("share", share);
        check("x_share-y", share);
        check("x-SHAREDADDY", share);
        check("shared", WordLists::NEGATIVE);
        check("éshareé", share);
        check("4share", WordLists::NEGATIVE);
        check("hid", WordLists::NEGATIVE);
        check("a hid b", WordLists::NEGATIVE);
        check("a\thid", WordLists::default());
        check("hide", WordLists::default());
        check("chid", WordLists::default());
    }
}
