//! From bytes to an extraction.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use tamis_dom::{Document, Limits, Parser};
use tamis_stoplists::Stoplist;
use url::Url;

use super::config::{Config, Stopwords};
use super::decision::Decision;
use super::engines::{blend, engines};
use super::extraction::Extraction;
use super::late_metadata::LateMetadata;
use super::late_verdict::{LateVerdict, as_part};
use super::page_json::{Content, PageJson, TextSource, has_enough};
use super::strategy::Strategy;
use super::title::TitlePolicy;
use crate::blend::{Blend, Decided, complete_thread};
use crate::engine::selectors::Comments;
use crate::engine::{Engine, EngineName};
use crate::error::Error;
use crate::metadata::{Date, Metadata};
use crate::page::{Decoding, Input, Language, Measurer, OutputBudget, Page, Warning, arrange};
use crate::render;
use crate::signals::{PageType, PageTypes};
use crate::site_rules::{NAME as SITE_RULES, SiteRule, SiteRules};
use crate::threads::FoundPosts;
use crate::verdict::{Context, Verdict};

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
    stopwords: ResolvedStopwords,
    parser: Parser,
    limits: Limits,
    decoding: Decoding,
    measurer: Measurer,
    /// A single engine, or those of the blend. Never empty.
    engines: Vec<Arc<dyn Engine>>,
    pub(super) blend: Option<Blend>,
    latest_date: Option<Date>,
    title: Option<TitlePolicy>,
    site_rules: Option<Arc<SiteRules>>,
    /// True if text may come from the page's own JSON.
    takes_json: bool,
    /// Finds readers' comments, if they are requested.
    comments: Option<Comments>,
}

/// The lowest probability of the type forum, by the learned model, of a page that is searched for
/// posts. Saves the walk over most pages.
const MIN_FORUM: f64 = 0.02;

/// [`Stopwords`] after their list was looked up.
enum ResolvedStopwords {
    Auto,
    Fixed(Stoplist),
    None,
}

/// The decision of an engine or a blend about a page.
struct Choice {
    verdict: Verdict,
    /// The verdicts of the other engines of a blend.
    others: Vec<Verdict>,
    page_types: Option<PageTypes>,
    /// The engine that the blend did without.
    late_verdict: Option<LateVerdict>,
}

impl Extractor {
    /// Returns an extractor with the strategy of the configuration.
    ///
    /// # Errors
    ///
    /// If the configuration names a language that has no stoplist.
    pub fn new(config: Config) -> Result<Extractor, Error> {
        Extractor::with_engines(engines(&config), blend(&config), config)
    }

    /// Returns an extractor with a custom engine in place of the configuration's strategy. See
    /// [`Engine`] for an example.
    ///
    /// # Errors
    ///
    /// As [`Extractor::new`].
    pub fn with_engine(engine: impl Engine + 'static, config: Config) -> Result<Extractor, Error> {
        Extractor::with_engines(vec![Arc::new(engine)], None, config)
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
        self.latest_date = date;
    }

    fn with_engines(
        engines: Vec<Arc<dyn Engine>>,
        blend: Option<Blend>,
        config: Config,
    ) -> Result<Extractor, Error> {
        let decoding = config.decoding();
        let stopwords = match config.stopwords {
            Stopwords::Auto => ResolvedStopwords::Auto,
            Stopwords::Language(language) => ResolvedStopwords::Fixed(named_stoplist(&language)?),
            Stopwords::List(list) => ResolvedStopwords::Fixed(list),
            Stopwords::None => ResolvedStopwords::None,
        };
        let is_auto = blend.is_some() && config.strategy == Strategy::Auto;
        Ok(Extractor {
            stopwords,
            parser: Parser::new(config.limits),
            limits: config.limits,
            decoding,
            measurer: Measurer::default(),
            engines,
            blend,
            latest_date: config.latest_date,
            title: config.title,
            site_rules: config.site_rules,
            takes_json: is_auto && config.page_json == PageJson::Auto,
            comments: config.comments.then(|| Comments::new(config.selectors.rules)),
        })
    }

