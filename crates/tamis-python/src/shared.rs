//! An extractor that several objects share.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use tamis::Config;
use tamis::dom::XPathError;

use crate::compat::Changes;
use crate::error::{config_error, error};
use crate::page::Page;

/// An extractor that its extractions may give their pages back to.
pub(crate) type Shared = Arc<Mutex<tamis::Extractor>>;

/// The error of a page that makes the library panic.
pub(crate) const PANICKED: &str = "Tamis failed on this page; please report this bug";

/// Runs a function without Python's lock. A panic is a bug, and becomes `tamis.Error`: pyo3 would
/// raise an exception that `except Exception` does not catch.
pub(crate) fn guarded<T: Send>(py: Python<'_>, run: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| caught(run)).ok_or_else(|| error(py, PANICKED))
}

/// Runs a function. `None` if it panics.
pub(crate) fn caught<T>(run: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(run)).ok()
}

/// Locks an extractor. A panic leaves nothing that the next page would read.
pub(crate) fn lock(extractor: &Shared) -> MutexGuard<'_, tamis::Extractor> {
    extractor.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns an extractor for a configuration.
///
/// # Errors
///
/// `tamis.ConfigError` if the configuration is not valid.
pub(crate) fn shared(py: Python<'_>, config: &Config) -> PyResult<Shared> {
    let extractor = tamis::Extractor::new(config.clone());
    extractor.map(|of| Arc::new(Mutex::new(of))).map_err(|error| config_error(py, error))
}

/// Extracts from a page, without Python's lock. `None` if the library panics: a bug.
pub(crate) fn extract(extractor: &Shared, page: &Page) -> Option<tamis::Extraction> {
    finished(|| lock(extractor).extract(page.input()))
}

/// Extracts, and writes the text and finds the metadata while Python's lock is not held. `None` if
/// the library panics.
fn finished(extract: impl FnOnce() -> tamis::Extraction) -> Option<tamis::Extraction> {
    caught(|| {
        let extraction = extract();
        extraction.text();
        extraction.metadata();
        extraction
    })
}

/// Extracts from a changed page as [`extract`].
///
/// # Errors
///
/// If a path of the changes needs too many steps.
pub(crate) fn extract_changed(
    extractor: &Shared,
    page: &Page,
    changes: &Changes,
) -> Result<Option<tamis::Extraction>, XPathError> {
    let rewritten = caught(|| changes.edited(page.parse()));
    let Some(document) = rewritten.transpose()? else { return Ok(None) };
    Ok(finished(|| lock(extractor).extract_document(document, page.url())))
}
