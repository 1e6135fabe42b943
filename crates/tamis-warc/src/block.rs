//! The content block of a record: where it ends, and whether its length can be true.
//!
//! A length is believed if what comes after the block is what has to come there: line ends, a
//! record, or the end of the archive. This costs a look at some bytes, and it is enough, because a
//! wrong length ends at a random place in a page. For example, after a length that is one byte too
//! small there is the last byte of the page and not a line end.
//!
//! A length that ends by chance at the beginning of a later record is found by the units: if the
//! record began with its unit, and the next unit begins with a record, then the record ended with
//! its unit.
//!
//! A consistent record is never split, even if it contains the first line of a record, because a
//! page can be about archives or contain a whole one.

use std::io::{self, BufRead, Read};

use crate::input::Skipped;
use crate::source::RECORD_MAGIC;
use crate::window::{Held, Place, Window};

/// The number of bytes after a block that are looked at: room for the line ends of some writers.
pub(crate) const TAIL_BYTES: usize = 16;

/// The number of bytes that the first two lines of a header are searched in.
pub(crate) const SEEN_BYTES: usize = 256;

/// The number of bytes that are skipped at once.
const STEP_BYTES: usize = 1 << 16;

/// The block of a record whose length is not wrong.
#[derive(Debug)]
pub(crate) enum Block {
    /// This number of bytes, which are in memory.
    Whole(usize),
    /// A block that is larger than the room for it, and is consumed. Its first bytes.
    Large(Held),
}

/// The reason why there is no block.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The length is wrong. None of the block in memory is consumed.
    Length(String),
    /// The source ends within the block. None of the block in memory is consumed.
    End,
    /// The archive is damaged, or the source failed. The text before is consumed.
    Damage(io::Error),
}

/// Finds the end of the block that begins here and should have `length` bytes. At most `room`
/// bytes of it are in memory.
///
/// The length is wrong if the record began with its unit, and the next unit begins with a record
/// before the block ends. It is also wrong if neither line ends nor a record follow the block.
pub(crate) fn find_block<R: Read>(
    text: &mut Window<R>,
    record: Place,
    length: u64,
    room: usize,
) -> Result<Block, Fault> {
    let wanted = usize::try_from(length).unwrap_or(usize::MAX);
    let mut is_one_unit = record.begins_unit && text.is_in_unit_of(record);
    if is_one_unit && let Some(to_end) = text.fill_to_end_of_unit(wanted.min(room)) {
        check_next_unit(text, to_end)?;
        is_one_unit = false;
    }
    let bytes = text.fill_to(wanted.min(room));
    if bytes >= wanted {
        text.fill_to(wanted + TAIL_BYTES + 1);
        return check_end(&text.text()[wanted..]).map(|()| Block::Whole(wanted));
    }
    if bytes < room || text.is_broken() {
        return Err(shortage(text, bytes));
    }
    let held = text.hold();
    match skip(text, length - held.text().len() as u64, is_one_unit) {
        Ok(()) => Ok(Block::Large(held)),
        Err(fault @ Fault::Damage(_)) => Err(fault),
        Err(fault) => {
            text.put_back(held);
            Err(fault)
        }
    }
}

/// Returns the fault of a block of which only this many bytes can be had.
fn shortage<R: Read>(text: &mut Window<R>, bytes: usize) -> Fault {
    if !text.is_broken() {
        return Fault::End;
    }
    if text.is_skipped_next() {
        return Fault::Length(Skipped.to_string());
    }
    text.consume(bytes);
    text.fill_buf().map_or_else(Fault::Damage, |_| Fault::End)
}

