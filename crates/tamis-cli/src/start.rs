//! The arguments of the program, and the command that starts it again.

use std::ffi::OsString;

/// How the program was started.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The command that starts the program again, for `tamis batch --isolate`: the path of an
    /// executable and the arguments before those of the program, such as `python -m tamis`. If
    /// empty, the running executable is started.
    pub command: Vec<OsString>,
    /// The arguments, without the name of the program.
    pub args: Vec<OsString>,
}
