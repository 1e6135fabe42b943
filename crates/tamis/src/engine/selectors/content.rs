//! Which of the elements that rules name as content are the content.

use std::ops::Range;

use tamis_dom::NodeId;

use super::config::{Config, share};
use super::exclusions::{DenseText, Exclusions};
use super::matcher::Hit;
use super::rules::{Field, Rule};
use crate::page::Page;

/// The content by one rule.
#[derive(Clone, Debug, Default)]
pub(super) struct Content {
    pub rule: u32,
    /// The elements, in document order, none in another one.
    pub parts: Vec<Range<NodeId>>,
    /// Characters in them that are not excluded.
    pub chars: u32,
    /// The part of `chars` that stands in links.
    pub link_chars: u32,
    /// Which share of the page's dense text is in them, of that which is not excluded; 0 where there is none.
    pub dense_share: f64,
}

/// The candidate by the first rule that finds enough; else the one with most text. `None` where none has any.
pub(super) fn choose(candidates: &[Content], config: &Config) -> Option<usize> {
    let least = share(config.min_dense_share);
    let is_enough =
        |content: &Content| content.chars > config.enough_chars && content.dense_share >= least;
    candidates.iter().position(is_enough).or_else(|| {
        // The first of equals, which `max_by_key` alone would not give.
        let indices = (0..candidates.len()).rev().filter(|&index| candidates[index].chars > 0);
        indices.max_by_key(|&index| candidates[index].chars)
    })
}

/// What each rule for content finds outside of what is excluded, in order of priority.
pub(super) fn candidates(
    page: &Page,
    hits: &[Hit],
    rules: &[Rule],
    exclusions: &Exclusions,
    dense: &DenseText,
) -> Vec<Content> {
    let document = page.document();
    let mut of_rule: Vec<Option<Content>> = vec![None; rules.len()];
    for hit in hits {
        let rule = hit.rule as usize;
        if rules[rule].field != Field::Content || exclusions.region_of(hit.node).is_some() {
            continue;
        }
        let content =
            of_rule[rule].get_or_insert_with(|| Content { rule: hit.rule, ..Content::default() });
        if content.parts.last().is_none_or(|last| last.end <= hit.node) {
            content.parts.push(hit.node..document.subtree_end(hit.node));
        }
    }
    let all = dense.all() - exclusions.dense_chars;
    let mut found: Vec<Content> = of_rule.into_iter().flatten().collect();
    for content in &mut found {
        measure(page, content, exclusions, dense, all);
    }
    found
}

fn measure(page: &Page, content: &mut Content, out: &Exclusions, dense: &DenseText, all: u32) {
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
