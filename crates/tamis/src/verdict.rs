//! The contract between engines and renderers.

use std::borrow::Cow;

use tamis_dom::NodeId;
use tamis_stoplists::Stoplist;

use crate::metadata::Metadata;
use crate::page::{Language, NodeSet, Page, Paragraph, Warning};
use crate::threads::Post;

/// Facts that an engine gets in addition to the page.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Context<'c> {
    /// The page's language, or `None` if neither the page nor its text tells.
    pub language: Option<&'c Language>,
    /// The stopwords of the language, or `None` if there is no list for it.
    pub stoplist: Option<&'c Stoplist>,
}

/// One engine's answer about one page: the paragraphs and nodes it keeps, its confidence and its
/// reasons.
///
/// Starts as [`Verdict::nothing`]; an engine then keeps paragraphs with [`Verdict::keep`].
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::{Page, Verdict, render};
///
/// let page = Page::measure(Parser::default().parse("<nav>Home</nav><p>Bread rises."));
/// let mut verdict = Verdict::nothing("last-one", &page);
/// verdict.keep(1, "the last paragraph");
/// assert_eq!(render::text(&page, &verdict), "Bread rises.");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Verdict {
    /// The name of the engine.
    pub engine: Cow<'static, str>,
    /// For each paragraph of the page, in the page's order: true if it is kept.
    pub kept: Vec<bool>,
    /// For each paragraph, the engine's reason to keep or drop it. Empty if it gives none.
    pub reasons: Vec<Cow<'static, str>>,
    /// The engine's own estimate of the probability that the verdict is right, 0 to 1. `None` if it
    /// has none: [`Extraction::confidence`](crate::Extraction::confidence) then comes from the page
    /// alone.
    pub confidence: Option<f64>,
    /// The confidence of a blend in this engine's verdict, 0 to 1, which can be compared with that
    /// in other verdicts about the page. `None` outside of blends.
    pub rating: Option<f64>,
    /// The elements and text nodes that are kept, if the engine chooses nodes: text nodes of a kept
    /// paragraph that are not in the set are dropped. `None` if the engine chooses paragraphs
    /// alone.
    pub nodes: Option<NodeSet>,
    /// True if words are joined as in jusText ([`Page::joined_text`]), which its engine needs to be
    /// exact. False otherwise: words that a browser shows apart stay apart.
    pub joins_words: bool,
    /// The page's title, author and so on, if the engine finds them. Empty for most engines.
    pub metadata: Metadata,
    /// The lead image: the element that shows the page's picture between the title and the text, or
    /// just above the title. Formats with images write it though its neighbours are not kept.
    /// `None` in the verdicts of engines.
    pub(crate) lead_image: Option<NodeId>,
    /// The posts of the thread, if what is kept is from one: formats with headings write the kept
    /// ones one by one. Empty for most pages, and in the verdicts of engines.
    pub posts: Vec<Post>,
    /// True if tab panels begin with the labels of their tabs, and images have their captions, in
    /// formats that can mark them, labels are apart from their values, numbers that items have in
    /// their text are written once, and copies for other screens are left out. False in the
    /// verdicts of engines.
    pub has_labels: bool,
    /// Doubts of the engine. Empty for most pages.
    pub warnings: Vec<Warning>,
    /// For each paragraph, one more than the number of the rule that changed it last, or 0. Empty
    /// in the verdicts of engines.
    pub(crate) by_rule: Vec<u8>,
}

impl Verdict {
    /// Returns the verdict that keeps no paragraph of this page and gives no reasons.
    pub fn nothing(engine: impl Into<Cow<'static, str>>, page: &Page) -> Verdict {
        let paragraphs = page.paragraphs().len();
        Verdict {
            engine: engine.into(),
            kept: vec![false; paragraphs],
            reasons: vec![Cow::Borrowed(""); paragraphs],
            confidence: None,
            rating: None,
            nodes: None,
            joins_words: false,
            metadata: Metadata::default(),
            lead_image: None,
            posts: Vec::new(),
            has_labels: false,
            warnings: Vec::new(),
            by_rule: Vec::new(),
        }
    }

    /// Returns the verdict that keeps every paragraph of this page.
    pub fn everything(engine: impl Into<Cow<'static, str>>, page: &Page) -> Verdict {
        let mut verdict = Verdict::nothing(engine, page);
        verdict.kept.fill(true);
        verdict
    }

    /// Keeps the paragraph at this index of [`Page::paragraphs`].
    ///
    /// # Panics
    ///
    /// If the page has no such paragraph.
    pub fn keep(&mut self, paragraph: usize, reason: impl Into<Cow<'static, str>>) {
        self.set(paragraph, true, reason);
    }

    /// Keeps or drops the paragraph at this index of [`Page::paragraphs`].
    ///
    /// # Panics
    ///
    /// If the page has no such paragraph.
    pub fn set(&mut self, paragraph: usize, kept: bool, reason: impl Into<Cow<'static, str>>) {
        self.kept[paragraph] = kept;
        self.reasons[paragraph] = reason.into();
    }

    /// Restricts the verdict to these elements and text nodes. See [`Verdict::nodes`].
    #[must_use]
    pub fn with_nodes(mut self, nodes: NodeSet) -> Verdict {
        self.nodes = Some(nodes);
        self
    }

    /// Sets the confidence, 0 to 1.
    #[must_use]
    pub fn with_confidence(mut self, confidence: f64) -> Verdict {
        self.confidence = Some(confidence);
        self
    }

    /// Returns the blend's rating of the verdict, or else the engine's own confidence in it.
    ///
    /// ```
    /// use tamis::dom::Parser;
    /// use tamis::{Page, Verdict};
    /// let page = Page::measure(Parser::default().parse("<p>One"));
    /// let mut verdict = Verdict::everything("all", &page).with_confidence(0.9);
    /// assert_eq!(verdict.rated_confidence(), Some(0.9));
    /// verdict.rating = Some(0.4);
    /// assert_eq!(verdict.rated_confidence(), Some(0.4));
    /// ```
    pub fn rated_confidence(&self) -> Option<f64> {
        self.rating.or(self.confidence)
    }

    /// Returns the text of a paragraph, with words joined or apart as this verdict says.
    pub(crate) fn text_of<'p>(&self, page: &'p Page, paragraph: &Paragraph) -> &'p str {
        if self.joins_words { page.joined_text(paragraph) } else { page.paragraph_text(paragraph) }
    }
}

/// A page and a verdict about it: what a renderer writes.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::{Page, Selection, Verdict};
///
/// let page = Page::measure(Parser::default().parse("<p>One<p>Two"));
/// let verdict = Verdict::everything("all", &page);
/// assert_eq!(Selection::new(&page, &verdict).text(), "One\n\nTwo");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Selection<'p> {
    page: &'p Page,
    verdict: &'p Verdict,
}

impl<'p> Selection<'p> {
    /// Returns the selection of a verdict about this page.
    pub fn new(page: &'p Page, verdict: &'p Verdict) -> Selection<'p> {
        Selection { page, verdict }
    }

    /// Returns the page.
    pub fn page(self) -> &'p Page {
        self.page
    }

    /// Returns the verdict about the page.
    pub fn verdict(self) -> &'p Verdict {
        self.verdict
    }
}
