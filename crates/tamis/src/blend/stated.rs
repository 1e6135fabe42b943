//! Lines of a recipe that the page states in JSON-LD.
//!
//! A model that decides paragraph by paragraph is in doubt about "1 tsp salt" between two
//! advertisements, and sure that steps in a card after the comments are boilerplate. But most pages
//! with a recipe say to search engines what belongs to it, line by line. So a dropped paragraph
//! that is one of these lines is kept, in any language and any layout. For example:
//!
//! ```html
//! <script type="application/ld+json">
//!   {"@type": "Recipe", "recipeIngredient": ["1 tsp salt"], "recipeInstructions": …}
//! </script>
//! <div class=row><span>1 tsp</span><p>salt</p></div>
//! ```
//!
//! Both paragraphs are kept, because they make the line together. Of a text that the page has
//! twice, for example in a copy for printers, one is enough.

use std::collections::BTreeSet;
use std::ops::Bound;

use crate::metadata::instructions::stated_lines;
use crate::metadata::squash;
use crate::page::{Page, around};
use crate::structure::hidden::is_left_out;
use crate::verdict::Verdict;

/// The most paragraphs of which a line is made: the amount, the unit, the thing, a remark.
const MAX_PARTS: usize = 4;

/// The length from which a line is known by its words alone, in letters and digits. A shorter one,
/// for example "salt", may as well be the name of a category, so it must have several parts or be
/// next to a kept text.
const LONG: usize = 12;

/// Keeps the dropped paragraphs that are lines of the page's recipe.
pub(super) fn keep_stated(page: &Page, verdict: &mut Verdict) {
    let lines = stated_lines(page);
    if lines.is_empty() {
        return;
    }
    let texts: Vec<String> =
        page.paragraphs().iter().map(|of| squash(page.paragraph_text(of))).collect();
    let kept: Vec<&str> = texts
        .iter()
        .zip(&verdict.kept)
        .filter(|(_, kept)| **kept)
        .map(|(text, _)| &**text)
        .collect();
    let (whole, all): (BTreeSet<&str>, String) = (kept.iter().copied().collect(), kept.concat());
    // A short line may be in any word.
    let is_kept = |line: &str| match line.len() {
        LONG.. => all.contains(line),
        _ => whole.contains(line),
    };
    let mut left: BTreeSet<&str> = lines.iter().map(String::as_str).collect();
    for at in 0..texts.len() {
        if verdict.kept[at] {
            continue;
        }
        let Some((found, count)) = lines_at(&texts[at..], &left) else { continue };
        let is_beside = verdict.kept.get(at + count) == Some(&true)
            || at.checked_sub(1).is_some_and(|before| verdict.kept[before]);
        let is_sure = count > 1 || is_beside || found.iter().any(|line| line.len() >= LONG);
        if !is_sure || !(at..at + count).all(|at| may_be_line(page, at)) {
            continue;
        }
        let is_new = found.iter().any(|line| !is_kept(line));
        for line in found {
            left.remove(line);
        }
        for at in (at..at + count).filter(|_| is_new) {
            verdict.set(at, true, "stated as a part of the recipe");
        }
    }
}

/// Returns the lines that the first of some paragraphs begins or has, and the number of paragraphs
/// that make them: one line in several paragraphs, or several lines in one, for example with `<br>`
/// between them. The number of a step may be before its text.
fn lines_at<'l>(texts: &[String], lines: &BTreeSet<&'l str>) -> Option<(Vec<&'l str>, usize)> {
    let first = texts[0].as_str();
    if first.is_empty() {
        return None;
    }
    let line_of = |text: &str| lines.get(text).copied();
    let mut all = String::new();
    let of_parts = texts.iter().take(MAX_PARTS).enumerate().find_map(|(index, text)| {
        all.push_str(text);
        Some((vec![line_of(&all).filter(|_| !text.is_empty())?], index + 1))
    });
    let step = first.trim_start_matches(|c: char| c.is_ascii_digit());
    of_parts
        .or_else(|| Some((vec![line_of(step)?], 1)))
        .or_else(|| Some((lines_in(first, lines)?, 1)))
}

/// Returns the lines of which all of a text is made, one after the other.
fn lines_in<'l>(text: &str, lines: &BTreeSet<&'l str>) -> Option<Vec<&'l str>> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let line = longest_beginning(rest, lines)?;
        found.push(line);
        rest = &rest[line.len()..];
    }
    Some(found)
}

/// Returns the longest of the lines with which a text begins.
fn longest_beginning<'l>(text: &str, lines: &BTreeSet<&'l str>) -> Option<&'l str> {
    let mut until = text;
    loop {
        let before = (Bound::Unbounded, Bound::Included(until));
        let line = lines.range::<str, _>(before).next_back().copied()?;
        if text.starts_with(line) {
            return Some(line);
        }
        // A beginning is not after what this line and the text have in common.
        let shared = line.chars().zip(until.chars()).take_while(|(one, other)| one == other);
        until = &text[..shared.map(|(c, _)| c.len_utf8()).sum()];
    }
}

/// True for a paragraph that readers see and that is no link.
fn may_be_line(page: &Page, at: usize) -> bool {
    let paragraph = &page.paragraphs()[at];
    2 * paragraph.link_chars <= paragraph.text_chars
        && !around(page.document(), paragraph.origin()).any(|id| is_left_out(page, id))
}

#[cfg(test)]
mod tests {
    use super::keep_stated;
    use crate::blend::check_rule::check_rule;

    /// Checks a page that states the recipe of a soup.
    #[track_caller]
    fn check(html: &str, kept: &str, expected: &str) {
        let json = r#"{"@type": "Recipe", "recipeIngredient": ["2 cups red lentils", "salt"],
            "recipeInstructions": "Boil the lentils. Serve the soup with bread."}"#;
        let page = format!("<script type=application/ld+json>{json}</script>{html}");
        check_rule(&page, kept, expected, |page, verdict, _| keep_stated(page, verdict));
    }

    #[test]
    fn lines_of_the_recipe_are_kept() {
        check("<p>Soup.<ul><li>2 cups red lentils<li>Sale</ul>", "+??", "++-");
        check("<p>Soup.<p>Tags<div>sa</div><div>lt</div>", "+???", "+-++");
        check("<p>Soup.<div>2</div><div>cups</div><p>Red lentils", "+???", "++++");
        check("<p>Soup.<ol><li>1. Boil the lentils.<li>Buy now</ol>", "+..", "++-");
        check("<p>Boil the lentils. Serve the soup with bread.", ".", "+");
        check("<p>Soup.<div>2 cups red lentils<br>Salt</div>", "+.", "++");
        check("<p>Soup.<div>2 cups red lentils<br>Salt<br>Sale</div>", "+.", "+-");
    }

    #[test]
    fn other_lines_are_left() {
        // Kept already, hidden, a link, and a word that need not be that of the recipe.
        check("<p>2 cups red lentils<p>2 cups red lentils", "+?", "+-");
        check("<p>2 cups red lentils<p>One<p>2 cups red lentils", "??+", "--+");
        check("<p>Soup.<div hidden>2 cups red lentils</div>", "+?", "+-");
        check("<p>Soup.<p><a href=/lentils>2 cups red lentils</a>", "+?", "+-");
        check("<p>Soup.<p>Tags<p>salt", "+??", "+--");
        check("<p>Soup.<p>Salt<p>2 cups red lentils.", "+??", "+++");
    }
}
