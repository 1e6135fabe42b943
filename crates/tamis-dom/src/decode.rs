//! Decoding of bytes to text, by the rules of the Encoding and HTML standards.
//!
//! The bytes of a page do not say by themselves which letters they are. The standard asks four
//! witnesses, from the most to the least reliable: a byte-order mark, the HTTP header, the page's
//! own `<meta>` or XML declaration, and a guess from the bytes. The first one that says anything
//! decides.
//!
//! Browsers have to obey a wrong declaration, because pages were tested with browsers that did. A
//! program that extracts text does not have to, and a wrong name makes a whole page unreadable. For
//! example, a page declares `latin1`, but its bytes `CE A0 CE AD` are valid UTF-8 for "Πέ" and
//! senseless as "Î\u{a0}Î\u{ad}" in the declared encoding. Such sequences hardly come about by
//! chance, so by default the bytes overrule a name that they clearly contradict
//! ([`EncodingRules::Evidence`]); the overruled name is kept in [`Decoded::contradicted`]. With
//! [`EncodingRules::Standard`] a page is read as browsers read it.
//!
//! A second kind of damage is inside correct bytes: text that was once decoded wrongly and saved
//! again, so that "It’s" became "Itâ€™s". [`Decoded::repaired`] undoes that.

mod detect;
mod evidence;
mod meta;
mod mojibake;
mod read_wrongly;

use std::borrow::Cow;
use std::fmt;

use crate::sniff::utf16_label;

pub use meta::declared_encoding;

/// A page decoded to text.
///
/// ```
/// let decoded = tamis_dom::decode("<p>café".as_bytes(), None);
/// assert_eq!(decoded.text, "<p>café");
/// assert_eq!(decoded.encoding.name(), "UTF-8");
/// assert!(!decoded.malformed);
/// ```
#[derive(Clone, Debug)]
pub struct Decoded<'b> {
    /// The text, without a byte-order mark. Borrowed if the bytes were valid UTF-8.
    pub text: Cow<'b, str>,
    /// The encoding of the bytes, and how it was determined.
    pub encoding: Encoding,
    /// True if some bytes are not valid in the encoding. U+FFFD replaces them.
    pub malformed: bool,
    /// The encoding that the page or its transport names, if the bytes contradict it.
    pub contradicted: Option<Encoding>,
    /// True if the text had been read in the wrong encoding and saved again, and was repaired: by
    /// [`Decoded::repaired`], or because the page names the encoding that it once had.
    pub repaired: bool,
}

impl<'b> Decoded<'b> {
    fn new(text: Cow<'b, str>, encoding: Encoding) -> Decoded<'b> {
        Decoded { text, encoding, malformed: false, contradicted: None, repaired: false }
    }

    /// Repairs text that was UTF-8, was read as windows-1252 or ISO-8859-1, and saved again.
    ///
    /// `â€™` becomes `’` again, also if it happened twice. A stretch of text between tags is
    /// changed only if most of its letters beyond ASCII are parts of such sequences, and if the
    /// page has enough of them. Control characters from U+0080 to U+009F become what windows-1252
    /// has in their places. Takes time linear in the length of the text, and copies it only if it
    /// changes.
    ///
    /// ```
    /// use tamis_dom::Decoded;
    /// let decoded = Decoded::from("<p>Itâ€™s a cafÃ©").repaired();
    /// assert_eq!(decoded.text, "<p>It’s a café");
    /// assert!(decoded.repaired);
    /// ```
    #[must_use]
    pub fn repaired(mut self) -> Decoded<'b> {
        if let Some(text) = mojibake::repair(&self.text) {
            self.text = Cow::Owned(text);
            self.repaired = true;
        }
        self
    }
}

/// Text that the caller has decoded.
impl<'b> From<&'b str> for Decoded<'b> {
    fn from(text: &'b str) -> Decoded<'b> {
        let encoding = Encoding::new(encoding_rs::UTF_8, EncodingSource::Caller);
        Decoded::new(Cow::Borrowed(text), encoding)
    }
}

