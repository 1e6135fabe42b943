//! Labels: short texts that say what comes after them, such as "Comments (12)" and "Read more:".

use std::cmp::Ordering;

/// The longest text that can be a label, in bytes.
const MAX_BYTES: usize = 96;

/// The most words of a label that a text begins with.
const MAX_WORDS: usize = 4;

/// The fewest letters of a label that a text begins with. Shorter ones are words of other
/// languages, for example the French "comment".
const MIN_LETTERS: usize = 8;

/// The letters of known labels, in lower case, sorted.
#[derive(Debug, Default)]
pub(super) struct Labels(Vec<String>);

impl Labels {
    pub(super) fn of(labels: &[&str]) -> Labels {
        let mut letters: Vec<String> =
            labels.iter().map(|label| letters(label).collect()).collect();
        letters.sort_unstable();
        letters.dedup();
        Labels(letters)
    }

    /// True if a text is one of the labels, in any case, with any numbers and signs around it.
    /// Allocates nothing.
    pub(super) fn has(&self, text: &str) -> bool {
        let is_short = text.len() <= MAX_BYTES && text.contains(char::is_alphabetic);
        is_short && self.0.binary_search_by(|label| compare(label, text)).is_ok()
    }

    /// True if a text begins with the words of one of the labels, which is not a short word, and
    /// goes on: "Comments are closed".
    pub(super) fn begin(&self, text: &str) -> bool {
        let ends = text.match_indices(' ').map(|(end, _)| &text[..end]);
        ends.take(MAX_WORDS)
            .any(|begin| letters(begin).nth(MIN_LETTERS - 1).is_some() && self.has(begin))
    }
}

fn compare(label: &str, text: &str) -> Ordering {
    label.chars().cmp(letters(text))
}

/// The letters of a text, in lower case.
fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
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
            ("Comments are closed", true),
            ("3 comments on “Bread”", true),
            ("Комментарии закрыты", true),
            ("Leave a comment below", true),
            ("Comments", false),
            ("Comment faire du pain", false),
            ("Bread and comments", false),
        ] {
            assert_eq!(words().begins_with_comment_label(text), expected, "{text}");
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
