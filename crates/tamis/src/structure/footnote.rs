//! Footnotes: the links that are references, and their notes.
//!
//! A reference is a link of few characters to a later place in the page, and its note is the item
//! or block there. It is recognized by a link in the note that leads back to the reference, or by
//! the name of the list around the note. This covers Pandoc, `WordPress`, Wikipedia, Substack,
//! GitHub, Word, and programs that imitate them. [`raised`] finds notes without links, [`inline`]
//! those within the text, [`stated`] those in attributes of the marks.

mod inline;
mod mark;
mod note;
mod raised;
mod stated;
mod symbols;

use std::cell::LazyCell;
use std::collections::HashMap;
use std::ops::Range;

use tamis_dom::{Attr, Document, Name, NodeId, NodeKind, name};

use self::mark::{leading_number, leads_nowhere};
pub(crate) use self::note::{Note, TextMark};
use self::note::{is_holder, label_number};
pub(crate) use self::stated::text_of as stated_text;
use self::stated::{Stated, is_note_of, stated};
use self::symbols::first_text;
use crate::page::{NodeSet, around, near};
use crate::structure::hidden::is_hidden;
use crate::structure::role::{HEADINGS, RenderRole};
use crate::structure::table::is_layout;

/// The longest text of a reference, such as `[note 12]`. Unicode scalar values.
const MAX_REFERENCE_CHARS: usize = 10;

/// The longest word before the number of a reference, such as `note `.
const MAX_WORD_BYTES: usize = 5;

/// The most elements after a label that are searched for its description.
const MAX_NEXT: usize = 4;

/// The most links of a note, and references to it, that are considered.
const MAX_LINKS: usize = 64;

/// The texts of links back that scripts make.
const ARROWS: [&str; 5] = ["↩", "↑", "⤴", "^", "⏎"];

/// The footnotes of a page.
#[derive(Debug, Default)]
pub(crate) struct Footnotes {
    /// The references with their numbers, in the page's order.
    references: Vec<(NodeId, u32)>,
    /// The notes with their numbers, in the page's order.
    notes: Vec<(Note, u32)>,
    /// The links back, and the terms that are the numbers of notes, in the page's order.
    back: Vec<NodeId>,
    /// The marks whose notes are in these attributes, in the page's order.
    attributes: Vec<(NodeId, Name)>,
    /// The marks of notes that are parts of texts, in the page's order.
    in_texts: Vec<TextMark>,
}

/// Returns the footnotes of a document: each link that refers to a note, with the element that is
/// the note, in the order of the links. Empty if there are none.
///
/// They are found by the common ways of marking them: those of Pandoc, Wikipedia, `WordPress`,
/// Substack, GitHub and Word. Linear in the document.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::render::footnotes;
///
/// let document = Parser::default().parse(
///     "<p>Tea<a id=r1 href='#n1'>1</a><ol><li id=n1>Black. <a href='#r1'>↩</a></ol>",
/// );
/// let notes = footnotes(&document);
/// let [(link, note)] = notes[..] else { panic!("one note") };
/// assert_eq!((document.text(link), document.text(note)), ("1", "Black. ↩"));
/// ```
pub fn footnotes(document: &Document) -> Vec<(NodeId, NodeId)> {
    let pairs = Footnotes::of(document, &all(document)).pairs();
    let linked = pairs.into_iter().filter(|&(reference, _)| document.is_html(reference, name::A));
    linked.map(|(link, note)| (link, note.start)).collect()
}

/// Returns each reference of a page to a note with the nodes of the note, in the order of the
/// references. Unlike [`footnotes`], also those without links.
pub(crate) fn notes(document: &Document) -> Vec<(NodeId, Range<NodeId>)> {
    let pairs = Footnotes::of(document, &all(document)).pairs();
    pairs.into_iter().map(|(reference, note)| (reference, note.start..note.end)).collect()
}

/// Returns every node of a document.
fn all(document: &Document) -> NodeSet {
    let mut all = NodeSet::of(document);
    all.insert_range(NodeId::DOCUMENT..document.subtree_end(NodeId::DOCUMENT));
    all
}

