//! Functions for the drop-in modules in `tamis.compat`: what these need in addition to the package.

mod edit;
mod layout;
mod tree;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;
use tamis::dom::XPathError;
use tamis::engine::justext::{
    self, ClassType, Config, classify_paragraphs, make_paragraphs, revise_paragraph_classification,
};
use tamis::metadata::{Candidate, Date};
use tamis::render::{self, HtmlOptions, TextOptions};
use tamis::{Language, Metadata, Verdict};

use crate::error::config_error;
use crate::json::to_python;
use crate::options;
use crate::page::Page;
use crate::text::Text;

pub(crate) use edit::{Changes, rewrite};
pub(crate) use layout::laid_out;
pub(crate) use tree::tree_events;

/// A set of lower-case words with lookups that ignore case.
#[pyclass(frozen, module = "tamis._native")]
pub(crate) struct Stoplist(tamis::stoplists::Stoplist);

#[pymethods]
impl Stoplist {
    #[new]
    fn new(words: &Bound<'_, PyAny>) -> PyResult<Stoplist> {
        let words: PyResult<Vec<String>> = words.try_iter()?.map(|word| word?.extract()).collect();
        Ok(Stoplist(tamis::stoplists::Stoplist::from_words(words?)))
    }

    /// Returns the built-in list of this name, or None.
    #[staticmethod]
    fn named(name: &str) -> Option<Stoplist> {
        let is_exact = tamis::stoplists::available_languages().contains(&name);
        tamis::stoplists::get(name).filter(|_| is_exact).cloned().map(Stoplist)
    }

    /// Returns the names of the built-in lists.
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        tamis::stoplists::available_languages().to_vec()
    }

    /// Returns the words, sorted by code point.
    fn words(&self) -> Vec<&str> {
        self.0.words().collect()
    }
}

/// A paragraph: dom path, xpath, text nodes, characters in links, tags, context-free class, true
/// for a heading, and class.
type Row = (String, String, Vec<String>, usize, i64, &'static str, bool, &'static str);

/// A paragraph to classify: dom path, text nodes and characters in links.
type Unclassified = (String, Vec<String>, usize);

