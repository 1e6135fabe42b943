//! Archives: the inputs of a run.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use tamis_warc::Compression;

use crate::file;
use crate::once::Stream;
use crate::parts::{self, Opened, Parts};
use crate::remote::{Remote, RemoteState};
use crate::source::{ENDINGS, SourceState};

/// An archive to read: a file, a stream, or anything else that can be read in parts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Archive {
    /// The value of the column `warc_file`.
    pub name: String,
    origin: Origin,
    /// The parts to read, in their order, without overlaps. `None` for everything.
    records: Option<Arc<[Range<u64>]>>,
}

/// The place of an archive.
#[derive(Clone, Debug)]
enum Origin {
    File(PathBuf),
    Stream(Stream),
    Remote(Arc<dyn Remote>),
}

impl Archive {
    /// Returns the archive in this file. Its name is the path.
    ///
    /// ```
    /// use std::path::Path;
    /// let archive = tamis_batch::Archive::new("crawl.warc.gz");
    /// assert_eq!(archive.name, "crawl.warc.gz");
    /// assert_eq!(archive.path(), Some(Path::new("crawl.warc.gz")));
    /// ```
    pub fn new(path: impl Into<PathBuf>) -> Archive {
        let path = path.into();
        let name = path.to_string_lossy().into_owned();
        Archive { name, origin: Origin::File(path), records: None }
    }

    /// Returns an archive that can be read once, such as standard input.
    ///
    /// A run makes all rows of a stream again and replaces those of an earlier run, because nothing
    /// tells whether a stream of the same name has the same records.
    ///
    /// ```
    /// let archive = tamis_batch::Archive::stream("-", std::io::stdin());
    /// assert_eq!((archive.name.as_str(), archive.path()), ("-", None));
    /// ```
    pub fn stream(name: impl Into<String>, source: impl Read + Send + 'static) -> Archive {
        let origin = Origin::Stream(Stream::new(source));
        Archive { name: name.into(), origin, records: None }
    }

    /// Returns an archive that is read part by part, such as one on the web. The name tells it from
    /// others.
    pub fn remote(name: impl Into<String>, remote: Arc<dyn Remote>) -> Archive {
        Archive { name: name.into(), origin: Origin::Remote(remote), records: None }
    }

    /// Restricts the archive to these records: positions in the file, in bytes, such as those of an
    /// [index](crate::read_index).
    ///
    /// The order does not matter, and a record that is named twice is read once. A record ends
    /// where the next one begins, whatever its range says.
    #[must_use]
    pub fn records(mut self, ranges: impl IntoIterator<Item = Range<u64>>) -> Archive {
        self.records = Some(parts::in_order(ranges.into_iter().collect()).into());
        self
    }

    /// Returns the path of the file. `None` if the archive is not a file.
    pub fn path(&self) -> Option<&Path> {
        match &self.origin {
            Origin::File(path) => Some(path),
            Origin::Stream(_) | Origin::Remote(_) => None,
        }
    }

