//! White space and punctuation, as the engines count them.

/// Returns true for white space as Python's `str.isspace` defines it: Unicode white space, and
/// U+001C to U+001F.
#[inline]
pub(crate) fn is_python_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// Returns the end of the run of spaces at `at`, as that of an indentation.
#[inline]
pub(crate) fn spaces_end(bytes: &[u8], mut at: usize) -> usize {
    const SPACES: [u8; 8] = [b' '; 8];
    while bytes.get(at..).is_some_and(|rest| rest.first_chunk() == Some(&SPACES)) {
        at += SPACES.len();
    }
    while bytes.get(at) == Some(&b' ') {
        at += 1;
    }
    at
}

/// Returns true for commas outside ASCII. Source: `Readability.js`, `REGEXPS.commas`.
#[inline]
pub(crate) fn is_foreign_comma(c: char) -> bool {
    matches!(
        c,
        '\u{60c}'
            | '\u{fe50}'
            | '\u{fe10}'
            | '\u{fe11}'
            | '\u{2e41}'
            | '\u{2e34}'
            | '\u{2e32}'
            | '\u{ff0c}'
    )
}

/// Returns true for full stops, question and exclamation marks outside ASCII, and the ellipsis.
#[inline]
pub(crate) fn is_foreign_sentence_end(c: char) -> bool {
    matches!(
        c,
        '\u{2026}'
            | '\u{3002}'
            | '\u{ff01}'
            | '\u{ff0e}'
            | '\u{ff1f}'
            | '\u{ff61}'
            | '\u{61f}'
            | '\u{6d4}'
            | '\u{964}'
            | '\u{965}'
            | '\u{589}'
            | '\u{1362}'
            | '\u{104b}'
            | '\u{17d4}'
    )
}

/// The class of a byte for the measuring pass.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Plain,
    Space,
    LineBreak,
    Comma,
    SentenceEnd,
    Ampersand,
    /// Part of a character outside ASCII.
    Wide,
}

pub(crate) static CLASSES: [Class; 256] = {
    let mut classes = [Class::Plain; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'\n' | b'\r' => Class::LineBreak,
            b' ' | b'\t' | 0x0b | 0x0c | 0x1c..=0x1f => Class::Space,
            b',' => Class::Comma,
            b'.' | b'!' | b'?' => Class::SentenceEnd,
            b'&' => Class::Ampersand,
            0x80.. => Class::Wide,
            _ => Class::Plain,
        };
        byte += 1;
    }
    classes
};

/// Replaces each run of white space by a line break if it contains one, else by a space. Source:
/// jusText, `utils.py`, `normalize_whitespace`.
///
/// ```
/// assert_eq!(tamis::engine::justext::normalize_whitespace("a \t b\r\n c\u{a0}"), "a b\nc ");
/// ```
pub fn normalize_whitespace(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_python_space) {
        let (word, from_space) = rest.split_at(start);
        rest = from_space.trim_start_matches(is_python_space);
        let space = &from_space[..from_space.len() - rest.len()];
        out.push_str(word);
        out.push(if space.contains(['\n', '\r']) { '\n' } else { ' ' });
    }
    out.push_str(rest);
    out
}

/// Returns true if the text is empty or only white space. Source: jusText, `utils.py`, `is_blank`.
///
/// ```
/// assert!(tamis::engine::justext::is_blank(" \n\u{a0}"));
/// ```
pub fn is_blank(text: &str) -> bool {
    text.chars().all(is_python_space)
}
