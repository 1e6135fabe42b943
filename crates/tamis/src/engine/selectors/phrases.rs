//! The words and phrases in classes and ids: `left-sidebar`, `leftSidebar` and `left_sidebar2` all
//! contain the word `sidebar`.

/// Largest number of words in a phrase.
pub(super) const MAX_PHRASE: usize = 3;

/// A hash of a word, class or id that ignores ASCII case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FoldedHash(u64);

impl FoldedHash {
    const EMPTY: FoldedHash = FoldedHash(0xcbf2_9ce4_8422_2325);

    pub(super) fn of(text: &str) -> FoldedHash {
        FoldedHash::of_bytes(text.as_bytes())
    }

    fn of_bytes(text: &[u8]) -> FoldedHash {
        text.iter().copied().fold(Self::EMPTY, FoldedHash::with)
    }

    /// Returns the hash of a phrase. It depends on the order of the words.
    pub(super) fn of_phrase(words: &[FoldedHash]) -> FoldedHash {
        let mix = |hash: u64, word: &FoldedHash| {
            (hash.rotate_left(23) ^ word.0).wrapping_mul(Self::PRIME)
        };
        FoldedHash(words.iter().fold(0, mix))
    }

    const PRIME: u64 = 0x0100_0000_01b3;

    /// Adds a byte, as FNV-1a does.
    #[inline]
    fn with(self, byte: u8) -> FoldedHash {
        FoldedHash((self.0 ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(Self::PRIME))
    }

    /// Returns the slot in a table whose size is a power of two; `mask` is the size minus one.
    #[inline]
    pub(super) fn slot(self, mask: usize) -> usize {
        (self.0 ^ self.0 >> 29) as usize & mask
    }
}

/// The class of a byte of a class or id. Bytes outside ASCII count as lower-case letters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CharClass {
    Lower,
    Upper,
    Digit,
    Mark,
    Space,
}

static CHAR_CLASSES: [CharClass; 256] = {
    let mut classes = [CharClass::Mark; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'A'..=b'Z' => CharClass::Upper,
            b'0'..=b'9' => CharClass::Digit,
            b'a'..=b'z' | 0x80.. => CharClass::Lower,
            b'\t' | b'\n' | b'\x0c' | b'\r' | b' ' => CharClass::Space,
            _ => CharClass::Mark,
        };
        byte += 1;
    }
    classes
};

/// A filter by length and first two bytes. Most words and tokens of a page do not pass it, and need
/// not be hashed.
#[derive(Clone, Debug, Default)]
pub(super) struct LengthFilter {
    /// One bit per length, indexed by the low five bits of both bytes, which do not depend on the
    /// case of a letter. The last bit is for all greater lengths.
    lengths: Vec<u32>,
}

impl LengthFilter {
    pub(super) fn add(&mut self, text: &str) {
        let (place, length) = Self::shape(text.as_bytes());
        self.lengths.resize(1 << 10, 0);
        self.lengths[place] |= length;
    }

    /// Returns false if the text is certainly not among the added ones, ignoring ASCII case.
    #[inline]
    pub(super) fn may_have(&self, text: &[u8]) -> bool {
        let (place, length) = Self::shape(text);
        self.lengths.get(place).is_some_and(|lengths| lengths & length != 0)
    }

    #[inline]
    fn shape(text: &[u8]) -> (usize, u32) {
        let byte = |at: usize| usize::from(text.get(at).copied().unwrap_or(0) & 31);
        (byte(0) << 5 | byte(1), 1 << text.len().min(31))
    }
}

/// The words of all phrases. A filter and a bit table reject most other words; the table of phrases
/// decides about the rest.
#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    lengths: LengthFilter,
    bits: Vec<u64>,
}

impl Vocabulary {
    /// About eight times the number of words in the built-in rules, rounded to a power of two.
    const BITS: usize = 1 << 12;

    /// Adds the words of a phrase.
    pub(super) fn add(&mut self, phrase: &str) {
        for word in phrase.split_ascii_whitespace() {
            self.lengths.add(word);
            self.bits.resize(Self::BITS / 64, 0);
            let slot = FoldedHash::of(word).slot(Self::BITS - 1);
            self.bits[slot / 64] |= 1 << (slot % 64);
        }
    }

    /// Returns the hash of a word, or `None` if the word is certainly in no phrase.
    #[inline]
    fn find(&self, word: &[u8]) -> Option<FoldedHash> {
        if !self.lengths.may_have(word) {
            return None;
        }
        let word = FoldedHash::of_bytes(word);
        let slot = word.slot(Self::BITS - 1);
        let may_have = self.bits.get(slot / 64).is_some_and(|bits| bits >> (slot % 64) & 1 != 0);
        may_have.then_some(word)
    }
}

