//! Scores elements: each paragraph adds to the score of its ancestors.
//!
//! A paragraph has points for its commas and its length, because prose has many of both. They are
//! added to the parent as they are, to the grandparent by half, and to those above by less and
//! less. So the element with the most paragraphs directly in it wins, and not the body, which
//! contains all of them.
//!
//! For example, a paragraph of 250 characters with three commas has 2 + 3 + 2 = 7 points. Its
//! parent gets 7, its grandparent 3.5, and the element above 7 / 6.

use tamis_dom::{NodeId, NodeKind, name};

use super::Grab;
use crate::engine::readability::shape::element_after;
use crate::engine::readability::stats_cache::{HASH_LINK_WEIGHT, is_hash_link};

/// Shorter paragraphs do not count. UTF-16 code units. Source: `_grabArticle`.
const MIN_LENGTH: u32 = 25;

/// Length that earns one point, up to [`MAX_LENGTH_POINTS`]. UTF-16 code units. Source:
/// `_grabArticle`.
const LENGTH_PER_POINT: u32 = 100;

/// Source: `_grabArticle`.
const MAX_LENGTH_POINTS: u32 = 3;

/// Number of ancestors that a paragraph adds to. Source: `_grabArticle`.
const SCORED_ANCESTORS: usize = 5;

impl Grab<'_, '_> {
    /// Adds the scores of these elements to their ancestors. Returns all elements with a score, in
    /// the order in which they first got one.
    pub(super) fn score(&mut self, to_score: &[NodeId]) -> Vec<NodeId> {
        let mut candidates = Vec::new();
        for &id in to_score {
            let stats = self.stats.of(&self.tree, id);
            if stats.length < MIN_LENGTH {
                continue;
            }
            let by_length = (stats.length / LENGTH_PER_POINT).min(MAX_LENGTH_POINTS);
            // One for the paragraph itself and one for the text before the first comma.
            let score = f64::from(2 + stats.commas + by_length);
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

    /// Returns the fraction of an element's text that is in links. The walk over the page must be
    /// finished.
    ///
    /// Source: `_getLinkDensity`, `readability::link_density`.
    pub(super) fn link_density(&mut self, id: NodeId) -> f64 {
        let stats = self.stats.of(&self.tree, id);
        if stats.length == 0 {
            return 0.0;
        }
        if stats.hash_links == 0 {
            return f64::from(stats.link_length) / f64::from(stats.length);
        }
        let before = |id: NodeId| self.links_before[id.index()] as usize;
        let start = before(id) + usize::from(self.tree.name(id) == Some(name::A));
        let end = element_after(&self.tree, id).map_or(self.links.len(), before);
        let mut link_length = 0.0;
        for index in start..end {
            link_length += self.link_weight(self.links[index]);
        }
        link_length / f64::from(stats.length)
    }

    /// Returns the same for an element whose descendants the walk has not visited yet.
    pub(super) fn link_density_by_walk(&mut self, id: NodeId) -> f64 {
        let stats = self.stats.of(&self.tree, id);
        if stats.length == 0 {
            return 0.0;
        }
        if stats.hash_links == 0 {
            return f64::from(stats.link_length) / f64::from(stats.length);
        }
        let links: Vec<NodeId> = (self.tree.elements(id).skip(1))
            .filter(|&id| self.tree.name(id) == Some(name::A))
            .collect();
        let weights = links.into_iter().map(|link| self.link_weight(link));
        let link_length = weights.fold(0.0, |sum, weight| sum + weight);
        link_length / f64::from(stats.length)
    }

    fn link_weight(&mut self, link: NodeId) -> f64 {
        let length = f64::from(self.stats.of(&self.tree, link).length);
        length * if is_hash_link(&self.tree, link) { HASH_LINK_WEIGHT } else { 1.0 }
    }
}
