//! The pages as files, so that this process and the peers read the same ones.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tamis_testkit::sample;
use tamis_testkit::wcxb::Wcxb;
use tempfile::TempDir;

/// Pages of `wcxb-dev` as files, in the order of their ids. The pages of a packed corpus are
/// unpacked to a temporary folder, which is removed when this value is dropped.
#[derive(Debug)]
pub struct PageFiles {
    paths: Vec<PathBuf>,
    /// The bytes of each page.
    bytes: Vec<u64>,
    _unpacked: Option<TempDir>,
}

impl PageFiles {
    /// All pages, or the `count` that `seed` chooses.
    ///
    /// # Errors
    ///
    /// If the corpus cannot be read or unpacked.
    pub fn of(corpus: &Wcxb, count: Option<usize>, seed: u64) -> Result<Self> {
        let unpacked =
            if corpus.corpus().folder().is_some() { None } else { Some(unpack(corpus)?) };
        let html = corpus.corpus().folder().map(|folder| folder.join("html"));
        let folder = unpacked.as_ref().map(|folder| folder.path().to_owned()).or(html);
        let folder = folder.context("a corpus is packed or unpacked")?;
        let ids = sample::choose(ids(&folder)?, |id| id, count.unwrap_or(usize::MAX), seed);
        let paths: Vec<_> = ids.iter().map(|id| folder.join(format!("{id}.html"))).collect();
        let bytes = paths
            .iter()
            .map(|path| Ok(fs::metadata(path).with_context(|| path.display().to_string())?.len()));
        let bytes = bytes.collect::<Result<_>>()?;
        Ok(Self { paths, bytes, _unpacked: unpacked })
    }

    /// The paths of the files.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Calls `look` with the bytes of each page, in their order. Only one page at a time is in
    /// memory, in one buffer.
    ///
    /// # Errors
    ///
    /// If a page cannot be read, or `look` fails.
    pub fn read_each(&self, mut look: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
        let mut bytes = Vec::new();
        for path in &self.paths {
            bytes.clear();
            let read = File::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
            read.with_context(|| format!("read {}", path.display()))?;
            look(&bytes).with_context(|| path.display().to_string())?;
        }
        Ok(())
    }

    /// The bytes of all pages together.
    pub fn bytes(&self) -> u64 {
        self.bytes.iter().sum()
    }

    /// The bytes of each page, in their order.
    pub fn bytes_of_each(&self) -> &[u64] {
        &self.bytes
    }

    /// Returns the places of `count` pages that `seed` chooses, in their order. Returns all places
    /// if there are at most `count` pages.
    ///
    /// The pages are those that [`PageFiles::of`] chooses by the same numbers.
    pub fn places(&self, count: usize, seed: u64) -> Vec<usize> {
        let names = self.paths.iter().map(|path| path.file_stem().and_then(|stem| stem.to_str()));
        let places = names.map(Option::unwrap_or_default).enumerate();
        let chosen = sample::choose(places, |(_, name)| name, count, seed);
        chosen.into_iter().map(|(place, _)| place).collect()
    }
}

fn unpack(corpus: &Wcxb) -> Result<TempDir> {
    let folder = tempfile::tempdir().context("make a folder for the pages")?;
    for entry in corpus.corpus().entries(&["html/"])? {
        let entry = entry?;
        let name = Path::new(&entry.path).file_name().context("a page without a name")?;
        fs::write(folder.path().join(name), entry.bytes).context("unpack a page")?;
    }
    Ok(folder)
}

/// The ids of the pages in a folder, in order.
fn ids(folder: &Path) -> Result<Vec<String>> {
    let mut ids = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("list {}", folder.display()))? {
        let name = entry?.file_name();
        ids.extend(name.to_str().and_then(|name| name.strip_suffix(".html")).map(str::to_owned));
    }
    ids.sort_unstable();
    Ok(ids)
}
