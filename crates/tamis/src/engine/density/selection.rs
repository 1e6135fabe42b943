//! Finds the dense blocks of an outline.
//!
//! This is the algorithm of the paper. An example: a page has a menu with a density of 2, an
//! article of three paragraphs with 90, 10 and 120, and a box of comments with 60 and 70. The
//! article has the highest sum of densities, 220. Its paragraph with a density of 10 is kept
//! although it is not dense, because the whole element is the block and not its dense parts. The
//! comments are a block of their own if their box is denser than the threshold.

use super::formula::{Counts, composite_text_density, text_density};
use super::outline::{Outline, OutlineNode};
use super::{Config, Measure};

/// The blocks that are content, as indices of outline nodes in order. No block is inside another.
#[derive(Debug, Default)]
pub(super) struct Selection {
    pub blocks: Vec<u32>,
    /// The block with the highest density sum.
    pub densest: u32,
}

/// An outline node and the sum of its children's densities.
#[derive(Clone, Copy, Debug)]
struct DensitySum {
    sum: f64,
    index: u32,
}

impl Selection {
    /// Selects the dense blocks. There are none if no density sum is above 0, for example on a page
    /// that is one link.
    ///
    /// Source: the paper, section 3.3 and algorithm 1.
    pub(super) fn of(outline: &Outline, config: &Config) -> Selection {
        let nodes = &outline.nodes;
        let (densities, densest) = densities(nodes, config.measure);
        let top = densest[0];
        if top.sum <= 0.0 {
            return Selection::default();
        }
        let threshold = threshold(nodes, &densities, top.index) * config.factor();
        let mut is_block = vec![false; nodes.len()];
        let mut index = 0;
        while let Some(part) = nodes.get(index) {
            if !part.is_text && densities[index] >= threshold && densest[index].sum > 0.0 {
                is_block[densest[index].index as usize] = true;
            }
            // Everything inside a block belongs to it, and inside a node below the threshold
            // nothing is searched.
            let is_done = is_block[index] || part.is_text || densities[index] < threshold;
            index = if is_done { part.end as usize } else { index + 1 };
        }
        let blocks = (0..nodes.len() as u32).filter(|&index| is_block[index as usize]);
        Selection { blocks: blocks.collect(), densest: top.index }
    }
}

/// The number of densities that are cached.
const KNOWN: usize = 256;

/// Returns the cache slot for these counts.
fn place(counts: Counts) -> usize {
    let Counts { text_chars, link_chars, tags, links } = counts;
    let mixed = text_chars ^ link_chars << 1 ^ tags << 3 ^ links << 5;
    (mixed ^ mixed >> 8) as usize % KNOWN
}

/// Returns the density of each node, and for each node the element in it, itself included, with the
/// highest density sum. Of equal sums the first wins.
fn densities(nodes: &[OutlineNode], measure: Measure) -> (Vec<f64>, Vec<DensitySum>) {
    let link_share = nodes[0].counts.link_share();
    let density = |counts: Counts| match measure {
        Measure::Text => text_density(counts),
        Measure::Composite => composite_text_density(counts, link_share),
    };
    // An element that contains a single text has the density of that text, and many short texts
    // have equal counts. The cache saves their logarithms.
    let mut known = vec![(Counts::default(), density(Counts::default())); KNOWN];
    let mut remembered = |part: &OutlineNode| {
        let counts = Counts {
            tags: part.counts.tags.max(1),
            links: part.counts.links.max(1),
            ..part.counts
        };
        let slot = &mut known[place(counts)];
        if slot.0 != counts {
            *slot = (counts, density(counts));
        }
        slot.1
    };
    let densities: Vec<f64> = nodes.iter().map(&mut remembered).collect();
    let mut sums = vec![0.0; nodes.len()];
    let mut densest = vec![DensitySum { sum: 0.0, index: 0 }; nodes.len()];
    for (index, part) in nodes.iter().enumerate().rev() {
        let parent = part.parent as usize;
        if !part.is_text && sums[index] >= densest[index].sum {
            densest[index] = DensitySum { sum: sums[index], index: index as u32 };
        }
        if index > 0 {
            sums[parent] += densities[index];
            if densest[index].sum >= densest[parent].sum {
                densest[parent] = densest[index];
            }
        }
    }
    (densities, densest)
}

/// Returns the lowest density on the path from this node up to the body.
fn threshold(nodes: &[OutlineNode], densities: &[f64], from: u32) -> f64 {
    let parent = |&index: &u32| (index > 0).then(|| nodes[index as usize].parent);
    let path = std::iter::successors(Some(from), parent);
    path.map(|index| densities[index as usize]).fold(f64::INFINITY, f64::min)
}
