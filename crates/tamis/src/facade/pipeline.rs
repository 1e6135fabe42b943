//! The steps from a page to its extraction, in their order.
//!
//! ```text
//! bytes ─ read ─► Page ─ choose ─► Choice ─ settle ─► Decision
//!                                         └─ page JSON, title, comments ─► Extraction
//! ```
//!
//! - **read**: decode, parse and measure, by the rule for the site if there is one.
//! - **choose**: the engines judge the page. A blend chooses among their verdicts; a rule for the
//!   site comes before all of them.
//! - **settle**: what the choice leaves open is decided, which is the same for all formats: the
//!   warnings, whether the content begins with the title, and the posts of a thread.
//! - The content of the page's own JSON takes the place of almost nothing, the title is added if
//!   that is wanted, and the readers' comments are found outside of the content.
//!
//! What only some callers need comes later, in [`Deferred`](super::deferred::Deferred).
//! [`Pipeline::decide`] takes the same steps up to the decision, for a page that it does not own.

use std::borrow::Cow;
use std::sync::Arc;

use tamis_dom::{Document, Limits, Parser};
use tamis_stoplists::Stoplist;
use url::Url;

use super::config::{Config, Stopwords};
use super::decision::{Decision, Settled};
use super::elements::{Elements, NAME as SELECT};
use super::engines::Engines;
use super::extraction::Extraction;
use super::page_json::{Content, PageJson, TextSource, has_enough};
use super::stated::Stated;
use super::strategy::Strategy;
use super::title::TitlePolicy;
use crate::blend::Choice;
use crate::blend::rules::apply_to_thread;
use crate::engine::selectors::Comments;
use crate::error::Error;
use crate::metadata::{Date, Metadata};
use crate::page::{
    Decoding, Input, Language, Measurer, NodeLayout, OutputBudget, Page, Warning, arrange,
    without_concealed,
};
use crate::render;
use crate::signals::{PageType, PageTypes};
use crate::site_rules::{NAME as SITE_RULES, SiteRule, SiteRules};
use crate::structure::comments::comments_after;
use crate::structure::label::label_of;
use crate::threads::FoundPosts;
use crate::threads::discussions::{Which, discussions_after};
use crate::verdict::{Context, Verdict};

/// The lowest probability of the type forum, by the learned model, of a page that is searched for
/// posts. On other pages, only markup that leaves no doubt makes posts.
const MIN_FORUM: f64 = 0.02;

/// [`Stopwords`] after their list was looked up.
enum ResolvedStopwords {
    Auto,
    Fixed(Stoplist),
    None,
}

/// The steps with everything that they need, and buffers that are kept from page to page.
pub(super) struct Pipeline {
    pub(super) engines: Engines,
    pub(super) latest_date: Option<Date>,
    stopwords: ResolvedStopwords,
    parser: Parser,
    limits: Limits,
    drop_hidden: bool,
    decoding: Decoding,
    measurer: Measurer,
    title: Option<TitlePolicy>,
    site_rules: Option<Arc<SiteRules>>,
    elements: Elements,
    /// True if text may come from the page's own JSON.
    takes_json: bool,
    /// Finds readers' comments, if they are requested.
    comments: Option<Comments>,
}

/// All steps.
impl Pipeline {
    /// Returns the steps with these engines, and with the configuration otherwise.
    ///
    /// # Errors
    ///
    /// If there is no stoplist for the language of the configuration, or a selector of it cannot be
    /// read.
    pub(super) fn new(engines: Engines, config: Config) -> Result<Pipeline, Error> {
        let is_auto = engines.blend().is_some() && config.strategy == Strategy::Auto;
        let elements = Elements::of(&config)?;
        let takes_json = is_auto && config.page_json == PageJson::Auto && !elements.selects();
        Ok(Pipeline {
            engines,
            latest_date: config.latest_date,
            decoding: config.decoding(),
            stopwords: ResolvedStopwords::of(config.stopwords)?,
            parser: Parser::new(config.limits),
            limits: config.limits,
            drop_hidden: config.drop_hidden,
            measurer: Measurer::default(),
            title: config.title,
            site_rules: config.site_rules,
            elements,
            takes_json,
            comments: config.comments.then(|| Comments::new(config.selectors.rules)),
        })
    }

    pub(super) fn extract(&mut self, input: Input<'_>) -> Extraction {
        let rules = self.site_rules.clone();
        let (page, rule) = self.read(input, rules.as_deref());
        self.extract_page(page, rule.as_ref())
    }

