//! Pages with elements removed, or replaced by the text that stands for them.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Deserialize;
use tamis::dom::{Document, NodeId, NodeKind, Selector, WorkingTree, XPath, XPathError, name};

use crate::error::config_error;
use crate::options;
use crate::page::Page;

/// The changes to a page, as keywords.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Keywords {
    selectors: Vec<String>,
    paths: Vec<String>,
    alt_texts: bool,
    links: bool,
    form_fields: bool,
}

/// The changes to a page: without the elements that CSS selectors or `XPaths` choose. On request,
/// images become their alternative texts, the addresses of links are written after them, and form
/// fields become their values in brackets.
#[derive(Default)]
pub(crate) struct Changes {
    selectors: Vec<Selector>,
    paths: Vec<XPath>,
    alt_texts: bool,
    links: bool,
    form_fields: bool,
}

/// Returns a page as HTML after changes.
#[pyfunction]
#[pyo3(signature = (html, **changes))]
pub(crate) fn rewrite(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    changes: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let changes = Changes::parse(py, changes)?;
    let page = Page::new(html, None, None)?;
    let rewritten = py.detach(|| {
        let document = page.parse();
        Ok(changes.apply(&document)?.inner_html(NodeId::DOCUMENT))
    });
    rewritten.map_err(|error: XPathError| config_error(py, error))
}

impl Changes {
    /// Returns the changes in keywords.
    ///
    /// # Errors
    ///
    /// `tamis.ConfigError` if a keyword is unknown, or a selector or path is not valid.
    pub(crate) fn parse(py: Python<'_>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Changes> {
        let Keywords { selectors, paths, alt_texts, links, form_fields } = options::options(given)?;
        let selectors: Result<Vec<_>, _> =
            selectors.iter().map(|css| Selector::parse(css)).collect();
        let selectors = selectors.map_err(|error| config_error(py, error))?;
        let paths: Result<Vec<_>, _> = paths.iter().map(|path| XPath::parse(path)).collect();
        let paths = paths.map_err(|error| config_error(py, error))?;
        Ok(Changes { selectors, paths, alt_texts, links, form_fields })
    }

    /// Returns a document after the changes. Without any, it is the same and not copied.
    pub(crate) fn edited(&self, document: Document) -> Result<Document, XPathError> {
        let Changes { selectors, paths, alt_texts, links, form_fields } = self;
        let has_lists = !selectors.is_empty() || !paths.is_empty();
        if !has_lists && !alt_texts && !links && !form_fields {
            return Ok(document);
        }
        Ok(self.apply(&document)?.to_document())
    }

    /// Returns a changed copy of the tree.
    pub(crate) fn apply<'d>(&self, document: &'d Document) -> Result<WorkingTree<'d>, XPathError> {
        let mut tree = WorkingTree::of(document);
        for selector in &self.selectors {
            document.select(selector).for_each(|id| tree.detach(id));
        }
        for path in &self.paths {
            for node in path.select(document, NodeId::DOCUMENT)? {
                if node.attribute_index().is_none() {
                    tree.detach(node.id());
                }
            }
        }
        for id in document.elements(NodeId::DOCUMENT) {
            self.write_out(&mut tree, document, id);
        }
        Ok(tree)
    }

    /// Writes out what an element states outside of its text.
    fn write_out(&self, tree: &mut WorkingTree<'_>, document: &Document, id: NodeId) {
        if self.alt_texts && document.is_html(id, name::IMG) {
            if let Some(alt) = document.attr(id, name::ALT).filter(|alt| !alt.trim().is_empty()) {
                replace(tree, id, alt);
            }
        } else if self.links && document.is_html(id, name::A) {
            if let Some(address) = document.attr(id, name::HREF).filter(|href| !href.is_empty()) {
                let text = tree.create_text(&format!(" ({address})"));
                tree.append(id, text);
            }
        } else if self.form_fields
            && let Some(value) = field_value(document, id)
        {
            replace(tree, id, &format!("[ {} ]", value.trim()));
        }
    }
}

fn replace(tree: &mut WorkingTree<'_>, id: NodeId, text: &str) {
    let text = tree.create_text(text);
    tree.replace(id, text);
}

/// Returns the value that a form field shows. `None` for other elements, and fields without one.
fn field_value(document: &Document, id: NodeId) -> Option<String> {
    let value = match document.name(id)? {
        name::INPUT => {
            let kind = document.attr(id, name::TYPE).unwrap_or_default().to_ascii_lowercase();
            let is_shown = !matches!(kind.as_str(), "hidden" | "checkbox" | "radio" | "password");
            let value = document.attr(id, name::VALUE).filter(|_| is_shown)?;
            value.to_owned()
        }
        name::BUTTON | name::TEXTAREA | name::SELECT => text_of(document, id),
        _ => return None,
    };
    (!value.trim().is_empty()).then_some(value)
}

/// Returns the text of an element. Its pieces are separated, as the options of a list are.
fn text_of(document: &Document, id: NodeId) -> String {
    let nodes = document.descendants_and_self(id);
    let texts = nodes.filter(|&id| document.kind(id) == NodeKind::Text);
    let texts: Vec<&str> =
        texts.map(|id| document.text(id).trim()).filter(|text| !text.is_empty()).collect();
    texts.join(", ")
}
