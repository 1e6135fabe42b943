//! The inputs of a run, and the pages in them.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::bail;
use tamis_warc::is_archive;

use crate::bare_address;
use crate::failure::{Failure, FailureKind};
use crate::listing::Listings;
use crate::read::{self, io_sentence};
use crate::sniff::{self, Content};
use crate::task::{PAGE_ENDINGS, STDIN, Sink, Task, is_url};
use crate::warc;
use crate::whole_file;

/// The endings of WARC files, in lower case.
const WARC_ENDINGS: [&str; 3] = [".warc", ".warc.gz", ".warc.zst"];

/// Returns true for a line of a list that names nothing: it is empty or a comment.
pub fn names_nothing(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#')
}

/// All inputs of a run.
#[derive(Debug)]
pub struct Inputs {
    /// URLs, files, folders, or [`STDIN`].
    pub names: Vec<OsString>,
    /// A file with more names, one per line.
    pub list: Option<PathBuf>,
    /// Feeds and sitemaps, whose pages come last.
    pub listings: Listings,
    /// The largest page of an archive or of standard input, in bytes.
    pub max_bytes: u64,
    /// A folder that is not read as a part of others, because the output goes there.
    pub left_out: Option<PathBuf>,
    /// The number of files in folders that are neither pages nor archives, counted while the pages
    /// are given.
    pub others: Arc<AtomicUsize>,
    /// Returns what a name without a file may be instead: the end of a sentence about it.
    pub meaning: Meaning,
}

/// Returns what a name without a file may be instead. `None` if it looks like the name of a file.
pub type Meaning = fn(&str) -> Option<String>;

impl Default for Inputs {
    fn default() -> Inputs {
        Inputs {
            names: Vec::new(),
            list: None,
            listings: Listings::default(),
            max_bytes: 0,
            left_out: None,
            others: Arc::default(),
            meaning: |_| None,
        }
    }
}

impl Inputs {
    /// Returns true if there can be more than one page.
    pub fn are_several(&self) -> bool {
        let [name] = self.names.as_slice() else { return true };
        let path = Path::new(name);
        !self.listings.named.is_empty()
            || self.list.is_some()
            || !names_url(name) && (is_warc(path) || path.is_dir())
    }

    /// Returns true if there can be a page on the web.
    pub fn may_have_urls(&self) -> bool {
        self.list.is_some()
            || !self.listings.named.is_empty()
            || self.names.iter().any(|name| names_url(name))
    }

    /// Returns a sentence with the number of files in folders that are neither pages nor archives,
    /// if there are some. `others` is [`Inputs::others`].
    pub fn others_sentence(others: &AtomicUsize) -> Option<String> {
        match others.load(Ordering::Relaxed) {
            0 => None,
            1 => Some("left out 1 file that is not a page".to_owned()),
            number => Some(format!("left out {number} files that are not pages")),
        }
    }

    /// Checks that an address which the options give is that of a single page without its own.
    ///
    /// # Errors
    ///
    /// If there can be several pages, or a page on the web.
    pub fn check_url(&self, url: Option<&str>) -> anyhow::Result<()> {
        if url.is_some() && (self.are_several() || self.may_have_urls()) {
            bail!("--url is the address of a single page from a file or from standard input");
        }
        Ok(())
    }

    /// Checks that standard input is read at most once.
    ///
    /// # Errors
    ///
    /// If it is named twice.
    pub fn check_stdin(&self) -> anyhow::Result<()> {
        let names = self.names.iter().filter(|name| *name == STDIN).count();
        let is_list = self.list.as_ref().is_some_and(|list| list.as_os_str() == STDIN);
        if names + usize::from(is_list) > 1 {
            bail!("standard input can be read only once");
        }
        Ok(())
    }

    /// Checks that the output is not one of the inputs, because opening the output empties the
    /// file.
    ///
    /// # Errors
    ///
    /// If it is one of them.
    pub fn check_output(&self, output: Option<&Path>) -> anyhow::Result<()> {
        let Some(Ok(output)) = output.map(Path::canonicalize) else { return Ok(()) };
        let names = self.names.iter().filter(|name| !names_url(name)).map(Path::new);
        let listings = self.listings.named.iter().map(|(_, name)| Path::new(name));
        let mut files = names.chain(self.list.as_deref()).chain(listings);
        if files.any(|file| file.canonicalize().is_ok_and(|file| file == output)) {
            bail!("the output {} is one of the inputs", output.display());
        }
        Ok(())
    }

