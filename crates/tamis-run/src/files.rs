//! One file per page, in a folder.
//!
//! The file of a page is planned before the page is read, in the order of the inputs, because then
//! the names do not depend on which page is ready first. For example, of two pages "Bread", the
//! first input always gets `Bread.md` and the second `Bread (2).md`. If the name comes from the
//! title, only its place is planned, and the name is given when the rows come back in their order.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::names::{Names, safe};
use crate::plan::{Place, Plan};
use crate::printer::{Printer, Shape};
use crate::row::Row;
use crate::task::Task;
use crate::whole_file::{self, Existing};

/// The part of a page that names its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum NameBy {
    /// The name of its file, in the same folders below the one that was named; or its URL
    Source,
    /// Its title, in the same folders as its file
    Title,
    /// Its URL, else its canonical address: a folder per host, and the folders of the path
    Url,
}

/// The folder for the files, and the rules for their names.
#[derive(Clone, Debug)]
pub struct Target {
    /// The folder.
    pub root: PathBuf,
    /// The ending of the files, without the dot.
    pub extension: &'static str,
    /// The part of a page that names its file.
    pub name_by: NameBy,
    /// The fate of existing files.
    pub existing: Existing,
    /// True if pages whose file exists are not read.
    pub skips: bool,
}

/// Plans the files of pages, in the order of the inputs.
pub struct Planner {
    target: Target,
    names: Names,
}

/// The end of a page for which a file was requested.
pub enum Written {
    /// It is written.
    Yes,
    /// The page has nothing to write.
    Empty,
    /// There can be no such file, with the reason as a sentence.
    Refused(String),
}

/// Writes the files of pages, in the order of the inputs.
pub struct Files {
    target: Target,
    names: Names,
    shape: Shape,
}

impl Target {
    /// Returns the folder itself, without links. `None` if it has been removed.
    pub fn canonical_root(&self) -> Option<PathBuf> {
        self.root.canonicalize().ok()
    }

    /// Returns the reason why there can be no such file for the page of this source, as a sentence.
    fn refusal(&self, file: &Path, source: &str) -> Option<String> {
        let path = self.root.join(file);
        if !whole_file::exists(&path) {
            return None;
        }
        let name = path.display();
        if self.existing == Existing::Keep {
            return Some(format!(
                "the file {name} exists (--force replaces it, --skip-existing leaves out its page)"
            ));
        }
        let is_same = |file: PathBuf| source_file(source).is_some_and(|source| source == file);
        let is_itself = path.canonicalize().is_ok_and(is_same);
        is_itself.then(|| format!("the file {name} would take the place of the page itself"))
    }
}

fn source_file(source: &str) -> Option<PathBuf> {
    Path::new(source).canonicalize().ok()
}

impl Planner {
    /// Returns a planner of files in this folder.
    pub fn new(target: Target) -> Planner {
        Planner { target, names: Names::default() }
    }

    /// Returns the plan for the file of a task.
    ///
    /// # Errors
    ///
    /// The row of the page if it does not need to be read: its file exists.
    pub fn plan(&mut self, task: &Task) -> Result<Plan, Box<Row>> {
        let mut place = Place::of_task(task);
        if self.target.name_by != NameBy::Source {
            let is_file = matches!(task, Task::File { .. });
            if self.target.name_by == NameBy::Title && !is_file {
                // The folders of an address are left out, because nobody has arranged pages in them
                // as in folders of files.
                place.folder.clear();
            }
            return Ok(Plan::Place(place));
        }
        let file = self.names.path(&place.folder, &place.stem, self.target.extension);
        if self.target.skips && whole_file::exists(&self.target.root.join(&file)) {
            return Err(Box::new(Row { is_skipped: true, ..Row::new(task.source()) }));
        }
        match self.target.refusal(&file, &task.source()) {
            Some(reason) => Err(Box::new(Row::failed(task.source(), reason.into()))),
            None => Ok(Plan::File(file)),
        }
    }
}

impl Files {
    /// Returns a writer of files of this form.
    pub fn new(target: Target, shape: Shape) -> Files {
        Files { target, names: Names::default(), shape }
    }

    /// Writes the file of a page that could be read.
    ///
    /// # Errors
    ///
    /// If the folder takes no more files.
    pub fn write(&mut self, row: &Row) -> io::Result<Written> {
        let Some(plan) = &row.plan else { return Ok(Written::Empty) };
        if row.is_empty() && !self.shape.format.is_json() {
            return Ok(Written::Empty);
        }
        let file = match plan {
            Plan::File(file) => file.clone(),
            Plan::Place(place) => self.named(place, row),
        };
        if let Some(reason) = self.target.refusal(&file, &row.source) {
            return Ok(Written::Refused(reason));
        }
        match self.create(&self.target.root.join(file), row) {
            Ok(()) => Ok(Written::Yes),
            Err(error) if is_about_name(&error) => Ok(Written::Refused(format!("{error}"))),
            Err(error) => Err(error),
        }
    }

    /// Returns the file of a page that decides its name itself.
    fn named(&mut self, place: &Place, row: &Row) -> PathBuf {
        let place = match self.target.name_by {
            NameBy::Url => row.address().map(|url| Place::of_address(&url)),
            NameBy::Title => row
                .extraction
                .title
                .as_deref()
                .map(|title| Place { folder: place.folder.clone(), stem: safe(title, ' ') }),
            NameBy::Source => None,
        }
        .unwrap_or_else(|| place.clone());
        self.names.path(&place.folder, &place.stem, self.target.extension)
    }

    fn create(&self, path: &Path, row: &Row) -> io::Result<()> {
        fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
        whole_file::write(path, self.target.existing, |out| {
            let mut printer = Printer::new(Box::new(out), self.shape.clone());
            printer.print(row)?;
            printer.finish()
        })
    }
}

/// Returns true if another name would do.
fn is_about_name(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::AlreadyExists
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::IsADirectory
            | io::ErrorKind::InvalidFilename
    )
}