    pub(super) fn extract_page(&mut self, page: Page, rule: Option<&SiteRule<'_>>) -> Extraction {
        let settled = self.settle(&page, rule);
        let has_lead_image = self.is_blended(&settled.decision.verdict);
        let mut extraction = Extraction::new(page, settled, has_lead_image);
        if self.takes_json && rule.is_none() {
            self.take_json(&mut extraction);
        }
        if self.title == Some(TitlePolicy::Add) {
            extraction.add_title();
        }
        self.add_comments(&mut extraction);
        extraction
    }

    /// Decides about a page that somebody else owns, and finds at once what an extraction defers.
    pub(super) fn decide(&self, page: &Page) -> Decision {
        let rule = self.site_rules.as_ref().and_then(|rules| rules.find(&*page.address()?));
        let Settled { mut decision, stated, spared } = self.settle(page, rule.as_ref());
        if let Some(spared) = spared {
            decision.others = spared.added_to(&decision.others, page);
        }
        let verdict = &mut decision.verdict;
        verdict.metadata = stated.metadata(page);
        if self.is_blended(verdict) {
            let Metadata { title, image, .. } = &verdict.metadata;
            let (title, image) = (title.as_deref(), image.as_deref());
            verdict.lead_image = render::lead_image(page, verdict, title, image);
        }
        decision.comments = self.comments_outside(page, &decision.verdict);
        decision
    }
}

/// Reading.
impl Pipeline {
    pub(super) fn page(&mut self, input: Input<'_>) -> Page {
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
        let other_format = input.other_format();
        // Parsed as HTML, a picture would have a long text of random letters.
        let input = if other_format.is_some() { input.without_text() } else { input };
        let (document, mut warnings) = match rule {
            Some(rule) => parse_by_rule(input, rule, &mut self.parser, self.decoding, self.limits),
            None => (input.parse(&mut self.parser, self.decoding), Vec::new()),
        };
        let document = match input.shown() {
            Some(layout) => without_concealed(document, layout),
            None => document,
        };
        warnings.extend(other_format.map(Warning::OtherFormat));
        let mut page = self.measure_document(document, input.address());
        page.warnings.splice(..0, warnings);
        if let Some(layout) = input.shown() {
            page.layout = NodeLayout::of(&page.document, layout);
        }
        page
    }

    pub(super) fn measure_document(&mut self, document: Document, url: Option<&Url>) -> Page {
        let is_blended = self.engines.blend().is_some();
        let (document, warnings) = self.elements.without_dropped(document);
        let document =
            if is_blended { arrange(document, self.limits, &mut self.parser) } else { document };
        let mut page = self.measurer.measure(document);
        page.warnings = warnings;
        page.url = url.cloned();
        page.output = OutputBudget::new(self.limits, self.drop_hidden);
        page
    }

    /// Takes back the buffers of a page.
    pub(super) fn recycle(&mut self, page: Page) {
        let document = self.measurer.recycle(page);
        self.parser.recycle(document);
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
}

/// Choosing and settling.
impl Pipeline {
    /// Returns the verdict of each engine, whatever rule there is for the site.
    pub(super) fn verdicts(&self, page: &Page) -> Vec<Verdict> {
        let (language, stoplist) = self.language_of(page);
        let context = Context { language: language.as_ref(), stoplist };
        self.engines.all().iter().map(|engine| engine.judge(page, &context)).collect()
    }

    /// Chooses, and decides everything that does not depend on the page's own JSON.
    fn settle(&self, page: &Page, rule: Option<&SiteRule<'_>>) -> Settled {
        let (language, stoplist) = self.language_of(page);
        let context = Context { language: language.as_ref(), stoplist };
        let mut choice = match (self.elements.choose(page), rule) {
            (Some(choice), _) => choice,
            (None, Some(rule)) => rule.choose(page, || self.engines.choose(page, &context)),
            (None, None) => self.engines.choose(page, &context),
        };
        let warnings = self.warnings(page, &mut choice, &context);
        let spared = self.engines.spared(&mut choice);
        let Choice { mut verdict, others, page_types, .. } = choice;
        let by_engine = std::mem::take(&mut verdict.metadata);
        let mut stated = Stated::new(by_engine, page, self.latest_date);
        self.place_title(page, &mut verdict, &stated);
        verdict.has_labels |= self.is_blended(&verdict);
        let posts = self.posts(page, &mut verdict, page_types);
        verdict.posts = posts.posts(page, &verdict.kept);
        stated.credit_opener(posts.opener());
        let decision = Decision { verdict, others, language, warnings, page_types, comments: None };
        Settled { decision, stated, spared }
    }

    /// True if a blend decided, and neither a rule for the site nor the caller.
    fn is_blended(&self, verdict: &Verdict) -> bool {
        self.engines.blend().is_some() && ![SITE_RULES, SELECT].contains(&&*verdict.engine)
    }

