//! Tickers: lists of other stories, each with its date or time.
//!
//! A portal puts them below an article or in a column next to it, as "10:17 A new town" with a line
//! of text each, or with the name of the user who wrote it. Line by line they read like news,
//! because they are. What they are as a whole is plain: elements built alike, each with a link to
//! another page and a date or a time of day. An article has lists of links, too, but those have no
//! dates.

use std::collections::BTreeMap;

use tamis_dom::{Document, NodeId, name};

use super::labelled::MIN_THREAD;
use crate::page::address::leads_away;
use crate::page::{Page, around};
use crate::signals::{PageType, PageTypes};
use crate::verdict::Verdict;

/// The fewest stories of a ticker.
const MIN_STORIES: usize = 4;

/// The longest story of a ticker, in characters.
const MAX_STORY: u32 = 500;

/// The shortest link of a story, in characters.
const MIN_LINK: u32 = 8;

/// The elements around a text that may be a story.
const LEVELS: usize = 8;

/// The greatest share of the kept text that a ticker has. A page with more is a ticker itself.
const MAX_SHARE: f64 = 0.6;

/// Drops the stories of tickers on pages that are an article. The posts of a thread have dates,
/// too.
pub(super) fn drop_tickers(page: &Page, verdict: &mut Verdict, page_types: Option<PageTypes>) {
    let may_be_article = |types: PageTypes| {
        types.most_probable() == PageType::Article
            && types.probability(PageType::Forum) < MIN_THREAD
    };
    if !page_types.is_some_and(may_be_article) {
        return;
    }
    let paragraphs = page.paragraphs();
    let mut tickers = BTreeMap::new();
    let mut found = Vec::new();
    let mut all_chars = 0;
    let mut chars = 0;
    for (at, paragraph) in paragraphs.iter().enumerate().filter(|(at, _)| verdict.kept[*at]) {
        all_chars += paragraph.text_chars;
        let document = page.document();
        let around = around(document, paragraph.origin()).take(LEVELS);
        let mut short = around.take_while(|&id| page.stats(id).text_chars <= MAX_STORY);
        let is_story = short.any(|story| {
            let Some(parent) = document.parent(story) else { return false };
            let kinds = tickers.entry(parent).or_insert_with(|| ticker_of(page, parent));
            kinds.is_some_and(|kind| kind == kind_of(document, story))
        });
        if is_story {
            chars += paragraph.text_chars;
            found.push(at);
        }
    }
    if f64::from(chars) <= MAX_SHARE * f64::from(all_chars) {
        for at in found {
            verdict.set(at, false, "a ticker of other stories");
        }
    }
}

/// The name and the class of an element.
type Kind<'d> = (Option<tamis_dom::Name>, &'d str);

fn kind_of(document: &Document, id: NodeId) -> Kind<'_> {
    (document.name(id), document.attr(id, name::CLASS).unwrap_or_default())
}

/// Returns the kind of the stories that an element has as children, if it is a ticker.
fn ticker_of(page: &Page, parent: NodeId) -> Option<Kind<'_>> {
    let document = page.document();
    let elements = || {
        let children = document.children(parent).filter(|&child| document.name(child).is_some());
        children.filter(|&child| page.stats(child).text_chars > 0)
    };
    // Most elements have no stories at all.
    elements().filter(|&child| is_story(page, child)).nth(MIN_STORIES - 1)?;
    let mut kinds: BTreeMap<Kind<'_>, (usize, usize)> = BTreeMap::new();
    for child in elements() {
        let (all, stories) = kinds.entry(kind_of(document, child)).or_default();
        *all += 1;
        *stories += usize::from(is_story(page, child));
    }
    let is_ticker = |&(_, (all, stories)): &(Kind<'_>, (usize, usize))| {
        stories >= MIN_STORIES && 5 * stories >= 4 * all
    };
    kinds.into_iter().find(is_ticker).map(|(kind, _)| kind)
}

