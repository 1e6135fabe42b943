//! Reading and decompression of a body, with limits on its size and on the time.

use std::io::{self, Cursor, Read};
use std::time::Instant;

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

/// The size of a single read.
const CHUNK_BYTES: usize = 16 << 10;

/// The compression of a body: a content coding of `Content-Encoding`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coding {
    /// Not compressed.
    Identity,
    /// One or more gzip members (RFC 1952).
    Gzip,
    /// A zlib stream (RFC 1950), or a raw deflate stream (RFC 1951), which some servers send
    /// instead.
    Deflate,
}

impl Coding {
    /// Parses a `Content-Encoding` header. Returns `None` if the coding is unknown.
    ///
    /// Several codings are unknown too: each multiplies the size of the output.
    pub(crate) fn from_header(header: &str) -> Option<Self> {
        match header.trim().to_ascii_lowercase().as_str() {
            "" | "identity" => Some(Self::Identity),
            "gzip" | "x-gzip" => Some(Self::Gzip),
            "deflate" => Some(Self::Deflate),
            _ => None,
        }
    }
}

/// The reason why a body could not be read.
#[derive(Debug)]
pub(crate) enum BodyError {
    /// The decompressed body is larger than the limit.
    TooLarge,
    /// The deadline has passed.
    Late,
    /// The compressed data is not valid.
    Encoding(io::Error),
    /// The connection failed.
    Transport(io::Error),
}

/// Reads and decompresses a body of at most `limit` bytes. Holds at most one more chunk in memory.
pub(crate) fn read(
    reader: impl Read,
    coding: Coding,
    limit: u64,
    deadline: Instant,
) -> Result<Vec<u8>, BodyError> {
    let mut source = Source { inner: reader, failure: None };
    let outcome = decode(&mut source, coding, limit, deadline);
    match (outcome, source.failure) {
        (Err(BodyError::Encoding(_)), Some(failure)) => Err(BodyError::Transport(failure)),
        (outcome, _) => outcome,
    }
}

fn decode(
    source: &mut impl Read,
    coding: Coding,
    limit: u64,
    deadline: Instant,
) -> Result<Vec<u8>, BodyError> {
    let mut head = Vec::new();
    source.by_ref().take(2).read_to_end(&mut head).map_err(BodyError::Encoding)?;
    if head.is_empty() {
        return Ok(head);
    }
    let is_zlib = is_zlib_header(&head);
    let whole = Cursor::new(head).chain(source);
    match coding {
        Coding::Identity => drain(whole, limit, deadline),
        Coding::Gzip => drain(MultiGzDecoder::new(whole), limit, deadline),
        Coding::Deflate if is_zlib => drain(ZlibDecoder::new(whole), limit, deadline),
        Coding::Deflate => drain(DeflateDecoder::new(whole), limit, deadline),
    }
}

/// True if the two bytes are a zlib header: method deflate, and a valid check value.
///
/// Source: RFC 1950, 2.2.
fn is_zlib_header(head: &[u8]) -> bool {
    matches!(head, &[method, flags]
        if method & 0x0f == 8 && u16::from_be_bytes([method, flags]).is_multiple_of(31))
}

fn drain(mut reader: impl Read, limit: u64, deadline: Instant) -> Result<Vec<u8>, BodyError> {
    let mut body = Vec::new();
    let mut chunk = [0; CHUNK_BYTES];
    loop {
        if Instant::now() >= deadline {
            return Err(BodyError::Late);
        }
        let read = match reader.read(&mut chunk) {
            Ok(0) => return Ok(body),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(BodyError::Encoding(error)),
        };
        if (body.len() + read) as u64 > limit {
            return Err(BodyError::TooLarge);
        }
        body.extend_from_slice(&chunk[..read]);
    }
}

