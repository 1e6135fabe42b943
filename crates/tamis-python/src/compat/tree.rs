//! A page as the events of which Python builds a tree.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use tamis::dom::{Document, NodeId, NodeKind, XPathError};

use super::edit::Changes;
use crate::error::config_error;
use crate::page::Page;

/// Returns the elements and texts of a page in their order, after changes: a pair of name and
/// attributes where an element begins, a text, and `None` where an element ends. Names are in lower
/// case. Comments and the contents of templates are left out.
///
/// Python's own parser of HTML needs ten times as long as this and the building of a tree.
#[pyfunction]
#[pyo3(signature = (html, **changes))]
pub(crate) fn tree_events<'py>(
    py: Python<'py>,
    html: &Bound<'py, PyAny>,
    changes: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let changes = Changes::parse(py, changes)?;
    let page = Page::new(html, None, None)?;
    let document = py.detach(|| changes.edited(page.parse()));
    let document = document.map_err(|error: XPathError| config_error(py, error))?;
    let events = PyList::empty(py);
    let mut next = document.first_child(NodeId::DOCUMENT);
    while let Some(id) = next {
        begin(py, &document, id, &events)?;
        next = document.first_child(id);
        let mut ended = id;
        while next.is_none() {
            if document.kind(ended) == NodeKind::Element {
                events.append(py.None())?;
            }
            next = document.next_sibling(ended);
            match document.parent(ended) {
                Some(parent) if next.is_none() && parent != NodeId::DOCUMENT => ended = parent,
                _ => break,
            }
        }
    }
    Ok(events)
}

/// Adds the begin of an element, or a text.
fn begin(
    py: Python<'_>,
    document: &Document,
    id: NodeId,
    events: &Bound<'_, PyList>,
) -> PyResult<()> {
    match document.kind(id) {
        NodeKind::Text => events.append(document.text(id)),
        NodeKind::Element => {
            let name = |name: &str| PyString::intern(py, &name.to_ascii_lowercase());
            let attributes = PyDict::new(py);
            for attr in document.attrs(id) {
                let key = name(document.name_str(attr.name()));
                attributes.set_item(key, document.attr_value(attr))?;
            }
            events.append((name(document.local_name(id).unwrap_or_default()), attributes))
        }
        _ => Ok(()),
    }
}
