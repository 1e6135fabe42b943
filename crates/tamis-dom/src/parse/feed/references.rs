//! Decoding of regular character references and line breaks.

use html5ever::data::NAMED_ENTITIES;
use html5ever::tendril::StrTendril;
use memchr::memchr3;

/// The context of a character reference. In attribute values, some spellings are not references.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ReferenceContext {
    /// Text outside of tags.
    Text,
    /// The value of an attribute.
    AttributeValue,
}

/// Decodes the character references and normalizes the line breaks of the page from `start` to
/// `end`.
///
/// Returns `None` for irregular text, which is left to the tokenizer: a NUL, or a reference that
/// lacks its `;`, is unknown, or needs a replacement.
pub(super) fn decode_references(
    page: &StrTendril,
    start: usize,
    end: usize,
    context: ReferenceContext,
) -> Option<StrTendril> {
    let text = &page[start..end];
    let Some(first) = next_special(text) else {
        return Some(page.subtendril(start as u32, (end - start) as u32));
    };
    let mut decoded = StrTendril::with_capacity(text.len() as u32);
    let mut rest = text;
    let mut next = Some(first);
    while let Some(at) = next {
        decoded.push_slice(&rest[..at]);
        let length = match rest.as_bytes()[at] {
            b'&' => reference(&rest[at..], context, &mut decoded)?,
            b'\r' => {
                decoded.push_char('\n');
                if rest[at..].starts_with("\r\n") { 2 } else { 1 }
            }
            _ => return None,
        };
        rest = &rest[at + length..];
        next = next_special(rest);
    }
    decoded.push_slice(rest);
    Some(decoded)
}

fn next_special(text: &str) -> Option<usize> {
    memchr3(b'&', b'\r', b'\0', text.as_bytes())
}

/// Decodes the character reference at the start of `text`, and returns its length. `None` if it is
/// irregular.
///
/// Source: HTML standard, 13.2.5.72 "Character reference state" and following.
fn reference(text: &str, context: ReferenceContext, decoded: &mut StrTendril) -> Option<usize> {
    let name = &text[1..];
    let length = name.bytes().position(|byte| !byte.is_ascii_alphanumeric() && byte != b'#');
    let length = length.unwrap_or(name.len());
    let (name, after) = name.split_at(length);
    let ends = after.starts_with(';');
    if name.is_empty() {
        decoded.push_char('&');
        return Some(1);
    }
    if let Some(number) = name.strip_prefix('#') {
        decoded.push_char(numeric_reference(number).filter(|_| ends)?);
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
    // In an attribute value, `&name=` is not a reference. It is usually a parameter of a URL.
    let is_parameter = context == ReferenceContext::AttributeValue
        && after.starts_with('=')
        && !name.contains('#');
    is_parameter.then(|| decoded.push_slice(&text[..=length]))?;
    Some(length + 1)
}

/// The character of a numeric reference; `None` if the standard replaces it by another one.
fn numeric_reference(number: &str) -> Option<char> {
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

    fn decoded(text: &str, context: ReferenceContext) -> Option<String> {
        let page = StrTendril::from_slice(text);
        decode_references(&page, 0, text.len(), context).map(|text| text.to_string())
    }

    #[test]
    fn regular_references_are_decoded() {
        for (text, expected) in [
            ("a &lt; b&#39;&#x41;", "a < b'A"),
            ("&NotEqualTilde;", "\u{2242}\u{338}"),
            ("R & D, &;", "R & D, &;"),
            ("one\r\ntwo\rthree\r", "one\ntwo\nthree\n"),
        ] {
            for context in [ReferenceContext::Text, ReferenceContext::AttributeValue] {
                assert_eq!(decoded(text, context).as_deref(), Some(expected));
            }
        }
    }

    #[test]
    fn irregular_references_are_left_to_the_tokenizer() {
        for text in
            ["&copy 2026", "&nosuch;", "&#128;", "&#0;", "&#39 ", "&#xD800;", "&am", "&not-", "\0"]
        {
            for context in [ReferenceContext::Text, ReferenceContext::AttributeValue] {
                assert_eq!(decoded(text, context), None, "{text:?}");
            }
        }
        assert_eq!(decoded("?a=1&copy=2", ReferenceContext::Text), None);
        assert_eq!(
            decoded("?a=1&copy=2", ReferenceContext::AttributeValue).as_deref(),
            Some("?a=1&copy=2")
        );
    }
}
