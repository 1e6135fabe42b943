//! The classes `Client` and `Response`.

use std::fmt::Debug;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use tamis_cli::SentHeaders;
use tamis_fetch::{ClientConfig, FetchError, FetchErrorKind};

use crate::error::{config_error, fetch_error};
use crate::text::Text;

/// Fetches pages. See `python/tamis/_fetch.py`.
#[pyclass(frozen, module = "tamis", subclass)]
pub(crate) struct Client {
    inner: tamis_fetch::Client,
    has_headers: bool,
}

impl Client {
    pub(crate) fn inner(&self) -> &tamis_fetch::Client {
        &self.inner
    }

    /// Returns the client for archives.
    ///
    /// # Errors
    ///
    /// If an index chooses the sites, to which the headers of the caller are not sent, and there
    /// are some.
    pub(crate) fn for_archives(&self, headers: SentHeaders) -> anyhow::Result<tamis_fetch::Client> {
        if self.has_headers && headers == SentHeaders::None {
            bail!("the headers of `client` go to the site of `index_base` alone");
        }
        Ok(self.inner.clone())
    }
}

/// A fetched page.
#[pyclass(frozen, module = "tamis")]
pub(crate) struct Response {
    inner: tamis_fetch::Response,
    body: Py<PyBytes>,
}

#[pymethods]
impl Client {
    #[new]
    #[pyo3(signature = (
        *, user_agent=None, headers=None, max_redirects=None, connect_timeout=None, timeout=None,
        delay=None, retries=None, robots=false, cache=None, max_body_bytes=None,
        allow_private=false, proxy=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn new(
        py: Python<'_>,
        user_agent: Option<String>,
        headers: Option<&Bound<'_, PyDict>>,
        max_redirects: Option<u32>,
        connect_timeout: Option<f64>,
        timeout: Option<f64>,
        delay: Option<f64>,
        retries: Option<u32>,
        robots: bool,
        cache: Option<PathBuf>,
        max_body_bytes: Option<u64>,
        allow_private: bool,
        proxy: Option<String>,
    ) -> PyResult<Client> {
        let mut config = ClientConfig::default().robots(robots).allow_private(allow_private);
        config.user_agent = user_agent.unwrap_or(config.user_agent);
        for (name, value) in headers.into_iter().flatten() {
            config.headers.push((name.extract()?, value.extract()?));
        }
        config.max_redirects = max_redirects.unwrap_or(config.max_redirects);
        config.connect_timeout =
            time(py, "connect_timeout", connect_timeout, config.connect_timeout)?;
        config.timeout = time(py, "timeout", timeout, config.timeout)?;
        config.delay = time(py, "delay", delay, config.delay)?;
        config.retries = retries.unwrap_or(config.retries);
        config.cache = cache;
        config.max_body_bytes = max_body_bytes.unwrap_or(config.max_body_bytes);
        config.proxy = proxy;
        let has_headers = !config.headers.is_empty();
        let inner = tamis_fetch::Client::new(config).map_err(|error| raised(py, &error))?;
        Ok(Client { inner, has_headers })
    }

    /// Fetches a page.
    fn get(&self, py: Python<'_>, url: Text) -> PyResult<Response> {
        let mut inner = py.detach(|| self.inner.get(&url)).map_err(|error| raised(py, &error))?;
        let body = PyBytes::new(py, &std::mem::take(&mut inner.body)).unbind();
        Ok(Response { inner, body })
    }
}

/// Returns a keyword that is a number of seconds.
///
/// # Errors
///
/// `tamis.ConfigError` if it is not a time, for example because it is negative.
pub(crate) fn time(
    py: Python<'_>,
    name: &str,
    seconds: Option<f64>,
    default: Duration,
) -> PyResult<Duration> {
    let time = seconds.map_or(Ok(default), Duration::try_from_secs_f64);
    time.map_err(|error| config_error(py, format!("`{name}`: {error}")))
}

/// Returns the exception for an error of a request.
fn raised(py: Python<'_>, error: &FetchError) -> PyErr {
    let status = match error.kind() {
        FetchErrorKind::InvalidConfig => return config_error(py, error),
        FetchErrorKind::Http(status) => Some(status),
        _ => None,
    };
    fetch_error(py, error, (kind(error.kind()), status, error.url()))
}

/// Returns the name of a kind of errors as Python has it: `host_not_found`.
pub(crate) fn kind(kind: impl Debug) -> String {
    let name = format!("{kind:?}");
    let mut words = String::new();
    for letter in name.chars().take_while(char::is_ascii_alphabetic) {
        if letter.is_ascii_uppercase() && !words.is_empty() {
            words.push('_');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

#[pymethods]
impl Response {
    /// The address of the page, after redirects.
    #[getter]
    fn url(&self) -> &str {
        &self.inner.url
    }

    /// The status of HTTP: 200 to 299.
    #[getter]
    fn status(&self) -> u16 {
        self.inner.status
    }

    /// The media type that the header names, such as `text/html`, or None.
    #[getter]
    fn content_type(&self) -> Option<&str> {
        self.inner.content_type.as_deref()
    }

    /// The encoding that the header names, or None.
    #[getter]
    fn charset(&self) -> Option<&str> {
        self.inner.charset.as_deref()
    }

    /// The page, unpacked.
    #[getter]
    fn body(&self, py: Python<'_>) -> Py<PyBytes> {
        self.body.clone_ref(py)
    }

    /// The addresses that redirected, in their order.
    #[getter]
    fn redirects(&self) -> Vec<String> {
        self.inner.redirects.clone()
    }

    /// True if the page is that of the cache, because the server says that it is the same.
    #[getter(from_cache)]
    fn is_from_cache(&self) -> bool {
        self.inner.from_cache
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let bytes = self.body.bind(py).len()?;
        Ok(format!("<tamis.Response {} {:?}, {bytes} bytes>", self.inner.status, self.inner.url))
    }
}
