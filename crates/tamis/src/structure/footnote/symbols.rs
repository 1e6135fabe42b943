//! Notes with a symbol instead of a number: `*`, `†`, `**`.
//!
//! The note is a block that begins with the symbol, most often after a rule at the end of the
//! article. The mark is a raised symbol, or the symbol right after a word: "wrong*". A symbol alone
//! may be the bullet of a list, or mark what is required in a form. So there must be both: a note
//! that begins with a symbol, and the same symbol before it, as often as there are such notes, or
//! more often if there is one.
//!
//! Symbols around words are neither: "**Note:** closed" is Markdown that was never rendered.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tamis_dom::{Document, NodeId, NodeKind};

use super::mark::{leading_symbols, symbols};
use super::note::{Note, Raised, TextMark, label_number};
use crate::page::NodeSet;

/// The most kinds of symbols of a page, because its texts are searched for each.
const MAX_KINDS: usize = 8;

/// The most digits of a number in brackets.
const MAX_DIGITS: usize = 3;

/// The longest text between two symbols that are Markdown, in bytes.
const MAX_EMPHASIS: usize = 200;

/// The number of nodes of a block that are searched for its first text.
const NEAR: usize = 8;

/// The raised symbols of a page, and the blocks that begin with symbols.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    marks: Vec<NodeId>,
    candidates: Vec<Candidate>,
    /// The blocks that begin with a number in brackets.
    bracketed: Vec<(Note, u32)>,
}

#[derive(Debug)]
struct Candidate {
    note: Note,
    /// The element that is the symbol, or the text that begins with it.
    label: NodeId,
}

impl Symbols {
    pub(super) fn mark(&mut self, id: NodeId) {
        self.marks.push(id);
    }

    /// Adds a block that begins with an element that is a symbol.
    pub(super) fn labelled(
        &mut self,
        document: &Document,
        texts: &NodeSet,
        label: NodeId,
        block: NodeId,
    ) {
        let (label_end, end) = (document.subtree_end(label), document.subtree_end(block));
        if texts.has_any(label_end..end) && !self.is_known(block) {
            let note = Note { start: block, end, is_inline: false, label_bytes: 0 };
            self.candidates.push(Candidate { note, label });
        }
    }

    /// Adds a block whose first text begins with a symbol. Returns false if it does not.
    pub(super) fn led(
        &mut self,
        document: &Document,
        texts: &NodeSet,
        block: NodeId,
        text: NodeId,
    ) -> bool {
        let start = document.text(text).trim_ascii_start();
        let Some(symbols) = leading_symbols(start) else { return false };
        let has_more = start[symbols.len()..].contains(char::is_alphanumeric);
        if closing(start, 0, symbols).is_some() {
            return has_more;
        }
        if has_more && texts.contains(text) && !self.is_known(block) {
            let label_bytes = u8::try_from(symbols.len()).unwrap_or(0);
            let end = document.subtree_end(block);
            let note = Note { start: block, end, is_inline: false, label_bytes };
            self.candidates.push(Candidate { note, label: text });
        }
        has_more
    }

    /// True if the last block contains this one, which begins with the same symbol.
    fn is_known(&self, block: NodeId) -> bool {
        self.candidates.last().is_some_and(|last| block < last.note.end)
    }

    /// Adds the notes with their marks. Linear in the page for each kind of symbol.
    pub(super) fn add_to(
        mut self,
        document: &Document,
        texts: &NodeSet,
        raised: &mut Raised,
        body: NodeId,
    ) {
        self.candidates.sort_by_key(|of| of.note.start);
        let mut kinds: BTreeMap<&str, Vec<&Candidate>> = BTreeMap::new();
        for candidate in &self.candidates {
            let label = document.text(candidate.label).trim();
            if let Some(symbols) = symbols(label).or_else(|| leading_symbols(label)) {
                kinds.entry(symbols).or_default().push(candidate);
            }
        }
        for (symbol, notes) in kinds.into_iter().take(MAX_KINDS) {
            let first = notes[0].note.start;
            let marks = self.marks.iter().copied().filter(|&id| id < first);
            let marks = marks.filter(|&id| symbols(document.text(id)) == Some(symbol));
            let mut marks: Vec<NodeId> = marks.collect();
            let mut places = Vec::new();
            if marks.is_empty() {
                places = marks_in_texts(document, texts, body..first, symbol);
                marks = places.iter().map(|&(id, _)| id).collect();
            }
            if marks.is_empty() || notes.len() > 1 && marks.len() != notes.len() {
                continue;
            }
            for (at, &mark) in marks.iter().enumerate() {
                let candidate = notes[at.min(notes.len() - 1)];
                raised.pairs.push((mark, candidate.note));
                if document.kind(candidate.label) == NodeKind::Element {
                    raised.labels.push(candidate.label);
                }
            }
            raised.in_texts.extend(places.iter().enumerate().map(|(at, &(text, start))| {
                let note = notes[at.min(notes.len() - 1)].note.start;
                TextMark { text, start, bytes: symbol.len(), note }
            }));
        }
        self.add_bracketed(document, texts, raised, body);
        raised.in_texts.sort_unstable();
    }

