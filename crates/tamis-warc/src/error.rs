//! Errors: one sentence and one kind each.

use std::fmt;
use std::io;

use crate::input::{Skipped, SourceFailed};

/// The reason why a record could not be read.
///
/// [`Display`](fmt::Display) gives one sentence, which names neither the archive nor the record:
/// [`Error::url`] and [`Error::offset`] say which record it is.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    url: Option<String>,
    offset: u64,
    message: String,
    source: Option<io::Error>,
}

/// The kind of an [`Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The source of the archive cannot be read. No record follows.
    Io,
    /// The compressed data of the archive is damaged.
    Compression,
    /// The bytes after a record are not a record.
    NotARecord,
    /// The header of a record, or of the HTTP message in it, cannot be used: it is longer than
    /// 1 MiB, or it does not give the length of the record.
    Header,
    /// The length of a record is wrong: a record follows before its end, or neither line ends nor a
    /// record follow its end. Also the error of a record that was skipped in part with such a
    /// block.
    Length,
    /// The archive ends within a record: it is cut off, or the length of the record is wrong.
    UnexpectedEnd,
    /// The payload is larger than [`Config::max_payload_bytes`](crate::Config::max_payload_bytes).
    TooLarge,
    /// The `Content-Encoding` of an HTTP response is unknown, or the data in it is damaged.
    ContentEncoding,
}

impl Error {
    /// Returns the kind of failure.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the URL of the record. `None` if it has none, or if the damage is outside a record
    /// or in its header.
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// Returns the position of the record that is damaged, or of the damage itself if it is between
    /// records: see [`Record::offset`](crate::Record::offset).
    ///
    /// The lost part of the archive begins here at the earliest, and ends at the latest at the
    /// position of the next item of the reader, or at the end of the source.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    pub(crate) fn new(kind: ErrorKind, offset: u64, message: impl Into<String>) -> Error {
        Error { kind, url: None, offset, message: message.into(), source: None }
    }

    /// Returns the error for a failure while the archive was read.
    pub(crate) fn reading(error: io::Error, offset: u64) -> Error {
        if Skipped::is_cause_of(&error) {
            return Error::new(ErrorKind::Length, offset, error.to_string());
        }
        let (kind, error) = match SourceFailed::unwrap(error) {
            Ok(error) => (ErrorKind::Io, error),
            Err(error) => (ErrorKind::Compression, error),
        };
        let message = match kind {
            ErrorKind::Io => format!("the archive cannot be read: {error}"),
            _ => format!("the archive is damaged: {error}"),
        };
        Error { source: Some(error), ..Error::new(kind, offset, message) }
    }

    pub(crate) fn at_url(self, url: Option<String>) -> Error {
        Error { url, ..self }
    }
}

/// Returns the message of [`ErrorKind::TooLarge`].
pub(crate) fn too_large(max_bytes: u64) -> String {
    format!("the payload is larger than {max_bytes} bytes")
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|error| error as _)
    }
}
