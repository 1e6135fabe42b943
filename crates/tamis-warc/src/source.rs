//! The text of an archive, whether it is compressed or not.

use std::io::{self, BufReader, Chain, Cursor, Read};

use flate2::bufread::GzDecoder;

use crate::config::Compression;
use crate::frames::{FRAME_MAGIC, may_begin_with};
use crate::input::Input;
use crate::units::{Piece, Units};

/// The first bytes of gzip data.
pub(crate) const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The first bytes of every record.
pub(crate) const RECORD_MAGIC: &[u8; 5] = b"WARC/";

/// The size of the buffer for the source, in bytes.
const BUFFER_BYTES: usize = 1 << 16;

/// Returns true if these first bytes of a file are those of a WARC file, compressed with gzip or
/// Zstandard or not.
///
/// A few hundred bytes are enough, except for Zstandard: its blocks of up to 128 KiB can only be
/// read as a whole, and data whose first block is longer than these bytes is taken for an archive.
/// `false` does not say that there are no records: a [`Reader`] goes on after damage, also at the
/// beginning.
///
/// ```
/// assert!(tamis_warc::is_archive(b"WARC/1.1\r\nWARC-Type: warcinfo\r\n"));
/// assert!(!tamis_warc::is_archive(b"<!doctype html>"));
/// ```
///
/// [`Reader`]: crate::Reader
pub fn is_archive(bytes: &[u8]) -> bool {
    if is_zstd(bytes) {
        return may_begin_with(bytes, RECORD_MAGIC);
    }
    if !bytes.starts_with(&GZIP_MAGIC) {
        return bytes.starts_with(RECORD_MAGIC);
    }
    let mut begin = [0; RECORD_MAGIC.len()];
    GzDecoder::new(bytes).read_exact(&mut begin).is_ok() && begin == *RECORD_MAGIC
}

/// The text of an archive, piece by piece. The first reading decides whether it is compressed.
#[derive(Debug)]
pub(crate) enum Source<R> {
    /// Not read yet, with the compression that is assumed. `None` if the first reading failed.
    New(Option<Input<R>>, Compression),
    Plain(Buffered<R>),
    Packed(Box<Units<Buffered<R>>>),
}

/// The source, with the bytes that were read to find out its format.
type Buffered<R> = BufReader<Chain<Cursor<Vec<u8>>, Input<R>>>;

impl<R: Read> Source<R> {
    /// Returns the text of this archive, which has `assumed` if its first bytes are those of
    /// nothing.
    pub(crate) fn new(source: R, assumed: Compression) -> Source<R> {
        Source::New(Some(Input::new(source)), assumed)
    }

    /// Returns true if the archive is compressed, and has units for that reason.
    pub(crate) fn is_packed(&self) -> bool {
        matches!(self, Source::Packed(_))
    }

    /// Reads the next piece, text into the buffer, which is not empty.
    pub(crate) fn read_piece(&mut self, buffer: &mut [u8]) -> io::Result<Piece> {
        if let Source::New(input, assumed) = self
            && let Some(input) = input.take()
        {
            *self = Source::open(input, *assumed)?;
        }
        match self {
            Source::New(..) => Ok(Piece::Nothing),
            Source::Plain(input) => match input.read(buffer)? {
                0 => Ok(Piece::Nothing),
                count => Ok(Piece::Text(count)),
            },
            Source::Packed(units) => units.read(buffer),
        }
    }

    fn open(mut input: Input<R>, assumed: Compression) -> io::Result<Source<R>> {
        let mut begin = Vec::new();
        input.by_ref().take(RECORD_MAGIC.len() as u64).read_to_end(&mut begin)?;
        let compression = if begin.starts_with(&GZIP_MAGIC) {
            Compression::Gzip
        } else if is_zstd(&begin) {
            Compression::Zstd
        } else if begin.starts_with(RECORD_MAGIC) {
            Compression::None
        } else {
            assumed
        };
        let input = BufReader::with_capacity(BUFFER_BYTES, Cursor::new(begin).chain(input));
        Ok(match compression {
            Compression::Gzip => Source::Packed(Box::new(Units::gzip(input))),
            Compression::Zstd => Source::Packed(Box::new(Units::zstd(input))),
            Compression::None => Source::Plain(input),
        })
    }
}

/// Returns true if these bytes begin a Zstandard frame, one with data or a skippable one.
pub(crate) fn is_zstd(bytes: &[u8]) -> bool {
    bytes.starts_with(FRAME_MAGIC)
        || matches!(bytes, [skippable, 0x2a, 0x4d, 0x18, ..] if skippable >> 4 == 5)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    #[test]
    fn archives_are_known_by_their_first_bytes() {
        let gzip = |text: &str| {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(text.as_bytes()).unwrap();
            encoder.finish().unwrap()
        };
        assert!(is_archive(b"WARC/1.0") && is_archive(&gzip("WARC/1.0\r\n")));
        let zstd = |text: &str| compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
        let archive = zstd("WARC/1.0\r\n");
        let skippable = [b"\x50\x2a\x4d\x18\x01\0\0\0x", archive.as_slice()].concat();
        for bytes in [&archive[..], &archive[..5], &skippable] {
            assert!(is_archive(bytes), "{bytes:?}");
        }
        for bytes in [zstd("WARC"), zstd("<p>"), [&skippable[..9], b"WARC/1.0"].concat()] {
            assert!(!is_archive(&bytes), "{bytes:?}");
        }
        for bytes in [b"".as_slice(), b"WARC", b"\x1f\x8b", &gzip("WARC"), &gzip("<p>")] {
            assert!(!is_archive(bytes), "{bytes:?}");
        }
    }
}
