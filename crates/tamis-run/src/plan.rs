//! The plan for the file of a page.

mod place;

use std::path::PathBuf;

pub use self::place::Place;

/// A plan for the file of a page, before the page is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// The file, below the folder for all of them.
    File(PathBuf),
    /// The place that the source gives, for a name that the page decides.
    Place(Place),
}
