//! The decision between the verdicts of several engines about one page.
//!
//! Engines know nothing of one another. A blend gets their finished verdicts, chooses one of them, and says how sure it is.

pub mod auto;

use std::fmt;

use crate::engine::{EngineName, Verdict};
use crate::page::Page;

/// What a blend decided.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Choice {
    /// The place of the verdict among those that it was given.
    pub index: usize,
    /// How sure it is of this verdict, 0 to 1.
    pub confidence: f64,
}

/// A way to decide between verdicts.
#[derive(Clone, Copy)]
pub(crate) struct Blend {
    pub(crate) name: EngineName,
    /// The engines whose verdicts are looked at; at least one.
    pub(crate) engines: &'static [EngineName],
    /// Decides between verdicts of these engines, in their order.
    pub(crate) choose: fn(&Page, &[Verdict]) -> Choice,
}

impl fmt::Debug for Blend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blend").field("name", &self.name).finish_non_exhaustive()
    }
}
