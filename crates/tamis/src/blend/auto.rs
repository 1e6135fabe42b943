//! The blend `auto`: for each verdict its F1 is estimated by a linear formula, and the one with the highest estimate
//! is taken; the estimate is the confidence.
//!
//! What the formulas look at is mostly how far engines agree ([`Feature`]). They were fitted by ridge regression on labelled pages
//! (`tamis-bench blend`); the estimates on pages of other sites follow the F1 that is reached.

mod weights;

use std::borrow::Cow;

use tamis_dom::NodeId;

use super::{Blend, Choice, Decision, Overlap, smart};
use crate::engine::{EngineName, Verdict};
use crate::page::Page;

pub(crate) const AUTO: Blend =
    Blend { name: EngineName::Auto, engines: &ENGINES, decision: Decision::Auto };

/// The engines that are asked, in this order.
pub const ENGINES: [EngineName; 4] =
    [EngineName::Justext, EngineName::Readability, EngineName::Density, EngineName::Selectors];

/// What the formulas look at. All characters are those of paragraphs ([`crate::Paragraph::text_chars`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Feature {
    /// How far the verdict agrees with that of an engine: twice the characters that both keep by those that each keeps,
    /// 0 to 1; 1 where neither keeps any.
    Agreement(EngineName),
    /// The share of the characters of that engine's verdict that this one keeps too, 0 to 1; 1 where it keeps none.
    Coverage(EngineName),
    /// The highest agreement with another engine, 0 to 1.
    BestAgreement,
    /// The lowest agreement with another engine, 0 to 1.
    LeastAgreement,
    /// The share of the page's characters that is kept; a little over 1 where texts are counted apart.
    KeptShare,
    /// The share of the kept characters that stands in links, 0 to 1.
    KeptLinks,
    /// The natural logarithm of one more than the kept characters.
    KeptChars,
    /// The natural logarithm of one more than the kept paragraphs.
    KeptParagraphs,
    /// 1 where the blend `smart` with its defaults takes the verdict by selectors, 0 where it takes that by density.
    SelectorsFirst,
    /// How sure an engine is of its own verdict, 0 to 1; whether it is this one or another.
    Confidence(EngineName),
    /// The share of the page's characters that stands in links, 0 to 1.
    PageLinks,
}

/// Every feature, in the order of [`features`].
pub const FEATURES: [Feature; 20] = [
    Feature::Agreement(EngineName::Justext),
    Feature::Agreement(EngineName::Readability),
    Feature::Agreement(EngineName::Density),
    Feature::Agreement(EngineName::Selectors),
    Feature::Coverage(EngineName::Justext),
    Feature::Coverage(EngineName::Readability),
    Feature::Coverage(EngineName::Density),
    Feature::Coverage(EngineName::Selectors),
    Feature::BestAgreement,
    Feature::LeastAgreement,
    Feature::KeptShare,
    Feature::KeptLinks,
    Feature::KeptChars,
    Feature::KeptParagraphs,
    Feature::SelectorsFirst,
    Feature::Confidence(EngineName::Justext),
    Feature::Confidence(EngineName::Readability),
    Feature::Confidence(EngineName::Density),
    Feature::Confidence(EngineName::Selectors),
    Feature::PageLinks,
];

/// The formula of one engine: an estimate of the F1 of its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// The engine.
    pub engine: EngineName,
    /// The estimate where all features are 0.
    pub base: f64,
    /// What each feature counts; one that is not named counts nothing.
    pub weights: Cow<'static, [(Feature, f64)]>,
}

impl Formula {
    /// The fitted formulas.
    pub const ALL: &[Formula] = weights::FORMULAS;

    /// The estimate, 0 to 1, for features in the order of [`FEATURES`].
    pub fn estimate(&self, features: &[f64; FEATURES.len()]) -> f64 {
        let value =
            |feature: Feature| FEATURES.iter().zip(features).find(|(of, _)| **of == feature);
        let products = self.weights.iter().filter_map(|&(of, weight)| Some(weight * value(of)?.1));
        (self.base + products.sum::<f64>()).clamp(0.0, 1.0)
    }
}

/// The features of each verdict; the verdicts are those of [`ENGINES`], in their order.
pub fn features(page: &Page, verdicts: &[Verdict]) -> Vec<[f64; FEATURES.len()]> {
    let overlap = Overlap::of(page, &verdicts.iter().collect::<Vec<_>>());
    let stats = page.stats(NodeId::DOCUMENT);
    let [selectors, density] =
        [EngineName::Selectors, EngineName::Density].map(|engine| &verdicts[place(engine)]);
    let selectors_first =
        smart::prefers_selectors(page, selectors, density, smart::Config::default());
    let page_links = share(stats.link_chars, stats.text_chars);
    let of_verdict = |index: usize| {
        let kept = overlap.kept(index);
        FEATURES.map(|feature| match feature {
            Feature::Agreement(engine) => overlap.agreement(index, place(engine)),
            Feature::Coverage(engine) => overlap.coverage(index, place(engine)),
            Feature::BestAgreement => overlap.agreement_with_others(index).fold(0.0, f64::max),
            Feature::LeastAgreement => overlap.agreement_with_others(index).fold(1.0, f64::min),
            Feature::KeptShare => share(kept.chars, stats.text_chars),
            Feature::KeptLinks => share(kept.link_chars, kept.chars),
            Feature::KeptChars => f64::from(kept.chars).ln_1p(),
            Feature::KeptParagraphs => f64::from(kept.paragraphs).ln_1p(),
            Feature::SelectorsFirst => f64::from(u8::from(selectors_first)),
            Feature::Confidence(engine) => verdicts[place(engine)].confidence.unwrap_or_default(),
            Feature::PageLinks => page_links,
        })
    };
    (0..verdicts.len()).map(of_verdict).collect()
}

