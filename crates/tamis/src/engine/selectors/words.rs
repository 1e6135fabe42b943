//! The words in classes and ids: `left-sidebar`, `leftSidebar` and `left_sidebar2` have the word `sidebar`.

/// The most words in one phrase.
pub(super) const MAX_PHRASE: usize = 3;

/// A hash of a word, class or id, the same for any case of its ASCII letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Folded(u64);

impl Folded {
    const EMPTY: Folded = Folded(0xcbf2_9ce4_8422_2325);

    pub(super) fn of(text: &str) -> Folded {
        text.bytes().fold(Self::EMPTY, Folded::with)
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

/// Words that stand in phrases: which of them stand in none is told by one bit, which are phrases by the table.
#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    bits: Vec<u64>,
}

impl Vocabulary {
    /// Eight times the words that the built-in rules have, squared away to a power of two.
    const BITS: usize = 1 << 12;

    pub(super) fn add(&mut self, word: Folded) {
        self.bits.resize(Self::BITS / 64, 0);
        let slot = word.slot(Self::BITS - 1);
        self.bits[slot / 64] |= 1 << (slot % 64);
    }

    /// Whether the word may stand in a phrase.
    #[inline]
    fn may_have(&self, word: Folded) -> bool {
        let slot = word.slot(Self::BITS - 1);
        self.bits.get(slot / 64).is_some_and(|bits| bits >> (slot % 64) & 1 != 0)
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
    fn add(&mut self, word: Folded) {
        if !self.vocabulary.may_have(word) {
            self.count = 0;
            return;
        }
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
    let mut last = Kind::Mark;
    let mut word = Folded::EMPTY;
    for byte in token.bytes() {
        let kind = KINDS[usize::from(byte)];
        let goes_on = kind == last || (last, kind) == (Kind::Upper, Kind::Lower);
        if !goes_on {
            if last != Kind::Mark {
                tail.add(word);
            }
            word = Folded::EMPTY;
        }
        word = word.with(byte);
        last = kind;
    }
    if last != Kind::Mark {
        tail.add(word);
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
        for word in phrase(wanted) {
            vocabulary.add(word);
        }
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
