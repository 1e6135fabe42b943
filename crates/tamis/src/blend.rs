//! Blends: they decide among the verdicts of several engines about one page.
//!
//! Engines do not know each other. A blend gets their finished verdicts, decides, and gives a
//! rating for each.

mod announced;
pub mod auto;
mod overlap;
mod page_prior;
mod repair;
mod shell;
pub mod smart;

use std::sync::Arc;

use crate::engine::EngineName;
use crate::engine::model::{LATE_ENGINE, Model};
use crate::metadata::Metadata;
use crate::page::Page;
use crate::signals::PageTypes;
use crate::verdict::Verdict;

pub use overlap::{Kept, Overlap};
pub use page_prior::page_prior;
pub(crate) use repair::complete_thread;

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
    Auto { model: Option<Arc<Model>>, favor: auto::Favor, is_fast: bool },
    /// See [`smart`].
    Smart(smart::Config),
}

impl Blend {
    /// The engines of the blend, at least one.
    pub(crate) fn engines(&self) -> &'static [EngineName] {
        match self {
            Blend::Auto { is_fast: false, .. } => auto::ENGINES,
            Blend::Auto { is_fast: true, .. } => auto::FAST_ENGINES,
            Blend::Smart(_) => smart::ENGINES,
        }
    }

    /// The model that decides, if one does.
    pub(crate) fn model(&self) -> Option<&Model> {
        match self {
            Blend::Auto { model, .. } => Some(or_builtin(model.as_ref())),
            Blend::Smart(_) => None,
        }
    }

    /// Returns the choice among the verdicts of the [engines](Blend::engines), which `judge` gives.
    /// An engine that cannot change the choice is not asked.
    pub(crate) fn choose(
        &self,
        page: &Page,
        mut judge: impl FnMut(EngineName) -> Verdict,
    ) -> Choice {
        let mut judge = |engine| as_part(judge(engine));
        match self {
            Blend::Auto { model, favor, is_fast } => {
                let late = (!is_fast).then_some(LATE_ENGINE);
                auto::choose(page, &mut judge, late, or_builtin(model.as_ref()), *favor)
            }
            Blend::Smart(config) => {
                smart::choose(page, smart::ENGINES.iter().copied().map(judge).collect(), *config)
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
