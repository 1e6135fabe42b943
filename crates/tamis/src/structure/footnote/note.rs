//! The common parts of all kinds of notes: their nodes, their numbers, the names of what holds
//! them.

use tamis_dom::{Attr, Document, NodeId, name};

use crate::page::style::Words;

/// The longest number of a note, with white space and brackets. Bytes.
const MAX_LABEL_BYTES: usize = 16;

/// Parts of class names of elements that contain notes.
const HOLDERS: [&str; 5] = ["footnote", "endnote", "references", "reflist", "doc-endnote"];

/// A note: an element, or what follows an element in its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Note {
    /// The element that is the note, or with which it begins.
    pub(crate) start: NodeId,
    /// The node after it.
    pub(crate) end: NodeId,
    /// It is in the text, next to its reference.
    pub(crate) is_inline: bool,
    /// The bytes of the number or symbols with which its first text begins.
    pub(crate) label_bytes: u8,
}

/// A mark that is a part of a text, such as the asterisk of "wrong*".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TextMark {
    pub(crate) text: NodeId,
    /// The place in the text, and the bytes.
    pub(crate) start: usize,
    pub(crate) bytes: usize,
    /// The node with which its note begins.
    pub(crate) note: NodeId,
}

/// Notes and their references.
#[derive(Debug, Default)]
pub(crate) struct Raised {
    /// The references with their notes.
    pub(crate) pairs: Vec<(NodeId, Note)>,
    /// The elements that are the numbers of notes.
    pub(crate) labels: Vec<NodeId>,
    /// The marks of notes that are parts of texts, in document order.
    pub(crate) in_texts: Vec<TextMark>,
}

/// Returns the number that is the whole of a text, with or without brackets and a full stop.
pub(crate) fn label_number(text: &str) -> Option<u32> {
    if text.len() > MAX_LABEL_BYTES {
        return None;
    }
    let text = text.trim().trim_start_matches(['[', '(']).trim_end_matches([']', ')', '.', ':']);
    let is_number = text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| is_number && number > 0)
}

/// True if an element is declared to hold notes.
pub(crate) fn is_holder(document: &Document, id: NodeId) -> bool {
    // HTMLBook, the HTML of O'Reilly's books, declares notes by `data-type`.
    static MAYBE: Words = Words::new(&HOLDERS);
    let declares = |attr: &&Attr| matches!(attr.name(), name::CLASS | name::ROLE | name::DATA_TYPE);
    let mut values = document.attrs(id).iter().filter(declares).map(|of| document.attr_value(of));
    values.any(|value| MAYBE.are_in(value) && HOLDERS.iter().any(|name| value.contains(name)))
}
