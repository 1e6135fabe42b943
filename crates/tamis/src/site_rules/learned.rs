//! Reads learned rules and judges pages by them.

use std::sync::OnceLock;

use serde::Deserialize;
use tamis_dom::{Document, NodeId};

use super::METADATA_SOURCE;
use super::masks::leave_out;
use super::text_hash::text_hash;
use crate::blend::Choice;
use crate::engine::Engine;
use crate::engine::selectors::{Config, Field, FieldValue, Rule, Rules, Selectors};
use crate::error::Error;
use crate::metadata::{Metadata, Value};
use crate::page::{NodeSet, Page};
use crate::verdict::{Context, Verdict};

/// The engine name in verdicts of learned rules.
pub const LEARNED: &str = "learned-rules";

/// Learned rules have found content if they keep at least this many characters outside exclusions
/// and template texts. A file can set another number. Unicode scalar values.
pub const MIN_CHARS: u32 = 100;

const BY_RULE: &str = "excluded by a learned rule";

/// The confidence in rules that found content on every page they were learned from.
const CONFIDENCE: f64 = 0.9;

/// If no rule finds content, learned exclusions may remove at most this share of what the engine
/// keeps. If they would remove more, the page has another layout than the pages they were learned
/// from. The same share as for the library's own exclusions
/// ([`max_excluded_share`](Config::max_excluded_share)).
const MAX_REMOVED_SHARE: f64 = 0.7;

/// The `source` that a learned file gives for rules that no person wrote. Such exclusions do not
/// apply to a page where they would remove most of what an engine keeps; all others always apply.
pub const LEARNED_SOURCE: &str = "learned";

/// A success rate is not compared on fewer pages.
const MIN_COMPARED: usize = 10;
/// A success rate has fallen if it is below this share of the rate in the file.
const FALLEN_SHARE: f64 = 0.75;

/// The rules of a learned file, from [`SiteRule::learned`](super::SiteRule::learned).
///
/// The crate `tamis-learn` writes such files: TOML with rules in the form of
/// [`Rules::from_toml`] and a table `[site]`.
///
/// | key of `[site]` | value |
/// | --- | --- |
/// | `hosts` | the hosts that the rules apply to; `www.` makes no difference |
/// | `pages` | the number of pages that the rules were learned from |
/// | `success_rate` | the fraction of these pages on which they found content, 0 to 1 |
/// | `min_chars` | the number of characters that count as content found; default [`MIN_CHARS`] |
/// | `without` | ids of the library's exclusions that do not apply to the site; default none |
/// | `template` | [hashes](super::text_hash) of texts that are never content; default none |
///
/// ```
/// use tamis::Url;
/// use tamis::site_rules::SiteRules;
///
/// let mut rules = SiteRules::default();
/// let file = "[site]\nhosts = ['example.com']\npages = 20\nsuccess_rate = 0.9\n";
/// assert_eq!(rules.add("a.toml", file), []);
/// let rule = rules.find(&Url::parse("https://www.example.com/").unwrap()).unwrap();
/// let learned = rule.learned().unwrap();
/// assert_eq!((learned.name(), learned.pages(), learned.success_rate()), ("a.toml", 20, 0.9));
/// assert!(learned.hosts().eq(["example.com"]));
/// ```
#[derive(Clone, Debug)]
pub struct LearnedRules {
    name: Box<str>,
    site: Site,
    rules: Rules,
    /// The engines, which are built for the first page of the site, because most files of a large
    /// set are never used.
    engines: OnceLock<Engines>,
}

/// The table `[site]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Site {
    hosts: Vec<String>,
    pages: usize,
    success_rate: f64,
    #[serde(default = "min_chars")]
    min_chars: u32,
    #[serde(default)]
    without: Vec<String>,
    #[serde(default)]
    template: Vec<u32>,
}

fn min_chars() -> u32 {
    MIN_CHARS
}

#[derive(Clone, Debug)]
struct Engines {
    /// The file's rules for content, with the library's exclusions.
    content: Selectors,
    /// The file's exclusions.
    exclusions: Selectors,
    /// The file's exclusions that a person wrote, which always apply.
    by_hand: Selectors,
    /// The file's rules for title, summary, author and date, or `None` if it has none. They are not
    /// learned; a person can add them.
    metadata: Option<Selectors>,
}

