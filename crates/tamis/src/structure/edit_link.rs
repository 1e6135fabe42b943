//! Links next to headings that edit a section of a wiki: `[edit]`, `[ править ]`, `[編集]`.
//!
//! They are controls of the wiki and no text, in whatever language. `MediaWiki` has put them into
//! `<span class="mw-editsection">` since 2013, with the brackets inside; before, they were in
//! `<span class="editsection">` or a `<div>`, and copies of wikis have only the link left, with the
//! brackets as texts around it: `<h2>History [<a href="?action=edit&section=1">edit</a>]</h2>`.

use tamis_dom::{Document, NodeId, NodeKind, name};

use super::role::HEADINGS;
use crate::page::near;

/// The classes of the elements with these links. Sources: `MediaWiki` since 1.3, `DokuWiki`
/// (`secedit`).
const CLASSES: [&str; 5] =
    ["mw-editsection", "mw-editsection-like", "mw-editbutton", "editsection", "secedit"];

/// The longest text of a link, in bytes.
const MAX_BYTES: usize = 80;

/// The signs between and around the links.
const SIGNS: [char; 6] = ['[', ']', '|', '［', '］', '·'];

/// True if an element only has links that edit a section.
pub(crate) fn is_edit_link(document: &Document, id: NodeId) -> bool {
    if document.text_range(id).len() > MAX_BYTES {
        return false;
    }
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    class.split_ascii_whitespace().any(|class| CLASSES.contains(&class))
        || document.is_html(id, name::A) && edits(document, id) && is_in_heading(document, id)
}

/// True for the address of a page that edits a section. Source: `MediaWiki` on screens of any size,
/// with and without its visual editor.
fn edits(document: &Document, link: NodeId) -> bool {
    let address = document.attr(link, name::HREF).unwrap_or_default();
    ["action=edit", "#/editor/"].iter().any(|part| address.contains(part))
}

fn is_in_heading(document: &Document, id: NodeId) -> bool {
    near(document, id).skip(1).any(|id| document.name(id).is_some_and(|of| HEADINGS.contains(of)))
}

/// Returns a text without the brackets around a link that edits a section, if that is next to it.
///
/// For example, "History" of "History [" before such a link.
pub(crate) fn without_brackets<'d>(document: &'d Document, id: NodeId, text: &'d str) -> &'d str {
    let (start, end) = (text.trim_ascii_start(), text.trim_ascii_end());
    let mut text = text;
    if end.ends_with(SIGNS) && is_edit(document, document.next_sibling(id)) {
        text = end.trim_end_matches(SIGNS).trim_ascii_end();
    }
    if start.starts_with(SIGNS) && is_edit(document, document.previous_sibling(id)) {
        text = text.trim_ascii_start().trim_start_matches(SIGNS);
    }
    text
}

fn is_edit(document: &Document, id: Option<NodeId>) -> bool {
    id.is_some_and(|id| document.kind(id) == NodeKind::Element && is_edit_link(document, id))
}
