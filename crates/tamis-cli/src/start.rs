//! What the program is started with.

use std::ffi::OsString;

/// How the program was started.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// What starts this program again, before its arguments: a path of an executable, and maybe
    /// arguments of its own, such as `python -m tamis`. Empty if the running executable does.
    pub command: Vec<OsString>,
    /// The arguments, without the name of the program.
    pub args: Vec<OsString>,
}
