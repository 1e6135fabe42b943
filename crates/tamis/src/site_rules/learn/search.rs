//! The search for selectors: which elements hold what is worth keeping, and which of what is in them is not.

use super::outline::Names;
use super::sheet::{Amount, Sheet, Sums};

/// Names that are worse by no more than this are as good, and the shorter one is taken: see [`cost`].
const AS_GOOD: f64 = 0.01;
/// How much worse than the engine's verdict a rule may be by the votes, in which the engine has its own part.
const MARGIN: f64 = 0.05;
/// No more rules for content are looked for: kinds of pages that a site has.
const MAX_CONTENT: usize = 4;
/// No more exclusions are looked for.
const MAX_EXCLUSIONS: usize = 12;
/// An exclusion has to raise the mean by this.
const MIN_GAIN: f64 = 0.01;
/// What an exclusion takes is worth no more than this per character: nearly all of it is the template's, or no engine takes
/// it for content. Tuned.
const MAX_WORTH: f64 = 0.05;
/// Exclusions that gain this share of the best one's are as good.
const AS_GOOD_SHARE: f64 = 0.95;
/// Of the names that are as good no more are tried on a small page.
const MAX_SHOWN: usize = 50;
/// What is learned holds on two pages at least.
const MIN_PAGES: usize = 2;

/// How many pages have each name.
pub(super) fn page_counts(sheets: &[Sheet<'_>], names: &Names) -> Vec<usize> {
    let mut counts = vec![0; names.len()];
    for name in sheets.iter().flat_map(|sheet| sheet.outline.names()) {
        counts[name as usize] += 1;
    }
    counts
}

/// Looks for rules for content and lets them select: a first one for most pages, then others for the rest of them.
/// Returns their names in order of priority.
pub(super) fn content(sheets: &mut [Sheet<'_>], names: &Names, is_sound: Sound<'_>) -> Vec<u32> {
    let mut found = Vec::new();
    let counts = page_counts(sheets, names);
    while found.len() < MAX_CONTENT {
        let most = if found.is_empty() { sheets.len().div_ceil(2) } else { 0 };
        let Some(name) = best_content(sheets, names, &counts, most.max(MIN_PAGES), is_sound) else {
            break;
        };
        for sheet in sheets.iter_mut().filter(|sheet| !sheet.is_by_rule) {
            sheet.select(&[name]);
        }
        found.push(name);
    }
    found
}

/// Whether a name can stand in a file: it can be shown on a small page.
type Sound<'s> = &'s dyn Fn(&str) -> bool;

fn best_content(
    sheets: &[Sheet<'_>],
    names: &Names,
    counts: &[usize],
    least: usize,
    is_sound: Sound<'_>,
) -> Option<u32> {
    let free = sheets.iter().filter(|sheet| !sheet.is_by_rule);
    let free: Vec<(&Sheet<'_>, Sums, f64)> = free
        .map(|sheet| (sheet, sheet.open_sums(), sheet.f1(sheet.selected_sums().all())))
        .collect();
    let mut scored: Vec<(f64, u32)> = Vec::new();
    for (name, _) in (0..).zip(counts).filter(|(_, count)| **count >= least) {
        let (mut sum, mut matched) = (0.0, 0);
        for (sheet, sums, current) in &free {
            let selection = sums.of_spans(sheet.outline.of_name(name));
            if selection.is_enough() {
                matched += 1;
                sum += sheet.f1(selection) + MARGIN - current;
            }
        }
        if matched >= least {
            scored.push((sum / free.len() as f64, name));
        }
    }
    let best = scored.iter().map(|(score, _)| *score).fold(f64::NEG_INFINITY, f64::max);
    if best < 0.0 {
        return None;
    }
    cheapest(&scored, names, is_sound, best - AS_GOOD)
}

/// Looks for elements in what is selected that are not worth it, and leaves them out. Returns their names.
pub(super) fn exclusions(sheets: &mut [Sheet<'_>], names: &Names, is_sound: Sound<'_>) -> Vec<u32> {
    let mut found = Vec::new();
    let counts = page_counts(sheets, names);
    while found.len() < MAX_EXCLUSIONS {
        let Some(name) = best_exclusion(sheets, names, &counts, is_sound) else { break };
        for sheet in sheets.iter_mut() {
            sheet.leave_out(name);
        }
        found.push(name);
    }
    found
}

fn best_exclusion(
    sheets: &[Sheet<'_>],
    names: &Names,
    counts: &[usize],
    is_sound: Sound<'_>,
) -> Option<u32> {
    let pages: Vec<(&Sheet<'_>, Sums)> =
        sheets.iter().map(|sheet| (sheet, sheet.near_sums())).collect();
    let mut scored: Vec<(f64, u32)> = Vec::new();
    for (name, _) in (0..).zip(counts).filter(|(_, count)| **count >= MIN_PAGES) {
        let (mut gain, mut matched, mut out) = (0.0, 0, Amount::default());
        for (sheet, sums) in &pages {
            let taken = sums.of_spans(sheet.outline.of_name(name));
            if taken.chars > 0.0 {
                matched += 1;
                out = out.plus(taken);
                gain += sheet.f1(sums.all().minus(taken)) - sheet.f1(sums.all());
            }
        }
        let is_worthless = out.given == 0.0 && out.worth <= MAX_WORTH * out.chars;
        if matched >= MIN_PAGES && is_worthless {
            scored.push((gain / sheets.len() as f64, name));
        }
    }
    let best = scored.iter().map(|(gain, _)| *gain).fold(0.0, f64::max);
    if best < MIN_GAIN {
        return None;
    }
    cheapest(&scored, names, is_sound, best * AS_GOOD_SHARE)
}

/// Of the names with this score at least the one of the lowest cost that can stand in a file.
fn cheapest(scored: &[(f64, u32)], names: &Names, is_sound: Sound<'_>, least: f64) -> Option<u32> {
    let good = scored.iter().filter(|(score, _)| *score >= least);
    let mut good: Vec<u32> = good.map(|(_, name)| *name).collect();
    good.sort_by_key(|&name| cost(names.text(name)));
    good.into_iter().take(MAX_SHOWN).find(|&name| is_sound(names.text(name)))
}

/// What is general and short comes first: ids, then classes and landmarks, then other attributes, then paths.
fn cost(name: &str) -> (u8, usize, &str) {
    let kind = match name {
        _ if name.contains('>') => 3,
        _ if name.contains('[') => 2,
        _ if name.starts_with('#') => 0,
        _ => 1,
    };
    (kind, name.len(), name)
}
