//! CETD, which finds content where text is dense, and a simpler score.
//!
//! A menu has many tags and little text, an article has few tags and much text. So the number of
//! characters per tag tells them apart without any word or class name, in any language and on any
//! site. For example, the item `<li><a>Home</a></li>` has 4 characters for one tag inside it, a
//! density of 4; a paragraph of 300 characters with one link has a density of 300.
//!
//! [`Density`] uses a finer measure, which also looks at how few of the characters and tags are
//! links ([`composite_text_density`]). From it the content is found in three steps:
//!
//! 1. Each element gets the sum of its children's densities. The element with the highest sum
//!    contains the content as a whole. A sum is used because a single dense paragraph has the
//!    highest density of all, but is only a part.
//! 2. The threshold is the lowest density on the way from this element up to the body, times a
//!    factor. An element that is at least as dense may be content.
//! 3. In each element above the threshold, the one with the highest sum is kept with everything in
//!    it, so that a short line between two long paragraphs is not lost.
//!
//! Deviations from the paper, each of which [`Config::paper`] turns off: elements that declare
//! themselves not to be content, such as `<nav>`, are left out before anything is counted
//! ([`Config::skip_landmarks`]); and the factor is .7 instead of 1, because content that is
//! slightly less dense than the rest is lost otherwise.
//!
//! Source: Sun, Song, Liao, "DOM Based Content Extraction via Text Density" (SIGIR 2011).

mod blocks;
mod config;
mod formula;
mod landmark;
mod outline;
mod selection;
mod simple;

pub use config::{Config, Measure};
pub use formula::{Counts, composite_text_density, text_density};
pub use simple::{MIN_BLOCK_CHARS, extract_by_density, score};

use crate::engine::{Engine, EngineName};
use crate::page::Page;
use crate::verdict::{Context, Verdict};
use blocks::{Blocks, confidence};
use outline::Outline;
use selection::Selection;

/// The CETD engine.
///
/// ```
/// use tamis::engine::density::Density;
/// use tamis::{Config, Extractor};
/// let page = "<nav><a href=/>Home</a> <a href=/a>About</a></nav><div><p>".to_owned()
///     + &"The text of the page is long and has no links in it. ".repeat(5)
///     + "</div><footer><a href=/1>More</a> <a href=/2>Even more</a></footer>";
/// let mut extractor = Extractor::with_engine(Density::default(), Config::default())?;
/// let extraction = extractor.extract(&page);
/// assert!(extraction.text().starts_with("The text") && extraction.text().ends_with("in it."));
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Density {
    config: Config,
}

impl Density {
    /// Creates the engine with these parameters.
    ///
    /// ```
    /// use tamis::engine::density::{Config, Density};
    /// let as_in_the_paper = Density::new(Config::paper());
    /// # let _ = as_in_the_paper;
    /// ```
    pub fn new(config: Config) -> Density {
        Density { config }
    }
}

impl Engine for Density {
    fn name(&self) -> &'static str {
        EngineName::Density.as_str()
    }

    fn uses_stopwords(&self) -> bool {
        false
    }

    fn judge(&self, page: &Page, _context: &Context<'_>) -> Verdict {
        let mut verdict = Verdict::nothing(EngineName::Density.as_str(), page);
        let Some(body) = page.document().body() else { return verdict };
        let outline = Outline::of(page, body, self.config.skip_landmarks);
        let selection = Selection::of(&outline, &self.config);
        let blocks = Blocks::new(page, &outline, &selection);
        blocks.judge_paragraphs(&mut verdict);
        verdict.confidence = Some(confidence(&outline, &selection));
        verdict.nodes = Some(blocks.nodes);
        verdict
    }
}

#[cfg(test)]
mod tests;
