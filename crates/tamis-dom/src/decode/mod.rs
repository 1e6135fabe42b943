//! Decoding of bytes to text, by the rules of the Encoding and HTML standards.

mod meta;

use std::borrow::Cow;
use std::fmt;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

pub use meta::declared_encoding;

/// A page decoded to text.
#[derive(Clone, Debug)]
pub struct Decoded<'b> {
    /// The text, without a byte-order mark. Borrowed if the bytes were valid UTF-8.
    pub text: Cow<'b, str>,
    /// The encoding of the bytes, and how it was determined.
    pub encoding: Encoding,
    /// True if some bytes are not valid in the encoding. U+FFFD replaces them.
    pub malformed: bool,
}

/// A character encoding, and how it was determined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Encoding {
    encoding: &'static encoding_rs::Encoding,
    source: EncodingSource,
}

/// The evidence for an encoding, from the most to the least reliable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EncodingSource {
    /// The caller passed text, or named the encoding.
    Caller,
    /// A byte-order mark.
    ByteOrderMark,
    /// The charset of the HTTP `Content-Type`.
    Transport,
    /// A `<meta>` element.
    Meta,
    /// An XML declaration.
    XmlDeclaration,
    /// A guess from the bytes.
    Detected,
}

impl EncodingSource {
    /// Returns one of `caller`, `byte-order-mark`, `transport`, `meta`, `xml-declaration`,
    /// `detected`.
    pub fn as_str(self) -> &'static str {
        match self {
            EncodingSource::Caller => "caller",
            EncodingSource::ByteOrderMark => "byte-order-mark",
            EncodingSource::Transport => "transport",
            EncodingSource::Meta => "meta",
            EncodingSource::XmlDeclaration => "xml-declaration",
            EncodingSource::Detected => "detected",
        }
    }
}

impl Encoding {
    pub(crate) fn new(encoding: &'static encoding_rs::Encoding, source: EncodingSource) -> Self {
        Encoding { encoding, source }
    }

    /// The name in the spelling of the Encoding standard, such as `UTF-8` or `windows-1251`.
    pub fn name(self) -> &'static str {
        self.encoding.name()
    }

    /// The evidence for the encoding.
    pub fn source(self) -> EncodingSource {
        self.source
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Encoding({}, {})", self.name(), self.source.as_str())
    }
}

/// Decodes a page to text.
///
/// The encoding is determined by the first of: a byte-order mark, the charset of the transport, the
/// page's own declaration, a guess from the bytes. `transport` is a label from an HTTP header such
/// as `Content-Type: text/html; charset=…`. An unknown label is ignored.
///
/// Never fails: U+FFFD replaces bytes that cannot be decoded. Takes time linear in the number of
/// bytes.
///
/// ```
/// use tamis_dom::{EncodingSource, decode};
/// let page = b"<meta charset=windows-1251><p>\xcf\xf0\xe8\xe2\xe5\xf2";
/// let decoded = decode(page, None);
/// assert!(decoded.text.ends_with("Привет"));
/// assert_eq!(decoded.encoding.name(), "windows-1251");
/// assert_eq!(decoded.encoding.source(), EncodingSource::Meta);
/// ```
///
/// Source: HTML standard, 13.2.3.2 "Determining the character encoding". The guess is made by
/// `chardetng`, the detector of Firefox.
pub fn decode<'b>(bytes: &'b [u8], transport: Option<&str>) -> Decoded<'b> {
    if let Some((encoding, mark)) = encoding_rs::Encoding::for_bom(bytes) {
        return decode_as(&bytes[mark..], Encoding::new(encoding, EncodingSource::ByteOrderMark));
    }
    let by_transport = transport
        .and_then(|label| encoding_rs::Encoding::for_label(label.trim().as_bytes()))
        .map(|encoding| Encoding::new(encoding, EncodingSource::Transport));
    let encoding =
        by_transport.or_else(|| declared_encoding(bytes)).unwrap_or_else(|| detect(bytes));
    decode_as(bytes, encoding)
}

/// Decodes a page in the encoding with this label, and ignores the page's own declaration.
///
/// Returns `None` if the label is unknown.
///
/// ```
/// use tamis_dom::decode_forced;
/// let decoded = decode_forced(b"<meta charset=utf-8>caf\xe9", "latin1").unwrap();
/// assert!(decoded.text.ends_with("café"));
/// assert!(decode_forced(b"", "no-such-encoding").is_none());
/// ```
pub fn decode_forced<'b>(bytes: &'b [u8], label: &str) -> Option<Decoded<'b>> {
    let encoding = encoding_rs::Encoding::for_label(label.trim().as_bytes())?;
    Some(decode_as(bytes, Encoding::new(encoding, EncodingSource::Caller)))
}

