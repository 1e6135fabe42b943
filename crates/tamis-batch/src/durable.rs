//! Files that appear whole or not at all, also if the machine stops.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
        let file = File::create(&temporary)?;
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

/// Removes the unfinished files of a process that was stopped.
pub(crate) fn remove_unfinished(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') && name.ends_with(UNFINISHED) {
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

/// Other systems cannot open a folder, and write names in time by themselves.
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
        remove_unfinished(folder.path()).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
