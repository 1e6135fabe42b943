//! From bytes to an extraction: the facade.

use std::fmt;
use std::sync::Arc;

use tamis_dom::Parser;
use tamis_stoplists::Stoplist;

use crate::blend::Blend;
use crate::config::{Config, Error, Stopwords};
use crate::engine::selectors::Comments;
use crate::engine::{Context, Engine, EngineName, Verdict};
use crate::extraction::{Extraction, Warning};
use crate::input::Input;
use crate::language::Language;
use crate::measure::Measurer;
use crate::metadata::{Date, Metadata};
use crate::page::Page;
use crate::page_json::{Content, PageJson};
use crate::site_rules::SiteRules;

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
