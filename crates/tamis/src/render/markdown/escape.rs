//! Escapes, so that text is not read as syntax.
//!
//! A text may contain any sign of Markdown: "2 * 3 * 4" would be emphasized, "1. May" would begin a
//! list, and `<script>` would be a tag. Escaping every sign would be safe and unreadable, because
//! most signs are harmless where they are. For example, the underscores in `snake_case` make no
//! emphasis, and a `#` in the middle of a line makes no heading. So a sign is escaped only where it
//! could begin something.
//!
//! Readers of Markdown differ, and a page may aim at one of them. So a sign is escaped if any of
//! the known readers would take it for syntax.
//!
//! Source: `CommonMark` 0.31.2, and GFM 0.29 for tables and strikethrough.

use std::fmt::Write as _;
use std::ops::Range;

use super::address::AddressSearch;
use crate::render::active::begins_attributes;
use crate::structure::code::Code;

/// The surroundings of a piece of text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EscapeContext {
    /// It begins a line.
    pub line_start: bool,
    /// It is in the text of a link.
    pub in_link: bool,
    /// It is the description of an image in the text of a link.
    pub in_linked_image: bool,
    /// Quotation marks in it would end the attribute that some readers write it into.
    pub in_attribute: bool,
    /// A list in braces after white space would be attributes of the block.
    pub takes_attributes: bool,
    /// It is in a mark made of delimiter runs, such as `**`.
    pub in_run: bool,
    /// Links have numbers in brackets, and their addresses follow the text.
    pub has_references: bool,
    /// It is in a table cell.
    pub in_cell: bool,
    /// The character before it in the same line.
    pub before: Option<char>,
    /// White space follows. If false, anything may follow.
    pub before_space: bool,
    /// There is an opening bracket in it.
    pub has_bracket: bool,
}

/// The bytes that need an escape in some places. Control characters are among them.
static SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let bytes = b"\\`*_[]<&~|!${\"\
        \x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x7f";
    let mut at = 0;
    while at < bytes.len() {
        special[bytes[at] as usize] = true;
        at += 1;
    }
    special
};

#[inline]
fn is_special(byte: u8) -> bool {
    SPECIAL[usize::from(byte)]
}

/// Returns true if the word may need an escape even if it does not begin a line.
#[inline]
pub(super) fn has_special(word: &str) -> bool {
    word.bytes().any(is_special)
}

/// Appends a piece of text without white space, escaped as needed.
///
/// `addresses` is the search for addresses in `out`.
pub(super) fn push_escaped(
    word: &str,
    context: EscapeContext,
    addresses: &mut AddressSearch,
    out: &mut String,
) {
    let context = EscapeContext { has_bracket: word.contains('['), ..context };
    let mut rest = word;
    if context.line_start
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
    let mut run = 0..0;
    for (at, byte) in rest.bytes().enumerate() {
        if !is_special(byte) {
            continue;
        }
        if start + at >= run.end {
            run = run_at(word, start + at, byte);
        }
        if needs_escape(word, start + at, run.clone(), context) {
            out.push_str(&rest[plain..at]);
            push_sign(&rest[at..], context, addresses, out);
            plain = at + 1;
        }
    }
    out.push_str(&rest[plain..]);
}

/// Appends the sign with which a text begins, escaped.
///
/// A backslash is not enough everywhere. Before `<`, only `CommonMark` takes it for an escape. In a
/// bare address, it would be a part of the address. And some readers remove the backslash of a
/// bracket in the text of a link before they look for images and links in that text. In these
/// places the sign is written as a character reference, for example `&lt;`.
fn push_sign(text: &str, context: EscapeContext, addresses: &mut AddressSearch, out: &mut String) {
    let sign = text.as_bytes()[0];
    let is_read_twice = match sign {
        b'[' => context.in_link && out.ends_with('!'),
        b']' => context.in_link && text[1..].starts_with('('),
        b'`' => false,
        _ => {
            match sign {
                b'<' => out.push_str("&lt;"),
                b'"' => out.push_str("&quot;"),
                sign if sign.is_ascii_control() => push_reference(char::from(sign), out),
                sign => out.extend(['\\', char::from(sign)]),
            }
            return;
        }
    };
    if context.in_linked_image || is_read_twice || addresses.is_open(out) {
        push_reference(char::from(sign), out);
    } else {
        out.extend(['\\', char::from(sign)]);
    }
}

