//! Indexes: tables that say which records of which archives are to be read.

mod claims;
mod csv;
mod parquet;
mod shapes;

use std::collections::BTreeMap;
use std::io::{Read, Seek};
use std::ops::Range;
use std::path::Path;

use crate::error::{Error, ErrorKind};
use crate::file;

/// The columns of an index, by the names of Common Crawl.
const COLUMNS: [&str; 3] = ["warc_filename", "warc_record_offset", "warc_record_length"];

/// The longest name of an archive, in bytes: a path or an address. Each row compares it with
/// others, and a few bytes of Parquet can repeat one name a million times.
const MAX_NAME_BYTES: usize = 4096;

/// The first bytes of a Parquet file.
const PARQUET_MAGIC: &[u8] = b"PAR1";

/// The records of an index, by the names of their archives: positions in the file, in bytes.
type Records = BTreeMap<String, Vec<Range<u64>>>;

/// A row of an index whose values may be missing.
type Row<'r> = (Option<&'r str>, Option<u64>, Option<u64>);

/// Reads an index: CSV with a header, or Parquet, with the columns `warc_filename`,
/// `warc_record_offset` and `warc_record_length` of Common Crawl among others.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("index.csv");
/// std::fs::write(&path, "\
/// url,warc_filename,warc_record_offset,warc_record_length
/// https://example.com/,a.warc.gz,100,50
/// ")?;
/// let index = tamis_batch::read_index(&path)?;
/// assert_eq!(index["a.warc.gz"], [100..150]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read, a column is missing, or a value is: the row is named.
pub fn read_index(path: &Path) -> Result<BTreeMap<String, Vec<Range<u64>>>, Error> {
    let failed = |reason: String| {
        Error::new(ErrorKind::Io, format!("cannot read the index {}: {reason}", path.display()))
    };
    let mut file = file::open(path).map_err(|error| failed(error.to_string()))?;
    let mut begin = Vec::new();
    file.by_ref()
        .take(PARQUET_MAGIC.len() as u64)
        .read_to_end(&mut begin)
        .and_then(|_| file.rewind())
        .map_err(|error| failed(error.to_string()))?;
    let mut records = Records::new();
    if begin == PARQUET_MAGIC {
        parquet::read(&file, &mut records).map_err(failed)?;
    } else {
        csv::read(file, &mut records).map_err(failed)?;
    }
    Ok(records)
}

/// Adds a row, whose number is counted from 1 without the header.
///
/// # Errors
///
/// If a value is missing or cannot be right: a phrase.
fn add(records: &mut Records, number: u64, (name, offset, length): Row<'_>) -> Result<(), String> {
    let missing = |column: &str| format!("the row {number} has no {column}");
    let name = name.filter(|name| !name.is_empty()).ok_or_else(|| missing(COLUMNS[0]))?;
    if name.len() > MAX_NAME_BYTES {
        let bytes = name.len();
        return Err(format!("the row {number} names no archive: the name has {bytes} bytes"));
    }
    let offset = offset.ok_or_else(|| missing(COLUMNS[1]))?;
    let length = length.ok_or_else(|| missing(COLUMNS[2]))?;
    let end = offset.checked_add(length).filter(|_| length > 0);
    let end = end.ok_or_else(|| {
        format!("the row {number} names no record: {length} bytes at {offset} of {name}")
    })?;
    match records.get_mut(name) {
        Some(ranges) => ranges.push(offset..end),
        None => records.entry(name.to_owned()).or_default().push(offset..end),
    }
    Ok(())
}

fn no_column(name: &str) -> String {
    format!("there is no column {name}; it needs {}", COLUMNS.join(", "))
}
