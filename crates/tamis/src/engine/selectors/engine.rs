//! The engine: from what rules find to a verdict.

use std::ops::Range;

use tamis_dom::{Document, NodeId};

use super::config::Config;
use super::content::{self, Content};
use super::exclusions::{DenseText, Exclusions, Reason};
use super::matcher::{Hit, Index};
use super::rules::{Field, Rule};
use crate::engine::{Context, Engine, Verdict};
use crate::node_set::NodeSet;
use crate::page::Page;
use crate::paragraph::Paragraph;

const IN_CONTENT: &str = "in what a rule names as content";
const OUTSIDE: &str = "outside of what a rule names as content";
const BY_RULE: &str = "in what a rule excludes";
const BY_LINKS: &str = "hardly anything but links";

/// The engine of selectors, with its rules.
///
/// ```
/// use tamis::engine::selectors::Selectors;
/// use tamis::{Config, Extractor};
/// let text = "A sentence of the article, and another one. ".repeat(15);
/// let page = format!("<nav>Home</nav><div class=entry-content><p>{text}<div class=share-buttons>Share</div></div>");
/// let mut extractor = Extractor::with_engine(Selectors::default(), Config::default())?;
/// assert_eq!(extractor.extract(&page)?.text(), text.trim_end());
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Selectors {
    config: Config,
    index: Index,
}

impl Default for Selectors {
    fn default() -> Selectors {
        Selectors::new(Config::default())
    }
}

/// What the rules find on a page.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// Every match of every rule.
    pub hits: Vec<Hit>,
    pub exclusions: Exclusions,
    /// What each rule for content finds, in order of priority.
    pub candidates: Vec<Content>,
    /// The index of the candidate that is the content.
    pub chosen: Option<usize>,
}

impl Findings {
    fn content(&self) -> Option<&Content> {
        self.chosen.map(|index| &self.candidates[index])
    }
}

impl Selectors {
    /// The engine with these parameters.
    pub fn new(config: Config) -> Selectors {
        let index = Index::of(config.rules.as_slice(), |field| !field.is_of_comments());
        Selectors { config, index }
    }

    pub(super) fn config(&self) -> &Config {
        &self.config
    }

    /// The nodes that are excluded on this page: ranges in document order, none in another one.
    pub(crate) fn excluded(&self, page: &Page) -> Vec<Range<NodeId>> {
        let exclusions = self.find(page).exclusions;
        exclusions.regions.iter().map(|region| region.node..region.end).collect()
    }

    /// The elements that rules of this field match, with their rules: in document order, each element once per rule.
    pub(crate) fn matched(&self, page: &Page, field: Field) -> Vec<(NodeId, &Rule)> {
        let rules = self.config.rules.as_slice();
        let hits = self.index.hits(page.document()).into_iter();
        let hits = hits.map(|hit| (hit.node, &rules[hit.rule as usize]));
        hits.filter(|(_, rule)| rule.field == field).collect()
    }

    pub(super) fn find(&self, page: &Page) -> Findings {
        let hits = self.index.hits(page.document());
        let Some(body) = page.document().body() else {
            return Findings { hits, ..Findings::default() };
        };
        let rules = self.config.rules.as_slice();
        let dense = DenseText::of(page);
        let exclusions = Exclusions::of(page, body, &hits, rules, &dense, &self.config);
        let candidates = content::candidates(page, &hits, rules, &exclusions, &dense);
        let chosen = content::choose(&candidates, &self.config);
        Findings { hits, exclusions, candidates, chosen }
    }

    /// How sure the engine is of this content, 0 to 1: the share of its characters outside of links, times the share of
    /// the page's dense text in it; with fewer characters than are enough, by that share of them less.
    fn confidence(&self, content: &Content) -> f64 {
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
        "selectors"
    }

    fn uses_stopwords(&self) -> bool {
        false
    }

    fn judge(&self, page: &Page, _context: &Context<'_>) -> Verdict {
        let mut verdict = Verdict::nothing(self.name(), page);
        let findings = self.find(page);
        let nodes = kept_nodes(page.document(), &findings);
        for (index, paragraph) in page.paragraphs().iter().enumerate() {
            let is_kept = has_kept_text(page, paragraph, &nodes);
            verdict.kept[index] = is_kept;
            verdict.reasons[index] =
                if is_kept { IN_CONTENT } else { why_not(page, paragraph, &findings.exclusions) };
        }
        verdict.confidence = findings.content().map(|content| self.confidence(content));
        verdict.nodes = Some(nodes);
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

/// The nodes of the content that are not excluded.
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
