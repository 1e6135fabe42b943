//! A run: all archives with all threads.
//!
//! Each thread works on an archive of its own while there are enough, because archives share
//! nothing: no thread waits for another. At the end there are more threads than archives. If each
//! still had its own, the last archive would be read by one thread for an hour while the others
//! have nothing to do. So threads without an archive join the ones that are open, those with the
//! fewest threads first; a lane keeps the rows in order.
//!
//! Pages that a browser has to draw are drawn by threads of their own, because that is mostly
//! waiting: if one of two threads waited for a page, half of the archive would wait with it. They
//! take the pages from a queue and put the rows into the lanes they belong to. For example, a
//! thread reads record 7, which a browser has to draw, and goes on with record 8; the row of 8
//! waits in the lane until that of 7 is there. So the lane also bounds the queue.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::archive::Archive;
use crate::config::Config;
use crate::error::{Error, ErrorKind};
use crate::extract::{Made, ToDraw, Worker};
use crate::folder::Folder;
use crate::isolate;
use crate::lane::{Lane, OpenError};
use crate::row::Row;
use crate::settings::Settings;
use crate::summary::{Failure, Summary};

/// The progress of a run. Any thread may look at it, and stop the run.
///
/// ```
/// let progress = tamis_batch::Progress::default();
/// progress.stop();
/// assert_eq!(progress.rows(), 0);
/// ```
#[derive(Debug, Default)]
pub struct Progress {
    rows: AtomicU64,
    bytes: AtomicU64,
    total_bytes: AtomicU64,
    is_stopped: AtomicBool,
}

impl Progress {
    /// Returns the number of rows that were made.
    pub fn rows(&self) -> u64 {
        self.rows.load(Ordering::Relaxed)
    }

    /// Returns the length of what was read of the archives, in bytes. Finished units count as read.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Returns the length of all archives, in bytes: that of files from the begin, that of others
    /// once they are open.
    pub fn total_bytes(&self) -> u64 {
        self.total_bytes.load(Ordering::Relaxed)
    }

