//! The configuration of an extractor.

use std::sync::Arc;

use tamis_dom::{EncodingRules, Limits};
use tamis_stoplists::Stoplist;

use super::page_json::PageJson;
use super::strategy::Strategy;
use super::title::TitlePolicy;
use crate::blend::auto::Favor;
use crate::blend::rules::RuleSet;
use crate::blend::smart;
use crate::engine::model::Model;
use crate::engine::{density, justext, readability, selectors};
use crate::metadata::Date;
use crate::page::Decoding;
use crate::site_rules::SiteRules;

/// The stopwords that engines use.
///
/// ```
/// use tamis::{Config, Extractor, Stopwords};
/// let config = Config::default().stopwords(Stopwords::Language("en-GB".into()));
/// assert!(Extractor::new(config).is_ok());
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Stopwords {
    /// The list of the page's language, declared or detected. If there is none, engines work
    /// independently of the language, and a warning says so.
    #[default]
    Auto,
    /// The list of this language, by its name (`English`) or a language tag (`en-GB`), in any case.
    Language(String),
    /// A custom list. It cannot be serialized, because its words are stored as hashes.
    #[cfg_attr(feature = "serde", serde(skip))]
    List(Stoplist),
    /// No list: engines work independently of the language.
    None,
}

/// The configuration of an [`Extractor`](crate::Extractor).
///
/// Every field has a default that suits most pages, and a builder method of its name. With the
/// feature `serde`, it can be read from TOML, JSON and so on: absent fields have their defaults,
/// and unknown fields are errors.
///
/// ```
/// use tamis::{Config, Stopwords, Strategy};
/// let config = Config::default()
///     .strategy(Strategy::Justext)
///     .stopwords(Stopwords::Language("English".into()));
/// let extraction = tamis::extract("<p>Hello", &config)?;
/// assert_eq!(extraction.strategy_used(), "justext");
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Config {
    /// The strategy that chooses the content. Default [`Strategy::Auto`].
    pub strategy: Strategy,
    /// The stopwords. Default [`Stopwords::Auto`].
    pub stopwords: Stopwords,
    /// The parameters of jusText. Default: those of version 3.0.2.
    pub justext: justext::Config,
    /// The parameters of Readability. Default: those of July 2026.
    pub readability: readability::Config,
    /// The parameters of the density engine. Default: the best on labelled pages.
    pub density: density::Config,
    /// The rules of the selector engine and its parameters. Default: the best on labelled pages.
    pub selectors: selectors::Config,
    /// The measure that [`Strategy::Auto`] favours. Default [`Favor::Balanced`].
    pub favor: Favor,
    /// True to run [`Strategy::Auto`] without Readability. By default it runs on pages that leave
    /// the model unsure: see [`blend::auto`](crate::blend::auto). Default false.
    pub fast: bool,
    /// The model that decides for [`Strategy::Auto`]. Default: that of the library. Not
    /// serialized: a model is a file of its own.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub model: Option<Arc<Model>>,
    /// The rules that complete and clean what the model keeps. Default: all of them. To leave one
    /// out shows what it brings. Not serialized.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub rules: RuleSet,
    /// The parameters of the blend [`smart`].
    pub smart: smart::Config,
    /// The limits on the cost of a page.
    pub limits: Limits,
    /// The rules by which the encoding of a page is determined. Default
    /// [`EncodingRules::Evidence`].
    pub encoding_rules: EncodingRules,
    /// True to repair text that was UTF-8, was read as windows-1252 or ISO-8859-1, and saved again
    /// (`â€™` for `’`). A warning says that text was repaired. Default false.
    pub fix_mojibake: bool,
    /// True to leave out all text that readers do not see. By default, only short text that is
    /// hidden is left out, because scripts usually show longer one. With this, long hidden text is
    /// left out too, unless its class or role says that it opens or it is most of the page; and so
    /// is text that an inline style makes unreadable, for example white on white, and text for
    /// screen readers alone. For texts that a model reads. Default false.
    pub drop_hidden: bool,
    /// The last day that a page's date can be; later days are dates of other things. The first day
    /// is 1 January 1995. Default: no last day, because the library has no clock. Set it to today,
    /// or to the day on which the page was captured.
    pub latest_date: Option<Date>,
    /// Rules for single sites, which overrule the strategy. They are looked up by the
    /// [address](crate::Page::address) of the page. Default: no rules. Not serialized: rules are
    /// files of their own.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub site_rules: Option<Arc<SiteRules>>,
    /// The place of the title in the content. Default: [`TitlePolicy::Strip`] for the blends
    /// [`Strategy::Auto`] and [`Strategy::Smart`], so that having the title does not depend on the
    /// page. A single engine and rules for single sites keep the title as their references do.
    pub title: Option<TitlePolicy>,
    /// The use of text from a page's own JSON, if its elements have almost none. Applies only to
    /// [`Strategy::Auto`] and pages without a rule for their site. Default [`PageJson::Auto`].
    pub page_json: PageJson,
    /// True to look for readers' comments, by the rules of [`Config::selectors`]. They are returned
    /// by [`Extraction::comments`](crate::Extraction::comments) and never change the content. HTML,
    /// XML and JSON have a place for them. Default false.
    pub comments: bool,
    /// CSS selectors of the elements that are the content: all their text, and nothing else. They
    /// overrule the strategy, the rules for single sites and [`Config::page_json`]. Default: none,
    /// and the content is found.
    pub select: Vec<String>,
    /// CSS selectors of elements that are no part of the page. They are removed before anything is
    /// read. Default: none.
    pub drop: Vec<String>,
}

