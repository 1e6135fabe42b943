//! The configuration of a reader: which records it returns, and how much of each.

/// The settings of a [`Reader`](crate::Reader).
///
/// ```
/// use tamis_warc::{Config, Filter};
///
/// let config = Config::default().max_payload_bytes(1 << 20).filter(Filter::HtmlResponses);
/// assert_eq!(config.max_payload_bytes, 1_048_576);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Config {
    /// The largest payload, in bytes without chunks and compression. A larger one is an
    /// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge). Default: 64 MiB.
    ///
    /// A record whose block is clearly larger is not read into memory. Chunks and HTTP headers
    /// need room of their own, so the limit for the block is an eighth and 1 MiB higher.
    pub max_payload_bytes: u64,
    /// The records that the reader returns. Default: [`Filter::All`].
    pub filter: Filter,
}

/// The records that a [`Reader`](crate::Reader) returns. It skips the others without holding them
/// in memory, but reports them if they are damaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Filter {
    /// All records.
    #[default]
    All,
    /// HTTP responses whose media type is `text/html` or `application/xhtml+xml`.
    HtmlResponses,
}

impl Default for Config {
    fn default() -> Config {
        Config { max_payload_bytes: 64 << 20, filter: Filter::All }
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
}
