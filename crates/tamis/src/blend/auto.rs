//! The blend `auto`: the engines run, and the [model](crate::engine::model) decides per paragraph
//! with their verdicts as hints.
//!
//! The steps, for one page:
//!
//! 1. jusText, density and the selectors give their verdicts.
//! 2. The model gives each paragraph a probability, and the page a type.
//! 3. The paragraphs with the highest expected F1 are kept.
//! 4. If the model is not sure of this choice, Readability runs too, and steps 2 and 3 are repeated
//!    with its verdict.
//! 5. If the expected F1 is still very low, the paragraphs are kept that most engines keep, unless
//!    recall is favoured. Often there are none, because the page has no main content.
//! 6. The [rules](super::rules) complete and clean the selection, so that a reader finds what
//!    belongs together: headings go with their text, tables and code are whole.
//!
//! Step 4 is there because Readability takes more time than the others together, and does not
//! always help. For example, articles are what it is made for, and their F1 is .0020 better with
//! its verdict. A listing has no article to find, and its F1 is .0190 worse. So it only runs on
//! pages that may be an article, a thread or documentation, and of which the model is not sure
//! otherwise.
//!
//! "May be" is a probability of one half. With a tenth, as long as the model knew no portals, the
//! F1 of listings is .745 in the place of .766, because Readability finds an article in them. With
//! .8, news in Chinese, Japanese and Korean have .738 in the place of .775.
//!
//! The F1 of other ways, cross-validated (`records/2026-11-25-readability-on-demand.md`; of models
//! that knew no pages without labels yet):
//!
//! | Readability runs | `wcxb-dev` | articles | listings |
//! | --- | --- | --- | --- |
//! | always | .8871 | .9597 | .7652 |
//! | never | .8858 | .9584 | .7714 |
//! | if the model is not sure | .8872 | .9595 | .7652 |
//! | if it is not sure, on these types | .8884 | .9595 | .7752 |
//!
//! Each of the two judgements has trees of its own. One sum of trees for both would halve the file
//! of the model, but costs articles .002.
//!
//! The confidence is the expected F1, calibrated on pages of sites that the model was not trained
//! on. So a confidence of .9 means that such pages reach an F1 of .9 on average.

use std::borrow::Cow;

use super::Choice;
pub use super::favor::Favor;
use super::rules::{Estimate, RuleSet, apply};
use crate::engine::EngineName;
use crate::engine::model::{Judgement, Model, best_set, expected_f1};
use crate::page::Page;
use crate::signals::PageType;
use crate::verdict::Verdict;

/// The engines of the blend, in this order.
pub const ENGINES: &[EngineName] = EngineName::ALL;

/// The engines of the blend if it is to be fast: all but Readability.
pub const FAST_ENGINES: &[EngineName] =
    &[EngineName::Justext, EngineName::Density, EngineName::Selectors];

/// The expected F1 from which a text needs no further engine, 0 to 1. With .95 the texts are as
/// good as with all engines, with less they are worse: see
/// `records/2026-11-25-readability-on-demand.md`.
const SURE: f64 = 0.95;

/// The types of pages on which Readability helps, and the least probability of them. On pages that
/// surely are of other types, the texts are better without it.
const LATE_TYPES: [PageType; 3] = [PageType::Article, PageType::Forum, PageType::Documentation];
const MIN_LATE_TYPE: f64 = 0.5;

/// The lowest expected F1 of a text, 0 to 1. Below it, only what most engines keep is kept. Of the
/// 9 pages of `wcxb-dev` below that have text, 5 have no main content, and most engines agree on
/// none of it; on two of the others they do, with a mean F1 of 0.62 (cross-validated, see
/// `records/2026-11-24-model.md`). Not used to favour recall.
const MIN_EXPECTED_F1: f64 = 0.3;

/// The name of the blend's verdict: it is the model's.
pub const NAME: &str = "model";