impl LearnedRules {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If [`Rules::from_toml`] cannot read it, or its table `[site]` is missing or wrong.
    pub(super) fn read(name: &str, toml: &str) -> Result<LearnedRules, Error> {
        let (rules, site) = Rules::with_site(toml)?;
        let Some(site) = site else {
            return Err(Error::new("a learned file needs a table `[site]`".into()));
        };
        let mut site: Site = site
            .try_into()
            .map_err(|error| Error::new(format!("the table `[site]` cannot be read: {error}")))?;
        if !(0.0..=1.0).contains(&site.success_rate) {
            return Err(Error::new("`success_rate` must be from 0 to 1".into()));
        }
        site.template.sort_unstable();
        Ok(LearnedRules { name: name.into(), site, rules, engines: OnceLock::new() })
    }

    /// Returns the name of the file, as it was added. For an example see [`LearnedRules`].
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the hosts that the rules apply to, as written in the file. For an example see
    /// [`LearnedRules`].
    pub fn hosts(&self) -> impl ExactSizeIterator<Item = &str> {
        self.site.hosts.iter().map(String::as_str)
    }

    /// Returns the number of pages that the rules were learned from. For an example see
    /// [`LearnedRules`].
    pub fn pages(&self) -> usize {
        self.site.pages
    }

    /// Returns the fraction of these pages on which the rules found content, 0 to 1. For an example
    /// see [`LearnedRules`].
    pub fn success_rate(&self) -> f64 {
        self.site.success_rate
    }

    /// Returns true if the success rate on these pages is clearly lower than when the rules were
    /// learned: on at least ten pages, less than three quarters of [`LearnedRules::success_rate`].
    /// The site has probably changed.
    ///
    /// ```
    /// use tamis::Url;
    /// use tamis::site_rules::SiteRules;
    /// let mut rules = SiteRules::default();
    /// let file = "[site]\nhosts = ['example.com']\npages = 20\nsuccess_rate = 0.9\n";
    /// rules.add("a.toml", file);
    /// let url = Url::parse("https://example.com/").unwrap();
    /// let learned = rules.find(&url).unwrap().learned().unwrap();
    /// assert!(!learned.has_fallen(9, 0));
    /// assert!(!learned.has_fallen(10, 7));
    /// assert!(learned.has_fallen(10, 6));
    /// ```
    pub fn has_fallen(&self, pages: usize, successes: usize) -> bool {
        let rate = successes as f64 / pages.max(1) as f64;
        pages >= MIN_COMPARED && rate < self.site.success_rate * FALLEN_SHARE
    }

    /// Returns the verdict of the rules as a choice. If they find too little content, it is the
    /// choice of `otherwise` without what they exclude. Their metadata takes precedence.
    pub(super) fn choose(&self, page: &Page, otherwise: impl FnOnce() -> Choice) -> Choice {
        let engines = self.engines.get_or_init(|| self.engines());
        let template = self.template_nodes(page);
        let strip = |verdict: &mut Verdict, exclusions: &Selectors| {
            leave_out(page, verdict, BY_RULE, &excluded(page, exclusions));
            leave_out(page, verdict, "on page after page of the site", &template);
        };
        let mut choice = Choice::alone(engines.content.judge(page, &Context::default()));
        strip(&mut choice.verdict, &engines.exclusions);
        if kept_chars(page, &choice.verdict) < self.site.min_chars.max(1) {
            choice = otherwise();
            let whole = choice.verdict.clone();
            let min_chars = f64::from(kept_chars(page, &whole)) * (1.0 - MAX_REMOVED_SHARE);
            strip(&mut choice.verdict, &engines.exclusions);
            if f64::from(kept_chars(page, &choice.verdict)) < min_chars {
                choice.verdict = whole;
                strip(&mut choice.verdict, &engines.by_hand);
            }
        } else {
            choice.verdict.engine = LEARNED.into();
            choice.verdict.confidence = Some(CONFIDENCE * self.site.success_rate);
        }
        if let Some(rules) = &engines.metadata {
            let verdict = &mut choice.verdict;
            let found = std::mem::replace(&mut verdict.metadata, metadata(page, rules));
            verdict.metadata.complete_with(found, None);
        }
        choice
    }

    fn engines(&self) -> Engines {
        let only = |is_wanted: fn(&Rule) -> bool| {
            let mut rules = self.rules.clone();
            rules.retain(is_wanted);
            rules
        };
        let mut content = Rules::builtin().clone();
        let applies = |id: &String| !self.site.without.contains(id);
        content.retain(|rule| rule.field == Field::Exclusion && applies(&rule.id));
        content.extend(only(|rule| rule.field == Field::Content));
        // The engine wants more characters than `enough_chars`; here `min_chars` itself is enough.
        let enough = self.site.min_chars.saturating_sub(1);
        let config = Config::default().enough_chars(enough).min_dense_share(0.0);
        let mut by_hand = only(|rule| rule.field == Field::Exclusion);
        by_hand.retain(|rule| rule.source != LEARNED_SOURCE);
        let metadata = only(|rule| rule.field.has_value());
        let has_metadata = metadata.iter().len() > 0;
        let engine = |rules| Selectors::new(config.clone().rules(rules));
        Engines {
            metadata: has_metadata.then(|| engine(metadata)),
            content: engine(content),
            by_hand: engine(by_hand),
            exclusions: engine(only(|rule| rule.field == Field::Exclusion)),
        }
    }

