//! Archives made for tests, and what a reader finds in them, in short.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use tamis_warc::{Error, ErrorKind, Reader, Record};

/// A record of this type with this content.
pub fn record(kind: &str, number: usize, content: &str) -> Vec<u8> {
    let length = content.len();
    format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{number}>\r\n\
         WARC-Target-URI: {}\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nContent-Length: {length}\r\n\r\n\
         {content}\r\n\r\n",
        url(number)
    )
    .into_bytes()
}

pub fn page(number: usize) -> Vec<u8> {
    let http = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n";
    record("response", number, &format!("{http}<p>Page {number}"))
}

pub fn url(number: usize) -> String {
    format!("https://site.example/{number}")
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub fn zstd(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

/// A record in short: its number, or the kind, position and URL of the error.
pub type Outcome = Result<usize, (ErrorKind, u64, Option<String>)>;

pub fn short(outcome: Result<Record, Error>) -> Outcome {
    match outcome {
        Ok(record) => {
            let number = record.id().unwrap().strip_prefix("urn:uuid:").unwrap().parse().unwrap();
            assert_eq!(record.url(), Some(url(number).as_str()));
            assert_eq!(
                record.into_payload().unwrap().bytes,
                format!("<p>Page {number}").as_bytes()
            );
            Ok(number)
        }
        Err(error) => Err((error.kind(), error.offset(), error.url().map(str::to_owned))),
    }
}

pub fn read(archive: &[u8]) -> Vec<Outcome> {
    Reader::new(archive).map(short).collect()
}
