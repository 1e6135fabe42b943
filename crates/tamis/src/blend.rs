//! Blends: they decide among the verdicts of several engines about one page.
//!
//! No engine is best on every page. jusText judges by length and stopwords, so it keeps prose in
//! any markup but often loses short lines, for example a list of ingredients. The selectors know
//! the markup of many systems, so they keep that list, but are poor where no rule fits. Density
//! finds the region with the most text, and takes the teasers in it, too. Readability is made for
//! pages with one article, so a listing misleads it.
//!
//! Engines do not know each other, so that each stays testable alone. A blend gets their finished
//! verdicts as values, decides, and rates each of them. There are two:
//!
//! - [`auto`] asks a learned model about every paragraph, with the verdicts as hints. It can keep
//!   the first half of one verdict and the second half of another.
//! - [`smart`] takes the verdict of one of two engines as a whole, by two simple rules. It is there
//!   for users who want a decision that can be explained in a sentence.
//!
//! A choice among whole verdicts is too coarse: a page's best verdict often has a menu in it, or
//! lacks a table. That is why `auto` decides per paragraph. `smart` reaches an F1 of .865 on
//! `wcxb-dev` (`records/2026-11-21-quality.md`), `auto` one of .888
//! (`records/2026-11-28-labels.md`, cross-validated).
//!
//! A blend asks for verdicts one by one, because an engine costs time. For example, `auto` does not
//! run Readability on three quarters of the pages.

mod announced;
mod appended;
mod asides;
pub mod auto;
mod bare_headings;
mod before_title;
mod between;
mod blocks;
#[cfg(test)]
mod check_rule;
mod code;
mod consent;
mod facts;
mod favor;
mod groups;
mod headed;
mod headings;
mod introductions;
mod kept_text;
mod labelled;
mod notes;
mod overlap;
mod page_prior;
mod parts;
mod permalink;
mod repeats;
mod rows;
pub mod rules;
mod shell;
mod sign_ups;
pub mod smart;
mod stated;
mod teasers;
mod together;

use std::sync::Arc;

use self::consent::without_consent;
use self::rules::RuleSet;
use crate::engine::EngineName;
use crate::engine::model::{LATE_ENGINE, Model};
use crate::metadata::Metadata;
use crate::page::Page;
use crate::signals::PageTypes;
use crate::verdict::Verdict;

pub use overlap::{Kept, Overlap};
pub use page_prior::page_prior;

/// The choice among the verdicts of engines about one page.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) verdict: Verdict,
    /// The verdicts of the other engines that had a part in it, in the blend's order.
    pub(crate) others: Vec<Verdict>,
    /// The types of the page, if a model looked at it.
    pub(crate) page_types: Option<PageTypes>,
    /// The probability of each paragraph to be main content; empty without a model.
    pub(crate) probabilities: Vec<f64>,
    /// The engine of the blend that was not asked, because its verdict would not have helped.
    pub(crate) spared: Option<EngineName>,
}

impl Choice {
    /// Returns the choice where there is only this verdict.
    pub(crate) fn alone(verdict: Verdict) -> Choice {
        let (others, probabilities) = (Vec::new(), Vec::new());
        Choice { verdict, others, page_types: None, probabilities, spared: None }
    }
}

/// A blend with its parameters.
#[derive(Clone, Debug)]
pub(crate) enum Blend {
    /// See [`auto`]. Without a model, that of the library decides.
    Auto { model: Option<Arc<Model>>, favor: auto::Favor, is_fast: bool, rules: RuleSet },
    /// See [`smart`].
    Smart(smart::Config),
}

impl Blend {
    /// Returns the engines of the blend, at least one.
    pub(crate) fn engines(&self) -> &'static [EngineName] {
        match self {
            Blend::Auto { is_fast: false, .. } => auto::ENGINES,
            Blend::Auto { is_fast: true, .. } => auto::FAST_ENGINES,
            Blend::Smart(_) => smart::ENGINES,
        }
    }

    /// Returns the model that decides, if one does.
    pub(crate) fn model(&self) -> Option<&Model> {
        match self {
            Blend::Auto { model, .. } => Some(or_builtin(model.as_ref())),
            Blend::Smart(_) => None,
        }
    }

    /// Returns the rules that run after the choice.
    pub(crate) fn rules(&self) -> RuleSet {
        match self {
            Blend::Auto { rules, .. } => *rules,
            Blend::Smart(_) => RuleSet::default(),
        }
    }

    /// Returns the choice among the verdicts of the [engines](Blend::engines), which `judge` gives.
    /// An engine that cannot change the choice is not asked.
    pub(crate) fn choose(
        &self,
        page: &Page,
        judge: impl Fn(&Page, EngineName) -> Verdict,
    ) -> Choice {
        match self {
            Blend::Auto { model, favor, is_fast, rules } => {
                let late = (!is_fast).then_some(LATE_ENGINE);
                let choose = |page: &Page| {
                    let mut judge = |engine| as_part(judge(page, engine));
                    let model = or_builtin(model.as_ref());
                    auto::choose(page, &mut judge, late, model, (*favor, *rules))
                };
                without_consent(page, choose(page), choose)
            }
            Blend::Smart(config) => {
                let verdicts = smart::ENGINES.iter().map(|&engine| as_part(judge(page, engine)));
                smart::choose(page, verdicts.collect(), *config)
            }
        }
    }

    /// Adds the verdict of the [spared](Choice::spared) engine to those of the others, and rates
    /// it. `probabilities` are those of the choice.
    pub(crate) fn add_spared(
        &self,
        page: &Page,
        verdicts: &mut Vec<Verdict>,
        spared: Verdict,
        probabilities: &[f64],
    ) {
        let mut spared = as_part(spared);
        if let Some(model) = self.model() {
            let lengths = auto::lengths(page);
            spared.rating = Some(auto::confidence(model, probabilities, &lengths, &spared.kept));
        }
        auto::insert_late(verdicts, spared);
    }
}

/// Returns the verdict of an engine as a part of a blend. Engines give no title or author there:
/// they must not depend on whose text is chosen. Joined words are also for an engine alone, to be
/// exact.
fn as_part(mut verdict: Verdict) -> Verdict {
    verdict.metadata = Metadata::default();
    verdict.joins_words = false;
    verdict
}

fn or_builtin(model: Option<&Arc<Model>>) -> &Model {
    match model {
        Some(model) => model,
        None => Model::builtin(),
    }
}
