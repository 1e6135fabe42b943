//! Groups of words in class names and ids.

use std::sync::LazyLock;

use aho_corasick::automaton::Automaton;
use aho_corasick::dfa::DFA;
use aho_corasick::{Anchored, MatchKind};

/// The number of groups: one for each column from `ClassComment` on.
pub(super) const GROUPS: usize = 30;

/// The words of each group, in the order of the columns. A word counts anywhere in a value, in any
/// case; one that ends or begins with `_` counts only at the end or the beginning of a part of the
/// value.
const WORDS: [&str; GROUPS] = [
    "comment disqus respond replies reply remark kommentar",
    "sidebar aside rail_ side-col secondary sidecol",
    "footer foot_ bottom colophon",
    "header head_ masthead banner topbar hero",
    "nav menu breadcrumb crumb toc_ _toc sitemap",
    "related recommend popular trending also-like more-from readnext read-next suggest outbrain \
     taboola most-read latest",
    "advert sponsor promo _ad_ _ads_ dfp adsense adslot commercial",
    "author byline by-line writer contributor bio_",
    "meta date time_ _tags tag-list tagged categor timestamp published postinfo dateline info",
    "content body_ entry",
    "article post story blog hentry",
    "title headline heading subject",
    "main primary page-body",
    "product item-detail sku goods",
    "review rating testimonial stars",
    "desc summary abstract intro lead_ details",
    "card tile_ item",
    "list grid loop archive feed results",
    "form subscri newsletter signup sign-up login search input",
    "modal popup cookie consent dialog overlay gdpr lightbox",
    "galler slider carousel swiper slick",
    "caption media image figure photo credit video embed",
    "message thread topic quote discussion forum conversation answer question",
    "signature profile user avatar member",
    "hidden hide_ collapse visually sr-only screen-reader noprint",
    "tab_ tabs tabpanel accordion panel",
    "teaser excerpt snippet preview",
    "widget block_ module component",
    "text copy_ prose markdown richtext rte_ paragraph",
    "price cost_ cart buy_ shop add-to",
];

struct Word {
    group: u8,
    /// The word must be at the beginning, or at the end, of a part.
    starts: bool,
    ends: bool,
}

struct Scanner {
    automaton: DFA,
    words: Vec<Word>,
}

static SCANNER: LazyLock<Scanner> = LazyLock::new(|| {
    let mut texts = Vec::new();
    let mut words = Vec::new();
    for (group, list) in (0..).zip(WORDS) {
        for word in list.split_whitespace() {
            words.push(Word { group, starts: word.starts_with('_'), ends: word.ends_with('_') });
            texts.push(word.trim_matches('_'));
        }
    }
    let automaton = DFA::builder()
        .match_kind(MatchKind::Standard)
        .ascii_case_insensitive(true)
        .build(&texts)
        .expect("a list of short words is a valid automaton");
    Scanner { automaton, words }
});

/// Returns the groups that have a word in a class or id, as bits.
pub(super) fn groups(value: &str) -> u32 {
    let Scanner { automaton, words } = &*SCANNER;
    let bytes = value.as_bytes();
    let Ok(mut state) = automaton.start_state(Anchored::No) else { return 0 };
    let mut groups = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        state = automaton.next_state(Anchored::No, state, byte);
        if !automaton.is_match(state) {
            continue;
        }
        for index in 0..automaton.match_len(state) {
            let pattern = automaton.match_pattern(state, index);
            let word = &words[pattern.as_usize()];
            let start = at + 1 - automaton.pattern_len(pattern);
            let begins_part = start == 0 || is_border(bytes[start - 1], bytes[start]);
            let ends_part = bytes.get(at + 1).is_none_or(|&next| is_border(byte, next));
            if (!word.starts || begins_part) && (!word.ends || ends_part) {
                groups |= 1 << word.group;
            }
        }
    }
    groups
}

/// True between two parts of a value: at a character that is no letter, and before a capital.
fn is_border(before: u8, after: u8) -> bool {
    !before.is_ascii_alphabetic()
        || !after.is_ascii_alphabetic()
        || before.is_ascii_lowercase() && after.is_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_classes() {
        let check = |value: &str, expected: &[usize]| {
            let found: Vec<usize> =
                (0..GROUPS).filter(|group| groups(value) >> group & 1 == 1).collect();
            assert_eq!(found, expected, "{value}");
        };
        check("", &[]);
        check("Comments", &[0]);
        check("ad", &[6]);
        check("top-ad-1", &[6]);
        check("roadmap", &[]);
        check("sidebarTabs", &[1, 25]);
        check("postBody", &[9, 10]);
        check("somebody-", &[9]);
        check("bodyguard", &[]);
    }
}
