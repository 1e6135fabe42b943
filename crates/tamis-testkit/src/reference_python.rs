//! The Python that has the references' packages.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write as _};

use crate::corpus::REQUIRE_VARIABLE;

/// Names the Python that has the references' packages.
const PYTHON_VARIABLE: &str = "TAMIS_REFERENCE_PYTHON";

/// The Python to run, or `None` after a line on standard error that says which test was skipped.
///
/// # Panics
///
/// If it is not named and `TAMIS_REQUIRE_CORPORA` is `1`.
pub fn python_or_skip(test: &str) -> Option<OsString> {
    let python = env::var_os(PYTHON_VARIABLE);
    if python.is_none() {
        let required = env::var_os(REQUIRE_VARIABLE).is_some_and(|value| value == "1");
        assert!(!required, "{test}: {PYTHON_VARIABLE} is not set");
        // A closed standard error is no reason to fail a test.
        let _ = writeln!(io::stderr(), "skipped: {test}: {PYTHON_VARIABLE} is not set");
    }
    python
}
