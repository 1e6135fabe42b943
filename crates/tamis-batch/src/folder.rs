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
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::durable;
use crate::error::{Error, ErrorKind};

const PRIVATE: &str = "_tamis";
const UNITS: &str = "units";
const SUCCESS: &str = "_SUCCESS";

/// An entry of the manifest: a unit whose file is finished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) source: SourceState,
    /// The number of the unit in its archive.
    pub(crate) unit: u64,
    /// The position of the unit's first record.
    pub(crate) begin: u64,
    /// The position of the first record after the unit. `None` if there is none.
    pub(crate) end: Option<u64>,
    /// The fingerprint of the configuration.
    pub(crate) config: String,
    pub(crate) file: String,
    pub(crate) bytes: u64,
    pub(crate) sha256: String,
    /// The number of rows of each status.
    pub(crate) rows: BTreeMap<String, u64>,
}

/// An archive as it was when it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SourceState {
    pub(crate) path: String,
    pub(crate) bytes: u64,
    /// The time of the last change, in nanoseconds since 1970. `None` if it is not known.
    pub(crate) modified_ns: Option<u64>,
    /// The version that a server states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) version: Option<String>,
    /// The hash of the records that were picked. `None` if all of them are read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) records: Option<String>,
    /// True if it could be read only once. Nothing tells whether it is the same again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_stream: bool,
}

impl SourceState {
    pub(crate) fn new(path: &str, bytes: u64) -> SourceState {
        SourceState {
            path: path.into(),
            bytes,
            modified_ns: None,
            version: None,
            records: None,
            is_stream: false,
        }
    }

    pub(crate) fn stream(self) -> SourceState {
        SourceState { is_stream: true, ..self }
    }
}

/// An output folder that this process holds.
pub(crate) struct Folder {
    path: PathBuf,
    fingerprint: String,
    /// The entries of the manifest at the beginning, by the names of their units.
    known: BTreeMap<String, Entry>,
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
    pub(crate) fn open(path: &Path, config: serde_json::Value) -> Result<Folder, Error> {
        let units = path.join(PRIVATE).join(UNITS);
        fs::create_dir_all(&units).map_err(|error| Error::writing(path, error))?;
        let lock_path = path.join(PRIVATE).join("lock");
        let lock = File::create(&lock_path).map_err(|error| Error::writing(&lock_path, error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let message = format!("another process writes to {}", path.display());
                return Err(Error::new(ErrorKind::InUse, message));
            }
            Err(TryLockError::Error(error)) => return Err(Error::writing(&lock_path, error)),
        }
        let fingerprint = crate::config::fingerprint(&config);
        let known = read_entries(&units).map_err(|error| Error::writing(&units, error))?;
        let folder = Folder { path: path.to_owned(), fingerprint, known, _lock: lock };
        folder.check(config)?;
        for place in [path, &units, &path.join(PRIVATE)] {
            durable::remove_unfinished(place).map_err(|error| Error::writing(place, error))?;
        }
        Ok(folder)
    }

    /// Checks that the files of the folder have this configuration, or notes it if there are none.
    fn check(&self, config: serde_json::Value) -> Result<(), Error> {
        let path = self.path.join(PRIVATE).join("run.json");
        match fs::read(&path) {
            Ok(bytes) => match serde_json::from_slice::<Run>(&bytes) {
                Ok(run) if run.fingerprint == self.fingerprint => Ok(()),
                Ok(run) => Err(self.other(&difference(&run.config, &config))),
                Err(_) => Err(self.other("a file of another version")),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let run = Run { fingerprint: self.fingerprint.clone(), config };
                let bytes = serde_json::to_vec_pretty(&run).unwrap_or_default();
                durable::write(&path, &bytes).map_err(|error| Error::writing(&path, error))
            }
            Err(error) => Err(Error::writing(&path, error)),
        }
    }

    fn other(&self, difference: &str) -> Error {
        let message = format!(
            "{} has files of another configuration ({difference}); choose another folder, or \
             remove it",
            self.path.display()
        );
        Error::new(ErrorKind::OtherConfig, message)
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
    /// with their files.
    pub(crate) fn entries(&self, source: &SourceState) -> Result<BTreeMap<u64, Entry>, Error> {
        let mut current = BTreeMap::new();
        for (name, entry) in self.known.iter().filter(|(_, entry)| entry.source.path == source.path)
        {
            let file = self.file(&entry.file);
            if entry.source == *source && !source.is_stream {
                if fs::metadata(&file).is_ok_and(|file| file.len() == entry.bytes) {
                    current.insert(entry.unit, entry.clone());
                }
                continue;
            }
            // A file without an entry is replaced; an entry without a file is not believed.
            for path in [self.entry_path(name), file] {
                remove(&path).map_err(|error| Error::writing(&path, error))?;
            }
        }
        Ok(current)
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

/// Removes a file if there is one.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Reads all entries of a folder by the names of their units. What cannot be read is not finished,
/// nor what does not have its name yet.
fn read_entries(units: &Path) -> io::Result<BTreeMap<String, Entry>> {
    let mut entries = BTreeMap::new();
    for file in fs::read_dir(units)? {
        let path = file?.path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let entry = fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        if let (Some(name), Some(entry)) = (path.file_stem(), entry) {
            entries.insert(name.to_string_lossy().into_owned(), entry);
        }
    }
    Ok(entries)
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
