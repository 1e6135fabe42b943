//! Opening of files, and of nothing else.
//!
//! Opening a pipe waits until somebody writes to it, and a device may have no end. So what is no
//! file is refused before it is opened.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a file for reading, also through a link.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    check(&path.metadata()?)?;
    open_as(path, OpenOptions::new().read(true), Links::Followed)
}

/// Opens a file that is not named by a link.
pub(crate) fn open_unlinked(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // The flag alone does not tell a pipe from a file, and other systems have no such flag.
    if path.symlink_metadata().is_ok_and(|found| !found.is_file()) {
        return Err(io::Error::other("it is a link, a folder or a device, and no file"));
    }
    open_as(path, options, Links::Refused)
}

/// Checks that this is a file.
pub(crate) fn check(found: &Metadata) -> io::Result<()> {
    if found.is_file() {
        Ok(())
    } else {
        Err(io::Error::other("it is a folder, a pipe or a device, and no file"))
    }
}

/// The way in which a link is taken.
#[derive(Clone, Copy, PartialEq)]
enum Links {
    Followed,
    Refused,
}

/// Opens a path without waiting, because it may have become a pipe since it was looked at, and
/// opening a pipe waits for its other end.
fn open_as(path: &Path, options: &mut OpenOptions, links: Links) -> io::Result<File> {
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        let mut flags = OFlags::NONBLOCK;
        flags.set(OFlags::NOFOLLOW, links == Links::Refused);
        options.custom_flags(flags.bits().cast_signed());
    }
    #[cfg(not(unix))]
    let _ = links;
    let file = options.open(path)?;
    check(&file.metadata()?)?;
    Ok(file)
}
