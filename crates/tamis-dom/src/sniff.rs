//! Bytes that are not an HTML page.
//!
//! A crawl contains pictures, archives and PDF files under the names of pages. Parsed as HTML, they
//! give a long text of random letters, which is worse than an error. Most formats have their own
//! first bytes, for example `%PDF`; other binary data has NUL bytes and other control characters,
//! which a text has not.

use std::fmt;

/// The signatures of other formats: the position, the bytes, the name of the format.
const MAGIC: &[(usize, &[u8], &str)] = &[
    (0, b"%PDF-", "a PDF document"),
    (0, b"\x89PNG\r\n", "a PNG image"),
    (0, b"\xff\xd8\xff", "a JPEG image"),
    (0, b"GIF87a", "a GIF image"),
    (0, b"GIF89a", "a GIF image"),
    (8, b"WEBP", "a WebP image"),
    (0, b"II*\0", "a TIFF image"),
    (0, b"MM\0*", "a TIFF image"),
    (4, b"ftyp", "a video or an image"),
    (0, b"OggS", "an audio or video file"),
    (0, b"ID3", "an audio file"),
    (0, b"PK\x03\x04", "a zip archive"),
    (0, b"PK\x05\x06", "a zip archive"),
    (0, b"Rar!\x1a", "a RAR archive"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (0, b"BZh", "bzip2 data"),
    (0, b"\xfd7zXZ\0", "xz data"),
    (0, b"\x28\xb5\x2f\xfd", "zstd data"),
    (0, b"\x7fELF", "an executable program"),
    (0, b"\0asm", "a WebAssembly module"),
    (0, b"wOFF", "a font"),
    (0, b"wOF2", "a font"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
    (0, b"{\\rtf", "an RTF document"),
];

/// The signatures of formats that need no control characters.
const WRITTEN_AS_TEXT: &[&[u8]] = &[b"%PDF-", b"{\\rtf"];

/// The number of first bytes that show whether a page is binary.
const SHOWING_BYTES: usize = 1024;

/// The number of bytes in which a page may have one NUL; a shorter page may have one, too. Single
/// ones are slips, and binary data has many.
const BYTES_PER_NUL: usize = 128;

/// The number of bytes in which a page may have one control character, and the number that a short
/// page may have. Random bytes have one in ten, and texts in no encoding have any: ISO-2022 has
/// only those that [`is_control`] leaves out.
const BYTES_PER_CONTROL: usize = 32;
const MIN_CONTROLS: usize = 8;

/// The reason why bytes are not an HTML page. Its `Display` text is a sentence without a final
/// period.
///
/// ```
/// use tamis_dom::NotHtml;
/// let reason = NotHtml::of(b"%PDF-1.7", None).unwrap();
/// assert_eq!(reason, NotHtml::Format("a PDF document"));
/// assert_eq!(reason.to_string(), "this is a PDF document, not HTML");
/// assert_eq!(NotHtml::of(b"<!doctype html>", None), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NotHtml {
    /// The first bytes are those of another format, which is named with its article.
    Format(&'static str),
    /// There are too many NUL bytes or other control characters for text.
    Binary,
    /// There is no tag.
    NoTag,
}

impl NotHtml {
    /// Returns the reason why these bytes are not an HTML page, or `None` if they can be one.
    /// `label` is the encoding that the user or the server named.
    pub fn of(bytes: &[u8], label: Option<&str>) -> Option<NotHtml> {
        let first = &bytes[..bytes.len().min(SHOWING_BYTES)];
        let nuls = memchr::memchr_iter(0, first).count();
        let controls = first.iter().filter(|&&byte| is_control(byte)).count();
        let has_magic = |(at, magic, _): &&(usize, &[u8], &str)| {
            bytes.get(*at..).is_some_and(|bytes| bytes.starts_with(magic))
        };
        // A text can begin with the name of a format: "ID3 is a format of tags".
        let is_texts = |magic: &[u8]| WRITTEN_AS_TEXT.contains(&magic);
        if let Some((_, magic, name)) = MAGIC.iter().find(has_magic)
            && (controls > 0 || is_texts(magic))
        {
            return Some(NotHtml::Format(name));
        }
        let is_wide = |label: &str| label.trim().to_ascii_lowercase().starts_with("utf-16");
        if label.is_some_and(is_wide) || utf16_label(bytes).is_some() {
            return None;
        }
        if nuls > first.len().div_ceil(BYTES_PER_NUL)
            || controls >= MIN_CONTROLS && controls > first.len() / BYTES_PER_CONTROL
        {
            return Some(NotHtml::Binary);
        }
        let has_tag = memchr::memchr_iter(b'<', bytes).any(|at| {
            let next = bytes.get(at + 1);
            next.is_some_and(|&next| next.is_ascii_alphabetic() || next == b'/' || next == b'!')
        });
        (!has_tag).then_some(NotHtml::NoTag)
    }
}

/// Returns true for the control characters of ASCII but white space, and but the three with which
/// ISO-2022 changes between sets of characters.
fn is_control(byte: u8) -> bool {
    byte.is_ascii_control() && !matches!(byte, b'\t'..=b'\r' | 0x0e | 0x0f | 0x1b)
}

impl fmt::Display for NotHtml {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotHtml::Format(name) => write!(f, "this is {name}, not HTML"),
            NotHtml::Binary => f.write_str("this is binary data, not HTML"),
            NotHtml::NoTag => f.write_str("this does not look like HTML: it has no tags"),
        }
    }
}

