//! Lists: of items, and of terms with what they mean.

use tamis_dom::{Document, NameSet, NodeId, name};

use super::{Kind, Walker};
use crate::render::markdown::writer::Gap;
use crate::render::numbering::Numbering;
use crate::render::role::HEADINGS;

/// The lists that are open, and where parts of lists ended.
#[derive(Debug, Default)]
pub(super) struct Lists {
    open: Vec<List>,
    terms: Vec<Terms>,
    /// How many definitions are open.
    definitions: usize,
    /// Where the list that ended last ended, with its sign and the number that would come next.
    last: Option<(usize, char, Numbering)>,
    /// Where the last item ended that stands in no list.
    stray_end: Option<usize>,
}

/// A list that is open.
#[derive(Debug)]
struct List {
    numbering: Numbering,
    /// The sign behind a number, or before an item without.
    sign: char,
    /// Where its last item ended.
    item_end: Option<usize>,
    /// How wide the marker of that item is.
    marker_width: usize,
    /// Its items have headings: they are parts of the page that stand beside each other.
    has_cards: bool,
}

/// A list of terms that is open.
#[derive(Debug)]
struct Terms {
    has_cards: bool,
    /// Where its last term or definition ended.
    part_end: Option<usize>,
    /// That was a term.
    is_term: bool,
    /// That was a definition of one line.
    is_one_line: bool,
}

impl Walker<'_> {
    pub(super) fn list(&mut self, id: NodeId, is_numbered: bool) {
        let document = self.document;
        let numbering = Numbering::of(document, id);
        let signs = if is_numbered { ['.', ')'] } else { ['-', '*'] };
        let end = self.writer.len();
        let before = self.lists.last.filter(|&(at, ..)| at == end);
        // Of a list that goes on with the number behind, programs make a new one for each item.
        let continued = before.filter(|(.., before)| numbering.continues(before));
        let follows = before.is_some_and(|(_, sign, _)| sign == signs[0]);
        let sign = continued.map_or(signs[usize::from(follows)], |(_, sign, _)| sign);
        let has_cards = has_cards(document, id);
        let is_in_list = matches!(self.open.innermost(), Some(Kind::List { .. }));
        let around = self.lists.open.last().filter(|list| list.item_end == Some(self.writer.len()));
        // A list beside the items of another one belongs to the item before.
        let around = around.filter(|list| is_in_list && !list.has_cards && !has_cards);
        let is_misplaced = around.is_some();
        if let Some(around) = around {
            self.writer.push_room(around.marker_width);
            self.writer.set_gap(Gap::Line);
        }
        let item_end = continued.map(|_| end);
        self.lists.open.push(List { numbering, sign, item_end, marker_width: 0, has_cards });
        self.push(id, Kind::List { is_misplaced });
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

    /// Begins an item; what is a part of the page stands as any block.
    pub(super) fn item(&mut self, id: NodeId) {
        if self.lists.open.last().is_some_and(|list| list.has_cards) {
            return self.push(id, Kind::Block);
        }
        let marker = match self.lists.open.last_mut() {
            Some(List { numbering, sign, .. }) => match numbering.take(self.document, id) {
                Some(number) => format!("{}{sign} ", number.clamp(0, 999_999_999)),
                None => format!("{sign} "),
            },
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
        self.push(id, Kind::Item);
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

    /// Whether no empty line is needed before an item: behind an item of its list, and behind the text of the item around,
    /// which items without numbers may interrupt, and the number 1.
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
        self.lists.terms.push(Terms {
            has_cards,
            part_end: None,
            is_term: false,
            is_one_line: false,
        });
        self.push(id, Kind::Terms);
    }

    pub(super) fn end_terms(&mut self) {
        self.end_line();
        self.lists.terms.pop();
    }

    /// Begins a term. One right behind another shares its definitions.
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
        self.push(id, Kind::Term { begin });
    }

    pub(super) fn end_term(&mut self, begin: usize) {
        self.end_line();
        let end = self.writer.len();
        if let Some(terms) = self.lists.terms.last_mut().filter(|_| end > begin) {
            (terms.part_end, terms.is_term) = (Some(end), true);
        }
    }

    /// Begins a definition, which is one right behind a term or another definition, and else a block; within one, too, since
    /// what is twice as far in would be code to who does not know definitions.
    pub(super) fn definition(&mut self, id: NodeId) {
        let begin = self.writer.len();
        let terms = self.lists.terms.last().filter(|terms| !terms.has_cards);
        let is_outermost = self.lists.definitions == 0;
        let Some(terms) = terms.filter(|terms| is_outermost && terms.part_end == Some(begin))
        else {
            return self.push(id, Kind::Block);
        };
        let is_glued = terms.is_term || terms.is_one_line;
        self.lists.definitions += 1;
        self.writer.push_definition();
        if is_glued {
            self.writer.glue();
        }
        self.push(id, Kind::Definition { begin });
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

/// Whether a task is done; `None` for a field that is none. Tasks have boxes that the reader can't check; others open menus.
pub(super) fn checked(document: &Document, input: NodeId) -> Option<bool> {
    let has = |attr| document.attr(input, attr).is_some();
    let is_box =
        document.attr(input, name::TYPE).is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"));
    (is_box && has(name::DISABLED)).then(|| has(name::CHECKED))
}

/// Whether an item of this list itself has a heading.
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
