//! The result of an extraction.

use std::sync::OnceLock;

use tamis_dom::Encoding;

use super::decision::{Decision, Settled};
use super::deferred::Deferred;
use super::engines::Spared;
use super::page_json::{Content, TextSource};
use super::stated::Stated;
use crate::blend::page_prior;
use crate::engine::EngineName;
use crate::metadata::Metadata;
use crate::page::{Language, Page, Warning};
use crate::render;
use crate::signals::{PageType, PageTypes, Signals};
use crate::structure::hidden::hidden_chars_among;
use crate::threads::Post;
use crate::verdict::{Selection, Verdict};

/// The main content of a page.
///
/// It owns the page, so it can be rendered in any format: [`text`](Extraction::text),
/// [`markdown`](Extraction::markdown), [`html`](Extraction::html), [`xml`](Extraction::xml),
/// [`json`](Extraction::json). These methods use default options. The methods with `_with` at the
/// end of their names take options.
///
/// A page is much larger than its text. If you keep many results, keep what you need of each, and
/// give the page back with [`Extractor::recycle`](crate::Extractor::recycle).
///
/// ```
/// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
/// let page = format!("<html lang=en><title>Times</title><nav>Home</nav><p>{text}");
/// let extraction = tamis::extract(&page, &tamis::Config::default())?;
/// assert_eq!(extraction.text(), text.trim_end());
/// assert_eq!(extraction.title(), Some("Times"));
/// assert_eq!(extraction.language().unwrap().code(), "en");
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Extraction {
    /// The page that the chosen verdict is about.
    page: Page,
    /// The page as it was parsed, if `page` was made from its JSON.
    parsed_page: Option<Page>,
    text_source: TextSource,
    /// Without the verdict of the engine that the blend spared.
    pub(super) decision: Decision,
    spared: Option<Spared>,
    stated: Stated,
    /// The title that text, Markdown and fragments of HTML begin with, if the configuration adds
    /// it.
    pub(super) added_title: Option<String>,
    /// True if a lead image is searched for the formats with images.
    has_lead_image: bool,
    pub(super) deferred: Deferred,
}

/// The separator between an added title and the text.
pub(super) const BELOW_TITLE: &str = "\n\n";

/// A paragraph of the page, with the decision about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExtractedParagraph<'e> {
    /// The text, with white space collapsed and trimmed. Never empty.
    pub text: &'e str,
    /// True if the paragraph is main content.
    pub kept: bool,
    /// The engine's reason. Empty if it gives none.
    pub reason: &'e str,
    /// True if the paragraph is in a heading.
    pub in_heading: bool,
}

impl Extraction {
    /// Returns the extraction of a page by its elements. If `has_lead_image`, a lead image is
    /// searched when a format with images is written.
    pub(super) fn new(page: Page, settled: Settled, has_lead_image: bool) -> Extraction {
        let Settled { decision, stated, spared } = settled;
        Extraction {
            page,
            parsed_page: None,
            text_source: TextSource::Elements,
            decision,
            spared,
            stated,
            added_title: None,
            has_lead_image,
            deferred: Deferred::default(),
        }
    }

    /// Puts the content of the page's own JSON in the place of that of its elements.
    pub(super) fn replace_content(&mut self, content: Content) {
        let Content { source, page, mut verdict, text } = content;
        // The verdict about the elements is still one of the selections, with its picture.
        self.selection();
        self.has_lead_image = false;
        std::mem::swap(&mut self.decision.verdict, &mut verdict);
        let by_elements = match self.deferred.with_lead_image.take().flatten() {
            Some(pictured) => *pictured,
            None => verdict,
        };
        self.decision.others.insert(0, by_elements);
        self.text_source = source;
        self.deferred.text = OnceLock::from(text);
        self.parsed_page = Some(std::mem::replace(&mut self.page, page));
    }

    /// Returns where the text comes from: the page's elements or its own JSON. See
    /// [`Config::page_json`](crate::Config::page_json).
    ///
    /// ```
    /// use tamis::{Config, PageJson, TextSource};
    /// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
    /// let json = format!(r#"{{"@type": "NewsArticle", "articleBody": "{text}"}}"#);
    /// let page = format!("<div id=app></div><script type=application/ld+json>{json}</script>");
    /// let extraction = tamis::extract(&page, &Config::default().page_json(PageJson::Auto))?;
    /// assert_eq!(extraction.text_source(), TextSource::JsonLd);
    /// assert_eq!(extraction.text(), text.trim());
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn text_source(&self) -> TextSource {
        self.text_source
    }

