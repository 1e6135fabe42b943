//! Indexes in CSV.
//!
//! Source: RFC 4180, with line feeds alone too.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use super::{COLUMNS, Records, add, no_column};

/// The largest row, in bytes.
const MAX_ROW_BYTES: u64 = 1 << 20;

/// Reads an index.
///
/// # Errors
///
/// A phrase.
pub(super) fn read(file: File, records: &mut Records) -> Result<(), String> {
    let mut file = BufReader::new(file);
    let mut fields = Vec::new();
    read_row(&mut file, &mut fields)?;
    if let Some(first) = fields.first_mut()
        && let Some(rest) = first.strip_prefix('\u{feff}')
    {
        *first = rest.to_owned();
    }
    let place = |name: &str| fields.iter().position(|field| field.trim() == name);
    let mut places = [0; COLUMNS.len()];
    for (of, name) in places.iter_mut().zip(COLUMNS) {
        *of = place(name).ok_or_else(|| no_column(name))?;
    }
    let mut number = 0;
    while read_row(&mut file, &mut fields)? {
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

/// Reads a row. Returns false at the end of the file.
fn read_row(file: &mut impl BufRead, fields: &mut Vec<String>) -> Result<bool, String> {
    fields.clear();
    let (mut row, mut is_quoted) = (Vec::new(), false);
    loop {
        let begin = row.len();
        let room = MAX_ROW_BYTES - begin as u64;
        let read = file.by_ref().take(room).read_until(b'\n', &mut row);
        read.map_err(|error: io::Error| error.to_string())?;
        if row.len() as u64 == MAX_ROW_BYTES {
            return Err(format!("a row is longer than {MAX_ROW_BYTES} bytes"));
        }
        for byte in &row[begin..] {
            is_quoted ^= *byte == b'"';
        }
        // A row goes on after a line end in quotes.
        if !is_quoted || row.len() == begin {
            break;
        }
    }
    if row.is_empty() {
        return Ok(false);
    }
    let row = String::from_utf8_lossy(&row);
    split(row.trim_end_matches(['\r', '\n']), fields);
    Ok(true)
}

/// Splits a row into its fields.
fn split(row: &str, fields: &mut Vec<String>) {
    let mut field = String::new();
    let mut is_quoted = false;
    let mut chars = row.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(std::mem::take(&mut field)),
            c => field.push(c),
        }
    }
    fields.push(field);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Vec<String>> {
        let mut file = text.as_bytes();
        let mut rows = Vec::new();
        let mut fields = Vec::new();
        while read_row(&mut file, &mut fields).unwrap() {
            rows.push(fields.clone());
        }
        rows
    }

    #[test]
    fn fields_may_be_quoted() {
        let text = "a,\"b,c\",\"say \"\"x\"\"\"\r\n\"two\nlines\",,\nlast";
        let expected: [&[&str]; 3] =
            [&["a", "b,c", "say \"x\""], &["two\nlines", "", ""], &["last"]];
        assert_eq!(rows(text), expected);
        let endless = format!("\"{}", "x\n".repeat(MAX_ROW_BYTES as usize));
        assert!(read_row(&mut endless.as_bytes(), &mut Vec::new()).is_err());
    }
}
