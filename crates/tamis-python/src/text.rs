//! Texts as Python gives them.

use std::ops::Deref;

use pyo3::prelude::*;
use pyo3::types::PyString;

/// A text such as an address. Half a surrogate pair, which has no UTF-8, is read as `?`: names of
/// files that are no UTF-8 have some.
pub(crate) struct Text(String);

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl FromPyObject<'_, '_> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Text> {
        let text = object.cast::<PyString>()?;
        if let Ok(text) = text.to_str() {
            return Ok(Text(text.to_owned()));
        }
        let bytes = text.call_method1("encode", ("utf-8", "replace"))?;
        Ok(Text(String::from_utf8_lossy(bytes.extract()?).into_owned()))
    }
}
