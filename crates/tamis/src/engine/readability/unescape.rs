//! Character references in metadata, which many sites escape twice.

use std::borrow::Cow;
use std::ops::Range;

/// The named references that are decoded.
///
/// Source: `Readability.js`, `HTML_ESCAPE_MAP`.
const NAMED: [(&str, char); 5] =
    [("quot;", '"'), ("amp;", '&'), ("apos;", '\''), ("lt;", '<'), ("gt;", '>')];

/// Decodes the named references of a text, and then the decimal and hexadecimal ones of the result.
/// A number that is not a character becomes U+FFFD. Any other text after `&` stays.
///
/// Source: `Readability.js`, `_unescapeHtmlEntities`.
pub fn unescape(text: &str) -> Cow<'_, str> {
    match replace(text, named) {
        Cow::Borrowed(text) => replace(text, numeric),
        Cow::Owned(text) => Cow::Owned(replace(&text, numeric).into_owned()),
    }
}

/// Replaces each reference that `read` knows by its character. `read` takes the text after a `&`
/// and returns the number of bytes of it that belong to the reference, and the character.
fn replace(text: &str, read: fn(&str) -> Option<(usize, char)>) -> Cow<'_, str> {
    let mut replaced = String::new();
    let mut copied = 0;
    for (at, _) in text.match_indices('&') {
        if let Some((length, character)) = read(&text[at + 1..]) {
            replaced.push_str(&text[copied..at]);
            replaced.push(character);
            copied = at + 1 + length;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    replaced.push_str(&text[copied..]);
    Cow::Owned(replaced)
}

fn named(text: &str) -> Option<(usize, char)> {
    let &(name, character) = NAMED.iter().find(|(name, _)| text.starts_with(name))?;
    Some((name.len(), character))
}

fn numeric(text: &str) -> Option<(usize, char)> {
    let number = text.strip_prefix('#')?;
    let (digits, radix) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    let length = digits.bytes().take_while(|&byte| char::from(byte).is_digit(radix)).count();
    if length == 0 || !digits[length..].starts_with(';') {
        return None;
    }
    let taken = text.len() - digits.len() + length + 1;
    Some((taken, character(&digits[..length], radix)))
}

/// Returns the character of a number with any number of digits.
fn character(digits: &str, radix: u32) -> char {
    const CHARACTERS: Range<u32> = 1..0x11_0000;
    let number = digits.chars().try_fold(0u32, |number, digit| {
        number.checked_mul(radix)?.checked_add(digit.to_digit(radix)?)
    });
    let number = number.filter(|number| CHARACTERS.contains(number));
    number.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(unescape(text), expected, "{text}");
    }

    #[test]
    fn the_five_names_are_decoded() {
        check("&quot;&amp;&apos;&lt;&gt;", "\"&'<>");
        check("&AMP;&nbsp;&lt &", "&AMP;&nbsp;&lt &");
        check("a &amp;lt; b", "a &lt; b");
    }

    #[test]
    fn numbers_are_decoded_after_names() {
        check("&amp;#39;&#38;lt;", "'&lt;");
        check("&#x1F980;&#129408;&#X41;&#x6a;", "🦀🦀Aj");
        check("&#38;#65;", "&#65;");
    }

    #[test]
    fn numbers_without_a_character_are_replaced() {
        for number in ["0", "x0", "xd800", "xDFFF", "x110000", "1114112", "4294967296"] {
            check(&format!("a&#{number};b"), "a\u{fffd}b");
        }
        check(&format!("&#{};", "9".repeat(100_000)), "\u{fffd}");
        check(&format!("&#x{}41;", "0".repeat(100_000)), "A");
        check("&#x10ffff;&#xfffe;", "\u{10ffff}\u{fffe}");
    }

    #[test]
    fn other_text_after_an_ampersand_stays() {
        for text in ["&#;", "&#x;", "&#xg;", "&#12", "&#-1;", "& #1;", "&#1a;", "&#", "&&&"] {
            check(text, text);
        }
    }
}
