//! Words that hint at the [topic](crate::words::Topic) of a paragraph or heading.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

use crate::words::languages;
use crate::words::letters::letters;

/// A hasher for values that are hashes.
#[derive(Debug, Default)]
pub(super) struct Identity(u64);

impl Hasher for Identity {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 << 8) | u64::from(byte);
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The topics by the hash of a word.
static BY_HASH: LazyLock<HashMap<u64, u16, BuildHasherDefault<Identity>>> = LazyLock::new(|| {
    let mut map: HashMap<u64, u16, _> = HashMap::default();
    for &(topic, words) in languages().flat_map(|language| language.topics) {
        for word in words {
            *map.entry(word_hash(word)).or_default() |= 1 << topic as u16;
        }
    }
    map
});

/// A filter in front of a set of words, in which many words share a bit. So it says of a few other
/// words that they are in the set, but never misses one that is.
#[derive(Clone, Debug)]
pub(super) struct WordFilter([u64; 256]);

static OF_TOPICS: LazyLock<WordFilter> = LazyLock::new(|| {
    let mut filter = WordFilter([0; 256]);
    BY_HASH.keys().for_each(|&word| filter.insert(word));
    filter
});

impl WordFilter {
    /// Returns the words of all topics.
    pub(super) fn of_topics() -> WordFilter {
        OF_TOPICS.clone()
    }

    pub(super) fn insert(&mut self, word: u64) {
        self.0[(word >> 56) as usize] |= 1 << (word >> 50 & 63);
    }

    /// Returns true if the word was inserted, and for a few words that were not.
    #[inline]
    pub(super) fn may_contain(&self, word: u64) -> bool {
        self.0[(word >> 56) as usize] >> (word >> 50 & 63) & 1 == 1
    }
}

/// Returns the topics of a word by its [hash](word_hash), as bits.
pub(super) fn topics(hash: u64) -> u16 {
    BY_HASH.get(&hash).copied().unwrap_or(0)
}

/// The start value of [`add_to_hash`].
pub(super) const EMPTY_HASH: u64 = 0xcbf2_9ce4_8422_2325;

/// Adds a character to the hash of a word (FNV-1a over scalar values, in lower case).
#[inline]
pub(super) fn add_to_hash(hash: u64, c: char) -> u64 {
    let c = if c.is_ascii() { c.to_ascii_lowercase() } else { letters().first_lower(c) };
    (hash ^ u64::from(u32::from(c))).wrapping_mul(0x0100_0000_01b3)
}

/// Returns the hash of a word in any case.
pub(super) fn word_hash(word: &str) -> u64 {
    add_word(EMPTY_HASH, word)
}

/// Adds the characters of a word to a hash.
pub(super) fn add_word(hash: u64, word: &str) -> u64 {
    if !word.is_ascii() {
        return word.chars().fold(hash, add_to_hash);
    }
    word.bytes().fold(hash, |hash, byte| add_to_hash(hash, byte.into()))
}

/// Calls `word` with the hash of each word of a text: runs of letters and digits. Each character of
/// a script without spaces is a word.
pub(super) fn for_each_word(text: &str, mut word: impl FnMut(u64)) {
    let letters = letters();
    let mut hash = EMPTY_HASH;
    for c in text.chars() {
        if letters.is_alphanumeric(c) {
            hash = add_to_hash(hash, c);
            if !is_unspaced(c) {
                continue;
            }
        }
        if hash != EMPTY_HASH {
            word(std::mem::replace(&mut hash, EMPTY_HASH));
        }
    }
    if hash != EMPTY_HASH {
        word(hash);
    }
}

/// Returns true for the characters of scripts that put no spaces between words: Han, Kana, Thai,
/// Lao, Khmer and Myanmar.
#[inline]
pub(super) fn is_unspaced(c: char) -> bool {
    c >= '\u{e00}'
        && matches!(c,
            '\u{e00}'..='\u{eff}'
            | '\u{1000}'..='\u{109f}'
            | '\u{1780}'..='\u{17ff}'
            | '\u{3005}'..='\u{3007}'
            | '\u{3040}'..='\u{30ff}'
            | '\u{31f0}'..='\u{31ff}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3ffff}')
}
