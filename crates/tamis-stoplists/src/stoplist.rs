//! A set of lower-case words with lookups that ignore case.

use std::fmt;
use std::sync::Arc;

use crate::{hash, lower};

/// A set of lower-case words with lookups that ignore case.
///
/// A clone is cheap: it shares the table. Two lists are equal if they contain the same words.
///
/// ```
/// use tamis_stoplists::Stoplist;
///
/// let list = Stoplist::from_words(["the", "of"]);
/// assert!(list.contains("The") && !list.contains("sieve"));
/// assert_eq!(list.len(), 2);
/// ```
#[derive(Clone)]
pub struct Stoplist(Arc<Table>);

/// A hash table with open addressing, at most half full. All words are in one text.
struct Table {
    /// The words without separators, sorted by their bytes, without duplicates.
    text: Box<str>,
    /// The end of each word in `text`, in bytes. A word starts at the end of the previous one.
    ends: Box<[usize]>,
    /// [`FREE`] or the tag of a word for each slot. The length is a power of two. Separate from
    /// `words`, because most lookups of unknown words need only the tags.
    tags: Box<[u32]>,
    /// The index in `ends` of the word in each slot; 0 if the slot is free.
    words: Box<[usize]>,
}

/// The tag of a free slot.
const FREE: u32 = 0;

impl Default for Stoplist {
    /// Creates an empty list.
    fn default() -> Self {
        Self::from_words([""; 0])
    }
}

impl Stoplist {
    /// Creates a list of the lower-cased words. Words that differ only in case count once.
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

    /// Creates a list of the words in `text`, which must be lower-cased, sorted by their bytes and
    /// unique. Each word ends at its entry of `ends`, in bytes.
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
            // At least half of the slots stay free, so one is found.
            if let Some(slot) = slot {
                table.tags[slot] = tag(hash);
                table.words[slot] = place;
            }
        }
        Self(Arc::new(table))
    }

    /// Returns true if the list contains the lower-cased form of `word`.
    ///
    /// The result is that of `contains_lowercase(&word.to_lowercase())`. This method does not
    /// allocate, except for a word with a `Σ` next to a char that is not a common letter.
    ///
    /// ```
    /// let list = tamis_stoplists::Stoplist::from_words(["ΛΌΓΟΣ", "ilk"]);
    /// assert!(list.contains("Λόγος"));
    /// assert!(!list.contains("İLK"), "its lower-case form contains a combining dot");
    /// ```
    ///
    /// Source: `word.lower() in stoplist` in `justext.paragraph.Paragraph.stopwords_count`.
    /// Deviation: Rust may know letters of a later Unicode version than the reference's Python. No
    /// embedded list contains such a letter.
    pub fn contains(&self, word: &str) -> bool {
        if let Some(hash) = hash::of_ascii_lowered(word.as_bytes()) {
            return self.0.find(hash, |entry| entry.eq_ignore_ascii_case(word));
        }
        match hash::of_lowered(word) {
            Some(hash) => self.0.find(hash, |entry| lower::equals(word, entry)),
            None => self.contains_lowercase(&word.to_lowercase()),
        }
    }

    /// Returns true if the list contains `word`, which must already be lower-cased.
    pub fn contains_lowercase(&self, word: &str) -> bool {
        self.0.find(hash::of_bytes(word.as_bytes()), |entry| entry == word)
    }

    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.0.ends.len()
    }

    /// Returns true if the list contains no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the lower-case words, sorted by code point.
    pub fn words(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|place| self.0.word(place))
    }
}

impl Table {
    fn word(&self, place: usize) -> &str {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[place]]
    }

    /// Returns all slots in the order of a search for this hash.
    fn probe(&self, hash: u64) -> impl Iterator<Item = usize> + use<> {
        let mask = self.tags.len() - 1;
        (0..=mask).map(move |step| (hash as usize).wrapping_add(step) & mask)
    }

    /// Returns true if the table contains a word with this hash for which `same` is true.
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

/// Returns the high half of the hash, changed if it is [`FREE`].
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
    fn words_in_any_case_are_found() {
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
    fn letters_whose_length_changes_are_found() {
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
    fn sigma_depends_on_its_position() {
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
    fn the_empty_list_and_the_empty_word() {
        let none = Stoplist::from_words([""; 0]);
        assert!(none.is_empty());
        assert!(!none.contains("") && !none.contains("a") && !none.contains_lowercase("é"));
        assert_eq!(none.words().next(), None);
        check(&[""], "", true);
        check(&["a"], "", false);
    }

    #[test]
    fn a_nul_does_not_end_a_word() {
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
    fn lists_with_the_same_words_are_equal() {
        assert_eq!(Stoplist::from_words(["B", "a"]), Stoplist::from_words(["a", "b", "A"]));
        assert_ne!(Stoplist::from_words(["ab"]), Stoplist::from_words(["a", "b"]));
        let list = Stoplist::from_words(["a"]);
        assert_eq!(list.clone(), list);
        assert_eq!(format!("{list:?}"), "Stoplist(1 words)");
    }
}
