//! Notes that their marks state: the text of a note is in an attribute of the mark, or the mark
//! names the element that is the note.
//!
//! `<sup title="At least all that we found.">1</sup>` has the note as a text that no element
//! contains, and `<a aria-describedby=n1>1</a> … <span id=n1 role=tooltip>` names the element. The
//! names of the attributes differ from program to program. So any `data-*` counts: what is a note
//! is decided by the mark, which is a number or a symbol and looks like a mark, and by what the
//! attribute says, which is a text of some words or the id of an element that is hidden until it is
//! asked for.

use std::collections::HashMap;

use tamis_dom::{Attr, Document, Name, NodeId, name};

use super::mark::{is_mark, is_mark_text, leads_nowhere, symbols};
use super::note::{Note, is_holder};
use crate::page::near;
use crate::structure::hidden::is_hidden;
use crate::structure::role::RenderRole;

/// The shortest text of a note in an attribute, in Unicode scalar values.
const MIN_CHARS: usize = 8;

/// The longest id. Bytes.
const MAX_ID_BYTES: usize = 200;

/// The begins of words in the classes of marks, and in the classes and ids of notes.
const NOTE_WORDS: [&str; 11] = [
    "citation",
    "cite",
    "endnote",
    "fn",
    "footnote",
    "note",
    "popover",
    "popup",
    "reference",
    "sidenote",
    "tooltip",
];

/// The roles of notes that are shown when they are asked for.
const NOTE_ROLES: [&str; 5] = ["tooltip", "note", "doc-footnote", "doc-endnote", "dialog"];

/// What a mark says about its note.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stated<'d> {
    /// The attribute whose value is the note.
    Text { mark: NodeId, attr: Name },
    /// The id of the note.
    Id { mark: NodeId, id: &'d str },
}

/// Returns what an attribute says about the note of its element, if that is a mark.
pub(super) fn stated<'d>(document: &'d Document, attr: &'d Attr) -> Option<Stated<'d>> {
    // What most attributes are.
    if matches!(attr.name(), name::CLASS | name::HREF | name::ID | name::SRC | name::STYLE) {
        return None;
    }
    let is_data = || document.name_str(attr.name()).starts_with("data-");
    let is_target = matches!(attr.name(), name::ARIA_DESCRIBEDBY | name::ARIA_CONTROLS);
    let mark = attr.owner();
    if !is_mark(document, mark) {
        return None;
    }
    let is_text = attr.name() == name::TITLE || is_data();
    if !is_text && !is_target && document.name_str(attr.name()) != "popovertarget" {
        return None;
    }
    let value = document.attr_value(attr).trim();
    if is_text && is_note_text(value) {
        let looks_like_mark = is_marked(document, mark) && !leads_on(document, mark);
        return looks_like_mark.then_some(Stated::Text { mark, attr: attr.name() });
    }
    // The numbers below a carousel also control what is hidden.
    let is_explicit =
        attr.name() == name::ARIA_DESCRIBEDBY || document.name_str(attr.name()) == "popovertarget";
    if !is_explicit && !is_marked(document, mark) {
        return None;
    }
    let id = value.strip_prefix('#').unwrap_or(value);
    let is_id = !id.is_empty() && id.len() <= MAX_ID_BYTES && !id.contains(char::is_whitespace);
    (is_id && attr.name() != name::TITLE).then_some(Stated::Id { mark, id })
}

/// True for a text of some words that is no data for a program.
pub(super) fn is_note_text(text: &str) -> bool {
    let is_long = text.chars().nth(MIN_CHARS - 1).is_some();
    let has_words = text.contains(char::is_whitespace) || !text.is_ascii();
    is_long && has_words && text.contains(char::is_alphabetic) && !text.starts_with(['{', '['])
}

/// True for a symbol, a raised number, and a number in an element with the class of marks.
pub(super) fn is_marked(document: &Document, mark: NodeId) -> bool {
    let is_marked = |id: NodeId| {
        let class = || document.attr(id, name::CLASS).unwrap_or_default();
        document.is_html(id, name::SUP)
            || !RenderRole::of(document, id).is_block() && has_note_word(class())
    };
    symbols(document.text(mark)).is_some()
        || near(document, mark).take(2).any(is_marked)
        || document.elements(mark).nth(1).is_some_and(|id| document.is_html(id, name::SUP))
}

