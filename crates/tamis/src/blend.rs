//! Blends: they decide among the verdicts of several engines about one page.
//!
//! Engines do not know each other. A blend gets their finished verdicts, decides, and gives a
//! confidence for each.

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
use crate::page::Page;
use crate::signals::PageTypes;
use crate::verdict::Verdict;

pub use overlap::{Kept, Overlap};
pub use page_prior::page_prior;
pub(crate) use repair::complete_thread;

/// The decision of a blend about a page.
pub(crate) struct Decided {
    pub(crate) verdict: Verdict,
    /// The types of the page, if a model looked at it.
    pub(crate) page_types: Option<PageTypes>,
    /// The probability of each paragraph to be main content; empty without a model.
    pub(crate) probabilities: Vec<f64>,
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

    /// The engine that [`Blend::decide`] runs itself, if it needs it.
    pub(crate) fn late_engine(&self) -> Option<EngineName> {
        match self {
            Blend::Auto { is_fast: false, .. } => Some(LATE_ENGINE),
            Blend::Auto { is_fast: true, .. } | Blend::Smart(_) => None,
        }
    }

    /// The model that decides, if one does.
    pub(crate) fn model(&self) -> Option<&Model> {
        match self {
            Blend::Auto { model, .. } => Some(or_builtin(model.as_ref())),
            Blend::Smart(_) => None,
        }
    }

    /// Returns the decision, and sets the confidence of each verdict. If it is one of the verdicts,
    /// it is removed from them. `verdicts` are those of [`Blend::engines`], in their order, without
    /// that of [`Blend::late_engine`], which `late` returns. It is added if it has a part in the
    /// decision.
    pub(crate) fn decide(
        &self,
        page: &Page,
        verdicts: &mut Vec<Verdict>,
        late: Option<impl FnOnce() -> Verdict>,
    ) -> Decided {
        match self {
            Blend::Auto { model, favor, .. } => {
                auto::decide(page, verdicts, late, or_builtin(model.as_ref()), *favor)
            }
            Blend::Smart(config) => {
                let verdict = smart::decide(page, verdicts, *config);
                Decided { verdict, page_types: None, probabilities: Vec::new() }
            }
        }
    }

    /// Adds the verdict of [`Blend::late_engine`], which had no part in the decision, to those of
    /// the other engines, and sets its confidence. `probabilities` are those of the decision.
    pub(crate) fn add_late(
        &self,
        page: &Page,
        verdicts: &mut Vec<Verdict>,
        mut late: Verdict,
        probabilities: &[f64],
    ) {
        if let Some(model) = self.model() {
            let lengths = auto::lengths(page);
            late.confidence = Some(auto::confidence(model, probabilities, &lengths, &late.kept));
        }
        auto::insert_late(verdicts, late);
    }
}

fn or_builtin(model: Option<&Arc<Model>>) -> &Model {
    match model {
        Some(model) => model,
        None => Model::builtin(),
    }
}
