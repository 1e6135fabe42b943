//! Undoing the codings of HTTP bodies.
//!
//! Some archives keep the body as the server sent it. Others keep it without its codings, but with
//! the header as it was. If the body shows no sign of a coding, the coding is taken as undone.

use std::io::{self, Read};

use brotli_decompressor::{BrotliDecoderParameter, Decompressor};
use flate2::bufread::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use crate::error::{ErrorKind, too_large};
use crate::frames;
use crate::http::HttpResponse;
use crate::source::{GZIP_MAGIC, is_zstd};

/// The size of the buffer for compressed brotli.
const BROTLI_BUFFER_BYTES: usize = 8 << 10;

/// The payload of a record: the content itself, without HTTP header, chunks and compression.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Payload {
    /// The content.
    pub bytes: Vec<u8>,
    /// True if the body was sent in chunks and the last one is missing: the end of the content is
    /// lost.
    pub is_truncated: bool,
}

/// Returns the payload in a body: without chunks and content codings.
///
/// # Errors
///
/// If a coding is unknown, the data in one is damaged, or there are more than `max_bytes`: the kind
/// and a sentence.
pub(crate) fn undone(
    http: Option<&HttpResponse>,
    body: Vec<u8>,
    max_bytes: u64,
) -> Result<Payload, (ErrorKind, String)> {
    let chunked = http.filter(|http| http.is_chunked()).and_then(|_| unchunked(&body));
    let (mut bytes, is_truncated) = chunked.unwrap_or((body, false));
    let codings = http.map(HttpResponse::content_codings).unwrap_or_default();
    for coding in codings.iter().rev() {
        bytes = decoded(coding, bytes, max_bytes)?;
    }
    if bytes.len() as u64 > max_bytes {
        return Err((ErrorKind::TooLarge, too_large(max_bytes)));
    }
    Ok(Payload { bytes, is_truncated })
}

/// Undoes a content coding.
///
/// # Errors
///
/// If the coding is unknown, the data in it is damaged, or there are more than `max_bytes`: the
/// kind and a sentence.
fn decoded(coding: &str, bytes: Vec<u8>, max_bytes: u64) -> Result<Vec<u8>, (ErrorKind, String)> {
    if bytes.is_empty() || bytes.trim_ascii_start().starts_with(b"<") {
        return Ok(bytes);
    }
    let outcome = match coding {
        "gzip" | "x-gzip" if !bytes.starts_with(&GZIP_MAGIC) => return Ok(bytes),
        "gzip" | "x-gzip" => limited(MultiGzDecoder::new(bytes.as_slice()), max_bytes),
        "deflate" => inflated(&bytes, max_bytes),
        "br" => limited(brotli(&bytes), max_bytes),
        "zstd" if !is_zstd(&bytes) => return Ok(bytes),
        "zstd" => frames::limited(&bytes, max_bytes),
        _ => {
            let message = format!("the content encoding `{coding}` is not supported");
            return Err((ErrorKind::ContentEncoding, message));
        }
    };
    match outcome {
        Ok(Some(bytes)) => Ok(bytes),
        Ok(None) => Err((ErrorKind::TooLarge, too_large(max_bytes))),
        Err(error) => {
            let message = format!("the body is not valid `{coding}` data: {error}");
            Err((ErrorKind::ContentEncoding, message))
        }
    }
}

/// Undoes `deflate`. It means zlib in the standard, but some servers leave the zlib header out.
fn inflated(bytes: &[u8], max_bytes: u64) -> io::Result<Option<Vec<u8>>> {
    limited(ZlibDecoder::new(bytes), max_bytes)
        .or_else(|_| limited(DeflateDecoder::new(bytes), max_bytes))
}

/// Returns a decoder that refuses windows of more than 16 MiB. The extension "Large Window Brotli",
/// which is not part of RFC 7932, lets data demand 1 GiB of memory.
fn brotli(bytes: &[u8]) -> impl Read {
    let mut decoder = Decompressor::new(bytes, BROTLI_BUFFER_BYTES);
    let large_window = BrotliDecoderParameter::BROTLI_DECODER_PARAM_LARGE_WINDOW;
    let is_set = decoder.set_parameter(large_window, 0);
    // It can be set until the first byte is read.
    debug_assert!(is_set);
    decoder
}

/// All bytes of the reader, or `None` if there are more than `max_bytes`.
fn limited(reader: impl Read, max_bytes: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= max_bytes).then_some(bytes))
}

/// Returns the data of the chunks, and true if the last one is missing. `None` if there are no
/// chunks.
fn unchunked(raw: &[u8]) -> Option<(Vec<u8>, bool)> {
    let mut data = Vec::with_capacity(raw.len());
    let mut rest = raw;
    let mut has_chunks = false;
    while let Some((size, after)) = chunk_size(rest) {
        if size == 0 {
            return Some((data, false));
        }
        has_chunks = true;
        let chunk = &after[..size.min(after.len())];
        data.extend_from_slice(chunk);
        rest = &after[chunk.len()..];
        rest = rest.strip_prefix(b"\r\n").or_else(|| rest.strip_prefix(b"\n")).unwrap_or(rest);
    }
    has_chunks.then_some((data, true))
}

/// Returns the size of the chunk that begins here, and the bytes after its first line.
fn chunk_size(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    let line = std::str::from_utf8(&bytes[..end]).ok()?;
    let size = usize::from_str_radix(line.split(';').next()?.trim(), 16).ok()?;
    Some((size, &bytes[end + 1..]))
}
