//! Files of learned rules, and the verdict by them.

use std::sync::OnceLock;

use serde::Deserialize;
use tamis_dom::{Document, NodeId};

use super::judge::{SOURCE, leave_out};
use super::template::text_hash;
use crate::config::Error;
use crate::engine::selectors::{Config, Field, Found, Rules, Selectors};
use crate::engine::{Context, Engine, Verdict};
use crate::metadata::{Metadata, Value};
use crate::node_set::NodeSet;
use crate::page::Page;

/// The name of learned rules among the engines.
pub const LEARNED: &str = "learned-rules";

/// With this many characters outside of exclusions and template texts, learned rules have found content, unless their file
/// says otherwise. Unicode scalar values.
pub const MIN_CHARS: u32 = 100;

const BY_RULE: &str = "excluded by a learned rule";

/// How sure rules are that found content on all pages that they were learned from.
const CONFIDENCE: f64 = 0.9;

/// Where no rule finds content, learned exclusions take this share of what the engine keeps at the most: the page is of
/// another kind than those that they were learned from. As for the library's own
/// ([`max_excluded_share`](Config::max_excluded_share)).
const MAX_TAKEN_SHARE: f64 = 0.7;

/// What the file says of the source of a rule that nobody made by hand.
pub(super) const BY_LEARNING: &str = "learned";

/// A rate is not judged on fewer pages.
const MIN_TRIED: usize = 10;
/// A rate has fallen when it is below this share of what it was.
const FALLEN_SHARE: f64 = 0.75;

/// The rules of a learned file.
#[derive(Clone, Debug)]
pub struct LearnedRules {
    name: Box<str>,
    site: Site,
    rules: Rules,
    /// Made when the first page of the site comes.
    engines: OnceLock<Engines>,
}

/// What a file says of its site.
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
    /// The file's content without what the library's rules exclude.
    content: Selectors,
    /// The file's own exclusions.
    exclusions: Selectors,
    /// Those of them that somebody made, which nothing overrules.
    by_hand: Selectors,
    /// The file's rules for title, summary, author and date, which nobody learns but who edits a file can add.
    values: Option<Selectors>,
}

impl LearnedRules {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// When it is not as [`Rules::from_toml`] wants it, or has no table `site` of the right form.
    pub(super) fn read(name: &str, toml: &str) -> Result<LearnedRules, Error> {
        let (rules, site) = Rules::with_site(toml)?;
        let Some(site) = site else {
            return Err(Error::new("a file of learned rules needs a table `[site]`".into()));
        };
        let mut site: Site = site
            .try_into()
            .map_err(|error| Error::new(format!("the table `[site]` can't be read: {error}")))?;
        if !(0.0..=1.0).contains(&site.success_rate) {
            return Err(Error::new("`success_rate` has to be from 0 to 1".into()));
        }
        site.template.sort_unstable();
        Ok(LearnedRules { name: name.into(), site, rules, engines: OnceLock::new() })
    }

    /// The name of the file, as it was added.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The hosts that the rules are for.
    pub fn hosts(&self) -> impl ExactSizeIterator<Item = &str> {
        self.site.hosts.iter().map(String::as_str)
    }

    /// How many pages they were learned from.
    pub fn pages(&self) -> usize {
        self.site.pages
    }

    /// The share of these pages on which they found content, 0 to 1.
    pub fn success_rate(&self) -> f64 {
        self.site.success_rate
    }

    /// Whether the rate has fallen clearly: on ten pages at least, to less than three quarters of what it was.
    ///
    /// ```
    /// use tamis::Url;
    /// use tamis::site_rules::SiteRules;
    /// let mut rules = SiteRules::default();
    /// rules.add("a.toml", "[site]\nhosts = ['example.com']\npages = 20\nsuccess_rate = 0.9\n");
    /// let url = Url::parse("https://example.com/").unwrap();
    /// let learned = rules.find(&url).unwrap().learned().unwrap();
    /// assert!(!learned.has_fallen(9, 0));
    /// assert!(!learned.has_fallen(10, 7));
    /// assert!(learned.has_fallen(10, 6));
    /// ```
    pub fn has_fallen(&self, pages: usize, successes: usize) -> bool {
        let rate = successes as f64 / pages.max(1) as f64;
        pages >= MIN_TRIED && rate < self.site.success_rate * FALLEN_SHARE
    }

