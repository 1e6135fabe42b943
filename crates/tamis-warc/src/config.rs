//! The configuration of a reader: which records it returns, and how much of each.

use crate::header::MAX_HEADER_BYTES;

/// The settings of a [`Reader`](crate::Reader).
///
/// ```
/// use tamis_warc::{Config, Filter};
///
/// let config = Config::default().max_payload_bytes(1 << 20).filter(Filter::HtmlPages);
/// assert_eq!(config.max_payload_bytes, 1_048_576);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Config {
    /// The largest payload, in bytes without chunks and compression. A larger one is an
    /// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge). Default: 64 MiB.
    ///
    /// Chunks and HTTP headers need room of their own, so the limit for the block of a record is an
    /// eighth and 1 MiB higher. Of a larger block, no more than that is in memory. If the length
    /// of such a block turns out to be wrong, records after that part of it are lost.
    pub max_payload_bytes: u64,
    /// The records that the reader returns. Default: [`Filter::All`].
    pub filter: Filter,
    /// The compression of the archive if its first bytes do not show it, because they are damaged
    /// or the source begins within a record. Default: [`Compression::None`].
    ///
    /// With it, the reader finds the first whole gzip member or Zstandard frame.
    pub compression: Compression,
}

/// The compression of an archive.
///
/// ```
/// use tamis_warc::Compression;
/// assert_eq!(Compression::of_name("CC-MAIN-1.warc.gz"), Compression::Gzip);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Compression {
    /// No compression.
    #[default]
    None,
    /// Members of gzip.
    Gzip,
    /// Frames of Zstandard.
    Zstd,
}

impl Compression {
    /// Returns the compression that the end of a file's name states: `.gz` or `.zst`, in any case.
    pub fn of_name(name: &str) -> Compression {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        if ending.eq_ignore_ascii_case("gz") {
            Compression::Gzip
        } else if ending.eq_ignore_ascii_case("zst") {
            Compression::Zstd
        } else {
            Compression::None
        }
    }
}

/// The records that a [`Reader`](crate::Reader) returns. Damage of other records is reported too,
/// because what is lost is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Filter {
    /// All records.
    #[default]
    All,
    /// HTML pages: `response` and `resource` records of the type `text/html` or
    /// `application/xhtml+xml`, and those without a type, or with one that says nothing, such as
    /// `application/octet-stream`, that `WARC-Identified-Payload-Type` or else their first bytes
    /// show to be HTML.
    HtmlPages,
}

impl Default for Config {
    fn default() -> Config {
        Config { max_payload_bytes: 64 << 20, filter: Filter::All, compression: Compression::None }
    }
}

impl Config {
    /// Sets [`Config::max_payload_bytes`].
    #[must_use]
    pub fn max_payload_bytes(mut self, bytes: u64) -> Config {
        self.max_payload_bytes = bytes;
        self
    }

    /// Sets [`Config::filter`].
    #[must_use]
    pub fn filter(mut self, filter: Filter) -> Config {
        self.filter = filter;
        self
    }

    /// Sets [`Config::compression`].
    #[must_use]
    pub fn compression(mut self, compression: Compression) -> Config {
        self.compression = compression;
        self
    }

    /// Returns the largest block of a record that is in memory, in bytes. Compressed or in chunks,
    /// a payload has about its own size at most.
    pub(crate) fn room(&self) -> usize {
        let max_bytes = self.max_payload_bytes;
        let room = max_bytes.saturating_add(max_bytes / 8).saturating_add(MAX_HEADER_BYTES as u64);
        usize::try_from(room).unwrap_or(usize::MAX)
    }
}
