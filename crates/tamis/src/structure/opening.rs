//! Absent parts of a page that appear when the reader clicks on something.
//!
//! A browser shows the answers to questions, the text behind "read more" and all panels except one
//! only when they are asked for. They are content like any other, and only what opens them tells
//! them from text that is hidden for good: a control that names them, or one right before them. For
//! example, `<button>How long?</button><div class=a>Two days.</div>`, where a style sheet hides the
//! class. This is only asked if a browser has drawn the page; without that, nobody knows which
//! parts are absent.

use std::collections::HashSet;

use tamis_dom::{Document, NameSet, NodeId, name};

use super::role::HEADINGS;
use crate::page::targets::targets;
use crate::page::{Page, previous_elements};

/// Elements that open what is after them, or in them.
const CONTROLS: NameSet =
    NameSet::of(&[name::BUTTON, name::DETAILS, name::DT, name::INPUT, name::LABEL, name::SUMMARY]);

/// The most elements before an absent one, and the most elements in each, that are searched.
const BEFORE: usize = 2;
const INSIDE: usize = 8;

/// The ends of questions. The last one is Greek.
const QUESTION_MARKS: [char; 4] = ['?', '？', '؟', ';'];

/// True if the reader can open an element that is absent.
pub(super) fn is_opened(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    let is_in_details =
        document.parent(id).is_some_and(|parent| document.is_html(parent, name::DETAILS));
    is_in_details || is_named(page, id) || is_after_control(document, id)
}

/// True if a control names the element.
fn is_named(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    let Some(own) = document.attr(id, name::ID) else { return false };
    let named = page.layout.named().get_or_init(|| {
        let controls = document.elements(NodeId::DOCUMENT);
        controls.flat_map(|id| targets(document, id)).map(str::to_owned).collect::<HashSet<_>>()
    });
    named.contains(own)
}

/// True if a control or a question is right before the element.
fn is_after_control(document: &Document, id: NodeId) -> bool {
    previous_elements(document, id).take(BEFORE).any(|before| {
        let mut inside = document.elements(before).take(INSIDE);
        inside.any(|id| is_control(document, id)) || asks(document, before)
    })
}

fn is_control(document: &Document, id: NodeId) -> bool {
    let Some(element) = document.name(id) else { return false };
    let leads_nowhere = || {
        let address = document.attr(id, name::HREF).unwrap_or_default();
        address.is_empty() || address.starts_with('#') || address.starts_with("javascript:")
    };
    CONTROLS.contains(element)
        || element == name::A && leads_nowhere()
        || document.attr(id, name::ROLE) == Some("button")
        || document.attr(id, name::ARIA_EXPANDED).is_some()
}

/// True for a heading that is a question.
fn asks(document: &Document, id: NodeId) -> bool {
    document.name(id).is_some_and(|name| HEADINGS.contains(name))
        && document.text(id).trim_end().ends_with(QUESTION_MARKS)
}
