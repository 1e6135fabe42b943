//! The source of an archive. Its failures can be distinguished from damage of the archive.

use std::fmt;
use std::io::{self, Read};

/// The source of an archive. It reads again after an interruption. A failure is a
/// [`SourceFailed`], and after it the source has ended.
#[derive(Debug)]
pub(crate) struct Input<R> {
    source: R,
    has_failed: bool,
}

impl<R: Read> Input<R> {
    pub(crate) fn new(source: R) -> Input<R> {
        Input { source, has_failed: false }
    }
}

impl<R: Read> Read for Input<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.has_failed {
            return Ok(0);
        }
        loop {
            match self.source.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.has_failed = true;
                    return Err(io::Error::new(error.kind(), SourceFailed(error)));
                }
                outcome => return outcome,
            }
        }
    }
}

/// A failure of the source, as the payload of an [`io::Error`].
///
/// The kinds of `io::Error` do not tell it from damage: a decoder and a source can both end
/// unexpectedly.
#[derive(Debug)]
pub(crate) struct SourceFailed(io::Error);

impl SourceFailed {
    /// Returns true if the source failed, and not only a decoder.
    pub(crate) fn is_cause_of(error: &io::Error) -> bool {
        error.get_ref().and_then(|inner| inner.downcast_ref::<SourceFailed>()).is_some()
    }

    /// Returns the failure of the source, or the error itself if it has another cause.
    pub(crate) fn unwrap(error: io::Error) -> Result<io::Error, io::Error> {
        error.downcast::<SourceFailed>().map(|SourceFailed(error)| error)
    }
}

impl fmt::Display for SourceFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for SourceFailed {}

/// The missing of text that was consumed with a block of a wrong length, as the payload of an
/// [`io::Error`].
#[derive(Debug)]
pub(crate) struct Skipped;

impl Skipped {
    pub(crate) fn is_cause_of(error: &io::Error) -> bool {
        error.get_ref().and_then(|inner| inner.downcast_ref::<Skipped>()).is_some()
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a part of the record is lost with a record that gives a wrong length")
    }
}

impl std::error::Error for Skipped {}
