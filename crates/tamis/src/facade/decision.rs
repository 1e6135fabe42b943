//! The decision about one page.

use super::engines::Spared;
use super::stated::Stated;
use crate::page::{Language, Warning};
use crate::signals::PageTypes;
use crate::verdict::Verdict;

/// The decision of an [`Extractor`](crate::Extractor) about one page: the verdict it chose, and
/// everything that was found on the way.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Decision {
    /// The chosen verdict.
    pub verdict: Verdict,
    /// The verdicts of the other engines of a blend, in the blend's order, with the blend's
    /// [rating](Verdict::rating) of each. Empty if a single engine or a site rule decided.
    pub others: Vec<Verdict>,
    /// The page's language, or `None` if it is unknown.
    pub language: Option<Language>,
    /// Doubts about the page and the verdict. Empty for most pages.
    pub warnings: Vec<Warning>,
    /// The probability of each type of page. `None` if no model looked at the page: the strategy is
    /// not [`Strategy::Auto`](crate::Strategy::Auto), a rule for the site decided, or no engine
    /// keeps anything.
    pub page_types: Option<PageTypes>,
    /// The readers' comments, none of which the chosen verdict keeps. `None` if they were not
    /// requested with [`Config::comments`](crate::Config::comments).
    pub comments: Option<Verdict>,
}

/// A decision, and what is needed to find what nobody has asked for yet.
pub(super) struct Settled {
    /// Without the metadata, the lead image, the comments, and the verdict of a spared engine.
    pub(super) decision: Decision,
    pub(super) stated: Stated,
    pub(super) spared: Option<Spared>,
}
