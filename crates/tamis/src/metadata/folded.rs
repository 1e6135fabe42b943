//! Titles and names without what does not matter where they are compared: case, signs, spaces.
//!
//! "Rye Bread!" and "rye bread" are the same title: "ryebread".

/// Returns the letters and digits of a text, in lower case.
pub(super) fn squash(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The most words of a title that are compared.
const MAX_WORDS: usize = 48;

/// Returns the first words of a title, in lower case. Chinese, Japanese and Korean characters are
/// words of their own.
pub(super) fn words(title: &str) -> Vec<String> {
    let parts = title.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    let words = parts.flat_map(|part| part.split_inclusive(|c| c >= '\u{2e80}'));
    words.take(MAX_WORDS).map(str::to_lowercase).collect()
}
