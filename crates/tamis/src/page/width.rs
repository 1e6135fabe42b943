//! The width of texts, where lengths in characters mean different things in different scripts.

/// Returns true for a character that says about as much as two letters: those of Chinese, Japanese
/// and Korean.
pub(crate) fn is_wide(c: char) -> bool {
    c >= '\u{2e80}'
}

/// Returns the characters of a text, with those that are [wide](is_wide) counted twice.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum()
}
