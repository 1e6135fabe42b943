//! Words that introduce an author.

use crate::words::{List, words};

/// Returns the text after words that introduce an author, or `None` if it does not begin with such
/// words.
pub(crate) fn by_line(text: &str) -> Option<&str> {
    introduced(text).map(|(_, rest)| rest)
}

/// Returns true if a text begins with a label for its author: words that introduce one with a colon
/// after them, or several words. "Text: Ann Lee" and "Written by Ann Lee" do, "By Ann Lee" does
/// not, because "by" begins sentences too.
pub(in crate::metadata) fn is_labelled(text: &str) -> bool {
    introduced(text).is_some_and(|(words, rest)| {
        !rest.is_empty() && (words.contains(' ') || words.ends_with(is_colon))
    })
}

/// Returns true if a text begins with such words and a colon, and goes on.
pub(super) fn begins_with_colon_label(text: &str) -> bool {
    introduced(text).is_some_and(|(words, rest)| !rest.is_empty() && words.ends_with(is_colon))
}

/// Returns the words that introduce an author, with the colon after them, and the text after those.
fn introduced(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let first = text.chars().next()?.to_lowercase().next()?;
    let is_gap = |c: char| c.is_whitespace() || is_colon(c) || c == '|';
    let known = words().sorted(List::Bylines);
    let start = known.partition_point(|words| words.chars().next() < Some(first));
    let end = known.partition_point(|words| words.chars().next() <= Some(first));
    // If one begins with another, the longer is first.
    known[start..end].iter().rev().find_map(|introduction| {
        let plain = introduction.strip_suffix(':');
        let needs_colon = plain.is_some();
        let introduction = plain.unwrap_or(introduction).trim_end();
        let (start, rest) = text.split_at_checked(introduction.len())?;
        let same = start.eq_ignore_ascii_case(introduction)
            || !start.is_ascii()
                && !introduction.is_ascii()
                && start.to_lowercase() == *introduction;
        // "Texte : Anne Lis", "Text：Anna Lee"
        let ends = if needs_colon {
            rest.trim_start().starts_with(is_colon)
        } else {
            rest.is_empty() || rest.starts_with(is_gap)
        };
        let name = rest.trim_start_matches(is_gap);
        (same && ends).then(|| (text[..text.len() - name.len()].trim_end(), name))
    })
}

fn is_colon(c: char) -> bool {
    matches!(c, ':' | '：')
}

/// Returns true if a text consists of words that introduce an author.
pub(crate) fn is_by(text: &str) -> bool {
    by_line(text).is_some_and(str::is_empty)
}

/// Returns true if a text ends with a word that introduces an author.
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
