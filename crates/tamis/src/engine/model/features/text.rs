//! Features of the text of a paragraph.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::sync::LazyLock;

use super::columns::Feature;
use super::row::{Row, count, ratio};
use super::topics::{EMPTY_HASH, Identity, WordFilter, add_to_hash, is_unspaced, topics};
use crate::page::Paragraph;
use crate::words::{Topic, letters};

/// The most words of a title, a description or an address. The number is bounded because a page can
/// choose words whose hashes collide, so that every look-up takes as many steps as there are words.
const MAX_WORDS: usize = 400;

/// A set of word hashes.
#[derive(Debug, Default)]
pub(super) struct WordSet(HashSet<u64, BuildHasherDefault<Identity>>);

impl WordSet {
    /// Adds a word, or ignores it if there are [`MAX_WORDS`].
    pub(super) fn insert(&mut self, word: u64) {
        if self.0.len() < MAX_WORDS {
            self.0.insert(word);
        }
    }

    fn contains(&self, word: u64) -> bool {
        self.0.contains(&word)
    }

    fn len(&self) -> u32 {
        self.0.len() as u32
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

/// The words that a paragraph can share with the title, the description and the address.
#[derive(Debug)]
pub(super) struct PageWords {
    title: WordSet,
    description: WordSet,
    address: WordSet,
    /// These words, and those of the topics.
    known: WordFilter,
}

impl PageWords {
    pub(super) fn new(title: WordSet, description: WordSet, address: WordSet) -> PageWords {
        let mut known = WordFilter::of_topics();
        for &word in [&title, &description, &address].into_iter().flat_map(|set| &set.0) {
            known.insert(word);
        }
        PageWords { title, description, address, known }
    }
}

/// The kinds of characters that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Kind {
    Letter,
    Capital,
    Digit,
    /// A letter that is a word by itself.
    Unspaced,
    Space,
    Comma,
    SentenceEnd,
    Separator,
    Currency,
    /// Punctuation and signs of no other kind.
    Other,
}

const KINDS: usize = 10;

/// The kinds of the characters of alphabets, from Latin to Arabic. Loops get it once.
static OF_ALPHABETS: LazyLock<[Kind; letters::END]> = LazyLock::new(|| {
    std::array::from_fn(|code| Kind::of(char::from_u32(code as u32).unwrap_or_default()))
});

impl Kind {
    fn of(c: char) -> Kind {
        match c {
            'a'..='z' => Kind::Letter,
            'A'..='Z' => Kind::Capital,
            '0'..='9' => Kind::Digit,
            ' ' | '\n' => Kind::Space,
            ',' | '،' | '、' | '，' => Kind::Comma,
            '.' | '!' | '?' | '？' | '؟' | '。' | '！' | '…' | '।' => Kind::SentenceEnd,
            '|' | '/' | '>' | '<' | '·' | '•' | '›' | '»' | '→' | '←' | '‹' | '«' => {
                Kind::Separator
            }
            '$' | '€' | '£' | '¥' | '₹' | '₽' | '￥' | '₩' => Kind::Currency,
            _ if c.is_ascii() => Kind::Other,
            _ if is_unspaced(c) => Kind::Unspaced,
            _ if c.is_uppercase() => Kind::Capital,
            _ if c.is_alphabetic() => Kind::Letter,
            _ if c.is_numeric() => Kind::Digit,
            _ => Kind::Other,
        }
    }

    /// Returns true if a word goes on after the character.
    #[inline]
    fn continues(self) -> bool {
        self as u8 <= Kind::Digit as u8
    }
}

/// Counts of one text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    words: u32,
    /// Characters by [`Kind`].
    kinds: [u32; KINDS],
    /// Words by topic.
    pub(super) topics: [u32; Topic::COUNT],
    in_title: u32,
    in_description: u32,
    in_address: u32,
    title_words: u32,
    last: char,
    pub(super) hash: u64,
}

impl Counts {
    /// Counts a text in one pass.
    pub(super) fn of(text: &str, page: &PageWords, found: &mut WordSet) -> Counts {
        let mut counts = Counts { hash: text_hash(text), ..Counts::default() };
        counts.last = text.chars().next_back().unwrap_or_default();
        found.clear();
        let mut word = EMPTY_HASH;
        let kinds = &*OF_ALPHABETS;
        for c in text.chars() {
            let kind = kinds.get(c as usize).copied().unwrap_or_else(|| Kind::of(c));
            counts.kinds[kind as usize] += 1;
            if kind.continues() {
                word = add_to_hash(word, c);
                continue;
            }
            if kind == Kind::Unspaced {
                word = add_to_hash(word, c);
            }
            if word != EMPTY_HASH {
                counts.end_word(word, page, found);
                word = EMPTY_HASH;
            }
        }
        if word != EMPTY_HASH {
            counts.end_word(word, page, found);
        }
        counts.title_words = found.len();
        counts
    }

    /// Returns the characters of these kinds.
    fn sum(&self, kinds: &[Kind]) -> u32 {
        kinds.iter().map(|&kind| self.kinds[kind as usize]).sum()
    }

    fn letters(&self) -> u32 {
        self.sum(&[Kind::Letter, Kind::Capital, Kind::Unspaced])
    }

    fn digits(&self) -> u32 {
        self.sum(&[Kind::Digit])
    }

