//! The rules for the prose of comments: no archaic phrases, lines that fit.

use super::comments::{CommentLine, comment_lines};
use super::{Finding, SourceFile};

/// Phrases that make a comment hard to read, each with a plain replacement.
const PHRASES: [(&str, &str); 32] = [
    ("those there are", "expected one of"),
    ("stand in", "are in"),
    ("stand before", "come before"),
    ("stand behind", "come after"),
    ("stands in", "is in"),
    ("stands before", "comes before"),
    ("stands behind", "comes after"),
    ("such that", "so that"),
    ("such as are", "that are"),
    ("that which", "the part that"),
    ("nobody's", "no one's"),
    ("who wants", "to"),
    ("what is known of", "the facts about"),
    ("at the most", "at most"),
    ("at the least", "at least"),
    ("no more than nothing", "nothing"),
    ("of one's own", "your own"),
    ("but for", "except"),
    ("lest", "so that … not"),
    ("wherefrom", "from which"),
    ("whereof", "of which"),
    ("wherein", "in which"),
    ("thereof", "of it"),
    ("is asked of", "needs"),
    ("by the by", ""),
    ("borne", "allowed"),
    ("beside", "next to"),
    ("save for", "except"),
    ("mend", "fix"),
    ("mends", "fixes"),
    ("mended", "fixed"),
    ("is had of", "comes from"),
];

/// The columns of a line, for comments.
const MAX_COLUMNS: usize = 100;

/// A finding for each forbidden phrase and comment line that is too long.
pub fn unclear_comments(file: &SourceFile) -> Vec<Finding> {
    let comments = comment_lines(&file.text);
    let phrases = forbidden_phrases(&comments).map(|(line, (phrase, plain))| {
        Finding::new(file, line, format!("`{phrase}` in a comment; try `{plain}`"))
    });
    let long = long_comment_lines(file).map(|(line, columns)| {
        Finding::new(file, line, format!("{columns} columns, at most {MAX_COLUMNS}"))
    });
    phrases.chain(long).collect()
}

/// The line and the columns of each line that is too long and ends with a comment. A line with an
/// address may be longer, because an address cannot be wrapped.
fn long_comment_lines(file: &SourceFile) -> impl Iterator<Item = (usize, usize)> {
    let lines: Vec<&str> = file.text.lines().collect();
    comment_lines(&file.text).into_iter().filter_map(move |comment| {
        let columns = lines[comment.line - 1].chars().count();
        (columns > MAX_COLUMNS && !comment.text.contains("://")).then_some((comment.line, columns))
    })
}

/// The line and the entry of each forbidden phrase, which may be wrapped. Code in backticks or
/// between fences is not prose.
fn forbidden_phrases(
    comments: &[CommentLine<'_>],
) -> impl Iterator<Item = (usize, (&'static str, &'static str))> {
    let words = words(comments);
    let phrases = PHRASES.iter().map(|entry| (entry, entry.0.split(' ').collect::<Vec<_>>()));
    let phrases: Vec<_> = phrases.collect();
    (0..words.len()).filter_map(move |start| {
        // The longest phrase first, so that it is found once.
        let fits = |phrase: &[&str]| {
            let here = words[start..].iter().map(|(_, word)| word.as_str());
            here.take(phrase.len()).eq(phrase.iter().copied())
        };
        let found = phrases.iter().filter(|(_, phrase)| fits(phrase));
        let (entry, _) = found.max_by_key(|(_, phrase)| phrase.len())?;
        Some((words[start].0, **entry))
    })
}

/// The words of the prose in lower case, each with its line. An empty word separates what no
/// phrase may span.
fn words(comments: &[CommentLine<'_>]) -> Vec<(usize, String)> {
    let mut words = Vec::new();
    let mut is_fenced = false;
    let mut is_code = false;
    let mut line_before = 0;
    for comment in comments {
        if comment.line > line_before + 1 || comment.text.trim().is_empty() {
            is_code = false;
            is_fenced &= comment.line == line_before + 1;
            words.push((comment.line, String::new()));
        }
        line_before = comment.line;
        if comment.text.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
            continue;
        }
        if is_fenced {
            continue;
        }
        for (index, part) in comment.text.split('`').enumerate() {
            if index > 0 {
                is_code = !is_code;
                words.push((comment.line, String::new()));
            }
            if !is_code {
                let plain = part.split(|c: char| !c.is_alphanumeric() && c != '\'');
                let plain = plain.filter(|word| !word.is_empty());
                words.extend(plain.map(|word| (comment.line, word.to_lowercase())));
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> SourceFile {
        SourceFile { path: "crates/a/src/b.rs".into(), text: text.into() }
    }

    /// The lines of the findings.
    fn lines(text: &str) -> Vec<usize> {
        unclear_comments(&file(text)).iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn forbidden_phrases_are_found_in_every_comment() {
        for (phrase, _) in PHRASES {
            let (first, rest) = phrase.split_once(' ').unwrap_or((phrase, ""));
            for bad in [
                format!("fn f() {{}} // It is {phrase}, so."),
                format!("/// A page {phrase} it."),
                format!("// {first}\n// {rest} is"),
                format!("/* {phrase} */"),
            ] {
                assert_eq!(lines(&bad), [1], "{bad}");
            }
            for good in [
                format!("let x = \"// {phrase}\";"),
                format!("// `{phrase}`"),
                format!("/// A list:\n/// ```\n/// {phrase}\n/// ```"),
                format!("// x{phrase}"),
                format!("fn f() {{}} // It {first}\n\n// {rest}y"),
            ] {
                if good.contains('\n') && rest.is_empty() {
                    continue;
                }
                assert_eq!(lines(&good), [0; 0], "{good}");
            }
        }
    }

    #[test]
    fn long_comment_lines_are_found_but_not_long_strings() {
        let long = "x ".repeat(51);
        assert_eq!(lines(&format!("fn f() {{}}\n// {long}")), [2]);
        assert_eq!(lines(&format!("let x = 1; // {long}")), [1]);
        assert_eq!(lines(&format!("// Source: https://example.org/{long}")), [0; 0]);
        assert_eq!(lines(&format!("let x = \"{long}\";")), [0; 0]);
        assert_eq!(lines(&format!("// {}", "é".repeat(97))), [0; 0]);
    }
}
