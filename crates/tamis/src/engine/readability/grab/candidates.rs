//! Ranks the candidates and chooses the element that becomes the article.

use tamis_dom::{NodeId, name};

use super::Grab;

/// An element that could be the article, with its score.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Candidate {
    /// The element. Its id is beyond the document's if the engine created it.
    pub node: NodeId,
    /// Its content score, multiplied by the fraction of its text outside links.
    pub score: f64,
}

/// The top candidate, from which the article is made.
pub(super) struct Top {
    pub(super) node: NodeId,
    /// True if it was created to contain the whole page, because there was no candidate.
    pub(super) is_new: bool,
}

/// Candidates with at least this fraction of the best score are as good as the best. 0 to 1.
/// Source: `_grabArticle`.
const AS_GOOD: f64 = 0.75;

/// With at least this many such candidates, a common ancestor is better. Source: `_grabArticle`,
/// `MINIMUM_TOPCANDIDATES`.
const MIN_AS_GOOD: usize = 3;

impl Grab<'_, '_> {
    /// Returns the best candidates, best first, after discounting links. Equal scores keep document
    /// order.
    pub(super) fn rank(&mut self, candidates: Vec<NodeId>) -> Vec<Candidate> {
        let wanted = self.config.top_candidates_or_default();
        let mut best: Vec<Candidate> = Vec::new();
        for node in candidates {
            let score = self.scores[node.index()] * (1.0 - self.link_density(node));
            self.scores[node.index()] = score;
            let place = best.iter().position(|other| score > other.score).unwrap_or(best.len());
            if place < wanted {
                best.insert(place, Candidate { node, score });
                best.truncate(wanted);
            }
        }
        best
    }

    /// Returns the element to make the article from: the best candidate, or an ancestor with more
    /// of the content. If there is no candidate, a new element that contains the whole page.
    pub(super) fn choose(&mut self, candidates: &[Candidate]) -> Top {
        let best = candidates.first().filter(|best| !self.tree.is_html(best.node, name::BODY));
        let Some(best) = best else {
            return Top { node: self.take_whole_page(), is_new: true };
        };
        let node = self.common_ancestor(best, &candidates[1..]).unwrap_or(best.node);
        let node = self.better_ancestor(node);
        let node = self.last_with_siblings(node);
        self.ensure_score(node);
        Top { node, is_new: false }
    }

    fn take_whole_page(&mut self) -> NodeId {
        let whole = self.tree.create_element(name::DIV);
        while let Some(child) = self.tree.first_child(self.page) {
            self.tree.append(whole, child);
        }
        self.tree.append(self.page, whole);
        self.initialize(whole);
        whole
    }

    /// Returns the nearest ancestor of the best candidate, inside the body, that contains enough of
    /// the other good candidates.
    fn common_ancestor(&self, best: &Candidate, others: &[Candidate]) -> Option<NodeId> {
        let as_good = others.iter().filter(|other| other.score / best.score >= AS_GOOD);
        let as_good: Vec<NodeId> = as_good.map(|other| other.node).collect();
        if as_good.len() < MIN_AS_GOOD {
            return None;
        }
        let mut holds = vec![0_usize; self.tree.len()];
        for ancestor in as_good.iter().flat_map(|&node| self.tree.ancestors(node)) {
            holds[ancestor.index()] += 1;
        }
        self.ancestors_in_body(best.node).find(|&ancestor| holds[ancestor.index()] >= MIN_AS_GOOD)
    }

    fn ancestors_in_body(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.tree.ancestors(id).take_while(|&id| !self.tree.is_html(id, name::BODY))
    }

    fn ensure_score(&mut self, id: NodeId) -> f64 {
        self.score_of(id).unwrap_or_else(|| self.initialize(id))
    }

    /// Returns the first ancestor with a higher score than the element below it. Returns the node
    /// itself if the scores first fall too low.
    fn better_ancestor(&mut self, node: NodeId) -> NodeId {
        let mut last = self.ensure_score(node);
        let threshold = last / 3.0;
        for ancestor in self.ancestors_in_body(node) {
            let Some(score) = self.score_of(ancestor) else { continue };
            if score < threshold {
                break;
            }
            if score > last {
                return ancestor;
            }
            last = score;
        }
        node
    }

    /// Returns the node's outermost ancestor that is reached through only children, or the node
    /// itself if it has sibling elements.
    fn last_with_siblings(&self, node: NodeId) -> NodeId {
        let mut top = node;
        for ancestor in self.ancestors_in_body(node) {
            if crate::engine::readability::shape::only_element_child(&self.tree, ancestor).is_none()
            {
                break;
            }
            top = ancestor;
        }
        top
    }
}
