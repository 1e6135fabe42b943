//! The text of an archive that is in memory. The reader looks at it before it consumes it.
//!
//! A record of an archive states its length, and the next record begins after that many bytes. If
//! the length is wrong, a reader that believes it loses more than one record. For example, a record
//! of 2 kB that claims 60 MB takes all records in the next 60 MB with it. To read these bytes again
//! is no remedy, because an archive made of wrong lengths would then be read a thousand times.
//!
//! So the reader keeps what it has read in a window, and consumes nothing of a record before it has
//! looked at what follows the record. With the text, the window knows two things about it:
//!
//! - The borders of units, which are gzip members or Zstandard frames. Most archives have a unit
//!   for each record, so a record that goes on in a unit that begins with another record has a
//!   wrong length.
//! - The breaks, where text is missing because the archive is damaged. The text before a break can
//!   still be used.
//!
//! A window grows up to the room for one record. For a larger block, the text is taken out of the
//! window ([`Held`]) while the rest is skipped, and put back if the length turns out to be wrong.
//! The buffer grows by half, so that each byte is moved a few times at most and the time stays
//! linear.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use crate::config::Compression;
use crate::input::Skipped;
use crate::source::Source;
use crate::units::Piece;

/// The room for text, in bytes, before it grows. At least this much is read at once.
const ROOM_BYTES: usize = 1 << 16;

/// The largest room, in bytes, that is kept without text.
const KEPT_BYTES: usize = 1 << 20;

/// The text at the position of the reader, as far as it is in memory.
#[derive(Debug)]
pub(crate) struct Window<R> {
    source: Source<R>,
    /// All bytes are initialized; those of `begin..end` are text.
    buffer: Vec<u8>,
    begin: usize,
    end: usize,
    /// The position of `begin` in the text of the archive.
    position: u64,
    unit: Unit,
    /// Borders at or after `position`, in their order.
    borders: VecDeque<(u64, Border)>,
    /// Places where text is missing, in their order.
    breaks: VecDeque<(u64, io::Error)>,
    has_ended: bool,
    /// The number of bytes moved within memory.
    #[cfg(test)]
    pub(crate) moved: usize,
    /// The number of bytes consumed, including those that were consumed again.
    #[cfg(test)]
    pub(crate) consumed: usize,
}

/// A part of the archive that is compressed on its own, or the whole archive if it is not
/// compressed.
#[derive(Debug, Clone, Copy)]
struct Unit {
    /// The position of its first byte of text.
    position: u64,
    /// Its position in the source.
    offset: u64,
}

#[derive(Debug, Clone, Copy)]
enum Border {
    Begin(Unit),
    /// The end of a unit, at this position in the source.
    End(u64),
}

/// The first byte of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Place {
    /// Its position in the text.
    pub(crate) position: u64,
    /// Its position in the source, or that of the unit that it is in.
    pub(crate) offset: u64,
    /// True if it is the first byte of a unit.
    pub(crate) begins_unit: bool,
}

/// Text that was taken out of a window to read behind it.
#[derive(Debug)]
pub(crate) struct Held {
    text: Vec<u8>,
    position: u64,
    unit: Unit,
    borders: VecDeque<(u64, Border)>,
}

impl Held {
    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }
}

impl<R: Read> Window<R> {
    /// Returns the text of this archive, which has the compression `assumed` if its first bytes do
    /// not say.
    pub(crate) fn new(source: R, assumed: Compression) -> Window<R> {
        Window {
            source: Source::new(source, assumed),
            buffer: Vec::new(),
            begin: 0,
            end: 0,
            position: 0,
            unit: Unit { position: 0, offset: 0 },
            borders: VecDeque::new(),
            breaks: VecDeque::new(),
            has_ended: false,
            #[cfg(test)]
            moved: 0,
            #[cfg(test)]
            consumed: 0,
        }
    }

    /// Returns the text in memory up to the next break.
    pub(crate) fn text(&self) -> &[u8] {
        &self.buffer[self.begin..self.begin + self.text_bytes()]
    }

    fn text_bytes(&self) -> usize {
        let bytes = self.end - self.begin;
        self.breaks.front().map_or(bytes, |(at, _)| bytes.min((at - self.position) as usize))
    }

    /// Returns the place of the next byte, which is in memory.
    pub(crate) fn place(&mut self) -> Place {
        while let Some((_, border)) = self.borders.pop_front_if(|(at, _)| *at <= self.position) {
            self.pass(border);
        }
        let inside = self.position - self.unit.position;
        let offset = self.unit.offset + if self.source.is_packed() { 0 } else { inside };
        Place { position: self.position, offset, begins_unit: inside == 0 }
    }

