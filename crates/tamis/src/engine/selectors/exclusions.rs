//! Exclusions: elements that a rule or a heuristic marks as not content, unless too much text would
//! go with them.
//!
//! A class such as `related` mostly names a box of links, but some sites have it on the article
//! itself. So an exclusion is overruled if it would remove most of the page's dense text: its
//! longer paragraphs with few links. A box of links has hardly any dense text, so this rule never
//! protects it. For example, of 40 dense paragraphs of equal length, an element with 5 of them is
//! removed, and one with 35 of them stays.

use std::iter::Peekable;
use std::ops::Range;

use tamis_dom::{NodeId, NodeKind};

use super::config::{Config, share};
use super::heuristics::{self, Heuristic};
use super::matcher::Hit;
use super::rules::{Field, Rule};
use crate::page::Page;

/// Shortest dense paragraph. Unicode scalar values.
const MIN_DENSE_CHARS: u32 = 80;
/// Largest fraction of a dense paragraph that may be in links.
const MAX_LINK_SHARE: f64 = 0.5;
/// Largest fraction of the dense text that all exclusions together may remove.
const MAX_TOTAL_SHARE: f64 = 0.9;

/// The reason for an exclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The index of the rule.
    Rule(u32),
    Heuristic(Heuristic),
}

/// An excluded element, or one whose exclusion was overruled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub node: NodeId,
    pub end: NodeId,
    pub reason: Reason,
    /// Characters of dense text in it.
    pub dense_chars: u32,
}

/// The dense text of a page: its longer paragraphs with few links.
#[derive(Debug, Default)]
pub(super) struct DenseText {
    /// For each dense paragraph: its first text node, and the characters of all dense paragraphs up
    /// to its end.
    sums: Vec<(NodeId, u32)>,
}

impl DenseText {
    pub(super) fn of(page: &Page) -> DenseText {
        let mut sum = 0;
        let mut sums = Vec::new();
        for paragraph in page.paragraphs() {
            let most = f64::from(paragraph.text_chars) * MAX_LINK_SHARE;
            let has_few_links = f64::from(paragraph.link_chars) <= most;
            if paragraph.text_chars >= MIN_DENSE_CHARS && has_few_links {
                sum += paragraph.text_chars;
                sums.extend(page.paragraph_nodes(paragraph).next().map(|node| (node, sum)));
            }
        }
        DenseText { sums }
    }

    /// Returns the characters of dense text in these nodes.
    pub(super) fn chars(&self, nodes: &Range<NodeId>) -> u32 {
        self.before(nodes.end) - self.before(nodes.start)
    }

    fn before(&self, node: NodeId) -> u32 {
        let count = self.sums.partition_point(|&(first, _)| first < node);
        count.checked_sub(1).map_or(0, |last| self.sums[last].1)
    }

    pub(super) fn all(&self) -> u32 {
        self.sums.last().map_or(0, |&(_, sum)| sum)
    }
}

/// The exclusions of a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Exclusions {
    /// In document order; none is inside another.
    pub regions: Vec<Region>,
    /// Exclusions that would remove too much, in document order.
    pub overruled: Vec<Region>,
    /// Characters of dense text that are excluded.
    pub dense_chars: u32,
}

impl Exclusions {
    /// Finds the exclusions in a body. Nothing is searched inside an excluded element.
    pub(super) fn of(
        page: &Page,
        body: NodeId,
        hits: &[Hit],
        rules: &[Rule],
        dense: &DenseText,
        config: &Config,
    ) -> Exclusions {
        let document = page.document();
        let all = f64::from(dense.all());
        let most = all * share(config.max_excluded_share);
        let mut hits = exclusion_hits(hits, rules).peekable();
        let mut found = Exclusions::default();
        let end = document.subtree_end(body).index();
        let mut next = body.index() + 1;
        while next < end {
            let node = NodeId::from_index(next);
            next += 1;
            if document.kind(node) != NodeKind::Element {
                continue;
            }
            let Some(reason) = reason(page, node, &mut hits) else { continue };
            let end = document.subtree_end(node);
            let dense_chars = dense.chars(&(node..end));
            let region = Region { node, end, reason, dense_chars };
            let total = f64::from(found.dense_chars + dense_chars);
            if f64::from(dense_chars) > most || dense_chars > 0 && total > all * MAX_TOTAL_SHARE {
                found.overruled.push(region);
            } else {
                found.dense_chars += dense_chars;
                found.regions.push(region);
                next = end.index();
            }
        }
        found
    }

    /// Returns the region that contains the node.
    pub(super) fn region_of(&self, node: NodeId) -> Option<&Region> {
        let after = self.regions.partition_point(|region| region.end <= node);
        self.regions.get(after).filter(|region| region.node <= node)
    }

    /// Returns the regions that begin in these nodes.
    pub(super) fn within(&self, nodes: &Range<NodeId>) -> &[Region] {
        let from = self.regions.partition_point(|region| region.node < nodes.start);
        let to = self.regions.partition_point(|region| region.node < nodes.end);
        &self.regions[from..to]
    }
}

fn exclusion_hits<'h>(hits: &'h [Hit], rules: &'h [Rule]) -> impl Iterator<Item = Hit> + 'h {
    hits.iter().copied().filter(|hit| rules[hit.rule as usize].field == Field::Exclusion)
}

/// Returns the reason to exclude this element, if there is one. The first rule comes first. Skips
/// the hits of earlier nodes.
fn reason(
    page: &Page,
    node: NodeId,
    hits: &mut Peekable<impl Iterator<Item = Hit>>,
) -> Option<Reason> {
    while hits.next_if(|hit| hit.node < node).is_some() {}
    match hits.next_if(|hit| hit.node == node) {
        Some(hit) => Some(Reason::Rule(hit.rule)),
        None => heuristics::of(page, node).map(Reason::Heuristic),
    }
}
