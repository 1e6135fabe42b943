//! Drops readers' comments and boxes of other stories, which a label or the markup names.
//!
//! The model decides paragraph by paragraph, so it may keep the third comment of ten, or two links
//! of a box of five. But a label such as "Comments" or "Read also" comes before them, or a class
//! names them ([`comments_after`], [`label_of`]), in any language, or each of them has a moment and
//! the same button ([`discussions_after`]). So they are dropped as a whole.
//!
//! At the end of an article, two or more lines that are nothing but a link to another page of the
//! site are other stories without a label, in headings or not, and a line of links that lead
//! nowhere has buttons. After a line that ends with a colon they are what it
//! announces, and after a heading its text.
//!
//! A line with a link that stands both before and after the text leads to its neighbours, as in an
//! archive of mail.
//!
//! Comments stay on the pages of a forum, because they are its content, and on those of a product,
//! because they are reviews of it. Links stay in lists, and at the end of manuals: "See also".

use std::cell::LazyCell;
use std::ops::Range;

use tamis_dom::{NodeId, name};
use url::Url;

use crate::page::address::{leads_away, leads_to_another};
use crate::page::{Page, Paragraph, around};
use crate::signals::{PageType, PageTypes};
use crate::structure::comments::comments_after;
use crate::structure::label::{label_of, labelled_end};
use crate::threads::discussions::{Which, discussions_after};
use crate::verdict::Verdict;
use crate::words::{Label, words};

/// The longest teaser of another story outside of links, in characters.
const MAX_TEASER: u32 = 60;

/// The fewest links at the end of an article that are other stories, the shortest title of one, and
/// the most signs around it, in characters.
const MIN_STORIES: usize = 2;
const MIN_STORY: usize = 8;
const MAX_SIGNS: u32 = 3;

/// The longest label before a row of buttons, in characters, and the most texts of the row.
const MAX_LABEL: u32 = 16;
const MAX_BUTTON_TEXTS: usize = 64;

/// The longest label before the link to the next message, in characters.
const MAX_DIRECTION: u32 = 24;

/// The most texts of such a line that are searched for its link.
const MAX_NODES: usize = 8;

/// The longest line that is a label and a link to another story, in characters.
const MAX_LINE: u32 = 300;

/// What is between a label of other stories and a link to one in the same line.
const LABEL_ENDS: [char; 9] = [':', '：', '»', '→', '>', '›', '►', '|', '–'];

/// The most characters next to a link in such a line, for example brackets and a date.
const MAX_AROUND_LINK: usize = 16;

/// The paragraphs from a label of other stories on of which one has to be kept.
const SEEN_WITHIN: usize = 6;

/// The pages of which lists of links are the content.
const LISTS: [PageType; 3] = [PageType::Collection, PageType::Forum, PageType::Listing];

/// The lowest probability to be a thread of a page whose comments may be the content.
pub(super) const MIN_THREAD: f64 = 0.15;

/// Drops comments, and links after labels of other stories, on pages whose content is a text of
/// their own.
pub(super) fn drop_labelled(page: &Page, verdict: &mut Verdict, page_types: Option<PageTypes>) {
    let Some(page_types) = page_types else { return };
    if LISTS.contains(&page_types.most_probable()) {
        return;
    }
    let is_product = page_types.most_probable() == PageType::Product;
    if !is_product && page_types.probability(PageType::Forum) < MIN_THREAD {
        // Nothing is to be dropped after the last kept text.
        let last = verdict.kept.iter().rposition(|kept| *kept).unwrap_or_default();
        for comments in comments_after(page, &verdict.kept, last + 1) {
            drop_all(verdict, comments, "readers' comments");
        }
        for comments in discussions_after(page, &verdict.kept, Which::Kept) {
            drop_all(verdict, comments, "readers' comments");
        }
    }
    // Manuals end with "See also".
    if page_types.most_probable() == PageType::Documentation {
        return;
    }
    for (at, paragraph) in page.paragraphs().iter().enumerate() {
        let is_seen = verdict.kept[at..].iter().take(SEEN_WITHIN).any(|kept| *kept);
        if is_seen && label_of(page, paragraph) == Some(Label::Related) {
            drop_teasers(page, verdict, at);
        } else if verdict.kept[at] && is_labelled_teaser(page, paragraph) {
            verdict.set(at, false, "a link to another story");
        }
    }
    if page_types.most_probable() == PageType::Article {
        let is_certain = page_types.probability(PageType::Article) >= MIN_ARTICLE;
        drop_last_links(page, verdict, is_certain);
    }
}

