//! The doors to the library: an extractor, and what it gives. The steps are in `pipeline`.

use std::fmt;
use std::sync::Arc;

use tamis_dom::Document;
use url::Url;

use super::config::Config;
use super::decision::Decision;
use super::engines::Engines;
use super::extraction::Extraction;
use super::pipeline::Pipeline;
use crate::engine::Engine;
use crate::error::Error;
use crate::metadata::Date;
use crate::page::{Input, Page};
use crate::verdict::Verdict;

/// Extracts the main content of one page. For many pages, keep an [`Extractor`].
///
/// # Errors
///
/// If the configuration is invalid: see [`Extractor::new`]. A page without main content is not an
/// error: its text is empty.
///
/// ```
/// let page = "<html lang=en><nav><a href=/>Home</a></nav><p>".to_string()
///     + &"It was the best of times, it was the worst of times, and so on. ".repeat(4);
/// let extraction = tamis::extract(&page, &tamis::Config::default())?;
/// assert!(extraction.text().starts_with("It was the best of times"));
/// # Ok::<(), tamis::Error>(())
/// ```
pub fn extract<'h>(html: impl Into<Input<'h>>, config: &Config) -> Result<Extraction, Error> {
    Ok(Extractor::new(config.clone())?.extract(html))
}

/// Extracts from one page after another, and keeps its buffers. Use one per thread.
///
/// ```
/// let mut extractor = tamis::Extractor::new(tamis::Config::default())?;
/// for page in ["<p>One", "<p>Two"] {
///     let extraction = extractor.extract(page);
///     println!("{}", extraction.text());
///     extractor.recycle(extraction.into_page());
/// }
/// # Ok::<(), tamis::Error>(())
/// ```
pub struct Extractor {
    pub(super) pipeline: Pipeline,
}

impl Extractor {
    /// Returns an extractor with the strategy of the configuration.
    ///
    /// # Errors
    ///
    /// If the configuration names a language that has no stoplist.
    pub fn new(config: Config) -> Result<Extractor, Error> {
        Ok(Extractor { pipeline: Pipeline::new(Engines::of(&config), config)? })
    }

    /// Returns an extractor with a custom engine in place of the configuration's strategy. See
    /// [`Engine`] for an example.
    ///
    /// # Errors
    ///
    /// As [`Extractor::new`].
    pub fn with_engine(engine: impl Engine + 'static, config: Config) -> Result<Extractor, Error> {
        Ok(Extractor { pipeline: Pipeline::new(Engines::One(Arc::new(engine)), config)? })
    }

    /// Sets [`Config::latest_date`](crate::Config::latest_date) for the next pages. For a page from
    /// an archive, this is the day on which it was captured.
    ///
    /// ```
    /// use tamis::{Config, Extractor, metadata::Date};
    /// let page = "<meta property=article:published_time content=2024-05-06><p>Bread rises.";
    /// let mut extractor = Extractor::new(Config::default())?;
    /// let mut published = |day| {
    ///     extractor.set_latest_date(Date::new(2024, 5, day));
    ///     extractor.extract(page).metadata().published.as_ref().map(|date| date.to_string())
    /// };
    /// assert_eq!(published(6).as_deref(), Some("2024-05-06"));
    /// assert_eq!(published(3), None);
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn set_latest_date(&mut self, date: Option<Date>) {
        self.pipeline.latest_date = date;
    }

    /// Extracts the main content of a page.
    ///
    /// Never fails: any bytes give an extraction. A page without main content has an empty text,
    /// and doubts are [`Extraction::warnings`].
    pub fn extract<'h>(&mut self, html: impl Into<Input<'h>>) -> Extraction {
        self.pipeline.extract(html.into())
    }

    /// Extracts the main content of a document, such as a parsed page without some of its elements.
    /// `url` is its address.
    ///
    /// Rules for single sites do not apply, because they change a page before it is parsed.
    ///
    /// ```
    /// use tamis::dom::{Parser, Selector, WorkingTree};
    /// let document = Parser::default().parse("<p>Bread rises.<p class=ad>Buy flour.");
    /// let advertising = Selector::parse(".ad")?;
    /// let mut tree = WorkingTree::of(&document);
    /// document.select(&advertising).for_each(|id| tree.detach(id));
    /// let config = tamis::Config::default().strategy(tamis::Strategy::Density);
    /// let mut extractor = tamis::Extractor::new(config)?;
    /// assert_eq!(extractor.extract_document(tree.to_document(), None).text(), "Bread rises.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extract_document(&mut self, document: Document, url: Option<&Url>) -> Extraction {
        let page = self.pipeline.measure_document(document, url);
        self.pipeline.extract_page(page, None)
    }

    /// Parses and measures a page, for example to read its paragraphs or to [`decide`] in steps.
    ///
    /// [`decide`]: Extractor::decide
    pub fn page<'h>(&mut self, html: impl Into<Input<'h>>) -> Page {
        self.pipeline.page(html.into())
    }

    /// Decides about a page: by the rules for its site, else by the engine, or the engine that the
    /// blend chooses. Only [`Extractor::extract`] reads the page's own JSON
    /// ([`Config::page_json`]).
    ///
    /// ```
    /// let mut extractor = tamis::Extractor::new(tamis::Config::default())?;
    /// let page = extractor.page("<html lang=en><p>One");
    /// let decision = extractor.decide(&page);
    /// assert_eq!(decision.language.unwrap().code(), "en");
    /// assert_eq!(decision.verdict.kept.len(), 1);
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn decide(&self, page: &Page) -> Decision {
        self.pipeline.decide(page)
    }

    /// Returns the verdict of each engine about a page, whatever rule there is for its site: one
    /// verdict for a single engine, or one for each engine of the blend, with the engine's own
    /// confidence.
    ///
    /// ```
    /// use tamis::Strategy;
    /// let config = tamis::Config::default().strategy(Strategy::Auto);
    /// let mut extractor = tamis::Extractor::new(config)?;
    /// let page = extractor.page("<p>One");
    /// let verdicts = extractor.verdicts(&page);
    /// let engines: Vec<_> = verdicts.iter().map(|verdict| &*verdict.engine).collect();
    /// assert_eq!(engines, ["justext", "readability", "density", "selectors"]);
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn verdicts(&self, page: &Page) -> Vec<Verdict> {
        self.pipeline.verdicts(page)
    }

    /// Takes back the buffers of a page that is no longer needed, which makes the next page
    /// cheaper.
    ///
    /// ```
    /// let mut extractor = tamis::Extractor::new(tamis::Config::default())?;
    /// let mut texts = Vec::new();
    /// for page in ["<p>One", "<p>Two"] {
    ///     let extraction = extractor.extract(page);
    ///     texts.push(extraction.text().to_owned());
    ///     extractor.recycle(extraction.into_page());
    /// }
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn recycle(&mut self, page: Page) {
        self.pipeline.recycle(page);
    }
}

impl fmt::Debug for Extractor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extractor").field("engines", &self.pipeline.engines).finish_non_exhaustive()
    }
}
