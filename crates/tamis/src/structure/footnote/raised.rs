//! Notes without links: a raised number in the text, and a later block that begins with this
//! number or is the item of this number.
//!
//! A raised number alone may be an exponent. So notes are accepted as a group only: they count up
//! from 1, and for each of them there is a raised number before it, in the same order.
//!
//! Notes with a symbol, such as `*` or `†`, are found [in the same way](super::symbols).

use tamis_dom::{Document, NameSet, NodeId, NodeKind, name};

use super::mark::{leading_number, symbols};
use super::note::{Note, Raised, is_holder, label_number};
use super::symbols::{Symbols, first_text};
use crate::page::{NodeSet, around};
use crate::structure::numbering::Numbering;
use crate::structure::role::{HEADINGS, RenderRole};

/// The number of nodes before a raised number that are searched for the begin of its block, and of
/// its ancestors that are searched for the block.
const NEAR: usize = 8;

/// The headings of notes, in lower case.
const HEADED: [&str; 9] = [
    "endnotes",
    "foot notes",
    "footnotes",
    "notes",
    "notes and references",
    "references",
    "references and notes",
    "sidenotes",
    "sources",
];

/// The longest heading that is compared with [`HEADED`]. Bytes.
const MAX_HEADED_BYTES: usize = 40;

/// The blocks that can be notes.
const BLOCKS: NameSet =
    NameSet::of(&[name::ASIDE, name::DD, name::DIV, name::LI, name::P, name::SECTION]);

/// A raised number.
#[derive(Clone, Copy, Debug)]
struct Mark {
    id: NodeId,
    number: u32,
}

/// A block, or a part of one, that may be a note.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    note: Note,
    number: u32,
    /// The element that is its number.
    label: Option<NodeId>,
}

/// Returns the notes that are found by raised numbers. `is_linked` is true for those that are
/// references already. Linear in the document.
pub(crate) fn of(
    document: &Document,
    texts: &NodeSet,
    is_linked: impl Fn(NodeId) -> bool,
) -> Raised {
    let mut search = Search {
        document,
        texts,
        marks: Vec::new(),
        candidates: Vec::new(),
        symbols: Symbols::default(),
        has_symbols: false,
        zone: NodeId::DOCUMENT,
    };
    let body = document.body().unwrap_or(NodeId::DOCUMENT);
    // Most pages have no raised number, no rule and no symbol, and no need of the search.
    let is_mark = |id| {
        let text = || document.text(id);
        is_raised(document, id) && (label_number(text()).is_some() || symbols(text()).is_some())
    };
    search.has_symbols = has_plain_symbols(document.text(body));
    let has_mark =
        || document.elements(body).any(|id| document.is_html(id, name::HR) || is_mark(id));
    if !search.has_symbols && !has_mark() {
        return Raised::default();
    }
    for id in document.elements(body) {
        search.element(id, &is_linked);
    }
    let symbols = std::mem::take(&mut search.symbols);
    let mut raised = search.groups();
    symbols.add_to(document, texts, &mut raised, body);
    raised
}

/// The symbols of notes that no rule and no class declares. `§` begins the paragraphs of laws.
const PLAIN_SYMBOLS: [char; 3] = ['*', '†', '‡'];

/// Returns true if a text has one of these symbols. Searches bytes, because it reads every page.
fn has_plain_symbols(text: &str) -> bool {
    let mut symbols = ["*", "†", "‡"].iter();
    symbols.any(|symbol| memchr::memmem::find(text.as_bytes(), symbol.as_bytes()).is_some())
}

/// Returns the innermost block around a text.
fn innermost_block(document: &Document, text: NodeId) -> Option<NodeId> {
    around(document, text).skip(1).find(|&id| RenderRole::of(document, id).is_block())
}

struct Search<'d> {
    document: &'d Document,
    texts: &'d NodeSet,
    marks: Vec<Mark>,
    candidates: Vec<Candidate>,
    symbols: Symbols,
    /// True if a symbol is in the text of the page.
    has_symbols: bool,
    /// The node after the part of the page that is declared as notes.
    zone: NodeId,
}

