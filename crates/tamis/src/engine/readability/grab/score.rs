//! Scores: each paragraph's share for the elements around it.

use tamis_dom::{NodeId, NodeKind, name};

use super::Grab;
use crate::engine::readability::measures::{HASH_LINK_WEIGHT, is_hash_link};
use crate::engine::readability::shape::element_behind;

/// A shorter paragraph counts for nothing. UTF-16 code units. Source: `_grabArticle`.
const MIN_LENGTH: u32 = 25;

/// A point for so many UTF-16 code units, up to [`MAX_LENGTH_POINTS`]. Source: `_grabArticle`.
const LENGTH_PER_POINT: u32 = 100;

/// Source: `_grabArticle`.
const MAX_LENGTH_POINTS: u32 = 3;

/// How many of the elements around a paragraph get a share. Source: `_grabArticle`.
const SCORED_ANCESTORS: usize = 5;

impl Grab<'_, '_> {
    /// Gives the elements around these a share of their scores; the elements with a score, in the order in which they
    /// came to have one.
    pub(super) fn score(&mut self, to_score: &[NodeId]) -> Vec<NodeId> {
        let mut candidates = Vec::new();
        for &id in to_score {
            let measure = self.measures.of(&self.tree, id);
            if measure.length < MIN_LENGTH {
                continue;
            }
            let by_length = (measure.length / LENGTH_PER_POINT).min(MAX_LENGTH_POINTS);
            // One for the paragraph and one for the text before the first comma.
            let score = f64::from(2 + measure.commas + by_length);
            self.share(id, score, &mut candidates);
        }
        candidates
    }

    fn share(&mut self, id: NodeId, score: f64, candidates: &mut Vec<NodeId>) {
        let mut next = self.tree.parent(id);
        for level in 0..SCORED_ANCESTORS {
            let Some(ancestor) = next else { return };
            next = self.tree.parent(ancestor);
            if next.is_none_or(|above| self.tree.kind(above) != NodeKind::Element) {
                return;
            }
            let before = self.score_of(ancestor).unwrap_or_else(|| {
                candidates.push(ancestor);
                self.initialize(ancestor)
            });
            let divider = match level {
                0 => 1.0,
                1 => 2.0,
                _ => 3.0 * level as f64,
            };
            self.scores[ancestor.index()] = before + score / divider;
        }
    }

    /// The share of links in the text of an element, once the page has been visited.
    ///
    /// Source: `_getLinkDensity`, `readability::link_density`.
    pub(super) fn link_density(&mut self, id: NodeId) -> f64 {
        let measure = self.measures.of(&self.tree, id);
        if measure.length == 0 {
            return 0.0;
        }
        if measure.hash_links == 0 {
            return f64::from(measure.link_length) / f64::from(measure.length);
        }
        let before = |id: NodeId| self.links_before[id.index()] as usize;
        let start = before(id) + usize::from(self.tree.name(id) == Some(name::A));
        let end = element_behind(&self.tree, id).map_or(self.links.len(), before);
        let mut link_length = 0.0;
        for index in start..end {
            link_length += self.link_weight(self.links[index]);
        }
        link_length / f64::from(measure.length)
    }

    /// The share of links in the text of an element whose descendants have not been visited.
    pub(super) fn link_density_by_walk(&mut self, id: NodeId) -> f64 {
        let measure = self.measures.of(&self.tree, id);
        if measure.length == 0 {
            return 0.0;
        }
        if measure.hash_links == 0 {
            return f64::from(measure.link_length) / f64::from(measure.length);
        }
        let links: Vec<NodeId> = (self.tree.elements(id).skip(1))
            .filter(|&id| self.tree.name(id) == Some(name::A))
            .collect();
        let weights = links.into_iter().map(|link| self.link_weight(link));
        let link_length = weights.fold(0.0, |sum, weight| sum + weight);
        link_length / f64::from(measure.length)
    }

    fn link_weight(&mut self, link: NodeId) -> f64 {
        let length = f64::from(self.measures.of(&self.tree, link).length);
        length * if is_hash_link(&self.tree, link) { HASH_LINK_WEIGHT } else { 1.0 }
    }
}
