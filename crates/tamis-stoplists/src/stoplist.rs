//! A set of lower-cased words that is asked with words in any case.

use std::fmt;
use std::sync::Arc;

use crate::{hash, lower};

/// A set of lower-cased words. Cheap to clone: the clones share one table.
///
/// Two lists are equal when they hold the same words.
#[derive(Clone)]
pub struct Stoplist(Arc<Table>);

/// An open-addressing table, at most half full, over one text.
struct Table {
    /// The words one after the other, sorted by their bytes, none twice.
    text: Box<str>,
    /// Where each word ends in `text`, in bytes; it starts where the one before ends.
    ends: Box<[usize]>,
    /// For each slot [`FREE`] or the tag of its word; a power of two of them. Kept apart from
    /// `words`, so that a word that is not in the list is told by this alone.
    tags: Box<[u32]>,
    /// For each slot that is not free, the place of its word in `ends`.
    words: Box<[usize]>,
}

const FREE: u32 = 0;

impl Default for Stoplist {
    /// The list without any word.
    fn default() -> Self {
        Self::from_words([""; 0])
    }
}

impl Stoplist {
    /// The set of the words, lower-cased; words that are equal then count once.
    ///
    /// ```
    /// let list = tamis_stoplists::Stoplist::from_words(["The", "THE", "of"]);
    /// assert_eq!(list.words().collect::<Vec<_>>(), ["of", "the"]);
    /// ```
    ///
    /// Source: `justext.core.define_stoplist`.
    pub fn from_words(words: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let mut words: Vec<String> =
            words.into_iter().map(|word| word.as_ref().to_lowercase()).collect();
        words.sort_unstable();
        words.dedup();
        let mut end = 0;
        let ends = words.iter().map(|word| {
            end += word.len();
            end
        });
        let ends = ends.collect();
        Self::from_sorted(words.concat(), ends)
    }

    /// The list of lower-cased words that stand in `text` sorted and without repetition, each up to
    /// its end.
    pub(crate) fn from_sorted(text: String, ends: Vec<usize>) -> Self {
        let slots = (2 * ends.len()).next_power_of_two();
        let mut table = Table {
            text: text.into(),
            ends: ends.into(),
            tags: vec![FREE; slots].into(),
            words: vec![0; slots].into(),
        };
        for place in 0..table.ends.len() {
            let hash = hash::of_bytes(table.word(place).as_bytes());
            let slot = table.probe(hash).find(|slot| table.tags[*slot] == FREE);
            // Half of the slots stay free, so there is one.
            if let Some(slot) = slot {
                table.tags[slot] = tag(hash);
                table.words[slot] = place;
            }
        }
        Self(Arc::new(table))
    }

    /// Whether the lower-cased form of `word` is in the list.
    ///
    /// The same as `contains_lowercase(&word.to_lowercase())`. No text is built, but for a word
    /// with a `Σ` beside something that is not a letter.
    ///
    /// ```
    /// let list = tamis_stoplists::Stoplist::from_words(["ΛΌΓΟΣ", "ilk"]);
    /// assert!(list.contains("Λόγος"));
    /// assert!(!list.contains("İLK"), "its lower-cased form has a combining dot");
    /// ```
    ///
    /// Source: `word.lower() in stoplist` of `justext.paragraph.Paragraph.stopwords_count`. Rust's
    /// lower-casing knows letters that came into Unicode after the version in a given Python; no
    /// embedded list has a word with one.
    pub fn contains(&self, word: &str) -> bool {
        if let Some(hash) = hash::of_ascii_lowered(word.as_bytes()) {
            return self.0.find(hash, |entry| entry.eq_ignore_ascii_case(word));
        }
        match hash::of_lowered(word) {
            Some(hash) => self.0.find(hash, |entry| lower::equals(word, entry)),
            None => self.contains_lowercase(&word.to_lowercase()),
        }
    }

    /// Whether `word` is in the list as it stands; it should be lower-cased, as the list's words
    /// are.
    pub fn contains_lowercase(&self, word: &str) -> bool {
        self.0.find(hash::of_bytes(word.as_bytes()), |entry| entry == word)
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.0.ends.len()
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The lower-cased words, sorted by code point.
    pub fn words(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|place| self.0.word(place))
    }
}

