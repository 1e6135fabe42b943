//! Writing rows to files.

mod arrow;
mod json;
mod parquet;

use std::fs::File;
use std::io::{self, BufWriter, Write};

use sha2::{Digest, Sha256};

use crate::column::Column;
use crate::config::Format;
use crate::row::Row;

pub(crate) use self::arrow::record_batch;
pub use self::arrow::schema;

/// A file of rows.
pub(crate) trait RowWriter: Send {
    /// Returns the number of rows that are written at once.
    fn batch_rows(&self) -> usize {
        512
    }

    /// Appends rows.
    fn write(&mut self, rows: &[Row]) -> io::Result<()>;

    /// Writes what is left, and returns the file. Nothing is synchronized yet.
    fn finish(self: Box<Self>) -> io::Result<HashedFile>;
}

/// A file, with the length and hash of what was written to it.
pub(crate) struct HashedFile {
    file: BufWriter<File>,
    hash: Sha256,
    bytes: u64,
}

/// A file after everything is written.
pub(crate) struct Written {
    pub(crate) file: File,
    pub(crate) bytes: u64,
    /// The SHA-256 in hexadecimal digits.
    pub(crate) hash: String,
}

/// Returns a writer of these columns. `facts` are names and values for the file's metadata, in
/// formats that have it.
pub(crate) fn writer(
    format: Format,
    file: File,
    columns: &[Column],
    facts: &[(String, String)],
) -> io::Result<Box<dyn RowWriter>> {
    let file = HashedFile { file: BufWriter::new(file), hash: Sha256::new(), bytes: 0 };
    Ok(match format {
        Format::Parquet => Box::new(parquet::ParquetRows::new(file, columns, facts)?),
        Format::Arrow => Box::new(arrow::ArrowRows::new(file, columns, facts)?),
        Format::JsonLines => Box::new(json::JsonRows::plain(file, columns)),
        Format::JsonLinesZstd => Box::new(json::JsonRows::compressed(file, columns)?),
    })
}

impl HashedFile {
    /// Returns the file with everything in it.
    pub(crate) fn close(self) -> io::Result<Written> {
        let HashedFile { file, hash, bytes } = self;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(Written { file, bytes, hash: crate::hex(&hash.finalize()) })
    }
}

impl Write for HashedFile {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let count = self.file.write(buffer)?;
        self.hash.update(&buffer[..count]);
        self.bytes += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
