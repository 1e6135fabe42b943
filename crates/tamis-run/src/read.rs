//! Reading pages to their end or to a limit, decompressed.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use tamis_fetch::GzipMembers;

use crate::failure::{Failure, FailureKind};

/// The first bytes of gzip data.
pub const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The sentence about a name without a file or folder.
pub const NOT_FOUND: &str = "there is no such file or folder";

/// The reason why a page cannot be read. [`Display`](fmt::Display) gives a sentence that does not
/// name the page.
#[derive(Debug)]
pub enum ReadError {
    /// The page is larger than the limit.
    TooLarge {
        /// The limit, in bytes after decompression.
        max_bytes: u64,
    },
    /// The file cannot be read.
    Io(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::TooLarge { max_bytes } => {
                write!(f, "the page is larger than {max_bytes} bytes")
            }
            ReadError::Io(error) => f.write_str(&io_sentence(error)),
        }
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        ReadError::Io(error)
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Failure {
        let kind = match error {
            ReadError::TooLarge { .. } => FailureKind::TooLarge,
            ReadError::Io(_) => FailureKind::Input,
        };
        Failure::new(kind, error.to_string())
    }
}

/// Returns the error as a sentence that does not name the file.
pub fn io_sentence(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => NOT_FOUND.into(),
        io::ErrorKind::PermissionDenied => "you do not have the permission to read it".into(),
        _ => format!("it cannot be read: {error}"),
    }
}

/// The reason why a pipe, a socket or a device is not read.
pub const NO_FILE: &str = "it is a pipe, a socket or a device, and no file";

/// Returns true for a pipe, a socket or a device. Those that the program was started with do not
/// count: standard input under its name, and the pipes of `<(…)`. They are open already, so opening
/// them does not wait.
pub fn is_special(path: &Path) -> bool {
    let is_open = path == Path::new("/dev/stdin")
        || ["/dev/fd", "/proc/self/fd"].iter().any(|folder| path.starts_with(folder));
    !is_open && path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Opens a file that the user did not name as a page. Opening a pipe would wait for its other end,
/// and a device may have no end.
///
/// # Errors
///
/// If it cannot be opened, or is a pipe, a socket or a device.
pub fn open(path: &Path) -> io::Result<File> {
    if is_special(path) {
        return Err(io::Error::other(NO_FILE));
    }
    File::open(path)
}

/// Returns the bytes of a file. Gzip is decompressed, whatever the name of the file.
///
/// # Errors
///
/// If the file cannot be read, or has more than `max_bytes` after decompression.
pub fn file(path: &Path, max_bytes: u64) -> Result<Vec<u8>, ReadError> {
    page(BufReader::new(File::open(path)?), max_bytes)
}

/// Returns the bytes of the reader. Gzip is decompressed.
///
/// # Errors
///
/// As for [`file()`].
pub fn page(mut reader: impl BufRead, max_bytes: u64) -> Result<Vec<u8>, ReadError> {
    if reader.fill_buf()?.starts_with(&GZIP_MAGIC) {
        limited(GzipMembers::new(reader), max_bytes)
    } else {
        limited(reader, max_bytes)
    }
}

/// Returns the bytes of the reader as they are.
///
/// # Errors
///
/// As for [`file()`].
pub fn limited(reader: impl Read, max_bytes: u64) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    reader.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_bytes {
        return Err(ReadError::TooLarge { max_bytes });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_itself_is_allowed() {
        assert_eq!(limited(b"four".as_slice(), 4).unwrap(), b"four");
        assert!(matches!(
            limited(b"four".as_slice(), 3),
            Err(ReadError::TooLarge { max_bytes: 3 })
        ));
    }
}
