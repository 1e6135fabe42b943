//! Facts about a text that filters of corpora ask for. Nothing is filtered here.

use std::collections::HashSet;

use sha2::{Digest, Sha256};
use tamis::stoplists::Stoplist;

/// Facts about the text of the first strategy.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Flags {
    /// The number of Unicode scalar values.
    pub text_chars: u64,
    /// The number of words between white space.
    pub words: u64,
    /// The share of words that are stopwords of the page's language, 0 to 1. `None` if the language
    /// has no stoplist, or there are no words.
    pub stopword_density: Option<f64>,
    /// The share of characters of the kept paragraphs that are in links, 0 to 1. `None` if nothing
    /// is kept.
    pub link_density: Option<f64>,
    /// The share of characters in lines that repeat an earlier line, 0 to 1. Empty lines do not
    /// count.
    pub duplicate_line_share: f64,
    /// The first 128 bits of the text's SHA-256 in hexadecimal digits. `None` if the text is empty.
    pub text_hash: Option<String>,
}

impl Flags {
    /// Returns the facts about a text. `link_density` is given by the caller, because a text does
    /// not show which of its words are links.
    pub fn of(text: &str, stoplist: Option<&Stoplist>, link_density: Option<f64>) -> Flags {
        let words = text.split_whitespace().count() as u64;
        let stopwords =
            |list: &Stoplist| text.split_whitespace().filter(|word| list.contains(word)).count();
        let stopword_density =
            stoplist.filter(|_| words > 0).map(|list| stopwords(list) as f64 / words as f64);
        Flags {
            text_chars: text.chars().count() as u64,
            words,
            stopword_density,
            link_density,
            duplicate_line_share: duplicate_line_share(text),
            text_hash: (!text.is_empty()).then(|| text_hash(text)),
        }
    }
}

fn duplicate_line_share(text: &str) -> f64 {
    let (mut all, mut repeated) = (0, 0);
    let mut seen = HashSet::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let chars = line.chars().count();
        all += chars;
        if !seen.insert(line) {
            repeated += chars;
        }
    }
    if all == 0 { 0.0 } else { repeated as f64 / all as f64 }
}

/// Returns the first 128 bits of the SHA-256 of a text in hexadecimal digits.
pub(crate) fn text_hash(text: &str) -> String {
    crate::hex(&Sha256::digest(text.as_bytes())[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_densities() {
        let list = Stoplist::from_words(["the", "of"]);
        let flags = Flags::of("The end\nof it.\n", Some(&list), Some(0.25));
        assert_eq!((flags.words, flags.text_chars), (4, 15));
        assert_eq!((flags.stopword_density, flags.link_density), (Some(0.5), Some(0.25)));
        let none = Flags::of("", Some(&list), None);
        assert_eq!((none.words, none.stopword_density, none.text_hash), (0, None, None));
    }

    #[test]
    fn repeated_lines_count_by_characters() {
        let share = |text| Flags::of(text, None, None).duplicate_line_share;
        assert!((share("abcd\nef\n\n abcd \n") - 0.4).abs() < 1e-12);
        assert!(share("a\nb\nc") < 1e-12 && share("\n\n") < 1e-12);
    }

    #[test]
    fn hashes_are_those_of_sha256() {
        let hash = Flags::of("abc", None, None).text_hash;
        assert_eq!(hash.as_deref(), Some("ba7816bf8f01cfea414140de5dae2223"));
    }
}