    /// The verdict by the rules; where they find too little, that of an engine without what they exclude. Title, summary,
    /// author and date by the rules come before the engine's.
    pub(super) fn judge(&self, page: &Page, otherwise: impl FnOnce() -> Verdict) -> Verdict {
        let engines = self.engines.get_or_init(|| self.engines());
        let template = self.template_texts(page);
        let strip = |mut verdict: Verdict, exclusions: &Selectors| {
            leave_out(page, &mut verdict, BY_RULE, &excluded(page, exclusions));
            leave_out(page, &mut verdict, "on page after page of the site", &template);
            verdict
        };
        let content = engines.content.judge(page, &Context::default());
        let mut verdict = strip(content, &engines.exclusions);
        if kept_chars(page, &verdict) < self.site.min_chars.max(1) {
            let whole = otherwise();
            let least = f64::from(kept_chars(page, &whole)) * (1.0 - MAX_TAKEN_SHARE);
            verdict = strip(whole.clone(), &engines.exclusions);
            if f64::from(kept_chars(page, &verdict)) < least {
                verdict = strip(whole, &engines.by_hand);
            }
        } else {
            verdict.engine = LEARNED;
            verdict.confidence = Some(CONFIDENCE * self.site.success_rate);
        }
        if let Some(values) = &engines.values {
            let found = std::mem::replace(&mut verdict.metadata, metadata(page, values));
            verdict.metadata.complete_with(found, None);
        }
        verdict
    }

    fn engines(&self) -> Engines {
        let of = |field| {
            let mut rules = self.rules.clone();
            rules.retain(|rule| rule.field == field);
            rules
        };
        let mut content = Rules::builtin().clone();
        let holds = |id: &String| !self.site.without.contains(id);
        content.retain(|rule| rule.field == Field::Exclusion && holds(&rule.id));
        content.extend(of(Field::Content));
        // More than one less is enough.
        let enough = self.site.min_chars.saturating_sub(1);
        let config = Config::default().enough_chars(enough).min_dense_share(0.0);
        let mut values = self.rules.clone();
        values.retain(|rule| rule.field.has_value());
        let mut by_hand = of(Field::Exclusion);
        by_hand.retain(|rule| rule.source != BY_LEARNING);
        let has_values = values.iter().len() > 0;
        Engines {
            values: has_values.then(|| Selectors::new(config.clone().rules(values))),
            content: Selectors::new(config.clone().rules(content)),
            by_hand: Selectors::new(config.clone().rules(by_hand)),
            exclusions: Selectors::new(config.rules(of(Field::Exclusion))),
        }
    }

    fn template_texts(&self, page: &Page) -> NodeSet {
        let mut texts = NodeSet::of(page.document());
        if self.site.template.is_empty() {
            return texts;
        }
        for paragraph in page.paragraphs() {
            let hash = text_hash(page.paragraph_text(paragraph));
            if self.site.template.binary_search(&hash).is_ok() {
                for id in page.paragraph_nodes(paragraph) {
                    texts.insert(id);
                }
            }
        }
        texts
    }
}

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

