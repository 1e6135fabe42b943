//! Repairs of a selection, so that a reader finds what belongs together.

use tamis_dom::{Name, NodeId, name};

use crate::page::{Page, Paragraph};
use crate::verdict::Verdict;

/// A table or code block is whole if at least this share of its characters is kept, in percent.
const WHOLE_PERCENT: u32 = 50;

/// The longest introduction of a list, in characters.
const MAX_INTRODUCTION: u32 = 300;

/// The number of ancestors searched for a table, list or code block. Bounded so that the time does
/// not grow with the depth of the page.
const MAX_LEVELS: usize = 16;

/// Keeps what belongs to kept paragraphs: the rest of a table or code block, the introduction of a
/// list, the heading above a text that follows another.
pub(super) fn repair(page: &Page, verdict: &mut Verdict) {
    complete_blocks(page, verdict);
    keep_introductions(page, verdict);
    keep_headings(page, verdict);
}

/// Keeps all of a table or code block if most of it is kept.
fn complete_blocks(page: &Page, verdict: &mut Verdict) {
    let paragraphs = page.paragraphs();
    let mut index = 0;
    while index < paragraphs.len() {
        let Some(block) =
            ancestor(page, &paragraphs[index], |name| matches!(name, name::TABLE | name::PRE))
        else {
            index += 1;
            continue;
        };
        let block_end = page.document().subtree_end(block);
        let inside = |paragraph: &&Paragraph| paragraph.origin() < block_end;
        let end = index + paragraphs[index..].iter().take_while(inside).count().max(1);
        let chars = |kept: bool| -> u32 {
            let of = (index..end).filter(|&at| verdict.kept[at] || !kept);
            of.map(|at| paragraphs[at].text_chars).sum()
        };
        let (kept, all) = (chars(true), chars(false));
        let is_mostly_kept = u64::from(kept) * 100 >= u64::from(all) * u64::from(WHOLE_PERCENT);
        if kept < all && is_mostly_kept && is_data(page, block) {
            for at in index..end {
                if !verdict.kept[at] {
                    verdict.set(at, true, "in a block that is kept");
                }
            }
        }
        index = end;
    }
}

/// True for a code block, and for a table that is not there for the layout: it contains no other
/// table and no long cells.
fn is_data(page: &Page, block: NodeId) -> bool {
    let document = page.document();
    if document.name(block) == Some(name::PRE) {
        return true;
    }
    let mut cells = 0;
    for id in document.elements(block).skip(1) {
        match document.name(id) {
            Some(name::TABLE) => return false,
            Some(name::TD | name::TH) => cells += 1,
            _ => {}
        }
    }
    cells > 1 && page.stats(block).text_chars / cells < 200
}

/// Keeps a paragraph that ends with a colon before a kept item of a list.
fn keep_introductions(page: &Page, verdict: &mut Verdict) {
    let paragraphs = page.paragraphs();
    for index in 1..paragraphs.len() {
        let before = &paragraphs[index - 1];
        let is_introduction = !verdict.kept[index - 1]
            && verdict.kept[index]
            && before.text_chars <= MAX_INTRODUCTION
            && page.paragraph_text(before).ends_with([':', '：']);
        let in_list = |paragraph| ancestor(page, paragraph, |name| name == name::LI).is_some();
        if is_introduction && in_list(&paragraphs[index]) && !in_list(before) {
            verdict.set(index - 1, true, "introduces a list that is kept");
        }
    }
}

/// Keeps a heading that is dropped between two kept paragraphs.
fn keep_headings(page: &Page, verdict: &mut Verdict) {
    let paragraphs = page.paragraphs();
    let mut was_kept = false;
    let mut index = 0;
    while index < paragraphs.len() {
        let dropped = |at: &usize| paragraphs[*at].in_heading && !verdict.kept[*at];
        let end = index + (index..paragraphs.len()).take_while(dropped).count();
        if end == index {
            was_kept = verdict.kept[index];
            index += 1;
            continue;
        }
        if was_kept && end < paragraphs.len() && verdict.kept[end] {
            for at in index..end {
                verdict.set(at, true, "the heading of a text that is kept");
            }
        }
        index = end;
    }
}

/// Returns the innermost element around a paragraph whose name matches.
fn ancestor(page: &Page, paragraph: &Paragraph, matches: impl Fn(Name) -> bool) -> Option<NodeId> {
    let document = page.document();
    std::iter::once(paragraph.origin())
        .chain(document.ancestors(paragraph.origin()))
        .take(MAX_LEVELS)
        .find(|&id| document.name(id).is_some_and(&matches))
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    /// `kept` has a character per paragraph: `+` for kept.
    fn check(html: &str, kept: &str, expected: &str) {
        let page = Page::measure(Parser::default().parse(html));
        let mut verdict = Verdict::nothing("test", &page);
        assert_eq!(page.paragraphs().len(), kept.len(), "{html}");
        verdict.kept = kept.chars().map(|c| c == '+').collect();
        repair(&page, &mut verdict);
        let found: String = verdict.kept.iter().map(|&kept| if kept { '+' } else { '-' }).collect();
        assert_eq!(found, expected, "{html}");
    }

    #[test]
    fn a_heading_goes_with_its_text() {
        check("<p>One<h2>Two</h2><p>Three", "+-+", "+++");
        check("<p>One<h2>Two</h2><h3>Three</h3><p>Four", "+--+", "++++");
        check("<p>One<h2>Two</h2><p>Three", "+--", "+--");
        check("<p>One<h2>Two</h2><p>Three", "--+", "--+");
        check("<p>One<p>Two<p>Three", "+-+", "+-+");
        check("<p>One<h2>Two</h2>", "+-", "+-");
    }

    #[test]
    fn tables_and_code_are_whole() {
        let table = "<table><tr><th>A<td>one<tr><th>B<td>two</table>";
        check(table, "+++-", "++++");
        check(table, "+---", "+---");
        check("<pre>one<p>two</pre>", "+-", "++");
        let layout = "<table><tr><td>One<td><table><tr><td>two</table></table>";
        check(layout, "+-", "+-");
    }

    #[test]
    fn introductions_go_with_their_lists() {
        check("<p>Take:<ul><li>one<li>two</ul>", "-++", "+++");
        check("<p>Take<ul><li>one<li>two</ul>", "-++", "-++");
        check("<p>Take:<p>one", "-+", "-+");
        check("<ul><li>Take:<li>one</ul>", "-+", "-+");
    }
}
