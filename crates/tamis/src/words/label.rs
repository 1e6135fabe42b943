//! Labels: short texts that say what comes after them, such as "Comments (12)" and "Read more:".

use super::letters::letters;

/// The longest text that can be a label, in bytes.
const MAX_BYTES: usize = 96;

/// The most words of a label that a text begins with.
const MAX_WORDS: usize = 4;

/// The fewest letters of a label that a text begins with. Shorter ones are words of other
/// languages, for example the French "comment".
const MIN_LETTERS: usize = 8;

/// The dot above a letter that has one already.
const DOT_ABOVE: char = '\u{307}';

/// The kinds of labels, by what comes after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Label {
    /// Readers' comments.
    Comments,
    /// Readers' comments, or a sentence about them.
    PerhapsComments,
    /// Other stories.
    Related,
}

/// The letters of known labels, in lower case, sorted.
#[derive(Debug, Default)]
pub(super) struct Labels(Vec<String>);

impl Labels {
    pub(super) fn of(labels: &[&str]) -> Labels {
        let mut letters: Vec<String> = labels.iter().map(|label| letters_of(label)).collect();
        letters.sort_unstable();
        letters.dedup();
        Labels(letters)
    }

    /// True if a text is one of the labels, in any case, with any numbers and signs around it.
    pub(super) fn has(&self, text: &ShortText) -> bool {
        self.has_letters(text.letters())
    }

    /// True if a text begins with the words of one of the labels, which is not a short word, and
    /// goes on: "Comments are closed".
    pub(super) fn begin(&self, text: &ShortText) -> bool {
        let ends = text.ends.iter().map(|&end| usize::from(end));
        let mut begins = ends.filter(|end| (MIN_LETTERS..text.length).contains(end));
        begins.any(|end| self.has_letters(&text.chars[..end]))
    }

    fn has_letters(&self, letters: &[char]) -> bool {
        let compare = |label: &String| label.chars().cmp(letters.iter().copied());
        !letters.is_empty() && self.0.binary_search_by(compare).is_ok()
    }
}

/// The letters of a text that may be a label, in lower case. Each text is compared with many
/// labels, so its letters are found once. Allocates nothing.
pub(super) struct ShortText {
    chars: [char; MAX_BYTES],
    length: usize,
    /// The numbers of letters before the first spaces.
    ends: [u8; MAX_WORDS],
}

impl ShortText {
    /// Returns the letters of a text, or `None` if it is too long for a label.
    pub(super) fn of(text: &str) -> Option<ShortText> {
        if text.len() > MAX_BYTES {
            return None;
        }
        let mut short = ShortText { chars: ['\0'; MAX_BYTES], length: 0, ends: [0; MAX_WORDS] };
        let letters = letters();
        let mut words = 0;
        for char in text.chars() {
            if char == ' ' && words < MAX_WORDS {
                short.ends[words] = short.length as u8;
                words += 1;
            }
            if letters.is_alphabetic(char) {
                letters.for_each_lower(char, |lower| {
                    // "İ" has a second character in lower case, which "i" has not.
                    if lower == DOT_ABOVE {
                        return;
                    }
                    if let Some(place) = short.chars.get_mut(short.length) {
                        *place = lower;
                    }
                    short.length += 1;
                });
            }
        }
        // Some letters have two in lower case.
        (short.length <= MAX_BYTES).then_some(short)
    }

    fn letters(&self) -> &[char] {
        &self.chars[..self.length]
    }
}

/// The letters of a text, in lower case.
fn letters_of(text: &str) -> String {
    let letters = letters();
    let mut lower = String::with_capacity(text.len());
    for c in text.chars().filter(|&c| letters.is_alphabetic(c)) {
        letters.for_each_lower(c, |c| lower.push(c));
    }
    lower.retain(|c| c != DOT_ABOVE);
    lower
}

#[cfg(test)]
mod tests {
    use super::Label;
    use crate::words::words;

    #[test]
    fn labels_of_comments() {
        for (text, expected) in [
            ("Comments", true),
            ("Comments (12)", true),
            ("12 Kommentare", true),
            ("КОММЕНТАРИИ: 3", true),
            ("评论", true),
            ("3 条评论", true),
            ("コメント（3）", true),
            ("댓글 12", true),
            ("Bình luận", true),
            ("ความคิดเห็น 4", true),
            ("टिप्पणियाँ", true),
            ("Comments on bread", false),
            ("Commentary", false),
            ("12", false),
            ("", false),
        ] {
            assert_eq!(words().is_comment_label(text), expected, "{text}");
        }
    }

    #[test]
    fn texts_that_begin_with_a_label() {
        for (text, expected) in [
            ("Comments are closed", Some(Label::PerhapsComments)),
            ("3 comments on “Bread”", Some(Label::PerhapsComments)),
            ("Комментарии закрыты", Some(Label::PerhapsComments)),
            ("Leave a comment below", Some(Label::PerhapsComments)),
            ("Comments", Some(Label::Comments)),
            ("Comments (3)", Some(Label::Comments)),
            ("Read more", Some(Label::Related)),
            ("Comment faire du pain", None),
            ("Bread and comments", None),
            ("İİİİİİİİİİİİİİİİİİİİİİİİİİİİİİİİİİİİİİİİİİİİİİİİ", None),
            ("12 - 3", None),
        ] {
            assert_eq!(words().label(text), expected, "{text}");
        }
    }

    #[test]
    fn labels_of_related_stories() {
        for (text, expected) in [
            ("Read more »", true),
            ("LESEN SIE AUCH:", true),
            ("Читайте также:", true),
            ("相关阅读：", true),
            ("関連記事", true),
            ("À lire aussi", true),
            ("İlginizi çekebilir:", true),
            ("Don’t miss", true),
            ("Related to bread", false),
            ("Read more about bread", false),
            ("Comments", false),
        ] {
            assert_eq!(words().is_related_label(text), expected, "{text}");
        }
        assert!(!words().is_related_label(&"Read more ".repeat(20)));
    }
}