    /// Adds the notes that begin with a number in brackets, if there is such a number right after a
    /// word for each of them: `wrong[1]`, and `<p>[1] At least`. Linear in the page.
    fn add_bracketed(
        &self,
        document: &Document,
        texts: &NodeSet,
        raised: &mut Raised,
        body: NodeId,
    ) {
        let Some(first) = self.bracketed.first().map(|(note, _)| note.start) else { return };
        let known: BTreeSet<NodeId> = raised.pairs.iter().map(|(_, note)| note.start).collect();
        let nodes = (body.index()..first.index()).map(NodeId::from_index);
        let kept = nodes.filter(|&id| document.kind(id) == NodeKind::Text && texts.contains(id));
        let mut marks: HashMap<u32, Vec<(NodeId, usize, usize)>> = HashMap::new();
        for id in kept {
            let text = document.text(id);
            for (at, _) in text.match_indices('[') {
                let follows_word = text[..at].ends_with(|char: char| !char.is_whitespace());
                let rest = &text[at + 1..];
                let end = rest.bytes().take(MAX_DIGITS + 1).position(|byte| byte == b']');
                let inside = &rest[..end.unwrap_or(0)];
                if let Some(number) = label_number(inside).filter(|_| follows_word) {
                    marks.entry(number).or_default().push((id, at, inside.len() + 2));
                }
            }
        }
        let is_new = |(note, number): &&(Note, u32)| {
            !known.contains(&note.start) && marks.contains_key(number)
        };
        if !self.bracketed.iter().all(|of| is_new(&of)) {
            return;
        }
        for (note, number) in &self.bracketed {
            for &(text, start, bytes) in marks.get(number).into_iter().flatten() {
                raised.pairs.push((text, *note));
                raised.in_texts.push(TextMark { text, start, bytes, note: note.start });
            }
        }
    }

    /// Adds a block that begins with a number in brackets.
    pub(super) fn bracket(&mut self, note: Note, number: u32) {
        self.bracketed.push((note, number));
    }
}

/// Returns the kept texts in which a symbol directly follows a word, with the place of the first in
/// each.
fn marks_in_texts(
    document: &Document,
    texts: &NodeSet,
    nodes: std::ops::Range<NodeId>,
    symbol: &str,
) -> Vec<(NodeId, usize)> {
    let first = symbol.chars().next();
    let is_mark = |text: &str, at: usize| {
        let before = text[..at].chars().next_back();
        let after = text[at + symbol.len()..].chars().next();
        let is_word =
            before.is_some_and(|char| !char.is_whitespace() && Some(char) != first && char != '(');
        is_word && after.is_none_or(|char| !char.is_alphanumeric() && Some(char) != first)
    };
    let nodes = (nodes.start.index()..nodes.end.index()).map(NodeId::from_index);
    let kept = nodes.filter(|&id| document.kind(id) == NodeKind::Text && texts.contains(id));
    let place = |id| {
        let text = document.text(id);
        let mut start = 0;
        while let Some(at) = text[start..].find(symbol).map(|at| start + at) {
            start = match closing(text, at, symbol) {
                Some(closing) => closing + symbol.len(),
                None if is_mark(text, at) => return Some((id, at)),
                None => at + symbol.len(),
            };
        }
        None
    };
    kept.filter_map(place).collect()
}

/// Returns the place of the symbol that ends what the symbol at `at` begins: words with a symbol
/// directly before and directly after them.
fn closing(text: &str, at: usize, symbol: &str) -> Option<usize> {
    let is_spaced = |c: char| c.is_whitespace() || matches!(c, '(' | '→');
    let is_opening = text[..at].chars().next_back().is_none_or(is_spaced);
    let start = at + symbol.len();
    let is_word = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace() && !symbol.contains(c));
    if !is_opening || !is_word(text[start..].chars().next()) {
        return None;
    }
    let near = &text[start..text.floor_char_boundary(start + MAX_EMPHASIS)];
    let mut ends = near.match_indices(symbol).map(|(end, _)| start + end);
    ends.find(|&end| is_word(text[..end].chars().next_back()))
}

/// Returns the first text in a block that is not white space, from its first other sign on.
pub(super) fn first_text(document: &Document, block: NodeId) -> Option<(NodeId, &str)> {
    let nodes = (block.index()..document.subtree_end(block).index()).map(NodeId::from_index);
    let mut texts = nodes.take(NEAR).filter(|&id| document.kind(id) == NodeKind::Text);
    texts.find_map(|id| {
        let text = document.text(id).trim_ascii_start();
        (!text.is_empty()).then_some((id, text))
    })
}
