//! Content where the text lies dense: CETD, and a simple score beside it.
//!
//! [`Density`] measures for each element how many characters come on a tag, and how few of them are links; the sum of
//! the children's densities says which element holds the content as a whole. It knows no language and no site.
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

use crate::engine::{Context, Engine, Verdict};
use crate::page::Page;
use blocks::{Blocks, confidence};
use outline::Outline;
use selection::Selection;

/// The engine CETD.
///
/// ```
/// use tamis::engine::density::Density;
/// use tamis::{Config, Extractor};
/// let page = "<nav><a href=/>Home</a> <a href=/a>About</a></nav><div><p>".to_owned()
///     + &"The text of the page is long and has no links in it. ".repeat(5)
///     + "</div><footer><a href=/1>More</a> <a href=/2>Even more</a></footer>";
/// let mut extractor = Extractor::with_engine(Density::default(), Config::default())?;
/// let extraction = extractor.extract(&page)?;
/// assert!(extraction.text().starts_with("The text") && extraction.text().ends_with("in it."));
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Density {
    config: Config,
}

impl Density {
    /// The engine with these parameters.
    pub fn new(config: Config) -> Density {
        Density { config }
    }
}

impl Engine for Density {
    fn name(&self) -> &'static str {
        "density"
    }

    fn uses_stopwords(&self) -> bool {
        false
    }

    fn judge(&self, page: &Page, _context: &Context<'_>) -> Verdict {
        let mut verdict = Verdict::nothing(self.name(), page);
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
