//! Drawings as files of their own.

use tamis::dom::{NodeId, Parser, name};
use tamis::sanitize::{Policy, sanitized_html};

use crate::xhtml::Xhtml;

/// The part of a file in which a drawing begins, in bytes. Before it are declarations and comments.
const MAX_PROLOGUE: usize = 4096;

/// Returns true if these bytes are probably an SVG document.
pub(super) fn is_svg(bytes: &[u8]) -> bool {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_PROLOGUE)]);
    let start = start.to_ascii_lowercase();
    start.trim_start_matches('\u{feff}').trim_start().starts_with('<')
        && start.contains("<svg")
        && !start.contains("<html")
}

/// Returns the drawing of an SVG document with safe elements and attributes only: no scripts, no
/// other files. `None` if it has none.
pub(super) fn sanitized(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut parser = Parser::default();
    let is_drawing = |document: &tamis::dom::Document, id: NodeId| {
        document.local_name(id) == Some("svg") && !document.is_html(id, name::SVG)
    };
    let document = parser.parse(&String::from_utf8_lossy(bytes));
    let drawing = document.elements(NodeId::DOCUMENT).find(|&id| is_drawing(&document, id))?;
    let safe = sanitized_html(&document, drawing, &Policy::default());
    let safe = parser.parse(&safe);
    let xml = Xhtml::new(&safe, "").body();
    xml.starts_with("<svg").then(|| xml.into_bytes())
}
