//! The parts of an archive that are read: all of it, or the records that an index names.
//!
//! An index can name a hundred records of an archive of a gigabyte on the web. A request for each
//! is slow, because a request takes longer than its few kilobytes; the whole archive is slower
//! still. So records that are near each other are fetched together, with what is between them. For
//! example, of records at 0, 50 kB and 900 MB, the first two come in one request.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::remote::{PIECE_BYTES, Pieces, Remote, RemoteState, fetch};

/// The largest distance of two records that are fetched in one request, in bytes. What is between
/// them takes less time than another request.
const NEAR_BYTES: u64 = 1 << 20;

/// An open archive.
pub(crate) enum Opened {
    File(File),
    Stream(Box<dyn Read + Send>),
    Remote { remote: Arc<dyn Remote>, state: RemoteState },
}

/// The parts of an archive, one after the other.
pub(crate) struct Parts {
    origin: Opened,
    /// The parts that are not read yet.
    ranges: std::vec::IntoIter<Range<u64>>,
    /// Neighbours that were fetched together, and their position.
    fetched: (u64, Arc<[u8]>),
}

/// A part of an archive.
pub(crate) enum Part {
    /// To the end of the range.
    File(io::Take<File>),
    Stream(Box<dyn Read + Send>),
    Remote(Pieces),
    /// In memory, to this position.
    Fetched(Cursor<Arc<[u8]>>, u64),
}

impl Parts {
    pub(crate) fn new(origin: Opened, ranges: Vec<Range<u64>>) -> Parts {
        Parts { origin, ranges: ranges.into_iter(), fetched: (0, Arc::default()) }
    }

    /// Returns the next part with its position. `None` if there is none.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub(crate) fn next(&mut self) -> io::Result<Option<(u64, Part)>> {
        let Some(range) = self.ranges.next() else { return Ok(None) };
        let begin = range.start;
        let part = match &mut self.origin {
            Opened::File(file) => {
                file.seek(SeekFrom::Start(begin))?;
                Part::File(file.try_clone()?.take(range.end - begin))
            }
            Opened::Stream(source) => {
                Part::Stream(std::mem::replace(source, Box::new(io::empty())))
            }
            Opened::Remote { .. } => self.remote_part(range)?,
        };
        Ok(Some((begin, part)))
    }

    /// Returns a part of a remote archive. Fetches it with its neighbours, if it is a short one.
    fn remote_part(&mut self, range: Range<u64>) -> io::Result<Part> {
        let Opened::Remote { remote, state } = &self.origin else {
            return Ok(Part::Stream(Box::new(io::empty())));
        };
        let range = range.start.min(state.bytes)..range.end.min(state.bytes);
        let (position, bytes) = &self.fetched;
        if range.start < *position || range.end > position + bytes.len() as u64 {
            let group = group(&range, self.ranges.as_slice(), state.bytes);
            if group.end - group.start > PIECE_BYTES {
                return Ok(Part::Remote(Pieces::new(Arc::clone(remote), state.clone(), group)));
            }
            // The last group is dropped first, so that two of them are never in memory.
            self.fetched = (group.start, Arc::default());
            if !group.is_empty() {
                self.fetched.1 = fetch(&**remote, group, state)?.into();
            }
        }
        let (position, bytes) = &self.fetched;
        let mut cursor = Cursor::new(Arc::clone(bytes));
        cursor.set_position(range.start - position);
        Ok(Part::Fetched(cursor, range.end - position))
    }
}

/// Returns what is fetched together with a range: the next ones that are near, as far as all of it
/// is a piece at most.
fn group(first: &Range<u64>, next: &[Range<u64>], archive_bytes: u64) -> Range<u64> {
    let mut group = first.clone();
    for range in next {
        let end = range.end.min(archive_bytes);
        let is_near = range.start >= group.end && range.start - group.end < NEAR_BYTES;
        if !is_near || end < range.start || end - group.start > PIECE_BYTES {
            break;
        }
        group.end = end;
    }
    group
}

impl Read for Part {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Part::File(file) => file.read(buffer),
            Part::Stream(stream) => stream.read(buffer),
            Part::Remote(pieces) => pieces.read(buffer),
            Part::Fetched(bytes, end) => {
                let left = usize::try_from(*end - bytes.position()).unwrap_or(usize::MAX);
                let room = buffer.len().min(left);
                bytes.read(&mut buffer[..room])
            }
        }
    }
}

/// Returns the range of a whole archive from a position on.
pub(crate) fn all_from(offset: u64) -> Range<u64> {
    offset..u64::MAX
}

/// Returns ranges in the order of their positions. Each ends where the next one begins at the
/// latest, and those without bytes are left out.
pub(crate) fn in_order(mut ranges: Vec<Range<u64>>) -> Vec<Range<u64>> {
    ranges.retain(|range| !range.is_empty());
    ranges.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    ranges.dedup_by_key(|range| range.start);
    for at in 1..ranges.len() {
        ranges[at - 1].end = ranges[at - 1].end.min(ranges[at].start);
    }
    ranges
}

/// Returns the ranges from a position on.
pub(crate) fn from(ranges: &[Range<u64>], offset: u64) -> Vec<Range<u64>> {
    let ahead = ranges.iter().filter(|range| range.end > offset);
    ahead.map(|range| range.start.max(offset)..range.end).collect()
}

/// Returns the hash of ranges, in hexadecimal digits.
pub(crate) fn hash(ranges: &[Range<u64>]) -> String {
    let mut hash = Sha256::new();
    for range in ranges {
        hash.update(range.start.to_le_bytes());
        hash.update(range.end.to_le_bytes());
    }
    crate::hex(&hash.finalize()[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_put_in_order() {
        #[expect(clippy::reversed_empty_ranges, reason = "it is what is tested")]
        let ranges = vec![50..60, 0..10, 5..20, 50..55, 30..30, 70..65];
        assert_eq!(in_order(ranges), [0..5, 5..20, 50..60]);
        assert_eq!(from(&[0..5, 5..20, 50..60], 10), [10..20, 50..60]);
        assert_ne!(hash(&[0..5, 9..10]), hash(&[0..6, 9..10]));
    }

    #[test]
    fn neighbours_are_fetched_together() {
        let near = 10 + NEAR_BYTES - 1;
        let next = [near..near + 5, near + 5 + NEAR_BYTES..u64::MAX];
        assert_eq!(group(&(0..10), &next, u64::MAX), 0..near + 5);
        assert_eq!(group(&(0..10), &next, near + 2), 0..near + 2);
        assert_eq!(group(&(0..10), &[], u64::MAX), 0..10);
        let many: Vec<_> = (1..100).map(|at| at * (1 << 19)..(at + 1) * (1 << 19)).collect();
        assert_eq!(group(&(0..1 << 19), &many, u64::MAX), 0..PIECE_BYTES);
    }
}
