//! Character references.
//!
//! Source: HTML standard, 13.2.5.72 to 13.2.5.80,
//! <https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state>.

use super::reference_table::REFERENCES;

/// The text that a reference means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// One character.
    Char(char),
    /// One or two characters of a named reference.
    Named(&'static str),
}

impl Meaning {
    /// Appends the text.
    pub fn push_to(self, text: &mut String) {
        match self {
            Self::Char(char) => text.push(char),
            Self::Named(named) => text.push_str(named),
        }
    }
}

/// The meaning of the reference whose `&` is at `at`, and the place after it. `None` if the `&` is
/// text.
pub fn reference(bytes: &[u8], at: usize, in_attribute: bool) -> Option<(Meaning, usize)> {
    match bytes.get(at + 1)? {
        b'#' => numeric(bytes, at + 2),
        byte if byte.is_ascii_alphanumeric() => named(bytes, at + 1, in_attribute),
        _ => None,
    }
}

/// For each byte, the index of the first name that begins with it or a higher one. All names are
/// ASCII and longer than one byte.
static STARTS: [u16; 129] = starts();

const fn starts() -> [u16; 129] {
    let mut starts = [0; 129];
    let mut byte = 0;
    let mut index = 0;
    while byte < starts.len() {
        while index < REFERENCES.len() && (REFERENCES[index].0.as_bytes()[0] as usize) < byte {
            assert!(REFERENCES[index].0.len() > 1);
            index += 1;
        }
        starts[byte] = index as u16;
        byte += 1;
    }
    starts
}

/// Finds the longest name that the text from `start` on begins with.
fn named(bytes: &[u8], start: usize, in_attribute: bool) -> Option<(Meaning, usize)> {
    if let Some(found) = frequent(bytes, start) {
        return Some(found);
    }
    let first = usize::from(bytes[start]);
    let mut candidates = &REFERENCES[usize::from(STARTS[first])..usize::from(STARTS[first + 1])];
    let mut longest = None;
    for (depth, &byte) in bytes[start..].iter().enumerate().skip(1) {
        let of = |entry: &(&str, &str)| entry.0.as_bytes().get(depth).copied();
        let from = candidates.partition_point(|entry| of(entry) < Some(byte));
        let until = from + candidates[from..].partition_point(|entry| of(entry) == Some(byte));
        candidates = &candidates[from..until];
        match candidates.first() {
            Some((name, text)) if name.len() == depth + 1 => {
                longest = Some((Meaning::Named(text), start + name.len()));
            }
            Some(_) => {}
            None => break,
        }
    }
    let (meaning, end) = longest?;
    if in_attribute && bytes[end - 1] != b';' {
        let next = bytes.get(end).copied().unwrap_or_default();
        if next == b'=' || next.is_ascii_alphanumeric() {
            return None;
        }
    }
    Some((meaning, end))
}

/// Finds the references that make up nearly all of those in pages, such as `&amp;` and `&nbsp;`,
/// without a search in the table.
fn frequent(bytes: &[u8], start: usize) -> Option<(Meaning, usize)> {
    const FREQUENT: [(&[u8], char); 5] =
        [(b"amp;", '&'), (b"nbsp;", '\u{a0}'), (b"quot;", '"'), (b"lt;", '<'), (b"gt;", '>')];
    let rest = &bytes[start..];
    let (name, char) = FREQUENT.into_iter().find(|(name, _)| rest.starts_with(name))?;
    Some((Meaning::Char(char), start + name.len()))
}

/// Reads a number whose first digit, or `x`, is at `at`.
fn numeric(bytes: &[u8], mut at: usize) -> Option<(Meaning, usize)> {
    let is_hex = matches!(bytes.get(at), Some(b'x' | b'X'));
    at += usize::from(is_hex);
    let first = at;
    let radix = if is_hex { 16 } else { 10 };
    let mut code = 0u32;
    while let Some(digit) = bytes.get(at).and_then(|&byte| char::from(byte).to_digit(radix)) {
        // A number that is too large stays just above all characters, so that a thousand digits do
        // not overflow.
        code = (code * radix + digit).min(0x0011_0000);
        at += 1;
    }
    if at == first {
        return None;
    }
    at += usize::from(bytes.get(at) == Some(&b';'));
    Some((Meaning::Char(character(code)), at))
}

/// The character with a number.
///
/// Source: HTML standard, 13.2.5.80.
fn character(code: u32) -> char {
    /// The characters of windows-1252 from 0x80 to 0x9F; 0 where the number itself is meant.
    const WINDOWS_1252: [u16; 32] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
        0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
        0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
    ];
    let code = match code {
        0x80..=0x9F => match WINDOWS_1252[(code - 0x80) as usize] {
            0 => code,
            other => u32::from(other),
        },
        _ => code,
    };
    char::from_u32(code).filter(|char| *char != '\0').unwrap_or(char::REPLACEMENT_CHARACTER)
}
