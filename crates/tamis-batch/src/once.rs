//! Archives that can be read once, such as standard input.
//!
//! A stream cannot go back. So it has no position to begin at, no records can be picked from it,
//! and a second reading is an error with a sentence instead of an empty archive.

use std::fmt;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use crate::parts;

/// An archive that can be read once.
#[derive(Clone)]
pub(crate) struct Stream(Arc<Mutex<Option<Box<dyn Read + Send>>>>);

impl Stream {
    pub(crate) fn new(source: impl Read + Send + 'static) -> Stream {
        Stream(Arc::new(Mutex::new(Some(Box::new(source)))))
    }

    /// Returns the source for these ranges.
    ///
    /// # Errors
    ///
    /// If it was read before, or the ranges are not the whole archive.
    pub(crate) fn take(&self, ranges: &[Range<u64>]) -> io::Result<Box<dyn Read + Send>> {
        let unsupported = |message: &str| io::Error::new(io::ErrorKind::Unsupported, message);
        if *ranges != [parts::all_from(0)] {
            return Err(unsupported("records cannot be picked from a stream"));
        }
        let source = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        source.ok_or_else(|| unsupported("a stream can be read only once"))
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stream")
    }
}
