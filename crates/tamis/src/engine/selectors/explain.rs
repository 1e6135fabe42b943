//! What the rules found on a page, for those who want to know.

use tamis_dom::NodeId;

use super::engine::{Findings, Selectors};
use super::exclusions::{Reason, Region};
use super::heuristics::Heuristic;
use super::rules::{Field, Rule};
use crate::page::Page;
use crate::whitespace::{is_python_space, normalize_whitespace};

/// What the rules found on a page.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explanation<'e> {
    /// What each rule for content found outside of what is excluded, in order of priority; those that found nothing are
    /// left out.
    pub candidates: Vec<Candidate<'e>>,
    /// Which of them is the content; `None` where none has any text.
    pub chosen: Option<usize>,
    /// What was excluded, or would have been, in document order.
    pub excluded: Vec<Excluded<'e>>,
    /// Titles, summaries, authors and dates: field by field in order of priority.
    pub values: Vec<Found<'e>>,
}

/// What one rule names as content.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Candidate<'e> {
    /// The rule.
    pub rule: &'e Rule,
    /// The elements, in document order, none in another one.
    pub nodes: Vec<NodeId>,
    /// Unicode scalar values in them that are not excluded.
    pub text_chars: u32,
    /// Which share of the page's dense text is in them, 0 to 1, of that which is not excluded.
    pub dense_share: f64,
}

/// An element that speaks against itself.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Excluded<'e> {
    /// The element.
    pub node: NodeId,
    /// What excludes it.
    pub cause: Cause<'e>,
    /// Whether it stays all the same, because too much of the page's dense text would go with it.
    pub overruled: bool,
}

/// What excludes an element.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Cause<'e> {
    /// A rule.
    Rule(&'e Rule),
    /// The look of it.
    Heuristic(Heuristic),
}

/// A value that a rule found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Found<'e> {
    /// The rule.
    pub rule: &'e Rule,
    /// The element.
    pub node: NodeId,
    /// The value in one line: white space collapsed and trimmed. Never empty.
    pub value: String,
}

impl Selectors {
    /// What the rules find on this page.
    ///
    /// ```
    /// use tamis::Page;
    /// use tamis::dom::Parser;
    /// use tamis::engine::selectors::{Cause, Field, Selectors};
    /// let html = "<title>Bread</title><main>Flour and water.<nav>Home</nav></main>";
    /// let page = Page::measure(Parser::default().parse(html));
    /// let engine = Selectors::default();
    /// let explanation = engine.explain(&page);
    /// assert_eq!(explanation.candidates[explanation.chosen.unwrap()].rule.id, "content-main");
    /// assert!(matches!(explanation.excluded[0].cause, Cause::Rule(rule) if rule.id == "exclude-nav"));
    /// assert_eq!(explanation.first(Field::Title).unwrap().value, "Bread");
    /// ```
    pub fn explain(&self, page: &Page) -> Explanation<'_> {
        let Findings { hits, exclusions, candidates, chosen } = self.find(page);
        let rules = self.config().rules.as_slice();
        let candidates = candidates.into_iter().map(|content| Candidate {
            rule: &rules[content.rule as usize],
            nodes: content.parts.iter().map(|part| part.start).collect(),
            text_chars: content.chars,
            dense_share: content.dense_share,
        });
        let excluded = |region: &Region, overruled| Excluded {
            node: region.node,
            cause: match region.reason {
                Reason::Rule(rule) => Cause::Rule(&rules[rule as usize]),
                Reason::Heuristic(heuristic) => Cause::Heuristic(heuristic),
            },
            overruled,
        };
        let taken = exclusions.regions.iter().map(|region| excluded(region, false));
        let overruled = exclusions.overruled.iter().map(|region| excluded(region, true));
        let mut excluded: Vec<_> = taken.chain(overruled).collect();
        excluded.sort_by_key(|excluded| excluded.node);
        let mut hits = hits;
        hits.sort_by_key(|hit| hit.rule);
        let values = hits.iter().filter_map(|hit| {
            let rule = &rules[hit.rule as usize];
            Some(Found { rule, node: hit.node, value: value(page, hit.node, rule)? })
        });
        Explanation { candidates: candidates.collect(), chosen, excluded, values: values.collect() }
    }
}

impl Explanation<'_> {
    /// The value of the first rule of this field that found one.
    pub fn first(&self, field: Field) -> Option<&Found<'_>> {
        self.values.iter().find(|found| found.rule.field == field)
    }
}

/// What the rule finds in an element that it matches.
fn value(page: &Page, node: NodeId, rule: &Rule) -> Option<String> {
    if !rule.field.has_value() {
        return None;
    }
    let document = page.document();
    let text = match &rule.value {
        Some(attr) => document.attr(node, document.find_name(attr)?)?,
        None => document.text(node),
    };
    let value = normalize_whitespace(text.trim_matches(is_python_space)).replace('\n', " ");
    (!value.is_empty()).then_some(value)
}