/// The first bytes that show UTF-16, and how many of four characters are ASCII there: a page begins
/// with tags and white space.
const WIDE_BYTES: usize = 64;
const OF_FOUR: usize = 3;

/// Returns the label of UTF-16 if the first bytes of a page show it: a byte-order mark, or NUL
/// next to nearly all characters, which are ASCII.
///
/// ```
/// assert_eq!(tamis_dom::utf16_label(b"<\0p\0>\0"), Some("utf-16le"));
/// assert_eq!(tamis_dom::utf16_label(b"<p>"), None);
/// ```
pub fn utf16_label(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xff, 0xfe, ..] => return Some("utf-16le"),
        [0xfe, 0xff, ..] => return Some("utf-16be"),
        _ => {}
    }
    let first = &bytes[..bytes.len().min(WIDE_BYTES)];
    let (pairs, _) = first.as_chunks::<2>();
    let has_most = |is_ascii: fn(&[u8; 2]) -> bool| {
        !pairs.is_empty()
            && 4 * pairs.iter().filter(|pair| is_ascii(pair)).count() >= OF_FOUR * pairs.len()
    };
    if has_most(|[low, high]| *high == 0 && *low != 0 && low.is_ascii()) {
        Some("utf-16le")
    } else if has_most(|[high, low]| *high == 0 && *low != 0 && low.is_ascii()) {
        Some("utf-16be")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], label: Option<&str>, expected: Option<&str>) {
        assert_eq!(
            NotHtml::of(bytes, label).map(|reason| reason.to_string()).as_deref(),
            expected,
            "{:?}",
            String::from_utf8_lossy(bytes)
        );
    }

    #[test]
    fn binary_formats_are_named() {
        check(b"%PDF-1.7\n<a>", None, Some("this is a PDF document, not HTML"));
        check(b"RIFF\x01\x02\x03\x04WEBPVP8 ", None, Some("this is a WebP image, not HTML"));
        check(b"<p>\0\0</p>", None, Some("this is binary data, not HTML"));
        check(b"ID3\x03\0\0<p>", None, Some("this is an audio file, not HTML"));
        for text in ["ID3 is <b>a format", "BZh<p>", "OggS<br>", "The ftyp box<p>", "GIF89a<p>"] {
            check(text.as_bytes(), None, None);
        }
    }

    #[test]
    fn a_page_has_a_tag() {
        let no_tag = Some("this does not look like HTML: it has no tags");
        for bytes in ["", "plain text", "1 < 2", "a <"] {
            check(bytes.as_bytes(), None, no_tag);
        }
        for bytes in ["<p", "</p>", "text <!-- -->", "<!doctype html>"] {
            check(bytes.as_bytes(), None, None);
        }
    }

    #[test]
    fn utf16_has_nuls() {
        check(b"\xff\xfe<\0p\0>\0", None, None);
        check(b"\xfe\xff\0<\0p\0>", None, None);
        check(b"<\0p\0>\0", None, None);
        check(b" \0<\0p\0>\0", Some("UTF-16LE"), None);
        check(b" \0<\0p\0>\0", Some("utf-8"), None);
        check(b"\0 \0<\0p\0>", None, None);
        let binary = Some("this is binary data, not HTML");
        check(b"\0\0<\0p\0>\0\0\0\0\0\0\0", Some("utf-8"), binary);
    }

    #[test]
    fn texts_have_no_control_characters() {
        let binary = Some("this is binary data, not HTML");
        let noise = |seed: u32| {
            let next = |of: &u32| Some(of.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
            let numbers = std::iter::successors(Some(seed), next);
            numbers.skip(1).map(|of| (of >> 24) as u8).take(600).collect::<Vec<u8>>()
        };
        for seed in 0..20 {
            check(&[noise(seed), b"<p>".to_vec()].concat(), None, binary);
            check(&[b"<p>".to_vec(), noise(seed)].concat(), None, binary);
        }
        check(b"<p>\x01\x02\x03\x04\x05\x06\x07", None, None);
        check(b"<p>\x01\x02\x03\x04\x05\x06\x07\x08", None, binary);
        // Each word in Japanese begins and ends with an escape.
        check(&[b"<p>", "\x1b$B$\"\x1b(B ".repeat(99).as_bytes()].concat(), None, None);
        check(&[b"<p>".as_slice(), &[0x0e, b'0', b'!', 0x0f].repeat(99)].concat(), None, None);
        check(&[b"<p>One\x0c".repeat(99)].concat(), None, None);
    }

    #[test]
    fn single_nuls_are_slips() {
        check(b"<p>\0</p>", None, None);
        let page = |nuls| [b"<p>".repeat(400), vec![0; nuls], b"x".repeat(2000)].concat();
        let rotated = |nuls| [vec![0; nuls], page(0)].concat();
        check(&page(500), None, None);
        check(&rotated(8), None, None);
        check(&rotated(9), None, Some("this is binary data, not HTML"));
    }
}
