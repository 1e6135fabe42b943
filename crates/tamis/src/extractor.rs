//! From bytes to an extraction: the facade.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use tamis_dom::{Decoded, Document, Limits, Parser, decode, decode_forced};
use tamis_stoplists::Stoplist;
use url::Url;

use crate::blend::{Blend, smart};
use crate::engine::selectors::Comments;
use crate::engine::{
    Context, Engine, EngineName, Verdict, density, justext, readability, selectors,
};
use crate::extraction::{Extraction, Warning};
use crate::language::Language;
use crate::measure::Measurer;
use crate::metadata::{Date, Metadata};
use crate::page::Page;
use crate::page_json::{Content, PageJson};
use crate::site_rules::{SiteRule, SiteRules};

/// A page to extract from: bytes in any encoding, or text.
///
/// ```
/// use tamis::Input;
/// let page = Input::from(b"<p>\xcf\xf0\xe8\xe2\xe5\xf2".as_slice()).charset("windows-1251");
/// let extraction = tamis::extract(page, &tamis::Config::default()).unwrap();
/// assert_eq!(extraction.encoding().name(), "windows-1251");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Input<'h> {
    html: Html<'h>,
    charset: Option<&'h str>,
    encoding: Option<&'h str>,
    url: Option<&'h Url>,
}