/// True if a word of a class or an id is one of notes or marks, for example `fn-3` or `ref`.
fn has_note_word(value: &str) -> bool {
    let mut words = value.split(|char: char| !char.is_ascii_alphanumeric());
    words.any(|word| {
        let begins =
            |of: &&str| word.get(..of.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(of));
        word == "ref" || NOTE_WORDS.iter().any(begins)
    })
}

/// True if a mark is, or is in, a link to another place.
fn leads_on(document: &Document, mark: NodeId) -> bool {
    near(document, mark).take(2).chain(document.elements(mark).skip(1).take(1)).any(|id| {
        let address = document.attr(id, name::HREF).filter(|_| document.is_html(id, name::A));
        address.is_some_and(|address| !leads_nowhere(address.trim()))
    })
}

/// Returns the text of a note in an attribute, without tags.
pub(crate) fn text_of(document: &Document, mark: NodeId, attr: Name) -> String {
    let value = document.attr(mark, attr).unwrap_or_default().trim();
    if !value.contains('<') {
        return value.to_owned();
    }
    let mut parts = value.split('<');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |mut text, part| {
        text.push_str(part.split_once('>').map_or(part, |(_, after)| after));
        text
    })
}

/// The notes that marks state.
#[derive(Debug, Default)]
pub(super) struct StatedNotes {
    /// The marks with their notes.
    pub(super) pairs: Vec<(NodeId, Note)>,
    /// The marks whose notes are in attributes.
    pub(super) attributes: Vec<(NodeId, Name)>,
}

/// Returns the notes that marks state. Linear in the document.
pub(super) fn of(document: &Document, stated: &[Stated<'_>]) -> StatedNotes {
    let mut notes = StatedNotes::default();
    let mut places: HashMap<&str, Option<NodeId>> = HashMap::new();
    let mut texts: HashMap<NodeId, Name> = HashMap::new();
    let length = |mark, attr| document.attr(mark, attr).map_or(0, str::len);
    for of in stated {
        match *of {
            Stated::Id { id, .. } => _ = places.insert(id, None),
            Stated::Text { mark, attr } => {
                let longest = texts.entry(mark).or_insert(attr);
                if length(mark, attr) > length(mark, *longest) {
                    *longest = attr;
                }
            }
        }
    }
    if !places.is_empty() {
        for attr in document.all_attrs().iter().filter(|attr| attr.name() == name::ID) {
            if let Some(place) = places.get_mut(document.attr_value(attr)) {
                place.get_or_insert(attr.owner());
            }
        }
    }
    let mut named: HashMap<NodeId, Note> = HashMap::new();
    for of in stated {
        if let Stated::Id { mark, id } = *of
            && let Some(note) = places.get(id).copied().flatten()
            && is_note_of(document, note, mark)
        {
            let is_inline = !RenderRole::of(document, note).is_block();
            let end = document.subtree_end(note);
            named.entry(mark).or_insert(Note { start: note, end, is_inline, label_bytes: 0 });
        }
    }
    for (mark, attr) in texts {
        named.entry(mark).or_insert_with(|| {
            let end = document.subtree_end(mark);
            notes.attributes.push((mark, attr));
            Note { start: mark, end, is_inline: true, label_bytes: 0 }
        });
    }
    notes.attributes.sort_unstable();
    notes.pairs.extend(named);
    notes
}

/// True if an element that a mark names is its note: it has text, and is hidden or declared as one.
pub(super) fn is_note_of(document: &Document, note: NodeId, mark: NodeId) -> bool {
    let text = document.text(note);
    let has_text = text.contains(char::is_alphanumeric) && !is_mark_text(text);
    let is_apart = document.subtree_end(note) <= mark || document.subtree_end(mark) <= note;
    let mut around = near(document, note).take(3);
    has_text && is_apart && around.any(|id| is_aside(document, id) || is_holder(document, id))
}

/// True for an element that is hidden until it is asked for, or is a note by its role or class.
pub(super) fn is_aside(document: &Document, id: NodeId) -> bool {
    let has = |attr: Name| has_note_word(document.attr(id, attr).unwrap_or_default());
    is_hidden(document, id)
        || document.attr(id, name::ROLE).is_some_and(|role| NOTE_ROLES.contains(&role))
        || document.find_name("popover").is_some_and(|name| document.attr(id, name).is_some())
        || has(name::CLASS)
        || has(name::ID)
}
