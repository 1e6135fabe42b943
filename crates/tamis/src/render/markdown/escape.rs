//! What has to be escaped so that text stays text. Source: `CommonMark` 0.31.2, and GFM 0.29 for tables and strikethrough.

use crate::render::code::Code;

/// Where a piece of text stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// It begins a line.
    pub line_start: bool,
    /// It is in the text of a link.
    pub in_link: bool,
    /// It is in a cell of a table.
    pub in_cell: bool,
    /// The character before it, in the same line.
    pub before: Option<char>,
    /// White space comes behind it; else it is not known what does.
    pub before_space: bool,
}

/// Bytes that may need an escape somewhere.
const fn is_special(byte: u8) -> bool {
    matches!(byte, b'\\' | b'`' | b'*' | b'_' | b'[' | b']' | b'<' | b'&' | b'~' | b'|' | b'!')
}

/// Appends a piece of text without white space, escaped where it needs be.
pub(super) fn push_escaped(word: &str, place: Place, out: &mut String) {
    let mut rest = word;
    if place.line_start
        && let Some(at) = marker_at(word)
    {
        out.push_str(&word[..at]);
        out.push('\\');
        let end = at + 1;
        out.push_str(&word[at..end]);
        rest = &word[end..];
    }
    let mut plain = 0;
    let start = word.len() - rest.len();
    for (at, byte) in rest.bytes().enumerate() {
        if is_special(byte) && needs_escape(word, start + at, byte, place) {
            out.push_str(&rest[plain..at]);
            out.push('\\');
            plain = at;
        }
    }
    out.push_str(&rest[plain..]);
}

/// Where in the first word of a line the character stands that would make a block of it: a heading, an item, a quote, a
/// rule, a fence.
fn marker_at(word: &str) -> Option<usize> {
    let bytes = word.as_bytes();
    let first = *bytes.first()?;
    let is_all = |of: u8| bytes.iter().all(|&byte| byte == of);
    // A line of these would make a table of the line before.
    if bytes.contains(&b'-') && bytes.iter().all(|byte| matches!(byte, b'-' | b':' | b'|')) {
        return Some(0);
    }
    match first {
        b'#' => (is_all(b'#') && bytes.len() <= 6).then_some(0),
        b'>' => Some(0),
        b'=' => is_all(first).then_some(0),
        b'+' | b':' => (bytes.len() == 1).then_some(0),
        b'~' => word.starts_with("~~~").then_some(0),
        b'0'..=b'9' => {
            let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let is_marker = bytes.len() == digits + 1 && matches!(bytes[digits], b'.' | b')');
            (is_marker && digits <= 9).then_some(digits)
        }
        _ => None,
    }
}

fn needs_escape(word: &str, at: usize, byte: u8, place: Place) -> bool {
    let before = word[..at].chars().next_back().or(if at == 0 { place.before } else { None });
    let after = word[at + 1..].chars().next().or(place.before_space.then_some(' '));
    let alone = |side: Option<char>| side.is_none_or(char::is_whitespace);
    match byte {
        b'\\' => after.is_none_or(|char| char.is_ascii_punctuation()),
        b'`' => true,
        // Between spaces it opens and closes nothing; at the beginning of a line it is an item.
        b'*' => place.line_start && at == 0 || !(alone(before) && after == Some(' ')),
        b'_' => {
            let is_word = |side: Option<char>| side.is_some_and(char::is_alphanumeric);
            !(is_word(before) && is_word(after) || alone(before) && after == Some(' '))
        }
        b'[' => place.in_link || after == Some('^') || place.line_start && at == 0,
        b']' => place.in_link || matches!(after, Some('(' | '[' | ':')),
        b'<' => {
            after.is_none_or(|char| char.is_ascii_alphabetic() || matches!(char, '/' | '!' | '?'))
        }
        b'&' => is_reference(&word[at..]),
        b'~' => !(alone(before) && after == Some(' ')),
        b'|' => place.in_cell,
        b'!' => after == Some('['),
        _ => false,
    }
}

/// The longest character reference, in bytes; the longest name is that of `&CounterClockwiseContourIntegral;`.
const MAX_REFERENCE_BYTES: usize = 40;

/// Whether a character reference begins here.
fn is_reference(text: &str) -> bool {
    let Some(end) = text.bytes().take(MAX_REFERENCE_BYTES).position(|byte| byte == b';') else {
        return false;
    };
    let name = text[1..end].strip_prefix('#').unwrap_or(&text[1..end]);
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Appends an address as the destination of a link or image.
pub(super) fn push_destination(address: &str, out: &mut String) {
    let is_plain = |byte: u8| {
        byte.is_ascii_graphic() && !matches!(byte, b'(' | b')' | b'<' | b'>' | b'\\' | b'|')
    };
    if address.bytes().all(is_plain) {
        out.push_str(address);
        return;
    }
    let mut depth = 0_i32;
    let is_balanced = address.bytes().all(|byte| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        depth >= 0
    }) && depth == 0;
    for char in address.chars() {
        match char {
            '(' | ')' if !is_balanced => {
                out.push('\\');
                out.push(char);
            }
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '\\' => out.push_str("%5C"),
            '|' => out.push_str("%7C"),
            char if char.is_whitespace() || char.is_control() => out.push_str("%20"),
            char => out.push(char),
        }
    }
}

/// Appends code within a line: between as many backticks as it needs.
pub(super) fn push_code(code: &str, in_cell: bool, out: &mut String) {
    let fence = "`".repeat(longest_run(code, b'`') + 1);
    let pad = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
    out.push_str(&fence);
    out.push_str(pad);
    if in_cell {
        out.push_str(&code.replace('|', "\\|"));
    } else {
        out.push_str(code);
    }
    out.push_str(pad);
    out.push_str(&fence);
}

/// A block of code between fences that are long enough, without a line feed at its end.
pub(super) fn fenced(code: &Code) -> String {
    let fence = "`".repeat((longest_run(&code.text, b'`') + 1).max(3));
    format!("{fence}{}\n{}\n{fence}", code.language, code.text)
}

/// The length of the longest run of a byte.
fn longest_run(text: &str, of: u8) -> usize {
    let (mut longest, mut run) = (0, 0);
    for byte in text.bytes() {
        run = if byte == of { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}
