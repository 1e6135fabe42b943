//! Words that introduce an author.

/// Words that introduce an author, in lower case. If one begins with another, the longer is first.
const INTRODUCTIONS: &[&str] = &[
    "article written by",
    "article by",
    "written by",
    "posted by",
    "post by",
    "published by",
    "submitted by",
    "created by",
    "story by",
    "words by",
    "text by",
    "reported by",
    "authored by",
    "started by",
    "thread starter",
    "topic starter",
    "authors:",
    "authors",
    "author:",
    "author",
    "autorin:",
    "autoren:",
    "autor:",
    "autor",
    "auteur:",
    "auteur",
    "autore:",
    "geschrieben von",
    "verfasst von",
    "veröffentlicht von",
    "ein beitrag von",
    "ein artikel von",
    "von:",
    "von",
    "by:",
    "by",
    "par:",
    "par",
    "escrito por",
    "publicado por",
    "por:",
    "por",
    "scritto da",
    "pubblicato da",
    "di:",
    "door:",
    "door",
    "geschreven door",
    "av:",
    "av",
    "af:",
    "af",
    "skrevet av",
    "skrevet af",
    "napisał",
    "автор:",
    "автор",
    "yazan:",
    "yazar:",
    "написал",
];

/// The text after words that introduce an author; `None` if it does not begin with such words.
pub(in crate::metadata) fn by_line(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let first = *text.as_bytes().first()?;
    let is_gap = |c: char| c.is_whitespace() || matches!(c, ':' | '|');
    INTRODUCTIONS.iter().find_map(|introduction| {
        // Only of ASCII letters the first byte is known in the other case.
        if first.is_ascii() && first.to_ascii_lowercase() != introduction.as_bytes()[0] {
            return None;
        }
        let (start, rest) = text.split_at_checked(introduction.len())?;
        let same = start.eq_ignore_ascii_case(introduction)
            || !start.is_ascii()
                && !introduction.is_ascii()
                && start.to_lowercase() == **introduction;
        let ends = introduction.ends_with(':') || rest.is_empty() || rest.starts_with(is_gap);
        (same && ends).then(|| rest.trim_start_matches(is_gap))
    })
}

/// True if a text consists of words that introduce an author.
pub(in crate::metadata) fn is_by(text: &str) -> bool {
    by_line(text).is_some_and(str::is_empty)
}

/// True if a text ends with a word that introduces an author.
pub(in crate::metadata) fn ends_with_by(text: &str) -> bool {
    let text = text.trim_end_matches([':', ' ']);
    let last = text.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    !last.is_empty() && is_by(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_begin_with_by() {
        assert_eq!(by_line("Written by Ann"), Some("Ann"));
        assert_eq!(by_line("VON: Anna"), Some("Anna"));
        assert_eq!(by_line("Автор: Анна"), Some("Анна"));
        assert_eq!(by_line("Bypass"), None);
        assert!(is_by("Written by:") && !is_by("by Ann"));
        assert!(ends_with_by("12 May, by ") && ends_with_by("Von:") && !ends_with_by("nearby"));
    }
}
