//! Records and their payloads.

use std::fmt;

use crate::coding::{Payload, undone};
use crate::error::Error;
use crate::header::Header;
use crate::http::{HttpResponse, charset, media_type};

/// A record of an archive: a header and a content block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    pub(crate) header: Header,
    pub(crate) offset: u64,
    pub(crate) length: Option<u64>,
    pub(crate) http: Option<HttpResponse>,
    pub(crate) body: Vec<u8>,
    pub(crate) max_payload_bytes: u64,
}

/// The type of a record (`WARC-Type`).
///
/// Source: ISO 28500:2017, 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecordType {
    /// A description of the records that follow.
    Warcinfo,
    /// The response of a server.
    Response,
    /// A resource without the protocol that delivered it.
    Resource,
    /// The request of the crawler.
    Request,
    /// A description of another record.
    Metadata,
    /// A response whose content is in an earlier record.
    Revisit,
    /// Another form of the content of another record, such as its text.
    Conversion,
    /// The next segment of a record.
    Continuation,
    /// A type that the standard does not have, or none.
    Other,
}

impl Record {
    /// Returns the header of the record.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the type of the record.
    pub fn record_type(&self) -> RecordType {
        RecordType::of(&self.header)
    }

    /// Returns the identifier of the record (`WARC-Record-ID`), such as
    /// `urn:uuid:92283950-ef2f-4d72-b224-f54c6ec90bb0`, without angle brackets.
    pub fn id(&self) -> Option<&str> {
        self.header.get("warc-record-id").map(without_brackets)
    }

    /// Returns the address of the content (`WARC-Target-URI`) as it is written, without angle
    /// brackets.
    pub fn url(&self) -> Option<&str> {
        url(&self.header)
    }

    /// Returns the time at which the content was captured (`WARC-Date`) as it is written, such as
    /// `2026-01-02T03:04:05Z`.
    pub fn date(&self) -> Option<&str> {
        self.header.get("warc-date")
    }

    /// Returns the reason why the crawler did not keep the whole content (`WARC-Truncated`), such
    /// as `length` or `time`. `None` if it did.
    pub fn truncated(&self) -> Option<&str> {
        self.header.get("warc-truncated")
    }

    /// Returns the position of the record in the source, in bytes from where the reader began.
    ///
    /// In compressed archives it is the position of the gzip member or Zstandard frame that the
    /// record begins in. A reader that begins there finds the record, since archives have one of
    /// them per record. If an archive has a dictionary, which is its first frame, that has to come
    /// before.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the length of the record in the source, in bytes: an archive of this record alone
    /// begins at [`Record::offset`] and has this length.
    ///
    /// `None` if the record is not compressed on its own, as in an archive that is one compressed
    /// stream.
    ///
    /// ```
    /// use std::io::{self, Read, Seek, SeekFrom};
    ///
    /// use tamis_warc::Reader;
    ///
    /// # let record = |url: &str| {
    /// #     let address = format!("WARC-Target-URI: {url}");
    /// #     format!("WARC/1.1\r\n{address}\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n")
    /// # };
    /// # let archive = record("https://example.com/1") + &record("https://example.com/2");
    /// # let mut file = io::Cursor::new(archive);
    /// // An index, made once.
    /// let mut index = Vec::new();
    /// for record in Reader::new(&mut file).filter_map(Result::ok) {
    ///     if let (Some(url), Some(length)) = (record.url(), record.length()) {
    ///         index.push((url.to_owned(), record.offset(), length));
    ///     }
    /// }
    ///
    /// // One record by its range, without the rest of the file.
    /// let (url, offset, length) = &index[1];
    /// file.seek(SeekFrom::Start(*offset))?;
    /// let record = Reader::new(file.take(*length)).next().unwrap().unwrap();
    /// assert_eq!(record.url(), Some(url.as_str()));
    /// # Ok::<(), io::Error>(())
    /// ```
    pub fn length(&self) -> Option<u64> {
        self.length
    }

