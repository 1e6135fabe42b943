//! HTTP messages as archives keep them: with their codings, or with these undone and the header left as it was.

use flate2::bufread::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use super::fields::Head;
use crate::read::{GZIP_MAGIC, ReadError, limited};

/// An answer of a server.
#[derive(Debug)]
pub struct Message {
    /// The HTTP status, if it is a number.
    pub status: Option<u16>,
    media_type: String,
    /// The `charset` parameter of the content type.
    pub charset: Option<String>,
    is_chunked: bool,
    /// The content codings in lower case, in the order they were applied.
    codings: Vec<String>,
    /// The body as it was sent.
    pub raw: Vec<u8>,
}

/// A body without its codings.
#[derive(Debug)]
pub struct Body {
    pub bytes: Vec<u8>,
    /// Whether its last chunk is missing.
    pub is_cut: bool,
}

impl Message {
    /// The message with this head, its body still empty.
    pub fn new(head: &Head) -> Message {
        let content_type = head.get("content-type").unwrap_or_default();
        let list = |name| {
            let value = head.get(name).unwrap_or_default().to_ascii_lowercase();
            let items = value.split(',').map(|item| item.trim().to_owned());
            items.filter(|item| !item.is_empty() && item != "identity").collect::<Vec<_>>()
        };
        Message {
            status: head.first.split(' ').nth(1).and_then(|status| status.parse().ok()),
            media_type: content_type
                .split([';', ','])
                .next()
                .unwrap_or_default()
                .trim()
                .to_ascii_lowercase(),
            charset: charset(content_type),
            is_chunked: list("transfer-encoding").iter().any(|coding| coding == "chunked"),
            codings: list("content-encoding"),
            raw: Vec::new(),
        }
    }

    /// Whether the content type is one of HTML.
    pub fn is_html(&self) -> bool {
        matches!(self.media_type.as_str(), "text/html" | "application/xhtml+xml")
    }

    /// The body without its codings. One that is not there, though the header names it, is taken as undone.
    ///
    /// # Errors
    ///
    /// When a coding is not known or broken, or the body has more bytes than `max_bytes`.
    pub fn into_body(self, max_bytes: u64) -> Result<Body, String> {
        let chunked = if self.is_chunked { unchunked(&self.raw) } else { None };
        let (mut bytes, is_cut) = chunked.unwrap_or((self.raw, false));
        for coding in self.codings.iter().rev() {
            bytes = undo(coding, bytes, max_bytes)?;
        }
        if bytes.len() as u64 > max_bytes {
            return Err(ReadError::TooLarge { max_bytes }.to_string());
        }
        Ok(Body { bytes, is_cut })
    }
}

fn undo(coding: &str, bytes: Vec<u8>, max_bytes: u64) -> Result<Vec<u8>, String> {
    if bytes.trim_ascii_start().starts_with(b"<") {
        return Ok(bytes);
    }
    let outcome = match coding {
        "gzip" | "x-gzip" if !bytes.starts_with(&GZIP_MAGIC) => return Ok(bytes),
        "gzip" | "x-gzip" => limited(MultiGzDecoder::new(bytes.as_slice()), max_bytes),
        "deflate" => inflated(&bytes, max_bytes),
        _ => return Err(format!("the content encoding `{coding}` is not known")),
    };
    outcome.map_err(|error| match error {
        ReadError::Io(error) => format!("the content encoding `{coding}` is broken: {error}"),
        error @ ReadError::TooLarge { .. } => error.to_string(),
    })
}

/// The standard means zlib by `deflate`; some servers send it without the zlib header.
fn inflated(bytes: &[u8], max_bytes: u64) -> Result<Vec<u8>, ReadError> {
    match limited(ZlibDecoder::new(bytes), max_bytes) {
        Err(ReadError::Io(_)) => limited(DeflateDecoder::new(bytes), max_bytes),
        outcome => outcome,
    }
}

/// The data of the chunks, and whether the last one is missing; `None` if there are no chunks at all.
fn unchunked(raw: &[u8]) -> Option<(Vec<u8>, bool)> {
    let mut data = Vec::with_capacity(raw.len());
    let mut rest = raw;
    let mut is_first = true;
    while let Some((size, after)) = chunk_size(rest) {
        if size == 0 {
            return Some((data, false));
        }
        is_first = false;
        let chunk = &after[..size.min(after.len())];
        data.extend_from_slice(chunk);
        rest = &after[chunk.len()..];
        rest = rest.strip_prefix(b"\r\n").or_else(|| rest.strip_prefix(b"\n")).unwrap_or(rest);
    }
    (!is_first).then_some((data, true))
}

