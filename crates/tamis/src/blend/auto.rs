//! The blend `auto`: a linear model per engine predicts the F1 of the engine's verdict. The verdict
//! with the highest prediction wins, and the prediction is its confidence.
//!
//! Most [features](Feature) measure the agreement between engines. `tamis-bench blend` fits the
//! weights by ridge regression to the labelled pages of `wcxb-dev`. For the quality and calibration
//! on sites that were not trained on see `records/2026-11-21-quality.md`.

mod weights;

use std::borrow::Cow;

use tamis_dom::NodeId;

use super::{Overlap, Ranking, smart};
use crate::engine::EngineName;
use crate::page::Page;
use crate::verdict::Verdict;

/// The engines that the blend runs, in this order.
pub const ENGINES: &[EngineName] = EngineName::ALL;

/// A feature of a verdict, from which the models predict its F1.
///
/// Characters are those of paragraphs ([`Paragraph::text_chars`](crate::Paragraph::text_chars)).
/// "This verdict" is the one whose F1 is predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Feature {
    /// The [agreement](Overlap::agreement) of this verdict with that of an engine, 0 to 1.
    Agreement(EngineName),
    /// The fraction of an engine's kept characters that this verdict keeps too, 0 to 1. See
    /// [`Overlap::coverage`].
    Coverage(EngineName),
    /// The highest agreement with another engine, 0 to 1.
    BestAgreement,
    /// The lowest agreement with another engine, 0 to 1.
    LeastAgreement,
    /// The kept characters divided by the page's characters. It can be slightly over 1, because
    /// the lengths of paragraphs can add up to more than the page's length.
    KeptShare,
    /// The fraction of the kept characters in links, 0 to 1.
    KeptLinks,
    /// The natural logarithm of the kept characters plus one.
    KeptChars,
    /// The natural logarithm of the kept paragraphs plus one.
    KeptParagraphs,
    /// 1 if the blend [`smart`] with its defaults chooses `selectors`, 0 if it chooses `density`.
    SelectorsFirst,
    /// An engine's confidence in its own verdict, 0 to 1, or 0 if it gives none. The same for all
    /// verdicts about a page.
    Confidence(EngineName),
    /// The fraction of the page's characters in links, 0 to 1.
    PageLinks,
}

/// Every feature, in the order in which [`features`] returns their values.
pub const FEATURES: &[Feature] = &[
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

/// The linear model of one engine, which predicts the F1 of its verdict.
///
/// ```
/// use tamis::blend::auto::{FEATURES, Feature, Formula};
/// use tamis::engine::EngineName;
///
/// let formula = Formula {
///     engine: EngineName::Density,
///     base: 0.25,
///     weights: vec![(Feature::KeptShare, 0.5)].into(),
/// };
/// let mut features = vec![0.0; FEATURES.len()];
/// assert_eq!(formula.estimate(&features), 0.25);
/// features[FEATURES.iter().position(|&of| of == Feature::KeptShare).unwrap()] = 1.0;
/// assert_eq!(formula.estimate(&features), 0.75);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// The engine whose verdicts the model is for.
    pub engine: EngineName,
    /// The intercept: the prediction if all features are 0.
    pub base: f64,
    /// The weight of each feature, each at most once. The weight of all others is 0.
    pub weights: Cow<'static, [(Feature, f64)]>,
}

impl Formula {
    /// The fitted models, one for each of [`ENGINES`] in the same order.
    pub const ALL: &[Formula] = weights::FORMULAS;

    /// Returns the predicted F1, clamped to 0 to 1, for features in the order of [`FEATURES`]. The
    /// [type](Formula) has an example.
    ///
    /// # Panics
    ///
    /// If there is not one value for each of [`FEATURES`].
    pub fn estimate(&self, features: &[f64]) -> f64 {
        assert_eq!(features.len(), FEATURES.len(), "one value for each feature");
        let value = |feature: Feature| {
            let index = FEATURES.iter().position(|&other| other == feature);
            features[index.expect("FEATURES has every feature")]
        };
        let products = self.weights.iter().map(|&(feature, weight)| weight * value(feature));
        (self.base + products.sum::<f64>()).clamp(0.0, 1.0)
    }
}