/// The values of the first rule of each field that finds one; of authors all that it finds.
fn metadata(page: &Page, rules: &Selectors) -> Metadata {
    let found = rules.explain(page);
    let value = |text: &str| Value::new(text, SOURCE);
    let first = |field| found.first(field).map(|of| value(&of.value));
    let mut authors: Vec<&str> = Vec::new();
    if let Some(Found { rule, .. }) = found.first(Field::Author) {
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

    const SITE: &str = "[site]\nhosts = ['www.Example.com', 'example.org']\npages = 4\nsuccess_rate = 0.5\nmin_chars = 3\n";

    fn rule(field: &str, selector: &str) -> String {
        format!(
            "[[rule]]\nid = '{field}'\nfield = '{field}'\nselector = '{selector}'\npriority = 1\nwhy = ''\nsource = ''\n\
             matches = ['<{selector}>']\nmatches_not = ['<hr>']\n"
        )
    }

    fn extract(rules: SiteRules, url: &str, html: &str) -> (&'static str, String) {
        let url = Url::parse(url).unwrap();
        let mut extractor = Extractor::new(Config::default().site_rules(Arc::new(rules))).unwrap();
        let extraction = extractor.extract(Input::from(html).url(&url)).unwrap();
        (extraction.strategy_used(), extraction.text().to_owned())
    }

    #[test]
    fn the_file_says_for_which_hosts_it_is() {
        let html = "<section>One <em>two</em></section><p>Three";
        let toml = [SITE, &rule("content", "section"), &rule("exclusion", "em")].concat();
        let mut rules = SiteRules::default();
        assert_eq!(rules.add("Any.TOML", &toml), []);
        assert_eq!(rules.len(), 2);
        for (url, expected) in [
            ("https://example.com/", (LEARNED, "One")),
            ("https://www.example.org/a", (LEARNED, "One")),
            ("https://a.example.org/", ("density", "One two\n\nThree")),
        ] {
            assert_eq!(
                extract(rules.clone(), url, html),
                (expected.0, expected.1.to_owned()),
                "{url}"
            );
        }
    }

    #[test]
    fn a_file_in_text_comes_first() {
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
            assert_eq!(found, (expected.0, expected.1.to_owned()), "{text}");
        }
    }

    #[test]
    fn rules_of_the_library_can_be_left_out() {
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
    fn learned_exclusions_take_not_nearly_all_of_what_an_engine_finds() {
        let one = "<p>One of the sentences that the engine keeps of this page, whatever the rules say.</p>";
        let html = format!("<article><em>{one}{one}{one}</em>{one}</article>");
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
            ("learned", &html.replace(&format!("</em>{one}"), &format!("</em>{one}{one}")), 2),
        ] {
            assert!(chars(source, html) < whole * kept / 3, "{source}");
        }
    }

    #[test]
    fn rules_for_values_come_before_the_page_s_own() {
        let html =
            "<title>Page</title><h1>Story</h1><b>Ann</b><b>Bo</b><b>Ann</b><i>Long</i><section>One";
        let fields = [("title", "h1"), ("author", "b"), ("summary", "i"), ("content", "section")];
        for count in [3, 4] {
            // Without a rule for content the engine answers, and the values are the same.
            let more = fields[..count].iter().map(|(field, selector)| rule(field, selector));
            let toml = std::iter::once(SITE.to_owned()).chain(more).collect::<String>();
            let mut rules = SiteRules::default();
            assert_eq!(rules.add("a.toml", &toml), []);
            let url = Url::parse("https://example.com/").unwrap();
            let config = Config::default().site_rules(Arc::new(rules));
            let extraction = Extractor::new(config).unwrap().extract(Input::from(html).url(&url));
            let extraction = extraction.unwrap();
            assert_eq!(extraction.strategy_used() == LEARNED, count == 4);
            let metadata = extraction.metadata();
            assert_eq!(metadata.title.as_deref(), Some("Story"));
            assert_eq!(metadata.title.as_ref().unwrap().source(), SOURCE);
            assert_eq!(metadata.byline.as_deref(), Some("Ann, Bo"));
            assert_eq!(metadata.authors.len(), 2);
            assert_eq!(metadata.description.as_deref(), Some("Long"));
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_a_warning() {
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
