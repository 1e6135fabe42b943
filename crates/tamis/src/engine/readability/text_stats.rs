//! Statistics of a subtree's text, counted as JavaScript counts.

use super::text::is_js_space;
use crate::page::whitespace::is_foreign_comma;

/// Statistics of a text or subtree, as scores need them.
///
/// Statistics of adjacent texts can be added. A subtree's statistics are computed from its
/// children's, so no text is read twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TextStats {
    /// Length of the text, trimmed and with each run of white space counted as one. UTF-16 code
    /// units.
    ///
    /// Source: `_getInnerText(e).length`.
    pub(super) length: u32,
    /// Commas, including those of other scripts. Source: `REGEXPS.commas`.
    pub(super) commas: u32,
    /// ASCII commas.
    pub(super) ascii_commas: u32,
    /// Sum of the lengths of the `<a>` elements that link to other pages. A nested one counts again
    /// in the one around it. UTF-16 code units.
    pub(super) link_length: u32,
    /// Number of `<a>` elements that link to a place on the page.
    pub(super) hash_links: u32,
    /// Number of `<br>` and `<hr>`.
    pub(super) breaks: u32,
    /// True if white space precedes the first word, or the text is only white space.
    pub(super) begins_blank: bool,
    /// True if white space follows the last word, or the text is only white space.
    pub(super) ends_blank: bool,
    /// The epoch of the cache in which this was computed; see [`super::stats_cache::StatsCache`].
    pub(super) epoch: u8,
}

/// The class of a byte of UTF-8.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// A one-byte character.
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

/// Largest number of ones whose sum fits in a byte.
const CHUNK: usize = 255;

/// Returns 1 for ASCII white space, else 0.
#[inline]
fn is_ascii_space(byte: u8) -> u8 {
    u8::from(byte == b' ') | u8::from(byte.wrapping_sub(b'\t') < 5)
}

impl TextStats {
    /// Computes the statistics of one text.
    pub(super) fn of(text: &str) -> TextStats {
        if text.is_ascii() { TextStats::of_ascii(text.as_bytes()) } else { TextStats::of_any(text) }
    }

    /// Counts ASCII text without branches, so that the compiler can process many bytes per
    /// instruction.
    fn of_ascii(bytes: &[u8]) -> TextStats {
        let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) else {
            return TextStats::default();
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
        TextStats {
            length,
            commas,
            ascii_commas: commas,
            begins_blank,
            ends_blank,
            ..TextStats::default()
        }
    }

    fn of_any(text: &str) -> TextStats {
        let bytes = text.as_bytes();
        let mut stats = TextStats::default();
        let (mut units, mut gaps, mut in_gap) = (0, 0, false);
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let (space, width) = match CLASSES[usize::from(byte)] {
                Class::Plain => (false, 1),
                Class::Space => (true, 1),
                Class::Comma => {
                    stats.ascii_commas += 1;
                    (false, 1)
                }
                Class::Wide => {
                    let c = text[at..].chars().next().expect("a character begins here");
                    stats.commas += u32::from(is_foreign_comma(c));
                    units += u32::from(c.len_utf16() > 1);
                    (is_js_space(c), c.len_utf8())
                }
            };
            gaps += u32::from(space && !in_gap);
            units += u32::from(!space);
            in_gap = space;
            if at == 0 {
                stats.begins_blank = space;
            }
            at += width;
        }
        stats.commas += stats.ascii_commas;
        stats.ends_blank = in_gap;
        if units > 0 {
            let outer = u32::from(stats.begins_blank) + u32::from(stats.ends_blank);
            stats.length = units + gaps - outer;
        }
        stats
    }

    /// Returns true if the text is empty or only white space.
    pub(super) fn is_blank(&self) -> bool {
        self.length == 0
    }

    /// Adds the statistics of the text that follows.
    #[inline]
    pub(super) fn push(&mut self, next: TextStats) {
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

    /// Counts the whole element as a link.
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
            assert_eq!(TextStats::of(text).length, inner_length(text), "{text:?}");
        }
        assert_eq!(TextStats::of(",\u{60c}\u{ff0c}、").commas, 3);
        assert_eq!(TextStats::of(",\u{60c}\u{ff0c},").ascii_commas, 2);
    }

    #[test]
    fn ascii_is_measured_as_any_text() {
        for length in [0, 1, 2, 254, 255, 256, 257, 1000] {
            let pattern = "a, b  c,\n\n d".as_bytes().iter().cycle();
            let bytes: Vec<u8> = pattern.skip(length % 7).take(length).copied().collect();
            let text = String::from_utf8(bytes).unwrap();
            assert_eq!(TextStats::of_ascii(text.as_bytes()), TextStats::of_any(&text), "{length}");
        }
    }

    #[test]
    fn measures_add_up() {
        let parts = ["", " ", "a", " b", "c ", " d, e\n", "\u{a0}", "🦀"];
        for first in parts {
            for second in parts {
                for third in parts {
                    let mut stats = TextStats::of(first);
                    let mut rest = TextStats::of(second);
                    rest.push(TextStats::of(third));
                    stats.push(rest);
                    let whole = TextStats::of(&format!("{first}{second}{third}"));
                    assert_eq!(stats, whole, "{first:?} {second:?} {third:?}");
                }
            }
        }
    }
}