    /// Returns the HTTP status and header, if this is a `response` or `revisit` from a web server.
    pub fn http(&self) -> Option<&HttpResponse> {
        self.http.as_ref()
    }

    /// Returns the media type that is stated for the content, in lower case and without parameters,
    /// such as `text/html`: that of the HTTP response, or else that of the record, which is the
    /// type of a `resource`. `None` if there is none.
    pub fn media_type(&self) -> Option<String> {
        media_type(self.stating_header())
    }

    /// Returns the `charset` that is stated with the media type. See [`HttpResponse::charset`].
    pub fn charset(&self) -> Option<&str> {
        charset(self.stating_header())
    }

    fn stating_header(&self) -> &Header {
        self.http.as_ref().map_or(&self.header, HttpResponse::header)
    }

    /// Returns the content block as it is in the archive, without the HTTP header if there is one.
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// Returns the payload: the body without chunks and compression.
    ///
    /// A coding that the header names but the body does not have is taken as undone, since some
    /// crawlers keep bodies that way.
    ///
    /// # Errors
    ///
    /// If the content encoding is not gzip, deflate, br or zstd, the data in it is damaged, or the
    /// payload is larger than [`Config::max_payload_bytes`](crate::Config::max_payload_bytes).
    pub fn into_payload(self) -> Result<Payload, Error> {
        let Record { header, offset, http, body, max_payload_bytes: max_bytes, .. } = self;
        let fail = |(kind, message)| {
            Error::new(kind, offset, message).at_url(url(&header).map(str::to_owned))
        };
        undone(http.as_ref(), body, max_bytes).map_err(fail)
    }
}

impl RecordType {
    /// All types of the standard.
    const ALL: [RecordType; 8] = [
        RecordType::Warcinfo,
        RecordType::Response,
        RecordType::Resource,
        RecordType::Request,
        RecordType::Metadata,
        RecordType::Revisit,
        RecordType::Conversion,
        RecordType::Continuation,
    ];

    /// Returns the name in the standard, such as `response`. `other` for [`RecordType::Other`].
    pub fn as_str(self) -> &'static str {
        match self {
            RecordType::Warcinfo => "warcinfo",
            RecordType::Response => "response",
            RecordType::Resource => "resource",
            RecordType::Request => "request",
            RecordType::Metadata => "metadata",
            RecordType::Revisit => "revisit",
            RecordType::Conversion => "conversion",
            RecordType::Continuation => "continuation",
            RecordType::Other => "other",
        }
    }

    /// Returns the type that the header of a record names.
    pub(crate) fn of(header: &Header) -> RecordType {
        let name = header.get("warc-type").unwrap_or_default();
        let mut known = RecordType::ALL.into_iter();
        known.find(|known| known.as_str().eq_ignore_ascii_case(name)).unwrap_or(RecordType::Other)
    }
}

impl fmt::Display for RecordType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Returns the address that the header of a record names.
pub(crate) fn url(header: &Header) -> Option<&str> {
    header.get("warc-target-uri").map(without_brackets)
}