    /// Returns the nodes of the paragraphs whose text is template.
    fn template_nodes(&self, page: &Page) -> NodeSet {
        let mut nodes = NodeSet::of(page.document());
        if self.site.template.is_empty() {
            return nodes;
        }
        for paragraph in page.paragraphs() {
            let hash = text_hash(page.paragraph_text(paragraph));
            if self.site.template.binary_search(&hash).is_ok() {
                for id in page.paragraph_nodes(paragraph) {
                    nodes.insert(id);
                }
            }
        }
        nodes
    }
}

/// Returns the nodes in the elements that these rules exclude.
fn excluded(page: &Page, exclusions: &Selectors) -> NodeSet {
    let document: &Document = page.document();
    let mut nodes = NodeSet::of(document);
    let mut end = NodeId::DOCUMENT;
    for (id, _) in exclusions.matched(page, Field::Exclusion) {
        if id >= end {
            end = document.subtree_end(id);
            nodes.insert_range(id..end);
        }
    }
    nodes
}

/// Returns, for each field, the value of the first rule that finds one; for authors, all its
/// values.
fn metadata(page: &Page, rules: &Selectors) -> Metadata {
    let found = rules.explain(page);
    let value = |text: &str| Value::new(text, METADATA_SOURCE);
    let first = |field| found.first(field).map(|of| value(&of.value));
    let mut authors: Vec<&str> = Vec::new();
    if let Some(FieldValue { rule, .. }) = found.first(Field::Author) {
        for of in found.values.iter().filter(|of| of.rule.id == rule.id) {
            if !authors.contains(&of.value.as_str()) {
                authors.push(&of.value);
            }
        }
    }
    Metadata {
        title: first(Field::Title),
        description: first(Field::Summary),
        published: first(Field::Date),
        byline: (!authors.is_empty()).then(|| value(&authors.join(", "))),
        authors: authors.into_iter().map(value).collect(),
        ..Metadata::default()
    }
}

