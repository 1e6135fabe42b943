//! A reader of WARC files (web archives) that goes on after damaged records.
//!
//! [`Reader`] is an iterator over the records of an archive, compressed or not, from any
//! [`Read`](std::io::Read). A [`Record`] has its header, its URL and date, the HTTP header if it is
//! the response of a web server, and the payload without chunks and compression.
//!
//! - **Damage.** A broken record is one [`Error`], which names its URL and its place in the file if
//!   they are known. The next item is the next record that can be found: in compressed archives,
//!   the reader searches for the next gzip member or Zstandard frame. To read an archive from any
//!   position, state its [`Config::compression`].
//! - **Wrong lengths.** A record whose `Content-Length` is wrong costs itself alone: the next
//!   record is searched in what it claims. A record that is consistent is never split, so a page
//!   that contains a whole archive is one record. Only if the archive ends within a record, records
//!   in it are returned.
//! - **Memory.** One record at a time is in memory, and no block of a record much above
//!   [`Config::max_payload_bytes`]; of an archive in Zstandard, also the window of a frame, of at
//!   most 128 MiB.
//! - **Time.** It grows linearly with the archive, also for archives made to be slow.
//!
//! ```
//! use tamis_warc::{ErrorKind, Reader};
//!
//! let archive = b"WARC/1.1\r\n\
//!     WARC-Type: response\r\n\
//!     WARC-Target-URI: https://example.com/\r\n\
//!     WARC-Date: 2026-01-02T03:04:05Z\r\n\
//!     Content-Length: 57\r\n\
//!     \r\n\
//!     HTTP/1.1 200 OK\r\n\
//!     Content-Type: text/html\r\n\
//!     \r\n\
//!     <p>A page</p>\r\n\
//!     \r\n\
//!     WARC/1.1\r\n\
//!     WARC-Type: response\r\n\
//!     Content-Length: 100\r\n\
//!     \r\n\
//!     This record is cut off.";
//! let mut records = Reader::new(archive.as_slice());
//!
//! let record = records.next().unwrap()?;
//! assert_eq!(record.url(), Some("https://example.com/"));
//! assert_eq!(record.date(), Some("2026-01-02T03:04:05Z"));
//! assert_eq!(record.http().and_then(|http| http.status()), Some(200));
//! assert_eq!(record.into_payload()?.bytes, b"<p>A page</p>");
//!
//! let error = records.next().unwrap().unwrap_err();
//! assert_eq!(error.kind(), ErrorKind::UnexpectedEnd);
//! assert_eq!(error.to_string(), "the archive ends within the record");
//! assert!(records.next().is_none());
//! # Ok::<(), tamis_warc::Error>(())
//! ```
//!
//! Archives are compressed with gzip, Zstandard or not at all, in one piece or record by record.
//! Segmented records (`WARC-Segment-Number`) are not joined, and digests are not checked.
//!
//! Source: ISO 28500:2017 (WARC 1.1); IIPC, "WARC compression with Zstandard", 1.0.

mod block;
mod coding;
mod config;
mod error;
mod frames;
mod header;
mod http;
mod input;
mod page;
mod raw;
mod reader;
mod record;
mod source;
mod units;
mod window;

pub use coding::Payload;
pub use config::{Compression, Config, Filter};
pub use error::{Error, ErrorKind};
pub use header::Header;
pub use http::HttpResponse;
pub use reader::Reader;
pub use record::{Record, RecordType};
pub use source::is_archive;

/// The example of the README, compiled with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