    fn punctuation(&self) -> u32 {
        use Kind::{Comma, Currency, Other, SentenceEnd, Separator};
        self.sum(&[Comma, SentenceEnd, Separator, Currency, Other])
    }

    pub(super) fn sentence_ends(&self) -> u32 {
        self.sum(&[Kind::SentenceEnd])
    }

    #[inline]
    fn end_word(&mut self, word: u64, page: &PageWords, found: &mut WordSet) {
        self.words += 1;
        if !page.known.may_contain(word) {
            return;
        }
        let mut bits = topics(word);
        while bits != 0 {
            self.topics[bits.trailing_zeros() as usize] += 1;
            bits &= bits - 1;
        }
        if page.title.contains(word) {
            self.in_title += 1;
            found.insert(word);
        }
        self.in_description += u32::from(page.description.contains(word));
        self.in_address += u32::from(page.address.contains(word));
    }

    /// Returns the share of the words that belong to one of these topics.
    pub(super) fn topic_share(&self, of: &[Topic]) -> f32 {
        ratio(of.iter().map(|&topic| self.topics[topic as usize]).sum(), self.words).min(1.0)
    }

    /// Returns true if the text has a sign of a currency and a digit.
    pub(super) fn has_price(&self) -> bool {
        self.sum(&[Kind::Currency]) > 0 && self.digits() > 0
    }

    /// Returns how well the text matches the page's title, 0 to 1: Dice's coefficient of words.
    pub(super) fn title_match(&self, page: &PageWords) -> f32 {
        ratio(2 * self.in_title.min(self.title_words), self.words + page.title.len())
    }
}

/// Returns a hash of a text: eight bytes at a time, in the same order on every machine.
fn text_hash(text: &str) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, bytes: u64| (hash.rotate_left(23) ^ bytes).wrapping_mul(FACTOR);
    let (chunks, rest) = text.as_bytes().as_chunks();
    let hash =
        chunks.iter().fold(text.len() as u64, |hash, &chunk| mix(hash, u64::from_le_bytes(chunk)));
    rest.iter().fold(hash, |hash, &byte| mix(hash, byte.into()))
}

/// The number of paragraphs with the same text as one, and of those before it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Copies {
    pub(super) all: u32,
    pub(super) before: u32,
}

/// Returns the copies of each text. It sorts hashes instead of putting them into a map, because
/// somebody could write a page that makes a map slow.
pub(super) fn copies(texts: &[Counts]) -> Vec<Copies> {
    let mut order: Vec<(u64, u32)> = texts.iter().map(|text| text.hash).zip(0..).collect();
    order.sort_unstable();
    let mut copies = vec![Copies::default(); texts.len()];
    for same in order.chunk_by(|one, other| one.0 == other.0) {
        for (before, &(_, index)) in (0..).zip(same) {
            copies[index as usize] = Copies { all: same.len() as u32, before };
        }
    }
    copies
}

/// The topics with a column of their own.
const TOPICS: [(Feature, Topic); 5] = [
    (Feature::WordsSubscribe, Topic::Subscribe),
    (Feature::WordsLegal, Topic::Legal),
    (Feature::WordsRelated, Topic::Related),
    (Feature::WordsDate, Topic::Date),
    (Feature::WordsTrade, Topic::Trade),
];

/// Writes the features of a paragraph's text.
pub(super) fn write(row: &mut Row<'_>, words: &PageWords, paragraph: &Paragraph, counts: &Counts) {
    let chars = paragraph.text_chars;
    row.set(Feature::Chars, count(chars));
    row.set(Feature::Words, count(counts.words));
    row.set(Feature::LinkDensity, ratio(paragraph.link_chars, chars).min(1.0));
    row.set(Feature::UpperCase, ratio(counts.sum(&[Kind::Capital]), counts.letters()));
    row.set(Feature::Digits, ratio(counts.digits(), chars));
    row.set(Feature::Punctuation, ratio(counts.punctuation(), chars));
    row.set(Feature::Commas, 100.0 * ratio(counts.sum(&[Kind::Comma]), chars));
    row.set(Feature::SentenceEnds, count(counts.sentence_ends()));
    row.set(Feature::Tags, count(paragraph.tags.max(0).unsigned_abs()));
    row.set(Feature::LastChar, last_char(counts.last));
    row.set(Feature::Separators, count(counts.sum(&[Kind::Separator])));
    for (feature, topic) in TOPICS {
        row.set(feature, counts.topic_share(&[topic]));
    }
    row.set(Feature::InTitle, ratio(counts.in_title, counts.words));
    row.set(Feature::OfTitle, ratio(counts.title_words, words.title.len()));
    row.set(Feature::InDescription, ratio(counts.in_description, counts.words));
    row.set(Feature::InAddress, ratio(counts.in_address, counts.words));
}

fn last_char(c: char) -> f32 {
    match c {
        '.' | '!' | '?' | '。' | '！' | '？' | '।' | '؟' => 7.0,
        '"' | '”' | '\'' | '’' | ')' | ']' | '»' | '」' | '』' | '）' => 6.0,
        '…' | '→' | '›' | '>' => 5.0,
        ':' | '：' => 4.0,
        ',' | '，' | ';' | '、' | '；' => 3.0,
        _ if c.is_numeric() => 2.0,
        _ if c.is_alphabetic() => 1.0,
        _ => 0.0,
    }
}
