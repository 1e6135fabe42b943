//! The comments of a Rust file, told apart from string and character literals.

/// One line of a comment.
#[derive(Debug, PartialEq, Eq)]
pub struct CommentLine<'a> {
    /// Counts from 1.
    pub line: usize,
    pub kind: CommentKind,
    /// The text after the marker, or the whole line inside a block comment.
    pub text: &'a str,
    /// True if code comes before it on the same line.
    pub is_trailing: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommentKind {
    /// `///`
    Outer,
    /// `//!`
    Inner,
    /// `//` and block comments.
    Plain,
}

/// Returns the comments of `source`, one entry for each line.
pub fn comment_lines(source: &str) -> Vec<CommentLine<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut line = 1;
    let mut line_start = 0;
    while at < source.len() {
        let rest = &source[at..];
        let length = if rest.starts_with("//") {
            let length = rest.find('\n').unwrap_or(rest.len());
            let (kind, text) = line_comment(&rest[..length]);
            let is_trailing = !source[line_start..at].trim().is_empty();
            found.push(CommentLine { line, kind, text, is_trailing });
            length
        } else if rest.starts_with("/*") {
            let length = block_comment_length(rest);
            let lines = rest[..length].lines().enumerate();
            found.extend(lines.map(|(index, text)| CommentLine {
                line: line + index,
                kind: CommentKind::Plain,
                text: text.trim().trim_start_matches(['/', '*', '!']).trim_end_matches("*/"),
                is_trailing: false,
            }));
            length
        } else {
            token_length(rest)
        };
        for (newline, _) in source[at..at + length].match_indices('\n') {
            line += 1;
            line_start = at + newline + 1;
        }
        at += length;
    }
    found
}

fn line_comment(comment: &str) -> (CommentKind, &str) {
    match (comment.strip_prefix("///"), comment.strip_prefix("//!")) {
        (Some(text), _) if !text.starts_with('/') => (CommentKind::Outer, text),
        (_, Some(text)) => (CommentKind::Inner, text),
        _ => (CommentKind::Plain, comment.trim_start_matches('/')),
    }
}

/// The bytes of the block comment that `rest` starts with. Block comments nest.
fn block_comment_length(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += first_char_length(&rest[at..]);
        }
    }
    rest.len()
}

/// The bytes of the literal, word or other character that `rest` starts with.
fn token_length(rest: &str) -> usize {
    let first = rest.chars().next().unwrap_or_default();
    if first.is_alphanumeric() || first == '_' {
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let is_raw = matches!(&rest[..word], "r" | "br" | "cr");
        return match is_raw.then(|| raw_string_length(&rest[word..])).flatten() {
            Some(length) => word + length,
            None => word,
        };
    }
    match first {
        '"' => quoted_length(rest, '"'),
        '\'' => character_length(rest),
        other => other.len_utf8(),
    }
}

/// The bytes from the first `#` or quotation mark of a raw string to its end.
fn raw_string_length(rest: &str) -> Option<usize> {
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    let body = rest[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    Some(body.find(&end).map_or(rest.len(), |at| hashes + 1 + at + end.len()))
}

fn quoted_length(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The bytes of a character literal, or of the mark alone before a lifetime.
fn character_length(rest: &str) -> usize {
    let mut after = rest.chars().skip(1);
    match (after.next(), after.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => quoted_length(rest, '\''),
        _ => 1,
    }
}

fn first_char_length(rest: &str) -> usize {
    rest.chars().next().map_or(1, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use super::CommentKind::{Inner, Outer, Plain};
    use super::*;

    fn texts(source: &str) -> Vec<(usize, &str)> {
        comment_lines(source).iter().map(|comment| (comment.line, comment.text)).collect()
    }

    #[test]
    fn comments_of_every_kind_are_found() {
        let source = "//! A\n/// B\nfn f() {} // C\n/* D\n /* E */\n*/ //// F\n//";
        let found = comment_lines(source);
        let kinds: Vec<CommentKind> = found.iter().map(|comment| comment.kind).collect();
        assert_eq!(kinds, [Inner, Outer, Plain, Plain, Plain, Plain, Plain, Plain]);
        let trailing: Vec<usize> = found
            .iter()
            .filter(|comment| comment.is_trailing)
            .map(|comment| comment.line)
            .collect();
        assert_eq!(trailing, [3, 6]);
        let expected =
            [(1, " A"), (2, " B"), (3, " C"), (4, " D"), (5, " E "), (6, ""), (6, " F"), (7, "")];
        assert_eq!(texts(source), expected);
    }

    #[test]
    fn literals_are_no_comments() {
        for literal in [
            r#""// no""#,
            r#""\"// no""#,
            r#"r"\" "#,
            r##"br#"" // no "#"##,
            "'\"'; b'\"'; '\\''; '\u{e9}'",
            "\"a\n// no\nb\"",
            "\"/* no\"",
        ] {
            let source = format!("let x = {literal}; // yes");
            let lines = literal.matches('\n').count() + 1;
            assert_eq!(texts(&source), [(lines, " yes")], "{literal}");
        }
    }

    #[test]
    fn lifetimes_and_raw_names_do_not_begin_a_literal() {
        assert_eq!(texts("fn f<'a>(r#type: &'a str) -> &'a str // yes"), [(1, " yes")]);
        assert_eq!(texts("let r = a; // it's"), [(1, " it's")]);
    }

    #[test]
    fn unfinished_sources_end() {
        for source in ["\"a", "r#\"a", "/* a", "'\\", "'", "//"] {
            comment_lines(source);
        }
    }
}