/// Returns the value without angle brackets. The grammar of WARC 1.0 had them around addresses, and
/// some writers follow it.
fn without_brackets(value: &str) -> &str {
    value.strip_prefix('<').and_then(|value| value.strip_suffix('>')).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;
    use crate::error::ErrorKind;

    const PAGE: &[u8] = b"<p>A page that is long enough";

    /// [`PAGE`] as brotli data.
    const BROTLI_PAGE: &str = "1b1c00f88d94ab8b73cd139406a7407c9210455449530e0269aef5acf408";

    fn brotli(hex: &str) -> Vec<u8> {
        let digits = hex.as_bytes().chunks(2);
        digits.map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
    }

    fn payload(http: &str, body: &[u8], max_payload_bytes: u64) -> Result<Payload, Error> {
        let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{http}");
        let record = Record {
            header: Header::parse(b"WARC/1.1\r\nWARC-Target-URI: <https://example.com/>"),
            offset: 7,
            length: None,
            http: Some(HttpResponse::new(Header::parse(http.as_bytes()))),
            body: body.to_vec(),
            max_payload_bytes,
        };
        record.into_payload()
    }

    fn check(http: &str, body: &[u8], expected: (&[u8], bool)) {
        let payload = payload(http, body, 1000).unwrap();
        assert_eq!((payload.bytes.as_slice(), payload.is_truncated), expected, "{http}");
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
        check("Content-Encoding: br", &brotli(BROTLI_PAGE), (PAGE, false));
        let zstd = compress_to_vec(PAGE, CompressionLevel::Fastest);
        check("Content-Encoding: zstd", &zstd, (PAGE, false));
        check(
            "Content-Encoding: br, zstd",
            &compress_to_vec(&brotli(BROTLI_PAGE)[..], CompressionLevel::Fastest),
            (PAGE, false),
        );
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
        check("Content-Encoding: zstd", b"plain", (b"plain", false));
        check("Content-Encoding: br", b"", (b"", false));
    }

    #[test]
    fn chunks_in_every_spelling() {
        let http = "Transfer-Encoding: chunked";
        check(http, b"3;x=y\r\nabc\r\n0A \r\n0123456789\r\n0\r\n\r\n", (b"abc0123456789", false));
        check(http, b"3\nabc\n0\n", (b"abc", false));
        check(http, b"3\r\nabc\r\n", (b"abc", true));
        check(http, b"ff\r\nabc", (b"abc", true));
        check(http, b"ffffffffffffffff\r\nabc", (b"abc", true));
        check(http, b"0\r\n\r\n", (b"", false));
    }

    #[test]
    fn payloads_that_cannot_be_decoded() {
        let error = |http: &str, body: &[u8], max| payload(http, body, max).unwrap_err();
        let unknown = error("Content-Encoding: compress", b"\x01\x02", 100);
        assert_eq!(unknown.to_string(), "the content encoding `compress` is not supported");
        assert_eq!(unknown.kind(), ErrorKind::ContentEncoding);
        assert_eq!((unknown.url(), unknown.offset()), (Some("https://example.com/"), 7));
        let broken = error("Content-Encoding: gzip", b"\x1f\x8b\x08", 100);
        assert!(broken.to_string().starts_with("the body is not valid `gzip` data: "));
        let cut = brotli(BROTLI_PAGE);
        for (coding, body) in [("br", &cut[..20]), ("zstd", b"\x28\xb5\x2f\xfd\x00\x00")] {
            let broken = error(&format!("Content-Encoding: {coding}"), body, 100);
            assert_eq!(broken.kind(), ErrorKind::ContentEncoding, "{coding}");
        }
        let large = error("", PAGE, 10);
        assert_eq!(large.to_string(), "the payload is larger than 10 bytes");
        assert_eq!(large.kind(), ErrorKind::TooLarge);
    }

    #[test]
    fn a_packed_payload_over_the_limit_is_an_error() {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all(&[b' '; 5000]).unwrap();
        let gzip = gzip.finish().unwrap();
        let zstd = compress_to_vec(&[b' '; 5000][..], CompressionLevel::Fastest);
        let brotli = brotli("1b8713f82540e2b14020680100");
        for (coding, body) in [("gzip", gzip), ("zstd", zstd), ("br", brotli)] {
            let coding = format!("Content-Encoding: {coding}");
            assert_eq!(payload(&coding, &body, 5000).unwrap().bytes.len(), 5000);
            let error = payload(&coding, &body, 4999).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::TooLarge, "{coding}");
        }
    }

    #[test]
    fn types_in_any_case() {
        let of =
            |name: &str| RecordType::of(&Header::parse(format!("\nWARC-Type: {name}").as_bytes()));
        for known in RecordType::ALL {
            assert_eq!(of(&known.to_string().to_uppercase()), known);
        }
        assert_eq!((of("x"), of("")), (RecordType::Other, RecordType::Other));
    }
}
