//! An extractor that several objects share.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use tamis::Config;
use tamis::dom::XPathError;

use crate::compat::Changes;
use crate::error::config_error;
use crate::page::Page;

/// An extractor that its extractions may give their pages back to.
pub(crate) type Shared = Arc<Mutex<tamis::Extractor>>;

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
    let finish = || {
        let extraction = extract();
        extraction.text();
        extraction.metadata();
        extraction
    };
    catch_unwind(AssertUnwindSafe(finish)).ok()
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
    let document = changes.apply(&page.parse())?.to_document();
    Ok(finished(|| lock(extractor).extract_document(document, page.url())))
}