/// The least probability to be an article of a page whose last headings are other stories. Those of
/// an index are its content.
const MIN_ARTICLE: f64 = 0.8;

/// Drops the links to other pages of the site at the end of an article, those in headings only if
/// it is certainly one.
fn drop_last_links(page: &Page, verdict: &mut Verdict, is_certain: bool) {
    let (document, paragraphs) = (page.document(), page.paragraphs());
    let base = LazyCell::new(|| page.address());
    let is_story = |at: usize| {
        let (paragraph, text) = (&paragraphs[at], page.paragraph_text(&paragraphs[at]));
        let plain = paragraph.text_chars.saturating_sub(paragraph.link_chars);
        let text = text.trim_matches(|c: char| !c.is_alphanumeric());
        plain <= MAX_SIGNS
            && (is_certain || !paragraph.in_heading)
            && text.chars().count() >= MIN_STORY
            && page.paragraph_nodes(paragraph).take(MAX_NODES).any(|text| {
                let link = around(document, text).find(|&id| document.is_html(id, name::A));
                let address = link.and_then(|link| document.attr(link, name::HREF));
                address.is_some_and(|of| leads_to_another((*base).as_deref(), of))
            })
    };
    drop_links_around(page, verdict);
    let buttons = (0..paragraphs.len()).rev().find(|&at| verdict.kept[at]);
    if let Some(at) = buttons.filter(|&at| is_of_buttons(page, &paragraphs[at])) {
        verdict.set(at, false, "buttons at the end of an article");
    }
    let kept = || (0..paragraphs.len()).rev().filter(|&at| verdict.kept[at]);
    let links: Vec<usize> = kept().take_while(|&at| is_story(at)).collect();
    let Some(before) = kept().nth(links.len()).map(|at| &paragraphs[at]) else { return };
    let is_text = !before.in_heading && !page.paragraph_text(before).ends_with([':', '：']);
    if links.len() >= MIN_STORIES && is_text {
        for at in links {
            verdict.set(at, false, "a link to another story");
        }
    }
}

/// The kept paragraphs at the begin of a page among which such lines are, and the paragraphs after
/// its text.
const LINES: usize = 12;

/// Drops lines with a link that are before and after the text: an archive of mail leads to the
/// previous and to the next message at both ends.
fn drop_links_around(page: &Page, verdict: &mut Verdict) {
    let address = page.address();
    let line = |&at: &usize| {
        let to = target(page, at).filter(|to| is_neighbour(address.as_deref(), to))?;
        Some((at, page.paragraph_text(&page.paragraphs()[at]), to))
    };
    let kept = || (0..verdict.kept.len()).filter(|&at| verdict.kept[at]);
    // The lines after the text may be dropped already.
    let Some(text) = kept().rev().find(|at| line(at).is_none()) else { return };
    let last: Vec<_> =
        (text + 1..verdict.kept.len()).take(LINES).filter_map(|at| line(&at)).collect();
    if last.is_empty() {
        return;
    }
    let begin: Vec<usize> = kept().take(LINES).collect();
    let runs = begin.chunk_by(|one, other| line(one).is_some() == line(other).is_some());
    let is_again = |&(at, text, to): &(usize, &str, &str)| {
        last.iter().any(|&(other, label, same)| at < other && (text, to) == (label, same))
    };
    // A message may have a next one at its end, and both neighbours at its begin.
    let first = runs.map(|run| run.iter().filter_map(line).collect::<Vec<_>>()).find(|run| {
        let again = run.iter().filter(|line| is_again(line)).count();
        again > 0 && 2 * again >= run.len()
    });
    let lines = first.map(|first| first.into_iter().chain(last).map(|(at, ..)| at));
    for at in lines.into_iter().flatten().collect::<Vec<_>>() {
        if verdict.kept[at] {
            verdict.set(at, false, "a link that stands before and after the text");
        }
    }
}

/// Returns true for the address of a page in the same folder. The ingredients of a recipe may be
/// links to a shop, where they are again after the text.
fn is_neighbour(address: Option<&Url>, href: &str) -> bool {
    let folder = |of: &Url| of.path().rsplit_once('/').map(|(folder, _)| folder.to_owned());
    let Some(own) = address else {
        let path = href.split(['?', '#']).next().unwrap_or_default();
        return !path.trim_start_matches("./").contains(['/', ':']);
    };
    own.join(href).is_ok_and(|to| to.host() == own.host() && folder(&to) == folder(own))
}

