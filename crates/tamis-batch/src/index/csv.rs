//! Indexes in CSV.
//!
//! The crate `csv-core` parts rows and fields. It writes them to memory of a fixed size, so that a
//! quote that never ends does not take the memory of the machine.

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead, BufReader};

use csv_core::ReadRecordResult;

use super::{COLUMNS, Records, add, no_column};

/// The largest row, in bytes.
const MAX_ROW_BYTES: usize = 1 << 20;

/// The most fields of a row.
const MAX_FIELDS: usize = 10_000;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads an index.
///
/// # Errors
///
/// A phrase.
pub(super) fn read(file: File, records: &mut Records) -> Result<(), String> {
    let mut rows = Rows::of(BufReader::new(file))?;
    let head = rows.next()?.unwrap_or_default();
    let mut places = [0; COLUMNS.len()];
    for (of, name) in places.iter_mut().zip(COLUMNS) {
        let place = head.iter().position(|field| field.trim() == name);
        *of = place.ok_or_else(|| no_column(name))?;
    }
    let mut number = 0;
    while let Some(fields) = rows.next()? {
        if matches!(fields.as_slice(), [empty] if empty.trim().is_empty()) {
            continue;
        }
        number += 1;
        let field = |place: usize| fields.get(place).map(|field| field.trim());
        let count = |place: usize| match field(place) {
            None | Some("") => Ok(None),
            Some(text) => text.parse().map(Some).map_err(|_| {
                format!("the row {number} has `{text}` where a number of bytes is expected")
            }),
        };
        add(records, number, (field(places[0]), count(places[1])?, count(places[2])?))?;
    }
    Ok(())
}

/// The rows of a file that are not read yet.
struct Rows<R> {
    file: R,
    parser: csv_core::Reader,
    /// The fields of the last row, one after the other, and where each ends.
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl<R: BufRead> Rows<R> {
    fn of(mut file: R) -> Result<Rows<R>, String> {
        let begin = file.fill_buf().map_err(|error| error.to_string())?;
        if begin.starts_with(BYTE_ORDER_MARK) {
            file.consume(BYTE_ORDER_MARK.len());
        }
        let parser = csv_core::Reader::new();
        Ok(Rows { file, parser, text: vec![0; MAX_ROW_BYTES], ends: vec![0; MAX_FIELDS] })
    }

    /// Returns the fields of the next row, or `None` at the end of the file.
    fn next(&mut self) -> Result<Option<Vec<Cow<'_, str>>>, String> {
        let (mut length, mut count) = (0, 0);
        loop {
            let bytes = self.file.fill_buf().map_err(|error| error.to_string())?;
            let (text, ends) = (&mut self.text[length..], &mut self.ends[count..]);
            let (result, read, written, ended) = self.parser.read_record(bytes, text, ends);
            self.file.consume(read);
            (length, count) = (length + written, count + ended);
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::Record => break,
                ReadRecordResult::End => return Ok(None),
                ReadRecordResult::OutputFull => {
                    return Err(format!("a row is longer than {MAX_ROW_BYTES} bytes"));
                }
                ReadRecordResult::OutputEndsFull => {
                    return Err(format!("a row has more than {MAX_FIELDS} fields"));
                }
            }
        }
        let begins = std::iter::once(&0).chain(&self.ends);
        let fields = begins.zip(&self.ends[..count]);
        let field =
            |(&begin, &end): (&usize, &usize)| String::from_utf8_lossy(&self.text[begin..end]);
        Ok(Some(fields.map(field).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Vec<String>> {
        // A reader with a small buffer, so that rows are in several.
        let mut all = Rows::of(BufReader::with_capacity(5, text.as_bytes())).unwrap();
        let mut rows = Vec::new();
        while let Some(row) = all.next().unwrap() {
            rows.push(row.into_iter().map(Cow::into_owned).collect());
        }
        rows
    }

    #[test]
    fn fields_may_be_quoted() {
        let text = "\u{feff}\"a\",\"b,c\",\"say \"\"x\"\"\"\r\n\n\"two\nlines\",,\nlast";
        let expected: [&[&str]; 3] =
            [&["a", "b,c", "say \"x\""], &["two\nlines", "", ""], &["last"]];
        assert_eq!(rows(text), expected);
    }

    #[test]
    fn rows_are_bounded() {
        let error = |text: &str| Rows::of(text.as_bytes()).unwrap().next().unwrap_err();
        let endless = format!("\"{}", "x\n".repeat(MAX_ROW_BYTES));
        assert_eq!(error(&endless), "a row is longer than 1048576 bytes");
        assert_eq!(error(&",".repeat(MAX_ROW_BYTES)), "a row has more than 10000 fields");
    }
}
