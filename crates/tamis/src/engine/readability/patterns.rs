//! Words in classes and ids that suggest whether an element is content.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

/// Words of elements that are rarely content.
///
/// Source: `Readability.js`, `REGEXPS.unlikelyCandidates`; the same in `Readability-readerable.js`.
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

/// Words that outweigh those of [`UNLIKELY_CANDIDATES`].
///
/// Source: `Readability.js`, `REGEXPS.okMaybeItsACandidate`; the same in
/// `Readability-readerable.js`.
pub(super) const MAYBE_A_CANDIDATE: [&str; 8] =
    ["and", "article", "body", "column", "content", "main", "mathjax", "shadow"];

static UNLIKELY: LazyLock<AhoCorasick> = LazyLock::new(|| any_of(&UNLIKELY_CANDIDATES));
static MAYBE: LazyLock<AhoCorasick> = LazyLock::new(|| any_of(&MAYBE_A_CANDIDATE));

/// Builds a search for any of the words, ignoring ASCII case like JavaScript's `/a|b/i`.
fn any_of(words: &[&str]) -> AhoCorasick {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        // Names are short: a prefilter would cost more than it saves.
        .prefilter(false)
        .kind(Some(AhoCorasickKind::DFA))
        .build(words)
        .expect("a short list of words makes a small automaton")
}

/// True if a class or id contains a word of elements that are rarely content. No word contains a
/// space, so class and id can be checked separately.
pub fn unlikely_candidates(names: &str) -> bool {
    UNLIKELY.is_match(names)
}

/// True if a class or id contains a word that outweighs an unlikely one.
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
    fn mathjax_outweighs_an_unlikely_name() {
        assert!(maybe_a_candidate("MathJax_Preview"));
        assert!(maybe_a_candidate("brand"));
        assert!(!maybe_a_candidate("sidebar"));
    }
}
