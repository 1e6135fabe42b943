//! Recognizing bytes that are not HTML.

use crate::listing;

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

/// The number of first bytes that show whether a page is binary.
const SHOWING_BYTES: usize = 1024;

/// A page has at most one NUL in so many bytes, and in less one. Single ones are slips; binary data
/// has many.
const BYTES_PER_NUL: usize = 128;

/// The number of first bytes that show the root element of XML.
const ROOT_BYTES: usize = 4096;

/// The label of UTF-16 if the first bytes of a page show it: a byte-order mark, or `<` next to NUL.
pub fn utf16_label(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xff, 0xfe, ..] | [b'<', 0, ..] => Some("utf-16le"),
        [0xfe, 0xff, ..] | [0, b'<', ..] => Some("utf-16be"),
        _ => None,
    }
}

/// The reason why these bytes are not a page, as a sentence. `None` if they can be one. `label` is
/// the encoding that the user or the server named.
pub fn refusal(bytes: &[u8], label: Option<&str>) -> Option<String> {
    if let Some((_, _, name)) =
        MAGIC.iter().find(|(at, magic, _)| bytes.get(*at..).is_some_and(|b| b.starts_with(magic)))
    {
        return Some(format!("this is {name}, not HTML"));
    }
    if bytes.starts_with(b"WARC/") {
        return Some("this is a WARC file, but its name does not end in .warc or .warc.gz".into());
    }
    let beginning = &bytes[..bytes.len().min(ROOT_BYTES)];
    if let Some(sentence) = listing::refusal(&String::from_utf8_lossy(beginning)) {
        return Some(sentence.into());
    }
    let wide = label.is_some_and(|label| label.trim().to_ascii_lowercase().starts_with("utf-16"))
        || utf16_label(bytes).is_some();
    if wide {
        return None;
    }
    let first = &bytes[..bytes.len().min(SHOWING_BYTES)];
    let nuls = memchr::memchr_iter(0, first).count();
    if nuls > first.len().div_ceil(BYTES_PER_NUL) {
        return Some("this is binary data, not HTML".into());
    }
    let is_tag = |pair: &[u8]| {
        pair[0] == b'<' && (pair[1].is_ascii_alphabetic() || pair[1] == b'/' || pair[1] == b'!')
    };
    if !bytes.windows(2).any(is_tag) {
        return Some("this does not look like HTML: it has no tags".into());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], label: Option<&str>, expected: Option<&str>) {
        assert_eq!(
            refusal(bytes, label).as_deref(),
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
        check(
            b"WARC/1.0\r\n",
            None,
            Some("this is a WARC file, but its name does not end in .warc or .warc.gz"),
        );
    }

    #[test]
    fn feeds_and_sitemaps_are_named_with_their_options() {
        for (root, option) in [
            ("<rss version='2.0'>", "--feed"),
            (
                "<?xml version='1.0'?>\n<!-- x --><feed xmlns='http://www.w3.org/2005/Atom'>",
                "--feed",
            ),
            ("<rdf:RDF>", "--feed"),
            ("\u{feff}<urlset>", "--sitemap"),
            ("<sitemapindex>", "--sitemap"),
        ] {
            let sentence = refusal(format!("{root}<x>").as_bytes(), None).unwrap();
            assert!(sentence.contains(option), "{root}: {sentence}");
        }
        check(b"<?xml version='1.0'?><html><rss>", None, None);
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
        check(b" \0<\0p\0>\0", Some("utf-8"), Some("this is binary data, not HTML"));
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
