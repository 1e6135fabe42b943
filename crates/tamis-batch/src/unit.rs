//! A unit being written: a part of an archive that becomes one file.
//!
//! An archive of a gigabyte as one file would be lost as a whole when a run is stopped. So it is
//! cut into units by the positions of its records, and a finished unit is never made again. The cut
//! depends on the archive alone and not on the texts, so the same archive gives the same files with
//! any configuration of threads. For example, with units of 256 MiB, a record that begins at 300
//! MiB is in the second unit, even if its page is large.

use std::collections::BTreeMap;

use crate::durable::Unpublished;
use crate::error::Error;
use crate::folder::Folder;
use crate::manifest::{Entry, unit_name};
use crate::output::{self, HashedFile, RowWriter, Written};
use crate::row::Row;
use crate::settings::Settings;
use crate::source::SourceState;

/// The length of the texts of rows that are written at once, in bytes.
const BATCH_BYTES: usize = 8 << 20;

/// A unit that is being written. Its file is removed unless it is published.
pub(crate) struct OpenUnit {
    /// The name of the unit.
    name: String,
    pub(crate) number: u64,
    /// The position of the first record.
    begin: u64,
    file: String,
    unpublished: Unpublished,
    writer: Box<dyn RowWriter>,
    /// The rows that are not written yet.
    rows: Vec<Row>,
    /// The length of their texts.
    bytes: usize,
    /// The number of rows of each status.
    counts: BTreeMap<String, u64>,
}

impl OpenUnit {
    /// Creates the file of a unit. `stem` is the begin of the names of its archive's units.
    pub(crate) fn create(
        settings: &Settings<'_>,
        stem: &str,
        number: u64,
        begin: u64,
    ) -> Result<OpenUnit, Error> {
        let Settings { config, columns, folder } = settings;
        let name = unit_name(stem, number);
        let file = format!("{name}.{}", config.format.extension());
        let path = folder.file(&file);
        let facts = [
            ("tamis.schema_version".to_owned(), crate::SCHEMA_VERSION.to_string()),
            ("tamis.version".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
            ("tamis.config".to_owned(), folder.fingerprint().to_owned()),
        ];
        let (unpublished, handle) =
            Unpublished::create(path.clone()).map_err(|error| Error::writing(&path, error))?;
        let writer = output::writer(config.format, handle, columns, &facts)
            .map_err(|error| Error::writing(&path, error))?;
        Ok(OpenUnit {
            name,
            number,
            begin,
            file,
            unpublished,
            writer,
            rows: Vec::new(),
            bytes: 0,
            counts: BTreeMap::new(),
        })
    }

    /// Appends a row.
    pub(crate) fn add(&mut self, folder: &Folder, row: Row) -> Result<(), Error> {
        *self.counts.entry(row.status.as_str().to_owned()).or_default() += 1;
        self.bytes += row.text_bytes();
        self.rows.push(row);
        if self.rows.len() >= self.writer.batch_rows() || self.bytes >= BATCH_BYTES {
            let written = self.writer.write(&self.rows);
            written.map_err(|error| Error::writing(&folder.file(&self.file), error))?;
            self.rows.clear();
            self.bytes = 0;
        }
        Ok(())
    }

    /// Gives the file its name, then adds its entry to the manifest. `end` is the position of the
    /// first record after the unit.
    pub(crate) fn publish(
        mut self,
        folder: &Folder,
        source: &SourceState,
        end: Option<u64>,
    ) -> Result<Entry, Error> {
        let path = folder.file(&self.file);
        let failed = |error| Error::writing(&path, error);
        self.writer.write(&self.rows).map_err(failed)?;
        let Written { file, bytes, hash } =
            self.writer.finish().and_then(HashedFile::close).map_err(failed)?;
        self.unpublished.publish(&file).map_err(failed)?;
        let entry = Entry {
            source: source.clone(),
            unit: self.number,
            begin: self.begin,
            end,
            config: folder.fingerprint().to_owned(),
            file: self.file,
            bytes,
            sha256: hash,
            rows: self.counts,
        };
        folder.add(&self.name, &entry)?;
        Ok(entry)
    }
}
