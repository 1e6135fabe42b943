//! The walk over the page: removes elements that are not content, forms paragraphs, and lists the
//! elements to score.

use tamis_dom::{NameSet, NodeId, NodeKind, WorkingTree, name};

use super::Grab;
use crate::engine::readability::class_words::WordLists;
use crate::engine::readability::facts::Facts;
use crate::engine::readability::shape::{
    count_element_children, element_after, first_element_child, has_ancestor, has_block, html_name,
    is_one_of, is_phrasing, is_white_space, next_element, single_tag_inside,
};
use crate::engine::readability::text::{js_trim, utf16_len};

/// Source: `Readability.js`, `DEFAULT_TAGS_TO_SCORE`.
const TO_SCORE: NameSet = NameSet::of(&[
    name::SECTION,
    name::H2,
    name::H3,
    name::H4,
    name::H5,
    name::H6,
    name::P,
    name::TD,
    name::PRE,
]);

/// Elements that are removed if they are empty. Source: `_grabArticle`.
const REMOVED_IF_EMPTY: NameSet = NameSet::of(&[
    name::DIV,
    name::SECTION,
    name::HEADER,
    name::H1,
    name::H2,
    name::H3,
    name::H4,
    name::H5,
    name::H6,
]);

/// A byline must be shorter. UTF-16 code units. Source: `_isValidByline`.
const MAX_BYLINE: usize = 100;

/// A heading with a greater similarity to the title repeats it. 0 to 1. Source:
/// `_headerDuplicatesTitle`.
const SIMILAR: f64 = 0.75;

/// A `<div>` with a lower link density can be replaced by its only paragraph. Source:
/// `_grabArticle`.
const MAX_PARAGRAPH_LINK_DENSITY: f64 = 0.25;

/// An end of a run of siblings.
#[derive(Clone, Copy)]
enum End {
    First,
    Last,
}

impl End {
    /// Returns the next sibling in the direction of the other end.
    fn step(self, tree: &WorkingTree<'_>, id: NodeId) -> Option<NodeId> {
        match self {
            End::First => tree.next_sibling(id),
            End::Last => tree.previous_sibling(id),
        }
    }
}

impl Grab<'_, '_> {
    /// Walks the page. Returns the elements to score, in document order.
    pub(super) fn visit(&mut self) -> Vec<NodeId> {
        let mut to_score = Vec::new();
        let mut title_may_come = true;
        self.links.clear();
        let mut next = first_element_child(&self.tree, NodeId::DOCUMENT);
        while let Some(id) = next {
            if self.tree.is_html(id, name::HTML) {
                self.lang = self.tree.attr(id, name::LANG).map(str::to_owned);
            }
            let facts = self.facts_of(id);
            if self.is_unwanted(id, facts, &mut title_may_come) {
                next = element_after(&self.tree, id);
                self.remove(id);
                continue;
            }
            self.note_links(id);
            if is_one_of(&self.tree, id, &TO_SCORE) {
                to_score.push(id);
            }
            let id = if self.tree.is_html(id, name::DIV) {
                self.shape_div(id, &mut to_score)
            } else {
                id
            };
            next = next_element(&self.tree, id);
        }
        to_score
    }

    fn is_unwanted(&mut self, id: NodeId, facts: Facts, title_may_come: &mut bool) -> bool {
        if facts.has(Facts::HIDDEN) {
            return true;
        }
        if facts.has(Facts::BYLINE) && self.takes_byline(id) {
            return true;
        }
        if *title_may_come && self.repeats_title(id) {
            *title_may_come = false;
            return true;
        }
        if self.flags.strip_unlikely && self.is_unlikely(id, facts) {
            return true;
        }
        is_one_of(&self.tree, id, &REMOVED_IF_EMPTY) && self.is_empty(id)
    }

    fn is_unlikely(&self, id: NodeId, facts: Facts) -> bool {
        let by_name = facts.names(WordLists::UNLIKELY)
            && !facts.names(WordLists::MAYBE)
            && !matches!(html_name(&self.tree, id), Some(name::BODY | name::A))
            && !has_ancestor(&self.tree, id, name::TABLE)
            && !has_ancestor(&self.tree, id, name::CODE);
        by_name || facts.has(Facts::UNLIKELY_ROLE)
    }

    /// Returns true if the element is the article's byline. The byline is stored then.
    ///
    /// Source: `_isValidByline`, `_grabArticle`.
    fn takes_byline(&mut self, id: NodeId) -> bool {
        if self.metadata_has_byline || self.byline.as_ref().is_some_and(|byline| !byline.is_empty())
        {
            return false;
        }
        // This length is tested first, because it is cheap to get, and never greater than the
        // length with all white space.
        let length = self.stats.of(&self.tree, id).length as usize;
        if length == 0 || length >= MAX_BYLINE {
            return false;
        }
        let text = self.tree.text_of(id);
        if utf16_len(js_trim(&text)) >= MAX_BYLINE {
            return false;
        }
        let mut below = self.tree.elements(id).skip(1);
        let name = below.find(|&below| self.facts.of_element(&self.tree, below).has(Facts::NAMES));
        let byline = name.map_or(text, |name| self.tree.text_of(name));
        self.byline = Some(js_trim(&byline).to_owned());
        true
    }

