//! What an extractor does.

use std::fmt;
use std::sync::Arc;

use tamis_dom::Limits;
use tamis_stoplists::Stoplist;

use crate::blend::smart;
use crate::engine::{EngineName, density, justext, readability, selectors};
use crate::metadata::Date;
use crate::page_json::PageJson;
use crate::site_rules::SiteRules;

/// Which stopwords are used.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Stopwords {
    /// Those of the page's language: what it declares, else what its text tells. Where there is no
    /// list for it, engines work independently of the language, and a warning says so.
    #[default]
    Auto,
    /// Those of this language, by the name of its list (`English`) or a language tag (`en-GB`), in any case.
    Language(String),
    /// A list of one's own.
    List(Stoplist),
    /// None: engines work independently of the language.
    None,
}

/// What an [`Extractor`](crate::Extractor) does. All defaults are sound; every field has a builder method of its name.
///
/// ```
/// use tamis::{Config, Stopwords};
/// let config = Config::default().stopwords(Stopwords::Language("English".into()));
/// assert!(tamis::extract("<p>Hello</p>", &config).is_ok());
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Config {
    /// The engine that chooses. Default [`EngineName::Auto`].
    pub engine: EngineName,
    /// The stopwords. Default [`Stopwords::Auto`].
    pub stopwords: Stopwords,
    /// The parameters of jusText. Default those of its version 3.0.2.
    pub justext: justext::Config,
    /// The parameters of Readability. Default those of its version of July 2026.
    pub readability: readability::Config,
    /// The parameters of the density engine. Default those that did best on labelled pages.
    pub density: density::Config,
    /// The rules of the selector engine and its parameters. Default those that did best on labelled pages.
    pub selectors: selectors::Config,
    /// The parameters of the blend of selectors and density.
    pub smart: smart::Config,
    /// What one page may cost.
    pub limits: Limits,
    /// The last day that a date of a page can be: later ones are those of other things. Default none, since the library has no
    /// clock: who knows the day sets it. The first day is 1 January 1995.
    pub latest_date: Option<Date>,
    /// Rules for single sites, which come before the engine. They need the page's address. Default none.
    pub site_rules: Option<Arc<SiteRules>>,
    /// Whether text is taken from a page's own JSON where its elements have nearly none. Only the blend `auto` does, and only
    /// on pages without a rule for their site. Default never: references for what readers see have nothing of it.
    pub page_json: PageJson,
    /// Whether readers' comments are looked for, by the rules of [`Config::selectors`]. They are a selection of their own
    /// ([`Extraction::comments`](crate::Extraction::comments)): what is kept as content is the same with and without. HTML, XML and JSON have a place for
    /// them. Default no.
    pub comments: bool,
}

impl Config {
    /// Sets the engine.
    #[must_use]
    pub fn engine(mut self, engine: EngineName) -> Config {
        self.engine = engine;
        self
    }

    /// Sets the stopwords.
    #[must_use]
    pub fn stopwords(mut self, stopwords: Stopwords) -> Config {
        self.stopwords = stopwords;
        self
    }

    /// Sets the parameters of jusText.
    #[must_use]
    pub fn justext(mut self, justext: justext::Config) -> Config {
        self.justext = justext;
        self
    }

    /// Sets the parameters of Readability.
    #[must_use]
    pub fn readability(mut self, readability: readability::Config) -> Config {
        self.readability = readability;
        self
    }

    /// Sets the parameters of the density engine.
    #[must_use]
    pub fn density(mut self, density: density::Config) -> Config {
        self.density = density;
        self
    }

    /// Sets the rules of the selector engine and its parameters.
    #[must_use]
    pub fn selectors(mut self, selectors: selectors::Config) -> Config {
        self.selectors = selectors;
        self
    }

    /// Sets the parameters of the blend of selectors and density.
    #[must_use]
    pub fn smart(mut self, smart: smart::Config) -> Config {
        self.smart = smart;
        self
    }

    /// Sets the limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Config {
        self.limits = limits;
        self
    }

    /// Sets the last day that a date of a page can be.
    ///
    /// ```
    /// use tamis::{Config, metadata::Date};
    /// let page = "<meta property=article:published_time content=2124-01-02>";
    /// let published = |config| tamis::extract(page, &config).unwrap().metadata().published.clone();
    /// assert_eq!(published(Config::default()).as_deref(), Some("2124-01-02"));
    /// assert_eq!(published(Config::default().latest_date(Date::new(2024, 12, 31))), None);
    /// ```
    #[must_use]
    pub fn latest_date(mut self, date: Option<Date>) -> Config {
        self.latest_date = date;
        self
    }

    /// Sets the rules for single sites.
    #[must_use]
    pub fn site_rules(mut self, rules: Arc<SiteRules>) -> Config {
        self.site_rules = Some(rules);
        self
    }

    /// Sets whether text is taken from a page's own JSON.
    #[must_use]
    pub fn page_json(mut self, page_json: PageJson) -> Config {
        self.page_json = page_json;
        self
    }

    /// Sets whether readers' comments are looked for.
    #[must_use]
    pub fn comments(mut self, comments: bool) -> Config {
        self.comments = comments;
        self
    }
}

/// A configuration that can't be carried out. Its text is one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    message: String,
}

impl Error {
    pub(crate) fn new(message: String) -> Error {
        Error { message }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
