//! The blend `auto`: for each verdict its F1 is estimated by a linear formula, and the one with the highest estimate
//! is taken; the estimate is the confidence.
//!
//! What the formulas look at is mostly how far engines agree ([`Feature`]). They were fitted by ridge regression on labelled pages
//! (`tamis-bench blend`); the estimates on pages of other sites follow the F1 that is reached.

mod weights;

use super::{Blend, Choice};
use crate::engine::{EngineName, Verdict};
use crate::page::Page;
use tamis_dom::NodeId;

pub(crate) const AUTO: Blend = Blend { name: EngineName::Auto, engines: &ENGINES, choose };

/// The engines that are asked, in this order.
pub const ENGINES: [EngineName; 3] =
    [EngineName::Justext, EngineName::Readability, EngineName::Density];

/// What the formulas look at. All characters are those of paragraphs ([`crate::Paragraph::text_chars`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Feature {
    /// How far the verdict agrees with that of an engine: twice the characters that both keep by those that each keeps,
    /// 0 to 1; 1 where neither keeps any.
    Agreement(EngineName),
    /// The share of the characters of that engine's verdict that this one keeps too, 0 to 1; 1 where it keeps none.
    Coverage(EngineName),
    /// The share of the kept characters that stands in links, 0 to 1.
    KeptLinks,
    /// The natural logarithm of one more than the kept characters.
    KeptChars,
    /// The natural logarithm of one more than the kept paragraphs.
    KeptParagraphs,
    /// The engine's own confidence, 0 to 1.
    OwnConfidence,
    /// The share of the page's characters that stands in links, 0 to 1.
    PageLinks,
}

/// Every feature, in the order of [`features`].
pub const FEATURES: [Feature; 11] = [
    Feature::Agreement(EngineName::Justext),
    Feature::Agreement(EngineName::Readability),
    Feature::Agreement(EngineName::Density),
    Feature::Coverage(EngineName::Justext),
    Feature::Coverage(EngineName::Readability),
    Feature::Coverage(EngineName::Density),
    Feature::KeptLinks,
    Feature::KeptChars,
    Feature::KeptParagraphs,
    Feature::OwnConfidence,
    Feature::PageLinks,
];

/// The formula of one engine: an estimate of the F1 of its verdict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Formula {
    /// The estimate where all features are 0.
    pub base: f64,
    /// What each feature counts, in the order of [`FEATURES`].
    pub weights: [f64; FEATURES.len()],
}

impl Formula {
    /// The fitted formula of each of [`ENGINES`].
    pub const ALL: [Formula; ENGINES.len()] = weights::FORMULAS;

    /// The estimate, 0 to 1.
    pub fn estimate(&self, features: &[f64; FEATURES.len()]) -> f64 {
        let products = self.weights.iter().zip(features).map(|(weight, value)| weight * value);
        (self.base + products.sum::<f64>()).clamp(0.0, 1.0)
    }
}

/// The features of each verdict; the verdicts are those of [`ENGINES`], in their order.
pub fn features(page: &Page, verdicts: &[Verdict]) -> Vec<[f64; FEATURES.len()]> {
    let overlap = Overlap::of(page, verdicts);
    let stats = page.stats(NodeId::DOCUMENT);
    let page_links = share(stats.link_chars, stats.text_chars);
    let of_verdict = |(index, verdict): (usize, &Verdict)| {
        let kept = overlap.kept[index];
        FEATURES.map(|feature| match feature {
            Feature::Agreement(engine) => overlap.agreement(index, place(engine)),
            Feature::Coverage(engine) => overlap.coverage(index, place(engine)),
            Feature::KeptLinks => share(kept.link_chars, kept.chars),
            Feature::KeptChars => f64::from(kept.chars).ln_1p(),
            Feature::KeptParagraphs => f64::from(kept.paragraphs).ln_1p(),
            Feature::OwnConfidence => verdict.confidence,
            Feature::PageLinks => page_links,
        })
    };
    verdicts.iter().enumerate().map(of_verdict).collect()
}

/// The place of an engine among [`ENGINES`].
fn place(engine: EngineName) -> usize {
    ENGINES.iter().position(|&other| other == engine).unwrap_or_default()
}

fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}

/// The highest estimate; of equals the later engine. A verdict that keeps nothing is taken only where all keep nothing; the
/// confidence is 0 then.
fn choose(page: &Page, verdicts: &[Verdict]) -> Choice {
    let keeps = |verdict: &Verdict| verdict.kept.contains(&true);
    let features = features(page, verdicts);
    let estimates = Formula::ALL.iter().zip(&features).map(|(formula, of)| formula.estimate(of));
    let kept = estimates.enumerate().filter(|&(index, _)| keeps(&verdicts[index]));
    let best = kept.max_by(|a, b| a.1.total_cmp(&b.1));
    let (index, confidence) = best.unwrap_or((ENGINES.len() - 1, 0.0));
    Choice { index, confidence }
}

/// What a verdict keeps.
#[derive(Clone, Copy, Debug, Default)]
struct Kept {
    chars: u32,
    link_chars: u32,
    paragraphs: u32,
}

/// What verdicts keep, and each two of them both.
struct Overlap {
    kept: Vec<Kept>,
    /// The characters that two verdicts keep, by the place of both.
    shared: Vec<[u32; ENGINES.len()]>,
}

impl Overlap {
    fn of(page: &Page, verdicts: &[Verdict]) -> Overlap {
        let mut kept = vec![Kept::default(); verdicts.len()];
        let mut shared = vec![[0; ENGINES.len()]; verdicts.len()];
        for (at, paragraph) in page.paragraphs().iter().enumerate() {
            for (index, verdict) in
                verdicts.iter().enumerate().filter(|(_, verdict)| verdict.kept[at])
            {
                kept[index].chars += paragraph.text_chars;
                kept[index].link_chars += paragraph.link_chars;
                kept[index].paragraphs += 1;
                for (other, chars) in verdicts.iter().zip(&mut shared[index]) {
                    *chars += if other.kept[at] { paragraph.text_chars } else { 0 };
                }
                debug_assert!(verdict.kept.len() == page.paragraphs().len());
            }
        }
        Overlap { kept, shared }
    }

    fn agreement(&self, index: usize, other: usize) -> f64 {
        let both = self.kept[index].chars + self.kept[other].chars;
        if both == 0 { 1.0 } else { 2.0 * f64::from(self.shared[index][other]) / f64::from(both) }
    }

    fn coverage(&self, index: usize, other: usize) -> f64 {
        let of = self.kept[other].chars;
        if of == 0 { 1.0 } else { f64::from(self.shared[index][other]) / f64::from(of) }
    }
}