/// Returns the choice of the model among the verdicts that `judge` gives, and rates each of them.
/// The engines are [`FAST_ENGINES`]. If the model is [unsure](is_unsure), it chooses again with the
/// verdict of `late`.
pub(super) fn choose(
    page: &Page,
    judge: &mut dyn FnMut(EngineName) -> Verdict,
    late: Option<EngineName>,
    model: &Model,
    (favor, rules): (Favor, RuleSet),
) -> Choice {
    let mut others: Vec<Verdict> = FAST_ENGINES.iter().map(|&engine| judge(engine)).collect();
    let mut verdict = Verdict::nothing(NAME, page);
    let lengths = lengths(page);
    let judge_of_page = model.judge_of(page);
    let best = |of: &Judgement, favor: Favor| best_set(&of.probabilities, &lengths, favor.bias());
    let mut judgement = judge_of_page.judge(&others);
    let mut kept = best(&judgement, Favor::Balanced);
    let is_unsure = is_unsure(&judgement, &lengths, &kept);
    if let Some(late) = late.filter(|_| is_unsure) {
        insert_late(&mut others, judge(late));
        judgement = judge_of_page.judge(&others);
        kept = best(&judgement, Favor::Balanced);
    }
    if favor != Favor::Balanced {
        kept = best(&judgement, favor);
    }
    let Judgement { probabilities, page_types, leads } = judgement;
    for verdict in &mut others {
        verdict.rating = Some(confidence(model, &probabilities, &lengths, &verdict.kept));
    }
    verdict.kept = kept;
    let expected = expected_f1(&probabilities, &lengths, &verdict.kept);
    if expected < MIN_EXPECTED_F1 && favor != Favor::Recall {
        verdict.kept = kept_by_most(&others, lengths.len());
    }
    verdict.confidence = Some(confidence(model, &probabilities, &lengths, &verdict.kept));
    let decisions = probabilities.iter().zip(&verdict.kept);
    verdict.reasons = decisions.map(|(&of, &kept)| Cow::Borrowed(reason(of, kept))).collect();
    let estimate = Estimate { probabilities: &probabilities, page_types, leads: &leads, favor };
    apply(page, &mut verdict, estimate, rules);
    let spared = late.filter(|_| !is_unsure);
    Choice { verdict, others, page_types, probabilities, spared }
}

/// Returns the confidence that the kept paragraphs are the main content, 0 to 1.
pub(super) fn confidence(
    model: &Model,
    probabilities: &[f64],
    lengths: &[f64],
    kept: &[bool],
) -> f64 {
    model.calibrated(expected_f1(probabilities, lengths, kept))
}

/// Inserts the verdict of the late engine among those of the others.
pub(super) fn insert_late(verdicts: &mut Vec<Verdict>, late: Verdict) {
    let place = |verdict: &Verdict| {
        ENGINES.iter().position(|engine| engine.as_str() == verdict.engine).unwrap_or_default()
    };
    let at = verdicts.partition_point(|verdict| place(verdict) < place(&late));
    verdicts.insert(at, late);
}

/// Returns true if the text, which is best with these paragraphs, might be better with the verdict
/// of the late engine.
fn is_unsure(judgement: &Judgement, lengths: &[f64], kept: &[bool]) -> bool {
    // Without types, no engine keeps anything.
    let Some(types) = judgement.page_types else { return true };
    let of_types: f64 = LATE_TYPES.iter().map(|&of| types.probability(of)).sum();
    of_types >= MIN_LATE_TYPE && expected_f1(&judgement.probabilities, lengths, kept) < SURE
}

/// Returns the characters of each paragraph.
pub(super) fn lengths(page: &Page) -> Vec<f64> {
    page.paragraphs().iter().map(|paragraph| f64::from(paragraph.text_chars)).collect()
}

/// Returns which of this many paragraphs more than half of the engines keep.
fn kept_by_most(verdicts: &[Verdict], paragraphs: usize) -> Vec<bool> {
    let votes = |at: usize| verdicts.iter().filter(|verdict| verdict.kept[at]).count();
    (0..paragraphs).map(|at| 2 * votes(at) > verdicts.len()).collect()
}

/// Returns the reason to keep or drop a paragraph with this probability to be content.
fn reason(probability: f64, kept: bool) -> &'static str {
    match (probability, kept) {
        (0.9.., _) => "surely content",
        (0.5.., true) => "probably content",
        (0.5.., false) => "in doubt, and dropped",
        (_, true) => "in doubt, and kept",
        (0.1.., false) => "probably boilerplate",
        _ => "surely boilerplate",
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    #[test]
    fn late_verdicts_take_their_place() {
        let page = Page::measure(Parser::default().parse("<p>One"));
        let of = |name: &'static str| Verdict::nothing(name, &page);
        for (engines, expected) in [
            (&["justext", "density", "selectors"][..], &["justext", "readability", "density"][..]),
            (&["density"], &["readability", "density"]),
            (&["model", "justext"], &["model", "justext", "readability"]),
            (&[], &["readability"]),
        ] {
            let mut verdicts: Vec<Verdict> = engines.iter().map(|&name| of(name)).collect();
            insert_late(&mut verdicts, of("readability"));
            let names: Vec<_> = verdicts.iter().map(|verdict| &*verdict.engine).collect();
            assert_eq!(names[..expected.len()], *expected);
        }
    }

    #[test]
    fn most_are_more_than_half() {
        let page = Page::measure(Parser::default().parse("<p>One<p>Two"));
        let verdicts = ["++", "++", "+-", "--"].map(|kept| {
            let mut verdict = Verdict::nothing("test", &page);
            verdict.kept = kept.chars().map(|c| c == '+').collect();
            verdict
        });
        assert_eq!(kept_by_most(&verdicts, 2), [true, false]);
        assert_eq!(kept_by_most(&verdicts[..3], 2), [true, true]);
        assert_eq!(kept_by_most(&[], 2), [false, false]);
    }
}