/// Returns the features of each verdict, in the order of [`FEATURES`]. `verdicts` are those of
/// [`ENGINES`] in their order.
///
/// ```
/// use tamis::blend::auto::{ENGINES, FEATURES, features};
/// use tamis::dom::Parser;
/// use tamis::{Page, Verdict};
///
/// let page = Page::measure(Parser::default().parse("<p>Bread rises."));
/// let verdicts: Vec<Verdict> =
///     ENGINES.iter().map(|engine| Verdict::everything(engine.as_str(), &page)).collect();
/// let features = features(&page, &verdicts);
/// assert_eq!((features.len(), features[0].len()), (ENGINES.len(), FEATURES.len()));
/// ```
///
/// # Panics
///
/// If there is not one verdict for each of [`ENGINES`], or one is about another page.
pub fn features(page: &Page, verdicts: &[Verdict]) -> Vec<Vec<f64>> {
    assert_eq!(verdicts.len(), ENGINES.len(), "one verdict for each engine of the blend");
    let overlap = Overlap::of(page, &verdicts.iter().collect::<Vec<_>>());
    let stats = page.stats(NodeId::DOCUMENT);
    let [selectors, density] =
        [EngineName::Selectors, EngineName::Density].map(|engine| &verdicts[index_of(engine)]);
    let selectors_first =
        smart::prefers_selectors(page, selectors, density, smart::Config::default());
    let page_links = share(stats.link_chars, stats.text_chars);
    let of_verdict = |index: usize| {
        let kept = overlap.kept(index);
        let value = |feature: &Feature| match *feature {
            Feature::Agreement(engine) => overlap.agreement(index, index_of(engine)),
            Feature::Coverage(engine) => overlap.coverage(index, index_of(engine)),
            Feature::BestAgreement => overlap.agreement_with_others(index).fold(0.0, f64::max),
            Feature::LeastAgreement => overlap.agreement_with_others(index).fold(1.0, f64::min),
            Feature::KeptShare => share(kept.chars, stats.text_chars),
            Feature::KeptLinks => share(kept.link_chars, kept.chars),
            Feature::KeptChars => f64::from(kept.chars).ln_1p(),
            Feature::KeptParagraphs => f64::from(kept.paragraphs).ln_1p(),
            Feature::SelectorsFirst => f64::from(u8::from(selectors_first)),
            Feature::Confidence(engine) => {
                verdicts[index_of(engine)].confidence.unwrap_or_default()
            }
            Feature::PageLinks => page_links,
        };
        FEATURES.iter().map(value).collect()
    };
    (0..verdicts.len()).map(of_verdict).collect()
}

/// Returns the index of an engine in [`ENGINES`].
fn index_of(engine: EngineName) -> usize {
    let index = ENGINES.iter().position(|&other| other == engine);
    index.expect("the blend runs every built-in engine")
}

fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}

/// Ranks the verdicts of [`ENGINES`] by predicted F1. Among equals, the later engine wins.
///
/// The confidence in a verdict that keeps nothing is 0, and it wins only if all keep nothing.
pub(super) fn rank(page: &Page, verdicts: &[Verdict]) -> Ranking {
    let keeps = |verdict: &Verdict| verdict.kept.contains(&true);
    let features = features(page, verdicts);
    let estimate = |((engine, verdict), of): ((&EngineName, &Verdict), &Vec<f64>)| {
        let formula = Formula::ALL.iter().find(|formula| formula.engine == *engine);
        let formula = formula.expect("every engine of the blend has a formula");
        if keeps(verdict) { formula.estimate(of) } else { 0.0 }
    };
    let confidences: Vec<f64> = ENGINES.iter().zip(verdicts).zip(&features).map(estimate).collect();
    let kept = confidences.iter().enumerate().filter(|&(index, _)| keeps(&verdicts[index]));
    let best = kept.max_by(|a, b| a.1.total_cmp(b.1)).map(|(index, _)| index);
    Ranking { best: best.unwrap_or(ENGINES.len() - 1), confidences }
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

    fn verdicts(page: &Page, kept: [[bool; 3]; 4]) -> Vec<Verdict> {
        let verdict = |(engine, kept): (&EngineName, [bool; 3])| {
            let mut verdict = Verdict::nothing(engine.as_str(), page);
            verdict.kept = kept.to_vec();
            verdict
        };
        ENGINES.iter().zip(kept).map(verdict).collect()
    }

    fn feature(kept: [[bool; 3]; 4], index: usize, feature: Feature) -> f64 {
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
    fn an_empty_verdict_wins_only_if_all_are_empty() {
        let page = page();
        let choice = |kept| rank(&page, &verdicts(&page, kept));
        assert!(choice([NONE; 4]).confidences.iter().all(|confidence| *confidence <= 0.0));
        for index in 0..ENGINES.len() {
            let mut kept = [NONE; 4];
            kept[index] = ALL;
            assert_eq!(choice(kept).best, index);
        }
    }

    #[test]
    fn agreement_raises_the_confidence() {
        let page = page();
        let choice = |kept| {
            let choice = rank(&page, &verdicts(&page, kept));
            choice.confidences[choice.best]
        };
        let mut apart = [[true, false, false]; 4];
        apart[ENGINES.len() - 1] = [false, false, true];
        assert!(choice([ALL; 4]) > choice(apart));
    }

    #[test]
    fn estimates_are_clamped() {
        let mut features = vec![0.0; FEATURES.len()];
        features[1] = 0.5;
        for (base, expected) in [(-1.0, 0.0), (0.25, 0.5), (2.0, 1.0)] {
            let weights = vec![(FEATURES[1], 0.5)].into();
            let formula = Formula { engine: EngineName::Density, base, weights };
            assert!((formula.estimate(&features) - expected).abs() < f64::EPSILON, "{base}");
        }
    }

    #[test]
    fn every_engine_has_a_formula_in_order() {
        assert!(Formula::ALL.iter().map(|formula| formula.engine).eq(ENGINES.iter().copied()));
    }
}
