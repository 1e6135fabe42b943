//! Pages as Python gives them.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString, PyTuple};
use tamis::dom::{Decoded, Document, EncodingRules, Parser, decode_by, decode_forced};
use tamis::{Input, Layout, Url};

use crate::browser::Drawn;
use crate::error::config_error;
use crate::text::Text;

/// The HTML of a page. Its text stays where Python has it, also while Python's lock is released.
pub(crate) enum Html {
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
}

/// A page with what is known about it.
pub(crate) struct Page {
    html: Html,
    url: Option<Url>,
    charset: Option<Text>,
    /// What a browser showed of it.
    layout: Option<Layout>,
}

impl Page {
    /// Returns the page in `html`: a text or bytes.
    ///
    /// # Errors
    ///
    /// `TypeError` for other objects, `tamis.ConfigError` for a charset that is none. An address
    /// that is not valid is ignored, as pages of crawls have them.
    pub(crate) fn new(
        html: &Bound<'_, PyAny>,
        url: Option<&str>,
        charset: Option<Text>,
    ) -> PyResult<Page> {
        if let Some(label) = &charset
            && decode_forced(b"", label).is_none()
        {
            let message = format!(
                "`charset`: no encoding has the name `{}`: expected one of the Encoding \
                 Standard, such as utf-8 or windows-1251",
                &**label
            );
            return Err(config_error(html.py(), message));
        }
        let url = url.and_then(|url| Url::parse(url).ok());
        Ok(Page { html: Html::new(html)?, url, charset, layout: None })
    }

    /// Returns a page that a browser has drawn. `url` is its address, in the place of its own.
    ///
    /// # Errors
    ///
    /// If Python has no memory for its text.
    pub(crate) fn of_drawn(py: Python<'_>, drawn: &Drawn, url: Option<&str>) -> PyResult<Page> {
        let html = PyString::new(py, drawn.html()).into_any();
        let page = Page::new(&html, url.or(Some(drawn.url())), None)?;
        Ok(Page { layout: Some(drawn.layout().clone()), ..page })
    }

    /// Returns the page as it was given, its address and its charset.
    pub(crate) fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let html = match &self.html {
            Html::Text(text) => PyString::new(py, text).into_any(),
            Html::Bytes(bytes) => PyBytes::new(py, bytes).into_any(),
        };
        (html, self.url.as_ref().map(Url::as_str), self.charset.as_deref()).into_pyobject(py)
    }

    /// Returns the page as the library takes it.
    pub(crate) fn input(&self) -> Input<'_> {
        let mut input = match &self.html {
            Html::Text(text) => Input::from(&**text),
            Html::Bytes(bytes) => Input::from(&**bytes),
        };
        if let Some(charset) = &self.charset {
            input = input.charset(charset);
        }
        if let Some(url) = &self.url {
            input = input.url(url);
        }
        if let Some(layout) = &self.layout {
            input = input.layout(layout);
        }
        input
    }

    /// The address.
    pub(crate) fn url(&self) -> Option<&Url> {
        self.url.as_ref()
    }

    /// Returns the page's tree, decoded and parsed as the library does by default.
    pub(crate) fn parse(&self) -> Document {
        let decoded = match &self.html {
            Html::Text(text) => Decoded::from(&**text),
            Html::Bytes(bytes) => {
                decode_by(EncodingRules::default(), bytes, self.charset.as_deref())
            }
        };
        Parser::default().parse_decoded(&decoded)
    }

    /// Returns a tree as the page that the engines read.
    pub(crate) fn measure(&self, document: Document) -> tamis::Page {
        let page = tamis::Page::measure(document);
        match &self.url {
            Some(url) => page.with_url(url.clone()),
            None => page,
        }
    }
}

impl Html {
    fn new(html: &Bound<'_, PyAny>) -> PyResult<Html> {
        if html.is_instance_of::<PyString>() {
            if let Ok(text) = html.extract() {
                return Ok(Html::Text(text));
            }
            // A text with half a surrogate pair has no UTF-8.
            let bytes = html.call_method1("encode", ("utf-8", "replace"))?;
            return Ok(Html::Bytes(bytes.extract::<PyBackedBytes>()?));
        }
        if html.is_instance_of::<PyBytes>() || html.is_instance_of::<PyByteArray>() {
            return Ok(Html::Bytes(html.extract::<PyBackedBytes>()?));
        }
        if html.is_instance_of::<PyMemoryView>() {
            let bytes = html.call_method0("tobytes")?;
            return Ok(Html::Bytes(bytes.extract::<PyBackedBytes>()?));
        }
        let name = html.get_type().name()?;
        Err(PyTypeError::new_err(format!("a page is a text (str) or bytes, not {name}")))
    }
}
