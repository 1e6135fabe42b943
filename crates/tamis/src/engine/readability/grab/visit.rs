//! The walk over the page: takes out what is no content, makes paragraphs, and notes what is to be scored.

use tamis_dom::{NameSet, NodeId, NodeKind, WorkingTree, name};

use super::Grab;
use crate::engine::readability::facts::Facts;
use crate::engine::readability::matching::Words;
use crate::engine::readability::shape::{
    count_element_children, element_behind, first_element_child, has_ancestor, has_block,
    html_name, is_one_of, is_phrasing, is_white_space, next_element, single_tag_inside,
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

/// Elements that go where nothing is in them. Source: `_grabArticle`.
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

/// A byline is shorter. UTF-16 code units. Source: `_isValidByline`.
const MAX_BYLINE: usize = 100;

/// A heading that is more similar to the title repeats it, 0 to 1. Source: `_headerDuplicatesTitle`.
const SIMILAR: f64 = 0.75;

/// A `<div>` with a lower link density can be replaced by its only paragraph. Source: `_grabArticle`.
const MAX_PARAGRAPH_LINK_DENSITY: f64 = 0.25;

/// An end of a run of siblings.
#[derive(Clone, Copy)]
enum End {
    First,
    Last,
}

impl End {
    /// The next sibling towards the other end.
    fn step(self, tree: &WorkingTree<'_>, id: NodeId) -> Option<NodeId> {
        match self {
            End::First => tree.next_sibling(id),
            End::Last => tree.previous_sibling(id),
        }
    }
}

impl Grab<'_, '_> {
    /// What is to be scored, in document order.
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
                next = element_behind(&self.tree, id);
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
        let by_name = facts.names(Words::UNLIKELY)
            && !facts.names(Words::MAYBE)
            && !matches!(html_name(&self.tree, id), Some(name::BODY | name::A))
            && !has_ancestor(&self.tree, id, name::TABLE)
            && !has_ancestor(&self.tree, id, name::CODE);
        by_name || facts.has(Facts::UNLIKELY_ROLE)
    }

    /// Whether the element is the article's byline, which is noted then.
    ///
    /// Source: `_isValidByline`, `_grabArticle`.
    fn takes_byline(&mut self, id: NodeId) -> bool {
        if self.metadata_has_byline || self.byline.as_ref().is_some_and(|byline| !byline.is_empty())
        {
            return false;
        }
        // Cheap to know, and never more than the length without white space collapsed.
        let length = self.measures.of(&self.tree, id).length as usize;
        if length == 0 || length >= MAX_BYLINE {
            return false;
        }
        let text = self.tree.text_of(id);
        if utf16_len(js_trim(&text)) >= MAX_BYLINE {
            return false;
        }
        let mut below = self.tree.elements(id).skip(1);
        let name = below.find(|&below| self.facts.of(&self.tree, below).has(Facts::NAMES));
        let byline = name.map_or(text, |name| self.tree.text_of(name));
        self.byline = Some(js_trim(&byline).to_owned());
        true
    }

    /// Source: `_headerDuplicatesTitle`.
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

    /// Source: `_isElementWithoutContent`.
    fn is_empty(&self, id: NodeId) -> bool {
        let Some(source) = self.tree.source(id) else { return false };
        let document = self.tree.document();
        if !self.prepared.survey.is_blank(document, source) {
            return false;
        }
        let children = count_element_children(&self.tree, id);
        children == 0 || children == self.prepared.breaks_in(document, source)
    }

    fn remove(&mut self, id: NodeId) {
        if let Some(parent) = self.tree.parent(id) {
            self.measures.forget(&self.tree, parent);
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

    /// Turns a `<div>` that is a paragraph into one, and otherwise puts its loose text into paragraphs; where to go on.
    ///
    /// Source: `_grabArticle`, "Turn all divs that don't have children block level elements into p's".
    fn shape_div(&mut self, div: NodeId, to_score: &mut Vec<NodeId>) -> NodeId {
        self.wrap_phrasing(div);
        if let Some(paragraph) = single_tag_inside(&self.tree, div, name::P)
            && self.link_density_by_walk(div) < MAX_PARAGRAPH_LINK_DENSITY
        {
            if let Some(parent) = self.tree.parent(div) {
                self.measures.forget(&self.tree, parent);
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

    /// Puts each run of phrasing content into a paragraph, without white space and line breaks at both its ends.
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
            self.measures.forget(&self.tree, div);
            if let Some((first, last)) = self.trim_run(first, last) {
                self.tree.wrap_run(first, last, name::P);
            }
        }
    }

    /// Takes white space and line breaks off both ends of a run of siblings; what is left of it.
    fn trim_run(&mut self, first: NodeId, last: NodeId) -> Option<(NodeId, NodeId)> {
        let first = self.trim_end(first, last, End::First)?;
        let last = self.trim_end(last, first, End::Last)?;
        Some((first, last))
    }

    /// Takes white space off one end of a run of siblings; where the rest of it begins.
    fn trim_end(&mut self, from: NodeId, to: NodeId, side: End) -> Option<NodeId> {
        let mut next = from;
        while let Some(end) = self.white_space_from(next, to, side) {
            let behind = if end == to { None } else { side.step(&self.tree, end) };
            let mut blank = next;
            loop {
                let after = side.step(&self.tree, blank);
                self.tree.detach(blank);
                match after {
                    Some(after) if blank != end => blank = after,
                    _ => break,
                }
            }
            next = behind?;
        }
        Some(next)
    }

    /// The end of the white space that begins at this node; `None` where there is none.
    ///
    /// From the second attempt on the reference has read its own HTML, and neighbouring texts are one.
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