/// Returns the classified paragraphs of a page. The keywords are jusText's thresholds.
#[pyfunction]
#[pyo3(signature = (html, stoplist, **config))]
pub(crate) fn justext_paragraphs(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    stoplist: &Stoplist,
    config: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Row>> {
    let config: Config = options::options(config)?;
    let page = Page::new(html, None, None)?;
    Ok(py.detach(|| {
        let mut paragraphs = make_paragraphs(&measured(&page));
        classify_paragraphs(&mut paragraphs, &stoplist.0, &config);
        revise_paragraph_classification(&mut paragraphs, &config);
        paragraphs.into_iter().map(row).collect()
    }))
}

fn row(of: justext::Paragraph) -> Row {
    let class = |class: Option<ClassType>| class.map_or("", ClassType::as_str);
    let (cf_class, class_type) = (class(of.cf_class), class(of.class_type));
    let links = of.chars_count_in_links;
    (of.dom_path, of.xpath, of.text_nodes, links, of.tags_count, cf_class, of.heading, class_type)
}

/// Returns the context-free class of each paragraph, and true for a heading.
#[pyfunction]
#[pyo3(signature = (paragraphs, stoplist, **config))]
pub(crate) fn justext_classify(
    py: Python<'_>,
    paragraphs: Vec<Unclassified>,
    stoplist: &Stoplist,
    config: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<(&'static str, bool)>> {
    let config: Config = options::options(config)?;
    Ok(py.detach(|| {
        let mut paragraphs: Vec<_> = paragraphs.into_iter().map(unclassified).collect();
        classify_paragraphs(&mut paragraphs, &stoplist.0, &config);
        let class = |of: &justext::Paragraph| of.cf_class.map_or("", ClassType::as_str);
        paragraphs.iter().map(|of| (class(of), of.heading)).collect()
    }))
}

fn unclassified((dom_path, texts, links): Unclassified) -> justext::Paragraph {
    let mut paragraph = justext::Paragraph::new(dom_path, "", texts);
    paragraph.chars_count_in_links = links;
    paragraph
}

/// Returns the final class of each paragraph. A paragraph is its context-free class, true for a
/// heading, and its text.
#[pyfunction]
#[pyo3(signature = (paragraphs, **config))]
pub(crate) fn justext_revise(
    py: Python<'_>,
    paragraphs: Vec<(String, bool, String)>,
    config: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<&'static str>> {
    let config: Config = options::options(config)?;
    let mut classified = Vec::with_capacity(paragraphs.len());
    for (class, heading, text) in paragraphs {
        let mut paragraph = justext::Paragraph::new("", "", [text]);
        paragraph.cf_class = Some(class_type(&class)?);
        paragraph.heading = heading;
        classified.push(paragraph);
    }
    Ok(py.detach(|| {
        revise_paragraph_classification(&mut classified, &config);
        classified.iter().map(|of| of.class_type.map_or("", ClassType::as_str)).collect()
    }))
}

fn class_type(name: &str) -> PyResult<ClassType> {
    [ClassType::Good, ClassType::NearGood, ClassType::Short, ClassType::Bad]
        .into_iter()
        .find(|class| class.as_str() == name)
        .ok_or_else(|| PyValueError::new_err(format!("no class of jusText is called {name:?}")))
}

/// Returns the visible text of a whole page after the changes of [`rewrite`].
#[pyfunction]
#[pyo3(signature = (html, *, changes=None, **options))]
pub(crate) fn whole_text(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    changes: Option<&Bound<'_, PyDict>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let options: TextOptions = options::options(options)?;
    let page = Page::new(html, None, None)?;
    let changes = Changes::parse(py, changes)?;
    let text = py.detach(|| {
        let page = changed(&page, &changes)?;
        Ok(render::text_with(&page, &Verdict::everything("", &page), &options))
    });
    text.map_err(|error: XPathError| config_error(py, error))
}

/// Returns the body of a whole page as HTML that is safe to show, after the changes of [`rewrite`].
#[pyfunction]
#[pyo3(signature = (html, *, url=None, changes=None, **options))]
pub(crate) fn whole_html(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    url: Option<Text>,
    changes: Option<&Bound<'_, PyDict>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let options: HtmlOptions = options::options(options)?;
    let page = Page::new(html, url.as_deref(), None)?;
    let changes = Changes::parse(py, changes)?;
    let html = py.detach(|| {
        let page = changed(&page, &changes)?;
        let everything = Verdict::everything("", &page);
        Ok(render::html_with(&page, &everything, &Metadata::default(), &options))
    });
    html.map_err(|error: XPathError| config_error(py, error))
}

/// The metadata of a page, with all values that were found.
#[derive(Serialize)]
struct Facts<'p> {
    #[serde(flatten)]
    metadata: &'p Metadata,
    /// The language, declared or detected.
    page_language: Option<&'p str>,
    encoding: &'static str,
    candidates: Vec<Statement<'p>>,
}

/// A value that was found, chosen or not.
#[derive(Serialize)]
struct Statement<'p> {
    field: tamis::metadata::Field,
    value: &'p str,
    source: &'p str,
    found_in: tamis::metadata::Source,
    standing: tamis::metadata::Standing,
}

impl<'p> Statement<'p> {
    fn of(candidate: &'p Candidate) -> Statement<'p> {
        let Candidate { field, value, standing, .. } = candidate;
        let (source, found_in) = (value.source(), value.found_in());
        Statement { field: *field, value, source, found_in, standing: *standing }
    }
}

/// Returns the metadata of a page, whatever its content is.
#[pyfunction]
#[pyo3(signature = (html, *, url=None, latest_date=None))]
pub(crate) fn metadata<'py>(
    py: Python<'py>,
    html: &Bound<'py, PyAny>,
    url: Option<Text>,
    latest_date: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let latest: Option<Date> = latest_date
        .map(str::parse)
        .transpose()
        .map_err(|error| config_error(py, format!("latest_date: {error}")))?;
    let page = Page::new(html, url.as_deref(), None)?;
    let (page, metadata, language) = py.detach(|| {
        let page = measured(&page);
        let metadata = Metadata::until(&page, latest);
        let language = Language::of(&page);
        (page, metadata, language)
    });
    let facts = Facts {
        metadata: &metadata,
        page_language: language.as_ref().map(Language::code),
        encoding: page.document().encoding().name(),
        candidates: metadata.candidates().iter().map(Statement::of).collect(),
    };
    to_python(py, &facts)
}

/// Returns a page as the engines read it. A single engine leaves the order of the page as it is.
fn measured(page: &Page) -> tamis::Page {
    page.measure(page.parse())
}

/// Returns a page as the engines read it, after changes.
fn changed(page: &Page, changes: &Changes) -> Result<tamis::Page, XPathError> {
    Ok(page.measure(changes.edited(page.parse())?))
}