/// The rules by which the encoding of a page is determined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum EncodingRules {
    /// The rules of [`EncodingRules::Standard`], except that the bytes overrule a name that they
    /// contradict. UTF-8 with at least four characters beyond ASCII, and with fifty for each broken
    /// sequence, is UTF-8. If at least four sequences are not valid UTF-8, and more than are valid
    /// beyond ASCII, the page is not UTF-8. If NUL is next to nearly all of the first characters,
    /// the page is UTF-16. If at least forty bytes are beyond ASCII, and three in five of them are
    /// next to another one, the page is not in Latin letters.
    #[default]
    Evidence,
    /// The rules of browsers.
    ///
    /// Source: HTML standard, 13.2.3.2 "Determining the character encoding".
    Standard,
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

    /// Returns the name in the spelling of the Encoding standard, such as `UTF-8` or
    /// `windows-1251`.
    pub fn name(self) -> &'static str {
        self.encoding.name()
    }

    /// Returns the evidence for the encoding.
    pub fn source(self) -> EncodingSource {
        self.source
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Encoding({}, {})", self.name(), self.source.as_str())
    }
}

/// Decodes a page to text, by the default rules. See [`decode_by`].
///
/// ```
/// use tamis_dom::{EncodingSource, decode};
/// let page = b"<meta charset=windows-1251><p>\xcf\xf0\xe8\xe2\xe5\xf2";
/// let decoded = decode(page, None);
/// assert!(decoded.text.ends_with("Привет"));
/// assert_eq!(decoded.encoding.name(), "windows-1251");
/// assert_eq!(decoded.encoding.source(), EncodingSource::Meta);
/// ```
pub fn decode<'b>(bytes: &'b [u8], transport: Option<&str>) -> Decoded<'b> {
    decode_by(EncodingRules::default(), bytes, transport)
}

/// Decodes a page to text.
///
/// The encoding is determined by the first of: a byte-order mark, the charset of the transport, the
/// page's own declaration, a guess from the bytes. `transport` is a label from an HTTP header such
/// as `Content-Type: text/html; charset=…`. An unknown label is ignored. By
/// [`EncodingRules::Evidence`], the bytes can overrule the transport and the declaration.
///
/// Never fails: U+FFFD replaces bytes that cannot be decoded. Takes time linear in the number of
/// bytes.
///
/// ```
/// use tamis_dom::{EncodingRules, decode_by};
/// let page = "<meta charset=latin1><p>Πέτρα".as_bytes();
/// let decoded = decode_by(EncodingRules::Evidence, page, None);
/// assert!(decoded.text.ends_with("Πέτρα"));
/// assert_eq!(decoded.contradicted.unwrap().name(), "windows-1252");
/// let decoded = decode_by(EncodingRules::Standard, page, None);
/// assert!(decoded.text.ends_with("Î\u{a0}Î\u{ad}Ï„Ï\u{81}Î±"));
/// ```
///
/// Source: HTML standard, 13.2.3.2 "Determining the character encoding". The guess is made by
/// `chardetng`, the detector of Firefox, from the bytes without their slips: a broken character, or
/// one that the end of the page cuts, does not rule out what hundreds of others show.
pub fn decode_by<'b>(
    rules: EncodingRules,
    bytes: &'b [u8],
    transport: Option<&str>,
) -> Decoded<'b> {
    if let Some((encoding, mark)) = encoding_rs::Encoding::for_bom(bytes) {
        return decode_as(&bytes[mark..], Encoding::new(encoding, EncodingSource::ByteOrderMark));
    }
    let by_transport = transport
        .and_then(|label| encoding_rs::Encoding::for_label(label.trim().as_bytes()))
        .map(|encoding| Encoding::new(encoding, EncodingSource::Transport));
    let named = by_transport.or_else(|| declared_encoding(bytes));
    // No other encoding has NUL next to nearly all characters.
    let wide = utf16_label(bytes).filter(|_| rules == EncodingRules::Evidence);
    if let Some(wide) = wide.and_then(|label| encoding_rs::Encoding::for_label(label.as_bytes()))
        && named.is_none_or(|named| named.encoding != wide)
    {
        let detected = Encoding::new(wide, EncodingSource::Detected);
        return Decoded { contradicted: named, ..decode_as(bytes, detected) };
    }
    let Some(named) = named else {
        return decode_as(bytes, Encoding::new(detect::detect(bytes), EncodingSource::Detected));
    };
    match rules {
        EncodingRules::Standard => decode_as(bytes, named),
        EncodingRules::Evidence => decode_unless_contradicted(bytes, named),
    }
}