/// The size of the chunk that begins here, and what is behind its line.
fn chunk_size(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    let line = std::str::from_utf8(&bytes[..end]).ok()?;
    let size = usize::from_str_radix(line.split(';').next()?.trim(), 16).ok()?;
    Some((size, &bytes[end + 1..]))
}

/// The `charset` parameter of a content type, without quotes.
fn charset(content_type: &str) -> Option<String> {
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.split(',').next()?.trim().trim_matches(['"', '\'']).trim();
        let is_charset = name.trim().eq_ignore_ascii_case("charset") && !value.is_empty();
        is_charset.then(|| value.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

    use super::*;

    const PAGE: &[u8] = b"<p>A page that is long enough";

    fn message(head: &str, raw: &[u8]) -> Message {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{head}");
        Message { raw: raw.to_vec(), ..Message::new(&Head::parse(head.as_bytes())) }
    }

    fn check(head: &str, raw: &[u8], expected: (&[u8], bool)) {
        let body = message(head, raw).into_body(1000).unwrap();
        assert_eq!((body.bytes.as_slice(), body.is_cut), expected, "{head}");
    }

    #[test]
    fn codings_are_undone() {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all(PAGE).unwrap();
        let gzip = gzip.finish().unwrap();
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
        zlib.write_all(PAGE).unwrap();
        let mut deflate = DeflateEncoder::new(Vec::new(), Compression::default());
        deflate.write_all(PAGE).unwrap();
        check("Content-Encoding: gzip", &gzip, (PAGE, false));
        check("Content-Encoding: X-GZIP, identity", &gzip, (PAGE, false));
        check("Content-Encoding: deflate", &zlib.finish().unwrap(), (PAGE, false));
        check("Content-Encoding: deflate", &deflate.finish().unwrap(), (PAGE, false));
        let mut chunks = format!("{:x}\r\n", gzip.len()).into_bytes();
        chunks.extend(&gzip);
        chunks.extend(b"\r\n0\r\n\r\n");
        check("Content-Encoding: gzip\r\nTransfer-Encoding: chunked", &chunks, (PAGE, false));
    }

    #[test]
    fn codings_that_are_undone_already() {
        for coding in
            ["Content-Encoding: gzip", "Content-Encoding: br", "Transfer-Encoding: chunked"]
        {
            check(coding, PAGE, (PAGE, false));
        }
    }

    #[test]
    fn chunks_in_every_spelling() {
        let head = "Transfer-Encoding: chunked";
        check(head, b"3;x=y\r\nabc\r\n0A \r\n0123456789\r\n0\r\n\r\n", (b"abc0123456789", false));
        check(head, b"3\nabc\n0\n", (b"abc", false));
        check(head, b"3\r\nabc\r\n", (b"abc", true));
        check(head, b"ff\r\nabc", (b"abc", true));
        check(head, b"ffffffffffffffff\r\nabc", (b"abc", true));
        check(head, b"0\r\n\r\n", (b"", false));
    }

    #[test]
    fn what_cannot_be_undone() {
        let error = |head, raw: &[u8], max| message(head, raw).into_body(max).unwrap_err();
        assert_eq!(
            error("Content-Encoding: br", b"\x01\x02", 100),
            "the content encoding `br` is not known"
        );
        assert!(error("Content-Encoding: gzip", b"\x1f\x8b\x08", 100).contains("`gzip` is broken"));
        assert!(error("", PAGE, 10).contains("larger than 10 bytes"));
    }

    #[test]
    fn content_types_in_every_spelling() {
        let head = |value: &str| {
            Message::new(&Head::parse(format!("HTTP/1.0 404\nContent-Type: {value}").as_bytes()))
        };
        let html = head("Text/HTML ; level=1; Charset=\"koi8-r\"");
        assert!(html.is_html());
        assert_eq!((html.charset.as_deref(), html.status), (Some("koi8-r"), Some(404)));
        assert!(head("application/xhtml+xml").is_html());
        assert!(!head("text/htmlx").is_html() && !head("").is_html());
        assert_eq!(head("text/html; charset=").charset, None);
    }
}
