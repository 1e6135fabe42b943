//! Errors as Python exceptions. Their classes are in the module `tamis._errors`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

const MODULE: &str = "tamis._errors";

/// Returns the exception `tamis.ConfigError`.
pub(crate) fn config_error(py: Python<'_>, message: impl ToString) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    exception(py, &CLASS, "ConfigError", message.to_string())
}

/// Returns the exception `tamis.Error`.
pub(crate) fn error(py: Python<'_>, message: impl ToString) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    exception(py, &CLASS, "Error", message.to_string())
}

/// Returns the exception `tamis.FetchError` with its kind, the status of HTTP and the address.
pub(crate) fn fetch_error(
    py: Python<'_>,
    message: impl ToString,
    details: (String, Option<u16>, Option<&str>),
) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let (kind, status, url) = details;
    let class = CLASS.import(py, MODULE, "FetchError");
    let made = class.and_then(|class| class.call1((message.to_string(), kind, status, url)));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// Returns the exception for the error of a batch.
pub(crate) fn batch_error(py: Python<'_>, error: &tamis_batch::Error) -> PyErr {
    use tamis_batch::ErrorKind;
    match error.kind() {
        ErrorKind::Config => config_error(py, error),
        ErrorKind::Io => pyo3::exceptions::PyOSError::new_err(error.to_string()),
        _ => self::error(py, error),
    }
}

fn exception(
    py: Python<'_>,
    class: &'static PyOnceLock<Py<PyType>>,
    name: &str,
    message: String,
) -> PyErr {
    match class.import(py, MODULE, name) {
        Ok(class) => PyErr::from_type(class.clone(), message),
        Err(error) => error,
    }
}
