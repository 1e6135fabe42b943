//! Footnotes: which links are signs for notes, and where the notes stand.
//!
//! A sign is a link of few characters to a place further on in the page; its note is the item or block there. That it
//! is one shows by a link in the note that leads back to the sign, or by what the list around the note is called. So it is with
//! Pandoc, `WordPress`, Wikipedia, Substack, GitHub, Word and whoever does as they do.

use std::collections::HashMap;

use tamis_dom::{Document, NodeId, NodeKind, name};

use crate::node_set::NodeSet;
use crate::render::role::Role;

/// The most characters of a sign, such as `[note 12]`. Unicode scalar values.
const MAX_SIGN_CHARS: usize = 10;

/// The longest word before the number of a sign, such as `note `.
const MAX_WORD_BYTES: usize = 5;

/// How far around a sign what the link back leads to stands, and how far around a note what says that there are notes.
const AROUND: usize = 4;

/// How many links of a note, and signs for it, are looked at.
const MAX_LINKS: usize = 64;

/// How far up a block or a table is looked for.
const DEPTH: usize = 16;

/// Words in classes of what holds notes.
const HOLDERS: [&str; 5] = ["footnote", "endnote", "references", "reflist", "doc-endnote"];

/// The footnotes of a page.
#[derive(Debug, Default)]
pub(super) struct Footnotes {
    /// The signs with their numbers, in the page's order.
    signs: Vec<(NodeId, u32)>,
    /// The notes with their numbers, in the page's order.
    notes: Vec<(NodeId, u32)>,
    /// What leads back from the notes, and the terms that are their numbers, in the page's order.
    back: Vec<NodeId>,
}

/// A link within the page.
#[derive(Clone, Copy, Debug)]
struct Link {
    id: NodeId,
    target: NodeId,
}

impl Footnotes {
    /// The footnotes whose signs and notes are among the kept texts, numbered in the order of their signs.
    pub(super) fn of(document: &Document, texts: &NodeSet) -> Footnotes {
        let links = links(document);
        let mut footnotes = Footnotes::default();
        if links.is_empty() {
            return footnotes;
        }
        let mut numbers = HashMap::new();
        for &link in &links {
            let Some(mut note) = note_of(document, texts, link, &links) else { continue };
            if let Some(description) = description_of(document, note) {
                footnotes.back.push(note);
                note = description;
            }
            let next = u32::try_from(numbers.len() + 1).unwrap_or(u32::MAX);
            let number = *numbers.entry(note).or_insert(next);
            if number == next {
                footnotes.notes.push((note, number));
            }
            footnotes.signs.push((link.id, number));
        }
        footnotes.notes.sort_unstable();
        let mut by_number: Vec<_> = footnotes.signs.iter().map(|&(id, of)| (of, id)).collect();
        by_number.sort_unstable();
        let is_back = |link: &&Link| footnotes.is_back(document, **link, &by_number);
        let back: Vec<_> = links.iter().filter(is_back).map(|link| link.id).collect();
        footnotes.back.extend(back);
        footnotes.back.sort_unstable();
        footnotes
    }

    pub(super) fn is_empty(&self) -> bool {
        self.signs.is_empty()
    }

    /// Each sign with its note, in the order of the signs.
    pub(super) fn pairs(&self) -> Vec<(NodeId, NodeId)> {
        let notes: HashMap<_, _> =
            self.notes.iter().map(|&(note, number)| (number, note)).collect();
        self.signs.iter().filter_map(|&(sign, number)| Some((sign, *notes.get(&number)?))).collect()
    }

    /// The number of the note that a link is the sign of.
    pub(super) fn sign(&self, id: NodeId) -> Option<u32> {
        number(&self.signs, id)
    }

    /// Whether a sign stands in this element.
    pub(super) fn has_sign_in(&self, document: &Document, id: NodeId) -> bool {
        let first = self.signs.partition_point(|&(sign, _)| sign < id);
        self.signs.get(first).is_some_and(|&(sign, _)| sign < document.subtree_end(id))
    }

    /// The number of the note that an element is.
    pub(super) fn note(&self, id: NodeId) -> Option<u32> {
        number(&self.notes, id)
    }

    /// Whether an element only leads back to a sign, or is the number of a note that does.
    pub(super) fn leads_back(&self, document: &Document, id: NodeId) -> bool {
        let first = self.back.partition_point(|&back| back < id);
        let is_back = |end| self.back.get(first).is_some_and(|&back| back < end);
        self.back.binary_search(&id).is_ok()
            || is_back(document.subtree_end(id))
                && (is_label(document.text(id))
                    || document
                        .attr(id, name::CLASS)
                        .is_some_and(|class| class.contains("backlink")))
    }

    /// Whether a link stands in a note and leads to a sign of it.
    fn is_back(&self, document: &Document, link: Link, signs: &[(u32, NodeId)]) -> bool {
        let Some(number) = self.number_around(document, link.id) else { return false };
        let first = signs.partition_point(|&(of, _)| of < number);
        let mut signs = signs[first..].iter().take_while(|(of, _)| *of == number).take(MAX_LINKS);
        signs.any(|&(_, sign)| is_around(document, link.target, sign))
    }

    /// The number of the note that an element stands in.
    fn number_around(&self, document: &Document, id: NodeId) -> Option<u32> {
        let place = self.notes.partition_point(|&(note, _)| note <= id).checked_sub(1)?;
        let (note, number) = self.notes[place];
        (id < document.subtree_end(note)).then_some(number)
    }
}

fn number(of: &[(NodeId, u32)], id: NodeId) -> Option<u32> {
    of.binary_search_by_key(&id, |&(id, _)| id).ok().map(|at| of[at].1)
}

