//! Gzip data, member after member. Reading goes on after a broken member.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

use crate::input::SourceFailed;

/// The first bytes of a member: the magic and deflate, the only compression method.
const MEMBER_MAGIC: &[u8] = b"\x1f\x8b\x08";

/// The distance that the search for the next member goes back, in bytes. If a member is cut off,
/// the decoder reads into the next one before it notices.
const REWOUND_BYTES: usize = 4096;

/// The decompressed data of all members. A broken member is an error once. The next reading goes
/// on with the next member that can be found.
///
/// Each reading gives data of one member only.
#[derive(Debug)]
pub(crate) struct Members<R> {
    state: State<R>,
    member_offset: u64,
}

#[derive(Debug)]
enum State<R> {
    Between(Raw<R>),
    Inside(Box<GzDecoder<Raw<R>>>),
    /// After a broken member: the next one has to be found.
    Lost(Raw<R>),
    Ended,
}

impl<R: BufRead> Members<R> {
    pub(crate) fn new(input: R) -> Members<R> {
        Members { state: State::Between(Raw::new(input)), member_offset: 0 }
    }

    /// The position in the input of the member that the last reading gave data of.
    pub(crate) fn member_offset(&self) -> u64 {
        self.member_offset
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            // If the input itself fails, the state stays `Ended`.
            self.state = match std::mem::replace(&mut self.state, State::Ended) {
                State::Between(mut raw) => {
                    if raw.fill_buf()?.is_empty() {
                        self.state = State::Between(raw);
                        return Ok(0);
                    }
                    raw.recent.clear();
                    self.member_offset = raw.position();
                    State::Inside(Box::new(GzDecoder::new(raw)))
                }
                State::Inside(mut member) => match member.read(buffer) {
                    Ok(0) => State::Between(member.into_inner()),
                    Ok(count) => {
                        self.state = State::Inside(member);
                        return Ok(count);
                    }
                    Err(error) => {
                        if !SourceFailed::is_cause_of(&error) {
                            let mut raw = member.into_inner();
                            raw.rewind();
                            self.state = State::Lost(raw);
                        }
                        return Err(error);
                    }
                },
                State::Lost(mut raw) => {
                    raw.find_magic()?;
                    State::Between(raw)
                }
                State::Ended => return Ok(0),
            }
        }
    }
}

/// The compressed input. Its last bytes can be read again.
#[derive(Debug)]
struct Raw<R> {
    input: R,
    /// Bytes to read before the input, from `again_at`. Empty once the input is read on.
    again: Vec<u8>,
    again_at: usize,
    /// The last bytes read since the member began.
    recent: Vec<u8>,
    /// The number of bytes that may still be read again. It grows with the input, which keeps the
    /// time linear in it.
    credit: usize,
    /// The number of bytes consumed, including bytes that were read again.
    consumed: u64,
    /// The number of bytes put back to be read again.
    put_back: u64,
}

impl<R: BufRead> Raw<R> {
    fn new(input: R) -> Raw<R> {
        Raw {
            input,
            again: Vec::new(),
            again_at: 0,
            recent: Vec::new(),
            credit: REWOUND_BYTES,
            consumed: 0,
            put_back: 0,
        }
    }

    /// The position of the next byte in the input.
    fn position(&self) -> u64 {
        self.consumed - self.put_back
    }

    /// Goes back to search for a member, but not to the beginning of the broken one. Does nothing
    /// if the credit is used up.
    fn rewind(&mut self) {
        let begin = self.recent.len().saturating_sub(REWOUND_BYTES).max(1);
        let bytes = self.recent.get(begin..).unwrap_or_default().to_vec();
        self.recent.clear();
        if let Some(credit) = self.credit.checked_sub(bytes.len()) {
            self.credit = credit;
            self.put_back(&bytes);
        }
    }

    /// Makes the last bytes that were consumed the next ones.
    fn put_back(&mut self, bytes: &[u8]) {
        self.put_back += bytes.len() as u64;
        if bytes.len() <= self.again_at {
            self.again_at -= bytes.len();
            return;
        }
        self.again = [bytes, &self.again[self.again_at..]].concat();
        self.again_at = 0;
    }

