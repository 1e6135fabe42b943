//! What a subtree's text amounts to, counted as JavaScript counts.

use super::text::is_js_space;
use crate::whitespace::is_foreign_comma;

/// The text of a subtree, as far as scores ask for it.
///
/// Measures of neighbouring texts add up to the measure of both, so that a subtree's is made of its children's and no
/// text is looked at twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Measure {
    /// UTF-16 code units of the text, trimmed, every run of white space counted as one.
    ///
    /// Source: `_getInnerText(e).length`.
    pub(super) length: u32,
    /// Commas of all scripts in it. Source: `REGEXPS.commas`.
    pub(super) commas: u32,
    /// The ASCII ones among them.
    pub(super) ascii_commas: u32,
    /// The lengths of the `<a>` elements in it that lead elsewhere, added up; nested ones count twice.
    pub(super) link_length: u32,
    /// `<a>` elements in it that lead to a place on the page.
    pub(super) hash_links: u32,
    /// `<br>` and `<hr>` in it.
    pub(super) breaks: u32,
    /// White space stands before the first word, or there is nothing else.
    pub(super) begins_blank: bool,
    /// White space stands behind the last word, or there is nothing else.
    pub(super) ends_blank: bool,
    /// When it was taken; see [`super::measures::Measures`].
    pub(super) epoch: u8,
}

/// What a byte of UTF-8 is to a measure.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// A character of one byte, one unit.
    Plain,
    Space,
    Comma,
    /// The first byte of a longer character.
    Wide,
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Plain; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'\t'..=b'\r' | b' ' => Class::Space,
            b',' => Class::Comma,
            0x80.. => Class::Wide,
            _ => Class::Plain,
        };
        byte += 1;
    }
    classes
};

/// So many sums of ones fit a byte.
const CHUNK: usize = 255;

/// 1 for ASCII white space, else 0.
#[inline]
fn is_ascii_space(byte: u8) -> u8 {
    u8::from(byte == b' ') | u8::from(byte.wrapping_sub(b'\t') < 5)
}

impl Measure {
    /// The measure of one text.
    pub(super) fn of(text: &str) -> Measure {
        if text.is_ascii() { Measure::of_ascii(text.as_bytes()) } else { Measure::of_any(text) }
    }

    /// Sums over bytes without a branch, so that many are looked at in one step.
    fn of_ascii(bytes: &[u8]) -> Measure {
        let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) else {
            return Measure::default();
        };
        let (mut spaces, mut commas) = (0, 0);
        // White space that follows other white space.
        let mut inner = 0;
        for chunk in bytes.chunks(CHUNK) {
            let sums = chunk.iter().fold((0_u8, 0_u8), |(spaces, commas), &byte| {
                (spaces + is_ascii_space(byte), commas + u8::from(byte == b','))
            });
            spaces += u32::from(sums.0);
            commas += u32::from(sums.1);
        }
        for (before, after) in bytes.chunks(CHUNK).zip(bytes[1..].chunks(CHUNK)) {
            let pairs = before.iter().zip(after);
            let sum =
                pairs.fold(0_u8, |sum, (&a, &b)| sum + (is_ascii_space(a) & is_ascii_space(b)));
            inner += u32::from(sum);
        }
        let begins_blank = is_ascii_space(first) > 0;
        let ends_blank = is_ascii_space(last) > 0;
        let units = bytes.len() as u32 - spaces;
        let gaps = spaces - inner;
        let outer = u32::from(begins_blank) + u32::from(ends_blank);
        let length = if units > 0 { units + gaps - outer } else { 0 };
        Measure {
            length,
            commas,
            ascii_commas: commas,
            begins_blank,
            ends_blank,
            ..Measure::default()
        }
    }

    fn of_any(text: &str) -> Measure {
        let bytes = text.as_bytes();
        let mut measure = Measure::default();
        let (mut units, mut gaps, mut in_gap) = (0, 0, false);
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let (space, width) = match CLASSES[usize::from(byte)] {
                Class::Plain => (false, 1),
                Class::Space => (true, 1),
                Class::Comma => {
                    measure.ascii_commas += 1;
                    (false, 1)
                }
                Class::Wide => {
                    let c = text[at..].chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
                    measure.commas += u32::from(is_foreign_comma(c));
                    units += u32::from(c.len_utf16() > 1);
                    (is_js_space(c), c.len_utf8())
                }
            };
            gaps += u32::from(space && !in_gap);
            units += u32::from(!space);
            in_gap = space;
            if at == 0 {
                measure.begins_blank = space;
            }
            at += width;
        }
        measure.commas += measure.ascii_commas;
        measure.ends_blank = in_gap;
        if units > 0 {
            let outer = u32::from(measure.begins_blank) + u32::from(measure.ends_blank);
            measure.length = units + gaps - outer;
        }
        measure
    }

    /// Whether there is nothing but white space.
    pub(super) fn is_blank(&self) -> bool {
        self.length == 0
    }

    /// Adds the text that follows.
    #[inline]
    pub(super) fn push(&mut self, next: Measure) {
        if next.length == 0 {
            let blank = next.begins_blank;
            self.ends_blank |= blank;
            self.begins_blank |= blank && self.length == 0;
        } else if self.length == 0 {
            self.begins_blank |= next.begins_blank;
            self.ends_blank = next.ends_blank;
            self.length = next.length;
        } else {
            self.length += next.length + u32::from(self.ends_blank || next.begins_blank);
            self.ends_blank = next.ends_blank;
        }
        self.commas += next.commas;
        self.ascii_commas += next.ascii_commas;
        self.link_length += next.link_length;
        self.hash_links += next.hash_links;
        self.breaks += next.breaks;
    }

    /// Counts the measured element as a link.
    #[inline]
    pub(super) fn close_link(&mut self, is_hash: bool) {
        if is_hash {
            self.hash_links += 1;
        } else {
            self.link_length += self.length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::{js_trim, normalize, utf16_len};
    use super::*;

    fn inner_length(text: &str) -> u32 {
        utf16_len(&normalize(js_trim(text))) as u32
    }

    #[test]
    fn lengths_are_those_of_the_inner_text() {
        for text in
            ["", " ", "a", " a\n b ", "a\u{a0}\u{feff}b", "🦀 ,\u{85}", "\u{3000}", "a,b\u{ff0c}c "]
        {
            assert_eq!(Measure::of(text).length, inner_length(text), "{text:?}");
        }
        assert_eq!(Measure::of(",\u{60c}\u{ff0c}、").commas, 3);
        assert_eq!(Measure::of(",\u{60c}\u{ff0c},").ascii_commas, 2);
    }

    #[test]
    fn ascii_is_measured_as_any_text() {
        for length in [0, 1, 2, 254, 255, 256, 257, 1000] {
            let pattern = "a, b  c,\n\n d".as_bytes().iter().cycle();
            let bytes: Vec<u8> = pattern.skip(length % 7).take(length).copied().collect();
            let text = String::from_utf8(bytes).unwrap();
            assert_eq!(Measure::of_ascii(text.as_bytes()), Measure::of_any(&text), "{length}");
        }
    }

    #[test]
    fn measures_add_up() {
        let parts = ["", " ", "a", " b", "c ", " d, e\n", "\u{a0}", "🦀"];
        for first in parts {
            for second in parts {
                for third in parts {
                    let mut measure = Measure::of(first);
                    let mut rest = Measure::of(second);
                    rest.push(Measure::of(third));
                    measure.push(rest);
                    let whole = Measure::of(&format!("{first}{second}{third}"));
                    assert_eq!(measure, whole, "{first:?} {second:?} {third:?}");
                }
            }
        }
    }
}
