//! What names of classes and ids say about an element.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

/// Names of what rarely is content.
///
/// Source: `Readability.js`, `REGEXPS.unlikelyCandidates`; so in `Readability-readerable.js`.
pub(super) const UNLIKELY_CANDIDATES: [&str; 31] = [
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

/// Names that make up for an unlikely one.
///
/// Source: `Readability.js`, `REGEXPS.okMaybeItsACandidate`; so in `Readability-readerable.js`.
pub(super) const MAYBE_A_CANDIDATE: [&str; 8] =
    ["and", "article", "body", "column", "content", "main", "mathjax", "shadow"];

static UNLIKELY: LazyLock<AhoCorasick> = LazyLock::new(|| any_of(&UNLIKELY_CANDIDATES));
static MAYBE: LazyLock<AhoCorasick> = LazyLock::new(|| any_of(&MAYBE_A_CANDIDATE));

/// Finds any of the words, in ASCII letters of either case, as JavaScript's `/a|b/i` does.
fn any_of(words: &[&str]) -> AhoCorasick {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        // Names are short: a prefilter costs more than it saves.
        .prefilter(false)
        .kind(Some(AhoCorasickKind::DFA))
        .build(words)
        .expect("a short list of words makes a small automaton")
}

/// Whether a class or id tells of what rarely is content. No word has a blank in it, so the attributes may be asked one
/// by one.
pub fn unlikely_candidates(names: &str) -> bool {
    UNLIKELY.is_match(names)
}

/// Whether a class or id has a word that makes up for an unlikely one.
pub fn maybe_a_candidate(names: &str) -> bool {
    MAYBE.is_match(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_anywhere_in_either_case() {
        assert!(unlikely_candidates("xSIDEBARx"));
        assert!(unlikely_candidates("story comment-list"));
        assert!(unlikely_candidates("top-ad-slot"));
        assert!(!unlikely_candidates("ad-slot"));
        assert!(!unlikely_candidates("ſidebar"));
        assert!(!unlikely_candidates(""));
    }

    #[test]
    fn mathjax_makes_up_for_an_unlikely_name() {
        assert!(maybe_a_candidate("MathJax_Preview"));
        assert!(maybe_a_candidate("brand"));
        assert!(!maybe_a_candidate("sidebar"));
    }
}
