//! Checks of what a Parquet file claims, before the library believes it.
//!
//! An index of an archive can come from anywhere. The library for Parquet acts on what it reads: it
//! walks a schema by recursion, reserves the memory that a page says it needs, and passes over as
//! many values as a list says it has. So a few damaged bytes may cost gigabytes, an hour or the
//! stack. For example, a page header of ten bytes can claim a page of 2 GB.
//!
//! Here the headers are walked over first, with a budget of bytes and a bound of depth, and what no
//! index needs is refused. The values themselves are not checked, because the library does that
//! well. Sizes, counts and depths are, because it acts on them before it has seen the data, and so
//! are the types of known fields ([`shapes`](super::shapes)), because it does not look at them.
//!
//! Source: <https://github.com/apache/parquet-format>, `parquet.thrift`; Thrift's compact protocol.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;

use super::shapes::{FOOTER, Fields, PAGE, SCHEMA_ELEMENT, Type};

/// The largest footer, in bytes. Those of Common Crawl have less than 1 MB.
const MAX_FOOTER_BYTES: u64 = 64 << 20;
/// The largest header of a page, in bytes. It may have the least and the greatest value.
const MAX_HEADER_BYTES: u64 = 1 << 20;
/// The largest page of a column, in bytes without compression. Writers make pages of about 1 MB.
const MAX_PAGE_BYTES: i64 = 64 << 20;
/// The largest depth of groups in a schema, and of values in headers.
const MAX_DEPTH: usize = 64;

/// The end of a file: the length of the footer in four bytes, and four bytes for the format.
const TAIL_BYTES: u64 = 8;

/// The numbers of fields in `parquet.thrift`.
const SCHEMA: i16 = 2;
const NUM_CHILDREN: i16 = 5;
const UNCOMPRESSED_PAGE_SIZE: i16 = 2;
const COMPRESSED_PAGE_SIZE: i16 = 3;

/// The types of values in the compact protocol.
mod kind {
    pub(super) const BOOLEANS: [u8; 2] = [1, 2];
    pub(super) const BYTE: u8 = 3;
    pub(super) const INTEGERS: [u8; 3] = [4, 5, 6];
    pub(super) const DOUBLE: u8 = 7;
    pub(super) const BINARY: u8 = 8;
    pub(super) const LISTS: [u8; 2] = [9, 10];
    pub(super) const MAP: u8 = 11;
    pub(super) const STRUCT: u8 = 12;
    pub(super) const UUID: u8 = 13;
}

/// Checks the footer of a file.
///
/// # Errors
///
/// If it is cut or claims too much.
pub(super) fn check_footer(file: &File) -> io::Result<()> {
    let tail = file.metadata()?.len().checked_sub(TAIL_BYTES).ok_or_else(cut)?;
    let mut length = [0; 4];
    at(file, tail)?.read_exact(&mut length)?;
    let length = u64::from(u32::from_le_bytes(length));
    let begin = tail.checked_sub(length).ok_or_else(cut)?;
    if length > MAX_FOOTER_BYTES {
        return Err(too_much("its footer is larger than any"));
    }
    let mut header = Header { source: at(file, begin)?, left: length };
    header.fields(FOOTER, 0, |header, id, kind| match id {
        SCHEMA if kind::LISTS.contains(&kind) => header.schema().map(|()| true),
        SCHEMA => Err(too_much("its schema is no list")),
        _ => Ok(false),
    })
}

/// Checks the headers of the pages of a column, which is at this place in the file.
///
/// # Errors
///
/// If one is cut or claims too much.
pub(super) fn check_pages(file: &File, column: Range<u64>) -> io::Result<()> {
    if column.end > file.metadata()?.len() {
        return Err(cut());
    }
    let mut position = column.start;
    while position < column.end {
        let left = MAX_HEADER_BYTES.min(column.end - position);
        let mut header = Header { source: at(file, position)?, left };
        let mut compressed = 0;
        header.fields(PAGE, 0, |header, id, kind| {
            let is_size = [UNCOMPRESSED_PAGE_SIZE, COMPRESSED_PAGE_SIZE].contains(&id);
            if !is_size || !kind::INTEGERS.contains(&kind) {
                return Ok(false);
            }
            let size = header.signed()?;
            if !(0..=MAX_PAGE_BYTES).contains(&size) {
                return Err(too_much("a page is larger than any"));
            }
            if id == COMPRESSED_PAGE_SIZE {
                compressed = size.unsigned_abs();
            }
            Ok(true)
        })?;
        position += left - header.left + compressed;
    }
    Ok(())
}

/// A header, which is walked over.
struct Header<R> {
    source: R,
    /// The number of bytes that are left of it.
    left: u64,
}

impl<R: Read> Header<R> {
    fn byte(&mut self) -> io::Result<u8> {
        let mut byte = [0];
        self.left = self.left.checked_sub(1).ok_or_else(cut)?;
        self.source.read_exact(&mut byte)?;
        Ok(byte[0])
    }

    fn skip(&mut self, bytes: u64) -> io::Result<()> {
        self.left = self.left.checked_sub(bytes).ok_or_else(cut)?;
        let skipped = io::copy(&mut self.source.by_ref().take(bytes), &mut io::sink())?;
        if skipped == bytes { Ok(()) } else { Err(cut()) }
    }

