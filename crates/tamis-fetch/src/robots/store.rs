//! The files of the sites that were asked.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Robots;

/// The age from which a file is read again.
///
/// Source: RFC 9309, 2.4.
const MAX_AGE: Duration = Duration::from_hours(24);

/// The number of files that are kept. Each has at most 500 KiB.
const MAX_FILES: usize = 1024;

/// Files by the origin of their site.
#[derive(Default)]
pub(crate) struct Store(Mutex<HashMap<String, Arc<Place>>>);

/// The place for a file and the time when it was read. It is locked while the file is being read,
/// so that it is read once.
type Place = Mutex<Option<(Instant, Arc<Robots>)>>;

impl Store {
    /// Returns the file of a site, which `read` reads if it is not known.
    pub(crate) fn get(&self, origin: &str, read: impl FnOnce() -> Robots) -> Arc<Robots> {
        let place = self.place(origin);
        // If reading panicked, there is no file, and it is read again.
        let mut file = place.lock().unwrap_or_else(PoisonError::into_inner);
        match &*file {
            Some((time, robots)) if time.elapsed() < MAX_AGE => Arc::clone(robots),
            _ => {
                let robots = Arc::new(read());
                *file = Some((Instant::now(), Arc::clone(&robots)));
                robots
            }
        }
    }

    fn place(&self, origin: &str) -> Arc<Place> {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if files.len() >= MAX_FILES && !files.contains_key(origin) {
            files.clear();
        }
        Arc::clone(files.entry(origin.to_owned()).or_default())
    }
}
