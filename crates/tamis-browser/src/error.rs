//! The error type.

use std::fmt;

/// The reason why a page could not be drawn. It displays as one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrowserError {
    kind: BrowserErrorKind,
    reason: String,
}

/// The kind of a [`BrowserError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BrowserErrorKind {
    /// A value of the configuration is not allowed, or the address of a page is no URL.
    InvalidConfig,
    /// There is no browser.
    NotFound,
    /// The browser does not start, or cannot be reached.
    Start,
    /// The browser has ended, also when it was started again.
    Gone,
    /// The page has ended the part of the browser that draws it, for example because it needs too
    /// much memory.
    Crashed,
    /// The page was not there in time.
    Timeout,
    /// The page could not be fetched: the guard refused it, or the server did not answer.
    Fetch,
    /// The address leads to something other than a page, for example a download.
    NoPage,
    /// The browser refused a command or answered what is not expected.
    Protocol,
}

impl BrowserError {
    pub(crate) fn new(kind: BrowserErrorKind, reason: impl Into<String>) -> BrowserError {
        BrowserError { kind, reason: reason.into() }
    }

    pub(crate) fn gone() -> BrowserError {
        BrowserError::new(BrowserErrorKind::Gone, "the browser has ended")
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> BrowserErrorKind {
        self.kind
    }
}

impl fmt::Display for BrowserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for BrowserError {}

pub(crate) type Result<T> = std::result::Result<T, BrowserError>;
