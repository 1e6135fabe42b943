//! Lower-casing char by char, equal to [`str::to_lowercase`].

use std::ops::ControlFlow;
use std::sync::LazyLock;

/// The end of the table: Latin, Greek, Cyrillic and Armenian lie before it.
const TABLE_END: usize = 0x590;

/// The small letter of each char below [`TABLE_END`]; 0 for `İ`, which becomes two chars, and `Σ`,
/// which depends on its neighbours. The standard library's own tables are searched, these are read.
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

/// Calls `each` with every char of the lower-cased word until it breaks.
///
/// `None` where a `Σ` stands beside a char that is not plainly a letter: whether it becomes `σ` or
/// `ς` is then left to [`str::to_lowercase`]. `each` may have been called by then.
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

/// Whether the lower-cased form of `word` is `lowered`; `false` also where [`try_each`] gives
/// `None`.
pub(crate) fn equals(word: &str, lowered: &str) -> bool {
    let mut rest = lowered.chars();
    let same = try_each(word, |c| {
        if rest.next() == Some(c) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    same.is_some_and(|same| same.is_continue()) && rest.next().is_none()
}

/// Ranges without capital letters that are frequent in text: the scripts from Hebrew to Myanmar,
/// general punctuation (before the Ohm sign), East Asian scripts.
fn has_no_case(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{109F}' | '\u{2000}'..='\u{2125}')
        || matches!(c, '\u{2E80}'..='\u{A63F}' | '\u{AC00}'..='\u{FAFF}')
}

/// What the `Σ` at byte `at` becomes: `ς` at the end of a word, else `σ`. `None` where that takes
/// more than to look at its two neighbours.
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

/// Whether the char has case and is not passed over in the search for a letter with case: true for
/// the common Latin and Greek letters, not for every such char.
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
    fn every_char_alone_is_as_in_the_standard_library() {
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
    fn sigma_is_right_beside_every_char_or_left_open() {
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
    fn sigma_in_plain_words_is_decided_at_once() {
        for word in ["ΛΌΓΟΣ", "ΣΟΦΌΣ", "Σ", "ΣΣ", "ΟΔΥΣΣΕΎΣ", "aΣ", "Σa"] {
            assert_eq!(lowered(word), Some(word.to_lowercase()), "{word}");
        }
        assert_eq!(lowered("ΑΣ'"), None);
    }

    #[test]
    fn equal_only_to_the_whole_lower_cased_form() {
        assert!(equals("İLK", "i\u{307}lk"));
        assert!(equals("", ""));
        assert!(!equals("İLK", "i\u{307}l"));
        assert!(!equals("İL", "i\u{307}lk"));
        assert!(!equals("ΑΣ'", "ας'"));
    }
}
