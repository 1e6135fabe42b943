//! An archive as a stream of Arrow record batches.

use std::fmt;
use std::io::{Read, Take};
use std::ops::Range;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use tamis_warc::{ErrorKind as WarcErrorKind, Reader};

use crate::archive::{Archive, Source};
use crate::column::Column;
use crate::config::Config;
use crate::error::Error;
use crate::extract::Item;
use crate::output;
use crate::settings::reader_config;
use crate::workers::Workers;

/// The rows of an archive as Arrow record batches, in the order of the records. Reads no more than
/// the next batch needs. Rows are those that [`run`](crate::run()) writes.
///
/// After an error there are no more batches.
pub struct Batches {
    archive: Archive,
    columns: Vec<Column>,
    schema: SchemaRef,
    workers: Workers,
    reader_config: tamis_warc::Config,
    ranges: std::vec::IntoIter<Range<u64>>,
    reader: Option<RangeReader>,
    size: BatchSize,
    /// The error after the rows of the last batch.
    failure: Option<Error>,
}

/// The largest batch.
///
/// ```
/// let size = tamis_batch::BatchSize::default();
/// assert_eq!((size.rows, size.bytes), (256, 33_554_432));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BatchSize {
    /// The number of rows. Default 256, at least 1.
    pub rows: usize,
    /// The length of the pages as the archive stores them, in bytes. A batch ends after the page
    /// that reaches it. Default 32 MiB.
    pub bytes: usize,
}

/// A part of the archive that is being read.
struct RangeReader {
    base: u64,
    records: Reader<Take<Source>>,
}

impl Default for BatchSize {
    fn default() -> BatchSize {
        BatchSize { rows: 256, bytes: 32 << 20 }
    }
}

impl BatchSize {
    /// Sets [`BatchSize::rows`].
    #[must_use]
    pub fn rows(mut self, rows: usize) -> BatchSize {
        self.rows = rows;
        self
    }

    /// Sets [`BatchSize::bytes`].
    #[must_use]
    pub fn bytes(mut self, bytes: usize) -> BatchSize {
        self.bytes = bytes;
        self
    }
}

impl fmt::Debug for Batches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batches").field("archive", &self.archive).finish_non_exhaustive()
    }
}

impl Batches {
    /// Opens an archive. The format and the units of the configuration have no effect.
    ///
    /// # Errors
    ///
    /// If the configuration is not valid or the archive cannot be opened.
    pub fn open(archive: Archive, config: &Config, size: BatchSize) -> Result<Batches, Error> {
        let columns = config.selected_columns()?;
        let workers = Workers::new(config, &columns)?;
        // An archive that does not exist is an error now, not in the first batch.
        archive.open(0).map_err(|error| Error::reading(&archive.name, error))?;
        Ok(Batches {
            archive,
            schema: output::schema(&columns),
            columns,
            workers,
            reader_config: reader_config(config),
            ranges: std::iter::once(0..u64::MAX).collect::<Vec<_>>().into_iter(),
            reader: None,
            size,
            failure: None,
        })
    }

    /// Reads only these parts of the archive, in this order, such as the records that an index
    /// names: positions in the file, in bytes. A part begins at a record.
    #[must_use]
    pub fn ranges(mut self, ranges: Vec<Range<u64>>) -> Batches {
        self.ranges = ranges.into_iter();
        self
    }

    /// Returns the schema of the batches.
    pub fn schema(&self) -> SchemaRef {
        SchemaRef::clone(&self.schema)
    }

    /// Returns the next record with its position.
    fn next_item(&mut self) -> Result<Option<(u64, Item)>, Error> {
        loop {
            if self.reader.is_none() {
                let Some(range) = self.ranges.next() else { return Ok(None) };
                self.reader = Some(self.open_range(&range)?);
            }
            let Some(reader) = &mut self.reader else { continue };
            match reader.records.next() {
                Some(Ok(record)) => return Ok(Some((reader.base + record.offset(), Ok(record)))),
                Some(Err(error)) if error.kind() == WarcErrorKind::Io => {
                    return Err(Error::reading(&self.archive.name, error));
                }
                Some(Err(error)) => return Ok(Some((reader.base + error.offset(), Err(error)))),
                None => self.reader = None,
            }
        }
    }

    fn open_range(&self, range: &Range<u64>) -> Result<RangeReader, Error> {
        let file = self.archive.open(range.start);
        let file = file.map_err(|error| Error::reading(&self.archive.name, error))?;
        let part = file.take(range.end.saturating_sub(range.start));
        let records = Reader::with_config(part, self.reader_config.clone());
        Ok(RangeReader { base: range.start, records })
    }

    /// Returns the records of the next batch.
    fn next_items(&mut self) -> Vec<(u64, Item)> {
        let mut items = Vec::new();
        let mut bytes = 0;
        while items.len() < self.size.rows.max(1) && bytes < self.size.bytes.max(1) {
            match self.next_item() {
                Ok(Some((offset, item))) => {
                    bytes += item.as_ref().map_or(0, |record| record.body().len());
                    items.push((offset, item));
                }
                Ok(None) => break,
                // The records before it come first.
                Err(error) => {
                    self.end();
                    self.failure = Some(error);
                    break;
                }
            }
        }
        items
    }

    fn next_batch(&mut self) -> Result<Option<RecordBatch>, Error> {
        let items = self.next_items();
        if items.is_empty() {
            return self.failure.take().map_or(Ok(None), Err);
        }
        let name = &self.archive.name;
        let rows =
            self.workers.rows(items, |worker, (offset, item)| worker.row(item, name, offset));
        output::record_batch(&self.schema, &self.columns, &rows)
            .map(Some)
            .map_err(|error| Error::reading(name, error))
    }

    /// Drops what was not read.
    fn end(&mut self) {
        self.reader = None;
        self.ranges = Vec::new().into_iter();
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, Error>;

    fn next(&mut self) -> Option<Result<RecordBatch, Error>> {
        let batch = self.next_batch();
        if batch.is_err() {
            self.end();
        }
        batch.transpose()
    }
}
