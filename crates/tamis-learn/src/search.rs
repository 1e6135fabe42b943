//! The search for the selectors of content and of exclusions.
//!
//! All selectors of the elements of all pages are candidates. The best one for content has the
//! highest expected F1 over the pages that have no rule yet; then the next one is searched for the
//! rest, because a site can have several layouts. Within the selected text, exclusions are added
//! one by one as long as each makes the mean clearly better.
//!
//! Two things guard against rules that fit these pages only. Among selectors that are about equally
//! good, the simplest is taken: `.story` rather than `#main > div > .story-8142`. And a rule must
//! not be much worse than the engine that it replaces.

use crate::estimate::{PrefixSums, ScoredPage, Totals};
use crate::selectors::{SelectorId, SelectorTable};

/// Selectors whose score is lower than the best one's by at most this count as equally good; see
/// [`cost`] for the choice among them.
const TOLERANCE: f64 = 0.01;
/// The expected F1 that a rule may lose against the engine's verdict. The engine is one
/// of the voters, so the estimate favours it.
const ENGINE_ADVANTAGE: f64 = 0.05;
/// The maximum number of rules for content: page layouts that a site has.
const MAX_CONTENT: usize = 4;
/// The maximum number of exclusions.
const MAX_EXCLUSIONS: usize = 12;
/// The least rise of the mean expected F1 for which an exclusion is added.
const MIN_GAIN: f64 = 0.01;
/// The maximum share of expected content in the text that an exclusion removes. Tuned.
const MAX_CONTENT_SHARE: f64 = 0.05;
/// Exclusions with this share of the best one's gain count as equally good.
const TOLERANCE_SHARE: f64 = 0.95;
/// The number of equally good selectors that are tried. Each one costs a parse.
const MAX_TRIED: usize = 50;
/// A selector has to match on at least this many pages.
const MIN_PAGES: usize = 2;

/// Returns true if a selector can be written to a rule file, which needs a page that demonstrates
/// it.
type IsUsable<'s> = &'s dyn Fn(&str) -> bool;