/// The input of a decoder. It keeps the error of the connection: a decoder returns that error in
/// the same type as its own errors.
struct Source<R> {
    inner: R,
    failure: Option<io::Error>,
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buffer).map_err(|error| {
            let kind = error.kind();
            if kind != io::ErrorKind::Interrupted {
                self.failure = Some(error);
            }
            kind.into()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::time::Duration;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

    use super::*;

    const TEXT: &[u8] = b"one sieve, two sieves, three sieves";

    fn read_all(bytes: &[u8], coding: Coding, limit: u64) -> Result<Vec<u8>, BodyError> {
        read(bytes, coding, limit, Instant::now() + Duration::from_mins(1))
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn zlib(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn deflate(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn the_header_names_the_coding() {
        let cases = [
            ("", Some(Coding::Identity)),
            ("identity", Some(Coding::Identity)),
            (" GZIP ", Some(Coding::Gzip)),
            ("x-gzip", Some(Coding::Gzip)),
            ("Deflate", Some(Coding::Deflate)),
            ("br", None),
            ("gzip, gzip", None),
        ];
        for (header, expected) in cases {
            assert_eq!(Coding::from_header(header), expected, "{header}");
        }
    }

    #[test]
    fn each_coding_is_decoded() {
        let cases = [
            (TEXT.to_vec(), Coding::Identity),
            (gzip(TEXT), Coding::Gzip),
            ([gzip(&TEXT[..9]), gzip(&TEXT[9..])].concat(), Coding::Gzip),
            (zlib(TEXT), Coding::Deflate),
            (deflate(TEXT), Coding::Deflate),
        ];
        for (bytes, coding) in cases {
            assert_eq!(read_all(&bytes, coding, TEXT.len() as u64).unwrap(), TEXT, "{coding:?}");
        }
    }

    #[test]
    fn empty_and_one_byte_bodies_are_read() {
        for coding in [Coding::Identity, Coding::Gzip, Coding::Deflate] {
            assert_eq!(read_all(b"", coding, 0).unwrap(), b"");
        }
        assert_eq!(read_all(b"x", Coding::Identity, 1).unwrap(), b"x");
    }

    #[test]
    fn one_byte_over_the_limit_is_too_large() {
        let limit = TEXT.len() as u64 - 1;
        for (bytes, coding) in [
            (TEXT.to_vec(), Coding::Identity),
            (gzip(TEXT), Coding::Gzip),
            (zlib(TEXT), Coding::Deflate),
        ] {
            let outcome = read_all(&bytes, coding, limit);
            assert!(matches!(outcome, Err(BodyError::TooLarge)), "{coding:?}: {outcome:?}");
        }
    }

    #[test]
    fn invalid_and_truncated_data_is_an_encoding_error() {
        let whole = gzip(TEXT);
        for bytes in [&whole[..whole.len() - 9], b"<html>not gzip</html>", b"\x1f"] {
            let outcome = read_all(bytes, Coding::Gzip, 100);
            assert!(matches!(outcome, Err(BodyError::Encoding(_))), "{outcome:?}");
        }
    }

    #[test]
    fn errors_of_the_connection_are_not_taken_for_errors_of_the_data() {
        struct Lost;
        impl Read for Lost {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::new(io::ErrorKind::InvalidData, "lost"))
            }
        }
        let whole = gzip(TEXT);
        let reader = whole[..12].chain(Lost);
        let outcome = read(reader, Coding::Gzip, 100, Instant::now() + Duration::from_mins(1));
        assert!(matches!(&outcome, Err(BodyError::Transport(e)) if e.to_string() == "lost"));
    }

    #[test]
    fn endless_body_ends_at_the_deadline() {
        let deadline = Instant::now() + Duration::from_millis(20);
        let endless = io::repeat(b'x').take(u64::MAX);
        let slow = Slow(endless);
        let outcome = read(slow, Coding::Identity, u64::MAX, deadline);
        assert!(matches!(outcome, Err(BodyError::Late)));
    }

    struct Slow<R>(R);

    impl<R: Read> Read for Slow<R> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            std::thread::sleep(Duration::from_millis(1));
            self.0.read(&mut buffer[..1])
        }
    }
}
