//! The records of an archive with their positions in it.

use tamis_warc::{ErrorKind, Reader};

use crate::archive::Archive;
use crate::extract::Item;
use crate::parts::{Part, Parts};
use crate::source::SourceState;

/// The records of an archive from a position on.
pub(crate) struct Records {
    parts: Parts,
    config: tamis_warc::Config,
    /// The reader of the part that is being read, and the position of that.
    current: Option<(u64, Reader<Part>)>,
}

impl Records {
    /// Opens an archive at a record. `state` is what the archive was before.
    ///
    /// # Errors
    ///
    /// If it cannot be opened: a sentence.
    pub(crate) fn open(
        archive: &Archive,
        offset: u64,
        state: &SourceState,
        config: tamis_warc::Config,
    ) -> Result<Records, String> {
        let parts = archive.open(offset, state).map_err(|error| error.to_string())?;
        Ok(Records::new(parts, config.compression(archive.compression())))
    }

    pub(crate) fn new(parts: Parts, config: tamis_warc::Config) -> Records {
        Records { parts, config, current: None }
    }

    /// Returns the next record, or the damage in its place, with its position. `None` at the end.
    ///
    /// # Errors
    ///
    /// If the archive cannot be read on: a sentence.
    pub(crate) fn next(&mut self) -> Result<Option<(u64, Item)>, String> {
        loop {
            if let Some((base, reader)) = &mut self.current {
                match reader.next() {
                    Some(Ok(record)) => return Ok(Some((*base + record.offset(), Ok(record)))),
                    Some(Err(error)) if error.kind() == ErrorKind::Io => {
                        return Err(error.to_string());
                    }
                    Some(Err(error)) => return Ok(Some((*base + error.offset(), Err(error)))),
                    None => self.current = None,
                }
            }
            match self.parts.next().map_err(|error| error.to_string())? {
                Some((base, part)) => {
                    let reader = Reader::with_config(part, self.config.clone());
                    self.current = Some((base, reader));
                }
                None => return Ok(None),
            }
        }
    }
}