fn decode_as(bytes: &[u8], encoding: Encoding) -> Decoded<'_> {
    let (text, malformed) = encoding.encoding.decode_without_bom_handling(bytes);
    Decoded { text, encoding, malformed }
}

/// The number of bytes given to the detector, which is slow. More bytes hardly ever change the
/// guess.
const DETECTED_BYTES: usize = 256 << 10;

fn detect(bytes: &[u8]) -> Encoding {
    let encoding = if std::str::from_utf8(bytes).is_ok() {
        encoding_rs::UTF_8
    } else {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
        let seen = &bytes[..bytes.len().min(DETECTED_BYTES)];
        detector.feed(seen, true);
        detector.guess(None, Utf8Detection::Allow)
    };
    Encoding::new(encoding, EncodingSource::Detected)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], transport: Option<&str>, name: &str, source: EncodingSource, end: &str) {
        let decoded = decode(bytes, transport);
        assert_eq!(decoded.encoding.name(), name);
        assert_eq!(decoded.encoding.source(), source);
        assert!(decoded.text.ends_with(end), "{:?} does not end with {end:?}", decoded.text);
    }

    fn in_encoding(label: &str, text: &str) -> Vec<u8> {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
        let (bytes, _, lossy) = encoding.encode(text);
        assert!(!lossy);
        bytes.into_owned()
    }

    #[test]
    fn byte_order_mark_beats_transport_and_meta() {
        let page = b"\xef\xbb\xbf<meta charset=koi8-r>\xc3\xa9";
        check(page, Some("latin1"), "UTF-8", EncodingSource::ByteOrderMark, "é");
        let utf16: Vec<u8> = "\u{feff}<p>né".encode_utf16().flat_map(u16::to_le_bytes).collect();
        check(&utf16, None, "UTF-16LE", EncodingSource::ByteOrderMark, "<p>né");
        let utf16: Vec<u8> = "\u{feff}<p>né".encode_utf16().flat_map(u16::to_be_bytes).collect();
        check(&utf16, None, "UTF-16BE", EncodingSource::ByteOrderMark, "<p>né");
    }

    #[test]
    fn transport_beats_meta_and_unknown_labels_are_ignored() {
        let page = b"<meta charset=koi8-r>\xe9";
        check(page, Some(" ISO-8859-1 "), "windows-1252", EncodingSource::Transport, "é");
        check(page, Some("no-such"), "KOI8-R", EncodingSource::Meta, "И");
    }

    #[test]
    fn encodings_are_declared_or_detected() {
        let cases = [
            ("gb18030", "中文网页的正文在这里，一共有三句话。第二句也不长。"),
            ("shift_jis", "これは日本語の本文です。文字コードはシフトJISを使います。"),
            ("windows-1251", "Это основной текст страницы, он написан по-русски."),
            ("iso-8859-1", "C'est le texte principal, déjà écrit en français à l'été."),
            ("euc-kr", "이것은 한국어로 쓴 본문입니다. 글자가 깨지지 않아야 합니다."),
        ];
        for (label, text) in cases {
            let declared = in_encoding(label, &format!("<meta charset={label}><p>{text}"));
            let name = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().name();
            check(&declared, None, name, EncodingSource::Meta, text);
            let silent = in_encoding(label, &format!("<p>{text}"));
            let decoded = decode(&silent, None);
            assert_eq!(decoded.encoding.source(), EncodingSource::Detected);
            assert!(decoded.text.ends_with(text), "{label}: {}", decoded.text);
        }
    }

    #[test]
    fn malformed_bytes_become_replacement_characters() {
        let decoded = decode(b"<meta charset=utf-8>a\xffb", None);
        assert!(decoded.malformed);
        assert!(decoded.text.ends_with("a\u{fffd}b"));
    }

    #[test]
    fn forced_encoding_ignores_the_page() {
        let decoded = decode_forced(b"<meta charset=utf-8>\xe9", "latin1").unwrap();
        assert!(decoded.text.ends_with('é'));
        assert!(decode_forced(b"", "no-such").is_none());
    }
}
