//! Character references and line breaks, as far as they are plain.

use html5ever::data::NAMED_ENTITIES;
use html5ever::tendril::StrTendril;
use memchr::memchr3;

/// What a piece of the page is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
    Text,
    /// The value of an attribute.
    Value,
}

/// This piece of the page with its references replaced and its line breaks normalized, up to `end`; `None` where
/// only the tokenizer knows what it means: a NUL, a reference without its `;`, or to what is no character.
pub(super) fn decode(
    page: &StrTendril,
    start: usize,
    end: usize,
    piece: Piece,
) -> Option<StrTendril> {
    let text = &page[start..end];
    let Some(first) = special(text) else {
        return Some(page.subtendril(start as u32, (end - start) as u32));
    };
    let mut decoded = StrTendril::with_capacity(text.len() as u32);
    let mut rest = text;
    let mut next = Some(first);
    while let Some(at) = next {
        decoded.push_slice(&rest[..at]);
        let length = match rest.as_bytes()[at] {
            b'&' => reference(&rest[at..], piece, &mut decoded)?,
            b'\r' => {
                decoded.push_char('\n');
                if rest[at..].starts_with("\r\n") { 2 } else { 1 }
            }
            _ => return None,
        };
        rest = &rest[at + length..];
        next = special(rest);
    }
    decoded.push_slice(rest);
    Some(decoded)
}

fn special(text: &str) -> Option<usize> {
    memchr3(b'&', b'\r', b'\0', text.as_bytes())
}

/// Adds what the `&` in front of `text` stands for; how long it is.
/// Source: HTML standard, 13.2.5.72 "Character reference state" and following.
fn reference(text: &str, piece: Piece, decoded: &mut StrTendril) -> Option<usize> {
    let name = &text[1..];
    let length = name.bytes().position(|byte| !byte.is_ascii_alphanumeric() && byte != b'#');
    let length = length.unwrap_or(name.len());
    let (name, behind) = name.split_at(length);
    let ends = behind.starts_with(';');
    if name.is_empty() {
        decoded.push_char('&');
        return Some(1);
    }
    if let Some(number) = name.strip_prefix('#') {
        decoded.push_char(numbered(number).filter(|_| ends)?);
        return Some(length + 2);
    }
    if ends {
        let &(first, second) = NAMED_ENTITIES.get(&text[1..length + 2])?;
        decoded.push_char(char::from_u32(first).filter(|&first| first != '\0')?);
        if second != 0 {
            decoded.push_char(char::from_u32(second)?);
        }
        return Some(length + 2);
    }
    // A query's parameter, most of the time: such a name is no reference, whatever it begins with.
    let is_parameter = piece == Piece::Value && behind.starts_with('=') && !name.contains('#');
    is_parameter.then(|| decoded.push_slice(&text[..=length]))?;
    Some(length + 1)
}

/// The character with this number, unless it is one that stands for another.
fn numbered(number: &str) -> Option<char> {
    let (digits, radix) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    let code = u32::from_str_radix(digits, radix).ok()?;
    char::from_u32(code).filter(|&c| c >= ' ' && !('\x7f'..='\u{9f}').contains(&c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str, piece: Piece) -> Option<String> {
        let page = StrTendril::from_slice(text);
        decode(&page, 0, text.len(), piece).map(|text| text.to_string())
    }

    #[test]
    fn plain_references() {
        for (text, expected) in [
            ("a &lt; b&#39;&#x41;", "a < b'A"),
            ("&NotEqualTilde;", "\u{2242}\u{338}"),
            ("R & D, &;", "R & D, &;"),
            ("one\r\ntwo\rthree\r", "one\ntwo\nthree\n"),
        ] {
            for piece in [Piece::Text, Piece::Value] {
                assert_eq!(decoded(text, piece).as_deref(), Some(expected));
            }
        }
    }

    #[test]
    fn what_only_the_tokenizer_knows() {
        for text in
            ["&copy 2026", "&nosuch;", "&#128;", "&#0;", "&#39 ", "&#xD800;", "&am", "&not-", "\0"]
        {
            for piece in [Piece::Text, Piece::Value] {
                assert_eq!(decoded(text, piece), None, "{text:?}");
            }
        }
        assert_eq!(decoded("?a=1&copy=2", Piece::Text), None);
        assert_eq!(decoded("?a=1&copy=2", Piece::Value).as_deref(), Some("?a=1&copy=2"));
    }
}
