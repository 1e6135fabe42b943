//! The engines. Each reads a page and decides which paragraphs are its main content.

pub mod density;
pub mod justext;
pub mod model;
mod name;
pub mod readability;
pub mod selectors;
mod table;

pub use name::EngineName;
pub(crate) use table::with_engines;

use crate::page::Page;
pub use crate::verdict::{Context, Verdict};

/// An engine: reads a [`Page`] and returns a [`Verdict`]. It changes nothing and calls no other
/// engine.
///
/// You can write your own engine and use it like the built-in ones:
///
/// ```
/// use tamis::engine::{Context, Engine, Verdict};
/// use tamis::{Config, Extractor, Page};
///
/// /// Keeps paragraphs of more than five words.
/// struct LongEnough;
///
/// impl Engine for LongEnough {
///     fn name(&self) -> &str {
///         "long-enough"
///     }
///
///     fn judge(&self, page: &Page, _context: &Context<'_>) -> Verdict {
///         let mut verdict = Verdict::nothing("long-enough", page);
///         for (index, paragraph) in page.paragraphs().iter().enumerate() {
///             if paragraph.words > 5 {
///                 verdict.keep(index, "more than five words");
///             }
///         }
///         verdict
///     }
/// }
///
/// let mut extractor = Extractor::with_engine(LongEnough, Config::default()).unwrap();
/// let extraction = extractor.extract("<nav>Home</nav><p>One two three four five six.");
/// assert_eq!(extraction.text(), "One two three four five six.");
/// assert_eq!(extraction.strategy_used(), "long-enough");
/// ```
pub trait Engine: Send + Sync {
    /// Returns the engine's name, as [`crate::Extraction::strategy_used`] shows it.
    fn name(&self) -> &str;

    /// Returns true if the engine reads the stopwords of the [context](Context). An extraction then
    /// warns if there are none for the page. The default is true.
    fn uses_stopwords(&self) -> bool {
        true
    }

    /// Judges the page: which paragraphs to keep, why, and how sure the engine is.
    fn judge(&self, page: &Page, context: &Context<'_>) -> Verdict;
}

#[cfg(all(test, feature = "serde"))]
mod config_tests;