/// A link within the page.
#[derive(Clone, Copy, Debug)]
struct PageLink {
    id: NodeId,
    target: NodeId,
    /// It has a file's name before the place. The page may be another one.
    is_file: bool,
}

impl Footnotes {
    /// Returns the footnotes whose references and notes are among the kept texts, numbered in the
    /// order of their references.
    pub(crate) fn of(document: &Document, texts: &NodeSet) -> Footnotes {
        let Clues { fragments, inline, asides, stated } = Clues::of(document);
        // On most pages no link can be a reference, and no place is looked up.
        let links = LazyCell::new(|| targets(document, &fragments));
        let is_linked = fragments.iter().any(|of| has_reference_text(document, texts, of.link));
        let mut footnotes = Footnotes::default();
        let mut pairs = Vec::new();
        let mut tables = HashMap::new();
        for &link in if is_linked { links.as_slice() } else { &[] } {
            let Some(mut note) = note_of(document, texts, link, &links, &mut tables) else {
                continue;
            };
            if let Some(description) = description_of(document, note) {
                footnotes.back.push(note);
                note = description;
            }
            let end = document.subtree_end(note);
            let is_inline = !RenderRole::of(document, note).is_block();
            let label = if is_inline { None } else { label_of(document, note, link.id) };
            let mut label_bytes = 0;
            match label {
                Some(Label::Element(id)) => footnotes.back.push(id),
                Some(Label::Bytes(bytes)) => label_bytes = bytes,
                None => {}
            }
            pairs.push((link.id, Note { start: note, end, is_inline, label_bytes }));
        }
        let mut stated = stated::of(document, &stated);
        stated.pairs.retain(|(mark, note)| {
            // No paragraph contains the text of a button.
            let of_mark = if document.is_html(*mark, name::BUTTON) {
                document.parent(*mark).unwrap_or(*mark)
            } else {
                *mark
            };
            texts.has_any(of_mark..document.subtree_end(of_mark))
                && (note.start == *mark || texts.has_any(note.start..note.end))
        });
        add_pairs(document, &mut pairs, stated.pairs);
        let inline = inline::of(document, texts, &inline, &asides);
        add_pairs(document, &mut pairs, inline.pairs);
        footnotes.back.extend(inline.labels);
        footnotes.attributes = stated.attributes;
        let raised = raised::of(document, texts, |id| is_taken(document, &pairs, id));
        pairs.extend(raised.pairs);
        footnotes.back.extend(raised.labels);
        footnotes.in_texts = raised.in_texts;
        if !pairs.is_empty() {
            footnotes.number(pairs);
            footnotes.add_links_back(document, &links);
        }
        footnotes.back.sort_unstable();
        footnotes.back.dedup();
        footnotes
    }

    /// Numbers the notes in the order of their first references.
    fn number(&mut self, mut pairs: Vec<(NodeId, Note)>) {
        pairs.sort_unstable();
        let mut numbers = HashMap::new();
        for (reference, note) in pairs {
            let next = u32::try_from(numbers.len() + 1).unwrap_or(u32::MAX);
            let number = *numbers.entry(note.start).or_insert(next);
            if number == next {
                self.notes.push((note, number));
            }
            self.references.push((reference, number));
        }
        self.notes.sort_unstable();
    }

    /// Finds the links in notes that lead back to their references.
    fn add_links_back(&mut self, document: &Document, links: &[PageLink]) {
        let mut by_number: Vec<_> = self.references.iter().map(|&(id, of)| (of, id)).collect();
        by_number.sort_unstable();
        let is_back = |link: &&PageLink| self.is_back(document, **link, &by_number);
        let mut back: Vec<_> = links.iter().filter(is_back).map(|link| link.id).collect();
        let arrows = document.all_attrs().iter().filter(|attr| {
            attr.name() == name::HREF
                && is_arrow(document.text(attr.owner()))
                && leads_nowhere(document.attr_value(attr))
        });
        let is_in_note = |id: &NodeId| self.number_around(*id).is_some();
        back.extend(arrows.map(Attr::owner).filter(is_in_note));
        self.back.extend(back);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.references.is_empty() && self.back.is_empty()
    }

