//! The words in classes and ids: `left-sidebar`, `leftSidebar` and `left_sidebar2` have the word `sidebar`.

/// The most words in one phrase.
pub(super) const MAX_PHRASE: usize = 3;

/// A hash of a word, class or id, the same for any case of its ASCII letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Folded(u64);

impl Folded {
    const EMPTY: Folded = Folded(0xcbf2_9ce4_8422_2325);

    pub(super) fn of(text: &str) -> Folded {
        Folded::of_bytes(text.as_bytes())
    }

    fn of_bytes(text: &[u8]) -> Folded {
        text.iter().copied().fold(Self::EMPTY, Folded::with)
    }

    /// The hash of the words of a phrase in their order.
    pub(super) fn of_phrase(words: &[Folded]) -> Folded {
        let mix =
            |hash: u64, word: &Folded| (hash.rotate_left(23) ^ word.0).wrapping_mul(Self::PRIME);
        Folded(words.iter().fold(0, mix))
    }

    const PRIME: u64 = 0x0100_0000_01b3;

    /// FNV-1a.
    #[inline]
    fn with(self, byte: u8) -> Folded {
        Folded((self.0 ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(Self::PRIME))
    }

    /// Its place in a table whose size is a power of two.
    #[inline]
    pub(super) fn slot(self, mask: usize) -> usize {
        (self.0 ^ self.0 >> 29) as usize & mask
    }
}

/// What an ASCII byte is in a class; other bytes are letters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Lower,
    Upper,
    Digit,
    Mark,
}

static KINDS: [Kind; 256] = {
    let mut kinds = [Kind::Mark; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = match byte as u8 {
            b'A'..=b'Z' => Kind::Upper,
            b'0'..=b'9' => Kind::Digit,
            b'a'..=b'z' | 0x80.. => Kind::Lower,
            _ => Kind::Mark,
        };
        byte += 1;
    }
    kinds
};

/// The lengths of words by their first two bytes: most words and tokens of a page need not be hashed.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    /// For the low five bits of both bytes, which are those of a letter in any case, one bit for each length; the last one is
    /// for all that are longer.
    lengths: Vec<u32>,
}

impl Shapes {
    pub(super) fn add(&mut self, text: &str) {
        let (place, length) = Self::shape(text.as_bytes());
        self.lengths.resize(1 << 10, 0);
        self.lengths[place] |= length;
    }

    /// Whether the text may be one of those that were added, in any case of its letters.
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

/// Words that stand in phrases: which of them stand in none is told by their shape or one bit, which are phrases by the table.
#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    shapes: Shapes,
    bits: Vec<u64>,
}

impl Vocabulary {
    /// Eight times the words that the built-in rules have, squared away to a power of two.
    const BITS: usize = 1 << 12;

    /// Adds the words of a phrase.
    pub(super) fn add(&mut self, phrase: &str) {
        for word in phrase.split_ascii_whitespace() {
            self.shapes.add(word);
            self.bits.resize(Self::BITS / 64, 0);
            let slot = Folded::of(word).slot(Self::BITS - 1);
            self.bits[slot / 64] |= 1 << (slot % 64);
        }
    }

    /// The hash of a word, if it may stand in a phrase.
    #[inline]
    fn find(&self, word: &[u8]) -> Option<Folded> {
        if !self.shapes.may_have(word) {
            return None;
        }
        let word = Folded::of_bytes(word);
        let slot = word.slot(Self::BITS - 1);
        let may_have = self.bits.get(slot / 64).is_some_and(|bits| bits >> (slot % 64) & 1 != 0);
        may_have.then_some(word)
    }
}

/// The last words of a token.
struct Tail<'v, F> {
    vocabulary: &'v Vocabulary,
    words: [Folded; MAX_PHRASE],
    count: usize,
    phrase: F,
}

impl<F: FnMut(Folded)> Tail<'_, F> {
    /// Adds a word, and gives away the phrases that end with it.
    #[inline]
    fn add(&mut self, word: &[u8]) {
        let Some(word) = self.vocabulary.find(word) else {
            self.count = 0;
            return;
        };
        self.words.rotate_left(1);
        self.words[MAX_PHRASE - 1] = word;
        self.count = (self.count + 1).min(MAX_PHRASE);
        for length in 1..=self.count {
            (self.phrase)(Folded::of_phrase(&self.words[MAX_PHRASE - length..]));
        }
    }
}

/// Gives `phrase` the hash of each phrase of one to [`MAX_PHRASE`] words in the token, which has no white space, unless it
/// has a word that is in no phrase of the vocabulary.
///
/// A word ends at what is neither letter nor digit, between letters and digits, and before a capital behind a small
/// letter.
pub(super) fn split(token: &str, vocabulary: &Vocabulary, phrase: impl FnMut(Folded)) {
    let mut tail = Tail { vocabulary, words: [Folded::EMPTY; MAX_PHRASE], count: 0, phrase };
    let bytes = token.as_bytes();
    let mut last = Kind::Mark;
    let mut start = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        let kind = KINDS[usize::from(byte)];
        let goes_on = kind == last || (last, kind) == (Kind::Upper, Kind::Lower);
        if !goes_on {
            if last != Kind::Mark {
                tail.add(&bytes[start..at]);
            }
            start = at;
        }
        last = kind;
    }
    if last != Kind::Mark {
        tail.add(&bytes[start..]);
    }
}

/// The words of a phrase as a rule states it, split as [`split`] does; empty where it has none.
pub(super) fn phrase(text: &str) -> Vec<Folded> {
    let mut words = Vec::new();
    for token in text.split_ascii_whitespace() {
        words.push(Folded::of(token));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(token: &str, wanted: &str) -> bool {
        let mut vocabulary = Vocabulary::default();
        vocabulary.add(wanted);
        let wanted = Folded::of_phrase(&phrase(wanted));
        let mut found = false;
        split(token, &vocabulary, |phrase| found |= phrase == wanted);
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
    fn the_case_of_letters_is_nothing() {
        assert_eq!(Folded::of("Entry-Content"), Folded::of("entry-content"));
        assert_ne!(Folded::of("entry-content"), Folded::of("entry_content"));
    }
}
