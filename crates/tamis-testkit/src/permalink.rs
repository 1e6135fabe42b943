//! Signs that link to their own place in the page. Renderers may leave them out.

use tamis_dom::{Document, NodeId, name};

/// True if the element is a link within the page and its text is such a sign.
///
/// ```
/// use tamis_dom::{NodeId, Parser, name};
/// use tamis_testkit::permalink::is_permalink;
/// let document = Parser::default().parse("<h2>Tea <a href=#tea>¶</a></h2><a href=#tea>Tea</a>");
/// let links = document.elements(NodeId::DOCUMENT).filter(|&id| is_permalink(&document, id));
/// assert_eq!(links.count(), 1);
/// ```
pub fn is_permalink(document: &Document, id: NodeId) -> bool {
    document.is_html(id, name::A)
        && document.attr(id, name::HREF).is_some_and(|address| address.starts_with('#'))
        && ["¶", "§", "#", "🔗", "\u{f0c1}"].contains(&document.text(id).trim())
}
