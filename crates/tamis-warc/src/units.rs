//! The units of a compressed archive: gzip members or Zstandard frames. Reading goes on after a
//! broken one.
//!
//! Most archives compress each record on its own, so damage costs one record if the reader can find
//! the next one. A unit begins with a magic of a few bytes, which is searched after an error. The
//! decoder may have read far beyond the damage before it noticed it: a member that was cut off goes
//! on with the bytes of the next one. So the search goes back some bytes first. For example, if
//! member 5 is cut in the middle, the error is found within member 6, and going back finds the
//! magic of member 6.
//!
//! A magic can occur by chance in compressed data. Then the unit that seems to begin there is
//! broken, too, and the search goes on. Going back has a budget, so that an archive made of such
//! bytes takes linear time.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

use crate::frames::{FRAME_MAGIC, Frames};
use crate::input::SourceFailed;
use crate::raw::Raw;

/// The first bytes of a gzip member: the magic and deflate, the only compression method.
const MEMBER_MAGIC: &[u8] = b"\x1f\x8b\x08";

/// The distance that the search for the next member goes back, in bytes. If a member is cut off,
/// the decoder reads into the next one before it notices.
const REWOUND_MEMBER_BYTES: usize = 4096;

/// The same for frames. It is larger, because a block of a frame is read as a whole, and there must
/// be room for two of the largest blocks.
const REWOUND_FRAME_BYTES: usize = 256 << 10;

/// The text of a compressed archive, or a border in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A unit begins, at this position in the input.
    Begin(u64),
    /// This number of bytes of text.
    Text(usize),
    /// The unit is whole, and ends at this position in the input.
    End(u64),
    /// The input has ended.
    Nothing,
}

/// The decompressed data of all units. A broken unit is an error once. The next reading goes on
/// with the next unit that can be found.
#[derive(Debug)]
pub(crate) struct Units<R> {
    state: State<R>,
    /// The decoder of frames. `None` if the units are gzip members.
    frames: Option<Frames>,
}

#[derive(Debug)]
enum State<R> {
    Between(Raw<R>),
    Member(Box<GzDecoder<Raw<R>>>),
    /// In a frame, and true if it is the first one.
    Frame(Raw<R>, bool),
    /// After a broken unit: the next one has to be found.
    Lost(Raw<R>),
    Ended,
}

impl<R: BufRead> Units<R> {
    /// Returns the members of gzip data.
    pub(crate) fn gzip(input: R) -> Units<R> {
        Units { state: State::Between(Raw::new(input, REWOUND_MEMBER_BYTES)), frames: None }
    }

    /// Returns the frames of Zstandard data.
    pub(crate) fn zstd(input: R) -> Units<R> {
        let state = State::Between(Raw::new(input, REWOUND_FRAME_BYTES));
        Units { state, frames: Some(Frames::new()) }
    }

    /// Reads the next piece, text into the buffer, which is not empty.
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> io::Result<Piece> {
        loop {
            // If the input itself fails, the state stays `Ended`.
            match std::mem::replace(&mut self.state, State::Ended) {
                State::Between(mut raw) => {
                    if raw.fill_buf()?.is_empty() {
                        self.state = State::Between(raw);
                        return Ok(Piece::Nothing);
                    }
                    raw.begin_unit();
                    let begin = raw.position();
                    self.state = match self.frames {
                        Some(_) => State::Frame(raw, begin == 0),
                        None => State::Member(Box::new(GzDecoder::new(raw))),
                    };
                    return Ok(Piece::Begin(begin));
                }
                State::Member(member) => return self.read_member(member, buffer),
                State::Frame(raw, is_first) => return self.read_frame(raw, is_first, buffer),
                State::Lost(mut raw) => {
                    raw.find(if self.frames.is_some() { FRAME_MAGIC } else { MEMBER_MAGIC })?;
                    self.state = State::Between(raw);
                }
                State::Ended => return Ok(Piece::Nothing),
            }
        }
    }

    fn read_member(
        &mut self,
        mut member: Box<GzDecoder<Raw<R>>>,
        buffer: &mut [u8],
    ) -> io::Result<Piece> {
        match member.read(buffer) {
            Ok(0) => Ok(self.end_unit(member.into_inner())),
            Ok(count) => {
                self.state = State::Member(member);
                Ok(Piece::Text(count))
            }
            Err(error) => Err(self.note_failure(member.into_inner(), error)),
        }
    }

    fn read_frame(
        &mut self,
        mut raw: Raw<R>,
        is_first: bool,
        buffer: &mut [u8],
    ) -> io::Result<Piece> {
        let Some(frames) = &mut self.frames else { return Ok(Piece::Nothing) };
        match frames.read(&mut raw, buffer, is_first) {
            Ok(0) => Ok(self.end_unit(raw)),
            Ok(count) => {
                self.state = State::Frame(raw, is_first);
                Ok(Piece::Text(count))
            }
            Err(error) => Err(self.note_failure(raw, error)),
        }
    }