impl Table {
    fn word(&self, place: usize) -> &str {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[place]]
    }

    /// All slots, from the hash's own one onwards.
    fn probe(&self, hash: u64) -> impl Iterator<Item = usize> + use<> {
        let mask = self.tags.len() - 1;
        (0..=mask).map(move |step| (hash as usize).wrapping_add(step) & mask)
    }

    /// Whether a word has this hash and is the `same`.
    fn find(&self, hash: u64, same: impl Fn(&str) -> bool) -> bool {
        let tag = tag(hash);
        for slot in self.probe(hash) {
            match self.tags[slot] {
                FREE => return false,
                other if other == tag && same(self.word(self.words[slot])) => return true,
                _ => {}
            }
        }
        false
    }
}

/// The high half of the hash, never [`FREE`].
fn tag(hash: u64) -> u32 {
    ((hash >> 32) as u32).max(FREE + 1)
}

impl PartialEq for Stoplist {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.0.ends == other.0.ends && self.0.text == other.0.text)
    }
}

impl Eq for Stoplist {}

impl fmt::Debug for Stoplist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stoplist({} words)", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(list: &[&str], word: &str, expected: bool) {
        let stoplist = Stoplist::from_words(list);
        assert_eq!(stoplist.contains(word), expected, "{word:?} in {list:?}");
        assert_eq!(stoplist.contains_lowercase(&word.to_lowercase()), expected, "{word:?}");
    }

    #[test]
    fn any_case_is_found() {
        for word in ["the", "The", "THE", "tHE"] {
            check(&["The", "of"], word, true);
        }
        check(&["Straße"], "STRAẞE", true);
        check(&["Straße"], "STRASSE", false);
        check(&["Москва"], "МОСКВА", true);
        check(&["don’t"], "DON’T", true);
        check(&["a", "b"], "c", false);
        check(&["the"], "then", false);
        check(&["then"], "the", false);
    }

    #[test]
    fn one_letter_may_become_two_or_another_length() {
        check(&["İstanbul"], "İSTANBUL", true);
        check(&["İstanbul"], "i\u{307}stanbul", true);
        check(&["istanbul"], "İstanbul", false);
        check(&["kelvin"], "\u{212A}elvin", true);
        check(&["\u{2C65}"], "\u{23A}", true);
        check(
            &["\u{23A}\u{23A}\u{23A}\u{23A}\u{23A}"],
            "\u{2C65}\u{23A}\u{23A}\u{23A}\u{23A}",
            true,
        );
    }

    #[test]
    fn sigma_follows_its_place() {
        check(&["λόγος"], "ΛΌΓΟΣ", true);
        check(&["λόγοσ"], "ΛΌΓΟΣ", false);
        check(&["σ"], "Σ", true);
        check(&["ς"], "Σ", false);
        check(&["λόγος."], "ΛΌΓΟΣ.", true);
        check(&["«λόγος»"], "«ΛΌΓΟΣ»", true);
        check(&["σ'αγαπώ"], "Σ'ΑΓΑΠΏ", true);
        check(&["ο'σ'αγαπώ"], "Ο'Σ'ΑΓΑΠΏ", true);
        check(&["2σ"], "2Σ", true);
    }

    #[test]
    fn an_empty_list_has_no_word_and_the_empty_word_is_one() {
        let none = Stoplist::from_words([""; 0]);
        assert!(none.is_empty());
        assert!(!none.contains("") && !none.contains("a") && !none.contains_lowercase("é"));
        assert_eq!(none.words().next(), None);
        check(&[""], "", true);
        check(&["a"], "", false);
    }

    #[test]
    fn a_nul_is_not_the_end_of_a_word() {
        check(&["a"], "a\0", false);
        check(&["a\0"], "a", false);
        check(&["a\0"], "A\0", true);
    }

    #[test]
    fn long_words_and_many_words() {
        let words: Vec<String> = (0..5000).map(|n| format!("W{n}{}", "É".repeat(n % 50))).collect();
        let list = Stoplist::from_words(&words);
        assert_eq!(list.len(), words.len());
        assert!(words.iter().all(|word| list.contains(word) && !list.contains_lowercase(word)));
        assert!(words.iter().all(|word| !list.contains(&format!("{word}x"))));
    }

    #[test]
    fn equal_when_the_words_are() {
        assert_eq!(Stoplist::from_words(["B", "a"]), Stoplist::from_words(["a", "b", "A"]));
        assert_ne!(Stoplist::from_words(["ab"]), Stoplist::from_words(["a", "b"]));
        let list = Stoplist::from_words(["a"]);
        assert_eq!(list.clone(), list);
        assert_eq!(format!("{list:?}"), "Stoplist(1 words)");
    }
}
