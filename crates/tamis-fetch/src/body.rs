//! Reading and decompression of a body, with limits on its size and on the time.
//!
//! A body of a few kilobytes can become gigabytes when it is decompressed, and compressed data can
//! go on for ever without any content: empty members of gzip, one after the other. A server can
//! also send a byte each minute. So there are three limits: for the decompressed bytes, for the
//! bytes as they are sent beyond these, and for the time.

use std::io::{self, Cursor, Read};
use std::time::Instant;

use crate::coding::Coding;

/// The size of a single read.
const CHUNK_BYTES: usize = 16 << 10;

/// The number of bytes by which compressed data may be longer than the limit of the content. More
/// is data without content, such as empty members of gzip, which could go on for ever.
const MAX_OVERHEAD_BYTES: u64 = 64 << 10;

/// The reason why a body could not be read.
#[derive(Debug)]
pub(crate) enum BodyError {
    /// The body is larger than the limit, decompressed or as it was sent.
    TooLarge,
    /// The deadline has passed.
    Late,
    /// The compressed data is not valid.
    Encoding(io::Error),
    /// The connection failed.
    Transport(io::Error),
}

/// Reads and decompresses a body of at most `limit` bytes. Holds at most one more chunk in memory,
/// and the window of the decoder.
pub(crate) fn read(
    reader: impl Read,
    coding: Coding,
    limit: u64,
    deadline: Instant,
) -> Result<Vec<u8>, BodyError> {
    let left = limit.saturating_add(MAX_OVERHEAD_BYTES);
    let mut source = Source { inner: reader, left, failure: None };
    let outcome = decode(&mut source, coding, limit, deadline);
    match (outcome, source.failure) {
        (Err(BodyError::Encoding(_)), Some(Failure::Io(error))) => Err(BodyError::Transport(error)),
        (Err(BodyError::Encoding(_)), Some(Failure::TooLong)) => Err(BodyError::TooLarge),
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
    let whole = Cursor::new(head.clone()).chain(source);
    drain(coding.decoder(&head, whole), limit, deadline)
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

/// The input of a decoder. It keeps its error: a decoder returns that in the same type as its own
/// errors.
struct Source<R> {
    inner: R,
    /// The number of bytes that may still be read.
    left: u64,
    failure: Option<Failure>,
}

enum Failure {
    /// The connection failed.
    Io(io::Error),
    /// There are more bytes than may be read.
    TooLong,
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.inner.read(buffer) {
            Ok(read) if read as u64 > self.left => {
                self.failure = Some(Failure::TooLong);
                Err(io::ErrorKind::InvalidData.into())
            }
            Ok(read) => {
                self.left -= read as u64;
                Ok(read)
            }
            Err(error) => {
                let kind = error.kind();
                if kind != io::ErrorKind::Interrupted {
                    self.failure = Some(Failure::Io(error));
                }
                Err(kind.into())
            }
        }
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

    /// `TEXT`, compressed by Google's encoder.
    const BROTLI: &str = "1b2200f8057271a43b4ff52169b0ae92904518ca0012a0683c28cd51dab7322201";

    /// The same with the extension for windows of up to 1 GiB.
    const LARGE_WINDOW: &str =
        "115e8800e017c8c591ee3cd587a4c1ba4a421661280390008a8c07a5394afb564624";

    /// `TEXT`, compressed by Facebook's encoder.
    const ZSTD: &str = "28b52ffd04681901006f6e652073696576652c2074776f207369657665732c2074687265652073\
        6965766573a8d3551f";

    /// 1000 zeros, for a window of 128 MiB.
    const WIDE_ZSTD: &str = "28b52ffd048845000008000100e42b20045a074479";

    fn hex(text: &str) -> Vec<u8> {
        let digits: Vec<char> = text.chars().collect();
        let byte = |pair: &[char]| pair.iter().fold(0, |sum, c| sum * 16 + c.to_digit(16).unwrap());
        digits.chunks(2).map(|pair| byte(pair) as u8).collect()
    }

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
    fn each_coding_is_decoded() {
        let cases = [
            (TEXT.to_vec(), Coding::Identity),
            (gzip(TEXT), Coding::Gzip),
            ([gzip(&TEXT[..9]), gzip(&TEXT[9..])].concat(), Coding::Gzip),
            (zlib(TEXT), Coding::Deflate),
            (deflate(TEXT), Coding::Deflate),
            (hex(BROTLI), Coding::Brotli),
            (hex(ZSTD), Coding::Zstd),
        ];
        for (bytes, coding) in cases {
            assert_eq!(read_all(&bytes, coding, TEXT.len() as u64).unwrap(), TEXT, "{coding:?}");
        }
    }

    #[test]
    fn zstd_frames_follow_one_another() {
        let skippable = hex("502a4d1803000000abcdef");
        let bytes = [skippable.clone(), hex(ZSTD), skippable, hex(ZSTD)].concat();
        assert_eq!(read_all(&bytes, Coding::Zstd, 100).unwrap(), [TEXT, TEXT].concat());
    }

    #[test]
    fn windows_that_take_much_memory_are_refused() {
        for (bytes, coding) in [(LARGE_WINDOW, Coding::Brotli), (WIDE_ZSTD, Coding::Zstd)] {
            let outcome = read_all(&hex(bytes), coding, 2000);
            assert!(matches!(outcome, Err(BodyError::Encoding(_))), "{coding:?}: {outcome:?}");
        }
    }

    #[test]
    fn data_without_content_is_too_large() {
        let end_of_nothing = Duration::from_mins(10);
        for (unit, coding) in [
            // An empty stored block.
            (hex("000000ffff"), Coding::Deflate),
            // A frame without content, and a skippable one.
            (hex("28b52ffd2000010000"), Coding::Zstd),
            (hex("502a4d1800000000"), Coding::Zstd),
        ] {
            let endless = Endless { unit, at: 0 };
            let outcome = read(endless, coding, 1 << 20, Instant::now() + end_of_nothing);
            assert!(matches!(outcome, Err(BodyError::TooLarge)), "{coding:?}: {outcome:?}");
        }
        let endless = Endless { unit: gzip(b""), at: 0 };
        let outcome = read(endless, Coding::Gzip, 1 << 20, Instant::now() + end_of_nothing);
        assert!(matches!(outcome, Err(BodyError::Encoding(_))), "{outcome:?}");
    }

    /// The same bytes again and again.
    struct Endless {
        unit: Vec<u8>,
        at: usize,
    }

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            for byte in buffer.iter_mut() {
                *byte = self.unit[self.at % self.unit.len()];
                self.at += 1;
            }
            Ok(buffer.len())
        }
    }

    #[test]
    fn empty_and_one_byte_bodies_are_read() {
        let all = [Coding::Identity, Coding::Gzip, Coding::Deflate, Coding::Brotli, Coding::Zstd];
        for coding in all {
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
            (hex(BROTLI), Coding::Brotli),
            (hex(ZSTD), Coding::Zstd),
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
        for (whole, coding) in [(hex(BROTLI), Coding::Brotli), (hex(ZSTD), Coding::Zstd)] {
            for bytes in [&whole[..whole.len() - 9], b"<html>", b"\x28"] {
                let outcome = read_all(bytes, coding, 100);
                assert!(matches!(outcome, Err(BodyError::Encoding(_))), "{coding:?}: {outcome:?}");
            }
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