/// Returns the run of this byte that begins here.
fn run_at(word: &str, at: usize, byte: u8) -> Range<usize> {
    at..at + word.as_bytes()[at..].iter().take_while(|&&next| next == byte).count()
}

/// Returns the position of the character in a line's first word that would make the line a block: a
/// heading, an item, a quote, a rule or a fence.
fn marker_at(word: &str) -> Option<usize> {
    let bytes = word.as_bytes();
    let first = *bytes.first()?;
    let is_all = |of: u8| bytes.iter().all(|&byte| byte == of);
    // A line of hyphens and pipes would turn the line before it into a table.
    if bytes.contains(&b'-') && bytes.iter().all(|byte| matches!(byte, b'-' | b':' | b'|')) {
        return Some(0);
    }
    match first {
        b'#' => (is_all(b'#') && bytes.len() <= 6).then_some(0),
        b'>' => Some(0),
        b'=' => is_all(first).then_some(0),
        b'+' | b':' => (bytes.len() == 1 || word.starts_with(":::")).then_some(0),
        b'~' => word.starts_with("~~~").then_some(0),
        b'0'..=b'9' => {
            let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let is_marker = bytes.len() == digits + 1 && matches!(bytes[digits], b'.' | b')');
            (is_marker && digits <= 9).then_some(digits)
        }
        _ => None,
    }
}

/// Returns true if the character at this position, within a run of the same character, needs an
/// escape. A delimiter run that can only close needs none, because no unescaped one opens.
fn needs_escape(word: &str, at: usize, run: Range<usize>, context: EscapeContext) -> bool {
    let char_before =
        |at: usize| word[..at].chars().next_back().or(context.before.filter(|_| at == 0));
    let char_after = |at: usize| word[at..].chars().next().or(context.before_space.then_some(' '));
    let alone = |side: Option<char>| side.is_none_or(char::is_whitespace);
    let (before, after) = (char_before(at), char_after(at + 1));
    let is_at_start = context.line_start && run.start == 0;
    let (before_run, after_run) = (char_before(run.start), char_after(run.end));
    match word.as_bytes()[at] {
        b'\\' => after.is_none_or(|char| char.is_ascii_punctuation()),
        b'`' => true,
        // At the start of a line, a `*` would begin an item. Next to the sign of a mark, both would
        // be one run: `**bold**` and `*` would be `**bold***`.
        b'*' => {
            is_at_start
                || after_run != Some(' ')
                || !alone(before_run) && (context.in_run || before_run == Some('*'))
        }
        b'_' => {
            let is_word = |side: Option<char>| side.is_some_and(char::is_alphanumeric);
            !(is_word(before) && is_word(after) || after_run == Some(' ') && !is_at_start)
        }
        b'[' => {
            context.in_link
                || after == Some('^')
                || before == Some(']')
                || context.line_start && at == 0 && !is_plain_bracket(word, context.before_space)
                || context.has_references && after.is_none_or(|char| char.is_ascii_digit())
        }
        b']' => context.in_link || matches!(after, Some('(' | '[' | ':')),
        b'<' => {
            // Some readers take everything between `<` and `>` for an address, with its escapes, or
            // after a backslash for text, with the tags in it.
            after.is_none_or(|char| char.is_ascii_alphabetic() || matches!(char, '/' | '!' | '?'))
                || context.has_bracket
                || before == Some('\\')
        }
        b'"' => context.in_attribute,
        b'{' => {
            let is_after_mark = before.is_some_and(|char| "*~)]`".contains(char));
            let is_alone = before.is_none_or(|char| char == ' ');
            (is_after_mark || is_alone && context.takes_attributes)
                && begins_attributes(&word[at..])
        }
        // Some readers remove control characters, so that a tag or a link comes about.
        byte if byte.is_ascii_control() => true,
        b'&' => is_reference(&word[at..]),
        // After a space a tilde can only open, and a single one closes nothing.
        b'~' => context.in_run || !alone(before_run) || run.len() > 1 || after_run.is_none(),
        b'|' => context.in_cell,
        b'!' => after == Some('['),
        // Readers of formulas take everything from `$$` to the next `$$` for a formula.
        b'$' => run.len() > 1,
        _ => false,
    }
}