impl Search<'_> {
    fn element(&mut self, id: NodeId, is_linked: &impl Fn(NodeId) -> bool) {
        let document = self.document;
        self.zone = self.zone.max(zone_end(document, id));
        match document.name(id) {
            Some(name::SUP | name::LABEL) => {
                let symbols = symbols(document.text(id));
                let number = label_number(document.text(id));
                if number.is_none() && symbols.is_none()
                    || is_linked(id)
                    || !self.texts.has_any(id..document.subtree_end(id))
                {
                    return;
                }
                match (place(document, id), number) {
                    (Place::Text, Some(number)) => self.marks.push(Mark { id, number }),
                    (Place::Text, None) => self.symbols.mark(id),
                    (Place::Begin { outer, block }, Some(number)) => {
                        self.labelled(number, outer, block);
                    }
                    (Place::Begin { outer, block }, None) => {
                        self.symbols.labelled(document, self.texts, outer, block);
                    }
                }
            }
            Some(name::OL) if id < self.zone => self.items(id),
            Some(block) if id < self.zone && BLOCKS.contains(block) => self.numbered(id),
            Some(block) if self.has_symbols && BLOCKS.contains(block) => self.starred(id),
            _ => {}
        }
    }

    /// Adds a block that begins with a symbol and is not declared as a note: the last paragraph of
    /// an article, for example.
    fn starred(&mut self, block: NodeId) {
        let document = self.document;
        let Some((id, text)) = first_text(document, block) else { return };
        if text.starts_with(PLAIN_SYMBOLS) && innermost_block(document, id) == Some(block) {
            self.symbols.led(document, self.texts, block, id);
        }
    }

    /// Adds a note that begins with its number. Two in one block are parts of it.
    fn labelled(&mut self, number: u32, outer: NodeId, block: NodeId) {
        if self.candidates.last().is_some_and(|last| last.label == Some(outer)) {
            return;
        }
        let end = self.document.subtree_end(block);
        let is_first = begin(self.document, block, outer) == Some(block);
        let mut start = if is_first { block } else { outer };
        if let Some(last) = self.candidates.last_mut().filter(|last| last.note.end == end)
            && let Some(label) = last.label
        {
            last.note = Note { start: label, end: outer, ..last.note };
            start = outer;
        }
        let label_end = self.document.subtree_end(outer);
        if label_end < end && self.texts.has_any(label_end..end) {
            let note = Note { start, end, is_inline: false, label_bytes: 0 };
            self.candidates.push(Candidate { note, number, label: Some(outer) });
        }
    }

    /// Adds the items of a list among notes.
    fn items(&mut self, list: NodeId) {
        let mut numbering = Numbering::of(self.document, list);
        for item in self.document.children(list) {
            if !self.document.is_html(item, name::LI) {
                continue;
            }
            let number = numbering.take(self.document, item).and_then(|of| u32::try_from(of).ok());
            let end = self.document.subtree_end(item);
            if let Some(number) = number.filter(|_| self.texts.has_any(item..end)) {
                let note = Note { start: item, end, is_inline: false, label_bytes: 0 };
                self.candidates.push(Candidate { note, number, label: None });
            }
        }
    }

    /// Adds a block among notes whose first element is its number.
    fn numbered(&mut self, block: NodeId) {
        let document = self.document;
        let mut children = document.children(block).filter(|&id| {
            document.kind(id) == NodeKind::Element || !document.text(id).trim().is_empty()
        });
        let Some(first) = children.next().filter(|&id| !document.is_html(id, name::SUP)) else {
            return;
        };
        if self.led(block) {
            return;
        }
        let is_inline =
            matches!(document.name(first), Some(name::A | name::B | name::SPAN | name::STRONG));
        let number = if is_inline { label_number(document.text(first)) } else { None };
        let end = document.subtree_end(block);
        if let Some(number) = number
            && self.texts.has_any(document.subtree_end(first)..end)
        {
            let note = Note { start: block, end, is_inline: false, label_bytes: 0 };
            self.candidates.push(Candidate { note, number, label: Some(first) });
        }
    }

    /// Adds a block among notes whose text begins with its number or symbol: `2. At least`. Returns
    /// false if it does not.
    fn led(&mut self, block: NodeId) -> bool {
        let document = self.document;
        let Some((id, text)) = first_text(document, block) else { return false };
        if innermost_block(document, id) != Some(block) {
            return false;
        }
        if self.symbols.led(document, self.texts, block, id) {
            return true;
        }
        let Some((number, bytes)) = leading_number(text) else { return false };
        let has_more = text[bytes..].contains(char::is_alphanumeric);
        if !has_more || !self.texts.contains(id) {
            return false;
        }
        let label_bytes = u8::try_from(bytes).unwrap_or(0);
        let end = document.subtree_end(block);
        let note = Note { start: block, end, is_inline: false, label_bytes };
        self.candidates.push(Candidate { note, number, label: None });
        if text.starts_with('[') {
            self.symbols.bracket(note, number);
        }
        true
    }

    /// Returns the groups of candidates in which each has its reference.
    fn groups(mut self) -> Raised {
        self.candidates.sort_by_key(|candidate| candidate.note.start);
        // A block in an item, with the item's number at its begin.
        self.candidates.dedup_by(|inner, outer| {
            let is_same = inner.note.start < outer.note.end && inner.number == outer.number;
            if is_same {
                outer.label = outer.label.or(inner.label);
            }
            is_same
        });
        let mut raised = Raised::default();
        let mut marks = &self.marks[..];
        let mut rest = &self.candidates[..];
        while !rest.is_empty() {
            let counted = rest.iter().zip(1..).take_while(|(of, number)| of.number == *number);
            let count = counted.count();
            let (group, after) = rest.split_at(count.max(1));
            rest = after;
            if count > 0
                && let Some((references, next)) = references(group, marks)
            {
                let notes = group.iter().map(|of| of.note);
                raised.pairs.extend(references.into_iter().zip(notes));
                raised.labels.extend(group.iter().filter_map(|of| of.label));
                marks = &marks[next..];
            }
        }
        raised
    }
}

