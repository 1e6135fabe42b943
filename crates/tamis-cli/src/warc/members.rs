//! Gzip data member after member, going on behind a broken one.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

/// What a member begins with: the magic and the only method there is.
const MEMBER_MAGIC: &[u8] = b"\x1f\x8b\x08";

/// How far the search for the next member goes back, in bytes: a member that is cut off makes the decoder read into
/// the next one before it notices.
const REWOUND_BYTES: usize = 4096;

/// The decompressed data of all members. A broken member is an error once; the next reading goes on with the next
/// member that can be found.
#[derive(Debug)]
pub struct Members<R> {
    state: State<R>,
}

#[derive(Debug)]
enum State<R> {
    Between(Raw<R>),
    Inside(Box<GzDecoder<Raw<R>>>),
    Lost(Raw<R>),
    Ended,
}

impl<R: BufRead> Members<R> {
    pub fn new(input: R) -> Members<R> {
        Members { state: State::Between(Raw::new(input)) }
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            // An error of the input itself leaves the end behind: nothing more can be read.
            self.state = match std::mem::replace(&mut self.state, State::Ended) {
                State::Between(mut raw) => {
                    if raw.fill_buf()?.is_empty() {
                        return Ok(0);
                    }
                    raw.recent.clear();
                    State::Inside(Box::new(GzDecoder::new(raw)))
                }
                State::Inside(mut member) => match member.read(buffer) {
                    Ok(0) => State::Between(member.into_inner()),
                    Ok(count) => {
                        self.state = State::Inside(member);
                        return Ok(count);
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                        State::Inside(member)
                    }
                    Err(error) => {
                        let mut raw = member.into_inner();
                        raw.rewind();
                        self.state = State::Lost(raw);
                        return Err(error);
                    }
                },
                State::Lost(mut raw) => {
                    if !raw.find_magic()? {
                        return Ok(0);
                    }
                    State::Between(raw)
                }
                State::Ended => return Ok(0),
            }
        }
    }
}

/// The input, of which the last bytes can be read again.
#[derive(Debug)]
struct Raw<R> {
    input: R,
    /// Bytes that come before the input, from `again_at`.
    again: Vec<u8>,
    again_at: usize,
    /// The last bytes read since the member began.
    recent: Vec<u8>,
    /// How many bytes may still be read again. It grows with the input, so that time stays linear in it.
    credit: usize,
}

impl<R: BufRead> Raw<R> {
    fn new(input: R) -> Raw<R> {
        Raw { input, again: Vec::new(), again_at: 0, recent: Vec::new(), credit: REWOUND_BYTES }
    }

    /// Goes back, but not to the member's own beginning, and not more often than the input is long.
    fn rewind(&mut self) {
        let begin = self.recent.len().saturating_sub(REWOUND_BYTES).max(1);
        let mut again = self.recent.get(begin..).unwrap_or_default().to_vec();
        self.recent.clear();
        match self.credit.checked_sub(again.len()) {
            Some(credit) => self.credit = credit,
            None => return,
        }
        again.extend_from_slice(&self.again[self.again_at..]);
        (self.again, self.again_at) = (again, 0);
    }

    /// Goes to the next magic; false if there is none.
    fn find_magic(&mut self) -> io::Result<bool> {
        let mut matched = 0;
        while matched < MEMBER_MAGIC.len() {
            let bytes = self.fill_buf()?;
            if bytes.is_empty() {
                return Ok(false);
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
        let again = [MEMBER_MAGIC, &self.again[self.again_at..]].concat();
        (self.again, self.again_at) = (again, 0);
        Ok(true)
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
        if self.again_at < self.again.len() {
            self.recent.extend_from_slice(&self.again[self.again_at..self.again_at + count]);
            self.again_at += count;
        } else {
            // What is consumed was filled before, so that this reads nothing and can't fail.
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

    /// The texts between errors.
    fn read_all(data: &[u8]) -> Vec<String> {
        let mut members = Members::new(data);
        let mut texts = vec![String::new()];
        let mut buffer = [0; 3];
        loop {
            match members.read(&mut buffer) {
                Ok(0) => return texts,
                Ok(count) => {
                    let text = std::str::from_utf8(&buffer[..count]).unwrap();
                    texts.last_mut().unwrap().push_str(text);
                }
                Err(_) => texts.push(String::new()),
            }
        }
    }

    #[test]
    fn members_follow_each_other() {
        assert_eq!(read_all(&[member("one "), member(""), member("two")].concat()), ["one two"]);
        assert_eq!(read_all(b""), [""]);
    }

    #[test]
    fn behind_a_broken_member_comes_the_next() {
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
    fn many_false_beginnings_take_linear_time() {
        // Each magic is followed by a header with a name that does not end.
        let data = b"\x1f\x8b\x08\x08\0\0\0\0\0\x03name".repeat(1 << 17);
        let begin = std::time::Instant::now();
        assert!(read_all(&data).iter().all(String::is_empty));
        assert!(begin.elapsed() < std::time::Duration::from_secs(20));
    }

    #[test]
    fn garbage_is_an_error_and_ends() {
        assert_eq!(read_all(b"garbage without any member"), ["", ""]);
        assert_eq!(read_all(&[&member("one")[..], b"\0\0\0\0"].concat()), ["one", ""]);
    }
}