    /// Gives all pages to `sink`, in the order of the inputs. Breaks if `sink` does.
    pub fn each(&self, sink: &mut Sink) -> ControlFlow<()> {
        for name in &self.names {
            self.expand(name, sink)?;
        }
        self.each_of_list(sink)?;
        self.listings.each(sink)
    }

    fn each_of_list(&self, sink: &mut Sink) -> ControlFlow<()> {
        match &self.list {
            Some(list) if list.as_os_str() == STDIN => {
                self.expand_list(io::stdin().lock(), STDIN, sink)
            }
            Some(list) => match read::open(list) {
                Ok(file) => self.expand_list(BufReader::new(file), &list.to_string_lossy(), sink),
                Err(error) => fail(&list.to_string_lossy(), &io_sentence(&error), sink),
            },
            None => ControlFlow::Continue(()),
        }
    }

    fn expand_list(&self, list: impl BufRead, source: &str, sink: &mut Sink) -> ControlFlow<()> {
        for (number, line) in list.split(b'\n').enumerate() {
            let line = match line {
                Ok(line) => line,
                Err(error) => return fail(source, &io_sentence(&error), sink),
            };
            let Ok(name) = String::from_utf8(line) else {
                fail(source, "the list has a line that is not UTF-8", sink)?;
                continue;
            };
            // Some editors begin a file with a byte-order mark.
            let name = if number == 0 { name.trim_start_matches('\u{feff}') } else { &name };
            let outcome = match name.trim_end_matches('\r') {
                line if names_nothing(line) => ControlFlow::Continue(()),
                STDIN if source == STDIN => fail(STDIN, "standard input is the list itself", sink),
                name if !is_url(name) && read::is_special(Path::new(name)) => {
                    fail(name, read::NO_FILE, sink)
                }
                name => self.expand(OsStr::new(name), sink),
            };
            outcome?;
        }
        ControlFlow::Continue(())
    }

    fn expand(&self, name: &OsStr, sink: &mut Sink) -> ControlFlow<()> {
        let path = Path::new(name);
        if name == STDIN {
            self.read_stdin(sink)
        } else if let Some(url) = name.to_str().filter(|name| is_url(name)) {
            sink(Task::Url { url: url.to_owned(), found_on: None })
        } else if path.is_dir() {
            self.walk(path, sink)
        } else {
            let below = path.file_name().unwrap_or_default().into();
            self.read_file(path.to_owned(), below, sink)
        }
    }

    fn is_left_out(&self, folder: &Path) -> bool {
        let Some(left_out) = &self.left_out else { return false };
        folder.canonicalize().is_ok_and(|folder| folder == *left_out)
    }

    fn read_stdin(&self, sink: &mut Sink) -> ControlFlow<()> {
        let mut stdin = io::stdin().lock();
        if stdin.fill_buf().is_ok_and(is_archive) {
            return warc::each_page(stdin, STDIN, self.max_bytes, sink);
        }
        match read::page(stdin, self.max_bytes) {
            Ok(bytes) => sink(Task::Bytes { source: STDIN.into(), bytes }),
            Err(error) => sink(Task::Failed { source: STDIN.into(), failure: error.into() }),
        }
    }

    fn read_file(&self, path: PathBuf, below: PathBuf, sink: &mut Sink) -> ControlFlow<()> {
        let source = path.to_string_lossy();
        if let Some(address) = bare_address::meant(&source).filter(|_| !whole_file::exists(&path)) {
            let error = format!("{}; for the page on the web, write {address}", read::NOT_FOUND);
            return fail(&source, &error, sink);
        }
        if is_warc(&path) {
            return self.read_archive(&path, sink);
        }
        if let Some(hint) = (self.meaning)(&source).filter(|_| !whole_file::exists(&path)) {
            return fail(&source, &format!("{}, {hint}", read::NOT_FOUND), sink);
        }
        sink(Task::File { path, below })
    }

