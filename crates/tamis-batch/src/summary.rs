//! The outcome of a run.

use std::collections::BTreeMap;

use crate::manifest::Entry;
use crate::row::Status;

/// The rows and files of a run, and of the runs before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// The number of rows of each status in all units of these archives, also in those that were
    /// finished before.
    pub rows: BTreeMap<&'static str, u64>,
    /// The number of units that this run wrote.
    pub written_units: u64,
    /// The number of units that were finished before.
    pub earlier_units: u64,
    /// The archives that could not be read to their end.
    pub failures: Vec<Failure>,
    /// The archives with rows of the status [`Status::BrokenRecord`], also in units that were
    /// finished before, and the number of these rows. The rest of them is read.
    pub broken_archives: BTreeMap<String, u64>,
    /// The finished files whose content was not what was written, by [`Config::verify`]: they were
    /// made again.
    ///
    /// [`Config::verify`]: crate::Config::verify
    pub damaged: Vec<String>,
    /// True if the run was stopped before everything was finished.
    pub stopped: bool,
}

/// An archive that could not be read to its end. Its unfinished unit has no file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The archive, as it was named.
    pub archive: String,
    /// A sentence.
    pub message: String,
}

impl Summary {
    /// Returns the number of rows of a status.
    pub fn count(&self, status: Status) -> u64 {
        self.rows.get(status.as_str()).copied().unwrap_or_default()
    }

    /// Returns the number of all rows.
    pub fn total(&self) -> u64 {
        // The sum saturates, because the numbers of earlier runs are as their entries state them,
        // and anybody can write an entry.
        self.rows.values().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// Returns true if every unit of every archive is finished.
    pub fn is_complete(&self) -> bool {
        !self.stopped && self.failures.is_empty()
    }

    /// Adds units of an archive that were finished before the run.
    pub(crate) fn add_earlier(&mut self, archive: &str, entries: &[Entry]) {
        self.add(archive, entries);
        self.earlier_units += entries.len() as u64;
    }

    /// Adds units of an archive that the run has written.
    pub(crate) fn add_written(&mut self, archive: &str, entries: &[Entry]) {
        self.add(archive, entries);
        self.written_units += entries.len() as u64;
    }

    /// Adds the rows of units, by the names of their statuses.
    fn add(&mut self, archive: &str, entries: &[Entry]) {
        let mut broken = 0_u64;
        for (entry, status) in entries.iter().flat_map(|of| Status::ALL.map(|status| (of, status)))
        {
            let Some(&count) = entry.rows.get(status.as_str()) else { continue };
            let sum = self.rows.entry(status.as_str()).or_default();
            *sum = sum.saturating_add(count);
            if status == Status::BrokenRecord {
                broken = broken.saturating_add(count);
            }
        }
        if broken > 0 {
            let sum = self.broken_archives.entry(archive.to_owned()).or_default();
            *sum = sum.saturating_add(broken);
        }
    }
}
