//! The class `Extractor`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyDictMethods};
use tamis::Config;

use crate::browser::Drawn;
use crate::compat::Changes;
use crate::error::config_error;
use crate::extraction::{Extraction, Origin};
use crate::many::Extractions;
use crate::options;
use crate::page::Page;
use crate::shared::{Shared, extract, extract_changed, shared};
use crate::text::Text;

/// Extracts from one page after another, and keeps its buffers.
#[pyclass(frozen, module = "tamis", subclass)]
pub(crate) struct Extractor {
    config: Config,
    /// The keywords that describe the configuration.
    options: Py<PyDict>,
    inner: Shared,
}

impl Extractor {
    fn origin(&self, py: Python<'_>, page: Page) -> Origin {
        Origin { page, options: self.options.clone_ref(py) }
    }
}

#[pymethods]
impl Extractor {
    #[new]
    #[pyo3(signature = (**options))]
    fn new(py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Extractor> {
        let config = options::config(options)?;
        let options = options.map_or_else(|| Ok(PyDict::new(py)), PyDictMethods::copy)?;
        Ok(Extractor { inner: shared(py, &config)?, config, options: options.unbind() })
    }

    /// Extracts the main content of a page.
    #[pyo3(signature = (html, *, url=None, charset=None))]
    fn extract(
        &self,
        py: Python<'_>,
        html: &Bound<'_, PyAny>,
        url: Option<Text>,
        charset: Option<Text>,
    ) -> PyResult<Extraction> {
        if let Ok(drawn) = html.cast::<Drawn>() {
            let page = Page::of_drawn(py, drawn.get(), url.as_deref())?;
            let extraction = py.detach(|| extract(&self.inner, &page));
            return Extraction::finish(py, extraction, &self.inner, None);
        }
        let page = Page::new(html, url.as_deref(), charset)?;
        let extraction = py.detach(|| extract(&self.inner, &page));
        Extraction::finish(py, extraction, &self.inner, Some(self.origin(py, page)))
    }

    /// Extracts the main content of a page after changes.
    #[pyo3(name = "_extract_changed", signature = (html, *, changes, url=None))]
    fn extract_changed(
        &self,
        py: Python<'_>,
        html: &Bound<'_, PyAny>,
        changes: &Bound<'_, PyDict>,
        url: Option<Text>,
    ) -> PyResult<Extraction> {
        let page = Page::new(html, url.as_deref(), None)?;
        let changes = Changes::parse(py, Some(changes))?;
        let extraction = py.detach(|| extract_changed(&self.inner, &page, &changes));
        let extraction = extraction.map_err(|error| config_error(py, error))?;
        Extraction::finish(py, extraction, &self.inner, None)
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
        Extractions::start(py, pages, &self.config, self.options.clone_ref(py), threads, progress)
    }

    fn __repr__(&self) -> String {
        format!("tamis.Extractor(strategy='{}')", self.config.strategy)
    }
}
