//! The classes `Extraction` and `Paragraph`.

use std::borrow::Cow;
use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple};
use tamis::json::{self, JsonExtraction, JsonOptions};
use tamis::metadata::Value;
use tamis::render::{HtmlOptions, MarkdownOptions, TextOptions, XmlDialect, XmlOptions};
use tamis_cli::explained_page;

use crate::error::error;
use crate::json::{read, to_python, to_text};
use crate::options;
use crate::page::Page;
use crate::shared::{PANICKED, Shared, guarded, lock};

/// The main content of a page, in any format.
#[pyclass(frozen, module = "tamis")]
pub(crate) struct Extraction {
    /// `None` only while the object ends.
    inner: Option<tamis::Extraction>,
    /// `None` if a caller gave a changed page.
    origin: Option<Origin>,
    /// The extractor that made it.
    extractor: Shared,
    text: PyOnceLock<Py<PyString>>,
    metadata: PyOnceLock<Py<PyAny>>,
}

/// The page and the keywords that an extraction is made from.
pub(crate) struct Origin {
    pub(crate) page: Page,
    pub(crate) options: Py<PyDict>,
}

/// A paragraph of a page, with the decision about it.
#[pyclass(frozen, get_all, module = "tamis")]
pub(crate) struct Paragraph {
    /// The text, with white space collapsed and trimmed.
    text: String,
    /// True if the paragraph is main content.
    kept: bool,
    /// The reason of the engine that decided. Empty if it gives none.
    reason: String,
    /// True if the paragraph is in a heading.
    in_heading: bool,
}

impl Extraction {
    /// Returns the object for an extraction, or the error if the library has panicked.
    pub(crate) fn finish(
        py: Python<'_>,
        extraction: Option<tamis::Extraction>,
        extractor: &Shared,
        origin: Option<Origin>,
    ) -> PyResult<Extraction> {
        Ok(Extraction {
            inner: Some(extraction.ok_or_else(|| error(py, PANICKED))?),
            origin,
            extractor: Arc::clone(extractor),
            text: PyOnceLock::new(),
            metadata: PyOnceLock::new(),
        })
    }

    fn get(&self) -> &tamis::Extraction {
        self.inner.as_ref().expect("it is taken in `drop` alone")
    }

    fn json_object(
        &self,
        py: Python<'_>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<JsonExtraction> {
        let options: Additions = options::options(options)?;
        let mut json = JsonOptions::default();
        if options.markdown {
            json = json.markdown(MarkdownOptions::default());
        }
        if options.html {
            json = json.html(HtmlOptions::default().fragment(true));
        }
        let json = json.paragraphs(options.paragraphs).verdicts(options.verdicts);
        guarded(py, || JsonExtraction::of(self.get(), &json))
    }
}

/// The fields that are added to JSON.
#[derive(Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Additions {
    markdown: bool,
    html: bool,
    paragraphs: bool,
    verdicts: bool,
}

/// Gives the page's memory back to the extractor, unless it is at work.
impl Drop for Extraction {
    fn drop(&mut self) {
        if let (Some(extraction), Ok(mut extractor)) =
            (self.inner.take(), self.extractor.try_lock())
        {
            extractor.recycle(extraction.into_page());
        }
    }
}

/// The most characters of a title in `repr`.
const SHOWN_CHARS: usize = 60;

/// Returns the beginning of a title that is long.
fn shortened(title: &str) -> Cow<'_, str> {
    match title.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", title[..end].trim_end()).into(),
        None => title.into(),
    }
}

fn texts(values: &[Value]) -> Vec<&str> {
    values.iter().map(Value::as_str).collect()
}

