//! Values on their way between Python and serde, as JSON.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
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

/// Returns a dictionary as JSON. Objects that JSON does not know, such as dates, become their `str`.
pub(crate) fn of_python(values: &Bound<'_, PyDict>) -> PyResult<String> {
    static DUMPS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = values.py();
    let options = PyDict::new(py);
    options.set_item("default", py.get_type::<pyo3::types::PyString>())?;
    DUMPS.import(py, "json", "dumps")?.call((values,), Some(&options))?.extract()
}

/// Returns keyword arguments as a value. Objects that JSON does not know, such as dates, are read
/// as their `str`.
///
/// # Errors
///
/// `tamis.ConfigError` if an argument is unknown or its value is not valid.
pub(crate) fn from_keywords<T: DeserializeOwned>(keywords: &Bound<'_, PyDict>) -> PyResult<T> {
    let (py, text) = (keywords.py(), of_python(keywords)?);
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
