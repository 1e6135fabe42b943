//! Files that appear whole or not at all.
//!
//! A program that is stopped while it writes leaves half of a file, which looks like a finished
//! one. So the text is written to a file with another name in the same folder, and that file is
//! renamed at the end, which a file system does at once. For example, `.tamis-4711-0.tmp` becomes
//! `bread.md`.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The fate of an existing file of the same name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Existing {
    /// The file that exists stays, and the new one is an error.
    #[default]
    Keep,
    Replace,
}

/// Writes a file through a temporary one in the same folder, which then gets its name.
///
/// # Errors
///
/// As `content`, or if the file cannot be written. [`io::ErrorKind::AlreadyExists`] if there is a
/// file already, and it is to be kept.
pub fn write<T>(
    path: &Path,
    existing: Existing,
    content: impl FnOnce(&mut BufWriter<File>) -> io::Result<T>,
) -> io::Result<T> {
    if existing == Existing::Keep && exists(path) {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let (temporary, file) = Temporary::beside(path)?;
    let mut out = BufWriter::new(file);
    let result = content(&mut out)?;
    out.flush()?;
    drop(out);
    temporary.publish(path, existing)?;
    Ok(result)
}

/// Returns true if there is a file, a folder or a link with this name.
pub fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// A file that is removed at the end unless it got another name, so that a failure leaves nothing
/// behind.
struct Temporary(PathBuf);

impl Temporary {
    /// Creates a file that no other run and no other thread uses.
    fn beside(path: &Path) -> io::Result<(Temporary, File)> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let name = format!(".tamis-{}-{number}.tmp", std::process::id());
            let temporary = path.with_file_name(name);
            match File::create_new(&temporary) {
                Ok(file) => return Ok((Temporary(temporary), file)),
                // An earlier run with the same process id was stopped and left the file. The next
                // number is tried.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn publish(self, path: &Path, existing: Existing) -> io::Result<()> {
        if existing == Existing::Replace {
            return fs::rename(&self.0, path);
        }
        // A link never takes the place of a file, even if another program has just made it.
        match fs::hard_link(&self.0, path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists && !exists(path) => {
                // Some file systems have no links, so the file is renamed there.
                fs::rename(&self.0, path)
            }
            outcome => outcome,
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // After renaming, there is nothing to remove.
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn files_are_whole_or_absent() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a");
        let write = |text: &'static str, existing| {
            write(&path, existing, |out| out.write_all(text.as_bytes()))
        };
        write("one", Existing::Keep).unwrap();
        let error = write("two", Existing::Keep).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        write("three", Existing::Replace).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "three");
        super::write(&path, Existing::Replace, |out| {
            out.write_all(b"half")?;
            Err::<(), _>(io::Error::other("full"))
        })
        .unwrap_err();
        assert_eq!(fs::read_to_string(&path).unwrap(), "three");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_appears_meanwhile_stays() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a");
        let error = write(&path, Existing::Keep, |out| {
            fs::write(&path, "other")?;
            out.write_all(b"mine")
        });
        assert_eq!(error.unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "other");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
