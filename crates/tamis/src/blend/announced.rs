//! Lists that a kept line announces.
//!
//! "This covers:" is a line that a reader expects to go on. If it is kept and the list after it is
//! not, the text breaks off in the middle of a sentence. This happens because the items are short,
//! and each of them is in doubt by itself: an item such as "Water damage" could as well be one of a
//! menu. Together they are less in doubt, and the colon says whose they are.
//!
//! So the list is judged as a whole. It is kept if it comes directly after a kept line with a
//! colon, if the mean probability of its paragraphs is not too low, and if it is not made of links.
//! For example, with probabilities of .2, .5 and .3 the list "Fire, Water damage, Theft" is kept
//! after "This covers:", because their mean is .33.
//!
//! Lists after a kept heading were tried too. They cost precision, because most of the lists that
//! they add are not content.

use tamis_dom::{Name, NodeId, name};

use crate::page::{Page, Paragraph, around};
use crate::verdict::Verdict;

/// The most paragraphs of a list that is announced. Lists in lists are searched for each line that
/// announces one.
const MAX_PARAGRAPHS: usize = 30;

/// The elements that a line before them announces.
const ANNOUNCED: [Name; 4] = [name::UL, name::OL, name::DL, name::TABLE];

/// The least mean probability of the paragraphs of a list that is kept because it is announced.
/// They are often in doubt one by one. On `wcxb-dev`, cross-validated, lists after a colon change
/// F1 by less than .0001; lists after a heading cost precision.
const MIN_MEAN: f64 = 0.25;

/// The greatest share of its characters in links, in percent.
const MAX_LINKS: u64 = 80;

/// Keeps a list or table directly after a kept line that ends with a colon, if it may be content as
/// a whole and is not one of links.
pub(super) fn keep_announced(page: &Page, verdict: &mut Verdict, probabilities: &[f64]) {
    let paragraphs = page.paragraphs();
    for at in 1..paragraphs.len() {
        let line = &paragraphs[at - 1];
        if !verdict.kept[at - 1] || !page.paragraph_text(line).ends_with([':', '：']) {
            continue;
        }
        let Some(list) = outermost_list(page, line.origin(), paragraphs[at].origin()) else {
            continue;
        };
        let end = page.document().subtree_end(list);
        let is_inside = |of: &&Paragraph| of.origin() < end;
        let count = paragraphs[at..].iter().take(MAX_PARAGRAPHS + 1).take_while(is_inside).count();
        let end = at + count;
        if count <= MAX_PARAGRAPHS && may_be_content(&paragraphs[at..end], &probabilities[at..end])
        {
            for at in at..end {
                if !verdict.kept[at] {
                    verdict.set(at, true, "in a list that is announced");
                }
            }
        }
    }
}

fn may_be_content(list: &[Paragraph], probabilities: &[f64]) -> bool {
    let chars: u64 = list.iter().map(|of| u64::from(of.text_chars)).sum();
    let in_links: u64 = list.iter().map(|of| u64::from(of.link_chars)).sum();
    let sum: f64 = probabilities.iter().sum();
    sum >= MIN_MEAN * probabilities.len() as f64 && 100 * in_links <= MAX_LINKS * chars
}

/// Returns the outermost list or table around `first` that begins after `line`.
fn outermost_list(page: &Page, line: NodeId, first: NodeId) -> Option<NodeId> {
    let document = page.document();
    let around = around(document, first).take_while(|&id| id > line);
    around.filter(|&id| document.name(id).is_some_and(|of| ANNOUNCED.contains(&of))).last()
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    /// Checks which paragraphs are kept, as `+` and `-`, if the first is kept and the others have
    /// these probabilities.
    #[track_caller]
    fn check(html: &str, probabilities: &[f64], expected: &str) {
        let page = Page::measure(Parser::default().parse(html));
        let mut verdict = Verdict::nothing("test", &page);
        verdict.keep(0, "");
        let probabilities: Vec<f64> = [1.0].into_iter().chain(probabilities.to_vec()).collect();
        keep_announced(&page, &mut verdict, &probabilities);
        let signs = verdict.kept.iter().map(|&kept| if kept { '+' } else { '-' });
        assert_eq!(signs.collect::<String>(), expected, "{html}");
    }

    #[test]
    fn lists_after_a_colon() {
        let list = "<ul><li>one<li>two</ul><p>three";
        check(&format!("<p>You need:{list}"), &[0.2, 0.4, 0.4], "+++-");
        check(&format!("<p>You need:{list}"), &[0.2, 0.2, 0.4], "+---");
        check(&format!("<p>You need.{list}"), &[0.4, 0.4, 0.4], "+---");
        check(&format!("<p>You need:<p>one{list}"), &[0.4, 0.4, 0.4, 0.4], "+----");
        check("<p>You need:<ul><li>a<ul><li>b</ul></ul>", &[0.4, 0.4], "+++");
        check("<p>You need:<table><tr><td>a<td>b</table>", &[0.4, 0.4], "+++");
        // The line is in the list.
        check("<ul><li>You need:<li>a</ul>", &[0.4], "+-");
    }

    #[test]
    fn lists_of_links() {
        let link = "<li><a href=/>one</a>";
        check(&format!("<p>See:<ul>{link}<li>two</ul>"), &[0.4, 0.4], "+++");
        check(&format!("<p>See:<ul>{link}{link}</ul>"), &[0.4, 0.4], "+--");
    }
}
