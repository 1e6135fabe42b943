//! Notes within the text: elements next to their references, which pages show in the margin or
//! when one points at them.

use tamis_dom::{Document, NodeId, NodeKind, name};

use super::note::{Note, label_number};
use crate::page::NodeSet;

/// The classes of notes within the text. Sources: Tufte CSS and org-mode (`sidenote`), `LaTeXML`
/// (`ltx_note_outer`), Wikidot and others.
const NOTES: [&str; 5] =
    ["sidenote", "side-note", "ltx_note_outer", "inline-footnote", "footnote-inline"];

/// The classes of parts of a note that are no text of it. Source: `LaTeXML`.
const LABELS: [&str; 4] = ["ltx_note_mark", "ltx_note_type", "ltx_tag_note", "sidenote-number"];

/// The number of siblings before a note that are searched for its reference.
const NEAR: usize = 4;

/// The number of elements of a note that are searched for its labels.
const WITHIN: usize = 16;

/// Notes within the text.
#[derive(Debug, Default)]
pub(crate) struct Inline {
    /// The references with their notes. A note without a reference of its own is its reference.
    pub(crate) pairs: Vec<(NodeId, Note)>,
    /// The elements that are the numbers of notes, their controls, and notes without text.
    pub(crate) labels: Vec<NodeId>,
}

/// True if an element with this class is a note within the text.
pub(crate) fn is_note(document: &Document, id: NodeId, class: &str) -> bool {
    matches!(document.name(id), Some(name::SPAN | name::SMALL)) && has(class, &NOTES)
}

/// Returns the notes within the text, which begin with [these](is_note) elements, in document
/// order. Linear in the document.
pub(crate) fn of(document: &Document, texts: &NodeSet, spans: &[NodeId]) -> Inline {
    let mut inline = Inline::default();
    let mut end = NodeId::DOCUMENT;
    for &id in spans {
        if id < end || !texts.has_any(id..document.subtree_end(id)) {
            continue;
        }
        end = document.subtree_end(id);
        let labels = labels(document, id);
        if !has_text(document, texts, id, &labels) {
            inline.labels.push(id);
            continue;
        }
        inline.labels.extend(labels);
        // The control that shows the note.
        let is_control = |id: &NodeId| document.is_html(*id, name::INPUT);
        inline.labels.extend(before(document, id).filter(is_control));
        let reference = reference(document, texts, id).unwrap_or(id);
        inline.pairs.push((reference, Note { start: id, end, is_inline: true }));
    }
    inline
}

fn has(class: &str, wanted: &[&str]) -> bool {
    class.split_ascii_whitespace().any(|class| wanted.contains(&class))
}

/// Returns the elements in a note that are its number: those with the class of one, and a raised
/// number at its begin.
fn labels(document: &Document, note: NodeId) -> Vec<NodeId> {
    let mut labels = Vec::new();
    let mut end = note;
    for id in document.elements(note).skip(1).take(WITHIN) {
        let is_label = has(document.attr(id, name::CLASS).unwrap_or_default(), &LABELS);
        let is_first = document.is_html(id, name::SUP)
            && labels.is_empty()
            && label_number(document.text(id)).is_some()
            && id.index() <= note.index() + 2;
        if id >= end && (is_label || is_first) {
            labels.push(id);
            end = document.subtree_end(id);
        }
    }
    labels
}

/// True if a note has kept text outside of its labels.
fn has_text(document: &Document, texts: &NodeSet, note: NodeId, labels: &[NodeId]) -> bool {
    let ends = labels.iter().map(|&label| document.subtree_end(label));
    let starts = labels.iter().copied().chain([document.subtree_end(note)]);
    std::iter::once(note).chain(ends).zip(starts).any(|(start, end)| {
        (start.index()..end.index()).map(NodeId::from_index).any(|id| {
            document.kind(id) == NodeKind::Text
                && texts.contains(id)
                && !document.text(id).trim().is_empty()
        })
    })
}

/// Returns the nodes right before a note, up to a text, the closest first.
fn before(document: &Document, note: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let first = document.previous_sibling(note);
    let is_space =
        |&id: &NodeId| document.kind(id) != NodeKind::Text || document.text(id).trim().is_empty();
    std::iter::successors(first, |&id| document.previous_sibling(id))
        .take(NEAR)
        .take_while(is_space)
}

/// Returns the number right before a note.
fn reference(document: &Document, texts: &NodeSet, note: NodeId) -> Option<NodeId> {
    before(document, note).find(|&id| {
        document.kind(id) == NodeKind::Element
            && label_number(document.text(id)).is_some()
            && texts.has_any(id..document.subtree_end(id))
    })
}