#[derive(Clone, Copy, Debug)]
enum Html<'h> {
    Bytes(&'h [u8]),
    Text(&'h str),
}

impl<'h> Input<'h> {
    /// Notes the charset that the transport named (HTTP's `Content-Type`); it yields to a byte-order mark only. One that
    /// no encoding has is ignored. Without effect on text.
    #[must_use]
    pub fn charset(mut self, label: &'h str) -> Input<'h> {
        self.charset = Some(label);
        self
    }

    /// Names the encoding whatever the page and its transport say. A label that no encoding has is ignored. Without
    /// effect on text.
    #[must_use]
    pub fn encoding(mut self, label: &'h str) -> Input<'h> {
        self.encoding = Some(label);
        self
    }

    /// Notes the address of the page: relative addresses in it start from there.
    #[must_use]
    pub fn url(mut self, url: &'h Url) -> Input<'h> {
        self.url = Some(url);
        self
    }

    /// The document as it came.
    pub(crate) fn parse(self, parser: &mut Parser) -> Document {
        self.parse_by(None, parser).0
    }

    /// The document, changed as the rules for its site say, and what came up on the way to it.
    fn parse_by(
        self,
        rule: Option<&SiteRule<'_>>,
        parser: &mut Parser,
    ) -> (Document, Vec<Warning>) {
        let replaced = |text| match rule {
            Some(rule) => rule.replaced(text),
            None => (Cow::Borrowed(text), Vec::new()),
        };
        let (document, mut warnings) = match self.html {
            Html::Text(text) => {
                let (text, warnings) = replaced(text);
                (parser.parse(&text), warnings)
            }
            Html::Bytes(bytes) => {
                let Decoded { text, encoding, malformed } = self.decode(bytes);
                let (text, warnings) = replaced(&text);
                (parser.parse_decoded(&Decoded { text, encoding, malformed }), warnings)
            }
        };
        let Some(rule) = rule else { return (document, warnings) };
        let (document, more) = rule.rewrite(document);
        warnings.extend(more);
        (document, warnings)
    }

    fn decode(self, bytes: &'h [u8]) -> Decoded<'h> {
        self.encoding
            .and_then(|label| decode_forced(bytes, label))
            .unwrap_or_else(|| decode(bytes, self.charset))
    }
}

impl<'h> From<&'h [u8]> for Input<'h> {
    fn from(bytes: &'h [u8]) -> Input<'h> {
        Input { html: Html::Bytes(bytes), charset: None, encoding: None, url: None }
    }
}

impl<'h> From<&'h Vec<u8>> for Input<'h> {
    fn from(bytes: &'h Vec<u8>) -> Input<'h> {
        bytes.as_slice().into()
    }
}

impl<'h> From<&'h str> for Input<'h> {
    fn from(text: &'h str) -> Input<'h> {
        Input { html: Html::Text(text), charset: None, encoding: None, url: None }
    }
}

impl<'h> From<&'h String> for Input<'h> {
    fn from(text: &'h String) -> Input<'h> {
        text.as_str().into()
    }
}

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

/// What an [`Extractor`] does. All defaults are sound; every field has a builder method of its name.
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
    /// ([`Extraction::comments`]): what is kept as content is the same with and without. HTML, XML and JSON have a place for
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

/// The main content of one page.
///
/// # Errors
///
/// When the configuration can't be carried out. That a page has no main content is no error: the text is empty then.
///
/// ```
/// let page = "<html lang=en><nav><a href=/>Home</a></nav><p>".to_string()
///     + &"It was the best of times, it was the worst of times, and we had all of it before us. ".repeat(4);
/// let extraction = tamis::extract(&page, &tamis::Config::default())?;
/// assert!(extraction.text().starts_with("It was the best of times"));
/// # Ok::<(), tamis::Error>(())
/// ```
pub fn extract<'h>(html: impl Into<Input<'h>>, config: &Config) -> Result<Extraction, Error> {
    Extractor::new(config.clone())?.extract(html)
}

/// What an [`Extractor`] says about a page.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Judgement {
    /// The verdict that is taken.
    pub verdict: Verdict,
    /// Those of the other engines that a blend asked, in their order, with the blend's confidence in them; empty where a single
    /// engine or a rule for the page's site answered.
    pub others: Vec<Verdict>,
    /// The page's language, if it is known.
    pub language: Option<Language>,
    /// What there is to warn about.
    pub warnings: Vec<Warning>,
    /// What is kept as readers' comments, none of it in the verdict too; `None` where they were not asked for
    /// ([`Config::comments`]).
    pub comments: Option<Verdict>,
}

/// Extracts from pages, one after the other, and keeps its buffers. One per worker.
pub struct Extractor {
    stopwords: Chosen,
    parser: Parser,
    measurer: Measurer,
    /// One, or those of the blend.
    engines: Vec<Box<dyn Engine>>,
    blend: Option<Blend>,
    latest_date: Option<Date>,
    site_rules: Option<Arc<SiteRules>>,
    takes_json: bool,
    /// What finds readers' comments, where they are asked for.
    comments: Option<Comments>,
}

/// The stopwords, looked up.
enum Chosen {
    Auto,
    Fixed(Stoplist),
    None,
}

impl Extractor {
    /// An extractor with the engine that the configuration names.
    ///
    /// # Errors
    ///
    /// When there is no stoplist for the language that the configuration names.
    pub fn new(config: Config) -> Result<Extractor, Error> {
        let engines = config.engine.engines(&config);
        Extractor::with_engines(engines, config.engine.blend(&config), config)
    }

    /// An extractor with an engine of one's own, whichever the configuration names.
    ///
    /// # Errors
    ///
    /// As for [`Extractor::new`].
    pub fn with_engine(engine: impl Engine + 'static, config: Config) -> Result<Extractor, Error> {
        Extractor::with_engines(vec![Box::new(engine)], None, config)
    }

    fn with_engines(
        engines: Vec<Box<dyn Engine>>,
        blend: Option<Blend>,
        config: Config,
    ) -> Result<Extractor, Error> {
        let stopwords = match config.stopwords {
            Stopwords::Auto => Chosen::Auto,
            Stopwords::Language(language) => Chosen::Fixed(named_stoplist(&language)?),
            Stopwords::List(list) => Chosen::Fixed(list),
            Stopwords::None => Chosen::None,
        };
        let is_auto = blend.is_some_and(|blend| blend.name == EngineName::Auto);
        Ok(Extractor {
            stopwords,
            parser: Parser::new(config.limits),
            measurer: Measurer::default(),
            engines,
            blend,
            latest_date: config.latest_date,
            site_rules: config.site_rules,
            takes_json: is_auto && config.page_json == PageJson::Auto,
            comments: config.comments.then(|| Comments::new(config.selectors.rules)),
        })
    }

    /// The main content of this page.
    ///
    /// # Errors
    ///
    /// None today: whatever a page is made of, it is read, and doubts are warnings. The type leaves room for engines
    /// that can fail.
    pub fn extract<'h>(&mut self, html: impl Into<Input<'h>>) -> Result<Extraction, Error> {
        let page = self.page(html);
        let judgement = self.judge(&page);
        let extraction = Extraction::new(page, judgement, self.latest_date);
        Ok(match self.content_by_json(&extraction) {
            Some(content) => {
                // Of the elements nothing is content then.
                let nothing = Verdict::nothing(content.verdict.engine, extraction.page());
                let comments = self.comments_beside(extraction.page(), &nothing);
                extraction.with_content(content, comments)
            }
            None => extraction,
        })
    }

    /// The content that the page's own JSON has, if it is to be taken.
    fn content_by_json(&mut self, extraction: &Extraction) -> Option<Content> {
        let page = extraction.page();
        let has_rule = || page.url().and_then(|url| self.site_rules.as_ref()?.find(url)).is_some();
        if !self.takes_json || has_rule() {
            return None;
        }
        let kept_chars = extraction.text().chars().count();
        Content::of(page, kept_chars, &mut self.parser, &mut self.measurer)
    }

    /// The page in this input, measured: for a look at it, or to judge it in steps of one's own.
    pub fn page<'h>(&mut self, html: impl Into<Input<'h>>) -> Page {
        let input = html.into();
        let rule = input.url.and_then(|url| self.site_rules.as_ref()?.find(url));
        let (document, warnings) = input.parse_by(rule.as_ref(), &mut self.parser);
        let mut page = self.measurer.measure(document);
        page.url = input.url.cloned();
        page.warnings = warnings;
        page
    }

    /// What is said about this page: by the rules for its site, else by the engine, or that engine which the blend chooses. What
    /// its JSON has ([`Config::page_json`]) is looked at by [`Extractor::extract`] alone.
    pub fn judge(&self, page: &Page) -> Judgement {
        let (language, stoplist) = self.language_of(page);
        let context = Context { language: language.as_ref(), stoplist };
        let rule = page.url().and_then(|url| self.site_rules.as_ref()?.find(url));
        let mut others = Vec::new();
        let mut judge = || self.decide(page, &context, &mut others);
        let mut verdict = match rule {
            Some(rule) => rule.judge(page, judge),
            None => judge(),
        };
        // A rule that was given up while the page was made ready is given up again here.
        verdict.warnings.retain(|warning| !page.warnings.contains(warning));
        let mut warnings: Vec<Warning> =
            page.document().warnings().iter().cloned().map(Warning::Page).collect();
        warnings.extend_from_slice(&page.warnings);
        warnings.extend(self.missing_stoplist(&verdict, &context));
        warnings.append(&mut verdict.warnings);
        let comments = self.comments_beside(page, &verdict);
        Judgement { verdict, others, language, warnings, comments }
    }

    /// The comments on this page beside this content, where they are asked for.
    fn comments_beside(&self, page: &Page, content: &Verdict) -> Option<Verdict> {
        self.comments.as_ref().map(|comments| comments.find(page, content))
    }

    /// What each engine says about this page, whatever rule there is for its site: one verdict for a single engine, one
    /// of each that a blend asks, with the engine's own confidence.
    ///
    /// ```
    /// use tamis::engine::EngineName;
    /// let config = tamis::Config::default().engine(EngineName::Auto);
    /// let mut extractor = tamis::Extractor::new(config)?;
    /// let page = extractor.page("<p>One");
    /// let verdicts = extractor.judge_each(&page);
    /// let engines: Vec<_> = verdicts.iter().map(|verdict| verdict.engine).collect();
    /// assert_eq!(engines, ["justext", "readability", "density", "selectors"]);
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn judge_each(&self, page: &Page) -> Vec<Verdict> {
        let (language, stoplist) = self.language_of(page);
        self.verdicts(page, &Context { language: language.as_ref(), stoplist })
    }

    fn verdicts(&self, page: &Page, context: &Context<'_>) -> Vec<Verdict> {
        self.engines.iter().map(|engine| engine.judge(page, context)).collect()
    }

    /// The verdict that is taken; the others are put aside. What an engine says of title and author does not count in a blend:
    /// it must not depend on whose text is taken.
    fn decide(&self, page: &Page, context: &Context<'_>, others: &mut Vec<Verdict>) -> Verdict {
        let mut verdicts = self.verdicts(page, context);
        let Some(blend) = self.blend else { return verdicts.swap_remove(0) };
        let choice = blend.choose(page, &verdicts);
        for (verdict, confidence) in verdicts.iter_mut().zip(choice.confidences) {
            verdict.confidence = Some(confidence);
            verdict.metadata = Metadata::default();
            // To be exact in this is for an engine that is asked by itself.
            verdict.joins_words = false;
        }
        let verdict = verdicts.remove(choice.index);
        *others = verdicts;
        verdict
    }

    /// The page's language and its stopwords.
    fn language_of(&self, page: &Page) -> (Option<Language>, Option<&Stoplist>) {
        let language = Language::of(page);
        let stoplist = match &self.stopwords {
            Chosen::Fixed(list) => Some(list),
            Chosen::None => None,
            Chosen::Auto => language.as_ref().and_then(|language| stoplist_for(language.code())),
        };
        (language, stoplist)
    }

    /// The warning that the engine whose verdict this is had no stopwords to look at.
    fn missing_stoplist(&self, verdict: &Verdict, context: &Context<'_>) -> Option<Warning> {
        let mut engines = self.engines.iter().filter(|engine| engine.name() == verdict.engine);
        let is_missing = matches!(self.stopwords, Chosen::Auto) && context.stoplist.is_none();
        let language = context.language.map(|language| language.code().to_string());
        (is_missing && engines.any(|engine| engine.uses_stopwords()))
            .then_some(Warning::NoStoplist { language })
    }

    /// Takes back the buffers of a page that is no longer needed: the next page costs less then.
    ///
    /// ```
    /// let mut extractor = tamis::Extractor::new(tamis::Config::default())?;
    /// let mut texts = Vec::new();
    /// for page in ["<p>One", "<p>Two"] {
    ///     let extraction = extractor.extract(page)?;
    ///     texts.push(extraction.text().to_owned());
    ///     extractor.recycle(extraction.into_page());
    /// }
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn recycle(&mut self, page: Page) {
        let document = self.measurer.recycle(page);
        self.parser.recycle(document);
    }
}

impl fmt::Debug for Extractor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let engines: Vec<_> = self.engines.iter().map(|engine| engine.name()).collect();
        f.debug_struct("Extractor").field("engines", &engines).finish_non_exhaustive()
    }
}

/// The stoplist for a language tag; `None` where there is none, or where the lists were left out.
fn stoplist_for(code: &str) -> Option<&'static Stoplist> {
    let name = tamis_stoplists::language_for_code(code)?;
    #[cfg(feature = "stoplists")]
    return tamis_stoplists::get(name);
    #[cfg(not(feature = "stoplists"))]
    return None.filter(|_: &&Stoplist| name.is_empty());
}

fn named_stoplist(language: &str) -> Result<Stoplist, Error> {
    #[cfg(feature = "stoplists")]
    if let Some(list) = tamis_stoplists::get(language).or_else(|| stoplist_for(language)) {
        return Ok(list.clone());
    }
    let hint = if cfg!(feature = "stoplists") {
        "those there are have names such as English, or tags such as en"
    } else {
        "the lists were left out of this build"
    };
    Err(Error::new(format!("there is no stoplist for the language `{language}`: {hint}")))
}