/// Returns true if brackets at the start of a line are neither a task, a callout nor a link
/// definition.
fn is_plain_bracket(word: &str, before_space: bool) -> bool {
    let Some(end) = word.find(']') else { return false };
    let is_known = before_space || end + 1 < word.len();
    is_known && !word.starts_with("[!") && !matches!(&word[1..end], "" | "x" | "X")
}

/// The longest character reference, in bytes. The longest name is that of
/// `&CounterClockwiseContourIntegral;`.
const MAX_REFERENCE_BYTES: usize = 40;

/// Returns true if a character reference begins here.
fn is_reference(text: &str) -> bool {
    let Some(end) = text.bytes().take(MAX_REFERENCE_BYTES).position(|byte| byte == b';') else {
        return false;
    };
    let name = text[1..end].strip_prefix('#').unwrap_or(&text[1..end]);
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Appends an address as the destination of a link or an image.
pub(super) fn push_destination(address: &str, out: &mut String) {
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"()<>\\|&`]\"".contains(&byte);
    if address.bytes().all(is_plain) {
        out.push_str(address);
        return;
    }
    let mut depth = 0_i32;
    let is_balanced = address.bytes().all(|byte| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        depth >= 0
    }) && depth == 0;
    let scheme_end = address.find([':', '/', '?', '#']).unwrap_or(address.len());
    for (at, char) in address.char_indices() {
        match char {
            '(' if !is_balanced => out.push_str("%28"),
            ')' if !is_balanced => out.push_str("%29"),
            '`' => out.push_str("%60"),
            // Some readers write the address into their HTML as it is, where a quotation mark ends
            // the attribute.
            '"' => out.push_str("%22"),
            // Some readers find another end of the text around an image there.
            ']' if address[at + 1..].starts_with('(') => out.push_str("%5D"),
            // It would be another character, such as a letter of the scheme, for which some readers
            // read references twice.
            '&' if is_reference(&address[at..]) => {
                out.push_str(if at < scheme_end { "%26" } else { "&amp;" });
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

/// The surroundings of code within a line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CodeContext {
    /// It is in a table cell.
    pub in_cell: bool,
    /// A dollar sign is before it in its block.
    pub has_dollar: bool,
    /// A bracket is before it in its block, or it is in the text of a link.
    pub has_bracket: bool,
    /// A backtick that is no sign is before it in its block.
    pub has_backtick: bool,
}

/// Appends code within a line, between as many backticks as it needs.
pub(super) fn push_code(code: &str, context: CodeContext, out: &mut String) {
    let CodeContext { in_cell, has_dollar, has_bracket, has_backtick } = context;
    let has_target = || code.contains("](");
    let is_active = || code.contains('<') || has_target();
    // Readers disagree whether a pipe after two backslashes ends the cell, and whether code begins
    // with an escaped backtick or after an escaped backslash. Some look in code for the end of a
    // link or of a formula.
    if in_cell && code.contains("\\|")
        || has_bracket && has_target()
        || has_dollar && code.contains('$') && is_active()
        || (has_backtick || out.ends_with('\\')) && is_active()
    {
        return push_code_element(code, out);
    }
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

/// Appends a character as a reference by its number.
fn push_reference(char: char, out: &mut String) {
    // Writing to a string does not fail.
    let _ = write!(out, "&#{};", u32::from(char));
}

/// Appends code as an HTML element in which no character is a sign.
fn push_code_element(code: &str, out: &mut String) {
    out.push_str("<code>");
    for char in code.chars() {
        if char.is_ascii_punctuation() {
            push_reference(char, out);
        } else {
            out.push(char);
        }
    }
    out.push_str("</code>");
}

/// Returns a code block between sufficiently long fences, without a line feed at its end.
pub(super) fn fenced(code: &Code) -> String {
    let fence = "`".repeat((longest_run(&code.text, b'`') + 1).max(3));
    format!("{fence}{}\n{}\n{fence}", code.language, code.text)
}

/// Returns the length of the longest run of a byte.
fn longest_run(text: &str, of: u8) -> usize {
    let (mut longest, mut run) = (0, 0);
    for byte in text.bytes() {
        run = if byte == of { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}
