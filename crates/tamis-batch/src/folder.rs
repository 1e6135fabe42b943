//! The output folder: its lock, its configuration and the manifest of its finished units.
//!
//! ```text
//! OUTPUT/
//!   CC-MAIN-00000-1f2e3d4c-00000.parquet    a file per unit
//!   _tamis/run.json                         the configuration of all files
//!   _tamis/units/….json                     an entry per finished unit
//!   _tamis/lock                             held while a process writes
//!   _SUCCESS                                present if all units of the last run are finished
//! ```
//!
//! A file is complete before its entry exists, and an entry before the next unit begins. Names with
//! an underscore or a dot are passed over by readers of data sets.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::config::Config;
use crate::durable::{self, remove};
use crate::error::{Error, ErrorKind};
use crate::file::open_unlinked;
use crate::manifest::{self, Entries, Entry, is_unit_name};
use crate::source::SourceState;

const PRIVATE: &str = "_tamis";
const UNITS: &str = "units";
const SUCCESS: &str = "_SUCCESS";
const RUN: &str = "run.json";

/// The largest `run.json`, in bytes. It has every option of the extraction.
const MAX_RUN_BYTES: u64 = 16 << 20;

/// An output folder that this process holds.
pub(crate) struct Folder {
    path: PathBuf,
    fingerprint: String,
    /// The entries of the manifest at the beginning.
    known: Entries,
    unit_bytes: u64,
    /// True if the content of finished files is compared with their hashes.
    verifies: bool,
    /// The finished files whose content is not what was written.
    damaged: Mutex<Vec<String>>,
    /// Released when it is dropped, also if the process is killed.
    _lock: File,
}

/// The file `run.json`.
#[derive(Serialize, Deserialize)]
struct Run {
    fingerprint: String,
    config: serde_json::Value,
}

impl Folder {
    /// Creates the folder if there is none, and takes hold of it. Removes what a process that was
    /// stopped left unfinished.
    ///
    /// # Errors
    ///
    /// If another process holds it, it has files of another configuration, or it cannot be written.
    pub(crate) fn open(
        path: &Path,
        config: &Config,
        description: serde_json::Value,
    ) -> Result<Folder, Error> {
        let (private, units) = (path.join(PRIVATE), path.join(PRIVATE).join(UNITS));
        fs::create_dir_all(path).map_err(|error| Error::writing(path, error))?;
        for folder in [&private, &units] {
            durable::create_folder(folder).map_err(|error| Error::writing(folder, error))?;
        }
        let lock = take_hold(path, &private.join("lock"))?;
        let fingerprint = crate::config::fingerprint(&description);
        check(path, &fingerprint, description)?;
        let extension = config.format.extension();
        let known = manifest::read(&units, &fingerprint, extension)
            .map_err(|error| Error::writing(&units, error))?;
        let is_file = |name: &str| {
            let name = name.strip_suffix(extension).and_then(|name| name.strip_suffix('.'));
            name.is_some_and(is_unit_name)
        };
        let is_entry = |name: &str| name.strip_suffix(".json").is_some_and(is_unit_name);
        let clean = |folder: &Path, ours: &dyn Fn(&str) -> bool| {
            durable::remove_unfinished(folder, ours).map_err(|error| Error::writing(folder, error))
        };
        clean(path, &|name| name == SUCCESS || is_file(name))?;
        clean(&private, &|name| name == RUN)?;
        clean(&units, &is_entry)?;
        Ok(Folder {
            path: path.to_owned(),
            fingerprint,
            known,
            unit_bytes: config.unit_bytes.max(1),
            verifies: config.verify,
            damaged: Mutex::default(),
            _lock: lock,
        })
    }

    /// Returns the path of a file in the folder.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Returns the fingerprint of the configuration.
    pub(crate) fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Returns the entries of the finished units of an archive by their numbers, if their files are
    /// still there. Removes those of an archive that has changed since then, or may have changed,
    /// with their files, and those that contradict each other.
    pub(crate) fn entries(&self, source: &SourceState) -> Result<BTreeMap<u64, Entry>, Error> {
        let Some(known) = self.known.get(&source.path) else { return Ok(BTreeMap::new()) };
        let is_known = !source.is_stream
            && known.values().all(|entry| entry.source == *source)
            && manifest::is_consistent(known, self.unit_bytes);
        if is_known {
            let finished = known.iter().filter(|(_, entry)| self.is_finished(entry));
            return Ok(finished.map(|(unit, entry)| (*unit, entry.clone())).collect());
        }
        for entry in known.values() {
            // A file without an entry is replaced; an entry without a file is not believed.
            for path in [self.entry_path(&entry.name()), self.file(&entry.file)] {
                remove(&path).map_err(|error| Error::writing(&path, error))?;
            }
        }
        Ok(BTreeMap::new())
    }

