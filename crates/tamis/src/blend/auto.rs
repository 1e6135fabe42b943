//! The blend `auto`: all engines run, and the [model](crate::engine::model) decides per paragraph
//! with their verdicts as hints.
//!
//! The kept paragraphs are those with the highest expected F1. If that is very low, those are kept
//! that most engines keep; often there are none, as the page has no main content. The selection is
//! then repaired, so that a reader finds what belongs together: headings go with their text, tables
//! and code are whole. The confidence is the expected F1, calibrated on pages of sites that the
//! model was not trained on.

use std::borrow::Cow;

use super::repair::{keep_lead, repair};
use super::shell::drop_shell;
use crate::engine::EngineName;
use crate::engine::model::{Judgement, Model, best_set, expected_f1};
use crate::page::Page;
use crate::signals::PageTypes;
use crate::verdict::Verdict;

/// The engines that the blend runs, in this order.
pub const ENGINES: &[EngineName] = EngineName::ALL;

/// The engines that the blend runs if it is to be fast. Readability takes more time than these
/// three.
pub const FAST_ENGINES: &[EngineName] =
    &[EngineName::Justext, EngineName::Density, EngineName::Selectors];

/// The lowest expected F1 of a text, 0 to 1. Below it, only what most engines keep is kept. Of the
/// 9 pages of `wcxb-dev` below that have text, 5 have no main content, and most engines agree on
/// none of it; on two of the others they do, with a mean F1 of 0.62 (cross-validated). Not used to
/// favour recall.
const MIN_EXPECTED_F1: f64 = 0.3;

/// The name of the blend's verdict: it is the model's.
pub const NAME: &str = "model";

/// The measure that the blend favours when it chooses paragraphs.
///
/// ```
/// use tamis::blend::auto::Favor;
/// let config = tamis::Config::default().favor(Favor::Precision);
/// assert_eq!(config.favor, Favor::Precision);
/// assert_eq!("recall".parse(), Ok(Favor::Recall));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Favor {
    /// The highest expected F1.
    #[default]
    Balanced,
    /// Less boilerplate: doubtful paragraphs are dropped.
    Precision,
    /// Less lost text: doubtful paragraphs are kept.
    Recall,
}

impl Favor {
    /// Every value.
    pub const ALL: &[Favor] = &[Favor::Balanced, Favor::Precision, Favor::Recall];

    /// Returns the name, in lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Favor::Balanced => "balanced",
            Favor::Precision => "precision",
            Favor::Recall => "recall",
        }
    }

    /// Returns the cost of a kept character, relative to that for the highest expected F1.
    const fn bias(self) -> f64 {
        match self {
            Favor::Balanced => 1.0,
            Favor::Precision => 2.0,
            Favor::Recall => 0.4,
        }
    }
}

impl std::str::FromStr for Favor {
    type Err = crate::Error;

    fn from_str(name: &str) -> Result<Favor, crate::Error> {
        let found = Favor::ALL.iter().find(|favor| favor.as_str() == name);
        found.copied().ok_or_else(|| {
            let expected = "expected balanced, precision or recall";
            crate::Error::config(format!("cannot favor `{name}`: {expected}"))
        })
    }
}

/// Returns the model's verdict and the types of the page. Sets the confidence of the engines'
/// verdicts, which are those of [`ENGINES`] or [`FAST_ENGINES`].
pub(super) fn decide(
    page: &Page,
    verdicts: &mut [Verdict],
    model: &Model,
    favor: Favor,
) -> (Verdict, Option<PageTypes>) {
    let mut verdict = Verdict::nothing(NAME, page);
    let Judgement { probabilities, page_types, leads } = model.judge_of(page).judge(verdicts);
    let lengths: Vec<f64> =
        page.paragraphs().iter().map(|paragraph| f64::from(paragraph.text_chars)).collect();
    let confidence = |kept: &[bool]| model.calibrated(expected_f1(&probabilities, &lengths, kept));
    for verdict in verdicts.iter_mut() {
        verdict.confidence = Some(confidence(&verdict.kept));
    }
    verdict.kept = best_set(&probabilities, &lengths, favor.bias());
    let expected = expected_f1(&probabilities, &lengths, &verdict.kept);
    if expected < MIN_EXPECTED_F1 && favor != Favor::Recall {
        verdict.kept = kept_by_most(verdicts, lengths.len());
    }
    verdict.confidence = Some(confidence(&verdict.kept));
    let decisions = probabilities.iter().zip(&verdict.kept);
    verdict.reasons = decisions.map(|(&of, &kept)| Cow::Borrowed(reason(of, kept))).collect();
    keep_lead(page, &mut verdict, leads.into_iter());
    let page_type = page_types.map(|types| types.most_probable());
    repair(page, &mut verdict, &probabilities, page_type);
    if favor != Favor::Recall {
        drop_shell(page, &mut verdict);
    }
    (verdict, page_types)
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
