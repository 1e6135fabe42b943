//! The engines' verdicts as features.

use std::ops::Range;

use tamis_dom::NodeId;

use super::columns::Feature;
use super::row::{Row, count, ratio};
use crate::engine::EngineName;
use crate::page::Page;
use crate::verdict::Verdict;

/// The number of engines whose verdicts are features.
pub(super) const ENGINES: usize = EngineName::ALL.len();

/// A feature of each engine, in the order of [`EngineName::ALL`].
pub(super) type OfEngines = [Feature; ENGINES];

/// The engines that keep a paragraph.
const KEEPS: OfEngines =
    [Feature::Justext, Feature::Readability, Feature::TextDensity, Feature::Selectors];

/// The share of the page that each engine keeps.
const KEPT: OfEngines = [
    Feature::KeptJustext,
    Feature::KeptReadability,
    Feature::KeptTextDensity,
    Feature::KeptSelectors,
];

const CONFIDENCE: OfEngines = [
    Feature::ConfidenceJustext,
    Feature::ConfidenceReadability,
    Feature::ConfidenceTextDensity,
    Feature::ConfidenceSelectors,
];

/// The mean agreement of each engine with the others.
const SUPPORT: OfEngines = [
    Feature::SupportJustext,
    Feature::SupportReadability,
    Feature::SupportTextDensity,
    Feature::SupportSelectors,
];

/// The agreement of each two engines.
const AGREEMENT: [(Feature, EngineName, EngineName); ENGINES * (ENGINES - 1) / 2] = {
    use EngineName::{Density, Justext, Readability, Selectors};
    [
        (Feature::AgreementJustextReadability, Justext, Readability),
        (Feature::AgreementJustextDensity, Justext, Density),
        (Feature::AgreementReadabilityDensity, Readability, Density),
        (Feature::AgreementJustextSelectors, Justext, Selectors),
        (Feature::AgreementReadabilitySelectors, Readability, Selectors),
        (Feature::AgreementDensitySelectors, Density, Selectors),
    ]
};

/// A paragraph with this many votes is kept by most engines.
const MOST: u32 = 3;

/// Running sums over the paragraphs of a page, for each engine.
pub(super) struct Votes {
    /// Entry `n`: the characters before paragraph `n` that each engine keeps.
    kept: Vec<[u32; ENGINES]>,
    /// Entry `n`: the characters before paragraph `n`.
    chars: Vec<u32>,
    /// Entry `n`: the characters before paragraph `n`, each counted once per engine that keeps it.
    sums: Vec<u32>,
    /// The characters before paragraph `n` that most engines keep.
    most: Vec<u32>,
    /// The engines that keep each paragraph, as bits.
    bits: Vec<u8>,
    /// The first node of each paragraph.
    first_nodes: Vec<u32>,
    /// Paragraphs back to, and on to, one that most engines keep.
    back: Vec<u32>,
    on: Vec<u32>,
    /// The confidence of each engine.
    confidence: [f32; ENGINES],
    /// The agreement of each two engines: Dice's coefficient of the characters they keep.
    agreement: [[f32; ENGINES]; ENGINES],
    /// The mean agreement of each engine with the others.
    support: [f32; ENGINES],
}

/// The greatest distance to a paragraph that an engine keeps, in paragraphs, at which a paragraph
/// is described. Paragraphs farther away are almost never content; skipping them halves the work.
const REACH: usize = 4;

/// The distance to a paragraph that does not exist. It is also the longest distance that counts.
const FAR: u32 = 100;

impl Votes {
    pub(super) fn of(page: &Page, verdicts: &[Verdict]) -> Votes {
        let paragraphs = page.paragraphs();
        let rows = paragraphs.len();
        let mut votes = Votes {
            kept: Vec::with_capacity(rows + 1),
            chars: Vec::with_capacity(rows + 1),
            sums: Vec::with_capacity(rows + 1),
            most: Vec::with_capacity(rows + 1),
            bits: Vec::with_capacity(rows),
            first_nodes: Vec::with_capacity(rows),
            back: Vec::with_capacity(rows),
            on: vec![FAR; rows],
            confidence: [0.0; ENGINES],
            agreement: [[0.0; ENGINES]; ENGINES],
            support: [0.0; ENGINES],
        };
        let of_engines: [Option<&Verdict>; ENGINES] = std::array::from_fn(|engine| {
            let name = EngineName::ALL[engine].as_str();
            verdicts.iter().find(|verdict| verdict.engine == name)
        });
        for (confidence, verdict) in votes.confidence.iter_mut().zip(of_engines) {
            *confidence = verdict.and_then(|verdict| verdict.confidence).unwrap_or(0.0) as f32;
        }
        let mut by_bits = [0; 1 << ENGINES];
        let (mut kept, mut chars, mut sum, mut most, mut back) = ([0; ENGINES], 0, 0, 0, FAR);
        for (index, paragraph) in paragraphs.iter().enumerate() {
            votes.kept.push(kept);
            votes.chars.push(chars);
            votes.sums.push(sum);
            votes.most.push(most);
            let first = page.paragraph_pieces(paragraph).first().map(|piece| piece.node());
            votes.first_nodes.push(first.unwrap_or(paragraph.origin).index() as u32);
            let mut bits = 0;
            for (engine, verdict) in of_engines.iter().enumerate() {
                if verdict.is_some_and(|verdict| verdict.kept[index]) {
                    bits |= 1 << engine;
                    kept[engine] += paragraph.text_chars;
                }
            }
            votes.bits.push(bits);
            by_bits[usize::from(bits)] += paragraph.text_chars;
            let number = bits.count_ones();
            chars += paragraph.text_chars;
            sum += number * paragraph.text_chars;
            back = if number >= MOST { 0 } else { FAR.min(back + 1) };
            votes.back.push(back);
            most += if number >= MOST { paragraph.text_chars } else { 0 };
        }
        votes.kept.push(kept);
        votes.chars.push(chars);
        votes.sums.push(sum);
        votes.most.push(most);
        votes.compare(&by_bits);
        let mut on = FAR;
        for index in (0..rows).rev() {
            on = if votes.number(index) >= MOST { 0 } else { FAR.min(on + 1) };
            votes.on[index] = on;
        }
        votes
    }