/// Returns where the link of a line leads that has a label and one link to another page. `None` for
/// a heading: that of a recommended story may be a link, and the story again one of those at the
/// end.
fn target(page: &Page, at: usize) -> Option<&str> {
    let (document, paragraph) = (page.document(), &page.paragraphs()[at]);
    let plain = paragraph.text_chars.saturating_sub(paragraph.link_chars);
    let is_line = plain <= MAX_DIRECTION && paragraph.text_chars <= MAX_LINE;
    if paragraph.link_chars == 0 || paragraph.in_heading || !is_line {
        return None;
    }
    let texts = page.paragraph_nodes(paragraph).take(MAX_NODES);
    let links = texts.filter_map(|text| {
        let link = around(document, text).find(|&id| document.is_html(id, name::A))?;
        document.attr(link, name::HREF)
    });
    let mut targets: Vec<&str> = links.collect();
    targets.dedup();
    match targets[..] {
        [target] if leads_away(target) => Some(target),
        _ => None,
    }
}

/// Returns true for a line of links that lead nowhere, such as those that share a text, with hardly
/// more than a label before them.
fn is_of_buttons(page: &Page, paragraph: &Paragraph) -> bool {
    let document = page.document();
    let plain = paragraph.text_chars.saturating_sub(paragraph.link_chars);
    if paragraph.link_chars == 0 || plain > MAX_LABEL || paragraph.text_chars > MAX_LINE {
        return false;
    }
    let mut links: Vec<NodeId> = page
        .paragraph_nodes(paragraph)
        .take(MAX_BUTTON_TEXTS)
        .filter_map(|text| around(document, text).find(|&id| document.is_html(id, name::A)))
        .collect();
    links.dedup();
    links.len() >= MIN_STORIES
        && links
            .iter()
            .all(|&link| !leads_away(document.attr(link, name::HREF).unwrap_or_default()))
}

/// Drops a label of other stories and the links after it, if there are any.
fn drop_teasers(page: &Page, verdict: &mut Verdict, label: usize) {
    let paragraphs = page.paragraphs();
    let Some(end) = labelled_end(page, &paragraphs[label]) else { return };
    let is_teaser = |paragraph: &&Paragraph| {
        let plain = paragraph.text_chars.saturating_sub(paragraph.link_chars);
        paragraph.origin() < end
            && paragraph.link_chars > 0
            && (plain <= MAX_TEASER || plain <= paragraph.link_chars)
    };
    let teasers = paragraphs[label + 1..].iter().take_while(is_teaser).count();
    if teasers > 0 {
        drop_all(verdict, label..label + 1 + teasers, "links to other stories");
    }
}

/// Returns true for a line that is a label of other stories and a link to one: "Read also: How
/// bread rises", whether or not the label is in the link.
fn is_labelled_teaser(page: &Page, paragraph: &Paragraph) -> bool {
    let plain = paragraph.text_chars.saturating_sub(paragraph.link_chars);
    if paragraph.link_chars == 0 || plain > MAX_TEASER || paragraph.text_chars > MAX_LINE {
        return false;
    }
    let text = page.paragraph_text(paragraph);
    let first = page.paragraph_nodes(paragraph).next();
    let label = match text.split_once(LABEL_ENDS) {
        Some((label, story)) if story.chars().any(char::is_alphanumeric) => label,
        _ if plain == 0 => return false,
        _ => first.map_or("", |id| page.document().text(id)),
    };
    let label_chars = label.chars().count();
    words().is_related_label(label) && plain as usize <= label_chars + MAX_AROUND_LINK
}