/// Returns, for each selector, the number of pages on which it matches text.
pub(crate) fn page_counts(pages: &[ScoredPage<'_>], table: &SelectorTable) -> Vec<usize> {
    let mut counts = vec![0; table.len()];
    for selector in pages.iter().flat_map(|page| page.digest.selectors()) {
        counts[selector as usize] += 1;
    }
    counts
}

/// Finds the rules for content and applies them to the pages. The first rule has to match most
/// pages; further rules are for the remaining ones. Returns the selectors in order of priority.
pub(crate) fn content(
    pages: &mut [ScoredPage<'_>],
    table: &SelectorTable,
    is_usable: IsUsable<'_>,
) -> Vec<SelectorId> {
    let mut found = Vec::new();
    let counts = page_counts(pages, table);
    while found.len() < MAX_CONTENT {
        let half = if found.is_empty() { pages.len().div_ceil(2) } else { 0 };
        let min_pages = half.max(MIN_PAGES);
        let Some(selector) = best_content(pages, table, &counts, min_pages, is_usable) else {
            break;
        };
        for page in pages.iter_mut().filter(|page| !page.is_by_rule) {
            page.select(&[selector]);
        }
        found.push(selector);
    }
    found
}

/// Returns the best rule for the pages that have none, or `None` if the engine does better on them.
fn best_content(
    pages: &[ScoredPage<'_>],
    table: &SelectorTable,
    counts: &[usize],
    min_pages: usize,
    is_usable: IsUsable<'_>,
) -> Option<SelectorId> {
    let remaining = pages.iter().filter(|page| !page.is_by_rule);
    let remaining: Vec<(&ScoredPage<'_>, PrefixSums, f64)> = remaining
        .map(|page| (page, page.selectable_sums(), page.f1(page.selected_sums().all())))
        .collect();
    let mut scored: Vec<(f64, SelectorId)> = Vec::new();
    for (selector, _) in (0..).zip(counts).filter(|(_, count)| **count >= min_pages) {
        let (mut sum, mut matched) = (0.0, 0);
        for (page, sums, engine_f1) in &remaining {
            let selection = sums.of_spans(page.digest.spans_of(selector));
            if selection.is_enough() {
                matched += 1;
                sum += page.f1(selection) + ENGINE_ADVANTAGE - engine_f1;
            }
        }
        if matched >= min_pages {
            scored.push((sum / remaining.len() as f64, selector));
        }
    }
    let best = scored.iter().map(|(score, _)| *score).fold(f64::NEG_INFINITY, f64::max);
    if best < 0.0 {
        return None;
    }
    cheapest(&scored, table, is_usable, best - TOLERANCE)
}

/// Finds exclusions inside the selected text and applies them to the pages. Returns their selectors
/// in the order in which they were found.
pub(crate) fn exclusions(
    pages: &mut [ScoredPage<'_>],
    table: &SelectorTable,
    is_usable: IsUsable<'_>,
) -> Vec<SelectorId> {
    let mut found = Vec::new();
    let counts = page_counts(pages, table);
    while found.len() < MAX_EXCLUSIONS {
        let Some(selector) = best_exclusion(pages, table, &counts, is_usable) else { break };
        for page in pages.iter_mut() {
            page.leave_out(selector);
        }
        found.push(selector);
    }
    found
}

/// Returns the exclusion with the greatest gain, or `None` if no gain is large enough.
fn best_exclusion(
    pages: &[ScoredPage<'_>],
    table: &SelectorTable,
    counts: &[usize],
    is_usable: IsUsable<'_>,
) -> Option<SelectorId> {
    let with_sums: Vec<(&ScoredPage<'_>, PrefixSums)> =
        pages.iter().map(|page| (page, page.sums_with_template())).collect();
    let mut scored: Vec<(f64, SelectorId)> = Vec::new();
    for (selector, _) in (0..).zip(counts).filter(|(_, count)| **count >= MIN_PAGES) {
        let (mut gain, mut matched, mut removed) = (0.0, 0, Totals::default());
        for (page, sums) in &with_sums {
            let taken = sums.of_spans(page.digest.spans_of(selector));
            if taken.chars > 0.0 {
                matched += 1;
                removed = removed.plus(taken);
                gain += page.f1(sums.all().minus(taken)) - page.f1(sums.all());
            }
        }
        let has_no_content = removed.given_chars == 0.0
            && removed.content_chars <= MAX_CONTENT_SHARE * removed.chars;
        if matched >= MIN_PAGES && has_no_content {
            scored.push((gain / pages.len() as f64, selector));
        }
    }
    let best = scored.iter().map(|(gain, _)| *gain).fold(0.0, f64::max);
    if best < MIN_GAIN {
        return None;
    }
    cheapest(&scored, table, is_usable, best * TOLERANCE_SHARE)
}

/// Returns the usable selector of the lowest [`cost`] among those with at least this score.
fn cheapest(
    scored: &[(f64, SelectorId)],
    table: &SelectorTable,
    is_usable: IsUsable<'_>,
    min_score: f64,
) -> Option<SelectorId> {
    let good = scored.iter().filter(|(score, _)| *score >= min_score);
    let mut good: Vec<SelectorId> = good.map(|(_, selector)| *selector).collect();
    good.sort_by_key(|&selector| cost(table.text(selector)));
    good.into_iter().take(MAX_TRIED).find(|&selector| is_usable(table.text(selector)))
}

/// Orders selectors, general and short ones first: ids, then classes and landmarks, then other
/// attributes, then paths. The text itself breaks ties.
fn cost(selector: &str) -> (u8, usize, &str) {
    let specificity = match selector {
        _ if selector.contains('>') => 3,
        _ if selector.contains('[') => 2,
        _ if selector.starts_with('#') => 0,
        _ => 1,
    };
    (specificity, selector.len(), selector)
}
