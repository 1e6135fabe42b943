//! Lower-casing char by char, with the same result as [`str::to_lowercase`].

use std::ops::ControlFlow;
use std::sync::LazyLock;

/// The end of the table. Latin, Greek, Cyrillic and Armenian letters are before it.
const TABLE_END: usize = 0x590;

/// The lower-case letter of each char below [`TABLE_END`]. It is 0 for `İ`, which becomes two
/// chars, and for `Σ`, which depends on its neighbours.
///
/// The standard library searches its tables; an indexed read is faster.
static TABLE: LazyLock<[u16; TABLE_END]> = LazyLock::new(|| {
    std::array::from_fn(|code| {
        let c = u8::try_from(code)
            .map_or_else(|_| char::from_u32(code as u32).unwrap_or_default(), char::from);
        let mut lowered = c.to_lowercase();
        match (lowered.next(), lowered.next()) {
            (Some(small), None) if c != 'Σ' => u16::try_from(u32::from(small)).unwrap_or(0),
            _ => 0,
        }
    })
});

/// Calls `each` with each char of the lower-cased word, until `each` breaks.
///
/// Returns `None` if the word contains a `Σ` next to a char that [`is_plain_letter`] does not know.
/// Only [`str::to_lowercase`] can then decide between `σ` and `ς`. `each` may already have been
/// called for the chars before.
pub(crate) fn try_each(
    word: &str,
    mut each: impl FnMut(char) -> ControlFlow<()>,
) -> Option<ControlFlow<()>> {
    let table = &*TABLE;
    for (at, c) in word.char_indices() {
        let step = match table.get(c as usize) {
            Some(&small) if small != 0 => each(char::from_u32(small.into()).unwrap_or(c)),
            Some(_) if c == 'Σ' => each(lowered_sigma(word, at)?),
            None if has_no_case(c) => each(c),
            _ => c.to_lowercase().try_for_each(&mut each),
        };
        if step.is_break() {
            return Some(step);
        }
    }
    Some(ControlFlow::Continue(()))
}

/// Returns true if the lower-cased form of `word` is `lowered`. False if [`try_each`] returns
/// `None`.
pub(crate) fn equals(word: &str, lowered: &str) -> bool {
    let mut rest = lowered.chars();
    let same = try_each(word, |c| {
        if rest.next() == Some(c) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    same.is_some_and(|same| same.is_continue()) && rest.next().is_none()
}

/// Returns true if the char is in one of the common ranges without capital letters: the scripts
/// from Hebrew to Myanmar, general punctuation (before the Ohm sign), and East Asian scripts.
fn has_no_case(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{109F}' | '\u{2000}'..='\u{2125}')
        || matches!(c, '\u{2E80}'..='\u{A63F}' | '\u{AC00}'..='\u{FAFF}')
}

/// Lower-cases the `Σ` at byte `at`: `ς` at the end of a word, otherwise `σ`. Returns `None` if its
/// two neighbours are not enough to decide.
///
/// Source: the condition `Final_Sigma` of the Unicode Standard, section 3.13, which Python's
/// `str.lower` and [`str::to_lowercase`] follow.
fn lowered_sigma(word: &str, at: usize) -> Option<char> {
    let before = word[..at].chars().next_back();
    let after = word[at..].chars().nth(1);
    match (before, after) {
        (None, _) => Some('σ'),
        (_, Some(after)) if is_plain_letter(after) => Some('σ'),
        (Some(before), None) if is_plain_letter(before) => Some('ς'),
        _ => None,
    }
}

/// Returns true if the char is a common Latin or Greek letter.
///
/// These letters have case and are not "case-ignorable", so they decide the condition `Final_Sigma`
/// alone. There are more such chars; the list does not need to be complete.
fn is_plain_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, 'Έ'..='ώ') && c.is_alphabetic()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lowered(word: &str) -> Option<String> {
        let mut text = String::new();
        let each = try_each(word, |c| {
            text.push(c);
            ControlFlow::Continue(())
        })?;
        each.is_continue().then_some(text)
    }

    #[test]
    fn single_chars_are_lower_cased_like_the_standard_library() {
        for c in '\0'..=char::MAX {
            let word = c.to_string();
            assert_eq!(lowered(&word), Some(word.to_lowercase()), "{:x}", c as u32);
        }
    }

    #[test]
    fn lower_casing_twice_changes_nothing() {
        for c in '\0'..=char::MAX {
            let once = c.to_string().to_lowercase();
            assert_eq!(once.to_lowercase(), once, "{:x}", c as u32);
        }
    }

    #[test]
    fn sigma_next_to_any_char_is_correct_or_undecided() {
        for c in '\0'..=char::MAX {
            for word in [format!("Α{c}Σ"), format!("ΑΣ{c}"), format!("{c}Σ"), format!("Σ{c}Σ")]
            {
                if let Some(ours) = lowered(&word) {
                    assert_eq!(ours, word.to_lowercase(), "{word:?}");
                }
            }
        }
    }

    #[test]
    fn sigma_in_plain_words_is_decided() {
        for word in ["ΛΌΓΟΣ", "ΣΟΦΌΣ", "Σ", "ΣΣ", "ΟΔΥΣΣΕΎΣ", "aΣ", "Σa"] {
            assert_eq!(lowered(word), Some(word.to_lowercase()), "{word}");
        }
        assert_eq!(lowered("ΑΣ'"), None);
    }

    #[test]
    fn a_word_equals_only_its_whole_lower_cased_form() {
        assert!(equals("İLK", "i\u{307}lk"));
        assert!(equals("", ""));
        assert!(!equals("İLK", "i\u{307}l"));
        assert!(!equals("İL", "i\u{307}lk"));
        assert!(!equals("ΑΣ'", "ας'"));
    }
}
