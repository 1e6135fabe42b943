//! Lists of items, and lists of terms with definitions.

use tamis_dom::{Document, NameSet, NodeId, name};

use super::{EndAction, MarkdownWalker};
use crate::render::markdown::writer::Gap;
use crate::structure::numbering::{Numbering, checked_item};
use crate::structure::role::HEADINGS;

/// The open lists, and the positions where parts of lists ended.
#[derive(Debug, Default)]
pub(super) struct Lists {
    open: Vec<OpenList>,
    terms: Vec<OpenTerms>,
    /// The number of open definitions.
    definitions: usize,
    /// The position where the last list ended, its sign, and its numbering at the end.
    last: Option<(usize, char, Numbering)>,
    /// The position where the last item outside of a list ended.
    stray_end: Option<usize>,
}

/// An open list.
#[derive(Debug)]
struct OpenList {
    numbering: Numbering,
    /// The sign after a number, or the bullet.
    sign: char,
    /// The position where its last item ended.
    item_end: Option<usize>,
    /// The width of that item's marker.
    marker_width: usize,
    /// True if its items have headings. They are sections of the page rather than items, for
    /// example the cards of a listing.
    has_cards: bool,
}

/// An open list of terms.
#[derive(Debug)]
struct OpenTerms {
    has_cards: bool,
    /// The position where its last term or definition ended.
    part_end: Option<usize>,
    /// The last part was a term.
    is_term: bool,
    /// The last part was a definition of one line.
    is_one_line: bool,
}

