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
use crate::engine::model::Model;
use crate::page::Page;
use crate::signals::PageTypes;
use crate::verdict::Verdict;

pub use overlap::{Kept, Overlap};
pub use page_prior::page_prior;
pub(crate) use repair::complete_thread;

/// A blend with its parameters.
#[derive(Clone, Debug)]
pub(crate) enum Blend {
    /// See [`auto`]. Without a model, that of the library decides.
    Auto { model: Option<Arc<Model>>, favor: auto::Favor, is_fast: bool },
    /// See [`smart`].
    Smart(smart::Config),
}

impl Blend {
    /// The engines to run, at least one.
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

    /// Returns the decision, and sets the confidence of each verdict. If it is one of the verdicts,
    /// it is removed from them. `verdicts` are those of [`Blend::engines`], in their order.
    pub(crate) fn decide(
        &self,
        page: &Page,
        verdicts: &mut Vec<Verdict>,
    ) -> (Verdict, Option<PageTypes>) {
        match self {
            Blend::Auto { model, favor, .. } => {
                auto::decide(page, verdicts, or_builtin(model.as_ref()), *favor)
            }
            Blend::Smart(config) => (smart::decide(page, verdicts, *config), None),
        }
    }
}

fn or_builtin(model: Option<&Arc<Model>>) -> &Model {
    match model {
        Some(model) => model,
        None => Model::builtin(),
    }
}