/// What a note says that stands behind its number as behind a term. Source: docutils 0.16 and 0.17, `dl.footnote`.
fn description_of(document: &Document, note: NodeId) -> Option<NodeId> {
    if !document.is_html(note, name::DT) || !is_label(document.text(note)) {
        return None;
    }
    let behind =
        std::iter::successors(document.next_sibling(note), |&id| document.next_sibling(id));
    behind.take(AROUND).find(|&id| document.is_html(id, name::DD))
}

/// Whether nothing but a number of a note is in the text, with brackets or without.
fn is_label(text: &str) -> bool {
    let text = text.trim();
    let is_part = |char: char| char.is_ascii_digit() || matches!(char, '[' | ']' | '(' | ')' | '.');
    text.len() <= MAX_SIGN_CHARS && text.chars().all(is_part)
}

/// The address that the page says it has.
fn canonical(document: &Document) -> Option<&str> {
    let link = document.all_attrs().iter().find(|attr| {
        attr.name() == name::REL
            && document.attr_value(attr).eq_ignore_ascii_case("canonical")
            && document.is_html(attr.owner(), name::LINK)
    })?;
    document.attr(link.owner(), name::HREF).filter(|address| !address.is_empty())
}

/// The links to places of the page, in its order.
fn links(document: &Document) -> Vec<Link> {
    let attrs = || document.all_attrs().iter();
    let own = canonical(document);
    let fragments =
        attrs().filter(|attr| attr.name() == name::HREF && document.is_html(attr.owner(), name::A));
    let fragments: Vec<_> = fragments
        .filter_map(|attr| {
            let address = document.attr_value(attr);
            let place = own.and_then(|own| address.strip_prefix(own)).unwrap_or(address);
            Some((attr.owner(), place.strip_prefix('#')?))
        })
        .filter(|(_, fragment)| !fragment.is_empty())
        .collect();
    if fragments.is_empty() {
        return Vec::new();
    }
    let mut places: HashMap<&str, Option<NodeId>> =
        fragments.iter().map(|&(_, fragment)| (fragment, None)).collect();
    for attr in attrs().filter(|attr| matches!(attr.name(), name::ID | name::NAME)) {
        let is_place = attr.name() == name::ID || document.is_html(attr.owner(), name::A);
        if let Some(place) = places.get_mut(document.attr_value(attr)).filter(|_| is_place) {
            place.get_or_insert(attr.owner());
        }
    }
    let target = |fragment| places.get(fragment).copied().flatten();
    let mut links: Vec<_> = fragments
        .iter()
        .filter_map(|&(id, fragment)| Some(Link { id, target: target(fragment)? }))
        .collect();
    links.sort_unstable_by_key(|link| link.id);
    links
}

/// The note that a link is the sign of, if it is one.
fn note_of(document: &Document, texts: &NodeSet, link: Link, links: &[Link]) -> Option<NodeId> {
    if link.target < document.subtree_end(link.id) || !has_sign(document, texts, link.id) {
        return None;
    }
    let around = || std::iter::once(link.target).chain(document.ancestors(link.target)).take(DEPTH);
    let note = around().find(|&id| Role::of(document, id).is_block())?;
    let end = document.subtree_end(note);
    let is_in_table = around().any(|id| document.is_html(id, name::TABLE));
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
        let mut around = std::iter::once(note).chain(document.ancestors(note)).take(AROUND);
        around.any(|id| is_holder(document, id))
    };
    (inside.any(|back| is_around(document, back.target, link.id)) || is_named()).then_some(note)
}

/// Whether the text of a link can be the sign of a note, and something of it is kept.
fn has_sign(document: &Document, texts: &NodeSet, link: NodeId) -> bool {
    let end = document.subtree_end(link);
    let mut sign = String::new();
    for id in (link.index()..end.index()).map(NodeId::from_index) {
        if document.kind(id) == NodeKind::Text {
            sign.extend(document.text(id).trim().chars().take(MAX_SIGN_CHARS + 1));
        }
        if sign.len() > MAX_SIGN_CHARS * 4 {
            return false;
        }
    }
    let around = document.parent(link);
    let is_raised = around.is_some_and(|id| document.is_html(id, name::SUP))
        || document.elements(link).nth(1).is_some_and(|id| document.is_html(id, name::SUP));
    is_sign(&sign, is_raised) && texts.has_any(link..end)
}

/// Whether this is the sign of a note: a number, with a short word before it or without, signs that are no letters, or one or two
/// letters that are raised or in brackets.
fn is_sign(text: &str, is_raised: bool) -> bool {
    let core = text
        .trim_matches(|char: char| matches!(char, '[' | ']' | '(' | ')') || char.is_whitespace());
    let word = core.trim_end_matches(|char: char| char.is_ascii_digit());
    let is_short = (1..=MAX_SIGN_CHARS).contains(&text.chars().count());
    let is_marked = is_raised || core.len() < text.len();
    let is_number = word.len() < core.len() && word.len() <= MAX_WORD_BYTES;
    let is_letters = is_marked && core.len() <= 2 && core.chars().all(char::is_alphabetic);
    is_short
        && !core.is_empty()
        && (is_number || is_letters || !core.contains(char::is_alphanumeric))
}

/// Whether one element is the other, or one that is close around it.
fn is_around(document: &Document, outer: NodeId, inner: NodeId) -> bool {
    outer == inner
        || document
            .ancestors(inner)
            .take(AROUND)
            .any(|id| id == outer && !document.is_html(id, name::BODY))
}

fn is_holder(document: &Document, id: NodeId) -> bool {
    let values = [document.attr(id, name::CLASS), document.attr(id, name::ROLE)];
    values.into_iter().flatten().any(|value| HOLDERS.iter().any(|name| value.contains(name)))
}
