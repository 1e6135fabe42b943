//! A page to work on.

use std::ops::ControlFlow;
use std::path::PathBuf;

use tamis_warc::Record;

use crate::failure::Failure;

/// The name of standard input.
pub const STDIN: &str = "-";

/// The endings of the pages in folders, in lower case.
pub const PAGE_ENDINGS: [&str; 5] = [".html", ".htm", ".xhtml", ".html.gz", ".htm.gz"];

/// A page to work on.
#[derive(Debug)]
pub enum Task {
    /// A page on the web, and the address of the feed or sitemap that names it.
    Url {
        /// The address.
        url: String,
        /// The address of the feed or sitemap.
        found_on: Option<String>,
    },
    /// A page in a file that is not read yet.
    File {
        /// The file.
        path: PathBuf,
        /// Its path below the folder that was named, or its name.
        below: PathBuf,
    },
    /// A page that is read already.
    Bytes {
        /// The name of the page.
        source: String,
        /// The page, without compression.
        bytes: Vec<u8>,
    },
    /// A page of a WARC file.
    Record {
        /// The address of the page, or the name of the file.
        source: String,
        /// The record.
        record: Box<Record>,
    },
    /// An input that gives no page.
    Failed {
        /// The name of the input.
        source: String,
        /// The reason.
        failure: Failure,
    },
}

impl Task {
    /// Returns the name of the page as it was given, or its URL if it is in a WARC file.
    pub fn source(&self) -> String {
        match self {
            Task::Url { url: source, .. }
            | Task::Bytes { source, .. }
            | Task::Record { source, .. }
            | Task::Failed { source, .. } => source.clone(),
            Task::File { path, .. } => path.to_string_lossy().into_owned(),
        }
    }
}

/// A function that takes tasks. It breaks to get no more of them.
pub type Sink<'s> = dyn FnMut(Task) -> ControlFlow<()> + 's;

/// Returns true for an address, false for the name of a file. An address has a scheme and two
/// slashes.
pub fn is_url(name: &str) -> bool {
    name.split_once("://").is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    })
}

/// Returns the name of a page's file without the ending.
pub fn without_page_ending(name: &str) -> &str {
    let lower = name.to_ascii_lowercase();
    let endings = PAGE_ENDINGS.iter().filter(|ending| lower.ends_with(*ending));
    let stem = endings.map(|ending| &name[..name.len() - ending.len()]);
    stem.filter(|stem| !stem.is_empty()).min_by_key(|stem| stem.len()).unwrap_or(name)
}