    /// Returns what tells the archive from others.
    pub(crate) fn key(&self) -> Cow<'_, str> {
        match &self.origin {
            Origin::File(path) => path.to_string_lossy(),
            Origin::Stream(_) | Origin::Remote(_) => Cow::Borrowed(&self.name),
        }
    }

    /// Returns the length of a file, in bytes; 0 for others.
    pub(crate) fn file_bytes(&self) -> u64 {
        self.path().and_then(|path| path.metadata().ok()).map_or(0, |file| file.len())
    }

    /// Returns the archive as it is now.
    pub(crate) fn state(&self) -> io::Result<SourceState> {
        let mut state = match &self.origin {
            Origin::File(path) => file_state(path)?,
            Origin::Stream(_) => SourceState::new(&self.name, 0).stream(),
            Origin::Remote(remote) => {
                let RemoteState { bytes, version } = remote.state()?;
                SourceState { version, ..SourceState::new(&self.name, bytes) }
            }
        };
        state.records = self.records.as_deref().map(parts::hash);
        Ok(state)
    }

    /// Opens the archive, or its records, at a position. `state` is what a remote one was before.
    pub(crate) fn open(&self, offset: u64, state: &SourceState) -> io::Result<Parts> {
        let ranges = match &self.records {
            Some(records) => parts::from(records, offset),
            None => Vec::from([parts::all_from(offset)]),
        };
        self.open_ranges(ranges, state)
    }

    /// Opens the archive for these ranges, in this order.
    pub(crate) fn open_ranges(
        &self,
        ranges: Vec<Range<u64>>,
        state: &SourceState,
    ) -> io::Result<Parts> {
        let origin = match &self.origin {
            Origin::File(path) => Opened::File(file::open(path)?),
            Origin::Stream(stream) => Opened::Stream(stream.take(&ranges)?),
            Origin::Remote(remote) => Opened::Remote {
                remote: Arc::clone(remote),
                state: RemoteState { bytes: state.bytes, version: state.version.clone() },
            },
        };
        Ok(Parts::new(origin, ranges))
    }

    /// Returns the compression that the archive's name states.
    pub(crate) fn compression(&self) -> Compression {
        let key = self.key();
        let is_address = key.contains("://");
        // The query of an address is not part of its name, for example the signature of a temporary
        // address.
        let name = key.split(['?', '#']).next().filter(|_| is_address).unwrap_or(&key);
        Compression::of_name(name)
    }
}

fn file_state(path: &Path) -> io::Result<SourceState> {
    let path = path.canonicalize()?;
    let metadata = fs::metadata(&path)?;
    file::check(&metadata)?;
    let modified = metadata.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    let modified_ns = modified.and_then(|since| u64::try_from(since.as_nanos()).ok());
    Ok(SourceState { modified_ns, ..SourceState::new(&path.to_string_lossy(), metadata.len()) })
}

/// Returns the archives of these paths in their order: files as they are, and of folders and the
/// folders in them all files that end in `.warc`, `.warc.gz` or `.warc.zst`, sorted by their paths.
/// A file that is named several times is returned once.
///
/// # Errors
///
/// If a path does not exist or a folder cannot be read: the path and the reason.
pub fn find_archives(
    paths: impl IntoIterator<Item = impl Into<PathBuf>>,
) -> Result<Vec<Archive>, (PathBuf, io::Error)> {
    let mut found = Vec::new();
    for path in paths {
        let path = path.into();
        let is_folder = fs::metadata(&path).map_err(|error| (path.clone(), error))?.is_dir();
        if is_folder {
            add_folder(path, &mut found)?;
        } else {
            found.push(Archive::new(path));
        }
    }
    let mut seen = std::collections::HashSet::new();
    found.retain(|archive| {
        let path = archive.path().unwrap_or(Path::new(""));
        seen.insert(path.canonicalize().unwrap_or_else(|_| path.to_owned()))
    });
    Ok(found)
}

fn add_folder(path: PathBuf, found: &mut Vec<Archive>) -> Result<(), (PathBuf, io::Error)> {
    let mut folders = vec![path];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let failed = |error| (folder.clone(), error);
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let kind = entry.file_type().map_err(failed)?;
            // A link to a folder is not followed, because links may lead in circles.
            if kind.is_dir() {
                folders.push(entry.path());
            } else if has_ending(&entry.path()) {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    found.extend(files.into_iter().map(Archive::new));
    Ok(())
}

fn has_ending(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_searched_in_order() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("b")).unwrap();
        for name in ["c.warc", "b/a.warc.zst", "a.warc.gz", "a.txt"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let again = folder.path().join("c.warc");
        let found = find_archives([folder.path().to_owned(), again]).unwrap();
        let names: Vec<_> =
            found.iter().map(|of| of.path().unwrap().strip_prefix(&folder).unwrap()).collect();
        assert_eq!(names, ["a.warc.gz", "b/a.warc.zst", "c.warc"].map(Path::new));
        assert!(find_archives(["/no/such/file"]).is_err());
    }
}
