//! One archive being read by any number of threads, and written in its order.
//!
//! # The problem
//!
//! Decompressing is sequential: only one thread at a time can read records of an archive.
//! Extracting is not, and takes most of the time. The rows have to be written in the order of the
//! records, because then the same archive gives the same files with any number of threads, and a
//! run that was stopped can go on after the last finished file.
//!
//! # The idea
//!
//! A lane is one archive, with a lock for reading it and one for writing its rows. A thread takes
//! the next record under the first lock, works on it without a lock, and gives the row back under
//! the second one. There the rows wait in a table until all before them are there; the thread that
//! brings the missing one writes them all. So no thread is the writer, and none waits for its row
//! to be written.
//!
//! For example, three threads have the records 7, 8 and 9, and 9 is ready first. Its row waits.
//! Then 7 is ready and is written alone. When 8 is ready, 8 and 9 are written.
//!
//! Two bounds keep this in balance. No record is read that is [`WINDOW`] records after the next row
//! to write, because one slow page must not fill the memory with the rows after it. And a few
//! records are read ahead, [`AHEAD`] at most, because otherwise a thread waits at the first lock
//! while another one decompresses its record.
//!
//! # Units
//!
//! A file has the rows of one unit, a part of the archive of a fixed length. Units that were
//! finished by an earlier run are skipped, and the reader is opened again behind them. Damage never
//! begins a unit, because a reader that begins there may see the damage in another way, and then a
//! second run would not give the same rows.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::archive::Archive;
use crate::error::Error;
use crate::extract::Item;
use crate::manifest::Entry;
use crate::records::Records;
use crate::row::Row;
use crate::settings::Settings;
use crate::source::{SourceState, stem};
use crate::unit::OpenUnit;

/// The number of rows that may wait for an earlier one.
const WINDOW: u64 = 64;

/// The number of records that may be read before a thread asks for them.
const AHEAD: usize = 8;

/// An archive that is being read.
pub(crate) struct Lane<'r> {
    archive: &'r Archive,
    settings: &'r Settings<'r>,
    source: SourceState,
    /// The begin of the names of all units.
    stem: String,
    finished: BTreeMap<u64, Entry>,
    reading: Mutex<Reading>,
    /// Records that were read ahead, so that a thread need not wait while another one reads.
    ready: Mutex<VecDeque<Task>>,
    writing: Mutex<Writing>,
    /// Tells that rows were written, or that the archive failed.
    progress: Condvar,
    /// The position up to which the archive counts as read.
    position: AtomicU64,
}

struct Reading {
    /// `None` at the end of the archive.
    records: Option<Records>,
    unit: u64,
    /// The number of the next record.
    next: u64,
}

/// The rows on their way to the files.
struct Writing {
    /// Rows by their numbers, with the unit that they belong to.
    waiting: BTreeMap<u64, (u64, Row)>,
    /// The number of the next row to write.
    next: u64,
    /// The number of all rows, after the end of the archive was found.
    total: Option<u64>,
    unit: Option<OpenUnit>,
    /// The position of the first row, if no unit is open.
    begin: u64,
    outcome: LaneOutcome,
    has_ended: bool,
}

/// The units of an archive that were written, and why it ended.
#[derive(Default)]
pub(crate) struct LaneOutcome {
    /// The entries of the units that were written.
    pub(crate) written: Vec<Entry>,
    /// A sentence, if the archive cannot be read to its end.
    pub(crate) failure: Option<String>,
    /// The error that ends the run.
    pub(crate) error: Option<Error>,
}

/// A record to make a row of.
pub(crate) struct Task {
    number: u64,
    unit: u64,
    pub(crate) offset: u64,
    pub(crate) item: Item,
}

impl<'r> Lane<'r> {
    /// Opens an archive at the first record that is in no finished unit. Returns the entries of the
    /// finished units, and no lane if all units are finished.
    ///
    /// # Errors
    ///
    /// If the output folder cannot be changed. The failure to read the archive is in the lane.
    pub(crate) fn open(
        archive: &'r Archive,
        settings: &'r Settings<'r>,
    ) -> Result<(Vec<Entry>, Option<Lane<'r>>), OpenError> {
        let source = archive.state().map_err(|error| OpenError::Archive(error.to_string()))?;
        let finished = settings.folder.entries(&source).map_err(OpenError::Folder)?;
        let known: Vec<Entry> = finished.values().cloned().collect();
        let Some(begin) = next_unfinished(&finished, 0, settings.unit_bytes()) else {
            return Ok((known, None));
        };
        let records = Records::open(archive, begin, &source, settings.reader());
        let reading = Reading {
            records: Some(records.map_err(OpenError::Archive)?),
            unit: begin / settings.unit_bytes(),
            next: 0,
        };
        let writing = Writing {
            waiting: BTreeMap::new(),
            next: 0,
            total: None,
            unit: None,
            begin,
            outcome: LaneOutcome::default(),
            has_ended: false,
        };
        let lane = Lane {
            archive,
            settings,
            stem: stem(&source),
            source,
            finished,
            reading: Mutex::new(reading),
            ready: Mutex::default(),
            writing: Mutex::new(writing),
            progress: Condvar::new(),
            position: AtomicU64::new(0),
        };
        Ok((known, Some(lane)))
    }