/// Consumes the rest of a block, and checks its end as [`find_block`] does.
fn skip<R: Read>(text: &mut Window<R>, mut rest: u64, mut is_one_unit: bool) -> Result<(), Fault> {
    while rest > 0 {
        let wanted = usize::try_from(rest).unwrap_or(usize::MAX).min(STEP_BYTES);
        if is_one_unit && let Some(to_end) = text.fill_to_end_of_unit(wanted) {
            check_next_unit(text, to_end)?;
            is_one_unit = false;
        }
        let bytes = text.fill_to(wanted).min(wanted);
        if bytes == 0 {
            return Err(shortage(text, 0));
        }
        text.consume(bytes);
        rest -= bytes as u64;
    }
    text.fill_to(TAIL_BYTES);
    check_end(text.text())
}

/// Refuses a length that goes beyond the end of the unit if the next one begins with a record.
/// Archives that are cut into units anywhere do not have that.
fn check_next_unit<R: Read>(text: &mut Window<R>, to_end: usize) -> Result<(), Fault> {
    text.fill_to(to_end + RECORD_MAGIC.len());
    if text.text()[to_end..].starts_with(RECORD_MAGIC) {
        return Err(Fault::Length("the record ends before the length that it gives".into()));
    }
    Ok(())
}

/// Refuses a block after which there is something else than line ends, a record or the end.
fn check_end(after: &[u8]) -> Result<(), Fault> {
    let begins_with = |expected: &[u8]| after.starts_with(expected) || expected.starts_with(after);
    if begins_with(b"\r\n") || begins_with(b"\n") || begins_with(RECORD_MAGIC) {
        return Ok(());
    }
    Err(Fault::Length("the record does not end at the length that it gives".into()))
}

/// Returns the bytes of the line ends at the beginning, at most the two that belong to a record.
pub(crate) fn line_ends(after: &[u8]) -> usize {
    let mut rest = after;
    for _ in 0..2 {
        rest = rest.strip_prefix(b"\r\n").or_else(|| rest.strip_prefix(b"\n")).unwrap_or(rest);
    }
    after.len() - rest.len()
}

/// Returns true if these may be the first bytes of a record: a version, and after it a named field.
pub(crate) fn is_header(text: &[u8]) -> bool {
    let Some(version) = text.strip_prefix(RECORD_MAGIC) else { return false };
    let Some(end) = version.iter().position(|&byte| byte == b'\n') else {
        // The end of the text is near, and decides.
        return text.len() < SEEN_BYTES;
    };
    let (version, fields) = (version[..end].trim_ascii_end(), &version[end + 1..]);
    let is_number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    let mut numbers = version.splitn(2, |&byte| byte == b'.');
    let is_version = numbers.next().is_some_and(is_number) && numbers.next().is_some_and(is_number);
    let name = fields.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-');
    is_version && name.is_none_or(|name| name > 0 && fields[name] == b':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_known_by_two_lines() {
        for text in ["WARC/1.1\r\nWARC-Type: x", "WARC/0.17 \nA:", "WARC/1.0\r\nWARC-Ty", "WARC/1."]
        {
            assert!(is_header(text.as_bytes()), "{text}");
        }
        let long = format!("WARC/1.0{}", " ".repeat(SEEN_BYTES));
        for text in
            ["WARC/", "WARC/x.1\nA:", "WARC/1\nA:", "WARC/1.0\n\nA: b", "WARC/1.0 is\nA:", &long]
        {
            assert_eq!(is_header(text.as_bytes()), text == "WARC/", "{text}");
        }
    }

    #[test]
    fn a_block_ends_before_line_ends_or_a_record() {
        for after in ["", "\r\n\r\n", "\nx", "\r", "WARC/1.1", "WAR"] {
            assert!(check_end(after.as_bytes()).is_ok(), "{after:?}");
        }
        for after in ["x", " \r\n", "\rx", "WARP", "<p>"] {
            assert!(check_end(after.as_bytes()).is_err(), "{after:?}");
        }
    }

    #[test]
    fn two_line_ends_belong_to_a_record() {
        for (after, bytes) in
            [("\r\n\r\n\r\n", 4), ("\n\n\n", 2), ("\r\nWARC", 2), ("x", 0), ("", 0)]
        {
            assert_eq!(line_ends(after.as_bytes()), bytes, "{after:?}");
        }
    }
}
