//! Values on their way between Python and serde, as JSON.

use pyo3::exceptions::{PyRecursionError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{config_error, error};

/// Returns the Python objects that JSON stands for: dictionaries, lists, texts and numbers.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    value: &impl Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    read(py, &to_text(py, value)?)
}

/// Reads JSON.
pub(crate) fn read<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    static LOADS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    LOADS.import(py, "json", "loads")?.call1((json,))
}

/// Returns a value as JSON.
pub(crate) fn to_text(py: Python<'_>, value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|failure| error(py, failure))
}

/// Returns keyword arguments as JSON. Objects that JSON does not know, such as dates, become their
/// `str`.
///
/// # Errors
///
/// `tamis.ConfigError`, which names the argument, if one has no JSON, for example because it is in
/// itself.
pub(crate) fn of_keywords(keywords: &Bound<'_, PyDict>) -> PyResult<String> {
    dumps(keywords).or_else(|failure| {
        for (name, value) in keywords {
            dumps(&value).map_err(|failure| no_json(&name, failure))?;
        }
        Err(failure)
    })
}

fn dumps(value: &Bound<'_, PyAny>) -> PyResult<String> {
    static DUMPS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = value.py();
    let options = PyDict::new(py);
    options.set_item("default", py.get_type::<PyString>())?;
    DUMPS.import(py, "json", "dumps")?.call((value,), Some(&options))?.extract()
}

/// Returns the exception for an argument that has no JSON. What a method of the argument itself has
/// raised is left as it is.
fn no_json(name: &Bound<'_, PyAny>, failure: PyErr) -> PyErr {
    let py = name.py();
    let is_ours = failure.is_instance_of::<PyTypeError>(py)
        || failure.is_instance_of::<PyValueError>(py)
        || failure.is_instance_of::<PyRecursionError>(py);
    if is_ours { config_error(py, format!("`{name}`: {}", failure.value(py))) } else { failure }
}

/// Returns keyword arguments as a value. Objects that JSON does not know, such as dates, are read
/// as their `str`.
///
/// # Errors
///
/// `tamis.ConfigError` if an argument is unknown or its value is not valid.
pub(crate) fn from_keywords<T: DeserializeOwned>(keywords: &Bound<'_, PyDict>) -> PyResult<T> {
    let (py, text) = (keywords.py(), of_keywords(keywords)?);
    let mut reader = serde_json::Deserializer::from_str(&text);
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let (path, reason) = (error.path().to_string(), error.inner().to_string());
        // The place in the JSON that nobody has written.
        let reason = reason.split(" at line ").next().unwrap_or(&reason);
        config_error(
            py,
            match path.as_str() {
                "." | "?" => reason.to_owned(),
                option => format!("`{option}`: {reason}"),
            },
        )
    })
}
