//! Engines: each looks at a page and says which paragraphs are its main content.

pub mod density;
pub mod justext;
mod name;
pub mod readability;
pub mod selectors;

pub use name::{EngineName, UnknownEngine};
use tamis_stoplists::Stoplist;

use crate::extraction::Warning;
use crate::language::Language;
use crate::metadata::Metadata;
use crate::node_set::NodeSet;
use crate::page::Page;
use crate::paragraph::Paragraph;

/// An engine. It looks at a [`Page`] and answers with a [`Verdict`]; it changes nothing and calls no other engine.
///
/// An engine of your own works like the built-in ones:
///
/// ```
/// use tamis::engine::{Context, Engine, Verdict};
/// use tamis::{Config, Extractor, Page};
///
/// /// Keeps paragraphs of more than five words.
/// struct LongEnough;
///
/// impl Engine for LongEnough {
///     fn name(&self) -> &'static str {
///         "long-enough"
///     }
///
///     fn judge(&self, page: &Page, _context: &Context<'_>) -> Verdict {
///         let mut verdict = Verdict::nothing(self.name(), page);
///         for (index, paragraph) in page.paragraphs().iter().enumerate() {
///             if paragraph.words > 5 {
///                 verdict.kept[index] = true;
///                 verdict.reasons[index] = "more than five words";
///             }
///         }
///         verdict
///     }
/// }
///
/// let mut extractor = Extractor::with_engine(LongEnough, Config::default()).unwrap();
/// let extraction = extractor.extract("<nav>Home</nav><p>One two three four five six.").unwrap();
/// assert_eq!(extraction.text(), "One two three four five six.");
/// assert_eq!(extraction.strategy_used(), "long-enough");
/// ```
pub trait Engine: Send + Sync {
    /// The engine's name, as in [`crate::Extraction::strategy_used`].
    fn name(&self) -> &'static str;

    /// Whether it looks at the stopwords of the [context](Context): where there are none for a page, a warning says so.
    /// True unless an engine says otherwise.
    fn uses_stopwords(&self) -> bool {
        true
    }

    /// What the engine says about this page.
    fn judge(&self, page: &Page, context: &Context<'_>) -> Verdict;
}

/// What is known about a page beside the page itself.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Context<'c> {
    /// The page's language; `None` where neither the page nor its text tells.
    pub language: Option<&'c Language>,
    /// The stopwords of the language; `None` where there is no list.
    pub stoplist: Option<&'c Stoplist>,
}

/// One engine's answer about one page.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The engine.
    pub engine: &'static str,
    /// Whether each paragraph of the page is kept, in the page's order.
    pub kept: Vec<bool>,
    /// Why, for each paragraph.
    pub reasons: Vec<&'static str>,
    /// How sure the engine is, 0 to 1; `None` where it has no estimate of its own:
    /// [`Extraction::confidence`](crate::Extraction::confidence) goes by the page then.
    pub confidence: Option<f64>,
    /// The elements and text nodes of the document that are kept, where the engine chooses nodes; a kept paragraph
    /// then goes without its text nodes that are not among them. `None` where the engine chooses paragraphs alone.
    pub nodes: Option<NodeSet>,
    /// Whether the texts of whole paragraphs are joined as in jusText ([`Page::joined_text`]): its engine says so, to be exact.
    /// False elsewhere: words that a browser shows apart stay so.
    pub joins_words: bool,
    /// What the engine found out about the page as its title and its author; empty where it looks at the text alone.
    pub metadata: Metadata,
    /// Doubts of the engine; empty for most pages.
    pub warnings: Vec<Warning>,
}

impl Verdict {
    /// The text of a paragraph, joined as this verdict wants it.
    pub(crate) fn text_of<'p>(&self, page: &'p Page, paragraph: &Paragraph) -> &'p str {
        if self.joins_words { page.joined_text(paragraph) } else { page.paragraph_text(paragraph) }
    }

    /// The verdict that keeps no paragraph of this page.
    pub fn nothing(engine: &'static str, page: &Page) -> Verdict {
        let paragraphs = page.paragraphs().len();
        Verdict {
            engine,
            kept: vec![false; paragraphs],
            reasons: vec![""; paragraphs],
            confidence: None,
            nodes: None,
            joins_words: false,
            metadata: Metadata::default(),
            warnings: Vec::new(),
        }
    }
}
