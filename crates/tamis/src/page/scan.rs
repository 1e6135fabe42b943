//! Scanning text for white space, words and punctuation.

use super::whitespace::{
    CLASSES, Class, is_foreign_comma, is_foreign_sentence_end, is_python_space, spaces_end,
};

/// The counts of a text node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TextCounts {
    /// Characters other than white space.
    pub(super) chars: u32,
    /// Runs of white space.
    pub(super) gaps: u32,
    pub(super) words: u32,
    pub(super) commas: u32,
    pub(super) sentence_ends: u32,
    pub(super) has_ampersand: bool,
    pub(super) has_copyright: bool,
}

/// White space that was read but not yet written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    #[default]
    None,
    Space,
    LineBreak,
}

/// Returns the kind of the white space that begins at `at`, and its end.
#[inline]
pub(super) fn skip_space(text: &str, mut at: usize) -> (Gap, usize) {
    let bytes = text.as_bytes();
    let mut gap = Gap::None;
    while let Some(&byte) = bytes.get(at) {
        if byte == b' ' && gap != Gap::None {
            at = spaces_end(bytes, at);
            continue;
        }
        match CLASSES[usize::from(byte)] {
            Class::Space => gap = gap.max(Gap::Space),
            Class::LineBreak => gap = Gap::LineBreak,
            Class::Wide => match wide_at(text, at) {
                c if is_python_space(c) => {
                    gap = gap.max(Gap::Space);
                    at += c.len_utf8();
                    continue;
                }
                _ => break,
            },
            _ => break,
        }
        at += 1;
    }
    (gap, at)
}

/// Returns the end of the word that begins at `start`, and counts its characters.
#[inline]
pub(super) fn scan_word(text: &str, start: usize, counts: &mut TextCounts) -> usize {
    let bytes = text.as_bytes();
    let mut at = start;
    // Bytes after the first byte of each character.
    let mut continuation = 0;
    while let Some(&byte) = bytes.get(at) {
        match CLASSES[usize::from(byte)] {
            Class::Plain => {}
            Class::Comma => counts.commas += 1,
            Class::SentenceEnd => counts.sentence_ends += 1,
            Class::Ampersand => counts.has_ampersand = true,
            Class::Space | Class::LineBreak => break,
            Class::Wide => {
                let c = wide_at(text, at);
                if is_python_space(c) {
                    break;
                }
                counts.commas += u32::from(is_foreign_comma(c));
                counts.sentence_ends += u32::from(is_foreign_sentence_end(c));
                counts.has_copyright |= c == '\u{a9}';
                continuation += c.len_utf8() - 1;
                at += c.len_utf8() - 1;
            }
        }
        at += 1;
    }
    counts.chars += (at - start - continuation) as u32;
    counts.words += 1;
    at
}

/// Returns the end of the words that begin at `start`, each after a single space, and the number of
/// these spaces. Counts the characters of the words.
#[inline]
pub(super) fn scan_words(text: &str, start: usize, counts: &mut TextCounts) -> (usize, u32) {
    let bytes = text.as_bytes();
    let mut spaces = 0;
    let mut at = scan_word(text, start, counts);
    while bytes.get(at) == Some(&b' ') {
        let Some(&next) = bytes.get(at + 1) else { break };
        if matches!(CLASSES[usize::from(next)], Class::Space | Class::LineBreak | Class::Wide) {
            break;
        }
        spaces += 1;
        at = scan_word(text, at + 1, counts);
    }
    counts.gaps += spaces;
    (at, spaces)
}

#[inline]
fn wide_at(text: &str, at: usize) -> char {
    text[at..].chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}

pub(super) fn count_text(text: &str, counts: &mut TextCounts) {
    let mut at = 0;
    while at < text.len() {
        let (gap, word) = skip_space(text, at);
        counts.gaps += u32::from(gap != Gap::None);
        if word == text.len() {
            break;
        }
        at = scan_word(text, word, counts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs of words count as their words do, one after another.
    #[test]
    fn runs_of_words_are_counted_as_words() {
        for text in [
            "One, two.",
            "One  two",
            "One \ttwo three",
            "a \u{a0}b c",
            "a é, b…",
            "One ",
            "& \u{a9}",
        ] {
            let (mut runs, mut words) = (TextCounts::default(), TextCounts::default());
            count_text(text, &mut words);
            let mut at = 0;
            while at < text.len() {
                let (gap, start) = skip_space(text, at);
                runs.gaps += u32::from(gap != Gap::None);
                at = start;
                if start < text.len() {
                    at = scan_words(text, start, &mut runs).0;
                }
            }
            assert_eq!(format!("{runs:?}"), format!("{words:?}"), "{text:?}");
        }
        let mut counts = TextCounts::default();
        assert_eq!(scan_words("One two  three", 0, &mut counts), (7, 1));
    }
}
