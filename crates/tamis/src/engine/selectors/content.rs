//! Decides which of the elements that rules match as content are the content.
//!
//! The first rule that finds enough wins, and not the one that finds most, because the rules are in
//! order from specific to general. For example, `<main>` has more text than the `.entry-content` in
//! it, but the difference is the byline and the share buttons. Only if no rule finds enough, the
//! amount of text decides.

use std::ops::Range;

use tamis_dom::{Document, NameSet, NodeId, name};

use super::config::{Config, share};
use super::exclusions::{DenseText, Exclusions};
use super::matcher::Hit;
use super::rules::{Field, Rule};
use crate::page::Page;

/// The content according to one rule.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleContent {
    pub rule: u32,
    /// The elements, in document order; none is inside another. Paragraphs of one parent are one
    /// part with what is between them.
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
        join_paragraphs(document, &mut content.parts);
        measure(page, content, exclusions, dense, all);
    }
    found
}

/// The elements of a text that no rule for its paragraphs matches.
const BESIDE_PARAGRAPHS: NameSet = NameSet::of(&[
    name::BLOCKQUOTE,
    name::DL,
    name::FIGURE,
    name::H2,
    name::H3,
    name::H4,
    name::H5,
    name::H6,
    name::OL,
    name::P,
    name::PRE,
    name::TABLE,
    name::UL,
]);

/// Joins the paragraphs of one parent with what is between them. A rule that matches each paragraph
/// means the text: for example, `.article-body__paragraph` matches neither the headings nor the
/// lists between the paragraphs. The text also has the lists, tables and the like directly after
/// the last paragraph.
fn join_paragraphs(document: &Document, parts: &mut Vec<Range<NodeId>>) {
    let is_paragraph = |id: NodeId| document.is_html(id, name::P);
    let mut joined: Vec<Range<NodeId>> = Vec::with_capacity(parts.len());
    for part in parts.drain(..) {
        match joined.last_mut() {
            Some(last) if part.start < last.end => {}
            Some(last)
                if is_paragraph(last.start)
                    && is_paragraph(part.start)
                    && document.parent(last.start) == document.parent(part.start) =>
            {
                let mut end = part.end;
                let mut next = document.next_sibling(part.start);
                while let Some(id) = next.filter(|&id| is_beside_paragraphs(document, id)) {
                    end = document.subtree_end(id);
                    next = document.next_sibling(id);
                }
                last.end = end;
            }
            _ => joined.push(part),
        }
    }
    *parts = joined;
}

/// True for white space, comments and the elements of [`BESIDE_PARAGRAPHS`].
fn is_beside_paragraphs(document: &Document, id: NodeId) -> bool {
    match document.name(id) {
        Some(of) => BESIDE_PARAGRAPHS.contains(of),
        None => document.text(id).trim().is_empty(),
    }
}

fn measure(page: &Page, content: &mut RuleContent, out: &Exclusions, dense: &DenseText, all: u32) {
    let document = page.document();
    let mut dense_chars = 0;
    for part in &content.parts {
        let siblings = std::iter::successors(Some(part.start), |&id| document.next_sibling(id));
        for id in siblings.take_while(|&id| id < part.end) {
            let stats = page.stats(id);
            content.chars += stats.text_chars;
            content.link_chars += stats.link_chars;
        }
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
