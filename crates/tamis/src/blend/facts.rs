//! Keeps the facts of the thing that a page is about.
//!
//! "12 May 2026, 19:30", "Market hall" and "8 coins" are what a reader of a page about a concert
//! wants to know. The model takes them for the date of an article, a tag and a button, because they
//! are short and stand between the title and the text. [`states_facts`] and [`is_box_of_facts`]
//! say which elements they are in. Two more conditions keep those of other things out: the element
//! is in the smallest one that contains both the title and the text, and there are few like it. A
//! list of events has one for each.

use std::collections::HashMap;

use tamis_dom::{NodeId, name};

use crate::page::{Page, around};
use crate::signals::{PageType, PageTypes};
use crate::structure::facts::{is_box_of_facts, states_facts};
use crate::verdict::Verdict;

/// The least probability of a fact, 0 to 1. Below are prices of other things and labels of buttons.
const MIN_FACT: f64 = 0.02;

/// The most elements of one class with facts. More of them are those of a list.
const MAX_ALIKE: usize = 4;

/// The most elements from a fact up to the one that states it.
const LEVELS: usize = 6;

/// The longest fact, in characters. A longer one is a text, of which the model knows more.
const MAX_CHARS: u32 = 400;

/// The types of pages about several things, or about products, of which the model knows more.
const OTHER_TYPES: [PageType; 4] =
    [PageType::Collection, PageType::Forum, PageType::Listing, PageType::Product];

/// Keeps the dropped paragraphs with facts of the thing that has title and text in one element.
pub(super) fn keep_facts(
    page: &Page,
    verdict: &mut Verdict,
    probabilities: &[f64],
    page_types: Option<PageTypes>,
) {
    let is_of_one = |types: PageTypes| !OTHER_TYPES.contains(&types.most_probable());
    if !page_types.is_some_and(is_of_one) {
        return;
    }
    let document = page.document();
    let may_be_fact = |&at: &usize| {
        let paragraph = &page.paragraphs()[at];
        !verdict.kept[at]
            && probabilities[at] >= MIN_FACT
            && paragraph.text_chars <= MAX_CHARS
            && 2 * paragraph.link_chars <= paragraph.text_chars
    };
    // Most pages have none, and need no further look.
    let in_doubt = (0..verdict.kept.len()).filter(may_be_fact);
    let stated: Vec<(usize, NodeId)> =
        in_doubt.filter_map(|at| Some((at, stating(page, at)?))).collect();
    if stated.is_empty() {
        return;
    }
    let Some(whole) = thing(page, verdict) else { return };
    let class = |id: NodeId| document.attr(id, name::CLASS).unwrap_or_default();
    let mut alike: HashMap<&str, usize> = stated.iter().map(|&(_, id)| (class(id), 0)).collect();
    for id in document.elements(whole) {
        if let Some(count) = alike.get_mut(class(id)) {
            *count += usize::from(is_stating(page, id));
        }
    }
    let inside = whole..document.subtree_end(whole);
    for (at, id) in stated {
        if inside.contains(&id) && alike[class(id)] <= MAX_ALIKE {
            verdict.set(at, true, "a fact of what the page is about");
        }
    }
}

/// Returns true for an element that states facts, by its names or by what it says.
fn is_stating(page: &Page, id: NodeId) -> bool {
    states_facts(page.document(), id) || is_box_of_facts(page, id)
}

/// Returns the innermost element around a paragraph that states facts.
fn stating(page: &Page, at: usize) -> Option<NodeId> {
    let document = page.document();
    let text = page.first_text(&page.paragraphs()[at])?;
    around(document, text).skip(1).take(LEVELS).find(|&id| is_stating(page, id))
}

/// Returns the smallest element that contains the first kept text and a heading of the first level.
fn thing(page: &Page, verdict: &Verdict) -> Option<NodeId> {
    let document = page.document();
    let mut texts = page.paragraphs().iter().zip(&verdict.kept);
    let (first, _) = texts.find(|(of, kept)| **kept && !of.in_heading)?;
    let headings = document.elements(NodeId::DOCUMENT);
    let titles: Vec<NodeId> = headings.filter(|&id| document.is_html(id, name::H1)).collect();
    around(document, first.origin()).find(|&id| {
        let next = titles.partition_point(|&title| title < id);
        titles.get(next).is_some_and(|&title| title < document.subtree_end(id))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blend::check_rule::check_rule;

    #[track_caller]
    fn check(html: &str, page_type: PageType, kept: &str, expected: &str) {
        check_rule(html, kept, expected, |page, verdict, probabilities| {
            keep_facts(page, verdict, probabilities, Some(PageTypes::certain(page_type)));
        });
    }

    #[test]
    fn facts_of_the_thing_are_kept() {
        let facts = "<div class=event-info><div>12 May</div><p>Market hall<div>Save</div></div>";
        let page = format!("<main><h1>Choir</h1>{facts}<p>It sings.</main>");
        check(&page, PageType::Article, "????+", "-++++");
        check(&page, PageType::Article, "???.+", "-++-+");
        check(&page, PageType::Listing, "????+", "----+");
        let boxed =
            facts.replace("div class=event-info", "aside").replace("12 May", "12 May, 7 pm");
        let page_with_box = page.replace(facts, &boxed.replace("/div></div", "/div></aside"));
        check(&page_with_box, PageType::Article, "????+", "-++++");
        let outside = format!("<main><h1>Choir</h1><p>It sings.</main>{facts}");
        check(&outside, PageType::Article, "?+???", "-+---");
        let linked = page.replace("12 May", "<a href=/may>12 May</a>");
        check(&linked, PageType::Article, "????+", "--+++");
    }

    #[test]
    fn facts_of_other_things_are_left() {
        let row = "<div class=event-date>12 May</div>";
        let few = format!("<main><h1>Choir</h1><p>It sings.{}</main>", row.repeat(4));
        check(&few, PageType::Service, "?+????", "-+++++");
        let many = format!("<main><h1>Choir</h1><p>It sings.{}</main>", row.repeat(5));
        check(&many, PageType::Service, "?+?????", "-+-----");
        let dated = "<main><h1>Choir</h1><div class=entry-date>12 May</div><p>It sings.</main>";
        check(dated, PageType::Article, "??+", "--+");
    }
}