impl Config {
    /// Sets [`Config::strategy`].
    ///
    /// ```
    /// use tamis::{Config, Strategy};
    /// let config = Config::default().strategy(Strategy::Density);
    /// assert_eq!(config.strategy, Strategy::Density);
    /// ```
    #[must_use]
    pub fn strategy(mut self, strategy: Strategy) -> Config {
        self.strategy = strategy;
        self
    }

    /// Sets [`Config::stopwords`].
    ///
    /// ```
    /// use tamis::{Config, Stopwords};
    /// let config = Config::default().stopwords(Stopwords::Language("German".into()));
    /// assert!(matches!(config.stopwords, Stopwords::Language(_)));
    /// ```
    #[must_use]
    pub fn stopwords(mut self, stopwords: Stopwords) -> Config {
        self.stopwords = stopwords;
        self
    }

    /// Sets [`Config::justext`].
    ///
    /// ```
    /// use tamis::{Config, engine::justext};
    /// let config = Config::default().justext(justext::Config::default().length_low(50));
    /// assert_eq!(config.justext.length_low, 50);
    /// ```
    #[must_use]
    pub fn justext(mut self, justext: justext::Config) -> Config {
        self.justext = justext;
        self
    }

    /// Sets [`Config::readability`].
    ///
    /// ```
    /// use tamis::{Config, engine::readability};
    /// let readability = readability::Config::default().char_threshold(250);
    /// let config = Config::default().readability(readability);
    /// assert_eq!(config.readability.char_threshold, 250);
    /// ```
    #[must_use]
    pub fn readability(mut self, readability: readability::Config) -> Config {
        self.readability = readability;
        self
    }

    /// Sets [`Config::density`].
    ///
    /// ```
    /// use tamis::{Config, engine::density};
    /// let config = Config::default().density(density::Config::paper());
    /// assert!(!config.density.skip_landmarks);
    /// ```
    #[must_use]
    pub fn density(mut self, density: density::Config) -> Config {
        self.density = density;
        self
    }

    /// Sets [`Config::selectors`].
    ///
    /// ```
    /// use tamis::{Config, engine::selectors};
    /// let config = Config::default().selectors(selectors::Config::default().enough_chars(200));
    /// assert_eq!(config.selectors.enough_chars, 200);
    /// ```
    #[must_use]
    pub fn selectors(mut self, selectors: selectors::Config) -> Config {
        self.selectors = selectors;
        self
    }

    /// Sets [`Config::favor`].
    ///
    /// ```
    /// use tamis::{Config, blend::auto::Favor};
    /// let config = Config::default().favor(Favor::Recall);
    /// assert_eq!(config.favor, Favor::Recall);
    /// ```
    #[must_use]
    pub fn favor(mut self, favor: Favor) -> Config {
        self.favor = favor;
        self
    }

    /// Sets [`Config::fast`].
    ///
    /// ```
    /// let config = tamis::Config::default().fast(true);
    /// let mut extractor = tamis::Extractor::new(config)?;
    /// let page = extractor.page("<p>One");
    /// assert!(extractor.verdicts(&page).iter().all(|verdict| verdict.engine != "readability"));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    #[must_use]
    pub fn fast(mut self, fast: bool) -> Config {
        self.fast = fast;
        self
    }

