//! The elements that a control names: the panel of a tab, the answer of a question.

use tamis_dom::{Document, Name, NodeId, name};

/// Returns the ids of the elements that a control names, such as the panel of a tab.
pub(crate) fn targets(document: &Document, id: NodeId) -> impl Iterator<Item = &str> {
    let attrs = document.attrs(id).iter().filter_map(move |attr| match attr.name() {
        name::ARIA_CONTROLS => Some(document.attr_value(attr)),
        name::HREF => document.attr_value(attr).strip_prefix('#'),
        of if document.name_str(of).starts_with("data-") => {
            let is_target = document.name_str(of).ends_with("target") || of_tab(document, of);
            let value = document.attr_value(attr);
            is_target.then(|| value.strip_prefix('#').unwrap_or(value))
        }
        _ => None,
    });
    attrs.filter(|target| !target.is_empty())
}

/// True for the attributes `data-tab` and `data-tab-id`.
fn of_tab(document: &Document, attr: Name) -> bool {
    document.name_str(attr).starts_with("data-tab")
}
