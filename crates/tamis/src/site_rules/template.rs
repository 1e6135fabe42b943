//! Texts that stand on page after page, as numbers.

/// FNV-1a of 64 bits, folded to 32: the same on every machine. Of a page's 1,000 paragraphs one in 20,000 pages meets one of
/// 200 numbers by chance.
///
/// Source: Fowler, Noll, Vo, "The FNV Non-Cryptographic Hash Algorithm".
pub(super) fn text_hash(text: &str) -> u32 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 32) as u32 ^ hash as u32
}
