//! The class `Extractor`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tamis::Config;

use crate::error::{config_error, error};
use crate::extraction::Extraction;
use crate::many::Extractions;
use crate::options;
use crate::page::Page;

/// An extractor that its extractions may give their pages back to.
pub(crate) type Shared = Arc<Mutex<tamis::Extractor>>;

/// The error of a page that makes the library panic.
const PANICKED: &str = "Tamis failed on this page; please report this bug";

/// Extracts from one page after another, and keeps its buffers.
#[pyclass(frozen, module = "tamis", subclass)]
pub(crate) struct Extractor {
    config: Config,
    inner: Shared,
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
    catch_unwind(AssertUnwindSafe(|| lock(extractor).extract(page.input()))).ok()
}

/// Returns the object for an extraction.
pub(crate) fn finish(
    py: Python<'_>,
    extraction: Option<tamis::Extraction>,
    extractor: &Shared,
) -> PyResult<Extraction> {
    let extraction = extraction.ok_or_else(|| error(py, PANICKED))?;
    Ok(Extraction::new(extraction, Arc::clone(extractor)))
}

#[pymethods]
impl Extractor {
    #[new]
    #[pyo3(signature = (**options))]
    fn new(py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Extractor> {
        let config = options::config(options)?;
        Ok(Extractor { inner: shared(py, &config)?, config })
    }

    /// Extracts the main content of a page.
    #[pyo3(signature = (html, *, url=None, charset=None))]
    fn extract(
        &self,
        py: Python<'_>,
        html: &Bound<'_, PyAny>,
        url: Option<&str>,
        charset: Option<String>,
    ) -> PyResult<Extraction> {
        let page = Page::new(html, url, charset)?;
        let extraction = py.detach(|| extract(&self.inner, &page));
        finish(py, extraction, &self.inner)
    }

    /// Extracts from many pages with several threads, in the order of the pages.
    #[pyo3(signature = (pages, *, threads=None, progress=None))]
    fn extract_many(
        &self,
        py: Python<'_>,
        pages: &Bound<'_, PyAny>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Extractions> {
        Extractions::start(py, pages, &self.config, threads, progress)
    }

    fn __repr__(&self) -> String {
        format!("tamis.Extractor(strategy='{}')", self.config.strategy)
    }
}
