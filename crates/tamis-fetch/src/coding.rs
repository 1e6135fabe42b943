//! The content codings of bodies, and their decoders.

use std::io::{self, Read};

use brotli_decompressor::{BrotliDecoderParameter, Decompressor};
use flate2::read::{DeflateDecoder, ZlibDecoder};

use crate::gzip::GzipMembers;
use crate::zstd::Frames;

/// The codings that a request accepts.
pub(crate) const ACCEPTED: &str = "gzip, br, zstd";

/// The size of the buffer for compressed brotli.
const BROTLI_BUFFER_BYTES: usize = 8 << 10;

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
    /// A brotli stream (RFC 7932).
    Brotli,
    /// One or more Zstandard frames (RFC 8878).
    Zstd,
}

impl Coding {
    /// Parses a `Content-Encoding` header. Returns `None` if the coding is unknown.
    ///
    /// Several codings at once count as unknown, because each of them multiplies the size of the
    /// output.
    pub(crate) fn from_header(header: &str) -> Option<Self> {
        match header.trim().to_ascii_lowercase().as_str() {
            "" | "identity" => Some(Self::Identity),
            "gzip" | "x-gzip" => Some(Self::Gzip),
            "deflate" => Some(Self::Deflate),
            "br" => Some(Self::Brotli),
            "zstd" => Some(Self::Zstd),
            _ => None,
        }
    }

    /// Returns the decoder of a body that begins with these bytes.
    pub(crate) fn decoder<'r>(self, head: &[u8], whole: impl Read + 'r) -> Box<dyn Read + 'r> {
        match self {
            Self::Identity => Box::new(whole),
            Self::Gzip => Box::new(GzipMembers::new(whole)),
            Self::Deflate if is_zlib_header(head) => Box::new(ZlibDecoder::new(whole)),
            Self::Deflate => Box::new(DeflateDecoder::new(whole)),
            Self::Brotli => Box::new(brotli(whole)),
            Self::Zstd => Box::new(Frames::new(whole)),
        }
    }
}

/// Returns true if the two bytes are a zlib header: method deflate, and a valid check value.
///
/// Source: RFC 1950, 2.2.
fn is_zlib_header(head: &[u8]) -> bool {
    matches!(head, &[method, flags]
        if method & 0x0f == 8 && u16::from_be_bytes([method, flags]).is_multiple_of(31))
}

/// Returns a decoder that refuses windows of more than 16 MiB. The extension "Large Window Brotli",
/// which is not part of RFC 7932, lets a server demand 1 GiB of memory.
fn brotli(whole: impl Read) -> impl Read {
    let mut decoder = Decompressor::new(whole, BROTLI_BUFFER_BYTES);
    let large_window = BrotliDecoderParameter::BROTLI_DECODER_PARAM_LARGE_WINDOW;
    let is_set = decoder.set_parameter(large_window, 0);
    // It can be set until the first byte is read.
    debug_assert!(is_set);
    Named(decoder)
}

/// Gives the errors of a brotli decoder a text that helps.
struct Named<R>(R);

impl<R: Read> Read for Named<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => io::Error::new(error.kind(), "corrupt brotli stream"),
            _ => error,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_names_the_coding() {
        let cases = [
            ("", Some(Coding::Identity)),
            ("identity", Some(Coding::Identity)),
            (" GZIP ", Some(Coding::Gzip)),
            ("x-gzip", Some(Coding::Gzip)),
            ("Deflate", Some(Coding::Deflate)),
            ("br", Some(Coding::Brotli)),
            ("ZSTD", Some(Coding::Zstd)),
            ("compress", None),
            ("gzip, gzip", None),
        ];
        for (header, expected) in cases {
            assert_eq!(Coding::from_header(header), expected, "{header}");
        }
    }
}
