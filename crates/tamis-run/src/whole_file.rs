//! Files that appear whole or not at all.
//!
//! A program that is stopped while it writes leaves half of a file, which looks like a finished
//! one. So the text is written to a file with another name in the same folder, and that file is
//! renamed at the end, which a file system does at once. For example, `.tamis-Zb3kPq.tmp` becomes
//! `bread.md`.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use tempfile::Builder;

/// The fate of an existing file of the same name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Existing {
    /// The file that exists stays, and the new one is an error.
    #[default]
    Keep,
    /// The new one takes its place.
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
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let (file, temporary) = new_file().tempfile_in(folder.unwrap_or(Path::new(".")))?.into_parts();
    let mut out = BufWriter::new(file);
    let result = content(&mut out)?;
    out.flush()?;
    drop(out);
    match existing {
        Existing::Replace => temporary.persist(path)?,
        // A file that another program has just made stays.
        Existing::Keep => match temporary.persist_noclobber(path) {
            // Some file systems have no way to do this, so the file is renamed there.
            Err(failed) if failed.error.kind() != io::ErrorKind::AlreadyExists && !exists(path) => {
                failed.path.persist(path)?;
            }
            outcome => outcome?,
        },
    }
    Ok(result)
}

/// Writes a file that the user named, and replaces one of this name. A link stays, and so do the
/// permissions of the file. What is no file, such as `/dev/full`, is written to directly.
///
/// # Errors
///
/// If it cannot be written. Then the file that was there stays.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let before = path.metadata().ok();
    if before.as_ref().is_some_and(|found| !found.is_file()) {
        return File::options().write(true).open(path)?.write_all(bytes);
    }
    match (write(path, Existing::Replace, |out| out.write_all(bytes)), before) {
        // A folder to which no files may be added.
        (Err(error), Some(_)) if error.kind() == io::ErrorKind::PermissionDenied => {
            std::fs::write(path, bytes)
        }
        (Ok(()), Some(found)) => std::fs::set_permissions(path, found.permissions()),
        (outcome, _) => outcome,
    }
}

/// A file that everybody may read whom the user's mask allows to, as other files of the user.
/// Without it, a temporary file is the user's alone.
fn new_file() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".tamis-").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

/// Returns true if there is a file, a folder or a link with this name.
pub fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

#[cfg(test)]
mod tests {
    use std::fs;

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
        let other = folder.path().join("b");
        fs::write(&other, "").unwrap();
        let permissions = |path| fs::metadata(path).unwrap().permissions();
        assert_eq!(permissions(&path), permissions(&other));
        fs::remove_file(other).unwrap();
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
    #[cfg(unix)]
    fn a_named_file_keeps_its_permissions_and_links() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = TempDir::new().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("b"));
        replace(&path, b"one").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&path, &link).unwrap();
        replace(&link, b"two").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        replace(Path::new("/dev/null"), b"three").unwrap();
        assert!(!Path::new("/dev/null").is_file());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
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
