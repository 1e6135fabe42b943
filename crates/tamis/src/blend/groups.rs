//! Small groups of short texts, of which most are kept.
//!
//! A list of three words under a word of its own, in elements of any kind, has nothing that says
//! that they belong together. For example, of
//!
//! ```html
//! <div class=col><div class=h>Pros</div><div>light</div><div>no screws</div></div>
//! <div class=col><div class=h>Cons</div><div>dear</div><div>hard seat</div></div>
//! ```
//!
//! the model may keep "light", "no screws" and "dear", which says the opposite of what is meant.
//! The element around them says it: it has little text, no links, and most of it is kept. So all of
//! it is, if the model is in doubt about the rest.
//!
//! Before the text begins, the groups are those of authors and dates: "By", "Ann Miller", "Updated
//! on May 5". They are left to the model.

use tamis_dom::{NameSet, NodeId, name};

use super::kept_text::KeptText;
use crate::page::{Page, around};
use crate::signals::{PageType, PageTypes};
use crate::structure::label::label_of;
use crate::verdict::Verdict;

/// The least probability of a text that is kept with its group, 0 to 1.
const MIN_PART: f64 = 0.3;

/// The longest group, and the longest text that is kept with one, in characters.
const MAX_GROUP: u32 = 400;
const MAX_CHARS: u32 = 60;

/// The shortest paragraph with which a text begins, in characters.
const MIN_BEGIN: u32 = 80;

/// The fewest and the most texts of a group.
const MIN_TEXTS: usize = 3;
const MAX_TEXTS: usize = 16;

/// The least share of the text of a group that is kept, in percent.
const KEPT_PERCENT: u32 = 60;

/// The most elements from a text up to its group.
const LEVELS: usize = 6;

/// The elements that group texts.
const GROUPS: NameSet = NameSet::of(&[name::DIV, name::SECTION]);

/// The types of pages whose groups are parts of a text.
const TEXTS: [PageType; 2] = [PageType::Article, PageType::Documentation];

/// Keeps the dropped texts of small groups of which most is kept.
pub(super) fn keep_groups(
    page: &Page,
    verdict: &mut Verdict,
    probabilities: &[f64],
    page_types: Option<PageTypes>,
) {
    if !page_types.is_some_and(|types| TEXTS.contains(&types.most_probable())) {
        return;
    }
    let paragraphs = page.paragraphs();
    let is_text = |&at: &usize| verdict.kept[at] && paragraphs[at].text_chars >= MIN_BEGIN;
    let Some(begin) = (0..verdict.kept.len()).find(is_text) else { return };
    let is_in_doubt = |&at: &usize| {
        let of = &paragraphs[at];
        !verdict.kept[at]
            && probabilities[at] >= MIN_PART
            && of.text_chars <= MAX_CHARS
            && of.link_chars == 0
            && page.paragraph_text(of).contains(char::is_alphanumeric)
    };
    let in_doubt: Vec<usize> = (begin..verdict.kept.len()).filter(is_in_doubt).collect();
    if in_doubt.is_empty() {
        return;
    }
    let text = KeptText::of(page, &verdict.kept);
    for at in in_doubt {
        if is_in_group(&text, at) {
            verdict.set(at, true, "in a group of which most is kept");
        }
    }
}

/// True if an element around a dropped text is a group of which enough is kept: the column or the
/// row of columns.
fn is_in_group(text: &KeptText<'_>, at: usize) -> bool {
    let document = text.page.document();
    let mut outer = around(document, text.first_text(at)).skip(1).take(LEVELS);
    label_of(text.page, &text.page.paragraphs()[at]).is_none() && outer.any(|id| is_group(text, id))
}

/// True for a small element without links of which enough is kept.
fn is_group(text: &KeptText<'_>, id: NodeId) -> bool {
    let page = text.page;
    let inside = page.paragraphs_in(id);
    let (all, kept) = text.chars(&inside);
    (MIN_TEXTS..=MAX_TEXTS).contains(&inside.len())
        && all <= MAX_GROUP
        && kept * 100 >= all * KEPT_PERCENT
        && page.document().name(id).is_some_and(|of| GROUPS.contains(of))
        && page.paragraphs()[inside].iter().all(|of| of.link_chars == 0 && !of.has_copyright)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blend::check_rule::check_rule;

    const TEXT: &str = "The stool stands on three legs of ash, and a child of four can carry it \
        home, up the stairs and into its room.";

    /// Checks a group after a text.
    #[track_caller]
    fn check(html: &str, page_type: PageType, kept: &str, expected: &str) {
        let page = format!("<article><p>{TEXT}</p>{html}</article>");
        check_all(&page, page_type, &format!("+{kept}"), &format!("+{expected}"));
    }

    #[track_caller]
    fn check_all(html: &str, page_type: PageType, kept: &str, expected: &str) {
        check_rule(html, kept, expected, |page, verdict, probabilities| {
            keep_groups(page, verdict, probabilities, Some(PageTypes::certain(page_type)));
        });
    }

    #[test]
    fn groups_are_whole() {
        let group = "<div><div>Pros</div><div>light</div><p>no screws</p></div>";
        check(group, PageType::Article, "?++", "+++");
        check(group, PageType::Article, "+?+", "+++");
        check(group, PageType::Article, ".++", "-++");
        check(group, PageType::Article, "+??", "+--");
        check(group, PageType::Listing, "?++", "-++");
        let row = "<div><div><div>Pros</div><p>light, no screws, small</div><div><div>Cons</div><p>dear</div></div>";
        check(row, PageType::Article, "?+??", "++++");
        let listed = "<section><p>Pros</p><ul><li>light<li>no screws</ul></section>";
        check(listed, PageType::Article, "?++", "+++");
    }

    #[test]
    fn other_elements_are_no_groups() {
        let text = "The bread stays in the oven until it is done. ".repeat(12);
        for (html, kept) in [
            (format!("<div><p>Share</p><p>{text}</p><p>End.</p></div>"), "?++"),
            ("<div><p>Ann</p><p><a href=/a>Bread</a></p><p>no screws</p></div>".into(), "?++"),
            ("<div><p>Comments</p><p>light</p><p>no screws</p></div>".into(), "?++"),
            ("<div><p>Share</p><p>light, no screws</p></div>".into(), "?+"),
            ("<div><p>|</p><p>light</p><p>no screws</p></div>".into(), "?++"),
            ("<ul><li>Share<li>light<li>no screws</ul>".into(), "?++"),
        ] {
            check(&html, PageType::Article, kept, &kept.replace('?', "-"));
        }
        let byline = format!("<div><i>By</i><p>Ann Miller<p>of Bath</div><p>{TEXT}");
        check_all(&byline, PageType::Article, "?+++", "-+++");
    }
}
