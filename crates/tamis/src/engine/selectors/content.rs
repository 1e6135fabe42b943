//! Decides which of the elements that rules match as content are the content.
//!
//! The first rule that finds enough wins, and not the one that finds most, because the rules are in
//! order from specific to general. For example, `<main>` has more text than the `.entry-content` in
//! it, but the difference is the byline and the share buttons. Only if no rule finds enough, the
//! amount of text decides.

use std::ops::Range;

use tamis_dom::NodeId;

use super::config::{Config, share};
use super::exclusions::{DenseText, Exclusions};
use super::matcher::Hit;
use super::rules::{Field, Rule};
use crate::page::Page;

/// The content according to one rule.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleContent {
    pub rule: u32,
    /// The elements, in document order; none is inside another.
    pub parts: Vec<Range<NodeId>>,
    /// Characters in them that are not excluded. Unicode scalar values.
    pub chars: u32,
    /// The part of `chars` that is in links.
    pub link_chars: u32,
    /// Fraction of the page's dense text that they contain, without the excluded; 0 if the page has
    /// none.
    pub dense_share: f64,
}

/// Returns the index of the first rule's content that is enough, else of the one with the most
/// text. `None` if none has text.
pub(super) fn choose(contents: &[RuleContent], config: &Config) -> Option<usize> {
    let least = share(config.min_dense_share);
    let is_enough =
        |content: &RuleContent| content.chars > config.enough_chars && content.dense_share >= least;
    contents.iter().position(is_enough).or_else(|| {
        // Reversed, because `max_by_key` returns the last of equal elements and the first is
        // needed.
        let indices = (0..contents.len()).rev().filter(|&index| contents[index].chars > 0);
        indices.max_by_key(|&index| contents[index].chars)
    })
}

/// Returns the content of each rule for content, outside the exclusions, in order of priority.
pub(super) fn of_rules(
    page: &Page,
    hits: &[Hit],
    rules: &[Rule],
    exclusions: &Exclusions,
    dense: &DenseText,
) -> Vec<RuleContent> {
    let document = page.document();
    let mut of_rule: Vec<Option<RuleContent>> = vec![None; rules.len()];
    for hit in hits {
        let rule = hit.rule as usize;
        if rules[rule].field != Field::Content || exclusions.region_of(hit.node).is_some() {
            continue;
        }
        let content = of_rule[rule]
            .get_or_insert_with(|| RuleContent { rule: hit.rule, ..RuleContent::default() });
        if content.parts.last().is_none_or(|last| last.end <= hit.node) {
            content.parts.push(hit.node..document.subtree_end(hit.node));
        }
    }
    let all = dense.all() - exclusions.dense_chars;
    let mut found: Vec<RuleContent> = of_rule.into_iter().flatten().collect();
    for content in &mut found {
        measure(page, content, exclusions, dense, all);
    }
    found
}

fn measure(page: &Page, content: &mut RuleContent, out: &Exclusions, dense: &DenseText, all: u32) {
    let mut dense_chars = 0;
    for part in &content.parts {
        let stats = page.stats(part.start);
        content.chars += stats.text_chars;
        content.link_chars += stats.link_chars;
        dense_chars += dense.chars(part);
        for region in out.within(part) {
            let stats = page.stats(region.node);
            content.chars -= stats.text_chars;
            content.link_chars -= stats.link_chars;
            dense_chars -= region.dense_chars;
        }
    }
    content.dense_share = if all == 0 { 0.0 } else { f64::from(dense_chars) / f64::from(all) };
}
