//! Words that stand for an advertisement or for something still loading.

use crate::engine::readability::text::js_trim;

/// Source: `Readability.js`, `REGEXPS.adWords`.
const AD_WORDS: [&str; 10] = [
    "ad",
    "advertising",
    "advertisement",
    "pub",
    "publicité",
    "werb",
    "werbung",
    "广告",
    "реклама",
    "anuncio",
];

/// Source: `Readability.js`, `REGEXPS.loadingWords`.
const LOADING_WORDS: [&str; 5] = ["loading", "正在加载", "загрузка", "chargement", "cargando"];

/// Returns true if the text, white space trimmed, is one advertisement word or one loading word.
///
/// Source: `_cleanConditionally`, where both patterns are tested.
pub(super) fn is_ad_or_loading_word(text: &str) -> bool {
    let text = js_trim(text);
    let bare = text.strip_suffix('…').or_else(|| text.strip_suffix("...")).unwrap_or(text);
    AD_WORDS.iter().any(|word| is_same(text, word))
        || LOADING_WORDS.iter().any(|word| is_same(bare, word))
}

/// Returns true if the text equals the word, ignoring case in the way of JavaScript's `/word/iu`.
fn is_same(text: &str, word: &str) -> bool {
    let mut letters = text.chars();
    let same = word.chars().all(|wanted| letters.next().is_some_and(|c| fold(c) == wanted));
    same && letters.next().is_none()
}

/// Folds the case of a letter. Covers only what the words above need: simple folding, and the long
/// s.
fn fold(c: char) -> char {
    let mut lower = c.to_lowercase();
    match (c, lower.next(), lower.next()) {
        ('ſ', ..) => 's',
        (_, Some(folded), None) => folded,
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_word_matches() {
        for text in [
            "ad",
            " Ad\n",
            "ADVERTISEMENT",
            "Publicité",
            "РЕКЛАМА",
            "loading...",
            "Loading…",
            "正在加载",
        ] {
            assert!(is_ad_or_loading_word(text), "{text}");
        }
        for text in ["", "ads", "ad...", "loading..", "publicite", "ad ad", "adverti"] {
            assert!(!is_ad_or_loading_word(text), "{text}");
        }
    }
}