    /// Goes to the next magic, or to the end of the input.
    fn find_magic(&mut self) -> io::Result<()> {
        let mut matched = 0;
        while matched < MEMBER_MAGIC.len() {
            let bytes = self.fill_buf()?;
            if bytes.is_empty() {
                return Ok(());
            }
            let mut seen = 0;
            while seen < bytes.len() && matched < MEMBER_MAGIC.len() {
                let byte = bytes[seen];
                seen += 1;
                let goes_on = byte == MEMBER_MAGIC[matched];
                matched = if goes_on { matched + 1 } else { usize::from(byte == MEMBER_MAGIC[0]) };
            }
            self.consume(seen);
        }
        self.put_back(MEMBER_MAGIC);
        Ok(())
    }
}

impl<R: BufRead> BufRead for Raw<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.again_at < self.again.len() {
            return Ok(&self.again[self.again_at..]);
        }
        self.input.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.consumed += count as u64;
        if self.again_at < self.again.len() {
            self.recent.extend_from_slice(&self.again[self.again_at..self.again_at + count]);
            self.again_at += count;
        } else {
            self.again.clear();
            self.again_at = 0;
            // Consumed bytes were filled before: this reads nothing and can't fail.
            let bytes = self.input.fill_buf().unwrap_or_default();
            self.recent.extend_from_slice(&bytes[..count.min(bytes.len())]);
            self.input.consume(count);
            self.credit = self.credit.saturating_add(count);
        }
        if self.recent.len() > 8 * REWOUND_BYTES {
            self.recent.drain(..self.recent.len() - REWOUND_BYTES);
        }
    }
}

impl<R: BufRead> Read for Raw<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?;
        let count = bytes.len().min(buffer.len());
        buffer[..count].copy_from_slice(&bytes[..count]);
        self.consume(count);
        Ok(count)
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

    /// The texts between errors, and the number of bytes consumed to find them.
    fn read_counted(data: &[u8]) -> (Vec<String>, u64) {
        let mut members = Members::new(data);
        let mut texts = vec![String::new()];
        let mut buffer = [0; 3];
        loop {
            match members.read(&mut buffer) {
                Ok(0) => {
                    let State::Between(raw) = &members.state else { panic!("{members:?}") };
                    assert_eq!(raw.position(), data.len() as u64);
                    return (texts, raw.consumed);
                }
                Ok(count) => {
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
    fn the_position_of_a_member_is_known() {
        let (one, two) = (member("one"), member("two"));
        let garbage = b"garbage";
        let data = [&one[..], garbage, &two].concat();
        let mut members = Members::new(data.as_slice());
        let mut buffer = [0; 8];
        assert_eq!((members.read(&mut buffer).unwrap(), members.member_offset()), (3, 0));
        assert!(members.read(&mut buffer).is_err());
        assert_eq!(members.read(&mut buffer).unwrap(), 3);
        assert_eq!(members.member_offset(), (one.len() + garbage.len()) as u64);
    }

    #[test]
    fn many_false_members_are_searched_in_linear_steps() {
        // The name in each false header goes on to the end of its block, and the deflate data after
        // it is not valid. Without a credit, each block is read again from each of its headers.
        let header = b"\x1f\x8b\x08\x08\x01\x01\x01\x01\x01\x03name";
        let block = [&header.repeat(REWOUND_BYTES / header.len())[..], b"\0\xff"].concat();
        let data = block.repeat(16);
        let (texts, consumed) = read_counted(&data);
        assert!(texts.iter().all(String::is_empty));
        assert!(consumed <= 3 * data.len() as u64, "{consumed} steps for {} bytes", data.len());
    }

    #[test]
    fn garbage_is_an_error_and_ends() {
        assert_eq!(read_all(b"garbage without any member"), ["", ""]);
        assert_eq!(read_all(&[&member("one")[..], b"\0\0\0\0"].concat()), ["one", ""]);
    }
}