/// Returns true for an element with a link, a date or a time, and little text.
fn is_story(page: &Page, id: NodeId) -> bool {
    let stats = page.stats(id);
    if stats.text_chars > MAX_STORY || stats.link_chars < MIN_LINK {
        return false;
    }
    let document = page.document();
    // A button to share an entry of a report leads nowhere.
    let is_link = |id: NodeId| {
        document.is_html(id, name::A) && document.attr(id, name::HREF).is_some_and(leads_away)
    };
    let mut inside = page.paragraphs()[page.paragraphs_in(id)].iter();
    inside.any(|of| has_time(page.paragraph_text(of))) && document.elements(id).any(is_link)
}

/// Returns true if a text has a time of day or a date in digits: "10:17", "3.4.2013", "2013-04-03".
pub(super) fn has_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    (1..bytes.len()).any(|at| match bytes[at] {
        b':' => digit(at - 1) && digit(at + 1) && digit(at + 2) && !digit(at + 3),
        mark @ (b'.' | b'/' | b'-') => {
            let next = (at + 1..at + 4).find(|&next| bytes.get(next) == Some(&mark));
            digit(at - 1)
                && digit(at + 1)
                && next.is_some_and(|next| digit(next - 1) && digit(next + 1))
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    /// Returns the number of texts that are kept of a page that was kept whole.
    fn kept(html: &str, page_type: PageType) -> usize {
        let page = Page::measure(Parser::default().parse(html));
        let mut verdict = Verdict::everything("test", &page);
        drop_tickers(&page, &mut verdict, Some(PageTypes::certain(page_type)));
        verdict.kept.iter().filter(|kept| **kept).count()
    }

    #[test]
    fn stories_with_dates_are_a_ticker() {
        let article = format!("<p>{}", "The bread stays in the oven until it is done. ".repeat(30));
        for date in ["10:17", "03.04.2013", "4/3/2013", "2013-04-03, 9:05", "3.4.13 Новости"]
        {
            for (open, close) in [
                ("<li>", "</li>"),
                ("<div class=item>", "</div>"),
                ("<tr><td>", "</td></tr>"),
                ("<dl><dt>", "</dl>"),
            ] {
                let story = |text: &str| {
                    format!("{open}<b>{date}</b> <a href=/1>A new town</a><p>{text}{close}")
                };
                let stories = ["It is far away.", "It is near.", "It is old.", "It is new."];
                let stories: String = stories.iter().map(|text| story(text)).collect();
                let (begin, end) =
                    if open == "<tr><td>" { ("<table>", "</table>") } else { ("", "") };
                let html = format!("{article}<div>{begin}{stories}{end}</div>");
                assert_eq!(kept(&html, PageType::Article), 1, "{html}");
                assert_ne!(kept(&html, PageType::Listing), 1, "{html}");
                assert_ne!(kept(&html, PageType::Forum), 1, "{html}");
            }
        }
    }

    #[test]
    fn other_lists_stay() {
        let article = format!("<p>{}", "The bread stays in the oven until it is done. ".repeat(30));
        let link = "<li><a href=/1>A tool for bread</a>: it is good for rye. </li>";
        assert_eq!(kept(&format!("{article}<ul>{}</ul>", link.repeat(5)), PageType::Article), 6);
        let dated = "<li>10:17 We met at the station, and went on to the old town. </li>";
        assert_eq!(kept(&format!("{article}<ul>{}</ul>", dated.repeat(5)), PageType::Article), 6);
        let few = "<li>10:17 <a href=/1>A new town</a></li>".repeat(3);
        assert_eq!(kept(&format!("{article}<ul>{few}</ul>"), PageType::Article), 4);
        // Nothing but a ticker.
        let ticker = "<li>10:17 <a href=/1>A new town</a> is near. </li>".repeat(9);
        assert_eq!(kept(&format!("<ul>{ticker}</ul>"), PageType::Article), 9);
    }

    #[test]
    fn dates_and_times_in_digits() {
        for (text, expected) in [
            ("10:17", true),
            ("at 9:05.", true),
            ("3.4.2013", true),
            ("2013-04-03", true),
            ("10:1", false),
            ("Genesis 1:1", false),
            ("1.5 kg", false),
            ("version 1.5-2", false),
            ("", false),
        ] {
            assert_eq!(has_time(text), expected, "{text}");
        }
    }
}