/// The place of an engine among [`ENGINES`].
fn place(engine: EngineName) -> usize {
    ENGINES.iter().position(|&other| other == engine).unwrap_or_default()
}

fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}

/// The highest estimate; of equals the later engine. A verdict that keeps nothing is taken only where all keep nothing: its
/// confidence is 0.
pub(super) fn choose(page: &Page, verdicts: &[Verdict]) -> Choice {
    let keeps = |verdict: &Verdict| verdict.kept.contains(&true);
    let features = features(page, verdicts);
    let estimate = |((engine, verdict), of): ((&EngineName, &Verdict), _)| {
        let formula = Formula::ALL.iter().find(|formula| formula.engine == *engine);
        formula.filter(|_| keeps(verdict)).map_or(0.0, |formula| formula.estimate(of))
    };
    let confidences: Vec<f64> = ENGINES.iter().zip(verdicts).zip(&features).map(estimate).collect();
    let kept = confidences.iter().enumerate().filter(|&(index, _)| keeps(&verdicts[index]));
    let best = kept.max_by(|a, b| a.1.total_cmp(b.1)).map(|(index, _)| index);
    Choice { index: best.unwrap_or(ENGINES.len() - 1), confidences }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    /// Three paragraphs of 10, 20 and 30 characters; the second is a link.
    fn page() -> Page {
        let html = format!(
            "<p>{}<p><a href=/>{}</a><p>{}",
            "a".repeat(10),
            "b".repeat(20),
            "c".repeat(30)
        );
        Page::measure(Parser::default().parse(&html))
    }

    fn verdicts(page: &Page, kept: [[bool; 3]; ENGINES.len()]) -> Vec<Verdict> {
        let verdict = |(engine, kept): (&EngineName, [bool; 3])| {
            let mut verdict = Verdict::nothing(engine.as_str(), page);
            verdict.kept = kept.to_vec();
            verdict
        };
        ENGINES.iter().zip(kept).map(verdict).collect()
    }

    fn feature(kept: [[bool; 3]; ENGINES.len()], index: usize, feature: Feature) -> f64 {
        let page = page();
        let at = FEATURES.iter().position(|&other| other == feature).unwrap();
        features(&page, &verdicts(&page, kept))[index][at]
    }

    const ALL: [bool; 3] = [true; 3];
    const NONE: [bool; 3] = [false; 3];

    #[test]
    fn features_of_verdicts() {
        let kept = [[true, true, false], [false, true, true], NONE, [true, false, false]];
        let check = |index, wanted, expected: f64| {
            let value = feature(kept, index, wanted);
            assert!((value - expected).abs() < 1e-12, "{wanted:?} of {index}: {value}");
        };
        let (justext, readability, density) = (ENGINES[0], ENGINES[1], ENGINES[2]);
        check(0, Feature::Agreement(justext), 1.0);
        check(0, Feature::Agreement(readability), 2.0 * 20.0 / 80.0);
        check(0, Feature::Agreement(density), 0.0);
        check(2, Feature::Agreement(density), 1.0);
        check(0, Feature::Coverage(readability), 20.0 / 50.0);
        check(1, Feature::Coverage(justext), 20.0 / 30.0);
        check(1, Feature::Coverage(density), 1.0);
        check(0, Feature::BestAgreement, 2.0 * 20.0 / 80.0);
        check(0, Feature::LeastAgreement, 0.0);
        check(3, Feature::BestAgreement, 2.0 * 10.0 / 40.0);
        check(0, Feature::KeptShare, 30.0 / 60.0);
        check(0, Feature::KeptLinks, 20.0 / 30.0);
        check(2, Feature::KeptLinks, 0.0);
        check(1, Feature::KeptChars, 51_f64.ln());
        check(1, Feature::KeptParagraphs, 3_f64.ln());
        check(0, Feature::Confidence(density), 0.0);
        check(0, Feature::SelectorsFirst, 1.0);
        check(0, Feature::PageLinks, 20.0 / 60.0);
    }

    #[test]
    fn nothing_is_taken_only_where_all_keep_nothing() {
        let page = page();
        let choice = |kept| choose(&page, &verdicts(&page, kept));
        assert!(
            choice([NONE; ENGINES.len()]).confidences.iter().all(|confidence| *confidence <= 0.0)
        );
        for index in 0..ENGINES.len() {
            let mut kept = [NONE; ENGINES.len()];
            kept[index] = ALL;
            assert_eq!(choice(kept).index, index);
        }
    }

    #[test]
    fn agreement_makes_sure() {
        let page = page();
        let choice = |kept| {
            let choice = choose(&page, &verdicts(&page, kept));
            choice.confidences[choice.index]
        };
        let mut apart = [[true, false, false]; ENGINES.len()];
        apart[ENGINES.len() - 1] = [false, false, true];
        assert!(choice([ALL; ENGINES.len()]) > choice(apart));
    }

    #[test]
    fn estimates_are_shares() {
        let mut features = [0.0; FEATURES.len()];
        features[1] = 0.5;
        for (base, expected) in [(-1.0, 0.0), (0.25, 0.5), (2.0, 1.0)] {
            let weights = vec![(FEATURES[1], 0.5)].into();
            let formula = Formula { engine: EngineName::Density, base, weights };
            assert!((formula.estimate(&features) - expected).abs() < f64::EPSILON, "{base}");
        }
    }

    #[test]
    fn every_engine_has_a_formula() {
        assert!(Formula::ALL.iter().map(|formula| formula.engine).eq(ENGINES));
    }
}