#[pymethods]
impl Extraction {
    /// The main content as text. Empty if there is none.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        self.text.get_or_init(py, || PyString::new(py, self.get().text()).unbind()).bind(py)
    }

    /// The title, or None.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.get().title()
    }

    /// The names of the authors.
    #[getter]
    fn authors(&self) -> Vec<&str> {
        texts(&self.get().metadata().authors)
    }

    /// The day or time of publication in the form of ISO 8601, or None.
    #[getter]
    fn published(&self) -> Option<&str> {
        self.get().metadata().published.as_deref()
    }

    /// The day or time of the last change in the form of ISO 8601, or None.
    #[getter]
    fn modified(&self) -> Option<&str> {
        self.get().metadata().modified.as_deref()
    }

    /// The summary that the page states, or None.
    #[getter]
    fn description(&self) -> Option<&str> {
        self.get().metadata().description.as_deref()
    }

    /// The name of the site, or None.
    #[getter]
    fn site_name(&self) -> Option<&str> {
        self.get().metadata().site_name.as_deref()
    }

    /// The address that the page states for itself, or None.
    #[getter]
    fn canonical_url(&self) -> Option<&str> {
        self.get().metadata().canonical.as_deref()
    }

    /// The price of the product that the page is about, such as 1299.00, or None.
    #[getter]
    fn price(&self) -> Option<&str> {
        self.get().metadata().price.as_deref()
    }

    /// The currency of the price, as a code of ISO 4217, or None.
    #[getter]
    fn currency(&self) -> Option<&str> {
        self.get().metadata().currency.as_deref()
    }

    /// The language, declared or detected, as a BCP 47 tag, or None.
    #[getter]
    fn language(&self) -> Option<&str> {
        self.get().language().map(tamis::Language::code)
    }

    /// The encoding, as the Encoding standard names it.
    #[getter]
    fn encoding(&self) -> &'static str {
        self.get().encoding().name()
    }

    /// All metadata with their sources, as dictionaries.
    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let metadata = self
            .metadata
            .get_or_try_init(py, || to_python(py, self.get().metadata()).map(Bound::unbind));
        Ok(metadata?.bind(py).clone())
    }

    /// The confidence that the text is the main content and all of it, 0 to 1.
    #[getter]
    fn confidence(&self) -> f64 {
        self.get().confidence()
    }

    /// article, forum, product, collection, listing, documentation or service; None without the
    /// learned model.
    #[getter]
    fn page_type(&self) -> Option<&'static str> {
        self.get().page_type().map(tamis::PageType::as_str)
    }

    /// `found`, or the likely reason why there is no content.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.get().outcome().as_str()
    }

    /// The name of the engine that decided.
    #[getter]
    fn strategy_used(&self) -> &str {
        self.get().strategy_used()
    }

    /// `elements`, or the JSON of the page that the text comes from.
    #[getter]
    fn text_source(&self) -> &'static str {
        self.get().text_source().as_str()
    }

    /// Doubts about the page and the text, one sentence each.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.get().warnings().iter().map(ToString::to_string).collect()
    }

    /// The text of readers' comments. None if they were not asked for.
    #[getter]
    fn comments(&self) -> Option<String> {
        self.get().comments().map(tamis::Selection::text)
    }

    /// All paragraphs of the page, kept or not.
    #[getter]
    fn paragraphs(&self) -> Vec<Paragraph> {
        let paragraphs = self.get().paragraphs().map(|of| Paragraph {
            text: of.text.to_owned(),
            kept: of.kept,
            reason: of.reason.to_owned(),
            in_heading: of.in_heading,
        });
        paragraphs.collect()
    }

    /// The posts of a thread, as dictionaries with text, author and date. Empty for other pages.
    #[getter]
    fn posts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &guarded(py, || json::posts(self.get()))?)
    }

    /// Returns the content as text with options.
    #[pyo3(signature = (**options))]
    fn text_with(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let options: TextOptions = options::options(options)?;
        guarded(py, || self.get().text_with(&options))
    }

    /// Returns the content as Markdown.
    #[pyo3(signature = (**options))]
    fn markdown(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let options: MarkdownOptions = options::options(options)?;
        guarded(py, || self.get().markdown_with(&options))
    }

    /// Returns the content as pieces of Markdown, with the headings above each.
    #[pyo3(signature = (max_chars=None, **options))]
    fn chunks(
        &self,
        py: Python<'_>,
        max_chars: Option<usize>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Py<PyDict>>> {
        let options: MarkdownOptions = options::options(options)?;
        let chunks = guarded(py, || self.get().chunks(&options, max_chars))?;
        let object = |chunk: tamis::render::Chunk| {
            let object = PyDict::new(py);
            object.set_item("headings", chunk.headings)?;
            object.set_item("markdown", chunk.markdown)?;
            Ok(object.unbind())
        };
        chunks.into_iter().map(object).collect()
    }

    /// Returns the content as HTML that is safe to show.
    #[pyo3(signature = (**options))]
    fn html(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let options: HtmlOptions = options::options(options)?;
        guarded(py, || self.get().html_with(&options))
    }

    /// Returns the content as XML.
    #[pyo3(signature = (**options))]
    fn xml(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let options: XmlOptions = options::options(options)?;
        guarded(py, || self.get().xml_with(&options))
    }

    /// Returns the content as TEI.
    #[pyo3(signature = (**options))]
    fn tei(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let options: XmlOptions = options::options(options)?;
        let options = options.dialect(XmlDialect::Tei);
        guarded(py, || self.get().xml_with(&options))
    }

    /// Returns everything as a JSON object on one line.
    #[pyo3(signature = (**additions))]
    fn json(&self, py: Python<'_>, additions: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        to_text(py, &self.json_object(py, additions)?)
    }

    /// Returns everything as dictionaries and lists.
    #[pyo3(signature = (**additions))]
    fn to_dict<'py>(
        &self,
        py: Python<'py>,
        additions: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.json_object(py, additions)?)
    }

    /// Returns the reasons for each paragraph: every engine's decision and the model's features.
    fn explain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = guarded(py, || {
            let extractor = lock(&self.extractor);
            serde_json::to_string(&extractor.explain(self.get()))
        })?;
        read(py, &text.map_err(|failure| error(py, failure))?)
    }

    /// Returns a page for the browser that shows the reasons for each paragraph. `source` is the
    /// name that it shows, by default the address.
    #[pyo3(signature = (source=None))]
    fn explain_html(&self, py: Python<'_>, source: Option<&str>) -> PyResult<String> {
        guarded(py, || {
            let (extraction, extractor) = (self.get(), lock(&self.extractor));
            let url = extraction.parsed_page().url().map(tamis::Url::as_str);
            let source = source.or(url).unwrap_or("page");
            explained_page(source, extraction, &extractor.explain(extraction))
        })
    }

    fn __repr__(&self) -> String {
        let extraction = self.get();
        let title = shortened(extraction.title().unwrap_or_default());
        let chars = extraction.text().chars().count();
        format!("<tamis.Extraction {title:?}, {chars} characters>")
    }

    /// Returns the content as notebooks show it: safe HTML.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || self.get().html_with(&HtmlOptions::default().fragment(true)))
    }

    /// Pickles the page and the options: the extraction is made again from them, and is the same.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        static AGAIN: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let Some(origin) = &self.origin else {
            return Err(PyTypeError::new_err(
                "an extraction of a changed or drawn page is not pickled",
            ));
        };
        let again = AGAIN.import(py, "tamis._extract", "extract_again")?;
        let page = origin.page.to_python(py)?;
        (again, (page, origin.options.bind(py))).into_pyobject(py)
    }

    fn __str__<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        self.text(py)
    }

    fn __bool__(&self) -> bool {
        !self.get().text().is_empty()
    }
}

#[pymethods]
impl Paragraph {
    fn __repr__(&self) -> String {
        let kept = if self.kept { "kept" } else { "dropped" };
        format!("<tamis.Paragraph {kept} {:?}>", self.text)
    }
}