    /// Extracts the main content of a page.
    ///
    /// Never fails: any bytes give an extraction. A page without main content has an empty text,
    /// and doubts are [`Extraction::warnings`].
    pub fn extract<'h>(&mut self, html: impl Into<Input<'h>>) -> Extraction {
        let input = html.into();
        let rules = self.site_rules.clone();
        let (page, rule) = self.read(input, rules.as_deref());
        self.extract_page(page, rule.as_ref())
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
        let page = self.measure_document(document, url);
        self.extract_page(page, None)
    }

    fn extract_page(&mut self, page: Page, rule: Option<&SiteRule<'_>>) -> Extraction {
        let (mut decision, late_verdict) = self.decide_by(&page, rule);
        let metadata = self.complete(&page, &mut decision);
        let finds_lead_image = self.is_blended(&decision.verdict);
        let mut extraction = Extraction {
            text: OnceLock::new(),
            added_title: None,
            metadata,
            finds_lead_image,
            decision,
            late_verdict,
            others: OnceLock::new(),
            signals: OnceLock::new(),
            with_output_warning: OnceLock::new(),
            page,
            text_source: TextSource::Elements,
            parsed_page: None,
        };
        if self.takes_json && rule.is_none() {
            self.take_json(&mut extraction);
        }
        if self.title == Some(TitlePolicy::Add) {
            extraction.add_title();
        }
        self.add_comments(&mut extraction);
        extraction
    }

    /// True if a blend decided, and no rule for the site.
    fn is_blended(&self, verdict: &Verdict) -> bool {
        self.blend.is_some() && verdict.engine != SITE_RULES
    }

    /// Takes the metadata of the engine, adds those of the page, applies the policy for the title,
    /// and finds the posts.
    fn complete(&self, page: &Page, decision: &mut Decision) -> LateMetadata {
        let of_engine = std::mem::take(&mut decision.verdict.metadata);
        let mut metadata = LateMetadata::new(of_engine, page, self.latest_date);
        let is_blended = self.is_blended(&decision.verdict);
        let policy = self.title.or(is_blended.then_some(TitlePolicy::Strip));
        if let (Some(policy), Some(title)) = (policy, metadata.title()) {
            policy.apply(page, &mut decision.verdict, title);
        }
        decision.verdict.labels_tabs = is_blended;
        let posts = self.posts(page, &mut decision.verdict, decision.page_types);
        decision.verdict.posts = posts.posts(page, &decision.verdict.kept);
        metadata.credit_opener(posts.opener());
        metadata
    }

    /// Puts the content of the page's own JSON in the place of the content of its elements, if it
    /// is much longer.
    fn take_json(&mut self, extraction: &mut Extraction) {
        if has_enough(&extraction.page, &extraction.decision.verdict) {
            return;
        }
        let kept_chars = extraction.text().chars().count();
        let content =
            Content::of(&extraction.page, kept_chars, &mut self.parser, &mut self.measurer);
        let Some(Content { source, page, verdict, text }) = content else { return };
        extraction.find_lead_image();
        extraction.finds_lead_image = false;
        let by_elements = std::mem::replace(&mut extraction.decision.verdict, verdict);
        extraction.decision.others.insert(0, by_elements);
        extraction.text_source = source;
        extraction.text = OnceLock::from(text);
        extraction.parsed_page = Some(std::mem::replace(&mut extraction.page, page));
    }

    fn add_comments(&self, extraction: &mut Extraction) {
        let page = extraction.parsed_page();
        let content = match extraction.text_source {
            TextSource::Elements => Cow::Borrowed(&extraction.decision.verdict),
            // No element is content if the content comes from JSON.
            _ => Cow::Owned(Verdict::nothing("", page)),
        };
        extraction.decision.comments = self.comments_outside(page, &content);
    }

    /// Parses and measures a page, for example to read its paragraphs or to [`decide`] in steps.
    ///
    /// [`decide`]: Extractor::decide
    pub fn page<'h>(&mut self, html: impl Into<Input<'h>>) -> Page {
        let input = html.into();
        let rules = self.site_rules.clone();
        self.read(input, rules.as_deref()).0
    }

    /// Reads a page by the rules for its site. Without an address, the page itself says which site
    /// that is; if the rules for it change the page, it is parsed again.
    fn read<'r>(
        &mut self,
        input: Input<'_>,
        rules: Option<&'r SiteRules>,
    ) -> (Page, Option<SiteRule<'r>>) {
        let rule = rules.and_then(|rules| rules.find(input.address()?));
        let page = self.measure(input, rule.as_ref());
        if rule.is_some() || input.address().is_some() {
            return (page, rule);
        }
        let Some(rule) = rules.and_then(|rules| rules.find(&*page.address()?)) else {
            return (page, None);
        };
        let page = if rule.has_text_file() { self.measure(input, Some(&rule)) } else { page };
        (page, Some(rule))
    }

    fn measure(&mut self, input: Input<'_>, rule: Option<&SiteRule<'_>>) -> Page {
        let (document, warnings) = match rule {
            Some(rule) => parse_by_rule(input, rule, &mut self.parser, self.decoding, self.limits),
            None => (input.parse(&mut self.parser, self.decoding), Vec::new()),
        };
        let mut page = self.measure_document(document, input.address());
        page.warnings = warnings;
        page
    }

    fn measure_document(&mut self, document: Document, url: Option<&Url>) -> Page {
        let document = if self.blend.is_some() { arrange(document) } else { document };
        let mut page = self.measurer.measure(document);
        page.url = url.cloned();
        page.output = OutputBudget::new(self.limits);
        page
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
        let rule = self.site_rules.as_ref().and_then(|rules| rules.find(&*page.address()?));
        let (mut decision, late_verdict) = self.decide_by(page, rule.as_ref());
        if let Some(late) = late_verdict {
            late.add_to(&mut decision.others, page);
        }
        let metadata = self.complete(page, &mut decision);
        decision.verdict.metadata = metadata.get(page).clone();
        if self.is_blended(&decision.verdict) {
            let Metadata { title, image, .. } = &decision.verdict.metadata;
            let (title, image) = (title.as_deref(), image.as_deref());
            render::find_lead_image(page, &decision.verdict, title, image);
        }
        decision.comments = self.comments_outside(page, &decision.verdict);
        decision
    }

    /// Decides without looking for comments, the title and posts. If the blend did without an
    /// engine, that one is returned, and its verdict is not among the others.
    fn decide_by(
        &self,
        page: &Page,
        rule: Option<&SiteRule<'_>>,
    ) -> (Decision, Option<LateVerdict>) {
        let (language, stoplist) = self.language_of(page);
        let context = Context { language: language.as_ref(), stoplist };
        let (mut others, mut page_types, mut late) = (Vec::new(), None, None);
        let mut choose = || {
            let Choice { verdict, others: of_engines, page_types: types, late_verdict } =
                self.choose(page, &context);
            (others, page_types, late) = (of_engines, types, late_verdict);
            verdict
        };
        let mut verdict = match rule {
            Some(rule) => rule.judge(page, choose),
            None => choose(),
        };
        // A rule that failed while the page was prepared fails again here: one warning is enough.
        verdict.warnings.retain(|warning| !page.warnings.contains(warning));
        let mut warnings: Vec<Warning> =
            page.document().warnings().iter().cloned().map(Warning::Page).collect();
        warnings.extend_from_slice(&page.warnings);
        warnings.extend(self.missing_stoplist(&verdict, &context));
        warnings.append(&mut verdict.warnings);
        // Another verdict would be chosen if all rules had matched.
        let missed = others.iter().flat_map(|other| &other.warnings);
        warnings.extend(
            missed.filter(|warning| matches!(warning, Warning::RuleOutOfSteps { .. })).cloned(),
        );
        (Decision { verdict, others, language, warnings, page_types, comments: None }, late)
    }

    /// Returns the posts of a thread. A blend first keeps the short posts between those it keeps.
    fn posts(&self, page: &Page, verdict: &mut Verdict, types: Option<PageTypes>) -> FoundPosts {
        if types.is_some_and(|types| types.probability(PageType::Forum) < MIN_FORUM) {
            return FoundPosts::default();
        }
        let is_forum = types.is_some_and(|types| types.most_probable() == PageType::Forum);
        let found = FoundPosts::of(page, is_forum, &verdict.kept);
        if self.blend.is_some() {
            complete_thread(page, verdict, &found);
        }
        found
    }

    /// Returns the comments that are not in the content, if comments are requested.
    fn comments_outside(&self, page: &Page, content: &Verdict) -> Option<Verdict> {
        self.comments.as_ref().map(|comments| comments.find(page, content))
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
        let (language, stoplist) = self.language_of(page);
        self.run_engines(page, &Context { language: language.as_ref(), stoplist })
    }

    fn run_engines(&self, page: &Page, context: &Context<'_>) -> Vec<Verdict> {
        self.engines.iter().map(|engine| engine.judge(page, context)).collect()
    }

    /// Decides by the engine alone, or by the blend.
    fn choose(&self, page: &Page, context: &Context<'_>) -> Choice {
        let Some(blend) = &self.blend else {
            let verdict = self.run_engines(page, context).swap_remove(0);
            return Choice { verdict, others: Vec::new(), page_types: None, late_verdict: None };
        };
        let late_name = blend.late_engine().map_or("", EngineName::as_str);
        let (late, early): (Vec<_>, Vec<_>) =
            self.engines.iter().partition(|engine| engine.name() == late_name);
        let judge = |engine: &Arc<dyn Engine>| as_part(engine.judge(page, context));
        let mut others: Vec<Verdict> = early.into_iter().map(judge).collect();
        let late = late.first().copied();
        let decided = blend.decide(page, &mut others, late.map(|engine| || judge(engine)));
        let Decided { verdict, page_types, probabilities } = decided;
        let has_run = others.iter().any(|verdict| verdict.engine == late_name);
        let late_verdict = late.filter(|_| !has_run).map(|engine| {
            let (engine, blend) = (Arc::clone(engine), blend.clone());
            LateVerdict { engine, blend, probabilities }
        });
        Choice { verdict, others, page_types, late_verdict }
    }

    /// Returns the page's language and its stopwords.
    fn language_of(&self, page: &Page) -> (Option<Language>, Option<&Stoplist>) {
        let language = Language::of(page);
        let stoplist = match &self.stopwords {
            ResolvedStopwords::Fixed(list) => Some(list),
            ResolvedStopwords::None => None,
            ResolvedStopwords::Auto => {
                language.as_ref().and_then(|language| stoplist_for(language.code()))
            }
        };
        (language, stoplist)
    }

    /// Returns a warning if the engine of this verdict needed stopwords and got none.
    fn missing_stoplist(&self, verdict: &Verdict, context: &Context<'_>) -> Option<Warning> {
        let mut engines = self.engines.iter().filter(|engine| engine.name() == verdict.engine);
        let is_missing =
            matches!(self.stopwords, ResolvedStopwords::Auto) && context.stoplist.is_none();
        let language = context.language.map(|language| language.code().to_string());
        (is_missing && engines.any(|engine| engine.uses_stopwords()))
            .then_some(Warning::NoStoplist { language })
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

/// Parses a page whose text and tree the rule for its site changes.
fn parse_by_rule(
    input: Input<'_>,
    rule: &SiteRule<'_>,
    parser: &mut Parser,
    decoding: Decoding,
    limits: Limits,
) -> (Document, Vec<Warning>) {
    let mut warnings = Vec::new();
    let document = input.parse_edited(parser, decoding, |text| {
        let (text, unreplaced) = rule.replaced(text);
        warnings = unreplaced;
        text
    });
    let (document, more) = rule.rewrite(document, limits);
    warnings.extend(more);
    (document, warnings)
}

/// Returns the stoplist for a language tag. `None` if there is none or this build has no lists.
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
        "expected a name such as English or a tag such as en"
    } else {
        "this build has no lists"
    };
    Err(Error::config(format!("no stoplist for the language `{language}`: {hint}")))
}