    /// Returns true if the file of an entry is there, and has the content that was written.
    fn is_finished(&self, entry: &Entry) -> bool {
        let path = self.file(&entry.file);
        let found = fs::symlink_metadata(&path);
        if !found.is_ok_and(|found| found.is_file() && found.len() == entry.bytes) {
            return false;
        }
        let is_same = !self.verifies || hash(&path).is_ok_and(|hash| hash == entry.sha256);
        if !is_same {
            let mut damaged = self.damaged.lock().unwrap_or_else(PoisonError::into_inner);
            damaged.push(entry.file.clone());
        }
        is_same
    }

    /// Returns the names of finished files that had another content than was written.
    pub(crate) fn damaged(&self) -> Vec<String> {
        let mut names = self.damaged.lock().unwrap_or_else(PoisonError::into_inner).clone();
        names.sort();
        names
    }

    /// Adds the entry of a unit whose file is finished.
    pub(crate) fn add(&self, name: &str, entry: &Entry) -> Result<(), Error> {
        let path = self.entry_path(name);
        let bytes = serde_json::to_vec_pretty(entry).unwrap_or_default();
        durable::write(&path, &bytes).map_err(|error| Error::writing(&path, error))
    }

    fn entry_path(&self, name: &str) -> PathBuf {
        self.path.join(PRIVATE).join(UNITS).join(format!("{name}.json"))
    }

    /// Removes the sign that everything is finished.
    pub(crate) fn begin(&self) -> Result<(), Error> {
        let path = self.path.join(SUCCESS);
        remove(&path).map_err(|error| Error::writing(&path, error))
    }

    /// Leaves the sign that everything is finished.
    pub(crate) fn succeed(&self) -> Result<(), Error> {
        let path = self.path.join(SUCCESS);
        durable::write(&path, b"").map_err(|error| Error::writing(&path, error))
    }
}

/// Opens the lock and holds it. Its content is not changed, because another process may hold it.
fn take_hold(folder: &Path, path: &Path) -> Result<File, Error> {
    let mut options = OpenOptions::new();
    let lock = open_unlinked(path, options.write(true).create(true).truncate(false))
        .map_err(|error| Error::writing(path, error))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => {
            let message = format!("another process writes to {}", folder.display());
            Err(Error::new(ErrorKind::InUse, message))
        }
        Err(TryLockError::Error(error)) => Err(Error::writing(path, error)),
    }
}

/// Checks that the files of a folder have this configuration, or notes it if there are none.
fn check(folder: &Path, fingerprint: &str, config: serde_json::Value) -> Result<(), Error> {
    let path = folder.join(PRIVATE).join(RUN);
    let other = |difference: &str| {
        let message = format!(
            "{} has files of another configuration ({difference}); choose another folder, or \
             remove it",
            folder.display()
        );
        Err(Error::new(ErrorKind::OtherConfig, message))
    };
    match durable::read(&path, MAX_RUN_BYTES) {
        Ok(bytes) => match serde_json::from_slice::<Run>(&bytes) {
            Ok(run) if run.fingerprint == fingerprint => Ok(()),
            Ok(run) => other(&difference(&run.config, &config)),
            Err(_) => other("a file of another version"),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let run = Run { fingerprint: fingerprint.into(), config };
            let bytes = serde_json::to_vec_pretty(&run).unwrap_or_default();
            durable::write(&path, &bytes).map_err(|error| Error::writing(&path, error))
        }
        Err(error) => Err(Error::writing(&path, error)),
    }
}

/// Returns the SHA-256 of a file, in hexadecimal digits.
fn hash(path: &Path) -> io::Result<String> {
    let mut file = open_unlinked(path, OpenOptions::new().read(true))?;
    let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(crate::hex(&hash.finalize())),
            count => hash.update(&buffer[..count]),
        }
    }
}

/// Returns the first setting in which two configurations differ, as a phrase.
fn difference(old: &serde_json::Value, new: &serde_json::Value) -> String {
    let object = |value: &serde_json::Value| value.as_object().cloned().unwrap_or_default();
    let (old, new) = (object(old), object(new));
    let name = new.keys().find(|name| old.get(*name) != new.get(*name));
    match name {
        Some(name) if name == "extraction" => "other options of the extraction".into(),
        Some(name) => {
            let value = |of: &serde_json::Map<_, _>| {
                of.get(name).map_or_else(|| "nothing".to_owned(), ToString::to_string)
            };
            format!("{name}: {} there, {} now", value(&old), value(&new))
        }
        None => "other settings".into(),
    }
}