    /// Returns each reference with its note, in the order of the references.
    pub(crate) fn pairs(&self) -> Vec<(NodeId, Note)> {
        let notes: HashMap<_, _> =
            self.notes.iter().map(|&(note, number)| (number, note)).collect();
        self.references
            .iter()
            .filter_map(|&(reference, number)| Some((reference, *notes.get(&number)?)))
            .collect()
    }

    /// Returns the attribute that has the text of the note of a mark.
    pub(crate) fn attribute(&self, mark: NodeId) -> Option<Name> {
        let at = self.attributes.binary_search_by_key(&mark, |&(id, _)| id).ok()?;
        Some(self.attributes[at].1)
    }

    /// Returns the marks in a text, in their order, with the numbers of their notes.
    pub(crate) fn marks_in(&self, text: NodeId) -> impl Iterator<Item = (TextMark, u32)> {
        let first = self.in_texts.partition_point(|mark| mark.text < text);
        let marks = self.in_texts[first..].iter().take_while(move |mark| mark.text == text);
        marks.filter_map(|&mark| Some((mark, self.note(mark.note)?.1)))
    }

    /// Returns the references that are buttons: no text is kept in them.
    pub(crate) fn buttons(&self, document: &Document) -> impl Iterator<Item = NodeId> {
        let marks = self.references.iter().map(|&(mark, _)| mark);
        marks.filter(|&mark| document.is_html(mark, name::BUTTON))
    }

    /// Returns the note that is within its own reference, and its number.
    pub(crate) fn note_within(&self, document: &Document, id: NodeId) -> Option<(Note, u32)> {
        let first = self.notes.partition_point(|(note, _)| note.start <= id);
        let end = document.subtree_end(id);
        self.notes.get(first).copied().filter(|(note, _)| note.is_inline && note.end <= end)
    }

    /// Returns the number of the note that a link refers to.
    pub(crate) fn reference(&self, id: NodeId) -> Option<u32> {
        number(&self.references, id)
    }

    /// True if this element contains a reference.
    pub(crate) fn has_reference_in(&self, document: &Document, id: NodeId) -> bool {
        let first = self.references.partition_point(|&(reference, _)| reference < id);
        self.references
            .get(first)
            .is_some_and(|&(reference, _)| reference < document.subtree_end(id))
    }

    /// Returns the note that begins with an element, and its number.
    pub(crate) fn note(&self, id: NodeId) -> Option<(Note, u32)> {
        let at = self.notes.binary_search_by_key(&id, |(note, _)| note.start).ok()?;
        Some(self.notes[at])
    }

    /// True if a note begins in an element.
    pub(crate) fn has_note_in(&self, document: &Document, id: NodeId) -> bool {
        let first = self.notes.partition_point(|(note, _)| note.start < id);
        self.notes.get(first).is_some_and(|(note, _)| note.start < document.subtree_end(id))
    }

    /// True if an element is only a link back, or the number of a note.
    pub(crate) fn leads_back(&self, document: &Document, id: NodeId) -> bool {
        let first = self.back.partition_point(|&back| back < id);
        let is_back = |end| self.back.get(first).is_some_and(|&back| back < end);
        self.back.binary_search(&id).is_ok()
            || is_back(document.subtree_end(id))
                && (is_label(document.text(id))
                    || document
                        .attr(id, name::CLASS)
                        .is_some_and(|class| class.contains("backlink")))
    }

    /// True if a link is in a note and leads to a reference to it.
    fn is_back(&self, document: &Document, link: PageLink, references: &[(u32, NodeId)]) -> bool {
        let Some(number) = self.number_around(link.id) else { return false };
        let first = references.partition_point(|&(of, _)| of < number);
        let mut references =
            references[first..].iter().take_while(|(of, _)| *of == number).take(MAX_LINKS);
        references.any(|&(_, reference)| is_around(document, link.target, reference))
    }

