//! The words of several languages together, as finders ask for them.

use std::sync::LazyLock;

use super::label::{Label, Labels, ShortText};
use super::letters::letters;
use super::{Language, List, languages};

/// The words of several languages.
#[derive(Debug)]
pub(crate) struct Words {
    /// The number of each name's month, sorted by name.
    months: Vec<(&'static str, u8)>,
    /// The words of each list, as the files have them.
    lists: [Vec<&'static str>; List::COUNT],
    /// The same, sorted.
    sorted: [Vec<&'static str>; List::COUNT],
    comments: Labels,
    related: Labels,
}

static ALL: LazyLock<Words> = LazyLock::new(|| Words::of(languages()));

/// The words of all languages.
pub(crate) fn words() -> &'static Words {
    &ALL
}

impl Words {
    /// The words of these languages. Of months of the same name, that of the first language counts.
    pub(crate) fn of(languages: impl Iterator<Item = &'static Language>) -> Words {
        let mut months = Vec::new();
        let mut lists = [const { Vec::new() }; List::COUNT];
        for language in languages {
            for (number, names) in (1..).zip(language.months) {
                months.extend(names.iter().map(|&name| (name, number)));
            }
            for &(list, words) in language.lists {
                lists[list as usize].extend_from_slice(words);
            }
        }
        months.sort_by_key(|&(name, _)| name);
        months.dedup_by_key(|&mut (name, _)| name);
        let sorted = lists.clone().map(|mut words| {
            words.sort_unstable();
            words.dedup();
            words
        });
        let comments = Labels::of(&lists[List::Comments as usize]);
        let related = Labels::of(&lists[List::Related as usize]);
        Words { months, lists, sorted, comments, related }
    }

    /// The number of the month with this name, 1 to 12, in any case. `None` for any other word.
    pub(crate) fn month(&self, word: &str) -> Option<u32> {
        if !(SHORTEST_MONTH..=LONGEST_MONTH).contains(&word.len()) {
            return None;
        }
        let word = word.to_lowercase();
        let at = self.months.binary_search_by_key(&word.as_str(), |&(name, _)| name).ok()?;
        Some(u32::from(self.months[at].1))
    }

    /// The words of a list, in the order of the files. Languages may have the same word.
    pub(crate) fn list(&self, list: List) -> &[&'static str] {
        &self.lists[list as usize]
    }

    /// The words of a list, sorted, each once.
    pub(crate) fn sorted(&self, list: List) -> &[&'static str] {
        &self.sorted[list as usize]
    }

    /// True if a list has a word, which is in lower case.
    pub(crate) fn has(&self, list: List, word: &str) -> bool {
        self.sorted(list).binary_search(&word).is_ok()
    }

    /// True if a text is a label of readers' comments, in any case and with or without their
    /// number: "Comments", "12 Kommentare", "评论：".
    pub(crate) fn is_comment_label(&self, text: &str) -> bool {
        ShortText::of(text).is_some_and(|text| self.comments.has(&text))
    }

    /// Returns what a text is a label of, or may be.
    pub(crate) fn label(&self, text: &str) -> Option<Label> {
        let text = ShortText::of(text)?;
        if self.comments.has(&text) {
            Some(Label::Comments)
        } else if self.comments.begin(&text) {
            Some(Label::PerhapsComments)
        } else {
            self.related.has(&text).then_some(Label::Related)
        }
    }

    /// True if a text says how long ago something was: "2 hours ago", "vor 3 Tagen", "昨天".
    pub(crate) fn tells_age(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        // Most texts have no number, and need one look-up.
        if !text.contains(|c: char| c.is_numeric()) {
            return self.has(List::Ages, &text);
        }
        let mut before = None;
        text.char_indices()
            .any(|(at, c)| !is_inside(before.replace(c)) && self.begins_with_age(&text[at..], c))
    }

    /// Returns true if a text, which begins with this character, begins with the words of an age.
    fn begins_with_age(&self, text: &str, first: char) -> bool {
        let ages = self.sorted(List::Ages);
        let start = ages.partition_point(|age| age.chars().next() < Some(first));
        let mut alike = ages[start..].iter().take_while(|age| age.starts_with(first));
        alike.any(|age| text.strip_prefix(age).is_some_and(|rest| !is_inside(rest.chars().next())))
    }

    /// True if a button answers a comment: "Reply", "Reply to Ann", "Ответить (2)", "返信".
    pub(crate) fn is_reply(&self, button: &str) -> bool {
        let button = button.to_lowercase();
        let button = button.trim_matches(|c: char| !letters().is_alphabetic(c));
        let first = button.split(char::is_whitespace).next().unwrap_or_default();
        self.has(List::Replies, button) || self.has(List::Replies, first)
    }

    /// True if a text is a label of other stories: "Read more", "Lesen Sie auch:", "関連記事".
    pub(crate) fn is_related_label(&self, text: &str) -> bool {
        ShortText::of(text).is_some_and(|text| self.related.has(&text))
    }
}

/// Returns true for a letter of a script with spaces between words.
fn is_inside(c: Option<char>) -> bool {
    c.is_some_and(|c| c < UNSPACED && letters().is_alphabetic(c))
}

/// The first character of the scripts that have no spaces between words: Thai, then those of East
/// Asia.
const UNSPACED: char = '\u{e00}';

/// The lengths of the shortest and the longest name of a month, in bytes.
const SHORTEST_MONTH: usize = 3;
const LONGEST_MONTH: usize = 40;

#[cfg(test)]
mod tests {
    use super::super::files::made_up;
    use super::*;

    #[test]
    fn a_language_is_one_file() {
        let alone = Words::of([made_up()].into_iter());
        assert_eq!((alone.month("Trizok"), alone.month("March")), (Some(3), None));
        assert!(alone.has(List::Bylines, "skribzita de") && !alone.has(List::Bylines, "by"));
        assert_eq!(words().month("trizok"), Some(3));
    }

    #[test]
    fn buttons_that_answer() {
        for button in ["Reply", "↩ Reply to Ann", "Ответить (2)", "返信", "उत्तर दें", "RÉPONDRE"]
        {
            assert!(words().is_reply(button), "{button}");
        }
        for button in ["", "Share", "Replying is closed", "12", "共有"] {
            assert!(!words().is_reply(button), "{button}");
        }
    }

    #[test]
    fn names_of_months() {
        for (word, expected) in [
            ("January", 1),
            ("MÄRZ", 3),
            ("août", 8),
            ("Września", 9),
            ("мая", 5),
            ("listopad", 11),
            ("Ağustos", 8),
        ] {
            assert_eq!(words().month(word), Some(expected), "{word}");
        }
        for word in ["", "ma", "monday", "marches", "januaryjanuaryjanuaryjanuaryjanuary"] {
            assert_eq!(words().month(word), None, "{word}");
        }
    }

    #[test]
    fn every_name_of_a_month_can_be_found() {
        let lengths = SHORTEST_MONTH..=LONGEST_MONTH;
        for (name, number) in &words().months {
            assert!(lengths.contains(&name.len()), "{name}");
            assert_eq!(words().month(name), Some(u32::from(*number)), "{name}");
        }
    }

    #[test]
    fn languages_agree_on_months() {
        for language in languages() {
            for (number, names) in (1..).zip(language.months) {
                for name in *names {
                    assert_eq!(words().month(name), Some(number), "{name}");
                }
            }
        }
    }
}
