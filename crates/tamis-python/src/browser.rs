//! The classes `Browser` and `Drawn`.

use std::sync::Arc;

use pyo3::prelude::*;
use tamis::Layout;
use tamis_browser::{BrowserConfig, BrowserError, BrowserErrorKind, Driver, Order, Place};

use crate::error::{config_error, fetch_error};
use crate::fetch::{Client, kind, time};
use crate::text::Text;

/// Draws pages. See `python/tamis/_browser.py`.
#[pyclass(frozen, module = "tamis", subclass)]
pub(crate) struct Browser {
    inner: Arc<tamis_browser::Browser>,
}

impl Browser {
    pub(crate) fn inner(&self) -> Arc<tamis_browser::Browser> {
        Arc::clone(&self.inner)
    }
}

/// A page as a browser shows it.
#[pyclass(frozen, module = "tamis")]
pub(crate) struct Drawn {
    inner: tamis_browser::Drawn,
}

impl Drawn {
    /// Where the texts of the page are, and whether a reader sees them.
    pub(crate) fn layout(&self) -> &Layout {
        &self.inner.layout
    }
}

#[pymethods]
impl Browser {
    #[new]
    #[pyo3(signature = (*, client, program=None, wait_for=None, timeout=None))]
    fn new(
        py: Python<'_>,
        client: &Client,
        program: Option<&str>,
        wait_for: Option<String>,
        timeout: Option<f64>,
    ) -> PyResult<Browser> {
        let mut config = BrowserConfig::default();
        config.timeout = time(py, "timeout", timeout, config.timeout)?;
        config.wait_for = wait_for;
        if let Some(program) = program {
            config = config.place(Place::named(program));
        }
        let inner = tamis_browser::Browser::new(config, client.inner().clone());
        Ok(Browser { inner: Arc::new(inner.map_err(|error| raised(py, &error, None))?) })
    }

    /// Draws a page.
    fn draw(&self, py: Python<'_>, url: Text) -> PyResult<Drawn> {
        let drawn = py.detach(|| self.inner.draw(&Order::new(&*url)));
        Ok(Drawn { inner: drawn.map_err(|error| raised(py, &error, Some(&url)))? })
    }
}

#[pymethods]
impl Drawn {
    /// The HTML of what is shown.
    #[getter]
    pub(crate) fn html(&self) -> &str {
        &self.inner.html
    }

    /// The address of the page, after redirects and scripts.
    #[getter]
    pub(crate) fn url(&self) -> &str {
        &self.inner.url
    }

    /// The status of HTTP, or None.
    #[getter]
    fn status(&self) -> Option<u16> {
        self.inner.status
    }

    /// True if the page came to rest.
    #[getter(is_settled)]
    fn is_settled(&self) -> bool {
        self.inner.is_settled
    }

    fn __repr__(&self) -> String {
        format!("<tamis.Drawn {:?}, {} bytes>", self.inner.url, self.inner.html.len())
    }
}

/// Returns the exception for an error of the browser.
fn raised(py: Python<'_>, error: &BrowserError, url: Option<&str>) -> PyErr {
    match error.kind() {
        BrowserErrorKind::InvalidConfig => config_error(py, error),
        of => fetch_error(py, error, (kind(of), None, url)),
    }
}
