//! The parts of an extraction that are computed on first use.

use std::sync::OnceLock;

use crate::metadata::Metadata;
use crate::page::Warning;
use crate::signals::Signals;
use crate::verdict::Verdict;

/// The parts of an extraction that are computed on first use, because most callers need few of
/// them. For example, a caller that only wants the text does not wait for dates and authors.
///
/// Each is computed once, also if several threads ask at the same time.
#[derive(Clone, Debug, Default)]
pub(super) struct Deferred {
    /// The text with the added title.
    pub(super) text: OnceLock<String>,
    pub(super) metadata: OnceLock<Metadata>,
    pub(super) signals: OnceLock<Signals>,
    /// The verdict with the lead image, or `None` if there is none.
    pub(super) with_lead_image: OnceLock<Option<Box<Verdict>>>,
    /// The verdicts of all other engines, if the blend spared one.
    pub(super) others: OnceLock<Vec<Verdict>>,
    /// The decision's warnings and the one about a format that was cut, once it was.
    pub(super) warnings: OnceLock<Vec<Warning>>,
}