    /// Returns the number of the note around an element.
    fn number_around(&self, id: NodeId) -> Option<u32> {
        let place = self.notes.partition_point(|(note, _)| note.start <= id).checked_sub(1)?;
        let (note, number) = self.notes[place];
        (id < note.end).then_some(number)
    }
}

/// Adds the pairs whose reference and note are not in or around those that are known.
fn add_pairs(document: &Document, pairs: &mut Vec<(NodeId, Note)>, mut more: Vec<(NodeId, Note)>) {
    pairs.sort_unstable();
    let mut notes: Vec<NodeId> = pairs.iter().map(|(_, note)| note.start).collect();
    notes.sort_unstable();
    let is_note = |id: &NodeId| notes.binary_search(id).is_ok();
    more.retain(|(reference, note)| {
        !is_taken(document, pairs, *reference) && !is_note(&note.start)
    });
    pairs.extend(more);
    pairs.sort_unstable();
    // A mark in a mark.
    pairs.dedup_by(|inner, outer| inner.0 < document.subtree_end(outer.0));
}

fn number(of: &[(NodeId, u32)], id: NodeId) -> Option<u32> {
    of.binary_search_by_key(&id, |&(id, _)| id).ok().map(|at| of[at].1)
}

/// Returns the description that is the text of a note whose number is a term. Source: docutils 0.16
/// and 0.17, `dl.footnote`.
fn description_of(document: &Document, note: NodeId) -> Option<NodeId> {
    if !document.is_html(note, name::DT) || !is_label(document.text(note)) {
        return None;
    }
    let after = std::iter::successors(document.next_sibling(note), |&id| document.next_sibling(id));
    after.take(MAX_NEXT).find(|&id| document.is_html(id, name::DD))
}

/// The number with which a note begins.
enum Label {
    Element(NodeId),
    /// The first bytes of its first text.
    Bytes(u8),
}

/// Returns the number of a mark where its note begins with it once more, as in
/// `<p id=n1><sup>1</sup> At least`. A link is none: it leads back.
fn label_of(document: &Document, note: NodeId, mark: NodeId) -> Option<Label> {
    let number = label_number(document.text(mark))?;
    let (id, text) = first_text(document, note)?;
    if let Some((_, bytes)) = leading_number(text).filter(|&(found, _)| found == number) {
        let has_more = text[bytes..].contains(char::is_alphanumeric);
        return has_more.then(|| u8::try_from(bytes).ok().map(Label::Bytes)).flatten();
    }
    let element = document.parent(id).filter(|&of| of != note)?;
    let is_label =
        matches!(document.name(element), Some(name::B | name::SPAN | name::STRONG | name::SUP));
    let is_number = label_number(document.text(element)) == Some(number);
    (is_label
        && is_number
        && document.text(note).trim().len() > document.text(element).trim().len())
    .then_some(Label::Element(element))
}

/// True if an element is, contains or is in a reference or a note within the text.
fn is_taken(document: &Document, pairs: &[(NodeId, Note)], id: NodeId) -> bool {
    let first = pairs.partition_point(|&(reference, _)| reference < id);
    let is_in = |&(reference, note): &(NodeId, Note)| {
        let end = if note.is_inline { note.end } else { document.subtree_end(reference) };
        id < end
    };
    pairs.get(first).is_some_and(|&(reference, _)| reference < document.subtree_end(id))
        || first.checked_sub(1).is_some_and(|before| is_in(&pairs[before]))
}

/// True for the text of a link that only leads back.
fn is_arrow(text: &str) -> bool {
    let text = text.trim().trim_end_matches('\u{fe0e}');
    ARROWS.contains(&text)
}

/// True if the text is only the number of a note, with or without brackets.
fn is_label(text: &str) -> bool {
    let text = text.trim();
    let is_part = |char: char| char.is_numeric() || matches!(char, '[' | ']' | '(' | ')' | '.');
    text.len() <= MAX_REFERENCE_CHARS && text.chars().all(is_part)
}

/// A link to a place that may be in the page.
#[derive(Clone, Copy, Debug)]
struct Fragment<'d> {
    link: NodeId,
    place: &'d str,
    /// See [`PageLink`].
    is_file: bool,
}

