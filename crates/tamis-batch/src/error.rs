//! The error of a run.

use std::fmt;
use std::io;
use std::path::Path;

/// The reason why a run could not begin or go on. Its `Display` text is one sentence.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    source: Option<io::Error>,
}

/// The kind of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The configuration is not valid.
    Config,
    /// The output folder has files of another configuration or version.
    OtherConfig,
    /// Another process uses the output folder.
    InUse,
    /// The output cannot be written, or an archive cannot be read.
    Io,
}

impl Error {
    /// Returns the kind.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into(), source: None }
    }

    /// Returns the error for a file or folder that cannot be written.
    pub(crate) fn writing(path: &Path, error: io::Error) -> Error {
        let message = format!("cannot write {}: {error}", path.display());
        Error { kind: ErrorKind::Io, message, source: Some(error) }
    }
}

impl Error {
    /// Returns the error for an archive that cannot be read.
    pub(crate) fn reading(name: &str, error: impl fmt::Display) -> Error {
        Error::new(ErrorKind::Io, format!("cannot read {name}: {error}"))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    /// Returns the cause of the reason. The sentence of this error already has the reason itself,
    /// which would otherwise be printed twice.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().and_then(std::error::Error::source)
    }
}