    /// Returns true if the heading repeats the title. Source: `_headerDuplicatesTitle`.
    fn repeats_title(&mut self, id: NodeId) -> bool {
        if !matches!(html_name(&self.tree, id), Some(name::H1 | name::H2)) {
            return false;
        }
        if let Some(&known) = self.repeats_title.get(&id) {
            return known;
        }
        let heading = self.tree.text_of(id);
        let repeats = self.title.similarity(js_trim(&heading)) > SIMILAR;
        self.repeats_title.insert(id, repeats);
        repeats
    }

    /// Returns true if the element contains only white space and line breaks. Source:
    /// `_isElementWithoutContent`.
    fn is_empty(&self, id: NodeId) -> bool {
        let Some(source) = self.tree.source(id) else { return false };
        let document = self.tree.document();
        if !self.prepared.page_index.is_blank(document, source) {
            return false;
        }
        let children = count_element_children(&self.tree, id);
        children == 0 || children == self.prepared.breaks_in(document, source)
    }

    fn remove(&mut self, id: NodeId) {
        if let Some(parent) = self.tree.parent(id) {
            self.stats.forget(&self.tree, parent);
        }
        self.tree.detach(id);
    }

    fn note_links(&mut self, id: NodeId) {
        if self.links_before.len() <= id.index() {
            self.links_before.resize(self.tree.len(), 0);
        }
        self.links_before[id.index()] = self.links.len() as u32;
        if self.tree.name(id) == Some(name::A) {
            self.links.push(id);
        }
    }

    /// Turns a `<div>` that is a paragraph into one; in others, wraps loose text in paragraphs.
    /// Returns the element at which the walk continues.
    ///
    /// Source: `_grabArticle`, "Turn all divs that don't have children block level elements into
    /// p's".
    fn shape_div(&mut self, div: NodeId, to_score: &mut Vec<NodeId>) -> NodeId {
        self.wrap_phrasing(div);
        if let Some(paragraph) = single_tag_inside(&self.tree, div, name::P)
            && self.link_density_by_walk(div) < MAX_PARAGRAPH_LINK_DENSITY
        {
            if let Some(parent) = self.tree.parent(div) {
                self.stats.forget(&self.tree, parent);
            }
            self.tree.lift(paragraph);
            self.note_links(paragraph);
            to_score.push(paragraph);
            return paragraph;
        }
        if !has_block(&self.tree, div) {
            self.tree.rename(div, name::P);
            to_score.push(div);
        }
        div
    }

    /// Wraps each run of phrasing content in a paragraph, without white space and line breaks at
    /// its ends.
    fn wrap_phrasing(&mut self, div: NodeId) {
        let mut next = self.tree.first_child(div);
        while let Some(first) = next {
            next = self.tree.next_sibling(first);
            if !is_phrasing(&self.tree, first) {
                continue;
            }
            let mut last = first;
            while let Some(id) = next.filter(|&id| is_phrasing(&self.tree, id)) {
                last = id;
                next = self.tree.next_sibling(id);
            }
            self.stats.forget(&self.tree, div);
            if let Some((first, last)) = self.trim_run(first, last) {
                self.tree.wrap_run(first, last, name::P);
            }
        }
    }

    /// Removes white space and line breaks from both ends of a run of siblings. Returns the first
    /// and last of the rest, or `None`.
    fn trim_run(&mut self, first: NodeId, last: NodeId) -> Option<(NodeId, NodeId)> {
        let first = self.trim_end(first, last, End::First)?;
        let last = self.trim_end(last, first, End::Last)?;
        Some((first, last))
    }

    /// Removes white space and line breaks from one end of a run. Returns the new end.
    fn trim_end(&mut self, from: NodeId, to: NodeId, side: End) -> Option<NodeId> {
        let mut next = from;
        while let Some(end) = self.white_space_from(next, to, side) {
            let rest = if end == to { None } else { side.step(&self.tree, end) };
            let mut blank = next;
            loop {
                let after = side.step(&self.tree, blank);
                self.tree.detach(blank);
                match after {
                    Some(after) if blank != end => blank = after,
                    _ => break,
                }
            }
            next = rest?;
        }
        Some(next)
    }

    /// Returns the end of the white space that begins at this node, or `None` if there is none.
    ///
    /// From the second attempt on the reference has parsed its own HTML, so adjacent text nodes
    /// count as one.
    fn white_space_from(&self, first: NodeId, to: NodeId, side: End) -> Option<NodeId> {
        let is_text = |id: NodeId| self.tree.kind(id) == NodeKind::Text;
        let mut end = first;
        while is_white_space(&self.tree, end) {
            let next = side.step(&self.tree, end).filter(|&next| {
                let is_whole =
                    self.is_first_attempt || end == to || !is_text(end) || !is_text(next);
                !is_whole
            });
            match next {
                Some(next) => end = next,
                None => return Some(end),
            }
        }
        None
    }
}
