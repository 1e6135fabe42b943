//! Text as JavaScript treats it: white space and lengths.

use std::borrow::Cow;

use crate::page::whitespace::spaces_end;

/// Returns true if `\s` matches the character, and so if `String.prototype.trim` removes it.
///
/// Source: ECMAScript, `WhiteSpace` and `LineTerminator`. Compared with Unicode's white space it
/// includes U+FEFF and excludes U+0085.
#[inline]
pub fn is_js_space(c: char) -> bool {
    match c {
        '\t'..='\r' | ' ' => true,
        _ if c.is_ascii() => false,
        '\u{feff}' => true,
        '\u{85}' => false,
        _ => c.is_whitespace(),
    }
}

/// Returns the text without white space at both ends, like `String.prototype.trim`.
#[inline]
pub fn js_trim(text: &str) -> &str {
    js_trim_end(js_trim_start(text))
}

/// Returns the text without white space at its beginning.
#[inline]
pub fn js_trim_start(text: &str) -> &str {
    if text.bytes().next().is_some_and(|byte| byte.is_ascii_graphic()) {
        return text;
    }
    text.trim_start_matches(is_js_space)
}

/// Returns the text without white space at its end.
#[inline]
pub fn js_trim_end(text: &str) -> &str {
    if text.bytes().next_back().is_some_and(|byte| byte.is_ascii_graphic()) {
        return text;
    }
    text.trim_end_matches(is_js_space)
}

/// Returns true if the text is empty or only white space.
///
/// Source: `Readability.js`, `REGEXPS.whitespace`.
#[inline]
pub fn is_blank(text: &str) -> bool {
    let is_space = |&byte: &u8| matches!(byte, b'\t'..=b'\r' | b' ');
    // Most blank texts are a line break and an indentation.
    let bytes = text.as_bytes();
    let begin = bytes.iter().take(2).take_while(|&byte| is_space(byte)).count();
    let rest = &bytes[spaces_end(bytes, begin)..];
    match rest.iter().find(|byte| !is_space(byte)) {
        None => true,
        Some(byte) if byte.is_ascii() => false,
        Some(_) => text.chars().all(is_js_space),
    }
}

/// Returns the length in UTF-16 code units: JavaScript's `length`.
pub fn utf16_len(text: &str) -> usize {
    /// Largest chunk whose number of units fits in a `u8` for certain. Byte-sized sums let the
    /// compiler add many at once.
    const SMALL: usize = 127;
    // Each character has one byte that is not a continuation byte. Four-byte characters have two
    // units.
    let units = |byte: &u8| u8::from(byte & 0xc0 != 0x80) + u8::from(*byte >= 0xf0);
    let length = |chunk: &[u8]| {
        if chunk.is_ascii() {
            return chunk.len();
        }
        usize::from(chunk.iter().map(units).sum::<u8>())
    };
    text.as_bytes().chunks(SMALL).map(length).sum()
}

/// Returns the text with each run of two or more white space characters replaced by one space. A
/// single white space character stays as it is.
///
/// Source: `Readability.js`, `REGEXPS.normalize`.
pub fn normalize(text: &str) -> Cow<'_, str> {
    let mut normal = String::new();
    let mut copied = 0;
    let mut rest = 0;
    while let Some(found) = text[rest..].find(is_js_space) {
        let start = rest + found;
        let run = &text[start..];
        let end = start + run.find(|c| !is_js_space(c)).unwrap_or(run.len());
        if text[start..end].chars().nth(1).is_some() {
            normal.push_str(&text[copied..start]);
            normal.push(' ');
            copied = end;
        }
        rest = end;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    normal.push_str(&text[copied..]);
    Cow::Owned(normal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_equals_javascripts() {
        let spaces: Vec<char> = ('\0'..=char::MAX).filter(|&c| is_js_space(c)).collect();
        let expected = "\t\n\u{b}\u{c}\r \u{a0}\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\
                        \u{2007}\u{2008}\u{2009}\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}";
        assert_eq!(spaces.into_iter().collect::<String>(), expected);
        assert_eq!(js_trim("\u{feff} \u{85}a \n"), "\u{85}a");
    }

    #[test]
    fn lengths_are_utf16() {
        for text in ["", "abc", "é", "広告", "🦀a", "\u{10ffff}\u{ffff}", &"aé🦀".repeat(99)]
        {
            assert_eq!(utf16_len(text), text.encode_utf16().count(), "{text}");
        }
    }

    #[test]
    fn only_runs_are_normalized() {
        fn check(text: &str, expected: &str) {
            assert_eq!(normalize(text), expected);
        }
        check("", "");
        check("a\nb\u{a0}c", "a\nb\u{a0}c");
        check("a \n b", "a b");
        check("  a\u{3000}\u{3000}", " a ");
        check("\t", "\t");
        check("a  b\nc  ", "a b\nc ");
    }
}
