//! An archive as a stream of Arrow record batches.

use std::fmt;
use std::ops::Range;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

use crate::archive::Archive;
use crate::column::Column;
use crate::config::Config;
use crate::error::Error;
use crate::extract::Item;
use crate::file;
use crate::output;
use crate::records::Records;
use crate::settings::reader_config;
use crate::source::SourceState;
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
    state: SourceState,
    /// The parts to read. `None` for those of the archive.
    ranges: Option<Vec<Range<u64>>>,
    /// `None` before the first batch, and after the end.
    records: Option<Records>,
    has_begun: bool,
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
        // The state is read here, so that an archive that does not exist is an error now and not in
        // the first batch.
        let failed = |error| Error::reading(&archive.name, error);
        let state = archive.state().map_err(failed)?;
        if let Some(path) = archive.path() {
            file::open(path).map_err(failed)?;
        }
        Ok(Batches {
            archive,
            state,
            schema: output::schema(&columns),
            columns,
            workers,
            reader_config: reader_config(config),
            ranges: None,
            records: None,
            has_begun: false,
            size,
            failure: None,
        })
    }

    /// Reads only these parts of the archive, in this order, such as the records that an index
    /// names: positions in the file, in bytes. A part begins at a record; one that does not costs
    /// the record that it begins in.
    #[must_use]
    pub fn ranges(mut self, ranges: Vec<Range<u64>>) -> Batches {
        self.ranges = Some(ranges);
        self
    }

    /// Returns the schema of the batches.
    pub fn schema(&self) -> SchemaRef {
        SchemaRef::clone(&self.schema)
    }

    /// Returns the next record with its position.
    fn next_item(&mut self) -> Result<Option<(u64, Item)>, Error> {
        if !self.has_begun {
            self.has_begun = true;
            self.records = Some(self.open_records()?);
        }
        let Some(records) = &mut self.records else { return Ok(None) };
        records.next().map_err(|error| Error::reading(&self.archive.name, error))
    }

    fn open_records(&mut self) -> Result<Records, Error> {
        let parts = match self.ranges.take() {
            Some(ranges) => self.archive.open_ranges(ranges, &self.state),
            None => self.archive.open(0, &self.state),
        };
        let parts = parts.map_err(|error| Error::reading(&self.archive.name, error))?;
        let config = self.reader_config.clone().compression(self.archive.compression());
        Ok(Records::new(parts, config))
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
        self.has_begun = true;
        self.records = None;
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
