//! Blends: they decide among the verdicts of several engines about one page.
//!
//! Engines do not know each other. A blend gets their finished verdicts, chooses one of them or
//! decides itself, and gives a confidence for each.

pub mod auto;
pub mod model;
mod overlap;
mod page_prior;
mod repair;
pub mod smart;

use crate::engine::EngineName;
use crate::page::Page;
use crate::verdict::Verdict;

pub use overlap::{Kept, Overlap};
pub use page_prior::page_prior;

/// A blend with its parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Blend {
    /// See [`auto`].
    Auto,
    /// See [`model`].
    Model(model::Favor),
    /// See [`smart`].
    Smart(smart::Config),
}

/// The order of a blend's preference.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ranking {
    /// The index of the best verdict.
    pub(crate) best: usize,
    /// The confidence in each verdict, 0 to 1.
    pub(crate) confidences: Vec<f64>,
}

impl Blend {
    /// The engines to run, at least one.
    pub(crate) fn engines(self) -> &'static [EngineName] {
        match self {
            Blend::Auto => auto::ENGINES,
            Blend::Model(_) => model::ENGINES,
            Blend::Smart(_) => smart::ENGINES,
        }
    }

    /// Returns the decision, and sets the confidence of each verdict. If it is one of the verdicts,
    /// it is removed from them. `verdicts` are those of [`Blend::engines`], in their order.
    pub(crate) fn decide(self, page: &Page, verdicts: &mut Vec<Verdict>) -> Verdict {
        let ranking = match self {
            Blend::Auto => auto::rank(page, verdicts),
            Blend::Smart(config) => smart::rank(page, verdicts, config),
            Blend::Model(favor) => return model::decide(page, verdicts, favor),
        };
        for (verdict, confidence) in verdicts.iter_mut().zip(ranking.confidences) {
            verdict.confidence = Some(confidence);
        }
        verdicts.remove(ranking.best)
    }
}