    /// Returns the paragraphs that are described, in their order.
    pub(super) fn described(&self) -> Vec<u32> {
        let rows = self.bits.len();
        let mut described = Vec::with_capacity(rows);
        let mut next = 0;
        for (index, &bits) in self.bits.iter().enumerate() {
            if bits != 0 {
                let (start, end) = (index.saturating_sub(REACH).max(next), index + REACH + 1);
                next = end.min(rows).max(next);
                described.extend(start as u32..next as u32);
            }
        }
        described
    }

    /// Sets the agreement of the engines. `by_bits` has the characters of each set of engines.
    fn compare(&mut self, by_bits: &[u32; 1 << ENGINES]) {
        let kept_by = |wanted: usize| -> u32 {
            let sets = (0..by_bits.len()).filter(|set| set & wanted == wanted);
            sets.map(|set| by_bits[set]).sum()
        };
        for one in 0..ENGINES {
            for other in 0..ENGINES {
                let both = kept_by(1 << one | 1 << other);
                let sum = kept_by(1 << one) + kept_by(1 << other);
                self.agreement[one][other] = if sum == 0 { 1.0 } else { ratio(2 * both, sum) };
            }
            let others = self.agreement[one].iter().sum::<f32>() - self.agreement[one][one];
            self.support[one] = others / (ENGINES - 1) as f32;
        }
    }

    /// Returns true if this engine keeps a paragraph.
    pub(super) fn keeps(&self, engine: usize, index: usize) -> bool {
        self.bits[index] >> engine & 1 == 1
    }

    /// Returns the number of engines that keep a paragraph.
    pub(super) fn number(&self, index: usize) -> u32 {
        self.bits[index].count_ones()
    }

    /// Returns the paragraphs that begin in a subtree.
    pub(super) fn range(&self, page: &Page, id: NodeId) -> Range<usize> {
        let end = page.document().subtree_end(id).index() as u32;
        let first = id.index() as u32;
        let start = self.first_nodes.partition_point(|&node| node < first);
        start..start + self.first_nodes[start..].partition_point(|&node| node < end)
    }

    /// Returns the share of the characters of these paragraphs that each engine keeps.
    pub(super) fn kept_in(&self, range: &Range<usize>) -> [f32; ENGINES] {
        let chars = self.chars[range.end] - self.chars[range.start];
        let (before, after) = (self.kept[range.start], self.kept[range.end]);
        std::array::from_fn(|engine| ratio(after[engine] - before[engine], chars))
    }

    fn all(&self) -> Range<usize> {
        0..self.bits.len()
    }

    /// Returns the average votes of the characters of the paragraphs at most `reach` away.
    fn around(&self, index: usize, reach: usize) -> f32 {
        let (start, end) = (index.saturating_sub(reach), (index + reach + 1).min(self.bits.len()));
        ratio(self.sums[end] - self.sums[start], self.chars[end] - self.chars[start])
    }

    /// Writes the features of one paragraph.
    pub(super) fn write(&self, row: &mut Row<'_>, index: usize) {
        let (mut keeping, mut dropping) = (0.0_f32, 0.0_f32);
        for (engine, &support) in self.support.iter().enumerate() {
            let keeps = self.keeps(engine, index);
            row.set(KEEPS[engine], f32::from(keeps));
            let best = if keeps { &mut keeping } else { &mut dropping };
            *best = best.max(support);
        }
        row.set(Feature::Votes, count(self.number(index)));
        row.set(Feature::VotesNear, self.around(index, 3));
        row.set(Feature::VotesAround, self.around(index, 10));
        row.set(Feature::BackToKept, count(self.back[index]));
        row.set(Feature::OnToKept, count(self.on[index]));
        row.set(Feature::KeptBefore, ratio(self.most[index], self.most[self.bits.len()]));
        row.set(Feature::BestKeeping, keeping);
        row.set(Feature::BestDropping, dropping);
        let chars = self.chars[self.bits.len()];
        row.set(Feature::Place, ratio(self.chars[index], chars));
        row.set(Feature::Index, count(index as u32));
        row.set(Feature::FromEnd, count((self.bits.len() - index) as u32));
    }

    /// Writes the features of the page.
    pub(super) fn write_page(&self, row: &mut Row<'_>) {
        row.set_each(&KEPT, &self.kept_in(&self.all()));
        row.set_each(&CONFIDENCE, &self.confidence);
        row.set_each(&SUPPORT, &self.support);
        for (feature, one, other) in AGREEMENT {
            row.set(feature, self.agreement[one as usize][other as usize]);
        }
        let end = self.bits.len();
        row.set(Feature::KeptByMost, ratio(self.most[end], self.chars[end]));
    }
}
