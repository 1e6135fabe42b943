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
    let missing = missing(&lines, &texts, &verdict.kept);
    let mut found = BTreeSet::new();
    for at in 0..texts.len() {
        let Some((line, count)) = line_at(&texts[at..], &missing) else { continue };
        let is_beside = verdict.kept.get(at + count) == Some(&true)
            || at.checked_sub(1).is_some_and(|before| verdict.kept[before]);
        let is_line = (line.len() >= LONG || count > 1 || is_beside)
            && (at..at + count).all(|at| may_be_line(page, at))
            && found.insert(line);
        for at in (at..at + count).filter(|_| is_line) {
            verdict.set(at, true, "stated as a part of the recipe");
        }
    }
}

/// Returns the lines that no kept paragraph has.
fn missing<'l>(lines: &'l [String], texts: &[String], kept: &[bool]) -> BTreeSet<&'l str> {
    let of_kept = || texts.iter().zip(kept).filter(|(_, kept)| **kept).map(|(text, _)| &**text);
    let all: String = of_kept().collect();
    let whole: BTreeSet<&str> = of_kept().collect();
    let is_missing = |line: &&str| match line.len() {
        LONG.. => !all.contains(*line),
        _ => !whole.contains(line),
    };
    lines.iter().map(String::as_str).filter(is_missing).collect()
}

/// Returns the missing line that the first of some paragraphs begins, and the number of paragraphs
/// that make it. The number of a step may be before its text.
fn line_at<'l>(texts: &[String], missing: &BTreeSet<&'l str>) -> Option<(&'l str, usize)> {
    let line_of = |text: &str| missing.get(text).copied();
    let step = texts[0].trim_start_matches(|c: char| c.is_ascii_digit());
    if texts[0].is_empty() {
        return None;
    }
    let mut all = String::new();
    let of_parts = texts.iter().take(MAX_PARTS).enumerate().find_map(|(index, text)| {
        all.push_str(text);
        Some((line_of(&all).filter(|_| !text.is_empty())?, index + 1))
    });
    of_parts.or_else(|| Some((line_of(step)?, 1)))
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
