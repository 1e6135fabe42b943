//! The decision between the verdicts of several engines about one page.
//!
//! Engines know nothing of one another. A blend gets their finished verdicts, chooses one of them, and says how sure it is.

pub mod auto;
mod first_form;
mod overlap;
pub mod smart;

use std::fmt;

use crate::engine::{EngineName, Verdict};
use crate::page::Page;

pub use first_form::first_form;
pub use overlap::{Kept, Overlap};

/// What a blend decided.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choice {
    /// The place of the verdict among those that it was given.
    pub(crate) index: usize,
    /// How sure it is of each verdict, 0 to 1.
    pub(crate) confidences: Vec<f64>,
}

/// A way to decide between verdicts.
#[derive(Clone, Copy)]
pub(crate) struct Blend {
    pub(crate) name: EngineName,
    /// The engines whose verdicts are looked at; at least one.
    pub(crate) engines: &'static [EngineName],
    pub(crate) decision: Decision,
}

/// How a blend decides.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Decision {
    Auto,
    Smart(smart::Config),
}

impl Blend {
    /// Decides between verdicts of the blend's engines, in their order.
    pub(crate) fn choose(&self, page: &Page, verdicts: &[Verdict]) -> Choice {
        match self.decision {
            Decision::Auto => auto::choose(page, verdicts),
            Decision::Smart(config) => smart::choose(page, verdicts, config),
        }
    }
}

impl fmt::Debug for Blend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blend").field("name", &self.name).finish_non_exhaustive()
    }
}