    /// Returns the title: the engine's if it finds one, else the page's.
    ///
    /// ```
    /// let page = "<title>A café</title><p>It’s a café.";
    /// let extraction = tamis::extract(page, &tamis::Config::default())?;
    /// assert_eq!(extraction.title(), Some("A café"));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn title(&self) -> Option<&str> {
        self.stated.title()
    }

    /// Returns the title, authors, date and so on, each with its source. All but the title are
    /// found on the first call.
    ///
    /// ```
    /// let page = "<meta name=author content='Ann Miller'><p>Bread rises.";
    /// let extraction = tamis::extract(page, &tamis::Config::default())?;
    /// assert_eq!(extraction.metadata().byline.as_deref(), Some("Ann Miller"));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn metadata(&self) -> &Metadata {
        self.deferred.metadata.get_or_init(|| self.stated.metadata(self.parsed_page()))
    }

    /// Returns the page's language, or `None` if it is unknown.
    ///
    /// ```
    /// let page = "<html lang=pt-BR><p>Olá</p>";
    /// let extraction = tamis::extract(page, &tamis::Config::default())?;
    /// assert_eq!(extraction.language().map(|language| language.code()), Some("pt-BR"));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn language(&self) -> Option<&Language> {
        self.decision.language.as_ref()
    }

    /// Returns the encoding of the page, and how it was found.
    ///
    /// ```
    /// let page = b"<meta charset=windows-1251><p>\xcf\xf0\xe8\xe2\xe5\xf2";
    /// let extraction = tamis::extract(page.as_slice(), &tamis::Config::default())?;
    /// assert_eq!(extraction.encoding().name(), "windows-1251");
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn encoding(&self) -> Encoding {
        self.parsed_page().document().encoding()
    }

    /// Returns the name of the engine that decided: `model` for the blend `auto`, and the engine
    /// that it chose for the blend `smart`; `site-rules` if a rule for the page's site decided;
    /// `page-json` if the text comes from the page's own JSON.
    ///
    /// ```
    /// use tamis::{Config, Strategy};
    /// let extraction = tamis::extract("<p>One", &Config::default().strategy(Strategy::Density))?;
    /// assert_eq!(extraction.strategy_used(), "density");
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn strategy_used(&self) -> &str {
        &self.decision.verdict.engine
    }

    /// Returns the most probable type of the page, or `None` if [`Extraction::page_types`] does.
    ///
    /// ```
    /// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(9);
    /// let page = format!("<article><h1>Times</h1><p>{text}<p>{text}</article>");
    /// let extraction = tamis::extract(&*page, &tamis::Config::default())?;
    /// assert_eq!(extraction.page_type(), Some(tamis::PageType::Article));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn page_type(&self) -> Option<PageType> {
        self.page_types().map(|types| types.most_probable())
    }

    /// Returns the probability of each type of page. `None` if the learned model did not look at
    /// the page: the strategy is not [`Strategy::Auto`](crate::Strategy::Auto), a rule for the
    /// page's site decided, or no engine keeps anything.
    pub fn page_types(&self) -> Option<PageTypes> {
        self.decision.page_types
    }

    /// Returns the confidence that the text is the main content and all of it, 0 to 1. It is 0 if
    /// there is no main content.
    ///
    /// The blend [`auto`](crate::blend::auto) estimates the F1 of its text. A single engine rates
    /// its own verdict; if it cannot, the confidence is [`page_prior`].
    ///
    /// ```
    /// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(9);
    /// let page = format!("<article><h1>Times</h1><p>{text}<p>{text}</article>");
    /// let extraction = tamis::extract(&*page, &tamis::Config::default())?;
    /// assert!((0.0..=1.0).contains(&extraction.confidence()));
    /// let empty = tamis::extract("", &tamis::Config::default())?;
    /// assert!(empty.confidence() < extraction.confidence());
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn confidence(&self) -> f64 {
        // Text that is kept but hidden is not written.
        if !self.has_text() {
            return 0.0;
        }
        self.confidence_in(&self.decision.verdict)
    }

    /// Returns the confidence in one of the [`selections`](Extraction::selections), 0 to 1.
    pub fn confidence_in(&self, verdict: &Verdict) -> f64 {
        if !verdict.kept.contains(&true) {
            return 0.0;
        }
        verdict.rated_confidence().unwrap_or_else(|| page_prior(self.signals(), self.metadata()))
    }

    /// Returns the kind of page: a listing, needs JavaScript, for subscribers only. Computed on the
    /// first call, from the markup; if the learned model looked at the page, its
    /// [`page_types`](Extraction::page_types) say whether it is a listing.
    ///
    /// ```
    /// let page = "<meta name=article:content_tier content=metered><p>The first sentence.";
    /// let extraction = tamis::extract(page, &tamis::Config::default())?;
    /// let signals = extraction.signals();
    /// assert!(signals.paywalled.is_set() && !signals.needs_javascript.is_set());
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn signals(&self) -> &Signals {
        self.deferred.signals.get_or_init(|| {
            let signals = Signals::of(self.parsed_page());
            match self.page_types() {
                Some(types) => signals.typed(types),
                None => signals,
            }
        })
    }

    /// Returns the characters among the content that no reader of the page sees, so that no format
    /// has them: those of hidden elements between the first and the last kept paragraph. A page
    /// may hide instructions there for a model that reads it. Each call walks the page.
    ///
    /// ```
    /// let page = "<p>It was the best of times.<p hidden>Buy now.<p>It was the worst of times.";
    /// let config = tamis::Config::default().select(["body"]);
    /// let extraction = tamis::extract(page, &config)?;
    /// assert_eq!(extraction.hidden_chars(), 8);
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn hidden_chars(&self) -> u32 {
        hidden_chars_among(&self.page, &self.selection().verdict().kept)
    }

    /// Returns the doubts about this extraction. Empty for most pages. A format that would be much
    /// longer than the page is cut when it is written; from then on there is a
    /// [`Warning::OutputCut`].
    ///
    /// ```
    /// let extraction = tamis::extract("<p>One", &tamis::Config::default())?;
    /// for warning in extraction.warnings() {
    ///     eprintln!("{warning}");
    /// }
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn warnings(&self) -> &[Warning] {
        let pages = [Some(&self.page), self.parsed_page.as_ref()];
        let Some(warning) = pages.into_iter().flatten().find_map(Page::output_warning) else {
            return &self.decision.warnings;
        };
        self.deferred.warnings.get_or_init(|| {
            let mut warnings = self.decision.warnings.clone();
            warnings.push(warning);
            warnings
        })
    }

    /// Returns the chosen verdict with its page.
    ///
    /// ```
    /// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
    /// let page = format!("<nav>Home</nav><article><p>{text}</p></article>");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// assert_eq!(extraction.selection().text(), extraction.text());
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn selection(&self) -> Selection<'_> {
        let pictured = self.deferred.with_lead_image.get_or_init(|| self.with_lead_image());
        Selection::new(&self.page, pictured.as_deref().unwrap_or(&self.decision.verdict))
    }

    fn with_lead_image(&self) -> Option<Box<Verdict>> {
        if !self.has_lead_image {
            return None;
        }
        let verdict = &self.decision.verdict;
        let image = self.stated.image(&self.page);
        let found = render::lead_image(&self.page, verdict, self.title(), image.as_deref())?;
        Some(Box::new(Verdict { lead_image: Some(found), ..verdict.clone() }))
    }

    /// Returns the verdicts of all engines, each with its page: the chosen one first, then the
    /// others in the blend's order. For a single engine there is only its own. An engine that the
    /// blend did without runs on the first call.
    ///
    /// If the text comes from the page's own JSON, that comes first; the others are about
    /// [`Extraction::parsed_page`].
    ///
    /// ```
    /// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
    /// let page = format!("<nav>Home</nav><article><p>{text}</p></article>");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// let selections: Vec<_> = extraction.selections().collect();
    /// assert_eq!(selections.len(), 5);
    /// assert_eq!(selections[0].verdict().engine, extraction.strategy_used());
    /// assert!(selections.iter().all(|selection| selection.text() == extraction.text()));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn selections(&self) -> impl ExactSizeIterator<Item = Selection<'_>> {
        let others = self.others();
        // A range with an inclusive end has no exact size.
        let count = others.len() + 1;
        (0..count).map(move |index| match index.checked_sub(1) {
            None => self.selection(),
            Some(index) => Selection::new(self.parsed_page(), &others[index]),
        })
    }

    /// Returns the verdict of a built-in engine about [`Extraction::parsed_page`]. An engine that
    /// the blend did without runs on the first call; no other does. `None` if the strategy does
    /// not contain the engine, or a rule for the site decided.
    ///
    /// ```
    /// use tamis::engine::EngineName;
    /// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
    /// let page = format!("<nav>Home</nav><article><p>{text}</p></article>");
    /// let extraction = tamis::extract(&page, &tamis::Config::default().fast(true))?;
    /// let density = extraction.verdict_of(EngineName::Density).unwrap();
    /// assert_eq!(density.kept, [false, true]);
    /// assert!(extraction.verdict_of(EngineName::Readability).is_none());
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn verdict_of(&self, engine: EngineName) -> Option<&Verdict> {
        let known = std::iter::once(&self.decision.verdict).chain(&self.decision.others);
        let is_of = |verdict: &&Verdict| verdict.engine == engine.as_str();
        known.into_iter().find(is_of).or_else(|| {
            self.spared.as_ref().filter(|spared| spared.name == engine)?;
            self.others().iter().find(is_of)
        })
    }

    /// Returns the verdicts of the other engines.
    fn others(&self) -> &[Verdict] {
        let Some(spared) = &self.spared else { return &self.decision.others };
        let all = || spared.added_to(&self.decision.others, self.parsed_page());
        self.deferred.others.get_or_init(all)
    }

    /// Returns the readers' comments, none of which is in the content. They keep nothing if the
    /// page has none. `None` if they were not requested with
    /// [`Config::comments`](crate::Config::comments).
    ///
    /// ```
    /// let text = "It was the best of times, it was the worst of times. ".repeat(6);
    /// let comments = "<li class=comment>So true.<li class=comment>And how!";
    /// let comments = format!("<ol class=comment-list>{comments}</ol>");
    /// let page = format!("<html lang=en><article><p>{text}</article>{comments}");
    /// let extraction = tamis::extract(&page, &tamis::Config::default().comments(true))?;
    /// assert_eq!(extraction.text(), text.trim());
    /// assert_eq!(extraction.comments().unwrap().text(), "So true.\nAnd how!");
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn comments(&self) -> Option<Selection<'_>> {
        let comments = self.decision.comments.as_ref()?;
        Some(Selection::new(self.parsed_page(), comments))
    }

    /// Returns the posts of a thread, in the order of the page. Empty if the page is not a thread.
    ///
    /// A page is a thread if it has at least two posts, and posts hold most of what is kept. For an
    /// example see [`Post`].
    pub fn posts(&self) -> &[Post] {
        &self.decision.verdict.posts
    }

    /// Returns all paragraphs of [`Extraction::page`] in its order, kept or not.
    ///
    /// ```
    /// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
    /// let page = format!("<nav>Home</nav><article><p>{text}</p></article>");
    /// let extraction = tamis::extract(&page, &tamis::Config::default())?;
    /// let kept: Vec<_> = extraction.paragraphs().map(|paragraph| paragraph.kept).collect();
    /// assert_eq!(kept, [false, true]);
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn paragraphs(&self) -> impl ExactSizeIterator<Item = ExtractedParagraph<'_>> {
        let verdict = &self.decision.verdict;
        let paragraphs = self.page.paragraphs().iter().enumerate();
        paragraphs.map(move |(index, paragraph)| ExtractedParagraph {
            text: verdict.text_of(&self.page, paragraph),
            kept: verdict.kept.get(index).copied().unwrap_or(false),
            reason: verdict.reasons.get(index).map_or("", |reason| &**reason),
            in_heading: paragraph.in_heading,
        })
    }

    /// Returns the page that the text comes from: [`Extraction::parsed_page`], unless the text
    /// comes from the page's own JSON. Then it is a page made from that JSON.
    pub fn page(&self) -> &Page {
        &self.page
    }

    /// Returns the page as it was parsed. Signals, encoding and comments are about this page.
    pub fn parsed_page(&self) -> &Page {
        self.parsed_page.as_ref().unwrap_or(&self.page)
    }

    /// Returns true if the text is not empty. The text is not written for it.
    pub(super) fn has_text(&self) -> bool {
        match self.deferred.text.get() {
            Some(text) => !text.is_empty(),
            None => render::has_text(&self.page, &self.decision.verdict),
        }
    }

    /// Puts the title before the content, unless it is empty.
    pub(super) fn add_title(&mut self) {
        let Some(title) = self.stated.title().filter(|_| self.has_text()) else { return };
        let text = format!("{title}{BELOW_TITLE}{}", self.text());
        self.added_title = Some(title.to_owned());
        self.deferred.text = OnceLock::from(text);
    }

    /// Returns this extraction without the title that [`TitlePolicy::Add`] put before its content,
    /// and without its lead image. Meant for the further pages of an article.
    ///
    /// ```
    /// use tamis::{Config, TitlePolicy};
    /// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
    /// let page = format!("<title>Times, page 2</title><nav>Home</nav><p>{text}");
    /// let second = tamis::extract(&page, &Config::default().title(TitlePolicy::Add))?;
    /// assert!(second.markdown().starts_with("# Times, page 2\n\nIt was"));
    /// assert_eq!(second.without_added_title().text(), text.trim_end());
    /// # Ok::<(), tamis::Error>(())
    /// ```
    ///
    /// [`TitlePolicy::Add`]: crate::TitlePolicy::Add
    #[must_use]
    pub fn without_added_title(mut self) -> Extraction {
        if let Some(title) = self.added_title.take() {
            let text = self.text()[title.len() + BELOW_TITLE.len()..].to_owned();
            self.deferred.text = OnceLock::from(text);
        }
        self.has_lead_image = false;
        self.deferred.with_lead_image = OnceLock::new();
        self
    }

    /// Returns [`Extraction::page`] and drops everything else.
    pub fn into_page(self) -> Page {
        self.page
    }
}