    /// Takes the doubts of the verdict, and adds those about the page.
    fn warnings(&self, page: &Page, choice: &mut Choice, context: &Context<'_>) -> Vec<Warning> {
        let mut of_verdict = std::mem::take(&mut choice.verdict.warnings);
        // A rule that failed while the page was prepared fails again here: one warning is enough.
        of_verdict.retain(|warning| !page.warnings.contains(warning));
        let mut warnings: Vec<Warning> =
            page.document().warnings().iter().cloned().map(Warning::Page).collect();
        warnings.extend_from_slice(&page.warnings);
        warnings.extend(self.missing_stoplist(&choice.verdict, context));
        warnings.append(&mut of_verdict);
        // Another verdict would be chosen if all rules had matched.
        let missed = choice.others.iter().flat_map(|other| &other.warnings);
        warnings.extend(
            missed.filter(|warning| matches!(warning, Warning::RuleOutOfSteps { .. })).cloned(),
        );
        warnings
    }

    /// Returns a warning if a single engine needed stopwords and got none. Blends do without.
    fn missing_stoplist(&self, verdict: &Verdict, context: &Context<'_>) -> Option<Warning> {
        let Engines::One(engine) = &self.engines else { return None };
        let is_missing =
            matches!(self.stopwords, ResolvedStopwords::Auto) && context.stoplist.is_none();
        let needs = verdict.engine == engine.name() && engine.uses_stopwords();
        let language = context.language.map(|language| language.code().to_string());
        (is_missing && needs).then_some(Warning::NoStoplist { language })
    }

    /// Keeps or drops the heading that shows the title.
    fn place_title(&self, page: &Page, verdict: &mut Verdict, stated: &Stated) {
        let by_default = || self.is_blended(verdict).then_some(TitlePolicy::Strip);
        if let (Some(policy), Some(title)) = (self.title.or_else(by_default), stated.title()) {
            policy.apply(page, verdict, title);
        }
    }

    /// Returns the posts of a thread. A blend first keeps the short posts between those it keeps.
    fn posts(&self, page: &Page, verdict: &mut Verdict, types: Option<PageTypes>) -> FoundPosts {
        let found = if types.is_some_and(|types| types.probability(PageType::Forum) < MIN_FORUM) {
            FoundPosts::without_doubt(page, &verdict.kept)
        } else {
            let is_forum = types.is_some_and(|types| types.most_probable() == PageType::Forum);
            FoundPosts::of(page, is_forum, &verdict.kept)
        };
        if let Some(blend) = self.engines.blend().filter(|_| self.is_blended(verdict)) {
            apply_to_thread(page, verdict, &found, blend.rules());
        }
        found
    }
}

/// The page's own JSON, and the comments.
impl Pipeline {
    /// Puts the content of the page's own JSON in the place of the content of its elements, if it
    /// is much longer.
    fn take_json(&mut self, extraction: &mut Extraction) {
        if has_enough(extraction.page(), &extraction.decision.verdict) {
            return;
        }
        let kept_chars = extraction.text().chars().count();
        let page = extraction.page();
        let content = Content::of(page, kept_chars, &mut self.parser, &mut self.measurer);
        if let Some(content) = content {
            extraction.replace_content(content);
        }
    }

    fn add_comments(&self, extraction: &mut Extraction) {
        let page = extraction.parsed_page();
        let content = match extraction.text_source() {
            TextSource::Elements => Cow::Borrowed(&extraction.decision.verdict),
            // No element is content if the content comes from JSON.
            _ => Cow::Owned(Verdict::nothing("", page)),
        };
        extraction.decision.comments = self.comments_outside(page, &content);
    }

    /// Returns the comments that are not in the content, if comments are requested.
    fn comments_outside(&self, page: &Page, content: &Verdict) -> Option<Verdict> {
        let mut found = self.comments.as_ref()?.find(page, content);
        if !found.kept.contains(&true) {
            found.nodes = None;
            let named = comments_after(page, &content.kept, content.kept.len());
            let labelled = discussions_after(page, &content.kept, Which::Labelled);
            for at in named.into_iter().chain(labelled).flatten() {
                if !content.kept[at] && label_of(page, &page.paragraphs()[at]).is_none() {
                    found.keep(at, "readers' comments");
                }
            }
        }
        Some(found)
    }
}

impl ResolvedStopwords {
    /// Looks up the list that the configuration names.
    ///
    /// # Errors
    ///
    /// If there is no list for the language.
    fn of(stopwords: Stopwords) -> Result<ResolvedStopwords, Error> {
        Ok(match stopwords {
            Stopwords::Auto => ResolvedStopwords::Auto,
            Stopwords::Language(language) => ResolvedStopwords::Fixed(named_stoplist(&language)?),
            Stopwords::List(list) => ResolvedStopwords::Fixed(list),
            Stopwords::None => ResolvedStopwords::None,
        })
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