/// Returns the first marks with the numbers of a group, each before its note, and the number of
/// marks up to the last of them. `None` if one lacks.
fn references(group: &[Candidate], marks: &[Mark]) -> Option<(Vec<NodeId>, usize)> {
    let mut next = 0;
    let mut references = Vec::with_capacity(group.len());
    for candidate in group {
        let found = marks[next..].iter().position(|mark| mark.number == candidate.number)?;
        let mark = marks[next + found];
        next += found + 1;
        if mark.id > candidate.note.start {
            return None;
        }
        references.push(mark.id);
    }
    Some((references, next))
}

/// True for the elements that can be raised numbers.
fn is_raised(document: &Document, id: NodeId) -> bool {
    matches!(document.name(id), Some(name::SUP | name::LABEL))
}

/// The place of a raised number.
enum Place {
    /// After some text.
    Text,
    /// At the begin of a block, or of a line in it. `outer` is the outermost element that begins
    /// with the number.
    Begin { outer: NodeId, block: NodeId },
}

fn place(document: &Document, id: NodeId) -> Place {
    let around = || around(document, id).skip(1);
    let Some(block) = around().find(|&id| RenderRole::of(document, id).is_block()) else {
        return Place::Text;
    };
    if !document.name(block).is_some_and(|name| BLOCKS.contains(name)) {
        return Place::Text;
    }
    let outer = around()
        .take_while(|&of| of != block)
        .filter(|&of| label_number(document.text(of)).is_some());
    let outer = outer.last().unwrap_or(id);
    if begin(document, block, id).is_some() { Place::Begin { outer, block } } else { Place::Text }
}

/// Returns the block or the line break after which an element begins without a text between them.
fn begin(document: &Document, block: NodeId, id: NodeId) -> Option<NodeId> {
    let before = (block.index()..id.index()).rev().take(NEAR).map(NodeId::from_index);
    let is_empty =
        |&id: &NodeId| document.kind(id) != NodeKind::Text || document.text(id).trim().is_empty();
    before.take_while(is_empty).find(|&id| id == block || document.is_html(id, name::BR))
}

/// Returns the node after the part of the page that an element declares as notes: a holder by its
/// class, an aside, or what follows a rule or a heading of notes. The document node if it declares
/// none.
fn zone_end(document: &Document, id: NodeId) -> NodeId {
    let is_heading = || {
        document.name(id).is_some_and(|name| HEADINGS.contains(name))
            && is_headed(document.text(id))
    };
    if document.is_html(id, name::HR) || is_heading() {
        return document.parent(id).map_or(NodeId::DOCUMENT, |parent| document.subtree_end(parent));
    }
    if document.is_html(id, name::ASIDE) || is_holder(document, id) {
        return document.subtree_end(id);
    }
    NodeId::DOCUMENT
}

fn is_headed(text: &str) -> bool {
    let text = text.trim().trim_end_matches(':');
    text.len() <= MAX_HEADED_BYTES && HEADED.contains(&text.to_lowercase().as_str())
}
