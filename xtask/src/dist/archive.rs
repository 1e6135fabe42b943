//! Archives whose bytes depend on their entries alone: sorted, with one time and no owner.

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

use anyhow::Context;
use flate2::{Compression, GzBuilder};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The permissions of a file that is run, and of one that is not.
const PROGRAM: u32 = 0o755;
const FILE: u32 = 0o644;

/// A file of an archive.
#[derive(Clone)]
pub struct Entry {
    /// Its path in the archive, with `/`.
    pub path: String,
    pub data: Vec<u8>,
    /// True if it is run.
    pub runs: bool,
}

impl Entry {
    pub fn new(path: impl Into<String>, data: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), data: data.into(), runs: false }
    }

    pub fn program(path: impl Into<String>, data: impl Into<Vec<u8>>) -> Self {
        Self { runs: true, ..Self::new(path, data) }
    }

    fn mode(&self) -> u32 {
        if self.runs { PROGRAM } else { FILE }
    }
}

/// Returns the files below `folder`, with paths that begin with `prefix`. None of them is run.
///
/// # Errors
/// If one cannot be read.
pub fn entries_of(folder: &Path, prefix: &str) -> anyhow::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    let mut folders = vec![(folder.to_path_buf(), prefix.to_owned())];
    while let Some((folder, prefix)) = folders.pop() {
        for entry in folder.read_dir().with_context(|| format!("read {}", folder.display()))? {
            let entry = entry?;
            let name = entry.file_name();
            let path = format!("{prefix}/{}", name.to_str().context("a name that is no UTF-8")?);
            if entry.file_type()?.is_dir() {
                folders.push((entry.path(), path));
            } else {
                entries.push(Entry::new(path, fs::read(entry.path())?));
            }
        }
    }
    Ok(entries)
}

/// Returns a tar archive of the entries. Each has the time `epoch`, in seconds since 1970.
///
/// # Errors
/// If a path is too long.
pub fn tar(entries: &[Entry], epoch: u64) -> anyhow::Result<Vec<u8>> {
    let mut tar = tar::Builder::new(Vec::new());
    for entry in sorted(entries) {
        let mut header = tar::Header::new_gnu();
        header.set_size(entry.data.len() as u64);
        header.set_mode(entry.mode());
        header.set_mtime(epoch);
        header.set_uid(0);
        header.set_gid(0);
        tar.append_data(&mut header, &entry.path, entry.data.as_slice())
            .with_context(|| format!("pack {}", entry.path))?;
    }
    Ok(tar.into_inner()?)
}

/// Returns the same, after gzip.
///
/// # Errors
/// As [`tar`].
pub fn tar_gz(entries: &[Entry], epoch: u64) -> anyhow::Result<Vec<u8>> {
    gzip(&tar(entries, epoch)?)
}

/// Returns bytes after gzip, without a time or a name.
///
/// # Errors
/// Never in memory.
pub fn gzip(data: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut gzip = GzBuilder::new().write(Vec::new(), Compression::best());
    gzip.write_all(data)?;
    Ok(gzip.finish()?)
}

/// Returns a ZIP archive of the entries, for Windows. Their time is the first that the format
/// knows, because it has no time zone.
///
/// # Errors
/// If an entry is too large.
pub fn zip(entries: &[Entry]) -> anyhow::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for entry in sorted(entries) {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(entry.mode());
        zip.start_file(&entry.path, options).with_context(|| format!("pack {}", entry.path))?;
        zip.write_all(&entry.data)?;
    }
    Ok(zip.finish()?.into_inner())
}

fn sorted(entries: &[Entry]) -> Vec<&Entry> {
    let mut sorted: Vec<&Entry> = entries.iter().collect();
    sorted.sort_by(|a, b| a.path.cmp(&b.path));
    sorted
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn sample() -> [Entry; 2] {
        [Entry::program("a/tamis", "run"), Entry::new("a/README.md", "read")]
    }

    #[test]
    fn the_order_of_the_entries_does_not_matter() {
        let [first, second] = sample();
        let turned = [second, first];
        assert_eq!(tar_gz(&sample(), 7).unwrap(), tar_gz(&turned, 7).unwrap());
        assert_eq!(zip(&sample()).unwrap(), zip(&turned).unwrap());
        assert_ne!(tar_gz(&sample(), 7).unwrap(), tar_gz(&sample(), 8).unwrap());
    }

    #[test]
    fn a_tar_archive_has_time_mode_and_no_owner() {
        let packed = tar_gz(&sample(), 1_700_000_000).unwrap();
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(packed.as_slice()));
        let mut seen = Vec::new();
        for entry in archive.entries().unwrap() {
            let header = entry.unwrap().header().clone();
            assert_eq!((header.mtime().unwrap(), header.uid().unwrap()), (1_700_000_000, 0));
            seen.push((header.path().unwrap().display().to_string(), header.mode().unwrap()));
        }
        assert_eq!(seen, [("a/README.md".to_owned(), FILE), ("a/tamis".to_owned(), PROGRAM)]);
    }

    #[test]
    fn a_zip_archive_has_the_files() {
        let packed = zip(&sample()).unwrap();
        let mut archive = zip::ZipArchive::new(Cursor::new(packed)).unwrap();
        let mut text = String::new();
        let mut file = archive.by_name("a/tamis").unwrap();
        assert_eq!(file.unix_mode().map(|mode| mode & 0o777), Some(PROGRAM));
        file.read_to_string(&mut text).unwrap();
        assert_eq!(text, "run");
    }

    #[test]
    fn the_files_of_a_folder_are_found() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("b/c")).unwrap();
        fs::write(folder.path().join("b/c/d.txt"), "d").unwrap();
        let entries = entries_of(folder.path(), "book").unwrap();
        assert_eq!(entries.len(), 1);
        assert_eq!(
            (entries[0].path.as_str(), entries[0].data.as_slice()),
            ("book/b/c/d.txt", &b"d"[..])
        );
    }
}
