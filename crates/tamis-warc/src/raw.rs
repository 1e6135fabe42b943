//! The bytes of a compressed archive. The last ones can be read again.
//!
//! After a broken unit, the search for the next one has to go back, and the source may be a stream
//! that cannot. So the last bytes are kept. How many may be read again in all is a credit that
//! grows with the input: each byte that is read for the first time pays for one that is read again.
//! So no archive is read much more than twice.

use std::io::{self, BufRead, Read};

/// The compressed input. Its last bytes can be read again.
#[derive(Debug)]
pub(crate) struct Raw<R> {
    input: R,
    /// The distance that [`Raw::rewind`] goes back, in bytes.
    rewound_bytes: usize,
    /// Bytes to read before the input, from `again_at`. Empty once the input is read on.
    again: Vec<u8>,
    again_at: usize,
    /// The last bytes read since the unit began.
    recent: Vec<u8>,
    /// The number of bytes that may still be read again. It grows with the input, so that the time
    /// is linear in the input.
    credit: usize,
    /// The number of bytes consumed, including bytes that were read again.
    pub(crate) consumed: u64,
    /// The number of bytes put back to be read again.
    put_back: u64,
}

impl<R: BufRead> Raw<R> {
    /// Returns the input, of which the last `rewound_bytes` bytes can be read again.
    pub(crate) fn new(input: R, rewound_bytes: usize) -> Raw<R> {
        Raw {
            input,
            rewound_bytes,
            again: Vec::new(),
            again_at: 0,
            recent: Vec::new(),
            credit: rewound_bytes,
            consumed: 0,
            put_back: 0,
        }
    }

    /// Returns the position of the next byte in the input.
    pub(crate) fn position(&self) -> u64 {
        self.consumed - self.put_back
    }

    /// Notes that a unit begins here: [`Raw::rewind`] does not go back behind it.
    pub(crate) fn begin_unit(&mut self) {
        self.recent.clear();
    }

    /// Goes back to search for a unit, but not to the beginning of the broken one. Does nothing if
    /// the credit is used up.
    pub(crate) fn rewind(&mut self) {
        let begin = self.recent.len().saturating_sub(self.rewound_bytes).max(1);
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

    /// Goes to the next magic, or to the end of the input. The first byte of the magic is not in
    /// the rest of it.
    pub(crate) fn find(&mut self, magic: &[u8]) -> io::Result<()> {
        let mut matched = 0;
        while matched < magic.len() {
            let bytes = self.fill_buf()?;
            if bytes.is_empty() {
                return Ok(());
            }
            let mut seen = 0;
            while seen < bytes.len() && matched < magic.len() {
                let byte = bytes[seen];
                seen += 1;
                let goes_on = byte == magic[matched];
                matched = if goes_on { matched + 1 } else { usize::from(byte == magic[0]) };
            }
            self.consume(seen);
        }
        self.put_back(magic);
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
        if self.recent.len() > 8 * self.rewound_bytes {
            self.recent.drain(..self.recent.len() - self.rewound_bytes);
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
