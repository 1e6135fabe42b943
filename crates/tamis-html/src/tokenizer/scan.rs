//! Search for bytes, sixteen at a time.
//!
//! Most bytes of a page are text or the values of attributes, in which the parser only looks for
//! the few bytes that end them. One instruction compares sixteen bytes with one of these, so nearly
//! all bytes are passed without being looked at one by one. For example, a text of 160 bytes takes
//! ten steps.

use wide::u8x16;

/// The first place from `at` on that has one of `needles`, or the end.
#[inline]
pub fn find<const N: usize>(bytes: &[u8], mut at: usize, needles: [u8; N]) -> usize {
    while let Some(block) = block(bytes, at) {
        let mut hits = u8x16::ZERO;
        for needle in needles {
            hits |= block.simd_eq(u8x16::splat(needle));
        }
        let mask = hits.to_bitmask();
        if mask != 0 {
            return at + mask.trailing_zeros() as usize;
        }
        at += 16;
    }
    find_in_rest(bytes, at, &needles)
}

/// The rest of [`find`] for less than sixteen bytes.
#[cold]
#[inline(never)]
fn find_in_rest(bytes: &[u8], at: usize, needles: &[u8]) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| needles.contains(byte)).unwrap_or(rest.len())
}

/// The sixteen bytes from `at` on.
#[inline]
pub fn block(bytes: &[u8], at: usize) -> Option<u8x16> {
    bytes.get(at..).and_then(|rest| rest.first_chunk::<16>()).map(|block| u8x16::new(*block))
}

/// The bytes of a block that may end a name: white space, controls and `needles`, one bit each.
#[inline]
pub fn name_ends<const N: usize>(block: u8x16, needles: [u8; N]) -> u32 {
    let space = u8x16::splat(b' ');
    let mut hits = block.min(space).simd_eq(block);
    for needle in needles {
        hits |= block.simd_eq(u8x16::splat(needle));
    }
    hits.to_bitmask()
}

/// The ASCII letters of a block in upper case, one bit each.
#[inline]
pub fn upper_case(block: u8x16) -> u32 {
    let clamped = block.max(u8x16::splat(b'A')).min(u8x16::splat(b'Z'));
    clamped.simd_eq(block).to_bitmask()
}

/// Returns true for the white space of the standard, including CR, which becomes LF.
#[inline]
pub const fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

/// The first place from `at` on that has no white space.
#[inline]
pub fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && is_space(bytes[at]) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_found() {
        for length in 0..50 {
            for place in 0..length {
                let mut bytes = vec![b'a'; length];
                bytes[place] = b'<';
                for from in 0..=length {
                    let expected = if from <= place { place } else { length };
                    assert_eq!(find(&bytes, from, [b'<', b'&']), expected);
                }
            }
        }
    }

    #[test]
    fn classes_of_bytes_agree_with_the_scalar_ones() {
        for byte in 0..=255u8 {
            let block = u8x16::splat(byte);
            assert_eq!(upper_case(block) != 0, byte.is_ascii_uppercase(), "{byte}");
            assert_eq!(name_ends(block, [b'>']) != 0, byte <= b' ' || byte == b'>', "{byte}");
        }
    }
}