    /// Asks the run to end after the pages that are being read. Finished units stay.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}

/// Writes a row for every HTML record of the archives to files in the folder `output`, which is
/// created if there is none.
///
/// Units that were finished before are left as they are. The files do not depend on the number of
/// threads, nor on how often the run was stopped.
///
/// ```
/// use tamis_batch::{Archive, Config, Progress, Status};
///
/// let folder = tempfile::tempdir()?;
/// let archive = folder.path().join("a.warc");
/// let page = format!("<html lang=en><p>{}", "It was the best of times. ".repeat(20));
/// let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{page}");
/// let header = "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.com/\r\n";
/// let length = http.len();
/// std::fs::write(&archive, format!("{header}Content-Length: {length}\r\n\r\n{http}\r\n\r\n"))?;
///
/// let output = folder.path().join("out");
/// let progress = Progress::default();
/// let summary =
///     tamis_batch::run(&[Archive::new(archive)], &output, &Config::default(), &progress)?;
/// assert_eq!(summary.count(Status::Ok), 1);
/// assert!(output.join("_SUCCESS").exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the configuration is not valid, a process of [`Config::isolation`] cannot be started or reads
/// no page, the folder is used by another process or has files of another
/// configuration, or it cannot be written. An archive that cannot be read is not an error: see
/// [`Summary::failures`].
pub fn run(
    archives: &[Archive],
    output: &Path,
    config: &Config,
    progress: &Progress,
) -> Result<Summary, Error> {
    let columns = config.selected_columns()?;
    check(archives)?;
    let shared = Arc::new(config.clone());
    let workers = |number: usize| -> Result<Vec<Worker>, Error> {
        (0..number).map(|_| Worker::new(Arc::clone(&shared), &columns)).collect()
    };
    let readers = workers(config.jobs.get())?;
    let drawers = workers(config.drawing.as_ref().map_or(0, |_| config.drawing_jobs.get()))?;
    isolate::check(config)?;
    let folder = Folder::open(output, config, config.description(&columns))?;
    folder.begin()?;
    let sizes = archives.iter().map(Archive::file_bytes);
    progress.total_bytes.store(sizes.sum(), Ordering::Relaxed);
    let settings = Settings { config, columns: &columns, folder: &folder };
    let board = Board {
        settings: &settings,
        progress,
        state: Mutex::new(State {
            archives: archives.iter(),
            opening: 0,
            open: Vec::new(),
            summary: Summary::default(),
            error: None,
        }),
        opened: Condvar::new(),
    };
    let (give, pages) = mpsc::channel();
    let pages = Mutex::new(pages);
    thread::scope(|scope| {
        for worker in readers {
            let (board, give) = (&board, give.clone());
            scope.spawn(move || board.work(worker, &give));
        }
        // The threads that draw end after the last one that reads, which has the other end of the
        // channel.
        drop(give);
        for worker in drawers {
            scope.spawn(|| board.draw(worker, &pages));
        }
    });
    let state = board.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = state.error {
        return Err(error);
    }
    let mut summary = state.summary;
    summary.stopped = progress.is_stopped();
    summary.damaged = folder.damaged();
    if summary.is_complete() {
        folder.succeed()?;
    }
    Ok(summary)
}

/// Refuses archives that would write the same files, because the rows of one would replace those of
/// the other.
fn check(archives: &[Archive]) -> Result<(), Error> {
    let mut keys = HashSet::new();
    for archive in archives {
        if !keys.insert(archive.key()) {
            let message = format!("the archive {} is given twice", archive.name);
            return Err(Error::new(ErrorKind::Config, message));
        }
    }
    Ok(())
}

/// The archives of a run, and who reads them.
struct Board<'r> {
    settings: &'r Settings<'r>,
    progress: &'r Progress,
    state: Mutex<State<'r>>,
    /// Tells that an archive is no longer being opened.
    opened: Condvar,
}

struct State<'r> {
    /// The archives that nobody has opened.
    archives: std::slice::Iter<'r, Archive>,
    /// The number of archives that are being opened.
    opening: usize,
    /// The archives that are being read.
    open: Vec<Arc<Lane<'r>>>,
    summary: Summary,
    error: Option<Error>,
}

/// A page to draw: its lane, its place there, and how far its row is.
type Waiting<'r> = (Arc<Lane<'r>>, (u64, u64), Box<ToDraw>);

impl<'r> Board<'r> {
    /// Works until there is nothing left: on an archive of its own while there are unopened ones,
    /// then on the one with the fewest threads. For example, with four threads and five archives,
    /// the fifth one is opened by the first thread that is free, and in the end four threads share
    /// it. `drawers` take the pages that a browser has to draw.
    fn work(&self, mut worker: Worker, drawers: &Sender<Waiting<'r>>) {
        while let Some(lane) = self.next_lane() {
            let guard = StopOnPanic(&lane);
            while let Some(task) = lane.take() {
                if self.progress.is_stopped() {
                    lane.stop();
                    break;
                }
                let place = task.place();
                self.progress.bytes.fetch_add(lane.advance(task.offset), Ordering::Relaxed);
                let made = worker.begin(task.item, lane.name(), task.offset);
                if let Some(reason) = worker.failure() {
                    lane.abort(Error::new(ErrorKind::Io, reason));
                    break;
                }
                match made {
                    Made::Row(row) => self.put(&lane, place, *row),
                    // The receiver lives as long as this thread.
                    Made::ToDraw(page) => drop(drawers.send((Arc::clone(&lane), place, page))),
                }
            }
            drop(guard);
            self.leave(lane);
        }
    }

    fn put(&self, lane: &Lane<'r>, (number, unit): (u64, u64), row: Row) {
        lane.put(number, unit, row);
        self.progress.rows.fetch_add(1, Ordering::Relaxed);
    }