    /// Returns the name of the archive.
    pub(crate) fn name(&self) -> &'r str {
        &self.archive.name
    }

    /// Notes that the archive was read up to here. Returns how much is new.
    pub(crate) fn advance(&self, position: u64) -> u64 {
        position.saturating_sub(self.position.fetch_max(position, Ordering::Relaxed))
    }

    /// Returns the length of the archive, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.source.bytes
    }

    /// Returns the next record, after waiting while too many rows wait for an earlier one. `None`
    /// at the end.
    pub(crate) fn take(&self) -> Option<Task> {
        if let Some(task) = self.take_ready() {
            return Some(task);
        }
        let mut reading = lock(&self.reading);
        // The thread that had the lock may have read ahead.
        if let Some(task) = self.take_ready() {
            return Some(task);
        }
        let mut writing = lock(&self.writing);
        while !writing.has_ended && reading.next - writing.next >= WINDOW {
            writing = self.progress.wait(writing).unwrap_or_else(PoisonError::into_inner);
        }
        if writing.has_ended {
            return None;
        }
        drop(writing);
        let task = self.read(&mut reading);
        self.read_ahead(&mut reading);
        task
    }

    /// Returns a record that was read ahead.
    fn take_ready(&self) -> Option<Task> {
        let task = lock(&self.ready).pop_front();
        if lock(&self.writing).has_ended {
            return None;
        }
        if task.is_some()
            && let Ok(mut reading) = self.reading.try_lock()
        {
            self.read_ahead(&mut reading);
        }
        task
    }

    /// Reads records for the other threads, but does not wait for rows to be written. So it does
    /// nothing if there are finished units, which are skipped only after all rows before them.
    fn read_ahead(&self, reading: &mut Reading) {
        let most = AHEAD.min(2 * (self.settings.config.jobs.get() - 1));
        while self.finished.is_empty()
            && lock(&self.ready).len() < most
            && reading.next - lock(&self.writing).next < WINDOW
        {
            let Some(task) = self.read(reading) else { return };
            lock(&self.ready).push_back(task);
        }
    }

    /// Reads the next record of an unfinished unit.
    fn read(&self, reading: &mut Reading) -> Option<Task> {
        loop {
            let (offset, item) = match reading.records.as_mut()?.next() {
                Ok(Some(item)) => item,
                Ok(None) => {
                    reading.records = None;
                    self.end(reading.next);
                    return None;
                }
                Err(message) => {
                    reading.records = None;
                    self.fail(message);
                    return None;
                }
            };
            // Damage never begins a unit, because a reader that begins there may not see it the
            // same way.
            let unit =
                if item.is_ok() { offset / self.settings.unit_bytes() } else { reading.unit };
            if unit != reading.unit && self.finished.contains_key(&unit) {
                self.skip(reading, unit, offset)?;
                continue;
            }
            reading.unit = unit;
            let number = reading.next;
            reading.next += 1;
            return Some(Task { number, unit, offset, item });
        }
    }

    /// Goes on after finished units that begin here. Returns `None` if there is nothing after them.
    fn skip(&self, reading: &mut Reading, unit: u64, offset: u64) -> Option<()> {
        let bytes = self.settings.unit_bytes();
        let mut writing = lock(&self.writing);
        // The rows before must be in their file before the position of the next unit is known.
        while !writing.has_ended && writing.next < reading.next {
            writing = self.progress.wait(writing).unwrap_or_else(PoisonError::into_inner);
        }
        if writing.has_ended {
            return None;
        }
        if let Err(error) = self.close_unit(&mut writing, Some(offset)) {
            drop(writing);
            self.abort(error);
            return None;
        }
        reading.records = None;
        let Some(begin) = next_unfinished(&self.finished, unit, bytes) else {
            drop(writing);
            self.end(reading.next);
            return None;
        };
        writing.begin = begin;
        drop(writing);
        match Records::open(self.archive, begin, &self.source, self.settings.reader()) {
            Ok(records) => {
                (reading.records, reading.unit) = (Some(records), begin / bytes);
                Some(())
            }
            Err(message) => {
                self.fail(message);
                None
            }
        }
    }

    /// Takes the row of a task, and writes those whose turn has come.
    pub(crate) fn put(&self, task_number: u64, unit: u64, row: Row) {
        let mut writing = lock(&self.writing);
        if writing.has_ended {
            return;
        }
        writing.waiting.insert(task_number, (unit, row));
        let outcome = self.write_ready(&mut writing);
        drop(writing);
        match outcome {
            Ok(()) => self.progress.notify_all(),
            Err(error) => self.abort(error),
        }
    }

    fn write_ready(&self, writing: &mut Writing) -> Result<(), Error> {
        while let Some((unit, row)) = {
            let next = writing.next;
            writing.waiting.remove(&next)
        } {
            if writing.unit.as_ref().is_some_and(|open| open.number != unit) {
                self.close_unit(writing, Some(row.offset))?;
                writing.begin = row.offset;
            }
            if writing.unit.is_none() {
                writing.unit = Some(self.open_unit(unit, writing.begin)?);
            }
            if let Some(open) = &mut writing.unit {
                open.add(self.settings.folder, row)?;
            }
            writing.next += 1;
        }
        self.end_if_written(writing)
    }

    /// Finishes the archive if everything is written.
    fn end_if_written(&self, writing: &mut Writing) -> Result<(), Error> {
        if writing.total != Some(writing.next) || writing.has_ended {
            return Ok(());
        }
        let has_later =
            self.finished.keys().any(|unit| *unit >= writing.begin / self.settings.unit_bytes());
        if writing.unit.is_none() && !has_later {
            // An archive without records has a file without rows, so that it counts as finished.
            let unit = writing.begin / self.settings.unit_bytes();
            writing.unit = Some(self.open_unit(unit, writing.begin)?);
        }
        self.close_unit(writing, None)?;
        writing.has_ended = true;
        Ok(())
    }

    /// Notes that there are no more rows than these.
    fn end(&self, total: u64) {
        let mut writing = lock(&self.writing);
        writing.total = Some(total);
        let outcome = self.end_if_written(&mut writing);
        drop(writing);
        match outcome {
            Ok(()) => self.progress.notify_all(),
            Err(error) => self.abort(error),
        }
    }

    fn open_unit(&self, number: u64, begin: u64) -> Result<OpenUnit, Error> {
        OpenUnit::create(self.settings, &self.stem, number, begin)
    }

    /// Publishes the open unit, if there is one. `end` is the position of the next record.
    fn close_unit(&self, writing: &mut Writing, end: Option<u64>) -> Result<(), Error> {
        let Some(open) = writing.unit.take() else { return Ok(()) };
        let entry = open.publish(self.settings.folder, &self.source, end)?;
        writing.outcome.written.push(entry);
        Ok(())
    }

    /// Ends the work on the archive, which cannot be read to its end.
    fn fail(&self, message: String) {
        self.stop_with(|outcome| outcome.failure = Some(message));
    }

    /// Ends the work on the archive, because the run has to end.
    pub(crate) fn abort(&self, error: Error) {
        self.stop_with(|outcome| outcome.error = Some(error));
    }

    /// Ends the work on the archive without a failure. Its open unit is dropped.
    pub(crate) fn stop(&self) {
        self.stop_with(|_| {});
    }

    fn stop_with(&self, note: impl FnOnce(&mut LaneOutcome)) {
        let mut writing = lock(&self.writing);
        if !writing.has_ended {
            writing.has_ended = true;
            writing.unit = None;
            note(&mut writing.outcome);
        }
        drop(writing);
        self.progress.notify_all();
    }

    /// Returns true if the run has to end because of this archive.
    pub(crate) fn has_error(&self) -> bool {
        lock(&self.writing).outcome.error.is_some()
    }

    /// Returns what was done.
    pub(crate) fn into_outcome(self) -> LaneOutcome {
        self.writing.into_inner().unwrap_or_else(PoisonError::into_inner).outcome
    }
}

impl Task {
    /// Returns the numbers of the row and of its unit.
    pub(crate) fn place(&self) -> (u64, u64) {
        (self.number, self.unit)
    }
}

/// The reason why an archive cannot be opened.
pub(crate) enum OpenError {
    /// The archive cannot be read: a sentence.
    Archive(String),
    /// The output folder cannot be changed. The run ends.
    Folder(Error),
}

/// Returns the position after the finished units that follow each other from `unit` on. `None` if
/// they reach the end of the archive.
fn next_unfinished(finished: &BTreeMap<u64, Entry>, unit: u64, unit_bytes: u64) -> Option<u64> {
    let mut next = unit;
    // Units without records have no entry; the first one may begin anywhere.
    let mut begin = finished.get(&unit).map_or(0, |entry| entry.begin);
    while let Some(entry) = finished.get(&next) {
        begin = entry.end?;
        next = begin / unit_bytes;
    }
    Some(begin)
}

/// Locks a mutex. It is poisoned if a thread of the lane has panicked; the run ends with that
/// panic, so it does not matter here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