/// Returns the number of characters in kept paragraphs.
fn kept_chars(page: &Page, verdict: &Verdict) -> u32 {
    let kept = page.paragraphs().iter().zip(&verdict.kept).filter(|(_, kept)| **kept);
    kept.map(|(paragraph, _)| paragraph.text_chars).sum()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use url::Url;

    use super::*;
    use crate::site_rules::SiteRules;
    use crate::{Config, Extractor, Input};

    const SITE: &str = "[site]\nhosts = ['www.Example.com', 'example.org']\npages = 4\n\
                        success_rate = 0.5\nmin_chars = 3\n";

    fn rule(field: &str, selector: &str) -> String {
        format!(
            "[[rule]]\nid = '{field}'\nfield = '{field}'\nselector = '{selector}'\n\
             priority = 1\nwhy = ''\nsource = ''\n\
             matches = ['<{selector}>']\nmatches_not = ['<hr>']\n"
        )
    }

    fn extract(rules: SiteRules, url: &str, html: &str) -> (String, String) {
        let url = Url::parse(url).unwrap();
        let mut extractor = Extractor::new(Config::default().site_rules(Arc::new(rules))).unwrap();
        let extraction = extractor.extract(Input::from(html).url(&url));
        (extraction.strategy_used().to_owned(), extraction.text().to_owned())
    }

    #[test]
    fn a_file_applies_to_its_hosts() {
        let html = "<section>One <em>two</em></section><p>Three";
        let toml = [SITE, &rule("content", "section"), &rule("exclusion", "em")].concat();
        let mut rules = SiteRules::default();
        assert_eq!(rules.add("Any.TOML", &toml), []);
        assert_eq!(rules.len(), 2);
        for (url, expected) in [
            ("https://example.com/", (LEARNED, "One")),
            ("https://www.example.org/a", (LEARNED, "One")),
            ("https://a.example.org/", ("model", "One two\n\nThree")),
        ] {
            assert_eq!(
                extract(rules.clone(), url, html),
                (expected.0.to_owned(), expected.1.to_owned()),
                "{url}"
            );
        }
    }

    #[test]
    fn a_text_file_takes_precedence() {
        let html = "<section>Learned</section><div>Text</div><main>Strip <em>me</em></main>";
        let toml = [SITE, &rule("content", "section")].concat();
        for (text, expected) in [
            ("body: //div", ("site-rules", "Text")),
            ("body: //nothing", (LEARNED, "Learned")),
            ("body: //nothing\nstrip: //section", (LEARNED, "")),
            ("body: //nothing\nautodetect_on_failure: no", ("site-rules", "")),
        ] {
            let mut rules = SiteRules::default();
            assert_eq!(rules.add("example.com.txt", text), []);
            assert_eq!(rules.add("example.com.toml", &toml), []);
            let found = extract(rules, "https://example.com/", html);
            assert_eq!(found, (expected.0.to_owned(), expected.1.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_file_can_disable_rules_of_the_library() {
        let html = "<section>One<aside><p>Two</aside></section>";
        let text = |without: &str| {
            let mut rules = SiteRules::default();
            let toml = [SITE, without, &rule("content", "section")].concat();
            assert_eq!(rules.add("a.toml", &toml), []);
            extract(rules, "https://example.com/", html).1
        };
        assert_eq!(text(""), "One");
        assert_eq!(text("without = ['exclude-aside']\n"), "One\n\nTwo");
    }

    #[test]
    fn learned_exclusions_do_not_remove_most_of_an_engines_text() {
        let [one, two, three, four, five] = ["One", "Two", "Three", "Four", "Five"].map(|number| {
            format!(
                "<p>{number} of the sentences that the engine keeps of this page, whatever the rules say.</p>"
            )
        });
        let html = format!("<article><em>{one}{two}{three}</em>{four}</article>");
        let chars = |source: &str, html: &str| {
            let rule =
                rule("exclusion", "em").replace("source = ''", &format!("source = '{source}'"));
            let mut rules = SiteRules::default();
            assert_eq!(rules.add("a.toml", &[SITE, &rule].concat()), []);
            extract(rules, "https://example.com/", html).1.chars().count()
        };
        let whole = chars("learned", &html);
        assert!(whole > 300, "{whole}");
        for (source, html, kept) in [
            ("our own", html.as_str(), 1),
            ("learned", &html.replace(&four, &format!("{four}{five}")), 2),
        ] {
            assert!(chars(source, html) < whole * kept / 3, "{source}");
        }
    }

    #[test]
    fn rules_for_metadata_override_the_page() {
        let html =
            "<title>Page</title><h1>Story</h1><b>Ann</b><b>Bo</b><b>Ann</b><i>Long</i><section>One";
        let fields = [("title", "h1"), ("author", "b"), ("summary", "i"), ("content", "section")];
        for count in [3, 4] {
            // Without a rule for content the engine decides, and the metadata is the same.
            let more = fields[..count].iter().map(|(field, selector)| rule(field, selector));
            let toml = std::iter::once(SITE.to_owned()).chain(more).collect::<String>();
            let mut rules = SiteRules::default();
            assert_eq!(rules.add("a.toml", &toml), []);
            let url = Url::parse("https://example.com/").unwrap();
            let config = Config::default().site_rules(Arc::new(rules));
            let extraction = Extractor::new(config).unwrap().extract(Input::from(html).url(&url));
            assert_eq!(extraction.strategy_used() == LEARNED, count == 4);
            let metadata = extraction.metadata();
            assert_eq!(metadata.title.as_deref(), Some("Story"));
            assert_eq!(metadata.title.as_ref().unwrap().source(), METADATA_SOURCE);
            assert_eq!(metadata.byline.as_deref(), Some("Ann, Bo"));
            assert_eq!(metadata.authors.len(), 2);
            assert_eq!(metadata.description.as_deref(), Some("Long"));
        }
    }

    #[test]
    fn a_file_with_an_error_gives_one_warning() {
        for (toml, reason) in [
            ("[site", "can't be read"),
            ("", "[site]"),
            ("[site]\nhosts = []\n", "pages"),
            ("[site]\nhosts = []\npages = 1\nsuccess_rate = 2\n", "from 0 to 1"),
            ("[site]\nhosts = []\npages = 1\nsuccess_rate = 1\nother = 1\n", "other"),
            (&[SITE, &rule("content", "hr")].concat(), "should not"),
        ] {
            let mut rules = SiteRules::default();
            let warnings = rules.add("a.toml", toml);
            assert_eq!((warnings.len(), warnings[0].line), (1, 0), "{toml}");
            let text = warnings[0].to_string();
            assert!(text.starts_with("a.toml: ") && text.contains(reason), "{text}");
            assert!(rules.is_empty() && !text.contains('\n'), "{text}");
        }
    }
}
