//! The command of processes that read pages.

use std::ffi::OsString;
use std::path::PathBuf;

/// The command of a program that calls [`serve`](crate::serve()) with the same configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Isolation {
    pub(crate) program: PathBuf,
    pub(crate) args: Vec<OsString>,
    pub(crate) settings: Option<Vec<u8>>,
}

impl Isolation {
    /// Returns the command that runs `program` with these arguments.
    pub fn new(
        program: impl Into<PathBuf>,
        args: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> Isolation {
        let args = args.into_iter().map(Into::into).collect();
        Isolation { program: program.into(), args, settings: None }
    }

    /// Sends this to each process before its first page, for example a configuration that a command
    /// line has no room for. The program takes it with [`read_settings`](crate::read_settings()).
    #[must_use]
    pub fn settings(mut self, settings: impl Into<Vec<u8>>) -> Isolation {
        self.settings = Some(settings.into());
        self
    }
}
