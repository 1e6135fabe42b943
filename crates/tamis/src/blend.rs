//! Blends: they decide among the verdicts of several engines about one page.
//!
//! Engines do not know each other. A blend gets their finished verdicts, chooses one of them, and
//! gives a confidence for each.

pub mod auto;
mod overlap;
mod page_prior;
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
            Blend::Smart(_) => smart::ENGINES,
        }
    }

    /// Ranks the verdicts of the blend's engines, given in the order of [`Blend::engines`].
    pub(crate) fn rank(self, page: &Page, verdicts: &[Verdict]) -> Ranking {
        match self {
            Blend::Auto => auto::rank(page, verdicts),
            Blend::Smart(config) => smart::rank(page, verdicts, config),
        }
    }
}
