//! Keeps the headings of kept texts.
//!
//! The model often drops a heading whose text it keeps, because a heading is short and what is
//! around it may be a box. A heading between two kept texts belongs to them. One after something
//! that is dropped, for example after a box of other recipes, belongs to the text after it if the
//! model is sure of that text:
//!
//! ```text
//! kept     Potato salad is quickly made.
//! dropped  Other salads
//! dropped  What to do           ◄ kept, too
//! kept     Boil the potatoes.
//! ```

use tamis_dom::name;

use super::between::{MIN_PART, keep_between};
use crate::page::{Page, Paragraph, near};
use crate::signals::PageTypes;
use crate::verdict::Verdict;

/// The most headings that are kept although what is before them is dropped. More of them are those
/// of a list, too.
const MAX_FIRST_HEADINGS: usize = 3;

/// The lowest probability of a heading that is kept between kept texts on pages that list things.
/// The titles of cards of which a price is kept have some .15.
const MIN_TITLE: f64 = 0.2;

/// The longest heading, in characters. A longer paragraph in one is the text of a tooltip.
const MAX_CHARS: u32 = 160;

/// The probability of a text from which its heading is kept although what is before that is
/// dropped, and the lowest probability of the heading. Of 23 headings that this and links add on
/// `wcxb-dev`, 19 are content; with .25 for the heading, any text and any page, 73 of 117.
const SURE_TEXT: f64 = 0.7;
const MIN_FIRST_HEADING: f64 = 0.3;

/// Keeps the headings between two kept paragraphs, but not those that are surely boilerplate. A
/// link to a heading may be after it.
pub(super) fn keep_headings(
    page: &Page,
    verdict: &mut Verdict,
    probabilities: &[f64],
    page_types: Option<PageTypes>,
) {
    let of_lists = page_types.is_some_and(|types| types.most_probable().lists_things());
    let least = if of_lists { MIN_TITLE } else { MIN_PART };
    let is_heading = |at: usize| page.paragraphs()[at].in_heading;
    let is_long = |at: usize| page.paragraphs()[at].text_chars > MAX_CHARS;
    keep_between(
        verdict,
        |at| is_heading(at) || is_link_to_heading(page, at),
        |at| match probabilities[at] {
            _ if !is_heading(at) => (false, "a link to the heading before it"),
            _ if is_link_to_itself(page, at) => (true, "the heading of a text that is kept"),
            of if of >= least && !is_long(at) => (true, "the heading of a text that is kept"),
            _ => (false, "a heading that is surely boilerplate"),
        },
    );
    for at in 1..verdict.kept.len() {
        if verdict.kept[at] && is_link_to_heading(page, at) {
            verdict.set(at, false, "a link to the heading before it");
        }
    }
    // There, the headings are the titles of other stories.
    if !of_lists {
        keep_first_headings(page, verdict, probabilities);
    }
}

/// Keeps the heading of a text that is surely content although what is before it is dropped. One
/// before all texts is mostly the title, which has a place of its own.
fn keep_first_headings(page: &Page, verdict: &mut Verdict, probabilities: &[f64]) {
    let first = verdict.kept.iter().position(|&kept| kept).unwrap_or(verdict.kept.len());
    let is_first_heading = |&at: &usize| {
        let heading = &page.paragraphs()[at];
        // A link is the title of another story.
        let is_title = heading.in_heading && heading.link_chars == 0;
        let is_text = verdict.kept[at + 1] && !page.paragraphs()[at + 1].in_heading;
        is_title
            && !verdict.kept[at]
            && is_text
            && probabilities[at] >= MIN_FIRST_HEADING
            && probabilities[at + 1] >= SURE_TEXT
    };
    let found: Vec<usize> =
        (first + 1..verdict.kept.len().saturating_sub(1)).filter(is_first_heading).collect();
    if found.len() <= MAX_FIRST_HEADINGS {
        for at in found {
            verdict.set(at, true, "the heading of a text that is kept");
        }
    }
}

/// Returns true for a paragraph that is a link to the heading before it, as documentation has them
/// for those who want its address: `<h2 id=why>Why?</h2><a href="#why">Section titled "Why?"</a>`.
fn is_link_to_heading(page: &Page, at: usize) -> bool {
    at > 0 && page.paragraphs()[at - 1].in_heading && is_link_to(page, at, at - 1)
}

/// Returns true for a heading that is a link to itself: `<h2 id=why><a href="#why">Why?</a></h2>`.
/// Menus have links to other places.
fn is_link_to_itself(page: &Page, at: usize) -> bool {
    page.paragraphs()[at].in_heading && is_link_to(page, at, at)
}

/// Returns true if all of a paragraph is a link to the element of a heading.
fn is_link_to(page: &Page, at: usize, heading: usize) -> bool {
    let (document, paragraphs) = (page.document(), page.paragraphs());
    let (link, heading) = (&paragraphs[at], &paragraphs[heading]);
    if link.text_chars == 0 || link.link_chars < link.text_chars {
        return false;
    }
    let around =
        |of: &Paragraph| page.first_text(of).into_iter().flat_map(|text| near(document, text));
    let address = around(link)
        .find(|&id| document.is_html(id, name::A))
        .and_then(|link| document.attr(link, name::HREF)?.strip_prefix('#'));
    address
        .is_some_and(|place| around(heading).any(|id| document.attr(id, name::ID) == Some(place)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blend::check_rule::check_rule;
    use crate::signals::PageType;

    #[track_caller]
    fn check(html: &str, page_type: PageType, kept: &str, expected: &str) {
        check_rule(html, kept, expected, |page, verdict, probabilities| {
            let certain = Some(PageTypes::certain(page_type));
            let halved: Vec<f64> = probabilities.iter().map(|of| of / 2.0).collect();
            keep_headings(page, verdict, &halved, certain);
        });
    }

    #[test]
    fn headings_in_doubt_are_kept_between_texts() {
        let page = "<p>One<h2>Two</h2><p>Three";
        check(page, PageType::Article, "+?+", "+++");
        check(page, PageType::Listing, "+?+", "+-+");
        let tip = "It says what the word before means to those who do not know. ".repeat(3);
        let page = format!("<p>One<h2>Two<div>{tip}</div></h2><p>Three");
        check(&page, PageType::Article, "+??+", "++-+");
    }
}
