//! Explains a result: every rule that matched on a page, and what became of it.

use tamis_dom::NodeId;

use super::engine::{Findings, Selectors};
use super::exclusions::{Reason, Region};
use super::heuristics::Heuristic;
use super::rules::{Field, Rule};
use crate::page::Page;
use crate::page::whitespace::{is_python_space, normalize_whitespace};

/// The matches of the rules on a page, for an example see [`Selectors::explain`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explanation<'e> {
    /// The content of each rule for content outside the exclusions, in order of priority. Rules
    /// that found nothing are left out.
    pub content: Vec<ContentMatch<'e>>,
    /// The index in `content` of the page's content; `None` if none has text.
    pub chosen: Option<usize>,
    /// The excluded elements, and those whose exclusion was overruled, in document order.
    pub excluded: Vec<Excluded<'e>>,
    /// Titles, summaries, authors and dates: field by field, in order of priority.
    pub values: Vec<FieldValue<'e>>,
}

/// The content according to one rule, for an example see [`Selectors::explain`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ContentMatch<'e> {
    /// The rule.
    pub rule: &'e Rule,
    /// The elements, in document order; none is inside another.
    pub nodes: Vec<NodeId>,
    /// Unicode scalar values in them that are not excluded.
    pub text_chars: u32,
    /// Fraction of the non-excluded dense text that they contain, 0 to 1.
    pub dense_share: f64,
}

/// An element that a rule or a heuristic excludes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Excluded<'e> {
    /// The element.
    pub node: NodeId,
    /// The cause.
    pub cause: ExclusionCause<'e>,
    /// True if the element stays nevertheless, because too much of the page's dense text would go
    /// with it.
    pub overruled: bool,
}

/// The cause of an exclusion.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ExclusionCause<'e> {
    /// A rule.
    Rule(&'e Rule),
    /// A heuristic.
    Heuristic(Heuristic),
}

/// A value of the page that a rule found, for an example see [`Selectors::explain`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FieldValue<'e> {
    /// The rule.
    pub rule: &'e Rule,
    /// The element.
    pub node: NodeId,
    /// The value on one line, with white space collapsed and trimmed. Never empty.
    pub value: String,
}

impl Selectors {
    /// Matches the rules on this page and returns all results.
    ///
    /// ```
    /// use tamis::Page;
    /// use tamis::dom::Parser;
    /// use tamis::engine::selectors::{ExclusionCause, Field, Selectors};
    /// let html = "<title>Bread</title><main>Flour and water.<nav>Home</nav></main>";
    /// let page = Page::measure(Parser::default().parse(html));
    /// let engine = Selectors::default();
    /// let explanation = engine.explain(&page);
    /// assert_eq!(explanation.content[explanation.chosen.unwrap()].rule.id, "content-main");
    /// let cause = explanation.excluded[0].cause;
    /// assert!(matches!(cause, ExclusionCause::Rule(rule) if rule.id == "exclude-nav"));
    /// assert_eq!(explanation.first(Field::Title).unwrap().value, "Bread");
    /// ```
    pub fn explain(&self, page: &Page) -> Explanation<'_> {
        let Findings { hits, exclusions, contents, chosen, .. } = self.find(page);
        let rules = self.config().rules.as_slice();
        let content = contents.into_iter().map(|content| ContentMatch {
            rule: &rules[content.rule as usize],
            nodes: content.parts.iter().map(|part| part.start).collect(),
            text_chars: content.chars,
            dense_share: content.dense_share,
        });
        let excluded = |region: &Region, overruled| Excluded {
            node: region.node,
            cause: match region.reason {
                Reason::Rule(rule) => ExclusionCause::Rule(&rules[rule as usize]),
                Reason::Heuristic(heuristic) => ExclusionCause::Heuristic(heuristic),
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
            Some(FieldValue { rule, node: hit.node, value: value(page, hit.node, rule)? })
        });
        Explanation { content: content.collect(), chosen, excluded, values: values.collect() }
    }
}

impl Explanation<'_> {
    /// Returns the first value of this field, in order of priority, for an example see
    /// [`Selectors::explain`].
    pub fn first(&self, field: Field) -> Option<&FieldValue<'_>> {
        self.values.iter().find(|found| found.rule.field == field)
    }
}

/// Returns the value of an element that the rule matches, or `None` if the field has no value or it
/// is blank.
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
