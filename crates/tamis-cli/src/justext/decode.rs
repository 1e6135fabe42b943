//! Decoding, as the usage of the reference describes it.
//!
//! Source: jusText 3.0.2, `core.py`, `decode_html`. Its program does not reach it under Python 3.

use encoding_rs::{DecoderResult, UTF_8};
use tamis::dom::declared_encoding;
use tamis::engine::justext::is_blank;

/// The options for the encoding of a page.
#[derive(Clone, Copy, Debug)]
pub struct Encoding {
    /// The encoding of a page that declares none.
    pub default: &'static encoding_rs::Encoding,
    /// True if the declaration of the page is ignored.
    pub is_forced: bool,
    pub on_error: OnError,
}

/// The treatment of bytes that are not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnError {
    Fail,
    Ignore,
    Replace,
}

impl Default for Encoding {
    fn default() -> Encoding {
        Encoding { default: UTF_8, is_forced: false, on_error: OnError::Replace }
    }
}

impl Encoding {
    /// Returns the encoding with this name, in a spelling of the Encoding standard or of Python
    /// (`latin-1`, `utf_8`).
    ///
    /// # Errors
    ///
    /// If there is no such encoding: the reference's sentence, with its spelling.
    pub fn named(name: &str) -> Result<&'static encoding_rs::Encoding, String> {
        let spellings = [name.to_owned(), name.replace('_', "-"), name.replace(['-', '_'], "")];
        spellings
            .iter()
            .find_map(|name| encoding_rs::Encoding::for_label(name.as_bytes()))
            .ok_or_else(|| format!("Uknown character encoding: {name}"))
    }

    /// Decodes a page.
    ///
    /// # Errors
    ///
    /// If bytes are not valid and [`OnError::Fail`] is set: a sentence.
    pub fn decode(&self, bytes: &[u8]) -> Result<String, String> {
        if self.is_forced {
            return self.decode_as(self.default, bytes);
        }
        if let Some((encoding, mark)) = encoding_rs::Encoding::for_bom(bytes) {
            return self.decode_as(encoding, &bytes[mark..]);
        }
        let declared = declared_encoding(bytes)
            .and_then(|declared| encoding_rs::Encoding::for_label(declared.name().as_bytes()));
        match (declared, std::str::from_utf8(bytes)) {
            (Some(encoding), _) => self.decode_as(encoding, bytes),
            (None, Ok(text)) => Ok(text.to_owned()),
            (None, Err(_)) => self.decode_as(self.default, bytes),
        }
    }

    fn decode_as(
        &self,
        encoding: &'static encoding_rs::Encoding,
        bytes: &[u8],
    ) -> Result<String, String> {
        match self.on_error {
            OnError::Replace => Ok(encoding.decode_without_bom_handling(bytes).0.into_owned()),
            OnError::Ignore => decode_valid(encoding, bytes, |_| Ok(())),
            OnError::Fail => decode_valid(encoding, bytes, |at| {
                let name = encoding.name();
                Err(format!(
                    "Unable to decode the HTML to Unicode: \
                     the bytes before position {at} are not valid {name}"
                ))
            }),
        }
    }
}

/// The number of bytes to decode at once. For each invalid byte, the decoder scans all of its
/// input. So chunks are small, which keeps the time linear.
const CHUNK_BYTES: usize = 256;
/// The largest text of a chunk, in bytes: three for each byte, and the rest of the chunk before.
const CHUNK_TEXT_BYTES: usize = 4 * CHUNK_BYTES;

/// Decodes the valid bytes. `invalid` gets the position after each invalid sequence, and can stop
/// the decoding with an error.
fn decode_valid(
    encoding: &'static encoding_rs::Encoding,
    bytes: &[u8],
    invalid: impl Fn(usize) -> Result<(), String>,
) -> Result<String, String> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = Vec::with_capacity(bytes.len());
    let mut buffer = [0; CHUNK_TEXT_BYTES];
    let mut read = 0;
    loop {
        let end = bytes.len().min(read + CHUNK_BYTES);
        let is_last = end == bytes.len();
        let (result, count, written) =
            decoder.decode_to_utf8_without_replacement(&bytes[read..end], &mut buffer, is_last);
        read += count;
        text.extend_from_slice(&buffer[..written]);
        match result {
            DecoderResult::InputEmpty if is_last => break,
            DecoderResult::InputEmpty | DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => invalid(read)?,
        }
    }
    // Decoders give UTF-8, so the fallback is never used.
    Ok(String::from_utf8(text)
        .unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned()))
}

/// Returns true for white space in the sense of Python's `str.strip`.
pub fn is_python_space(c: char) -> bool {
    is_blank(c.encode_utf8(&mut [0; 4]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(encoding: Encoding, bytes: &[u8], expected: &str) {
        assert_eq!(encoding.decode(bytes).unwrap(), expected);
    }

    #[test]
    fn declarations_override_the_default_unless_forced() {
        let koi8 = Encoding { default: Encoding::named("koi8_r").unwrap(), ..Encoding::default() };
        check(koi8, b"<meta charset=latin1>\xe9", "<meta charset=latin1>é");
        check(koi8, b"\xc3\xa9", "é");
        check(koi8, b"\xe9", "И");
        check(koi8, b"\xef\xbb\xbf\xc3\xa9", "é");
        let forced = Encoding { is_forced: true, ..koi8 };
        check(forced, b"<meta charset=latin1>\xe9", "<meta charset=latin1>И");
    }

    #[test]
    fn invalid_bytes() {
        let with = |on_error| Encoding { on_error, ..Encoding::default() };
        check(with(OnError::Replace), b"a\xffb\xc3", "a\u{fffd}b\u{fffd}");
        check(with(OnError::Ignore), b"a\xffb\xc3", "ab");
        let error = with(OnError::Fail).decode(b"a\xffb").unwrap_err();
        assert!(error.ends_with("the bytes before position 2 are not valid UTF-8"), "{error}");
        check(with(OnError::Fail), b"ab", "ab");
    }

    #[test]
    fn many_invalid_bytes_are_skipped() {
        let ignore = Encoding { on_error: OnError::Ignore, ..Encoding::default() };
        assert_eq!(ignore.decode(&vec![0xff; 1 << 20]).unwrap(), "");
    }

    #[test]
    fn names_of_python_and_of_the_standard() {
        for name in ["latin-1", "latin1", "ISO8859_1", "iso-8859-1", "cp1252"] {
            assert_eq!(Encoding::named(name).unwrap().name(), "windows-1252", "{name}");
        }
        assert_eq!(Encoding::named("shift_jis").unwrap().name(), "Shift_JIS");
        assert_eq!(Encoding::named("nope").unwrap_err(), "Uknown character encoding: nope");
    }
}
