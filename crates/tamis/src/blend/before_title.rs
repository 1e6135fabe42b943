//! Texts before the title of an article: those of other stories.
//!
//! Portals have a column on the left, which comes first in the page: the latest stories, each with
//! a line or two. On a page with a short article, they have more text than it does, and the model
//! keeps both. The title tells them apart. For example:
//!
//! ```html
//! <title>The ferry that stopped - Harbour News</title>
//! <td><b>Orchards behind the station</b><br>Nobody knows who planted the trees …</td>
//! <td><h1>The ferry that stopped</h1><p>At noon on Friday …</td>
//! ```
//!
//! The title that `<title>` begins or ends with is above the article, so what is kept before it is
//! of others. What stands next to the title stays: "Interview", "5 May".
//!
//! Nothing is dropped if
//!
//! - the title is not followed by a text, because some pages repeat it at the end,
//! - it is short: "Contact" may be a heading of any section,
//! - it is a lesser heading after an `<h1>`: the address bar shows "Ten good ovens", the page has
//!   another title, and its third section is called so,
//! - the texts before and after it are in one element, as an introduction and its sections are.

use tamis_dom::{NodeId, name};

use super::appended::{begins, ends};
use super::kept_text::KeptText;
use super::labelled::MIN_THREAD;
use crate::page::width::{is_wide, width};
use crate::page::{Page, around};
use crate::signals::{PageType, PageTypes};
use crate::verdict::Verdict;

/// The shortest title, in Latin letters, and the longest, in bytes.
const MIN_TITLE: usize = 12;
const MAX_TITLE: usize = 500;

/// The least kept text after the title, in characters, and the paragraphs in which it begins. A
/// Chinese or Japanese text has half as many characters.
const MIN_TEXT: u32 = 200;
const WITHIN: usize = 16;

/// How many times as long as the article the texts before it may be. The column of a portal is
/// longer than a short article; a title that is repeated at the end is followed by less.
const MAX_BEFORE: u32 = 4;

/// The shortest paragraph with which an article begins, in Latin letters.
const MIN_BEGIN: usize = 80;

/// The least share of the text after the title that is in an element with it and without the texts
/// before it, in percent.
const OWN_PERCENT: u64 = 60;

/// The most text next to the title in the same element, in characters.
const MAX_HEAD: u32 = 300;

/// Drops what is kept before the title of an article.
pub(super) fn drop_before_title(page: &Page, verdict: &mut Verdict, page_types: Option<PageTypes>) {
    let is_article = |types: &PageTypes| {
        types.most_probable() == PageType::Article
            && types.probability(PageType::Forum) < MIN_THREAD
    };
    if !page_types.as_ref().is_some_and(is_article) {
        return;
    }
    let paragraphs = page.paragraphs();
    let Some(first) = verdict.kept.iter().position(|kept| *kept) else { return };
    let Some(title) = page.document().title().filter(|title| title.len() <= 2 * MAX_TITLE) else {
        return;
    };
    let is_title = |at: &usize| {
        let text = page.paragraph_text(&paragraphs[*at]);
        // Most texts differ in the first letter.
        text.len() <= MAX_TITLE
            && (begins(text, title) || ends(text, title))
            && width(text) >= MIN_TITLE
    };
    // The first one: a title before all kept texts is that of the article.
    let Some(at) = (0..paragraphs.len()).find(is_title).filter(|&at| at > first) else { return };
    let kept_text = KeptText::of(page, &verdict.kept);
    let (before, after) = (kept_text.chars(&(0..at)).1, kept_text.chars(&(at..paragraphs.len())).1);
    let begins_text = |next: usize| {
        verdict.kept[next] && width(page.paragraph_text(&paragraphs[next])) >= MIN_BEGIN
    };
    // The element around title, date and author, in which no text begins.
    let is_head = |id: NodeId| {
        page.stats(id).text_chars <= paragraphs[at].text_chars + MAX_HEAD
            && !page.paragraphs_in(id).any(begins_text)
    };
    let is_followed = (at + 1..paragraphs.len()).take(WITHIN).any(begins_text);
    let min_text = if title.contains(is_wide) { MIN_TEXT / 2 } else { MIN_TEXT };
    if !is_followed || after < min_text.max(before / MAX_BEFORE) {
        return;
    }
    let title = kept_text.first_text(at);
    let last = kept_text.kept_before(at).map_or(title, |before| kept_text.first_text(before));
    let apart = around(page.document(), title).take_while(|&id| id > last).last();
    let own = apart.map_or(0, |id| kept_text.chars(&(at..page.paragraphs_in(id).end.max(at))).1);
    if u64::from(own) * 100 < u64::from(after) * OWN_PERCENT || is_below_h1(page, title) {
        return;
    }
    let around = around(page.document(), title);
    let head = around.skip(1).take_while(|&id| is_head(id)).last();
    let end = head.map_or(at, |id| page.paragraphs_in(id).start.min(at));
    for other in first..end {
        if verdict.kept[other] {
            verdict.set(other, false, "before the title of the article");
        }
    }
}