/// Drops a range of paragraphs.
fn drop_all(verdict: &mut Verdict, range: Range<usize>, reason: &'static str) {
    for at in range {
        if verdict.kept[at] {
            verdict.set(at, false, reason);
        }
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    /// Returns the texts that are kept of an article that was kept whole.
    fn kept(html: &str, page_type: PageType) -> Vec<String> {
        let page = Page::measure(Parser::default().parse(html));
        let mut verdict = Verdict::everything("test", &page);
        drop_labelled(&page, &mut verdict, Some(PageTypes::certain(page_type)));
        let kept = page.paragraphs().iter().zip(&verdict.kept).filter(|(_, kept)| **kept);
        kept.map(|(of, _)| page.paragraph_text(of).chars().take(8).collect()).collect()
    }

    fn prose(begin: &str) -> String {
        format!("{begin} {}", "and the bread stays in the oven until it is done. ".repeat(8))
    }

    #[test]
    fn links_after_a_label_are_other_stories() {
        let text = prose("Article");
        let links = "<a href=/a>Why bread rises, and why not</a><br><br>\
            <a href=/b>The best oven of the year</a> 12.05.2011";
        for label in ["Read also:", "Материалы по теме:", "相关阅读", "Lesen Sie auch", "関連記事"]
        {
            for (before, after) in [("<p>", ""), ("<h3>", "</h3>"), ("<div><b>", "</b></div>")] {
                let html = format!("<p>{text}{before}{label}{after}<p>{links}<p>{text}");
                assert_eq!(kept(&html, PageType::Article), ["Article "; 2], "{html}");
                assert_eq!(kept(&html, PageType::Listing).len(), 5, "{html}");
                assert_eq!(kept(&html, PageType::Documentation).len(), 5, "{html}");
            }
        }
    }

    #[test]
    fn links_at_the_end_of_an_article_are_other_stories() {
        let text = prose("Article");
        let links =
            "<p><a href=/a>Why bread rises, and why not</a><p>► <a href=/b>The best oven</a>";
        let html = format!("<p>{text}{links}");
        assert_eq!(kept(&html, PageType::Article), ["Article "]);
        assert_eq!(kept(&html, PageType::Documentation).len(), 3);
        for html in [
            format!("<p>{text}{links}<p>{text}"),
            format!("<p>{text}<p>The sources:{links}"),
            format!("<p>{text}<h2>Sources</h2>{links}"),
            format!("<p>{text}<p><a href=/a>Why bread rises, and why not</a>"),
            format!("<p>{text}{}", links.replace("href=/", "href=https://b.example/")),
        ] {
            let page = Page::measure(Parser::default().parse(&html));
            assert_eq!(kept(&html, PageType::Article).len(), page.paragraphs().len(), "{html}");
        }
    }

    #[test]
    fn headings_and_buttons_at_the_end_of_an_article() {
        let text = prose("Article");
        for end in [
            "<h3><a href=/a>Why bread rises</a></h3><h3><a href=/b>The best oven</a></h3>",
            "<div>Share: <a href=#>Weibo</a><a href='javascript:x()'>WeChat</a></div>",
            "<div>分享到：<a>微信</a><a>微博</a></div>",
        ] {
            assert_eq!(kept(&format!("<p>{text}{end}"), PageType::Article), ["Article "], "{end}");
        }
        for end in [
            "<h3><a href=/a>Why bread rises</a></h3><h3><a href=/b>The best oven</a></h3><p>Ann.",
            "<p>Notes: <a href=#1>the first</a>",
            "<p>See <a href=#1>the first</a> and <a href=#2>the second</a> of these chapters.",
            "<p>Shops: <a href=/a>Rome</a>, <a href=/b>Bern</a>, and others.",
        ] {
            assert!(kept(&format!("<p>{text}{end}"), PageType::Article).len() > 1, "{end}");
        }
    }

    #[test]
    fn links_before_and_after_a_text_are_no_part_of_it() {
        let text = prose("Article");
        let list = "<ul><li>Previous message: <a href=1.html>Bread</a>\
            <li>Next message: <a href=3.html>Ovens</a></ul>";
        let next = "<ul><li><a href=3.html>Next</a></ul>";
        for html in [
            format!("<p>Ann Lee wrote:{list}<p>{text}{list}"),
            format!(
                "<p>Ann Lee wrote:{}<p>{text}{next}",
                next.replace("<li>", "<li><a href=1>Back</a><li>")
            ),
        ] {
            assert_eq!(kept(&html, PageType::Article), ["Ann Lee ", "Article "], "{html}");
            assert!(kept(&html, PageType::Listing).len() > 3, "{html}");
        }
        for html in [
            format!("{list}<p>{text}"),
            format!("{list}<p>{text}{next}"),
            format!("{list}<p>{text}{list}<p>{text}"),
            format!("<ul><li><a href=/shop/1>Flour</a></ul><p>{text}<p><a href=/shop/1>Flour</a>"),
            format!("<h3><a href=3>Flour</a></h3><p>{text}<h3><a href=3>Flour</a></h3>"),
        ] {
            assert!(kept(&html, PageType::Article).len() > 2, "{html}");
        }
        let stated = "<link rel=canonical href=https://ex.org/list/2.html>";
        for (folder, count) in [("/list", 1), ("https://ex.org/list", 1), ("/shop", 3)] {
            let line = format!("<p><a href={folder}/3.html>Next</a>");
            let html = format!("{stated}{line}<p>{text}{line}");
            assert_eq!(kept(&html, PageType::Article).len(), count, "{html}");
        }
    }

    #[test]
    fn texts_after_a_label_of_stories_stay() {
        let text = prose("Article");
        let html = format!("<p>{text}<h3>See also</h3><p>{text}<p><a href=/a>Bread</a>");
        assert_eq!(kept(&html, PageType::Article).len(), 4);
        let html = format!("<p>{text}<p><a href=/a>Read more</a><p>{text}");
        assert_eq!(kept(&html, PageType::Article).len(), 3);
    }

    #[test]
    fn lines_with_a_label_and_a_link_are_other_stories() {
        let text = prose("Article");
        for line in [
            "Read also: <a href=/a>Why bread rises</a>",
            "<strong>READ MORE:</strong> <a href=/a>Why bread rises, and why not</a> »",
            "<em><a href=/a>Lesen Sie auch: Warum Brot aufgeht</a></em>",
            "Читайте также <a href=/a>Почему поднимается хлеб</a>",
            "[<b>À lire aussi</b> » <a href=/a>Pourquoi le pain lève</a>]",
            "関連記事：<a href=/a>パンがふくらむ理由</a>（2024年5月1日）",
            "<a href=/a>相关阅读 | 面包为什么会发起来</a>",
        ] {
            let html = format!("<p>{text}<p>{line}<p>{text}");
            assert_eq!(kept(&html, PageType::Article), ["Article "; 2], "{html}");
            assert_eq!(kept(&html, PageType::Documentation).len(), 3, "{html}");
        }
        for line in [
            "Related: it is said that <a href=/a>bread</a> rises.",
            "Read more about it: <a href=/a>Bread</a>",
            "<a href=/a>Bread: read more</a>",
            "Read more: in the cellar.",
            "Read more: <a href=/a>Bread</a> and the book that the baker wrote on it in May",
        ] {
            let html = format!("<p>{text}<p>{line}<p>{text}");
            assert_eq!(kept(&html, PageType::Article).len(), 3, "{html}");
        }
    }

    #[test]
    fn comments_are_dropped_with_their_label() {
        let (text, comment) = (prose("Article"), prose("I agree"));
        for label in [
            "Comments",
            "12 Kommentare",
            "Комментарии (2)",
            "网友评论",
            "コメント",
            "Comments are closed for this story",
            "3 comments on “Bread”",
        ] {
            for html in [
                format!("<p>{text}<div id=comments><h3>{label}</h3><p>{comment}<p>{comment}</div>"),
                format!("<p>{text}</p><a name=comments></a><b>{label}</b><p>{comment}<p>{comment}"),
                format!("<p>{text}<h3>{label}</h3><ol class=comment-list><li>{comment}</ol>"),
                format!(
                    "<div><p>{text}</div><div><h3 class=comments>{label}</h3></div>\
                    <table><tr><td>{comment}</table>"
                ),
            ] {
                assert_eq!(kept(&html, PageType::Article), ["Article "], "{html}");
                assert_ne!(kept(&html, PageType::Forum), ["Article "], "{html}");
            }
        }
    }

    #[test]
    fn not_every_label_begins_comments() {
        let (text, comment) = (prose("Article"), prose("I agree"));
        for html in [
            // A chapter.
            format!("<p>{text}<h2>Discussion</h2><p>{text}"),
            // A count below the title.
            format!("<h1>Bread</h1><p class=comments>2 comments<p>{text}"),
            // Tabs.
            format!("<p>{text}<ul><li>Text<li class=tab-comment>Comments: 5</ul><p>{text}"),
            format!("<p>{text}<b class=comments>Comments</b><div itemprop=articleBody>{text}"),
            // The content itself.
            format!("<h1>Bread</h1><div id=comments><h3>Comments</h3><p>{comment}</div>"),
        ] {
            let page = Page::measure(Parser::default().parse(&html));
            assert_eq!(kept(&html, PageType::Article).len(), page.paragraphs().len(), "{html}");
        }
    }
}