/// Decodes a page in the encoding that it or its transport names, or in the one that the bytes show
/// if they contradict the name.
fn decode_unless_contradicted(bytes: &[u8], named: Encoding) -> Decoded<'_> {
    let instead = |encoding| {
        let detected = Encoding::new(encoding, EncodingSource::Detected);
        Decoded { contradicted: Some(named), ..decode_as(bytes, detected) }
    };
    if named.encoding != encoding_rs::UTF_8 {
        if evidence::is_utf8_instead_of(named.encoding, bytes) {
            let decoded = instead(encoding_rs::UTF_8);
            return match read_wrongly::read_again(&decoded.text, named.encoding) {
                Some(text) => Decoded { repaired: true, ..Decoded::new(text.into(), named) },
                None => decoded,
            };
        }
        if evidence::is_latin(named.encoding) && evidence::is_hardly_latin(bytes) {
            let guess = detect::guess(bytes);
            if !evidence::is_latin(guess) {
                return instead(guess);
            }
        }
        return decode_as(bytes, named);
    }
    let decoded = decode_as(bytes, named);
    if decoded.malformed && evidence::is_hardly_utf8(bytes) {
        return instead(detect::guess(bytes));
    }
    decoded
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
    Decoded { malformed, ..Decoded::new(text, encoding) }
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

    /// Returns a French text with `count` accents.
    fn accents(count: usize) -> String {
        "déjà écrit à l'été, et après "
            .chars()
            .cycle()
            .scan(0, |seen, c| {
                *seen += usize::from(!c.is_ascii());
                (*seen <= count).then_some(c)
            })
            .collect()
    }

    #[track_caller]
    fn check_rules(bytes: &[u8], label: &str, by_evidence: &str, by_standard: &str) {
        let found = decode_by(EncodingRules::Evidence, bytes, Some(label));
        assert_eq!(found.encoding.name(), by_evidence, "{}", found.text);
        let is_contradicted = by_evidence != by_standard;
        assert_eq!(found.contradicted.map(Encoding::name), is_contradicted.then_some(by_standard));
        let found = decode_by(EncodingRules::Standard, bytes, Some(label));
        assert_eq!((found.encoding.name(), found.contradicted), (by_standard, None));
    }

    #[test]
    fn utf8_with_four_characters_is_utf8_whatever_is_claimed() {
        for count in [3, 4, 400] {
            let by_evidence = if count < 4 { "windows-1252" } else { "UTF-8" };
            check_rules(accents(count).as_bytes(), "latin1", by_evidence, "windows-1252");
        }
        let broken = [accents(40).as_bytes(), b"\xe9 "].concat();
        check_rules(&broken, "latin1", "windows-1252", "windows-1252");
        check_rules("<p>中文网页".as_bytes(), "utf-16le", "UTF-8", "UTF-16LE");
        let wide: Vec<u8> = accents(40).encode_utf16().flat_map(u16::to_le_bytes).collect();
        check_rules(&wide, "utf-16le", "UTF-16LE", "UTF-16LE");
        let meta = format!("<meta charset=gbk><p>{}", accents(4));
        check(meta.as_bytes(), None, "UTF-8", EncodingSource::Detected, &accents(4));
    }

    #[test]
    fn pages_that_are_hardly_utf8_are_detected() {
        for (label, text) in [
            ("windows-1252", accents(40)),
            ("windows-1251", "Это основной текст страницы, он написан по-русски.".to_owned()),
        ] {
            let bytes = in_encoding(label, &text);
            check_rules(&bytes, "utf-8", label, "UTF-8");
            assert_eq!(decode(&bytes, Some("utf-8")).text, text);
        }
        let mostly = [accents(40).as_bytes(), b"\xe9 \xe9 \xe9 \xe9 "].concat();
        check_rules(&mostly, "utf-8", "UTF-8", "UTF-8");
        let at_first = [b"\xe9 \xe9 \xe9 \xe9 ", accents(40).as_bytes()].concat();
        check_rules(&at_first, "utf-8", "UTF-8", "UTF-8");
        check_rules(b"\xe9 \xe9 \xe9 ", "utf-8", "UTF-8", "UTF-8");
    }

    #[test]
    fn wide_characters_have_nuls() {
        let text = "\n<!DOCTYPE html>\n<html lang=zh><p>中文网页的正文在这里。";
        for (label, name, bytes) in [
            ("utf-16le", "UTF-16LE", u16::to_le_bytes as fn(u16) -> [u8; 2]),
            ("utf-16be", "UTF-16BE", u16::to_be_bytes),
        ] {
            let bytes: Vec<u8> = text.encode_utf16().flat_map(bytes).collect();
            check(&bytes, None, name, EncodingSource::Detected, text);
            check(&bytes, Some(label), name, EncodingSource::Transport, text);
            check_rules(&bytes, "utf-8", name, "UTF-8");
            check_rules(&bytes, "iso-8859-1", name, "windows-1252");
        }
        check(b"<\0p>Plain text with a NUL.", None, "UTF-8", EncodingSource::Detected, "a NUL.");
    }

    #[test]
    fn other_scripts_are_not_latin() {
        for (label, text) in [
            ("windows-1251", "Это основной текст страницы, он написан по-русски и давно."),
            ("koi8-u", "Это основной текст страницы, он написан по-русски и давно."),
            ("shift_jis", "これは日本語の本文です。カタカナのテストもあります。文字コードは古い。"),
            ("gbk", "中文网页的正文在这里，一共有三句话。第二句也不长，第三句更短。"),
            ("euc-kr", "이것은 한국어로 쓴 본문입니다. 글자가 깨지지 않아야 합니다."),
            ("windows-1253", "Αυτό είναι το κυρίως κείμενο της σελίδας, γραμμένο στα ελληνικά."),
            ("windows-1256", "هذا هو النص الرئيسي للصفحة، وهو مكتوب باللغة العربية منذ زمن."),
        ] {
            let text = format!("<p>{text}</p>").repeat(4);
            let name = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().name();
            for named in ["iso-8859-1", "windows-1254", "iso-8859-2"] {
                let mut bytes = in_encoding(label, &text);
                let standard = encoding_rs::Encoding::for_label(named.as_bytes()).unwrap().name();
                check_rules(&bytes, named, name, standard);
                assert_eq!(decode(&bytes, Some(named)).text, text);
                bytes.insert(bytes.len() / 2, 0xff);
                check_rules(&bytes, named, name, standard);
            }
        }
    }

    #[test]
    fn latin_letters_stay_as_they_are_named() {
        for (label, text) in [
            ("iso-8859-1", accents(400)),
            ("windows-1252", "“Où ça ?” «—» … ¿¡ öäü ".repeat(40)),
            ("windows-1254", "ırmağın ağzında çığlığı, göğü gördüğü ".repeat(20)),
            ("iso-8859-1", "\u{a0}\u{a0}\u{a0}\u{a0} °°°° »»»» ".repeat(40)),
            ("windows-1250", "zažloutlý kůň příšerně úpěl ďábelské ódy ".repeat(20)),
        ] {
            let bytes = in_encoding(label, &text);
            let decoded = decode(&bytes, Some(label));
            assert_eq!((&*decoded.text, decoded.contradicted), (&*text, None));
        }
    }

    #[test]
    fn iso_2022_jp_is_found() {
        let page = b"<p>\x1b$B$3$l$OF|K\\8l$NK\\J8$G$9!#\x1b(B</p>";
        check(page, None, "ISO-2022-JP", EncodingSource::Detected, "これは日本語の本文です。</p>");
        check(b"<p>\x1b[1mbold\x1b[0m", None, "UTF-8", EncodingSource::Detected, "\x1b[0m");
        check("<p>\x1b$Bé".as_bytes(), None, "UTF-8", EncodingSource::Detected, "é");
    }
}
