//! The measure of `wcxb-dev`: tokens of the text that came out against tokens of the reference.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;

/// Words as Python's `\w+` matches them: letters, numbers of any kind and the underscore. No
/// combining marks, unlike the same class in the `regex` crate.
static TOKEN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[\p{L}\p{N}_]+").expect("a valid pattern"));

/// The tokens of a text, in its order.
pub fn tokens(text: &str) -> impl Iterator<Item = &str> {
    TOKEN.find_iter(text).map(|token| token.as_str())
}

/// The words of a text, in its order: its [`tokens`], but a character of Chinese, Japanese, Korean
/// or Thai is a word alone, because spaces do not part words there.
///
/// ```
/// use tamis_bench::score::words;
///
/// assert_eq!(words("Tea, 茶茶 tea茶").collect::<Vec<_>>(), ["Tea", "茶", "茶", "tea", "茶"]);
/// ```
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    tokens(text).flat_map(|token| {
        let mut rest = token;
        std::iter::from_fn(move || {
            let first = rest.chars().next()?;
            let end = match rest.find(is_word_alone) {
                Some(0) => first.len_utf8(),
                end => end.unwrap_or(rest.len()),
            };
            let (word, behind) = rest.split_at(end);
            rest = behind;
            Some(word)
        })
    })
}

/// Returns true for a character of a script that parts no words by spaces.
fn is_word_alone(char: char) -> bool {
    matches!(char,
        '\u{e00}'..='\u{e7f}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// The agreement of a text with its reference. Each number is in 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Score {
    /// Tokens that came out and belong to the reference, of all that came out.
    pub precision: f64,
    /// Tokens of the reference that came out, of all its tokens.
    pub recall: f64,
    /// The harmonic mean of the two.
    pub f1: f64,
}

impl Score {
    /// The score of a text: both texts in lower case, their tokens as multisets.
    ///
    /// If the reference has no token, all three numbers are 1 if the text has none either, else 0.
    ///
    /// ```
    /// use tamis_bench::score::Score;
    ///
    /// let score = Score::of_text("One two two", "one, two; three");
    /// assert_eq!((score.precision, score.recall), (2.0 / 3.0, 2.0 / 3.0));
    /// ```
    pub fn of_text(text: &str, reference: &str) -> Self {
        let (text, reference) = (text.to_lowercase(), reference.to_lowercase());
        let mut wanted: HashMap<&str, u32> = HashMap::new();
        for token in tokens(&reference) {
            *wanted.entry(token).or_default() += 1;
        }
        let wanted_count = wanted.values().sum();
        let (mut shared, mut count) = (0, 0);
        for token in tokens(&text) {
            count += 1;
            if let Some(left) = wanted.get_mut(token).filter(|left| **left > 0) {
                *left -= 1;
                shared += 1;
            }
        }
        if wanted_count == 0 {
            return if count == 0 { Self::of_counts(1, 1, 1) } else { Self::default() };
        }
        Self::of_counts(shared, count, wanted_count)
    }

    /// The score of `shared` things of `found` and of `wanted`; 0 where a share is of nothing.
    pub fn of_counts(shared: u32, found: u32, wanted: u32) -> Self {
        let share = |whole: u32| {
            if whole == 0 { 0.0 } else { f64::from(shared) / f64::from(whole) }
        };
        let (precision, recall) = (share(found), share(wanted));
        let sum = precision + recall;
        let f1 = if sum > 0.0 { 2.0 * precision * recall / sum } else { 0.0 };
        Self { precision, recall, f1 }
    }

    /// The mean of each number by itself; zeros for no scores.
    pub fn mean<'a>(scores: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut sum = Self::default();
        let mut count = 0_u32;
        for score in scores {
            sum.precision += score.precision;
            sum.recall += score.recall;
            sum.f1 += score.f1;
            count += 1;
        }
        let count = f64::from(count.max(1));
        Self { precision: sum.precision / count, recall: sum.recall / count, f1: sum.f1 / count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<&str> {
        TOKEN.find_iter(text).map(|token| token.as_str()).collect()
    }

    fn check(text: &str, reference: &str, precision: f64, recall: f64) {
        let score = Score::of_text(text, reference);
        assert!(
            (score.precision - precision).abs() < 1e-12 && (score.recall - recall).abs() < 1e-12,
            "{text:?} against {reference:?}: {score:?}"
        );
    }

    #[test]
    fn tokens_are_those_of_python() {
        // What `re.findall(r"\w+", text)` gives in Python 3.11 for the same texts.
        assert_eq!(tokens("don't stop_me 3½ x²"), ["don", "t", "stop_me", "3½", "x²"]);
        assert_eq!(tokens("हिन्दी"), ["ह", "न", "द"]);
        assert_eq!(tokens("Ⅷ ① 漢字、かな ⓐ"), ["Ⅷ", "①", "漢字", "かな"]);
        assert_eq!(tokens("e\u{301}a-b—c"), ["e", "a", "b", "c"]);
    }

    #[test]
    fn tokens_count_as_often_as_they_stand() {
        check("a a a b", "a a c", 0.5, 2.0 / 3.0);
        check("Straße ΟΔΟΣ", "straße οδος", 1.0, 1.0);
        check("", "a", 0.0, 0.0);
        check("b", "a", 0.0, 0.0);
        assert!((Score::of_text("a b c d", "a b").f1 - 2.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn an_empty_reference_wants_nothing() {
        check("", "", 1.0, 1.0);
        check(" – ", "…", 1.0, 1.0);
        check("a", "", 0.0, 0.0);
    }

    #[test]
    fn the_mean_is_over_pages() {
        let scores = [Score::of_counts(1, 1, 1), Score::of_counts(0, 1, 1)];
        let mean = Score::mean(&scores);
        assert!((mean.f1 - 0.5).abs() < 1e-12 && (mean.precision - 0.5).abs() < 1e-12);
        assert_eq!(Score::mean(&[]), Score::default());
    }
}
