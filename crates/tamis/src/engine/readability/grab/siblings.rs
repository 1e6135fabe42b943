//! Joins the top candidate with those of its siblings that belong to it.

use tamis_dom::{NameSet, Namespace, NodeId, NodeKind, name};

use super::{Grab, Purpose};
use crate::engine::readability::shape::is_one_of;
use crate::engine::readability::text::{js_trim, normalize};

/// Elements that keep their name. Source: `Readability.js`, `ALTER_TO_DIV_EXCEPTIONS`.
const STAYS: NameSet =
    NameSet::of(&[name::DIV, name::ARTICLE, name::SECTION, name::P, name::OL, name::UL]);

/// Lowest score of a joined sibling. Source: `_grabArticle`.
const MIN_SCORE: f64 = 10.0;

/// Fraction of the top candidate's score that a sibling needs, and also the bonus for having the
/// same class. Source: `_grabArticle`.
const SHARE: f64 = 0.2;

/// The length above which a paragraph counts as long, in UTF-16 code units. Source: `_grabArticle`.
const LONG: u32 = 80;

/// A long paragraph with a lower link density is content. Source: `_grabArticle`.
const MAX_LINK_DENSITY: f64 = 0.25;

impl Grab<'_, '_> {
    /// Creates an element that contains the top candidate and the siblings that look like content.
    pub(super) fn join_siblings(&mut self, top: NodeId, parent: NodeId) -> NodeId {
        let joined = self.tree.create_element(name::DIV);
        if self.purpose != Purpose::Nodes {
            self.tree.set_attr(joined, name::ID, "readability-content");
        }
        let top_score = self.score_of(top).expect("the top candidate has a score");
        let threshold = MIN_SCORE.max(top_score * SHARE);
        let siblings: Vec<NodeId> = self.tree.children(parent).collect();
        for sibling in siblings {
            if self.tree.kind(sibling) != NodeKind::Element {
                continue;
            }
            if sibling != top && !self.belongs(sibling, top, top_score, threshold) {
                continue;
            }
            if !is_one_of(&self.tree, sibling, &STAYS) {
                self.tree.rename(sibling, name::DIV);
            }
            self.tree.append(joined, sibling);
        }
        joined
    }

    fn belongs(&mut self, sibling: NodeId, top: NodeId, top_score: f64, threshold: f64) -> bool {
        let bonus = if self.has_class_of(sibling, top) { top_score * SHARE } else { 0.0 };
        let by_score = self.score_of(sibling).is_some_and(|score| score + bonus >= threshold);
        by_score || self.tree.is_html(sibling, name::P) && self.is_good_paragraph(sibling)
    }

    /// Returns true if both have the same class. The classes of SVG elements never count, because
    /// they are not strings in the reference.
    fn has_class_of(&self, sibling: NodeId, top: NodeId) -> bool {
        let class = self.tree.attr(top, name::CLASS).unwrap_or_default();
        !class.is_empty()
            && self.tree.namespace(top) != Namespace::Svg
            && self.tree.namespace(sibling) != Namespace::Svg
            && self.tree.attr(sibling, name::CLASS) == Some(class)
    }

    fn is_good_paragraph(&mut self, paragraph: NodeId) -> bool {
        let length = self.stats.of(&self.tree, paragraph).length;
        if length == 0 || length == LONG {
            return false;
        }
        let link_density = self.link_density(paragraph);
        if length > LONG {
            return link_density < MAX_LINK_DENSITY;
        }
        link_density == 0.0 && ends_a_sentence(&self.tree.text_of(paragraph))
    }
}

/// Returns true if a sentence ends in or at the end of the text. Source: `_grabArticle`, `/\.(
/// |$)/` on the inner text.
fn ends_a_sentence(text: &str) -> bool {
    let text = normalize(js_trim(text));
    text.ends_with('.') || text.contains(". ")
}
