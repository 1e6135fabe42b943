//! Letters, digits and their lower case, with the answers of the standard library.
//!
//! The standard library searches packed tables, in some 280 instructions for a Greek or Russian
//! letter. Titles, labels and features ask about every character of a page, so a page in Greek
//! or Russian spent a tenth of its time there. Alphabets with capital letters are small: a table of
//! a few kilobytes has them. Scripts with many characters have ranges.

use std::sync::LazyLock;

/// The end of tables of alphabets. They have those from Latin to Arabic.
pub(crate) const END: usize = 0x700;

/// The facts about a character.
#[derive(Clone, Copy, Debug, Default)]
struct Letter {
    /// The lower case, or 0 if it has several characters.
    lower: u16,
    is_alphabetic: bool,
    is_alphanumeric: bool,
}

/// The characters of alphabets.
#[derive(Debug)]
pub(crate) struct Letters([Letter; END]);

static LETTERS: LazyLock<Letters> = LazyLock::new(|| {
    Letters(std::array::from_fn(|code| {
        let c = char::from_u32(code as u32).unwrap_or_default();
        let mut lower = c.to_lowercase();
        let lower = match (lower.next(), lower.next()) {
            (Some(lower), None) => u16::try_from(u32::from(lower)).unwrap_or(0),
            _ => 0,
        };
        Letter { lower, is_alphabetic: c.is_alphabetic(), is_alphanumeric: c.is_alphanumeric() }
    }))
});

/// Returns the table. Loops get it once, because each call looks whether it is made.
#[inline]
pub(crate) fn letters() -> &'static Letters {
    &LETTERS
}

impl Letters {
    /// The same as [`char::is_alphabetic`].
    #[inline]
    pub(crate) fn is_alphabetic(&self, c: char) -> bool {
        match self.0.get(c as usize) {
            Some(letter) => letter.is_alphabetic,
            None => is_caseless(c) || !is_sign(c) && c.is_alphabetic(),
        }
    }

    /// The same as [`char::is_alphanumeric`].
    #[inline]
    pub(crate) fn is_alphanumeric(&self, c: char) -> bool {
        match self.0.get(c as usize) {
            Some(letter) => letter.is_alphanumeric,
            None => is_caseless(c) || !is_sign(c) && c.is_alphanumeric(),
        }
    }

    /// Returns the first character of [`char::to_lowercase`].
    #[inline]
    pub(crate) fn first_lower(&self, c: char) -> char {
        match self.0.get(c as usize) {
            Some(&Letter { lower: lower @ 1.., .. }) => char::from_u32(lower.into()).unwrap_or(c),
            None if is_caseless(c) || is_sign(c) => c,
            _ => c.to_lowercase().next().unwrap_or(c),
        }
    }

    /// Calls `each` with the characters of [`char::to_lowercase`].
    #[inline]
    pub(crate) fn for_each_lower(&self, c: char, mut each: impl FnMut(char)) {
        match self.0.get(c as usize) {
            Some(&Letter { lower: lower @ 1.., .. }) => {
                each(char::from_u32(lower.into()).unwrap_or(c));
            }
            None if is_caseless(c) || is_sign(c) => each(c),
            _ => c.to_lowercase().for_each(each),
        }
    }
}

/// Returns true for the common letters of East Asia, which have no case.
fn is_caseless(c: char) -> bool {
    matches!(c,
        '\u{3041}'..='\u{3096}'
        | '\u{30a1}'..='\u{30fa}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}')
}

/// Returns true for common signs that are neither letters nor digits: quotation marks, dashes,
/// arrows, and the punctuation of East Asia.
fn is_sign(c: char) -> bool {
    matches!(c,
        '\u{2000}'..='\u{206f}'
        | '\u{2190}'..='\u{245f}'
        | '\u{3000}'..='\u{3004}'
        | '\u{3008}'..='\u{3020}'
        | '\u{ff01}'..='\u{ff0f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every character there is.
    #[test]
    fn the_answers_are_those_of_the_standard_library() {
        let letters = letters();
        for c in '\0'..=char::MAX {
            assert_eq!(letters.is_alphabetic(c), c.is_alphabetic(), "{c:?}");
            assert_eq!(letters.is_alphanumeric(c), c.is_alphanumeric(), "{c:?}");
            assert_eq!(Some(letters.first_lower(c)), c.to_lowercase().next(), "{c:?}");
            let mut lower = String::new();
            letters.for_each_lower(c, |c| lower.push(c));
            assert_eq!(lower, c.to_lowercase().to_string(), "{c:?}");
        }
    }
}
