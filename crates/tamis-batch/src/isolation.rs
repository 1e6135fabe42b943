//! The command of processes that read pages.

use std::ffi::OsString;
use std::path::PathBuf;

/// The command of a program that calls [`serve`](crate::serve()) with the same configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Isolation {
    pub(crate) program: PathBuf,
    pub(crate) args: Vec<OsString>,
}

impl Isolation {
    /// Returns the command that runs `program` with these arguments.
    pub fn new(
        program: impl Into<PathBuf>,
        args: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> Isolation {
        let args = args.into_iter().map(Into::into).collect();
        Isolation { program: program.into(), args }
    }
}
