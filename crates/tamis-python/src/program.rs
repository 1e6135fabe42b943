//! The program `tamis` in the package.

use std::ffi::OsString;

use pyo3::{Python, pyfunction};
use tamis_cli::Start;

/// Runs the program, and returns its exit status. `command` starts it again.
#[pyfunction]
pub fn run_program(py: Python<'_>, command: Vec<OsString>, args: Vec<OsString>) -> u8 {
    py.detach(|| tamis_cli::main(&Start { command, args }))
}
