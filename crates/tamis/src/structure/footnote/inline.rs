//! Notes within the text: elements next to their references, which pages show in the margin or
//! when one points at them.

use tamis_dom::{Attr, Document, NodeId, NodeKind, name};

use super::mark::{can_be_mark, is_mark_text, symbols};
use super::note::{Note, label_number};
use super::stated::{is_marked, is_note_text};
use crate::page::NodeSet;
use crate::page::style::{Words, hides};
use crate::structure::role::RenderRole;

/// The classes of notes within the text. Sources: Tufte CSS and org-mode (`sidenote`), `LaTeXML`
/// (`ltx_note_outer`), Wikidot and others.
const NOTES: [&str; 7] = [
    "sidenote",
    "side-note",
    "marginnote",
    "margin-note",
    "ltx_note_outer",
    "inline-footnote",
    "footnote-inline",
];

/// The names of elements that are notes within the text. Source: Distill, whose old name is the
/// second, and pages that imitate it.
const CUSTOM: [&str; 5] = ["d-footnote", "dt-fn", "foot-note", "side-note", "margin-note"];

/// Parts of the classes of elements that are notes if a mark is right before them.
const ASIDES: [&str; 5] = ["note", "fn-", "tooltip", "popover", "popup"];

/// The roles of such elements.
const ROLES: [&str; 4] = ["tooltip", "note", "doc-footnote", "dialog"];

/// The shortest text of such an element, in bytes.
const MIN_ASIDE_BYTES: usize = 5;

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

/// Returns the elements whose own name says that they are notes, as in `Distill`'s
/// `seen.<d-footnote>Twice.</d-footnote>`.
pub(crate) fn custom_notes(document: &Document) -> impl Iterator<Item = NodeId> + '_ {
    let names = CUSTOM.map(|name| document.find_name(name));
    let any = names.iter().any(Option::is_some);
    let elements = any.then(|| document.elements(NodeId::DOCUMENT)).into_iter().flatten();
    elements.filter(move |&id| names.contains(&document.name(id)))
}

/// True if an attribute says that its element is a note, provided that a mark is before it: it is
/// hidden until it is asked for, or has the role or a class of notes.
pub(crate) fn may_be_aside(document: &Document, attr: &Attr) -> bool {
    static MAYBE: Words = Words::new(&ASIDES);
    let value = || document.attr_value(attr);
    let is_sign = || match attr.name() {
        name::HIDDEN => true,
        name::STYLE => hides(value()),
        name::ROLE => ROLES.contains(&value()),
        _ => MAYBE.are_in(value()) && ASIDES.iter().any(|part| value().contains(part)),
    };
    let id = attr.owner();
    matches!(attr.name(), name::CLASS | name::HIDDEN | name::ROLE | name::STYLE)
        && document.text_range(id).len() >= MIN_ASIDE_BYTES
        && !RenderRole::of(document, id).is_block()
        && is_sign()
}

/// Returns the notes within the text, which begin with [these](is_note) elements, or with
/// [those](may_be_aside) that follow a mark, both in document order. Linear in the document.
pub(crate) fn of(
    document: &Document,
    texts: &NodeSet,
    spans: &[NodeId],
    asides: &[NodeId],
) -> Inline {
    let mut inline = Inline::default();
    let mut end = NodeId::DOCUMENT;
    let mut all: Vec<NodeId> = spans.iter().chain(asides).copied().collect();
    all.sort_unstable();
    all.dedup();
    for id in all {
        if id < end || !texts.has_any(id..document.subtree_end(id)) {
            continue;
        }
        let reference = reference(document, texts, id);
        // A number with a hidden word after it is mostly a count: "14 reviews".
        let is_sure = reference.is_some_and(|mark| {
            let before = document.text(mark).get(..note_start(document, mark, id)).unwrap_or("");
            (is_marked(document, mark) || symbols(before).is_some())
                && is_note_text(document.text(id).trim())
        });
        if !is_sure && spans.binary_search(&id).is_err() {
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
        let note = Note { start: id, end, is_inline: true, label_bytes: 0 };
        inline.pairs.push((reference.unwrap_or(id), note));
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

/// Returns the mark right before a note, or around it if nothing else is in it.
fn reference(document: &Document, texts: &NodeSet, note: NodeId) -> Option<NodeId> {
    let end = document.subtree_end(note);
    let beside = before(document, note).find(|&id| {
        document.kind(id) == NodeKind::Element
            && is_mark_text(document.text(id))
            && texts.has_any(id..document.subtree_end(id))
    });
    let around = || {
        let parent = document.parent(note).filter(|&id| can_be_mark(document, id))?;
        let (outer, inner) = (document.text_range(parent), document.text_range(note));
        let text = document.text(parent);
        let (mark, after) = (&text[..inner.start - outer.start], &text[inner.end - outer.start..]);
        let is_mark = is_mark_text(mark) && after.trim().len() <= MAX_AFTER_BYTES;
        (is_mark && texts.has_any(parent..note) && end <= document.subtree_end(parent))
            .then_some(parent)
    };
    beside.or_else(around)
}

/// Returns the bytes of the text of a mark before its note, which may be in it.
fn note_start(document: &Document, mark: NodeId, note: NodeId) -> usize {
    let text = document.text_range(mark);
    document.text_range(note).start.min(text.end).saturating_sub(text.start)
}

/// The longest text after a note in its mark, such as a bracket. Bytes.
const MAX_AFTER_BYTES: usize = 3;