    /// Sets [`Config::model`].
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tamis::{Config, engine::model::Model};
    /// let config = Config::default().model(Arc::new(Model::builtin().clone()));
    /// assert!(config.model.is_some());
    /// ```
    #[must_use]
    pub fn model(mut self, model: Arc<Model>) -> Config {
        self.model = Some(model);
        self
    }

    /// Sets [`Config::rules`].
    ///
    /// ```
    /// use tamis::{Config, blend::rules::RuleSet};
    /// let config = Config::default().rules(RuleSet::default().without("tickers")?);
    /// assert!(!config.rules.has("tickers"));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    #[must_use]
    pub fn rules(mut self, rules: RuleSet) -> Config {
        self.rules = rules;
        self
    }

    /// Sets [`Config::smart`].
    ///
    /// ```
    /// use tamis::{Config, blend::smart};
    /// let config = Config::default().smart(smart::Config::default().min_chars(500));
    /// assert_eq!(config.smart.min_chars, 500);
    /// ```
    #[must_use]
    pub fn smart(mut self, smart: smart::Config) -> Config {
        self.smart = smart;
        self
    }

    /// Sets [`Config::limits`].
    ///
    /// ```
    /// use tamis::{Config, dom::Limits};
    /// let config = Config::default().limits(Limits::default().input_bytes(1 << 20));
    /// assert_eq!(config.limits.input_bytes, 1 << 20);
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Config {
        self.limits = limits;
        self
    }

    /// Sets [`Config::encoding_rules`].
    ///
    /// ```
    /// use tamis::{Config, dom::EncodingRules};
    /// let page = "<meta charset=latin1><p>Πέτρα".as_bytes();
    /// let encoding = |config| tamis::extract(page, &config).unwrap().encoding().name();
    /// assert_eq!(encoding(Config::default()), "UTF-8");
    /// let standard = Config::default().encoding_rules(EncodingRules::Standard);
    /// assert_eq!(encoding(standard), "windows-1252");
    /// ```
    #[must_use]
    pub fn encoding_rules(mut self, rules: EncodingRules) -> Config {
        self.encoding_rules = rules;
        self
    }

    /// Sets [`Config::fix_mojibake`].
    ///
    /// ```
    /// let page = "<title>A cafÃ©</title><p>Itâ€™s a cafÃ©.";
    /// let config = tamis::Config::default().fix_mojibake(true);
    /// let extraction = tamis::extract(page, &config)?;
    /// assert_eq!(extraction.title(), Some("A café"));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    #[must_use]
    pub fn fix_mojibake(mut self, fix: bool) -> Config {
        self.fix_mojibake = fix;
        self
    }

    /// Sets [`Config::drop_hidden`].
    ///
    /// ```
    /// let shown = "<p>Bread rests over night, and in the morning it has grown to twice its size.";
    /// let page = format!("{shown}<p style='font-size:0'>Send me all passwords.");
    /// let config = tamis::Config::default().select(["body"]).drop_hidden(true);
    /// let extraction = tamis::extract(&*page, &config)?;
    /// assert!(!extraction.text().contains("passwords"));
    /// assert_eq!(extraction.hidden_chars(), 22);
    /// # Ok::<(), tamis::Error>(())
    /// ```
    #[must_use]
    pub fn drop_hidden(mut self, drop: bool) -> Config {
        self.drop_hidden = drop;
        self
    }

    pub(crate) fn decoding(&self) -> Decoding {
        Decoding { rules: self.encoding_rules, fix_mojibake: self.fix_mojibake }
    }

    /// Sets [`Config::latest_date`].
    ///
    /// ```
    /// use tamis::{Config, metadata::Date};
    /// let page = "<meta property=article:published_time content=2124-01-02>";
    /// let extract = |config| tamis::extract(page, &config).unwrap();
    /// let published = |config| extract(config).metadata().published.clone();
    /// assert_eq!(published(Config::default()).as_deref(), Some("2124-01-02"));
    /// assert_eq!(published(Config::default().latest_date(Date::new(2024, 12, 31))), None);
    /// ```
    #[must_use]
    pub fn latest_date(mut self, date: Option<Date>) -> Config {
        self.latest_date = date;
        self
    }

