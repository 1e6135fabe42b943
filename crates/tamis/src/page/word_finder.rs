//! Finds words in the values of classes and ids.

use std::ops::Range;

/// Finds all places of a list of words in a value, in any case of ASCII letters. Words may overlap.
///
/// A filter of one bit for each three bytes in a row rejects most places of a value, so that words
/// are compared at few of them. Unlike the states of an automaton, what the filter asks at one
/// place does not depend on the answer at the one before.
#[derive(Debug)]
pub(crate) struct WordFinder {
    /// A bit for each [`Start`]: true if a word begins with it.
    filter: Box<[u64; Start::ALL / 64]>,
    /// The first of the `words` for a hash of a start.
    buckets: Box<[u16; BUCKETS + 1]>,
    /// The words by the hashes of their starts. A word of two bytes has several.
    words: Vec<Word>,
}

/// The number of hashes of starts.
const BUCKETS: usize = 256;

/// Five bits of each of three bytes in a row. Both cases of a letter have the same five bits.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Start(u16);

impl Start {
    const ALL: usize = 1 << 15;

    fn of(bytes: [u8; 3]) -> Start {
        bytes.into_iter().fold(Start(0), Start::then)
    }

    /// Returns the three bytes that end with `byte` instead of the one before.
    #[inline]
    fn then(self, byte: u8) -> Start {
        Start((self.0 << 5 | u16::from(byte & 31)) & (Start::ALL - 1) as u16)
    }

    #[inline]
    fn bucket(self) -> usize {
        usize::from(self.0.wrapping_mul(0x9E37) >> 8)
    }
}

/// A word, to be compared eight bytes at once.
#[derive(Clone, Debug)]
struct Word {
    number: u16,
    /// The first eight bytes, in lower case; zeros after the end of the word.
    first: u64,
    /// The bits of `first` that are compared.
    mask: u64,
    /// The bits that are set in lower case and not in upper case.
    case: u64,
    length: usize,
    /// The bytes after the first eight.
    rest: Box<[u8]>,
}

impl Word {
    fn of(number: u16, text: &str) -> Word {
        let bytes = text.as_bytes();
        let of_bytes = |of: fn(u8) -> u8| {
            let bytes = bytes.iter().take(8).rev();
            bytes.fold(0, |all, &byte| all << 8 | u64::from(of(byte)))
        };
        Word {
            number,
            first: of_bytes(|byte| byte.to_ascii_lowercase()),
            mask: of_bytes(|_| u8::MAX),
            case: of_bytes(|byte| if byte.is_ascii_alphabetic() { 0x20 } else { 0 }),
            length: bytes.len(),
            rest: bytes.get(8..).unwrap_or_default().into(),
        }
    }

    /// True if the value has the word at a place. `first` has the eight bytes from there on.
    #[inline]
    fn is_at(&self, value: &[u8], place: usize, first: u64) -> bool {
        (first | self.case) & self.mask == self.first
            && value
                .get(place + self.length.min(8)..place + self.length)
                .is_some_and(|rest| rest.eq_ignore_ascii_case(&self.rest))
    }
}

/// Returns the eight bytes from a place on, with zeros after the end of the value.
#[inline]
fn eight_bytes(value: &[u8], place: usize) -> u64 {
    let rest = &value[place..];
    if let Some(bytes) = rest.first_chunk() {
        return u64::from_le_bytes(*bytes);
    }
    match value.last_chunk() {
        Some(bytes) if !rest.is_empty() => u64::from_le_bytes(*bytes) >> (64 - 8 * rest.len()),
        _ => rest.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte)),
    }
}

