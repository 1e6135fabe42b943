//! Archives: the inputs of a run.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use sha2::{Digest, Sha256};

use crate::folder::SourceState;

/// The endings of archives in folders.
const ENDINGS: [&str; 3] = [".warc", ".warc.gz", ".warc.zst"];

/// The number of characters of an archive's name in the names of its files.
const STEM_CHARS: usize = 100;

/// An archive to read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Archive {
    /// The file.
    pub path: PathBuf,
    /// The value of the column `warc_file`.
    pub name: String,
}

impl Archive {
    /// Returns the archive in this file. Its name is the path.
    pub fn new(path: impl Into<PathBuf>) -> Archive {
        let path = path.into();
        Archive { name: path.to_string_lossy().into_owned(), path }
    }

    /// Returns the archive as it is now.
    pub(crate) fn state(&self) -> io::Result<SourceState> {
        let path = self.path.canonicalize()?;
        let metadata = fs::metadata(&path)?;
        let modified = metadata.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
        Ok(SourceState {
            path: path.to_string_lossy().into_owned(),
            bytes: metadata.len(),
            modified_ns: modified.and_then(|since| u64::try_from(since.as_nanos()).ok()),
        })
    }

    /// Opens the archive at a position.
    pub(crate) fn open(&self, offset: u64) -> io::Result<Source> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(offset))?;
        Ok(Source(file))
    }
}

/// Returns the begin of the names of an archive's files: its own name, and a hash of its path,
/// since archives of the same name may be in several folders.
pub(crate) fn stem(source: &SourceState) -> String {
    let path = Path::new(&source.path);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let ending = ENDINGS.iter().rev().find(|ending| name.ends_with(*ending));
    let stem = &name[..name.len() - ending.map_or(0, |ending| ending.len())];
    let is_safe = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    let stem: String = stem.trim_start_matches(['.', '_']).chars().take(STEM_CHARS).collect();
    let stem = stem.replace(|c| !is_safe(c), "_");
    let hash = crate::hex(&Sha256::digest(source.path.as_bytes())[..4]);
    format!("{stem}-{hash}")
}

/// An open archive.
#[derive(Debug)]
pub(crate) struct Source(File);

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
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
        seen.insert(archive.path.canonicalize().unwrap_or_else(|_| archive.path.clone()))
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
            // A link to a folder may lead in circles.
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
    fn stems_are_safe_names() {
        let stem = |path: &str| {
            stem(&SourceState { path: path.into(), bytes: 0, modified_ns: None })
                .rsplit_once('-')
                .map(|(stem, hash)| (stem.to_owned(), hash.len()))
                .unwrap()
        };
        assert_eq!(stem("/a/CC-MAIN-1.warc.gz"), ("CC-MAIN-1".into(), 8));
        assert_eq!(stem("/a/._x y:z.warc"), ("x_y_z".into(), 8));
        assert_eq!(stem("/a/page.gz"), ("page.gz".into(), 8));
        assert_eq!(stem(&format!("/{}.warc", "ü".repeat(300))).0.chars().count(), STEM_CHARS);
    }

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
            found.iter().map(|of| of.path.strip_prefix(folder.path()).unwrap()).collect();
        assert_eq!(names, ["a.warc.gz", "b/a.warc.zst", "c.warc"].map(Path::new));
        assert!(find_archives(["/no/such/file"]).is_err());
    }
}
