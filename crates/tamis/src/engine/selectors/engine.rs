//! The engine: matches the rules and turns the result into a verdict.

use tamis_dom::{Document, NodeId};

use super::config::Config;
use super::content::{self, RuleContent};
use super::exclusions::{DenseText, Exclusions, Reason};
use super::matcher::{Hit, Hits, RuleIndex};
use super::rules::{Field, Rule};
use crate::engine::{Engine, EngineName};
use crate::page::NodeSet;
use crate::page::Page;
use crate::page::Paragraph;
use crate::page::Warning;
use crate::verdict::{Context, Verdict};

const IN_CONTENT: &str = "in what a rule names as content";
const OUTSIDE: &str = "outside of what a rule names as content";
const BY_RULE: &str = "in what a rule excludes";
const BY_LINKS: &str = "hardly anything but links";

/// The selector engine with its rules.
///
/// ```
/// use tamis::engine::selectors::Selectors;
/// use tamis::{Config, Extractor};
/// let text = "A sentence of the article, and another one. ".repeat(15);
/// let page = format!(
///     "<nav>Home</nav>\
///      <div class=entry-content><p>{text}<div class=share-buttons>Share</div></div>"
/// );
/// let mut extractor = Extractor::with_engine(Selectors::default(), Config::default())?;
/// assert_eq!(extractor.extract(&page).text(), text.trim_end());
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Selectors {
    config: Config,
    index: RuleIndex,
}

impl Default for Selectors {
    fn default() -> Selectors {
        Selectors::new(Config::default())
    }
}

/// The result of the rules on one page.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// Every match of every rule.
    pub hits: Vec<Hit>,
    /// The index of the first rule whose selector took too many steps.
    pub out_of_steps: Option<u32>,
    pub exclusions: Exclusions,
    /// The content of each rule for content, in order of priority.
    pub contents: Vec<RuleContent>,
    /// The index in `contents` of the page's content.
    pub chosen: Option<usize>,
}

impl Findings {
    fn content(&self) -> Option<&RuleContent> {
        self.chosen.map(|index| &self.contents[index])
    }
}

impl Selectors {
    /// Creates the engine with these parameters, for an example see [`Config`].
    pub fn new(config: Config) -> Selectors {
        let index = RuleIndex::of(config.rules.as_slice(), |field| !field.is_of_comments());
        Selectors { config, index }
    }

    pub(super) fn config(&self) -> &Config {
        &self.config
    }

    /// Returns the elements that the rules of this field match, each with its rule, in document
    /// order. An element that several rules match occurs once for each.
    ///
    /// Unlike [`Selectors::explain`], this does not weigh rules against each other: an exclusion
    /// inside another one, or one that removes too much, is here too.
    ///
    /// ```
    /// use tamis::Page;
    /// use tamis::dom::Parser;
    /// use tamis::engine::selectors::{Field, Selectors};
    ///
    /// let html = "<main>Flour<nav>Home<aside>Menu</aside></nav></main>";
    /// let page = Page::measure(Parser::default().parse(html));
    /// let engine = Selectors::default();
    /// let matched = engine.matched(&page, Field::Exclusion);
    /// let rules: Vec<&str> = matched.iter().map(|(_, rule)| &*rule.id).collect();
    /// assert_eq!(rules, ["exclude-nav", "exclude-aside"]);
    /// ```
    pub fn matched(&self, page: &Page, field: Field) -> Vec<(NodeId, &Rule)> {
        let rules = self.config.rules.as_slice();
        let hits = self.index.hits(page.document()).all.into_iter();
        let hits = hits.map(|hit| (hit.node, &rules[hit.rule as usize]));
        hits.filter(|(_, rule)| rule.field == field).collect()
    }

    pub(super) fn find(&self, page: &Page) -> Findings {
        let Hits { all: hits, out_of_steps } = self.index.hits(page.document());
        let Some(body) = page.document().body() else {
            return Findings { hits, out_of_steps, ..Findings::default() };
        };
        let rules = self.config.rules.as_slice();
        let dense = DenseText::of(page);
        let exclusions = Exclusions::of(page, body, &hits, rules, &dense, &self.config);
        let contents = content::of_rules(page, &hits, rules, &exclusions, &dense);
        let chosen = content::choose(&contents, &self.config);
        Findings { hits, out_of_steps, exclusions, contents, chosen }
    }

    /// Returns the confidence in this content, 0 to 1: the fraction of its characters outside
    /// links, times its fraction of the page's dense text. Content with fewer characters than are
    /// enough loses in proportion.
    fn confidence(&self, content: &RuleContent) -> f64 {
        if content.chars == 0 {
            return 0.0;
        }
        let chars = f64::from(content.chars);
        let plain = 1.0 - f64::from(content.link_chars) / chars;
        let length = (chars / f64::from(self.config.enough_chars.max(1))).min(1.0);
        plain * content.dense_share * length
    }
}

impl Engine for Selectors {
    fn name(&self) -> &'static str {
        EngineName::Selectors.as_str()
    }

    fn uses_stopwords(&self) -> bool {
        false
    }

    fn judge(&self, page: &Page, _context: &Context<'_>) -> Verdict {
        let mut verdict = Verdict::nothing(EngineName::Selectors.as_str(), page);
        let findings = self.find(page);
        let nodes = kept_nodes(page.document(), &findings);
        for (index, paragraph) in page.paragraphs().iter().enumerate() {
            let is_kept = has_kept_text(page, paragraph, &nodes);
            let reason =
                if is_kept { IN_CONTENT } else { why_not(page, paragraph, &findings.exclusions) };
            verdict.set(index, is_kept, reason);
        }
        verdict.confidence = findings.content().map(|content| self.confidence(content));
        verdict.nodes = Some(nodes);
        verdict.warnings.extend(findings.out_of_steps.map(|rule| Warning::RuleOutOfSteps {
            rule: self.config.rules.as_slice()[rule as usize].id.clone(),
        }));
        verdict
    }
}

pub(super) fn has_kept_text(page: &Page, paragraph: &Paragraph, nodes: &NodeSet) -> bool {
    let mut ids = page.paragraph_nodes(paragraph);
    ids.any(|id| nodes.contains(id) && page.stats(id).text_chars > 0)
}

fn why_not(page: &Page, paragraph: &Paragraph, exclusions: &Exclusions) -> &'static str {
    let mut ids = page.paragraph_nodes(paragraph);
    match ids.find_map(|id| exclusions.region_of(id)).map(|region| region.reason) {
        Some(Reason::Rule(_)) => BY_RULE,
        Some(Reason::Heuristic(_)) => BY_LINKS,
        None => OUTSIDE,
    }
}

/// Returns the nodes of the content without the excluded ones.
fn kept_nodes(document: &Document, findings: &Findings) -> NodeSet {
    let mut nodes = NodeSet::of(document);
    for part in findings.content().iter().flat_map(|content| &content.parts) {
        let mut next = part.start;
        for region in findings.exclusions.within(part) {
            nodes.insert_range(next..region.node);
            next = region.end;
        }
        nodes.insert_range(next..part.end);
    }
    nodes
}