impl WordFinder {
    /// Returns a finder of these words, each of at least two bytes.
    pub(crate) fn new<'w>(words: impl IntoIterator<Item = &'w str>) -> WordFinder {
        let mut filter = Box::new([0; Start::ALL / 64]);
        let mut by_bucket: Vec<Vec<Word>> = vec![Vec::new(); BUCKETS];
        for (number, text) in (0..).zip(words) {
            let bytes = text.as_bytes();
            // A word of two bytes may begin before any third.
            let thirds = bytes.get(2).map_or(0..32, |&third| third..third + 1);
            for third in thirds {
                let start = Start::of([bytes[0], bytes[1], third]);
                filter[usize::from(start.0) / 64] |= 1 << (start.0 % 64);
                let bucket = &mut by_bucket[start.bucket()];
                if bucket.last().is_none_or(|last| last.number != number) {
                    bucket.push(Word::of(number, text));
                }
            }
        }
        let mut buckets = Box::new([0; BUCKETS + 1]);
        for (at, bucket) in by_bucket.iter().enumerate() {
            buckets[at + 1] = buckets[at] + bucket.len() as u16;
        }
        WordFinder { filter, buckets, words: by_bucket.concat() }
    }

    /// Calls `found` with the number of each word in a value and its place there, in the order of
    /// the places' starts.
    #[inline]
    pub(crate) fn find(&self, value: &[u8], mut found: impl FnMut(usize, Range<usize>)) {
        let [first, second, rest @ ..] = value else { return };
        let mut start = Start::of([0, *first, *second]);
        for (place, &byte) in rest.iter().enumerate() {
            start = start.then(byte);
            if self.may_begin(start) {
                self.compare(start, value, place, &mut found);
            }
        }
        // A word of two bytes may be at the end.
        start = start.then(0);
        if self.may_begin(start) {
            self.compare(start, value, rest.len(), &mut found);
        }
    }

    #[inline]
    fn may_begin(&self, start: Start) -> bool {
        self.filter[usize::from(start.0) / 64] >> (start.0 % 64) & 1 != 0
    }

    /// Calls `found` for the words at a place where these three bytes are.
    #[inline]
    fn compare(
        &self,
        start: Start,
        value: &[u8],
        place: usize,
        found: &mut impl FnMut(usize, Range<usize>),
    ) {
        let first = eight_bytes(value, place);
        let bucket = start.bucket();
        let words = usize::from(self.buckets[bucket])..usize::from(self.buckets[bucket + 1]);
        for word in self.words[words].iter().filter(|word| word.is_at(value, place, first)) {
            found(usize::from(word.number), place..place + word.length);
        }
    }
}

/// True between two parts of a value: at a character that is no letter, and before a capital.
/// `before` and `after` are the bytes on both sides, if there are any.
pub(crate) fn is_border(before: Option<u8>, after: Option<u8>) -> bool {
    let (Some(before), Some(after)) = (before, after) else { return true };
    !before.is_ascii_alphabetic()
        || !after.is_ascii_alphabetic()
        || before.is_ascii_lowercase() && after.is_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [&str; 9] =
        ["ad", "adverts", "vert", "-ad-", "art", "article", "o'x", "masthead", "masthead-art"];

    /// The places of the words by comparing each word at each place.
    fn slowly(value: &str) -> Vec<(usize, Range<usize>)> {
        let mut places = Vec::new();
        for start in 0..value.len() {
            for (number, word) in WORDS.iter().enumerate() {
                let range = start..start + word.len();
                let here = value.as_bytes().get(range.clone());
                if here.is_some_and(|here| here.eq_ignore_ascii_case(word.as_bytes())) {
                    places.push((number, range));
                }
            }
        }
        places
    }

    #[test]
    fn all_places_are_found() {
        let finder = WordFinder::new(WORDS);
        for value in [
            "",
            "a",
            "ad",
            "AD",
            "-ad-",
            "top-Ad-1",
            "ADVERTS",
            "xadvertsad",
            "arTicle",
            "ad ad",
            "a\u{4}",
            "a\0d",
            "éad",
            "art art",
            "o'x",
            "oGx",
            "vert\u{76}ert",
        ] {
            let mut places = Vec::new();
            finder.find(value.as_bytes(), |word, place| places.push((word, place)));
            places.sort_by_key(|(word, place)| (place.start, *word));
            assert_eq!(places, slowly(value), "{value}");
        }
    }

    #[test]
    fn borders_of_parts() {
        for (before, after, expected) in [
            (None, Some(b'a'), true),
            (Some(b'a'), None, true),
            (Some(b'a'), Some(b'b'), false),
            (Some(b'a'), Some(b'B'), true),
            (Some(b'A'), Some(b'B'), false),
            (Some(b'-'), Some(b'b'), true),
            (Some(b'a'), Some(b'1'), true),
        ] {
            assert_eq!(is_border(before, after), expected, "{before:?} {after:?}");
        }
    }
}
