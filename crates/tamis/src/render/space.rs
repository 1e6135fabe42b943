//! White space and characters that no browser shows.

use crate::whitespace::is_python_space;

/// What a run of white space is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Space {
    None,
    /// Spaces and tabs.
    Plain,
    /// With a line feed in it.
    LineFeed,
    /// With a space in it that CSS does not collapse, such as `&nbsp;`.
    Fixed,
}

/// What a byte means to a writer of plain text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Word,
    Space,
    LineFeed,
    /// Begins a character that may be a space, or one that is not seen.
    Doubtful,
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Word; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'\n' | b'\r' => Class::LineFeed,
            b' ' | b'\t' | 0x0b | 0x0c | 0x1c..=0x1f => Class::Space,
            // The first bytes of U+0080 to U+00BF, U+1000 to U+3FFF and U+F000 to U+FFFF.
            0xc2 | 0xe1..=0xe3 | 0xef => Class::Doubtful,
            _ => Class::Word,
        };
        byte += 1;
    }
    classes
};

/// The white space that begins here, and where it ends. Characters that are not seen are passed with it.
#[inline]
pub(super) fn skip(text: &str, mut at: usize) -> (Space, usize) {
    let mut space = Space::None;
    while let Some(&byte) = text.as_bytes().get(at) {
        match CLASSES[usize::from(byte)] {
            Class::Word => break,
            Class::Space => space = space.max(Space::Plain),
            Class::LineFeed => space = space.max(Space::LineFeed),
            Class::Doubtful => {
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

/// The end of the word that begins here: the next white space or character that is not seen.
#[inline]
pub(super) fn word_end(text: &str, mut at: usize) -> usize {
    while let Some(&byte) = text.as_bytes().get(at) {
        match CLASSES[usize::from(byte)] {
            Class::Word => at += 1,
            Class::Space | Class::LineFeed => break,
            Class::Doubtful => {
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

#[inline]
fn char_at(text: &str, at: usize) -> char {
    text[at..].chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Whether this character shows nothing and says nothing: the soft hyphen, the byte-order mark, and the space without width but
/// where it parts words, in the scripts of South-East Asia.
fn is_unseen(char: char, text: &str, at: usize) -> bool {
    match char {
        '\u{ad}' | '\u{feff}' => true,
        '\u{200b}' => !text[..at].chars().next_back().is_some_and(is_south_east_asian),
        _ => false,
    }
}

/// Thai, Lao, Myanmar, Khmer, New Tai Lue and Tai Tham.
fn is_south_east_asian(char: char) -> bool {
    matches!(char, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{1980}'..='\u{1aaf}')
}

/// Whether a line feed between these two shows nothing. Source: CSS Text 3, 4.1.3, "Segment Break Transformation Rules", by the East
/// Asian width of both, which Firefox goes by; other browsers show a space.
pub(super) fn joins(before: Option<char>, behind: Option<char>) -> bool {
    before.is_some_and(is_wide) && behind.is_some_and(is_wide)
}

/// Whether a character is of the scripts of Chinese, Japanese and Yi or of their punctuation: of East Asian width W, F or H, but for
/// Hangul, which has spaces between words, and signs that are of no script. Source: Unicode 17, UAX 11.
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
