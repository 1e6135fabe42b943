//! The similarity of two texts.

use std::collections::HashSet;

/// The words of a text, to compare others with.
#[derive(Clone, Debug, Default)]
pub struct WordSet(HashSet<Box<str>>);

impl WordSet {
    /// Collects the words of this text.
    pub fn of(text: &str) -> WordSet {
        WordSet(words(&text.to_lowercase()).map(Box::from).collect())
    }

    /// Returns the fraction of `other` that consists of words of the set: 1 for all of it, 0 for
    /// none, or if either has no words. A word counts by its length, and so does the space between
    /// two words.
    pub fn similarity(&self, other: &str) -> f64 {
        let other = other.to_lowercase();
        if self.0.is_empty() || words(&other).next().is_none() {
            return 0.0;
        }
        let new = words(&other).filter(|&word| !self.0.contains(word));
        1.0 - joined_length(new) as f64 / joined_length(words(&other)) as f64
    }
}

/// Returns the fraction of `b` that consists of words of `a`; see [`WordSet::similarity`].
///
/// Source: `Readability.js`, `_textSimilarity`.
pub fn text_similarity(a: &str, b: &str) -> f64 {
    WordSet::of(a).similarity(b)
}

/// Returns the runs of ASCII letters, digits and underscores, which remain when JavaScript splits
/// at `/\W+/`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Returns the length of the words joined by spaces. They are ASCII, so bytes are UTF-16 code
/// units.
fn joined_length<'w>(words: impl Iterator<Item = &'w str>) -> usize {
    words.map(|word| word.len() + 1).sum::<usize>().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: &str, b: &str, expected: f64) {
        let similarity = text_similarity(a, b);
        assert!((similarity - expected).abs() < 1e-12, "{a} | {b}: {similarity}");
    }

    #[test]
    fn new_words_count_by_their_length() {
        check("The quick fox", "the QUICK, fox!", 1.0);
        check("a b c", "a b cd", 1.0 - 2.0 / 6.0);
        check("one", "two three", 0.0);
        // Two new words are joined by a space, even if other words were between them.
        check("b", "aa b cc", 1.0 - 5.0 / 7.0);
        check("x y z", "y", 1.0);
    }

    #[test]
    fn empty_texts_have_no_similarity() {
        check("", "a", 0.0);
        check("a", "", 0.0);
        check("日本", "日本", 0.0);
    }

    #[test]
    fn words_are_ascii() {
        check("caf", "café", 1.0);
        check("i stanbul k", "İstanbul \u{212a}", 1.0);
        check("a_b1", "A_B1", 1.0);
    }
}
