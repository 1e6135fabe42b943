//! Titles and names without what does not matter where they are compared: case, signs, spaces.
//!
//! "Rye Bread!" and "rye bread" are the same title: "ryebread".

use crate::page::width::is_wide;
use crate::words::letters::letters;

/// Returns the letters and digits of a text, in lower case.
pub(crate) fn squash(text: &str) -> String {
    let letters = letters();
    let mut squashed = String::with_capacity(text.len());
    for c in text.chars().filter(|&c| letters.is_alphanumeric(c)) {
        letters.for_each_lower(c, |lower| squashed.push(lower));
    }
    squashed
}

/// Returns true if a text has these letters and digits: `squash(text) == squashed`. Most texts that
/// are compared differ in their first letter.
pub(super) fn squashes_to(text: &str, squashed: &str) -> bool {
    let letters = letters();
    let mut rest = squashed.chars();
    let mut is_same = true;
    for c in text.chars().filter(|&c| letters.is_alphanumeric(c)) {
        letters.for_each_lower(c, |lower| is_same &= rest.next() == Some(lower));
        if !is_same {
            return false;
        }
    }
    rest.next().is_none()
}

/// The most words of a title that are compared.
const MAX_WORDS: usize = 48;

/// Returns the first words of a title, in lower case. Chinese, Japanese and Korean characters are
/// words of their own.
pub(super) fn words(title: &str) -> Vec<String> {
    let letters = letters();
    let parts = title.split(|c: char| !letters.is_alphanumeric(c)).filter(|part| !part.is_empty());
    let words = parts.flat_map(|part| part.split_inclusive(is_wide));
    words.take(MAX_WORDS).map(str::to_lowercase).collect()
}
