//! One scan over a class or an id for all the words that Readability looks for in them.

use std::ops::BitOr;
use std::sync::LazyLock;

use aho_corasick::automaton::Automaton;
use aho_corasick::dfa::DFA;
use aho_corasick::{Anchored, MatchKind};

use super::patterns::{MAYBE_A_CANDIDATE, UNLIKELY_CANDIDATES};

/// Which of the lists have a word in a class or an id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Words(pub(super) u8);

impl Words {
    /// Source: `REGEXPS.unlikelyCandidates`.
    pub(super) const UNLIKELY: Words = Words(1);
    /// Source: `REGEXPS.okMaybeItsACandidate`.
    pub(super) const MAYBE: Words = Words(2);
    /// Source: `REGEXPS.byline`.
    pub(super) const BYLINE: Words = Words(4);
    /// Source: `REGEXPS.positive`.
    pub(super) const POSITIVE: Words = Words(8);
    /// Source: `REGEXPS.negative`.
    pub(super) const NEGATIVE: Words = Words(16);
    /// Source: `REGEXPS.shareElements`.
    pub(super) const SHARE: Words = Words(32);
}

impl BitOr for Words {
    type Output = Words;

    fn bitor(self, other: Words) -> Words {
        Words(self.0 | other.0)
    }
}

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

/// But for `hid`, which stands between blanks.
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

/// A word that counts only where certain characters stand around it.
struct Bounded {
    word: &'static str,
    lists: Words,
    may_stand_beside: fn(Option<u8>) -> bool,
}

const BOUNDED: [Bounded; 3] = [
    Bounded { word: "hid", lists: Words::NEGATIVE, may_stand_beside: is_blank_or_end },
    Bounded { word: "share", lists: Words::SHARE, may_stand_beside: ends_a_word },
    Bounded { word: "sharedaddy", lists: Words::SHARE, may_stand_beside: ends_a_word },
];

fn is_blank_or_end(byte: Option<u8>) -> bool {
    byte.is_none_or(|byte| byte == b' ')
}

/// `(\b|_)` beside a letter. Bytes of characters outside ASCII are no part of a word.
fn ends_a_word(byte: Option<u8>) -> bool {
    byte.is_none_or(|byte| !byte.is_ascii_alphanumeric())
}

struct Scanner {
    automaton: DFA,
    /// For each free word.
    lists: Vec<Words>,
}

static SCANNER: LazyLock<Scanner> = LazyLock::new(|| {
    let lists: [(&[&'static str], Words); 5] = [
        (&UNLIKELY_CANDIDATES, Words::UNLIKELY),
        (&MAYBE_A_CANDIDATE, Words::MAYBE),
        (&BYLINE, Words::BYLINE),
        (&POSITIVE, Words::POSITIVE),
        (&NEGATIVE, Words::NEGATIVE),
    ];
    let free = lists.iter().flat_map(|&(words, list)| words.iter().map(move |&word| (word, list)));
    let (mut words, lists): (Vec<_>, Vec<_>) = free.unzip();
    words.extend(BOUNDED.iter().map(|bounded| bounded.word));
    let automaton = DFA::builder()
        .match_kind(MatchKind::Standard)
        .ascii_case_insensitive(true)
        .prefilter(false)
        .build(&words)
        .expect("a short list of words makes a small automaton");
    Scanner { automaton, lists }
});

/// The lists that have a word in this class or id: anywhere, in ASCII letters of either case.
pub(super) fn words_in(names: &str) -> Words {
    let Scanner { automaton, lists } = &*SCANNER;
    let mut found = Words::default();
    let Ok(mut state) = automaton.start_state(Anchored::No) else { return found };
    let bytes = names.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        state = automaton.next_state(Anchored::No, state, byte);
        if !automaton.is_match(state) {
            continue;
        }
        for index in 0..automaton.match_len(state) {
            let word = automaton.match_pattern(state, index).as_usize();
            found = found
                | lists.get(word).copied().unwrap_or_else(|| {
                    let bounded = &BOUNDED[word - lists.len()];
                    let before =
                        (at + 1).checked_sub(bounded.word.len() + 1).map(|before| bytes[before]);
                    let after = bytes.get(at + 1).copied();
                    let stands =
                        (bounded.may_stand_beside)(before) && (bounded.may_stand_beside)(after);
                    if stands { bounded.lists } else { Words::default() }
                });
        }
    }
    found
}

/// What was found in the names that were looked at last: siblings often share their classes.
#[derive(Debug)]
pub(super) struct Recent(Vec<(String, Words)>);

/// How many names are kept.
const RECENT: usize = 64;

/// Longer names are not kept. Bytes.
const LONGEST_RECENT: usize = 256;

impl Default for Recent {
    fn default() -> Self {
        Recent(vec![Default::default(); RECENT])
    }
}

impl Recent {
    /// What [`words_in`] finds.
    pub(super) fn words_in(&mut self, names: &str) -> Words {
        let bytes = names.as_bytes();
        if bytes.len() > LONGEST_RECENT {
            return words_in(names);
        }
        let middle = bytes.get(bytes.len() / 2).copied().unwrap_or_default();
        let last = bytes.last().copied().unwrap_or_default();
        let place = bytes.len() ^ usize::from(middle) << 3 ^ usize::from(last) << 1;
        let (known, words) = &mut self.0[place % RECENT];
        if known != names {
            *words = words_in(names);
            names.clone_into(known);
        }
        *words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(names: &str, expected: Words) {
        assert_eq!(words_in(names), expected, "{names}");
    }

    #[test]
    fn overlapping_words_are_all_found() {
        check("", Words::default());
        check("nothing", Words::default());
        check("Content", Words::MAYBE | Words::POSITIVE);
        check("commentary", Words::UNLIKELY | Words::NEGATIVE);
        check("h-entry-pagination", Words::UNLIKELY | Words::POSITIVE);
        check("p-Author", Words::BYLINE);
        check("ſidebar", Words::default());
    }

    #[test]
    fn recent_names_are_told_apart() {
        let mut recent = Recent::default();
        for names in ["", "post", "pest", "post", "main", "", "main"] {
            assert_eq!(recent.words_in(names), words_in(names), "{names}");
        }
    }

    #[test]
    fn bounded_words() {
        let share = Words::NEGATIVE | Words::SHARE;
        check("share", share);
        check("x_share-y", share);
        check("x-SHAREDADDY", share);
        check("shared", Words::NEGATIVE);
        check("éshareé", share);
        check("4share", Words::NEGATIVE);
        check("hid", Words::NEGATIVE);
        check("a hid b", Words::NEGATIVE);
        check("a\thid", Words::default());
        check("hide", Words::default());
        check("chid", Words::default());
    }
}
