//! Evidence in the bytes of a page for and against UTF-8, and against Latin letters.
//!
//! UTF-8 has a strict form: a byte that begins a character says how many follow, and those have a
//! form of their own. Text in another encoding hardly ever has this form by chance. So a few valid
//! sequences beyond ASCII are good evidence for UTF-8, and a few broken ones are good evidence
//! against it. A single one is neither, because one bad byte is often that of a cut comment or of a
//! foreign name, and a page that a crawler cut may end within a character.
//!
//! `iso-8859-1` is what many servers and editors name when nobody tells them. In the encodings of
//! Latin letters, a byte beyond ASCII is a letter with an accent, and stands alone between letters
//! of ASCII: "été". In those of other scripts, nearly all letters are beyond ASCII, one after the
//! other. So a page is not Latin if most of these bytes are next to another one.

use encoding_rs::{
    Encoding as Charset, ISO_8859_2, ISO_8859_3, ISO_8859_4, ISO_8859_10, ISO_8859_13, ISO_8859_14,
    ISO_8859_15, ISO_8859_16, MACINTOSH, UTF_16BE, UTF_16LE, WINDOWS_1250, WINDOWS_1252,
    WINDOWS_1254, WINDOWS_1257, WINDOWS_1258,
};

/// The encodings of Latin letters with a byte for each character.
static LATIN: [&Charset; 14] = [
    ISO_8859_2,
    ISO_8859_3,
    ISO_8859_4,
    ISO_8859_10,
    ISO_8859_13,
    ISO_8859_14,
    ISO_8859_15,
    ISO_8859_16,
    MACINTOSH,
    WINDOWS_1250,
    WINDOWS_1252,
    WINDOWS_1254,
    WINDOWS_1257,
    WINDOWS_1258,
];

/// The fewest bytes beyond ASCII of a page that is not Latin, and the share of them that are next
/// to another one, in percent. In `Shift_JIS` and GBK, the second byte of a character may
/// be ASCII.
const MIN_NOT_LATIN: usize = 40;
const MIN_JOINED: usize = 60;

/// The space that does not break, in most encodings. Old pages have many in a row.
const NO_BREAK_SPACE: u8 = 0xa0;

/// The number of characters beyond ASCII from which valid UTF-8 is no accident. It is also the
/// number of invalid sequences from which a page is in another encoding and does not just have
/// slips.
///
/// A page in another encoding is hardly ever valid UTF-8 from its beginning to its end, but a
/// single short word can be. For example, "Â©" in windows-1252 has the bytes of "©" in UTF-8.
const MIN_SEQUENCES: usize = 4;

/// The fewest valid sequences for each broken one of a page in UTF-8 that names no encoding.
const VALID_PER_BROKEN: usize = 10;

/// The same for a page that names another encoding. Its word counts too, so that more is needed.
const VALID_PER_BROKEN_IF_NAMED: usize = 50;

/// The sequences of bytes beyond ASCII.
struct Sequences {
    /// The number of sequences that are a character in UTF-8.
    valid: usize,
    /// The number of sequences that are not, without one that the end of the page cuts.
    broken: usize,
    /// True if the page ends within a sequence.
    is_cut: bool,
}

impl Sequences {
    /// Counts the sequences of a page. Takes time linear in its length. The whole page counts: the
    /// broken ones may be together, for example in a comment at its beginning.
    fn of(bytes: &[u8]) -> Sequences {
        let (mut valid, mut broken, mut is_cut) = (0, 0, false);
        let mut rest = bytes;
        loop {
            match std::str::from_utf8(rest) {
                Ok(text) => {
                    valid += beyond_ascii(text.as_bytes());
                    break;
                }
                Err(error) => {
                    let (text, after) = rest.split_at(error.valid_up_to());
                    valid += beyond_ascii(text);
                    let Some(length) = error.error_len() else {
                        is_cut = true;
                        break;
                    };
                    broken += 1;
                    rest = &after[length..];
                }
            }
        }
        Sequences { valid, broken, is_cut }
    }

    fn are_utf8(&self, valid_per_broken: usize) -> bool {
        if self.broken == 0 {
            // The end alone may as well be the last letter of another encoding.
            return self.valid > 0 || !self.is_cut;
        }
        self.valid >= MIN_SEQUENCES.max(self.broken * valid_per_broken)
    }
}

/// Returns the number of characters beyond ASCII in text that is valid UTF-8.
fn beyond_ascii(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte >= 0xc0).count()
}

/// Returns true if the bytes of a page that names no encoding are UTF-8, as far as slips go.
pub(super) fn is_utf8(bytes: &[u8]) -> bool {
    Sequences::of(bytes).are_utf8(VALID_PER_BROKEN)
}

/// Returns true if the bytes are UTF-8 with several characters beyond ASCII, and not in the
/// encoding `named`.
pub(super) fn is_utf8_instead_of(named: &'static Charset, bytes: &[u8]) -> bool {
    // The tags of a page in UTF-16 have NULs.
    let is_wide = named == UTF_16LE || named == UTF_16BE;
    if is_wide && memchr::memchr(0, bytes).is_some() {
        return false;
    }
    let sequences = Sequences::of(bytes);
    sequences.valid >= MIN_SEQUENCES && sequences.are_utf8(VALID_PER_BROKEN_IF_NAMED)
}

/// Returns true if the bytes have several sequences that are not valid UTF-8, and more of them than
/// characters beyond ASCII that are.
pub(super) fn is_hardly_utf8(bytes: &[u8]) -> bool {
    let Sequences { valid, broken, .. } = Sequences::of(bytes);
    broken >= MIN_SEQUENCES && broken > valid
}

/// Returns true for an encoding of Latin letters with a byte for each character.
pub(super) fn is_latin(charset: &'static Charset) -> bool {
    LATIN.contains(&charset)
}

/// Returns true if the bytes beyond ASCII stand next to each other, as Latin letters with accents
/// do not. Repeated ones do not count: lines are drawn with them.
pub(super) fn is_hardly_latin(bytes: &[u8]) -> bool {
    let is_letter = |byte: u8| byte >= 0x80 && byte != NO_BREAK_SPACE;
    let (mut all, mut joined, mut at) = (0, 0, 0);
    loop {
        at += Charset::ascii_valid_up_to(&bytes[at..]);
        let length = bytes[at..].iter().take_while(|byte| !byte.is_ascii()).count();
        if length == 0 {
            break;
        }
        let run = &bytes[at..at + length];
        at += length;
        for (place, &byte) in run.iter().enumerate().filter(|(_, byte)| is_letter(**byte)) {
            let before = place.checked_sub(1).map(|before| run[before]);
            let mut beside = before.into_iter().chain(run.get(place + 1).copied());
            all += 1;
            joined += usize::from(beside.any(|other| is_letter(other) && other != byte));
        }
    }
    all >= MIN_NOT_LATIN && joined * 100 >= all * MIN_JOINED
}