impl MarkdownWalker<'_> {
    pub(super) fn list(&mut self, id: NodeId, is_numbered: bool) {
        let document = self.document;
        let numbering = Numbering::of(document, id);
        let is_numbered = is_numbered || self.marks.number_items(document, id);
        let signs = if is_numbered { ['.', ')'] } else { ['-', '*'] };
        let end = self.writer.len();
        let before = self.lists.last.filter(|&(at, ..)| at == end);
        // Programs often write each item as a list of its own, with the next number as its start:
        // `<ol start=2>`.
        let continued = before.filter(|(.., before)| numbering.continues(before));
        let follows = before.is_some_and(|(_, sign, _)| sign == signs[0]);
        let sign = continued.map_or(signs[usize::from(follows)], |(_, sign, _)| sign);
        let has_cards = has_cards(document, id);
        let is_in_list = matches!(self.open.innermost(), Some(EndAction::List { .. }));
        let around = self.lists.open.last().filter(|list| list.item_end == Some(self.writer.len()));
        // A list directly in another list belongs to the item before it, although HTML does not
        // allow that. Browsers show it that way.
        let around = around.filter(|list| is_in_list && !list.has_cards && !has_cards);
        let is_misplaced = around.is_some();
        if let Some(around) = around {
            self.writer.push_room(around.marker_width);
            self.writer.set_gap(Gap::Line);
        }
        let item_end = continued.map(|_| end);
        self.lists.open.push(OpenList { numbering, sign, item_end, marker_width: 0, has_cards });
        self.push(id, EndAction::List { is_misplaced });
    }

    pub(super) fn end_list(&mut self, is_misplaced: bool) {
        self.end_line();
        let Some(list) = self.lists.open.pop() else { return };
        let end = self.writer.len();
        self.lists.last = Some((end, list.sign, list.numbering));
        if is_misplaced {
            self.writer.pop_prefix();
            if let Some(around) = self.lists.open.last_mut() {
                around.item_end = Some(end);
            }
        }
    }

    /// Begins an item. A section of the page becomes a plain block.
    pub(super) fn item(&mut self, id: NodeId) {
        if self.lists.open.last().is_some_and(|list| list.has_cards) {
            return self.push(id, EndAction::Block);
        }
        let typed = self.marks.number(id);
        let marker = match self.lists.open.last_mut() {
            Some(OpenList { numbering, sign, .. }) => {
                match numbering.take(self.document, id).or(typed) {
                    Some(number) => format!("{}{sign} ", number.clamp(0, 999_999_999)),
                    None => format!("{sign} "),
                }
            }
            None => "- ".into(),
        };
        if self.is_right_behind_item(&marker) {
            self.writer.set_gap(Gap::Line);
        }
        let indent = marker.len();
        if let Some(list) = self.lists.open.last_mut() {
            list.marker_width = indent;
        }
        self.writer.push_item(marker, indent);
        self.push(id, EndAction::Item);
        self.task = checked_item(self.document, id);
    }

    pub(super) fn end_item(&mut self) {
        self.end_line();
        self.task = None;
        let was_written = self.writer.pop_prefix();
        let end = Some(self.writer.len()).filter(|_| was_written);
        match self.lists.open.last_mut() {
            Some(list) => list.item_end = end.or(list.item_end),
            None => self.lists.stray_end = end.or(self.lists.stray_end),
        }
    }

    /// Returns true if no empty line is needed before an item: after an item of its list, or
    /// directly in the text of the item around it. A list can only interrupt that text if it is
    /// bulleted or begins at 1.
    fn is_right_behind_item(&self, marker: &str) -> bool {
        let Some(list) = self.lists.open.last() else {
            return self.lists.stray_end == Some(self.writer.len());
        };
        if let Some(end) = list.item_end {
            return end == self.writer.len();
        }
        let is_numbered = marker.starts_with(|first: char| first.is_ascii_digit());
        let around = self.lists.open.iter().rev().nth(1);
        around.is_some_and(|list| !list.has_cards) && (!is_numbered || marker.starts_with("1."))
    }

    pub(super) fn terms(&mut self, id: NodeId) {
        let has_cards = has_cards(self.document, id);
        self.lists.terms.push(OpenTerms {
            has_cards,
            part_end: None,
            is_term: false,
            is_one_line: false,
        });
        self.push(id, EndAction::Terms);
    }

    pub(super) fn end_terms(&mut self) {
        self.end_line();
        self.lists.terms.pop();
    }

    /// Begins a term. Terms that directly follow each other share their definitions.
    pub(super) fn term(&mut self, id: NodeId) {
        let begin = self.writer.len();
        if self
            .lists
            .terms
            .last()
            .is_some_and(|terms| terms.is_term && terms.part_end == Some(begin))
        {
            self.writer.set_gap(Gap::Line);
        }
        self.writer.set_term(true);
        self.push(id, EndAction::Term { begin });
    }

    pub(super) fn end_term(&mut self, begin: usize) {
        self.end_line();
        self.writer.set_term(false);
        let end = self.writer.len();
        if let Some(terms) = self.lists.terms.last_mut().filter(|_| end > begin) {
            (terms.part_end, terms.is_term) = (Some(end), true);
        }
    }

    /// Begins a definition. It must directly follow a term or another definition, else it is a
    /// plain block. A definition within a definition is a plain block too: its double indentation
    /// would be code for readers without definition lists.
    pub(super) fn definition(&mut self, id: NodeId) {
        let begin = self.writer.len();
        let terms = self.lists.terms.last().filter(|terms| !terms.has_cards);
        let is_outermost = self.lists.definitions == 0;
        let Some(terms) = terms.filter(|terms| is_outermost && terms.part_end == Some(begin))
        else {
            return self.push(id, EndAction::Block);
        };
        let is_glued = terms.is_term || terms.is_one_line;
        self.lists.definitions += 1;
        self.writer.push_definition();
        if is_glued {
            self.writer.glue();
        }
        self.push(id, EndAction::Definition { begin });
    }

    pub(super) fn end_definition(&mut self, begin: usize) {
        self.end_line();
        self.lists.definitions -= 1;
        if self.writer.pop_prefix()
            && let Some(terms) = self.lists.terms.last_mut()
        {
            (terms.part_end, terms.is_term) = (Some(self.writer.len()), false);
            terms.is_one_line = self.writer.lines_since(begin) <= 1;
        }
    }
}

const LISTS: NameSet = NameSet::of(&[name::UL, name::OL, name::DL]);

/// Returns true if an item of this list, not of a nested one, contains a heading.
fn has_cards(document: &Document, list: NodeId) -> bool {
    let end = document.subtree_end(list).index();
    let mut next = list.index() + 1;
    while next < end {
        let id = NodeId::from_index(next);
        match document.name(id) {
            Some(name) if HEADINGS.contains(name) => return true,
            Some(name) if LISTS.contains(name) => next = document.subtree_end(id).index(),
            _ => next += 1,
        }
    }
    false
}
