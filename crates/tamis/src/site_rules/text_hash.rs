//! Template texts, which recur from page to page of a site, as hashes.
//!
//! A site repeats texts on all its pages: "Subscribe to our newsletter". Learned rules leave them
//! out wherever they are, because no selector may fit them alone. Their hashes are stored instead
//! of the texts, which keeps files short and free of other people's words.

/// Returns the hash under which a learned file lists a template text.
///
/// It is FNV-1a of 64 bits, with both halves combined by exclusive or. It is the same on every
/// machine. 32 bits are enough: for a page of 1,000 paragraphs and a file of 200 hashes, the
/// probability of a false match is 1 in 20,000.
///
/// Source: Fowler, Noll, Vo, "The FNV Non-Cryptographic Hash Algorithm".
///
/// ```
/// assert_eq!(tamis::site_rules::text_hash(""), 0x4fd0_bfc1);
/// ```
pub fn text_hash(text: &str) -> u32 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 32) as u32 ^ hash as u32
}
