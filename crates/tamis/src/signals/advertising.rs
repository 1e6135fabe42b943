//! Words for advertising in classes and ids.

use std::ops::RangeInclusive;

/// Words that mean advertising if they are whole words: between `-`, `_`, white space and changes
/// of case.
const WORDS: [&str; 9] = [
    "ad",
    "ads",
    "advert",
    "adverts",
    "advertisement",
    "advertising",
    "adsbygoogle",
    "promo",
    "sponsored",
];

/// The range of the words' lengths, in bytes.
const LENGTHS: RangeInclusive<usize> = 2..=13;

/// Returns true if a class or an id contains a word for advertising as a whole word: `google-ad`
/// and `adSlot` do, `header` and `shadow` do not.
pub(crate) fn has_advertising_word(names: &str) -> bool {
    let bytes = names.as_bytes();
    let mut start = 0;
    let mut before = b' ';
    for (at, &byte) in bytes.iter().enumerate() {
        let ends = !byte.is_ascii_alphanumeric() && byte.is_ascii();
        if ends || byte.is_ascii_uppercase() && before.is_ascii_lowercase() {
            if is_advertising(&bytes[start..at]) {
                return true;
            }
            start = at + usize::from(ends);
        }
        before = byte;
    }
    is_advertising(&bytes[start..])
}

fn is_advertising(word: &[u8]) -> bool {
    LENGTHS.contains(&word.len())
        && matches!(word[0], b'a' | b'A' | b'p' | b'P' | b's' | b'S')
        && WORDS.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_count() {
        for (names, expected) in [
            ("ad", true),
            ("google-ad", true),
            ("col adSlot", true),
            ("AD_1", true),
            ("top Advertisement", true),
            ("promo__box", true),
            ("header", false),
            ("shadow", false),
            ("adSense2", true),
            ("ad2", false),
            ("loading", false),
            ("add", false),
            ("Äd-ad", true),
            ("promotion", false),
            ("", false),
        ] {
            assert_eq!(has_advertising_word(names), expected, "{names}");
        }
    }
}
