//! Labels: short texts that say what comes after them, such as "Comments (12)" and "Read more:".

use std::cmp::Ordering;

/// The longest text that can be a label, in bytes.
const MAX_BYTES: usize = 96;

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
