//! The dense blocks of an outline.

use super::formula::{Counts, composite_text_density, text_density};
use super::outline::{Outline, Part};
use super::{Config, Measure};

/// The blocks that are content, as indices of parts in order; none is in another one.
#[derive(Debug, Default)]
pub(super) struct Selection {
    pub blocks: Vec<u32>,
    /// The one among them with the highest density sum.
    pub densest: u32,
}

/// A part and the sum of its children's densities.
#[derive(Clone, Copy, Debug)]
struct Dense {
    sum: f64,
    index: u32,
}

impl Selection {
    /// The dense blocks; none where no density sum is above 0, as on a page with nothing but one link.
    ///
    /// Source: the paper, section 3.3 and algorithm 1.
    pub(super) fn of(outline: &Outline, config: &Config) -> Selection {
        let parts = &outline.parts;
        let (densities, densest) = densities(parts, config.measure);
        let top = densest[0];
        if top.sum <= 0.0 {
            return Selection::default();
        }
        let threshold = threshold(parts, &densities, top.index) * config.factor();
        let mut is_block = vec![false; parts.len()];
        let mut index = 0;
        while let Some(part) = parts.get(index) {
            if !part.is_text && densities[index] >= threshold && densest[index].sum > 0.0 {
                is_block[densest[index].index as usize] = true;
            }
            // What is in a block belongs to it; what is not dense has nothing dense to look for.
            let is_done = is_block[index] || part.is_text || densities[index] < threshold;
            index = if is_done { part.end as usize } else { index + 1 };
        }
        let blocks = (0..parts.len() as u32).filter(|&index| is_block[index as usize]);
        Selection { blocks: blocks.collect(), densest: top.index }
    }
}

/// How many densities are remembered.
const KNOWN: usize = 256;

/// The place of counts among those that are remembered.
fn place(counts: Counts) -> usize {
    let Counts { text_chars, link_chars, tags, links } = counts;
    let mixed = text_chars ^ link_chars << 1 ^ tags << 3 ^ links << 5;
    (mixed ^ mixed >> 8) as usize % KNOWN
}

/// The density of each part, and the element in it (itself included) with the highest density sum; the first one of
/// equals.
fn densities(parts: &[Part], measure: Measure) -> (Vec<f64>, Vec<Dense>) {
    let link_share = parts[0].counts.link_share();
    let density = |counts: Counts| match measure {
        Measure::Text => text_density(counts),
        Measure::Composite => composite_text_density(counts, link_share),
    };
    // An element around nothing but one text counts as the text does, and short texts are alike: both need no new logarithms.
    let mut known = vec![(Counts::default(), density(Counts::default())); KNOWN];
    let mut remembered = |part: &Part| {
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
    let densities: Vec<f64> = parts.iter().map(&mut remembered).collect();
    let mut sums = vec![0.0; parts.len()];
    let mut densest = vec![Dense { sum: 0.0, index: 0 }; parts.len()];
    for (index, part) in parts.iter().enumerate().rev() {
        let parent = part.parent as usize;
        if !part.is_text && sums[index] >= densest[index].sum {
            densest[index] = Dense { sum: sums[index], index: index as u32 };
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

/// The lowest density on the way from this part up to the body.
fn threshold(parts: &[Part], densities: &[f64], from: u32) -> f64 {
    let parent = |&index: &u32| (index > 0).then(|| parts[index as usize].parent);
    let path = std::iter::successors(Some(from), parent);
    path.map(|index| densities[index as usize]).fold(f64::INFINITY, f64::min)
}
