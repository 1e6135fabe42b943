//! The hash of a word.
//!
//! The result is the same for a lower-cased word taken as bytes and for a word that is lower-cased
//! char by char while it is hashed.
//!
//! The hash mixes the word's UTF-8 bytes in groups of eight, little-endian; the last group is
//! padded with zeros. It has no random seed and needs none: the tables are fixed before any page
//! is read and at most half full, so a page cannot slow down lookups by its choice of words.

use std::ops::ControlFlow;

use crate::lower;

/// The fractional part of the golden ratio: odd, with about as many one bits as zero bits.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
/// The high bit of each byte in a group.
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
const GROUP_BITS: u32 = u64::BITS;

/// Hashes a word that is already lower-cased. Any bytes are allowed.
pub(crate) fn of_bytes(word: &[u8]) -> u64 {
    let (groups, rest) = word.as_chunks::<8>();
    let state = groups.iter().fold(0, |state, group| mix(state, u64::from_le_bytes(*group)));
    finish(if rest.is_empty() { state } else { mix(state, last_group(rest)) })
}

/// Hashes the lower-cased form of a word, or returns `None` if the word is not ASCII.
pub(crate) fn of_ascii_lowered(word: &[u8]) -> Option<u64> {
    let (groups, rest) = word.as_chunks::<8>();
    let mut state = 0;
    for group in groups {
        state = mix(state, ascii_lowered(u64::from_le_bytes(*group))?);
    }
    if !rest.is_empty() {
        state = mix(state, ascii_lowered(last_group(rest))?);
    }
    Some(finish(state))
}

/// Hashes the lower-cased form of a word, or returns `None` if it contains a `Σ` that
/// [`lower::try_each`] cannot decide.
pub(crate) fn of_lowered(word: &str) -> Option<u64> {
    let mut chars = CharHasher { state: 0, group: 0, filled_bits: 0 };
    let each = lower::try_each(word, |c| {
        chars.push(c);
        ControlFlow::Continue(())
    })?;
    each.is_continue().then(|| chars.finish())
}

fn mix(state: u64, group: u64) -> u64 {
    (state.rotate_left(5) ^ group).wrapping_mul(MULTIPLIER)
}

/// Mixes both halves of the state into the result: the low bits choose the slot, the high bits are
/// the tag.
fn finish(state: u64) -> u64 {
    let wide = u128::from(state) * u128::from(MULTIPLIER);
    (wide >> 64) as u64 ^ wide as u64
}

/// Reads one to seven bytes as a little-endian number. The loads have fixed sizes and may overlap,
/// which is faster than a loop.
fn last_group(rest: &[u8]) -> u64 {
    let shifted = |at: usize| u64::from(rest[at]) << (8 * at);
    match (rest.first_chunk(), rest.last_chunk()) {
        (Some(head), Some(tail)) => {
            let four = |bytes: &[u8; 4]| u64::from(u32::from_le_bytes(*bytes));
            four(head) | four(tail) << (8 * (rest.len() - 4))
        }
        _ => shifted(0) | shifted(rest.len() / 2) | shifted(rest.len() - 1),
    }
}

/// Lower-cases eight ASCII bytes, or returns `None` if one of them is not ASCII.
fn ascii_lowered(group: u64) -> Option<u64> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    if group & HIGH_BITS != 0 {
        return None;
    }
    // No byte is above 0x7F, so the sums below do not carry into the next byte.
    let from_a = group + ONES * u64::from(0x80 - b'A');
    let past_z = group + ONES * u64::from(0x80 - (b'Z' + 1));
    let capital = (from_a & !past_z) & HIGH_BITS;
    Some(group | capital >> 2)
}

/// A hasher that takes chars and mixes their UTF-8 bytes in groups of eight.
struct CharHasher {
    state: u64,
    /// The bytes that are not yet mixed.
    group: u64,
    /// Number of bits of `group` in use; less than [`GROUP_BITS`].
    filled_bits: u32,
}

impl CharHasher {
    fn push(&mut self, c: char) {
        let (bytes, bits) = utf8(c);
        self.group |= bytes << self.filled_bits;
        let end = self.filled_bits + bits;
        if end < GROUP_BITS {
            self.filled_bits = end;
            return;
        }
        self.state = mix(self.state, self.group);
        self.filled_bits = end - GROUP_BITS;
        // A char has at most 32 bits, so at least 32 were filled and the shift is at most 32.
        self.group = bytes >> (bits - self.filled_bits);
    }

    fn finish(self) -> u64 {
        finish(if self.filled_bits == 0 { self.state } else { mix(self.state, self.group) })
    }
}

/// Returns the char's UTF-8 bytes as a little-endian number, and their length in bits.
///
/// This is done with arithmetic: writing single bytes to memory and reading them back as one number
/// is slow.
fn utf8(c: char) -> (u64, u32) {
    let code = u64::from(u32::from(c));
    let tail = |shift: u32| 0x80 | (code >> shift) & 0x3F;
    match c.len_utf8() {
        1 => (code, 8),
        2 => (0xC0 | code >> 6 | tail(0) << 8, 16),
        3 => (0xE0 | code >> 12 | tail(6) << 8 | tail(0) << 16, 24),
        _ => (0xF0 | code >> 18 | tail(12) << 8 | tail(6) << 16 | tail(0) << 24, 32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_hash_functions_agree_for_every_length() {
        let long = "The Quick-Brown FOX [jumps] over @ the `LAZY` {dog} 0123456789";
        for end in 0..=long.len() {
            let word = &long[..end];
            let expected = of_bytes(word.to_lowercase().as_bytes());
            assert_eq!(of_ascii_lowered(word.as_bytes()), Some(expected), "{word}");
            assert_eq!(of_lowered(word), Some(expected), "{word}");
        }
    }

    #[test]
    fn chars_of_every_length_are_hashed_at_every_offset_of_a_group() {
        for pad in 0..9 {
            for tail in ["é", "éÉ", "—", "Ⱥ", "\u{212A}", "𐐀", "𐐀𐐀𐐀", "İİİİİİİİİ", "aé—𐐀aé—𐐀"]
            {
                let word = format!("{}{tail}", "Q".repeat(pad));
                let expected = of_bytes(word.to_lowercase().as_bytes());
                assert_eq!(of_lowered(&word), Some(expected), "{word}");
            }
        }
    }

    #[test]
    fn utf8_returns_the_bytes_of_every_char() {
        for c in '\0'..=char::MAX {
            let mut bytes = [0; 8];
            let bits = 8 * c.encode_utf8(&mut bytes).len() as u32;
            assert_eq!(utf8(c), (u64::from_le_bytes(bytes), bits), "{:x}", c as u32);
        }
    }

    #[test]
    fn only_ascii_capitals_are_lower_cased() {
        for byte in 0..=u8::MAX {
            let word = [b'x', byte];
            let expected = byte.is_ascii().then(|| of_bytes(&word.map(|b| b.to_ascii_lowercase())));
            assert_eq!(of_ascii_lowered(&word), expected, "{byte:#x}");
        }
    }
}
