//! Escapes in JSON strings.

use std::borrow::Cow;

/// The characters that escapes of white space and control characters (`\b \f \n \r \t`) stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whitespace {
    /// Themselves.
    Kept,
    /// Spaces.
    Spaces,
    /// Line feeds for `\n` and `\r`, spaces for the others.
    Lines,
}

/// Decodes the escapes of a string.
///
/// A pair of surrogates is one character, a lone surrogate is U+FFFD. A backslash before any other
/// character stands for that character; valid JSON has none.
pub(super) fn unescape(source: &str, whitespace: Whitespace) -> Cow<'_, str> {
    if !source.contains('\\') {
        return Cow::Borrowed(source);
    }
    let mut text = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        let (character, after) = escaped(&rest[at + 1..], whitespace);
        text.extend(character);
        rest = after;
    }
    text.push_str(rest);
    Cow::Owned(text)
}

/// Returns the character of the escape at the beginning of a text, its backslash left out, and the
/// text after the escape.
fn escaped(escape: &str, whitespace: Whitespace) -> (Option<char>, &str) {
    if let Some((unit, after)) = code_unit(escape) {
        let (character, after) = surrogates(unit, after).unwrap_or_else(|| {
            let alone = char::from_u32(u32::from(unit));
            (alone.unwrap_or(char::REPLACEMENT_CHARACTER), after)
        });
        return (Some(character), after);
    }
    let mut after = escape.chars();
    let character = after.next().map(|letter| match (letter, whitespace) {
        ('b', Whitespace::Kept) => '\u{8}',
        ('f', Whitespace::Kept) => '\u{c}',
        ('t', Whitespace::Kept) => '\t',
        ('r', Whitespace::Kept) => '\r',
        ('n', Whitespace::Kept) | ('n' | 'r', Whitespace::Lines) => '\n',
        ('b' | 'f' | 'n' | 'r' | 't', _) => ' ',
        (same, _) => same,
    });
    (character, after.as_str())
}

/// Returns the character of a code unit and the escape after it, if they are a pair of surrogates.
fn surrogates(unit: u16, after: &str) -> Option<(char, &str)> {
    let (low, after) = after.strip_prefix('\\').and_then(code_unit)?;
    let character = char::decode_utf16([unit, low]).next()?.ok()?;
    (character > '\u{ffff}').then_some((character, after))
}

/// Returns the code unit of a `u` with four hexadecimal digits, and the text after them.
pub(super) fn code_unit(escape: &str) -> Option<(u16, &str)> {
    let (digits, after) = escape.strip_prefix('u')?.split_at_checked(4)?;
    // `from_str_radix` also takes a sign.
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    Some((u16::from_str_radix(digits, 16).ok()?, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_whitespace_is_kept_or_made_spaces() {
        for (whitespace, expected) in [
            (Whitespace::Kept, "a\u{8}\u{c}\n\r\tz"),
            (Whitespace::Spaces, "a     z"),
            (Whitespace::Lines, "a  \n\n z"),
        ] {
            assert_eq!(unescape(r"a\b\f\n\r\tz", whitespace), expected, "{whitespace:?}");
        }
    }

    #[test]
    fn unknown_escapes_stand_for_their_character() {
        assert_eq!(unescape(r"\x\u12\", Whitespace::Spaces), "xu12");
    }
}