    /// Returns true if no unit has begun after this place.
    pub(crate) fn is_in_unit_of(&self, place: Place) -> bool {
        self.unit.position <= place.position
    }

    /// Reads until this many bytes are in memory, or there is a break or the end of the source.
    /// Returns the number of bytes in memory.
    pub(crate) fn fill_to(&mut self, bytes: usize) -> usize {
        while self.text_bytes() < bytes && self.can_grow() {
            self.fill();
        }
        self.text_bytes()
    }

    /// Reads until this many bytes are in memory, or the end of the unit. Returns the number of
    /// bytes to that end if it is known and nearer.
    pub(crate) fn fill_to_end_of_unit(&mut self, bytes: usize) -> Option<usize> {
        loop {
            if let Some((at, _)) = self.end_of_unit() {
                let to_end = (at - self.position) as usize;
                return (to_end < bytes).then_some(to_end);
            }
            if self.text_bytes() >= bytes || !self.can_grow() {
                return None;
            }
            self.fill();
        }
    }

    /// Returns the position of the first end of a unit from here on, in the text and in the source.
    fn end_of_unit(&self) -> Option<(u64, u64)> {
        self.borders.iter().find_map(|&(at, border)| match border {
            Border::End(offset) => Some((at, offset)),
            Border::Begin(_) => None,
        })
    }

    /// Returns the position in the source at which a unit ends after this many bytes of text and
    /// some line ends. `None` if there is anything else before its end.
    pub(crate) fn end_offset(&self, bytes: usize) -> Option<u64> {
        let begin = self.position + bytes as u64;
        let (at, offset) = self.borders.iter().find_map(|&(at, border)| match border {
            Border::End(offset) if at >= begin => Some((at, offset)),
            _ => None,
        })?;
        let mut after = self.text().get(bytes..(at - self.position) as usize)?;
        while let Some(rest) = after.strip_prefix(b"\r\n").or_else(|| after.strip_prefix(b"\n")) {
            after = rest;
        }
        after.is_empty().then_some(offset)
    }

    /// Returns true if this is a compressed archive.
    pub(crate) fn is_packed(&self) -> bool {
        self.source.is_packed()
    }

    /// Returns true if text is missing after the text in memory.
    pub(crate) fn is_broken(&self) -> bool {
        !self.breaks.is_empty()
    }

    /// Returns true if the next break is one of text that was consumed.
    pub(crate) fn is_skipped_next(&self) -> bool {
        self.breaks.front().is_some_and(|(_, error)| Skipped::is_cause_of(error))
    }

    fn can_grow(&self) -> bool {
        self.breaks.is_empty() && !self.has_ended
    }

    /// Reads one piece.
    fn fill(&mut self) {
        self.make_room();
        let at = self.position + (self.end - self.begin) as u64;
        match self.source.read_piece(&mut self.buffer[self.end..]) {
            Ok(Piece::Text(count)) => self.end += count,
            Ok(Piece::Begin(offset)) => {
                self.borders.push_back((at, Border::Begin(Unit { position: at, offset })));
            }
            Ok(Piece::End(offset)) => {
                let is_empty = |&mut (begin, border): &mut (u64, Border)| {
                    begin == at && matches!(border, Border::Begin(_))
                };
                if self.borders.pop_back_if(is_empty).is_none() {
                    self.borders.push_back((at, Border::End(offset)));
                }
            }
            Ok(Piece::Nothing) => self.has_ended = true,
            Err(error) => self.breaks.push_back((at, error)),
        }
    }

    /// Makes room for reading: moves the text, or makes the buffer half as large again. So each
    /// byte is moved a few times at most.
    fn make_room(&mut self) {
        if self.buffer.len() - self.end >= ROOM_BYTES {
            return;
        }
        let bytes = self.end - self.begin;
        if self.begin < bytes || self.buffer.len() - bytes < ROOM_BYTES {
            let more = (self.buffer.len() / 2).max(2 * ROOM_BYTES);
            self.buffer.resize(self.buffer.len() + more, 0);
        }
        self.buffer.copy_within(self.begin..self.end, 0);
        self.note_moved(bytes);
        (self.begin, self.end) = (0, bytes);
    }