    fn unsigned(&mut self) -> io::Result<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(too_much("a number is longer than any"))
    }

    fn signed(&mut self) -> io::Result<i64> {
        let number = self.unsigned()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    /// Walks over a struct with these fields. `field` is called for each field with its number and
    /// its type, and returns true if it has walked over the value.
    fn fields(
        &mut self,
        known: Fields,
        depth: usize,
        mut field: impl FnMut(&mut Self, i16, u8) -> io::Result<bool>,
    ) -> io::Result<()> {
        let mut id = 0_i16;
        loop {
            let byte = self.byte()?;
            if byte == 0 {
                return Ok(());
            }
            let number = match byte >> 4 {
                0 => self.signed()?,
                more => i64::from(id) + i64::from(more),
            };
            id = i16::try_from(number)
                .map_err(|_| too_much("the number of a field is larger than any"))?;
            let kind = byte & 0xf;
            if !field(self, id, kind)? {
                match known.iter().find(|(known, _)| *known == id) {
                    Some((_, of)) => self.typed(of, kind, depth + 1)?,
                    None => self.value(kind, depth + 1)?,
                }
            }
        }
    }

    /// Walks over a value that should have this type.
    fn typed(&mut self, of: &Type, kind: u8, depth: usize) -> io::Result<()> {
        let is_right = match of {
            Type::Boolean => kind::BOOLEANS.contains(&kind),
            Type::Byte => kind == kind::BYTE,
            Type::Integer => kind::INTEGERS.contains(&kind),
            Type::Double => kind == kind::DOUBLE,
            Type::Binary => kind == kind::BINARY,
            Type::List(_) => kind::LISTS.contains(&kind),
            Type::Struct(_) => kind == kind::STRUCT,
        };
        if !is_right {
            return Err(too_much("a value has another type than all others of its kind"));
        }
        match of {
            Type::Struct(known) => self.fields(known, depth, |_, _, _| Ok(false)),
            Type::List(of) => {
                let (count, kind) = self.list()?;
                if count > self.left {
                    return Err(too_much("a list is longer than its header"));
                }
                (0..count).try_for_each(|_| self.typed(of, kind, depth + 1))
            }
            _ => self.value(kind, depth),
        }
    }

    /// Walks over a value of a field that is not known.
    fn value(&mut self, kind: u8, depth: usize) -> io::Result<()> {
        if depth > MAX_DEPTH {
            return Err(too_much("its values are deeper than any"));
        }
        match kind {
            _ if kind::BOOLEANS.contains(&kind) => Ok(()),
            _ if kind::INTEGERS.contains(&kind) => self.unsigned().map(drop),
            kind::BYTE => self.skip(1),
            kind::DOUBLE => self.skip(8),
            kind::UUID => self.skip(16),
            kind::BINARY => {
                let bytes = self.unsigned()?;
                self.skip(bytes)
            }
            kind::STRUCT => self.fields(&[], depth, |_, _, _| Ok(false)),
            kind::MAP => {
                let count = self.unsigned()?;
                let kinds = if count == 0 { 0 } else { self.byte()? };
                self.values(count, &[kinds >> 4, kinds & 0xf], depth)
            }
            _ if kind::LISTS.contains(&kind) => {
                let (count, kind) = self.list()?;
                self.values(count, &[kind], depth)
            }
            _ => Err(too_much("a value has an unknown type")),
        }
    }

    /// Reads the number of values in a list, and their type.
    fn list(&mut self) -> io::Result<(u64, u8)> {
        let byte = self.byte()?;
        let count = if byte >> 4 == 15 { self.unsigned()? } else { u64::from(byte >> 4) };
        Ok((count, byte & 0xf))
    }

    /// Walks over a number of values of each of these types.
    fn values(&mut self, count: u64, kinds: &[u8], depth: usize) -> io::Result<()> {
        // The library reads no bytes for truth values in a list, so a few bytes could claim any
        // number of them.
        let has_booleans = kinds.iter().any(|kind| kind::BOOLEANS.contains(kind));
        if count > self.left || (count > 0 && has_booleans) {
            return Err(too_much("a list is longer than its header"));
        }
        for _ in 0..count {
            for kind in kinds {
                self.value(*kind, depth + 1)?;
            }
        }
        Ok(())
    }

    /// Walks over the schema: a tree, each of whose nodes comes with the number of its children.
    fn schema(&mut self) -> io::Result<()> {
        let (count, kind) = self.list()?;
        if count > self.left || kind != kind::STRUCT {
            return Err(too_much("its schema is no list of columns"));
        }
        // The numbers of children that are still to come, of the open groups.
        let mut open: Vec<u64> = Vec::new();
        for _ in 0..count {
            let mut children = 0;
            self.fields(SCHEMA_ELEMENT, 1, |header, id, kind| {
                if id != NUM_CHILDREN || !kind::INTEGERS.contains(&kind) {
                    return Ok(false);
                }
                children = header.signed()?.max(0).unsigned_abs();
                Ok(true)
            })?;
            if let Some(last) = open.last_mut() {
                *last -= 1;
            }
            if children > 0 {
                open.push(children);
            }
            if open.len() > MAX_DEPTH {
                return Err(too_much("its schema is deeper than any"));
            }
            while open.last() == Some(&0) {
                open.pop();
            }
        }
        Ok(())
    }
}

fn at(file: &File, position: u64) -> io::Result<BufReader<File>> {
    let mut file = file.try_clone()?;
    file.seek(SeekFrom::Start(position))?;
    Ok(BufReader::new(file))
}

fn cut() -> io::Error {
    too_much("a part of it is missing")
}

fn too_much(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}
