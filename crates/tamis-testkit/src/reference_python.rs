//! The Python that has the references' packages.

use std::env;
use std::ffi::OsString;

/// Names the Python that has the references' packages.
const PYTHON_VARIABLE: &str = "TAMIS_REFERENCE_PYTHON";

/// Returns the Python to run.
///
/// # Panics
///
/// If the variable `TAMIS_REFERENCE_PYTHON` does not name it.
pub fn required_python() -> OsString {
    env::var_os(PYTHON_VARIABLE).unwrap_or_else(|| panic!("{PYTHON_VARIABLE} is not set"))
}
