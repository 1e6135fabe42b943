//! Archives that are read part by part, such as those on the web.

use std::fmt;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

/// The largest part that is asked for at once, in bytes. It is in memory.
pub(crate) const PIECE_BYTES: u64 = 8 << 20;

/// An archive in another place, which is read part by part.
///
/// An implementation should repeat a request that may succeed the second time, for example after a
/// lost connection, because an error ends the work on the archive.
///
/// ```
/// use std::io;
/// use std::ops::Range;
/// use tamis_batch::{Remote, RemoteState};
///
/// /// An archive in memory.
/// #[derive(Debug)]
/// struct InMemory(Vec<u8>);
///
/// impl Remote for InMemory {
///     fn state(&self) -> io::Result<RemoteState> {
///         Ok(RemoteState::new(self.0.len() as u64))
///     }
///
///     fn read(&self, range: Range<u64>, _: &RemoteState) -> io::Result<Vec<u8>> {
///         Ok(self.0[range.start as usize..range.end as usize].to_vec())
///     }
/// }
/// ```
pub trait Remote: fmt::Debug + Send + Sync {
    /// Returns the archive as it is now.
    ///
    /// # Errors
    ///
    /// If it does not exist or cannot be reached.
    fn state(&self) -> io::Result<RemoteState>;

    /// Returns the bytes of a range, which is at most 8 MiB long and ends at the end of the archive
    /// at the latest.
    ///
    /// # Errors
    ///
    /// If they cannot be read, or the archive is no longer what `state` says.
    fn read(&self, range: Range<u64>, state: &RemoteState) -> io::Result<Vec<u8>>;
}

/// The state of an archive in another place. Its finished rows count as long as it is the same.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RemoteState {
    /// The length, in bytes.
    pub bytes: u64,
    /// The version that the place states, such as an `ETag`. `None` if it states none.
    pub version: Option<String>,
}

impl RemoteState {
    /// Returns the state of an archive of this length, whose version is not known.
    pub fn new(bytes: u64) -> RemoteState {
        RemoteState { bytes, version: None }
    }

    /// Sets [`RemoteState::version`].
    #[must_use]
    pub fn version(mut self, version: Option<String>) -> RemoteState {
        self.version = version;
        self
    }
}

/// Returns the bytes of a range.
///
/// # Errors
///
/// If they cannot be read, or other bytes come.
pub(crate) fn fetch(
    remote: &dyn Remote,
    range: Range<u64>,
    state: &RemoteState,
) -> io::Result<Vec<u8>> {
    let expected = range.end - range.start;
    let bytes = remote.read(range, state)?;
    if bytes.len() as u64 != expected {
        let message = format!("{} bytes came in the place of {expected}", bytes.len());
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(bytes)
}

/// A range of an archive, piece by piece.
#[derive(Debug)]
pub(crate) struct Pieces {
    remote: Arc<dyn Remote>,
    state: RemoteState,
    /// The range that is not fetched yet.
    rest: Range<u64>,
    piece: Vec<u8>,
    /// The position in the piece.
    at: usize,
}

impl Pieces {
    pub(crate) fn new(remote: Arc<dyn Remote>, state: RemoteState, range: Range<u64>) -> Pieces {
        let rest = range.start..range.end.min(state.bytes);
        Pieces { remote, state, rest, piece: Vec::new(), at: 0 }
    }
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.piece.len() && !self.rest.is_empty() {
            let end = self.rest.end.min(self.rest.start + PIECE_BYTES);
            // The last piece is dropped first, so that two of them are never in memory.
            self.piece = Vec::new();
            self.at = 0;
            self.piece = fetch(&*self.remote, self.rest.start..end, &self.state)?;
            self.rest.start = end;
        }
        let count = buffer.len().min(self.piece.len() - self.at);
        buffer[..count].copy_from_slice(&self.piece[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}