/// The elements with which a search for footnotes begins.
#[derive(Debug, Default)]
struct Clues<'d> {
    /// The links to places.
    fragments: Vec<Fragment<'d>>,
    /// The elements whose class says that they are a note within the text, in document order.
    inline: Vec<NodeId>,
    /// The elements that are a note within the text if a mark is before them, in document order.
    asides: Vec<NodeId>,
    /// What marks say about their notes.
    stated: Vec<Stated<'d>>,
}

impl<'d> Clues<'d> {
    /// Finds the clues in one pass over the attributes.
    fn of(document: &'d Document) -> Clues<'d> {
        let mut clues = Clues::default();
        let (mut links, mut canonical) = (Vec::new(), None);
        for attr in document.all_attrs() {
            let (id, value) = (attr.owner(), || document.attr_value(attr));
            clues.stated.extend(stated(document, attr));
            if inline::may_be_aside(document, attr) {
                clues.asides.push(id);
            }
            match attr.name() {
                name::HREF if document.is_html(id, name::A) => {
                    let address = value();
                    if memchr::memchr(b'#', address.as_bytes()).is_some() {
                        links.push((id, address));
                    }
                }
                name::CLASS if inline::is_note(document, id, value()) => clues.inline.push(id),
                name::REL
                    if canonical.is_none()
                        && document.is_html(id, name::LINK)
                        && value().eq_ignore_ascii_case("canonical") =>
                {
                    canonical = Some(id);
                }
                _ => {}
            }
        }
        clues.inline.extend(inline::custom_notes(document));
        clues.inline.sort_unstable();
        clues.asides.sort_unstable();
        clues.asides.dedup();
        // The address that the page declares as its own.
        let own = canonical.and_then(|link| document.attr(link, name::HREF));
        let own = own.filter(|address| !address.is_empty());
        let fragment = |(link, address): (NodeId, &'d str)| {
            let place = own.and_then(|own| address.strip_prefix(own)).unwrap_or(address);
            let (file, place) = place.split_once('#')?;
            (!place.is_empty()).then_some(Fragment { link, place, is_file: !file.is_empty() })
        };
        clues.fragments = links.into_iter().filter_map(fragment).collect();
        clues
    }
}

/// Returns the links whose places are in the page, in its order.
fn targets(document: &Document, fragments: &[Fragment<'_>]) -> Vec<PageLink> {
    let mut places: HashMap<&str, Option<NodeId>> =
        fragments.iter().map(|fragment| (fragment.place, None)).collect();
    if places.is_empty() {
        return Vec::new();
    }
    let attrs = document.all_attrs().iter();
    for attr in attrs.filter(|attr| matches!(attr.name(), name::ID | name::NAME)) {
        let is_place = attr.name() == name::ID || document.is_html(attr.owner(), name::A);
        if let Some(place) = places.get_mut(document.attr_value(attr)).filter(|_| is_place) {
            place.get_or_insert(attr.owner());
        }
    }
    let target = |&Fragment { link, place, is_file }: &Fragment<'_>| {
        let target = places.get(place).copied().flatten()?;
        Some(PageLink { id: link, target, is_file })
    };
    let mut links: Vec<_> = fragments.iter().filter_map(target).collect();
    links.sort_unstable_by_key(|link| link.id);
    links
}

/// Returns the note that a link refers to, if it is a reference. `tables` has the tables that were
/// asked about before: true for those that only place things.
fn note_of(
    document: &Document,
    texts: &NodeSet,
    link: PageLink,
    links: &[PageLink],
    tables: &mut HashMap<NodeId, bool>,
) -> Option<NodeId> {
    if link.target < document.subtree_end(link.id) || !has_reference_text(document, texts, link.id)
    {
        return None;
    }
    let around = || around(document, link.target);
    let is_shown_in_line = !RenderRole::of(document, link.target).is_block()
        && texts.has_any(link.target..document.subtree_end(link.target));
    if is_shown_in_line && is_note_of(document, link.target, link.id) {
        return Some(link.target);
    }
    let note = around().find(|&id| RenderRole::of(document, id).is_block())?;
    let end = document.subtree_end(note);
    // Old pages place their articles with tables.
    let is_in_table = around().any(|id| {
        document.is_html(id, name::TABLE)
            && !*tables.entry(id).or_insert_with(|| is_layout(document, id))
    });
    if note < link.id
        || document.is_html(note, name::BODY)
        || is_in_table
        || !texts.has_any(note..end)
    {
        return None;
    }
    let first = links.partition_point(|other| other.id < note);
    let mut inside = links[first..].iter().take_while(|other| other.id < end).take(MAX_LINKS);
    let is_named = || {
        if link.is_file {
            return false;
        }
        near(document, note).any(|id| is_holder(document, id))
            || is_hidden(document, note) && is_note_of(document, note, link.id)
            || note == link.target
                && !document.name(note).is_some_and(|name| HEADINGS.contains(name))
                && label_of(document, note, link.id).is_some()
    };
    (inside.any(|back| is_around(document, back.target, link.id)) || is_named()).then_some(note)
}

/// True if the text of a link can be that of a reference, and some of it is kept.
fn has_reference_text(document: &Document, texts: &NodeSet, link: NodeId) -> bool {
    let end = document.subtree_end(link);
    let mut reference = String::new();
    for id in (link.index()..end.index()).map(NodeId::from_index) {
        if document.kind(id) == NodeKind::Text {
            reference.extend(document.text(id).trim().chars().take(MAX_REFERENCE_CHARS + 1));
        }
        if reference.len() > MAX_REFERENCE_CHARS * 4 {
            return false;
        }
    }
    let around = document.parent(link);
    let is_raised = around.is_some_and(|id| document.is_html(id, name::SUP))
        || document.elements(link).nth(1).is_some_and(|id| document.is_html(id, name::SUP));
    is_reference_text(&reference, is_raised) && texts.has_any(link..end)
}

/// True for the text of a reference: a number, with or without a short word before it, symbols
/// other than letters and digits, or one or two letters that are raised or in brackets.
fn is_reference_text(text: &str, is_raised: bool) -> bool {
    let core = text
        .trim_matches(|char: char| matches!(char, '[' | ']' | '(' | ')') || char.is_whitespace());
    let word = core.trim_end_matches(char::is_numeric);
    let is_short = (1..=MAX_REFERENCE_CHARS).contains(&text.chars().count());
    let is_marked = is_raised || core.len() < text.len();
    let is_number = word.len() < core.len() && word.len() <= MAX_WORD_BYTES;
    let is_letters = is_marked && core.len() <= 2 && core.chars().all(char::is_alphabetic);
    is_short
        && !core.is_empty()
        && (is_number || is_letters || !core.contains(char::is_alphanumeric))
}

/// Returns true if a place is a reference, a close ancestor of it, or an empty anchor next to it.
fn is_around(document: &Document, place: NodeId, reference: NodeId) -> bool {
    place == reference
        || is_empty_next_to(document, place, reference)
        || near(document, reference)
            .skip(1)
            .any(|id| id == place && !document.is_html(id, name::BODY))
}

/// The most white space between an anchor and its reference, in bytes.
const MAX_GAP: usize = 8;

/// Returns true for an element without text that has at most white space between it and a
/// reference in the same block, as in `<a name=r1></a> <sup><a href="#n1">1</a></sup>`.
fn is_empty_next_to(document: &Document, place: NodeId, reference: NodeId) -> bool {
    let (of_place, of_reference) = (document.text_range(place), document.text_range(reference));
    let gap = if place < reference {
        of_place.end..of_reference.start
    } else {
        of_reference.end..of_place.start
    };
    let block_of = |id| around(document, id).find(|&id| RenderRole::of(document, id).is_block());
    of_place.is_empty()
        && gap.len() <= MAX_GAP
        && document.whole_text().get(gap).is_some_and(|gap| gap.trim().is_empty())
        && block_of(place) == block_of(reference)
}
