//! White space, and characters that no browser shows.
//!
//! A run of white space in HTML shows as one space, whatever it is made of, and some characters
//! show nothing at all. Both matter for every format, because words that a browser shows apart must
//! not be joined, and words that it shows as one must not be split. For example,
//! "ex\u{ad}am\u{ad}ple" with soft hyphens is the word "example".

use crate::page::whitespace::{is_python_space, spaces_end};

/// The kind of a run of white space. A later kind outweighs an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Space {
    None,
    /// Spaces and tabs.
    Plain,
    /// Contains a line feed.
    LineFeed,
    /// Contains a space that CSS does not collapse, such as `&nbsp;`.
    Fixed,
}

/// The meaning of a byte of UTF-8 for a writer of plain text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ByteClass {
    Word,
    Space,
    LineFeed,
    /// The first byte of characters of which some are spaces or invisible.
    Doubtful,
}

static CLASSES: [ByteClass; 256] = {
    let mut classes = [ByteClass::Word; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'\n' | b'\r' => ByteClass::LineFeed,
            b' ' | b'\t' | 0x0b | 0x0c | 0x1c..=0x1f => ByteClass::Space,
            // The first bytes of U+0080 to U+00BF, U+1000 to U+3FFF and U+F000 to U+FFFF.
            0xc2 | 0xe1..=0xe3 | 0xef => ByteClass::Doubtful,
            _ => ByteClass::Word,
        };
        byte += 1;
    }
    classes
};

/// Returns the kind and the end of the white space that begins here. Invisible characters are
/// skipped with it.
#[inline]
pub(super) fn skip(text: &str, mut at: usize) -> (Space, usize) {
    let mut space = Space::None;
    while let Some(&byte) = text.as_bytes().get(at) {
        if byte == b' ' && space != Space::None {
            at = spaces_end(text.as_bytes(), at);
            continue;
        }
        match CLASSES[usize::from(byte)] {
            ByteClass::Word => break,
            ByteClass::Space => space = space.max(Space::Plain),
            ByteClass::LineFeed => space = space.max(Space::LineFeed),
            ByteClass::Doubtful => {
                let char = char_at(text, at);
                if is_python_space(char) {
                    space = Space::Fixed;
                } else if !is_unseen(char, text, at) {
                    break;
                }
                at += char.len_utf8() - 1;
            }
        }
        at += 1;
    }
    (space, at)
}

/// Returns the end of the word that begins here: the next white space or invisible character.
#[inline]
pub(super) fn word_end(text: &str, mut at: usize) -> usize {
    while let Some(&byte) = text.as_bytes().get(at) {
        match CLASSES[usize::from(byte)] {
            ByteClass::Word => at += 1,
            ByteClass::Space | ByteClass::LineFeed => break,
            ByteClass::Doubtful => {
                let char = char_at(text, at);
                if is_python_space(char) || is_unseen(char, text, at) {
                    break;
                }
                at += char.len_utf8();
            }
        }
    }
    at
}

/// Returns the end of the words that follow the one that ends here, each after a single space: text
/// that is written as it is.
#[inline]
pub(super) fn words_end(text: &str, mut at: usize) -> usize {
    let class = |at: usize| text.as_bytes().get(at).map(|&byte| CLASSES[usize::from(byte)]);
    while text.as_bytes().get(at) == Some(&b' ') && class(at + 1) == Some(ByteClass::Word) {
        at = word_end(text, at + 1);
    }
    at
}

#[inline]
fn char_at(text: &str, at: usize) -> char {
    text[at..].chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Returns true if this character is invisible and has no meaning: the soft hyphen, the byte order
/// mark, and the zero-width space. South-East Asian scripts use the zero-width space to separate
/// words, so it counts after their characters.
fn is_unseen(char: char, text: &str, at: usize) -> bool {
    match char {
        '\u{ad}' | '\u{feff}' => true,
        '\u{200b}' => !text[..at].chars().next_back().is_some_and(is_south_east_asian),
        _ => false,
    }
}

/// Returns true for Thai, Lao, Myanmar, Khmer, New Tai Lue and Tai Tham.
fn is_south_east_asian(char: char) -> bool {
    matches!(char,
        '\u{e00}'..='\u{eff}'
        | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{17ff}'
        | '\u{1980}'..='\u{1aaf}')
}

/// Returns true if a line feed between these two characters shows no space.
///
/// Source: CSS Text 3, 4.1.3 "Segment Break Transformation Rules". Both characters must have a wide
/// East Asian width, as in Firefox; other browsers show a space.
pub(super) fn joins(before: Option<char>, after: Option<char>) -> bool {
    before.is_some_and(is_wide) && after.is_some_and(is_wide)
}

/// Returns true for characters of Chinese, Japanese and Yi, and for their punctuation.
///
/// These have East Asian width W, F or H. Hangul is left out because Korean separates words with
/// spaces, and so are symbols of no script. Source: Unicode 17, UAX 11.
fn is_wide(char: char) -> bool {
    matches!(char,
        '\u{2e80}'..='\u{312f}'
        | '\u{3190}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{a4cf}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff01}'..='\u{ff9f}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1b000}'..='\u{1b2ff}'
        | '\u{20000}'..='\u{3ffff}')
}