    fn read_archive(&self, path: &Path, sink: &mut Sink) -> ControlFlow<()> {
        let source = path.to_string_lossy();
        match File::open(path) {
            Ok(file) => warc::each_page(file, &source, self.max_bytes, sink),
            Err(error) => fail(&source, &io_sentence(&error), sink),
        }
    }

    /// Reads a file of a folder, if it is a page or an archive. Returns whether it is, or cannot be
    /// read.
    fn read_entry(&self, path: PathBuf, below: PathBuf, sink: &mut Sink) -> ControlFlow<(), bool> {
        let content = if is_warc(&path) {
            Ok(Content::Archive)
        } else if has_ending(&path, &PAGE_ENDINGS) {
            Ok(Content::Page)
        } else {
            sniff::file(&path)
        };
        match content {
            Ok(Content::Page) => sink(Task::File { path, below })?,
            Ok(Content::Archive) => self.read_archive(&path, sink)?,
            Ok(Content::Other) => {
                self.others.fetch_add(1, Ordering::Relaxed);
                return ControlFlow::Continue(false);
            }
            Err(error) => fail(&path.to_string_lossy(), &io_sentence(&error), sink)?,
        }
        ControlFlow::Continue(true)
    }

    /// Gives the pages of a folder and of the folders in it, sorted by name. Links to folders are
    /// not followed, since they may lead back.
    fn walk(&self, root: &Path, sink: &mut Sink) -> ControlFlow<()> {
        let mut found = false;
        let mut waiting = VecDeque::from([root.to_owned()]);
        while let Some(path) = waiting.pop_front() {
            if path != root && !path.is_dir() {
                let below = path.strip_prefix(root).unwrap_or(&path).to_owned();
                found |= self.read_entry(path, below, sink)?;
                continue;
            }
            if path != root && self.is_left_out(&path) {
                continue;
            }
            match entries(&path) {
                Ok(inner) => inner.into_iter().rev().for_each(|path| waiting.push_front(path)),
                Err(error) => {
                    found = true;
                    fail(&path.to_string_lossy(), &io_sentence(&error), sink)?;
                }
            }
        }
        if found {
            return ControlFlow::Continue(());
        }
        fail(&root.to_string_lossy(), "this folder has neither a page nor a WARC file", sink)
    }
}

/// Returns the folders and files directly in a folder, sorted by name.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() || path.is_file() {
            paths.push(path);
        }
    }
    paths.sort_unstable();
    Ok(paths)
}

fn fail(source: &str, error: &str, sink: &mut Sink) -> ControlFlow<()> {
    let failure = Failure::new(FailureKind::Input, error);
    sink(Task::Failed { source: source.to_owned(), failure })
}

/// Returns true for an address. The name of a file may be no UTF-8.
fn names_url(name: &OsStr) -> bool {
    name.to_str().is_some_and(is_url)
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    endings.iter().any(|ending| name.ends_with(ending))
}

fn is_warc(path: &Path) -> bool {
    has_ending(path, &WARC_ENDINGS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_scheme() {
        for name in ["http://a", "HTTPS://a/b", "ftp://a", "svn+ssh://a"] {
            assert!(is_url(name), "{name}");
        }
        for name in ["page.html", "://a", "a/b://c", "C:\\page.html", "-", "1a://b"] {
            assert!(!is_url(name), "{name}");
        }
    }

    #[test]
    fn endings_in_any_case() {
        for name in ["a.html", "b/A.HTM", "x.xhtml", "a.html.gz"] {
            assert!(has_ending(Path::new(name), &PAGE_ENDINGS), "{name}");
        }
        for name in ["a.txt", "html", "a.gz", "a.html/b", "a.html?b"] {
            assert!(!has_ending(Path::new(name), &PAGE_ENDINGS), "{name}");
        }
        assert!(is_warc(Path::new("a.warc")) && is_warc(Path::new("a.WARC.gz")));
        assert!(is_warc(Path::new("a.warc.zst")));
        assert!(!is_warc(Path::new("a.warc.xz")));
    }
}