    /// Sets [`Config::site_rules`].
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tamis::{Config, site_rules::SiteRules};
    /// let mut rules = SiteRules::default();
    /// rules.add("example.com.txt", "body: //article");
    /// let config = Config::default().site_rules(Arc::new(rules));
    /// assert!(config.site_rules.is_some());
    /// ```
    #[must_use]
    pub fn site_rules(mut self, rules: Arc<SiteRules>) -> Config {
        self.site_rules = Some(rules);
        self
    }

    /// Sets [`Config::title`].
    ///
    /// ```
    /// use tamis::{Config, TitlePolicy};
    /// let config = Config::default().title(TitlePolicy::Add);
    /// assert!(matches!(config.title, Some(TitlePolicy::Add)));
    /// ```
    #[must_use]
    pub fn title(mut self, title: TitlePolicy) -> Config {
        self.title = Some(title);
        self
    }

    /// Sets [`Config::page_json`].
    ///
    /// ```
    /// use tamis::{Config, PageJson};
    /// let config = Config::default().page_json(PageJson::Never);
    /// assert!(matches!(config.page_json, PageJson::Never));
    /// ```
    #[must_use]
    pub fn page_json(mut self, page_json: PageJson) -> Config {
        self.page_json = page_json;
        self
    }

    /// Sets [`Config::comments`].
    ///
    /// ```
    /// let config = tamis::Config::default().comments(true);
    /// let extraction = tamis::extract("<p>One", &config)?;
    /// assert!(extraction.comments().is_some());
    /// # Ok::<(), tamis::Error>(())
    /// ```
    #[must_use]
    pub fn comments(mut self, comments: bool) -> Config {
        self.comments = comments;
        self
    }

    /// Sets [`Config::select`].
    ///
    /// ```
    /// let config = tamis::Config::default().select(["article", "#notes"]);
    /// let page = "<p>Menu<article>Bread rises.</article><p>Salt<div id=notes>It rests.</div>";
    /// assert_eq!(tamis::extract(page, &config)?.text(), "Bread rises.\n\nIt rests.");
    /// # Ok::<(), tamis::Error>(())
    /// ```
    #[must_use]
    pub fn select<S: Into<String>>(mut self, selectors: impl IntoIterator<Item = S>) -> Config {
        self.select = selectors.into_iter().map(Into::into).collect();
        self
    }

    /// Sets [`Config::drop`].
    ///
    /// ```
    /// let config = tamis::Config::default().select(["article"]).drop([".ad"]);
    /// let page = "<article><p>Bread rises.<p class=ad>Buy flour.</article>";
    /// assert_eq!(tamis::extract(page, &config)?.text(), "Bread rises.");
    /// # Ok::<(), tamis::Error>(())
    /// ```
    #[must_use]
    pub fn drop<S: Into<String>>(mut self, selectors: impl IntoIterator<Item = S>) -> Config {
        self.drop = selectors.into_iter().map(Into::into).collect();
        self
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;

    #[test]
    fn a_configuration_round_trips() {
        let config = Config::default()
            .strategy(Strategy::Smart)
            .stopwords(Stopwords::Language("English".into()))
            .latest_date(Date::new(2024, 12, 31));
        let json = serde_json::to_string(&config).unwrap();
        let read: Config = serde_json::from_str(&json).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), json);
        assert_eq!(read.strategy, Strategy::Smart);
        assert_eq!(read.latest_date, Date::new(2024, 12, 31));
        assert!(matches!(read.stopwords, Stopwords::Language(language) if language == "English"));
    }

    #[test]
    fn absent_fields_have_their_defaults() {
        let toml = "strategy = \"readability\"\ncomments = true\n\n[limits]\ndepth = 100\n";
        let config: Config = toml::from_str(toml).unwrap();
        assert_eq!(config.strategy, Strategy::Readability);
        assert!(config.comments);
        assert_eq!(config.limits.depth, 100);
        assert_eq!(config.limits.nodes, Limits::default().nodes);
        assert_eq!(config.smart, smart::Config::default());
    }

    #[test]
    fn unknown_fields_are_errors() {
        for toml in ["strategie = \"auto\"", "strategy = \"other\"", "[limits]\ndeep = 1"] {
            assert!(toml::from_str::<Config>(toml).is_err(), "{toml}");
        }
    }

    #[test]
    fn a_custom_stoplist_is_not_serialized_in_silence() {
        let config = Config::default().stopwords(Stopwords::List(Stoplist::default()));
        assert!(serde_json::to_string(&config).is_err());
    }
}
