//! The error of the library.

use std::fmt;

/// An error of the library. Its text is one sentence.
///
/// Extraction itself never fails: an invalid [`Config`](crate::Config) or rule file does.
///
/// ```
/// use tamis::{Config, ErrorKind, Extractor, Stopwords};
/// let config = Config::default().stopwords(Stopwords::Language("Elvish".into()));
/// let error = Extractor::new(config).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Config);
/// assert!(error.to_string().contains("Elvish"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

/// The cause of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A value of the configuration cannot be used.
    Config,
    /// A file of rules cannot be read.
    Rules,
}

impl Error {
    pub(crate) fn config(message: String) -> Error {
        Error { kind: ErrorKind::Config, message }
    }

    pub(crate) fn new(message: String) -> Error {
        Error { kind: ErrorKind::Rules, message }
    }

    /// Returns the cause.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