    /// Consumes the rest of the line. A unit that begins also begins a line.
    pub(crate) fn skip_line(&mut self) -> io::Result<()> {
        let begin = self.position;
        loop {
            let text_bytes = self.fill_buf()?.len();
            let unit = self.borders.iter().find_map(|&(at, border)| {
                let begins = at > begin && matches!(border, Border::Begin(_));
                begins.then(|| (at - self.position) as usize)
            });
            let bytes = unit.map_or(text_bytes, |bytes| bytes.min(text_bytes));
            let line_end = self.text()[..bytes].iter().position(|&byte| byte == b'\n');
            self.consume(line_end.map_or(bytes, |end| end + 1));
            if bytes == 0 || line_end.is_some() {
                return Ok(());
            }
        }
    }

    /// Consumes this many bytes, which are in memory, and returns them.
    pub(crate) fn take_bytes(&mut self, bytes: usize) -> Vec<u8> {
        let rest = self.begin + bytes..self.end;
        if bytes < KEPT_BYTES || rest.len() > bytes || self.is_broken() {
            let taken = self.text()[..bytes].to_vec();
            self.note_moved(bytes);
            self.consume(bytes);
            return taken;
        }
        // The buffer itself becomes the result: a large record is in memory once.
        let kept = self.buffer[rest].to_vec();
        self.note_moved(kept.len() + bytes);
        let mut taken = std::mem::replace(&mut self.buffer, kept);
        taken.truncate(self.begin + bytes);
        taken.drain(..self.begin);
        taken.shrink_to_fit();
        (self.begin, self.end) = (0, self.buffer.len());
        self.pass_bytes(bytes);
        taken
    }

    /// Takes all text out of memory, to read behind it. There is no break in it.
    pub(crate) fn hold(&mut self) -> Held {
        let (bytes, position, unit) = (self.text_bytes(), self.position, self.unit);
        let borders = self.borders.clone();
        Held { text: self.take_bytes(bytes), position, unit, borders }
    }

    /// Puts text back before the text in memory. The text that was consumed since then is missing,
    /// so there is a break after it.
    pub(crate) fn put_back(&mut self, held: Held) {
        let here = self.place();
        let shift = self.position - held.position - held.text.len() as u64;
        let moved = |unit: Unit| Unit { position: unit.position + shift, ..unit };
        let of_rest = if self.is_packed() {
            self.unit
        } else {
            Unit { position: self.position, offset: here.offset }
        };
        self.borders.push_front((self.position, Border::Begin(of_rest)));
        for (at, border) in held.borders.into_iter().rev() {
            let border = match border {
                Border::Begin(unit) => Border::Begin(moved(unit)),
                Border::End(offset) => Border::End(offset),
            };
            self.borders.push_front((at + shift, border));
        }
        self.breaks.push_front((self.position, io::Error::other(Skipped)));
        self.unit = moved(held.unit);
        self.position -= held.text.len() as u64;
        let mut buffer = held.text;
        buffer.extend_from_slice(&self.buffer[self.begin..self.end]);
        self.note_moved(self.end - self.begin);
        self.buffer = buffer;
        (self.begin, self.end) = (0, self.buffer.len());
    }

    /// Passes bytes that are not in the buffer any more.
    fn pass_bytes(&mut self, bytes: usize) {
        self.position += bytes as u64;
        #[cfg(test)]
        {
            self.consumed += bytes;
        }
        while let Some((_, border)) = self.borders.pop_front_if(|(at, _)| *at < self.position) {
            self.pass(border);
        }
    }

    fn pass(&mut self, border: Border) {
        if let Border::Begin(unit) = border {
            self.unit = unit;
        }
    }

    #[cfg(test)]
    fn note_moved(&mut self, bytes: usize) {
        self.moved += bytes;
    }

    #[cfg(not(test))]
    #[expect(clippy::unused_self, reason = "counts only in tests")]
    fn note_moved(&self, _bytes: usize) {}
}

/// A break is an error once.
impl<R: Read> BufRead for Window<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.fill_to(1) == 0
            && let Some((_, error)) = self.breaks.pop_front()
        {
            return Err(error);
        }
        Ok(self.text())
    }

    fn consume(&mut self, bytes: usize) {
        self.begin += bytes;
        self.pass_bytes(bytes);
        if self.begin == self.end && self.buffer.len() > KEPT_BYTES {
            self.buffer = Vec::new();
            (self.begin, self.end) = (0, 0);
        }
    }
}

impl<R: Read> Read for Window<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?;
        let count = bytes.len().min(buffer.len());
        buffer[..count].copy_from_slice(&bytes[..count]);
        self.consume(count);
        Ok(count)
    }
}
