//! Words and lengths of a text, counted according to [`Segmentation`].

use tamis_stoplists::Stoplist;

use super::config::Segmentation;

/// Returns the number of words of the text, and how many of them are stopwords.
pub(super) fn count_words(
    text: &str,
    stoplist: &Stoplist,
    segmentation: Segmentation,
) -> (i64, i64) {
    let mut words = 0;
    let mut stopwords = 0;
    for word in split(text) {
        if segmentation == Segmentation::Unicode
            && word.chars().any(|c| Script::of(c).is_unspaced())
        {
            let (more_words, more_stopwords) = count_unspaced(word, stoplist);
            words += more_words;
            stopwords += more_stopwords;
        } else {
            words += 1;
            stopwords += i64::from(stoplist.contains(word));
        }
    }
    (words, stopwords)
}

/// Splits a paragraph's text into words. Its white space is collapsed, so words are separated by
/// single spaces or line breaks; any other character is part of a word.
pub(super) fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '\n']).filter(|word| !word.is_empty())
}

/// Returns the length to compare with thresholds. `chars` is the number of characters of the text.
pub(super) fn length(text: &str, chars: u32, segmentation: Segmentation) -> i64 {
    if segmentation == Segmentation::Whitespace || text.is_ascii() {
        return i64::from(chars);
    }
    text.chars().map(|c| Script::of(c).length()).sum()
}

/// Scripts, grouped by how they separate words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Script {
    /// Words are separated by white space.
    Spaced,
    Han,
    Kana,
    /// Thai, Lao, Khmer and Myanmar: letters and signs, with spaces only between phrases.
    SoutheastAsian,
}

impl Script {
    /// Returns the script of a character. Source: Unicode's blocks; the rare extensions of Han are
    /// in planes 2 and 3.
    fn of(c: char) -> Script {
        match c {
            '\u{4e00}'..='\u{9fff}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{f900}'..='\u{faff}'
            | '\u{3005}'..='\u{3007}'
            | '\u{3100}'..='\u{312f}'
            | '\u{20000}'..='\u{3ffff}' => Script::Han,
            '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9f}' => {
                Script::Kana
            }
            '\u{e00}'..='\u{eff}' | '\u{1780}'..='\u{17ff}' | '\u{1000}'..='\u{109f}' => {
                Script::SoutheastAsian
            }
            _ => Script::Spaced,
        }
    }

    fn is_unspaced(self) -> bool {
        self != Script::Spaced
    }

    /// Number of alphabetic characters that one character counts as. A Chinese text has about a
    /// third as many characters as the same text in English; Japanese syllables are about half as
    /// many.
    fn length(self) -> i64 {
        match self {
            Script::Han => 3,
            Script::Kana => 2,
            Script::SoutheastAsian | Script::Spaced => 1,
        }
    }

    /// Average length of a word in characters.
    fn word_chars(self) -> usize {
        match self {
            Script::Han | Script::Kana => 2,
            Script::SoutheastAsian | Script::Spaced => 4,
        }
    }
}

/// Length of the longest stopword to search for, in characters.
const LONGEST_STOPWORD: usize = 8;

/// Counts the words and stopwords of a run without spaces. At each position the longest stopword is
/// one word; the text in between is divided into words of the script's average length.
fn count_unspaced(text: &str, stoplist: &Stoplist) -> (i64, i64) {
    let (mut words, mut stopwords) = (0, 0);
    let mut between: Option<(Script, usize)> = None;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let script = Script::of(c);
        let found = if script.is_unspaced() { longest_stopword(rest, stoplist) } else { None };
        if found.is_some() || between.is_some_and(|(before, _)| before != script) {
            words += words_between(between.take());
        }
        if let Some(length) = found {
            words += 1;
            stopwords += 1;
            rest = &rest[length..];
            continue;
        }
        let length = between.map_or(0, |(_, length)| length);
        between = Some((script, length + 1));
        rest = &rest[c.len_utf8()..];
    }
    (words + words_between(between), stopwords)
}

fn words_between(between: Option<(Script, usize)>) -> i64 {
    between.map_or(0, |(script, chars)| match script {
        Script::Spaced => 1,
        _ => chars.div_ceil(script.word_chars()) as i64,
    })
}

fn longest_stopword(text: &str, stoplist: &Stoplist) -> Option<usize> {
    let ends: Vec<usize> =
        text.char_indices().take(LONGEST_STOPWORD).map(|(at, c)| at + c.len_utf8()).collect();
    ends.into_iter().rev().find(|&end| stoplist.contains(&text[..end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_with_spaces_counts_the_same_in_both_ways() {
        let stoplist = Stoplist::from_words(["the", "of", "и"]);
        for text in ["The end of days", "кот и пёс", "한국어 문장 입니다", ""] {
            let plain = count_words(text, &stoplist, Segmentation::Whitespace);
            assert_eq!(count_words(text, &stoplist, Segmentation::Unicode), plain);
            let chars = text.chars().count() as u32;
            assert_eq!(length(text, chars, Segmentation::Unicode), i64::from(chars));
        }
    }

    #[test]
    fn text_without_spaces_is_split_at_stopwords() {
        let stoplist = Stoplist::from_words(["的", "是", "我们"]);
        // 我们 | 的 | 中国朋友 (2) | 是 | 好人 (1) | 。
        let text = "我们的中国朋友是好人。";
        assert_eq!(count_words(text, &stoplist, Segmentation::Unicode), (7, 3));
        assert_eq!(count_words(text, &stoplist, Segmentation::Whitespace), (1, 0));
        assert_eq!(length("中文ab", 4, Segmentation::Unicode), 8);
    }

    #[test]
    fn thai_has_words_too() {
        let stoplist = Stoplist::from_words(["และ"]);
        let (words, stopwords) = count_words("ข้าวและปลา", &stoplist, Segmentation::Unicode);
        assert_eq!((words, stopwords), (3, 1));
    }
}