/// Returns true for a title that is no `<h1>`, after one that is as long as a title.
fn is_below_h1(page: &Page, title: NodeId) -> bool {
    let document = page.document();
    let is_h1 = |id: NodeId| document.is_html(id, name::H1);
    let mut before = document.elements(NodeId::DOCUMENT).take_while(|&id| id < title);
    !around(document, title).any(is_h1)
        && before.any(|id| is_h1(id) && width(document.text(id).trim()) >= MIN_TITLE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blend::check_rule::check_rule;

    const TEXT: &str = "At noon on Friday the ferry stopped in the middle of the river. The captain \
        said that a pipe was frozen, and that it would take a day until somebody found another. \
        So the passengers were rowed to the shore, and the post stayed where it was.";

    #[track_caller]
    fn check(title: &str, body: &str, kept: &str, expected: &str) {
        let html = format!("<title>{title}</title>{}", body.replace("TEXT", TEXT));
        check_rule(&html, kept, expected, |page, verdict, _| {
            drop_before_title(page, verdict, Some(PageTypes::certain(PageType::Article)));
        });
    }

    #[test]
    fn other_stories_are_before_the_title() {
        let other =
            "<div><div><b>Orchards behind the station</b><p>Nobody planted the trees.</div></div>";
        for title in ["<h1>The ferry that stopped</h1>", "<div><b>The ferry that STOPPED</b></div>"]
        {
            let body = format!("{other}<div>{title}<p>TEXT</div>");
            for of_page in ["The ferry that stopped - News", "News :: The  ferry that stopped"] {
                check(of_page, &body, "++++", "--++");
                check(of_page, &body, "++-+", "---+");
            }
            check("News", &body, "++++", "++++");
            check("Ferries - News", &body, "++++", "++++");
        }
        let body = format!(
            "{other}<div><h1>水管冻裂阅览室关闭</h1><p>{}</div>",
            "水流到书架之前。".repeat(15)
        );
        check("水管冻裂阅览室关闭_新闻", &body, "++++", "--++");
    }

    #[test]
    fn other_texts_before_a_title_stay() {
        let title = "<h1>The ferry that stopped</h1>";
        let of_page = "The ferry that stopped - News";
        // A section of the article, and one that is not built as a section.
        check(
            of_page,
            &format!("<h1>Ferries on the river</h1><p>TEXT<div>{title}<p>TEXT</div>")
                .replace("h1>The", "h2>The"),
            "++++",
            "++++",
        );
        check(of_page, &format!("<article><p>TEXT{title}<p>TEXT</article>"), "+++", "+++");
        check(
            of_page,
            &format!("<p>TEXT<section>{title}<p>TEXT</section><section><p>TEXT</section>"),
            "++++",
            "++++",
        );
        // Next to the title.
        check(of_page, &format!("<div><p>Interview{title}</div><p>TEXT"), "+++", "+++");
        // The title is repeated.
        check(of_page, &format!("{title}<p>TEXT{title}<p>TEXT"), "++++", "++++");
        check(of_page, &format!("<p>TEXT{title}<p>Share"), "+++", "+++");
        check(of_page, &format!("<p>TEXT{title}<p>Share"), "++-", "++-");
        // The article is before it.
        check(
            of_page,
            &format!("{}<div>{title}<p>TEXT</div>", "<p>TEXT".repeat(5)),
            "+++++++",
            "+++++++",
        );
        check("Contact", "<p>TEXT<h2>Contact</h2><p>TEXT", "+++", "+++");
    }
}