    /// Draws pages until there are no more.
    fn draw(&self, mut worker: Worker, pages: &Mutex<Receiver<Waiting<'r>>>) {
        let next = || pages.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
        while let Some((lane, place, page)) = next() {
            let guard = StopOnPanic(&lane);
            if self.progress.is_stopped() {
                lane.stop();
            } else {
                self.put(&lane, place, worker.draw(*page));
            }
            drop(guard);
            self.release(lane);
        }
    }

    /// Returns an archive to work on, after waiting for one that another thread opens.
    fn next_lane(&self) -> Option<Arc<Lane<'r>>> {
        let mut state = self.lock();
        while state.error.is_none() && !self.progress.is_stopped() {
            if let Some(archive) = state.archives.next() {
                state.opening += 1;
                drop(state);
                let opening = Opening(self);
                let lane = self.open(archive);
                drop(opening);
                if lane.is_some() {
                    return lane;
                }
                state = self.lock();
                continue;
            }
            // The list holds each lane once more than its threads do.
            let fewest = state.open.iter().min_by_key(|lane| Arc::strong_count(lane));
            if fewest.is_some() || state.opening == 0 {
                return fewest.map(Arc::clone);
            }
            state = self.opened.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    fn open(&self, archive: &'r Archive) -> Option<Arc<Lane<'r>>> {
        let opened = Lane::open(archive, self.settings);
        let mut state = self.lock();
        match opened {
            Ok((finished, None)) => {
                let bytes = finished.first().map_or(0, |entry| entry.source.bytes);
                self.note_opened(archive, bytes);
                self.progress.bytes.fetch_add(bytes, Ordering::Relaxed);
                state.summary.add_earlier(&archive.name, &finished);
                None
            }
            Ok((finished, Some(lane))) => {
                state.summary.add_earlier(&archive.name, &finished);
                self.note_opened(archive, lane.bytes());
                let lane = Arc::new(lane);
                state.open.push(Arc::clone(&lane));
                Some(lane)
            }
            Err(OpenError::Archive(message)) => {
                state.summary.failures.push(Failure { archive: archive.name.clone(), message });
                None
            }
            Err(OpenError::Folder(error)) => {
                state.error = Some(error);
                None
            }
        }
    }

    /// Notes the length of an archive that was not known before.
    fn note_opened(&self, archive: &Archive, bytes: u64) {
        if archive.path().is_none() {
            self.progress.total_bytes.fetch_add(bytes, Ordering::Relaxed);
        }
    }

    /// Leaves a lane that has no more tasks.
    fn leave(&self, lane: Arc<Lane<'r>>) {
        self.lock().open.retain(|open| !Arc::ptr_eq(open, &lane));
        self.release(lane);
    }

    /// Gives a lane back. The last thread collects what was done.
    fn release(&self, lane: Arc<Lane<'r>>) {
        let mut state = self.lock();
        if lane.has_error() {
            self.progress.is_stopped.store(true, Ordering::Relaxed);
        }
        let Some(lane) = Arc::into_inner(lane) else { return };
        self.progress.bytes.fetch_add(lane.advance(lane.bytes()), Ordering::Relaxed);
        let archive = lane.name().to_owned();
        let outcome = lane.into_outcome();
        state.summary.add_written(&archive, &outcome.written);
        if let Some(message) = outcome.failure {
            state.summary.failures.push(Failure { archive, message });
        }
        if outcome.error.is_some() {
            state.error = outcome.error;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<'r>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An archive that is being opened. Its end wakes the threads that wait for it.
struct Opening<'b, 'r>(&'b Board<'r>);

impl Drop for Opening<'_, '_> {
    fn drop(&mut self) {
        self.0.lock().opening -= 1;
        self.0.opened.notify_all();
    }
}

/// Wakes the threads that wait for a lane whose thread panics. Otherwise they would wait for ever,
/// and the run would not end with the panic.
struct StopOnPanic<'l, 'r>(&'l Lane<'r>);

impl Drop for StopOnPanic<'_, '_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}