    fn end_unit(&mut self, raw: Raw<R>) -> Piece {
        let end = raw.position();
        self.state = State::Between(raw);
        Piece::End(end)
    }

    fn note_failure(&mut self, mut raw: Raw<R>, error: io::Error) -> io::Error {
        if !SourceFailed::is_cause_of(&error) {
            raw.rewind();
            self.state = State::Lost(raw);
        }
        error
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    fn member(text: &str) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    /// Returns the texts between errors, and the number of bytes consumed to find them.
    fn read_counted(data: &[u8]) -> (Vec<String>, u64) {
        let mut members = Units::gzip(data);
        let mut texts = vec![String::new()];
        let mut buffer = [0; 3];
        loop {
            match members.read(&mut buffer) {
                Ok(Piece::Begin(_) | Piece::End(_)) => {}
                Ok(Piece::Nothing) => {
                    let State::Between(raw) = &members.state else { panic!("{members:?}") };
                    assert_eq!(raw.position(), data.len() as u64);
                    return (texts, raw.consumed);
                }
                Ok(Piece::Text(count)) => {
                    let text = std::str::from_utf8(&buffer[..count]).unwrap();
                    texts.last_mut().unwrap().push_str(text);
                }
                Err(_) => texts.push(String::new()),
            }
        }
    }

    fn read_all(data: &[u8]) -> Vec<String> {
        read_counted(data).0
    }

    #[test]
    fn members_follow_each_other() {
        assert_eq!(read_all(&[member("one "), member(""), member("two")].concat()), ["one two"]);
        assert_eq!(read_all(b""), [""]);
    }

    #[test]
    fn after_a_broken_member_comes_the_next() {
        let mut broken = member("broken broken broken");
        let end = broken.len();
        broken[end - 8] ^= 1;
        let data = [member("one "), broken, member("two")].concat();
        assert_eq!(read_all(&data), ["one broken broken broken", "two"]);
        let cut = &member("a text that is cut off")[..15];
        let texts = read_all(&[cut, &member("two")].concat());
        assert_eq!(texts.last().unwrap(), "two");
        assert!(texts.len() >= 2);
    }

    #[test]
    fn the_borders_of_members_are_known() {
        let (one, two) = (member("one"), member("two"));
        let garbage = b"garbage";
        let data = [&one[..], garbage, &two].concat();
        let mut members = Units::gzip(data.as_slice());
        let mut buffer = [0; 8];
        let mut next = || members.read(&mut buffer).ok();
        let begin = (one.len() + garbage.len()) as u64;
        let first = [Piece::Begin(0), Piece::Text(3), Piece::End(one.len() as u64)];
        let second = [Piece::Begin(begin), Piece::Text(3), Piece::End(data.len() as u64)];
        assert_eq!([next(), next(), next()], first.map(Some));
        // The garbage is taken for a member, which is an error.
        assert_eq!((next(), next()), (Some(Piece::Begin(one.len() as u64)), None));
        assert_eq!([next(), next(), next()], second.map(Some));
        assert_eq!((next(), next()), (Some(Piece::Nothing), Some(Piece::Nothing)));
    }

    #[test]
    fn many_false_members_are_searched_in_linear_steps() {
        // The name in each false header goes on to the end of its block, and the deflate data after
        // it is not valid. Without a credit, each block is read again from each of its headers.
        let header = b"\x1f\x8b\x08\x08\x01\x01\x01\x01\x01\x03name";
        let block = [&header.repeat(REWOUND_MEMBER_BYTES / header.len())[..], b"\0\xff"].concat();
        let data = block.repeat(16);
        let (texts, consumed) = read_counted(&data);
        assert!(texts.iter().all(String::is_empty));
        assert!(consumed <= 3 * data.len() as u64, "{consumed} steps for {} bytes", data.len());
    }

    #[test]
    fn many_false_frames_are_searched_in_linear_steps() {
        // Each false header is followed by a block that goes on for 128 KiB, or to the end.
        let (raw, repeated) = (b"\x28\xb5\x2f\xfd\x00\x58\x00\x00\x10", b"\x28\xb5\x2f\xfd\x00");
        for data in [raw.repeat(200_000), repeated.repeat(200_000)] {
            let mut units = Units::zstd(data.as_slice());
            let mut buffer = vec![0; 1 << 16];
            let raw = loop {
                match (units.read(&mut buffer), &units.state) {
                    (Ok(Piece::Nothing), State::Between(raw)) => break raw,
                    (outcome, _) => assert_ne!(outcome.ok(), Some(Piece::Nothing)),
                }
            };
            assert_eq!(raw.position(), data.len() as u64);
            let steps = raw.consumed;
            assert!(steps <= 3 * data.len() as u64, "{steps} steps for {} bytes", data.len());
        }
    }

    #[test]
    fn garbage_is_an_error_and_ends() {
        assert_eq!(read_all(b"garbage without any member"), ["", ""]);
        assert_eq!(read_all(&[&member("one")[..], b"\0\0\0\0"].concat()), ["one", ""]);
    }
}