/// A part of a class or id.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part<'t> {
    /// A phrase of one to [`MAX_PHRASE`] words of one token.
    Phrase(FoldedHash),
    /// A token: all that is between white space.
    Token(&'t str),
}

/// The last words of the current token.
struct LastWords<'v> {
    vocabulary: &'v Vocabulary,
    words: [FoldedHash; MAX_PHRASE],
    count: usize,
}

impl LastWords<'_> {
    /// Adds a word, and passes on all phrases that end with it.
    #[inline]
    fn add<'t>(&mut self, word: &[u8], part: &mut impl FnMut(Part<'t>)) {
        let Some(word) = self.vocabulary.find(word) else {
            self.count = 0;
            return;
        };
        self.words.rotate_left(1);
        self.words[MAX_PHRASE - 1] = word;
        self.count = (self.count + 1).min(MAX_PHRASE);
        for length in 1..=self.count {
            part(Part::Phrase(FoldedHash::of_phrase(&self.words[MAX_PHRASE - length..])));
        }
    }
}

/// Calls `part` with each phrase and each token of a class or id. A word outside the vocabulary
/// ends all phrases before it.
///
/// A word ends before a character that is neither a letter nor a digit, between letters and digits,
/// and between a lower-case and an upper-case letter. For example, `post-body`, `postBody` and
/// `post2` begin with the word "post".
pub(super) fn split<'t>(value: &'t str, vocabulary: &Vocabulary, mut part: impl FnMut(Part<'t>)) {
    let mut tail = LastWords { vocabulary, words: [FoldedHash::EMPTY; MAX_PHRASE], count: 0 };
    let bytes = value.as_bytes();
    let class_at =
        |at: usize| bytes.get(at).map_or(CharClass::Space, |&byte| CHAR_CLASSES[usize::from(byte)]);
    let (mut at, mut token) = (0, 0);
    while at <= bytes.len() {
        let mut class = class_at(at);
        let start = at;
        at += 1;
        match class {
            CharClass::Space => {
                if token < start {
                    part(Part::Token(&value[token..start]));
                }
                tail.count = 0;
                token = at;
            }
            CharClass::Mark => {}
            CharClass::Lower | CharClass::Upper | CharClass::Digit => {
                loop {
                    let next = class_at(at);
                    if next != class && (class, next) != (CharClass::Upper, CharClass::Lower) {
                        break;
                    }
                    class = next;
                    at += 1;
                }
                tail.add(&bytes[start..at], &mut part);
            }
        }
    }
}

/// Returns the hashes of the words of a rule's phrase; empty if it has none. The words are
/// separated by white space, and are expected to be words for [`split`] too.
pub(super) fn phrase(text: &str) -> Vec<FoldedHash> {
    let mut words = Vec::new();
    for token in text.split_ascii_whitespace() {
        words.push(FoldedHash::of(token));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(token: &str, wanted: &str) -> bool {
        let mut vocabulary = Vocabulary::default();
        vocabulary.add(wanted);
        let wanted = FoldedHash::of_phrase(&phrase(wanted));
        let mut found = false;
        split(token, &vocabulary, |part| {
            found |= matches!(part, Part::Phrase(phrase) if phrase == wanted);
        });
        found
    }

    #[test]
    fn words_are_whole() {
        for token in ["ad", "top-ad", "ad_1", "AD", "topAd", "ad300x250", "js--ad"] {
            assert!(has(token, "ad"), "{token}");
        }
        for token in ["header", "shadow", "ads", "load", "adArea2".to_lowercase().as_str(), ""] {
            assert!(!has(token, "ad"), "{token}");
        }
    }

    #[test]
    fn phrases_are_words_in_a_row() {
        for token in ["related-posts", "RelatedPosts", "my_related_posts-2", "related--posts"] {
            assert!(has(token, "related posts"), "{token}");
        }
        for token in ["posts-related", "related-blog-posts", "relatedposts", "related"] {
            assert!(!has(token, "related posts"), "{token}");
        }
        assert!(has("a-you-may-like", "you may like"));
    }

    #[test]
    fn tokens_are_between_white_space() {
        for (value, expected) in
            [("", &[][..]), (" a\tb-c \n", &["a", "b-c"]), ("--", &["--"]), ("é É", &["é", "É"])]
        {
            let mut tokens = Vec::new();
            split(value, &Vocabulary::default(), |part| {
                tokens.extend(match part {
                    Part::Token(token) => Some(token),
                    Part::Phrase(_) => None,
                });
            });
            assert_eq!(tokens, expected, "{value:?}");
        }
        assert!(!has("related posts", "related posts"));
    }

    #[test]
    fn case_is_ignored() {
        assert_eq!(FoldedHash::of("Entry-Content"), FoldedHash::of("entry-content"));
        assert_ne!(FoldedHash::of("entry-content"), FoldedHash::of("entry_content"));
    }
}
