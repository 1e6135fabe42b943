//! Files that appear whole or not at all, also if the machine stops.
//!
//! The folder may come from somebody else. So no file is opened through a link: one that leads
//! elsewhere would be read, or emptied, by whoever may do so.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::file::open_unlinked;

/// The ending of the names of unfinished files. They begin with a dot, so that readers of data sets
/// pass over them.
const UNFINISHED: &str = ".unfinished";

/// A file under a temporary name in the folder of its own. It is removed unless it is published.
#[derive(Debug)]
pub(crate) struct Unpublished {
    temporary: PathBuf,
    path: PathBuf,
}

impl Unpublished {
    /// Creates the file that will have this path. One process at a time uses the folder.
    pub(crate) fn create(path: PathBuf) -> io::Result<(Unpublished, File)> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let temporary = path.with_file_name(format!(".{name}{UNFINISHED}"));
        // A file of this name was left by a process that was stopped, and a link of this name may
        // lead elsewhere, so both are removed.
        remove(&temporary)?;
        let file = File::create_new(&temporary)?;
        Ok((Unpublished { temporary, path }, file))
    }

    /// Gives the file its name, after everything in it is on the disk.
    pub(crate) fn publish(self, file: &File) -> io::Result<()> {
        file.sync_all()?;
        fs::rename(&self.temporary, &self.path)?;
        sync_folder(&self.path)
    }
}

impl Drop for Unpublished {
    fn drop(&mut self) {
        // After publishing, there is nothing to remove.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Writes a file that replaces the one of the same name, if there is one.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (unpublished, mut file) = Unpublished::create(path.to_owned())?;
    file.write_all(bytes)?;
    unpublished.publish(&file)
}

/// Reads a file of at most so many bytes.
pub(crate) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_unlinked(path, OpenOptions::new().read(true))?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("it is longer than {most} bytes")));
    }
    Ok(bytes)
}

/// Creates a folder, or checks that it is one and no link to one.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    match fs::create_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        other => return other,
    }
    if path.symlink_metadata()?.is_dir() {
        Ok(())
    } else {
        Err(io::Error::other("it is a link or a file, and no folder"))
    }
}

/// Removes a file if there is one.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Removes the unfinished files of a process that was stopped, whose names are `ours`.
pub(crate) fn remove_unfinished(folder: &Path, ours: impl Fn(&str) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_str().and_then(|name| name.strip_prefix('.')?.strip_suffix(UNFINISHED));
        if name.is_some_and(&ours) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Puts the name of a file on the disk.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// Other systems cannot open a folder. They write names to the disk by themselves.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_whole_or_absent() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write(&path, b"one").unwrap();
        let (unpublished, mut file) = Unpublished::create(path.clone()).unwrap();
        file.write_all(b"half").unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        drop(unpublished);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let (unpublished, _file) = Unpublished::create(path).unwrap();
        std::mem::forget(unpublished);
        fs::write(folder.path().join(".mine.unfinished"), "").unwrap();
        remove_unfinished(folder.path(), |name| name == "a.txt").unwrap();
        fs::remove_file(folder.path().join(".mine.unfinished")).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
