//! Evidence in the bytes of a page against the encoding that is claimed for it.
//!
//! UTF-8 has a strict form: a byte that begins a character says how many follow, and those have a
//! form of their own. Text in another encoding hardly ever has this form by chance. So a few valid
//! sequences beyond ASCII are good evidence for UTF-8, and a few broken ones are good evidence
//! against it. A single one is neither, because one bad byte is often that of a cut comment or of a
//! foreign name.

use encoding_rs::{Encoding as Charset, UTF_16BE, UTF_16LE};

/// The number of characters beyond ASCII from which valid UTF-8 is no accident. It is also the
/// number of invalid sequences from which a page is in another encoding and does not just have
/// slips.
///
/// A page in another encoding is hardly ever valid UTF-8 from its beginning to its end, but a
/// single short word can be. For example, "Â©" in windows-1252 has the bytes of "©" in UTF-8.
const MIN_SEQUENCES: usize = 4;

/// Returns true if the bytes are UTF-8 with several characters beyond ASCII, and not in the
/// encoding `named`.
pub(super) fn is_utf8_instead_of(named: &'static Charset, bytes: &[u8]) -> bool {
    // The tags of a page in UTF-16 have NULs.
    let is_wide = named == UTF_16LE || named == UTF_16BE;
    has_wide_characters(bytes)
        && Charset::utf8_valid_up_to(bytes) == bytes.len()
        && !(is_wide && memchr::memchr(0, bytes).is_some())
}

/// Returns true if [`MIN_SEQUENCES`] sequences begin like a character of UTF-8 beyond ASCII.
fn has_wide_characters(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    for _ in 0..MIN_SEQUENCES {
        let Some((first, after)) = rest[Charset::ascii_valid_up_to(rest)..].split_first() else {
            return false;
        };
        let continuation = after.iter().take(3).take_while(|&&byte| byte & 0xc0 == 0x80).count();
        if *first < 0xc2 || continuation == 0 {
            return false;
        }
        rest = &after[continuation..];
    }
    true
}

/// Returns true if the bytes have several sequences that are not valid UTF-8, and more of them than
/// characters beyond ASCII that are.
pub(super) fn is_hardly_utf8(bytes: &[u8]) -> bool {
    let (mut valid, mut invalid) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        valid += chunk.valid().bytes().filter(|&byte| byte >= 0xc0).count();
        invalid += usize::from(!chunk.invalid().is_empty());
    }
    invalid >= MIN_SEQUENCES && invalid > valid
}
