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
        // The numbers of earlier runs are as their entries state them.
        self.rows.values().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// True if every unit of every archive is finished.
    pub fn is_complete(&self) -> bool {
        !self.stopped && self.failures.is_empty()
    }

    /// Adds units that were finished before the run.
    pub(crate) fn add_earlier(&mut self, entries: &[Entry]) {
        for entry in entries {
            self.add(&entry.rows);
            self.earlier_units += 1;
        }
    }

    /// Adds the rows of a unit, by the names of their statuses.
    pub(crate) fn add(&mut self, rows: &BTreeMap<String, u64>) {
        for status in Status::ALL {
            if let Some(count) = rows.get(status.as_str()) {
                let sum = self.rows.entry(status.as_str()).or_default();
                *sum = sum.saturating_add(*count);
            }
        }
    }
}
