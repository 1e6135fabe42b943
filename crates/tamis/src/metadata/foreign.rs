//! Dates in the body that are not those of the page: in the header of the site, and in teasers of
//! other pages.
//!
//! Sites show the current day above their menu, and the days of other pages next to their titles.
//! Neither has a class that can be relied on: `<div class="date">` is the day of publication on one
//! site and today on the next one. What tells them apart is what is around them.
//!
//! - Between the current day and the heading is the menu of the site. Between a day of publication
//!   and the heading below it is at most a section or an author.
//! - A day of another page is together with a link to it, whose text is a title: `<li><a
//!   href="/bread">Bread prices rise again</a> <time>3 May</time></li>`. The links next to a day of
//!   publication lead to authors and sections, and have their names.
//!
//! A link to the page itself does not count, which is known by its text: the title of the page.

use tamis_dom::{Document, NameSet, NodeId, name};

use super::aside::{LOWER_HEADINGS, has_word, visible_gap};
use super::authors::{by_line, ends_with_by};
use super::byline::{is_member_address, text_before};
use super::collector::Collector;
use super::date::{Range, Reading, digit};
use super::field::Field;
use super::folded::squash;
use super::hints::{Hints, hints_of};
use super::wording::{from_label, tells_of_change};
use crate::page::width::is_wide;
use crate::page::{around, texts};
use crate::words::words;

/// What is known about a page before its dates are looked at.
pub(super) struct Surroundings {
    heading: Option<NodeId>,
    /// The heading, else the first `<main>`.
    start: Option<NodeId>,
    /// The stated titles, squashed.
    titles: Vec<String>,
}

impl Surroundings {
    pub(super) fn of(collector: &Collector<'_>, heading: Option<NodeId>) -> Surroundings {
        let titles = collector.of(Field::Title).map(|title| squash(&title.value)).collect();
        Surroundings { heading, start: heading.or(collector.found.main), titles }
    }

    /// Returns true if a date at this element or text is not that of the page.
    pub(super) fn is_foreign(&self, collector: &Collector<'_>, id: NodeId) -> bool {
        self.is_in_site_header(collector, id) || self.is_of_other_page(collector, id)
    }

    /// Returns true for an element or text above the menu, or in the header of the site.
    pub(super) fn is_in_site_header(&self, collector: &Collector<'_>, id: NodeId) -> bool {
        let (document, sums) = (collector.document, &collector.page.sums);
        let holds_start = |around: NodeId| {
            self.start.is_some_and(|start| around <= start && start < document.subtree_end(around))
        };
        if self.start.is_some_and(|start| start < id) {
            return names_today(collector, id);
        }
        let links_to_start = self.start.map_or(0, |start| {
            sums.before(start).links - sums.before(document.subtree_end(id).min(start)).links
        });
        // The line above a heading may have more links to sections than a menu has.
        let is_in_post = || {
            let around = around(document, id).take_while(|&around| !holds_start(around));
            around
                .filter_map(|id| document.attr(id, name::CLASS))
                .any(|names| has_word(names, POST_WORDS))
        };
        // What is in the article itself is not above the menu of the site.
        let is_in_article = || {
            let mut holders = around(document, id).filter(|&around| holds_start(around));
            holders.any(|around| is_article(document, around))
        };
        links_to_start >= MENU_LINKS && !is_in_article() && !is_in_post()
            || names_today(collector, id)
            || around(document, id)
                .take_while(|&around| !holds_start(around))
                .any(|around| is_site_header(collector, around))
    }

    /// Returns true for an element or text in a row of elements of one kind, of which each has a
    /// date: comments, events, teasers without a link. The row is after a text, or before the
    /// heading and says more than the days of the publication and the last change do.
    fn is_in_row(&self, collector: &Collector<'_>, id: NodeId) -> bool {
        let document = collector.document;
        let Some(heading) = self.heading else { return false };
        if heading < id && visible_gap(collector.page, heading, id) < TEXT_CHARS {
            return false;
        }
        let says_enough = |item: NodeId| heading < id || says_more(document.text(item));
        let is_item = |&item: &NodeId| {
            collector.page.sums.subtree(document, item).text_chars <= TEASER_CHARS
                && !document.name(item).is_some_and(|name| WHOLE.contains(name))
        };
        let kind = |id| (document.name(id), document.attr(id, name::CLASS));
        // In "Fair</a><time>3 May" no space parts the title from the day.
        let has_date = |id| {
            ANY_DATE.find(document.text(id)).is_some()
                || texts(document, id).any(|text| ANY_DATE.find(text).is_some())
        };
        let has_alike = |item: NodeId| {
            let is_alike = |&other: &NodeId| kind(other) == kind(item);
            let step = |of: fn(&Document, NodeId) -> Option<NodeId>| {
                let mut near =
                    std::iter::successors(of(document, item), move |&id| of(document, id));
                near.by_ref().take(ROW_GAP).find(is_alike)
            };
            let near = [step(Document::next_sibling), step(Document::previous_sibling)];
            let mut near = near.into_iter().flatten();
            says_enough(item)
                && near.any(|other| is_item(&other) && has_date(other) && says_enough(other))
        };
        let elements = around(document, id).filter(|&id| document.name(id).is_some());
        let mut items = elements.take(ROW_LEVELS).take_while(is_item);
        items.any(has_alike)
    }

    /// Returns true for an element or text in a teaser of another page.
    pub(super) fn is_of_other_page(&self, collector: &Collector<'_>, id: NodeId) -> bool {
        let document = collector.document;
        if names_last_post(document, id) || self.is_in_row(collector, id) {
            return true;
        }
        let holds_heading = |around: NodeId| {
            self.heading
                .is_some_and(|heading| around <= heading && heading < document.subtree_end(around))
        };
        for teaser in around(document, id).take_while(|&around| !holds_heading(around)) {
            let stats = collector.page.sums.subtree(document, teaser);
            if stats.text_chars > TEASER_CHARS
                || stats.tags > TEASER_TAGS
                || document.subtree_end(teaser).index() - teaser.index() > TEASER_NODES
                || document.name(teaser).is_some_and(|name| WHOLE.contains(name))
            {
                return false;
            }
            let has_links = stats.links > 0;
            if has_links
                && texts(document, teaser).next().is_some_and(|text| words().is_related_label(text))
            {
                return true;
            }
            if has_links && let Some(teases) = self.teases(collector, teaser, id) {
                return teases;
            }
        }
        false
    }

    /// Returns true if an element with links is a teaser, and `None` if no link of it says anything
    /// about that.
    fn teases(&self, collector: &Collector<'_>, teaser: NodeId, date: NodeId) -> Option<bool> {
        let document = collector.document;
        // The line below the heading may have links to anything.
        let is_below = self.heading.is_some_and(|heading| {
            heading < teaser && visible_gap(collector.page, heading, teaser) <= NEAR_CHARS
        });
        let is_item = document.name(teaser).is_some_and(|name| ITEMS.contains(name));
        let is_next = [name::CLASS, name::ID]
            .into_iter()
            .filter_map(|attr| document.attr(teaser, attr))
            .any(|names| has_word(names, NEXT_WORDS));
        let mut has_link = false;
        let mut heading = None;
        for id in document.descendants_and_self(teaser) {
            let name = document.name(id);
            if name.is_some_and(|name| LOWER_HEADINGS.contains(name)) {
                heading = Some(id);
            }
            if name != Some(name::A) {
                continue;
            }
            let Some(text) = self.other_title(collector, id) else { continue };
            has_link = true;
            // The heading in a teaser is a link, or in one.
            let end = document.subtree_end(id);
            let is_heading = heading.is_some_and(|heading| id < document.subtree_end(heading))
                || document
                    .descendants_and_self(id)
                    .any(|id| document.name(id).is_some_and(|name| LOWER_HEADINGS.contains(name)));
            let holds_date = id <= date && date < end;
            // The last word of the title and the first one of the date have no space between them.
            let of_date = if !holds_date {
                0
            } else if document.text_range(date) == document.text_range(id) {
                date_words(text)
            } else {
                document.text(date).split_whitespace().count().saturating_sub(1)
            };
            let least = if is_item || is_heading { ITEM_WORDS } else { TITLE_WORDS };
            let is_label = words().is_related_label(text.trim());
            let is_sure = is_item || is_heading || !is_below;
            if is_label || is_next || is_sure && is_title(text, least + of_date) {
                return Some(true);
            }
        }
        has_link.then_some(false)
    }

    /// Returns the text of a link that may be the title of another page.
    fn other_title<'c>(&self, collector: &'c Collector<'_>, link: NodeId) -> Option<&'c str> {
        let document = collector.document;
        let href = document.attr(link, name::HREF)?.trim();
        let relations = document.attr(link, name::REL).unwrap_or_default();
        let is_page = !href.starts_with('#')
            && (!href.contains(':') || href.starts_with("http"))
            && !is_member_address(href)
            && !has_word(relations, OWN_RELATIONS);
        if !is_page {
            return None;
        }
        let text = document.text(link);
        let text = &text[..text.floor_char_boundary(TITLE_BYTES)];
        let squashed = squash(text);
        let is_text = squashed.chars().filter(|c| c.is_alphabetic()).nth(2).is_some();
        let is_own = || {
            let mut titles = self.titles.iter();
            titles.any(|title| title.contains(&squashed) || squashed.contains(title.as_str()))
        };
        let is_author = || {
            let class = document.attr(link, name::CLASS).unwrap_or_default();
            hints_of(href).with(hints_of(class)).has(Hints::AUTHOR)
                || ends_with_by(text_before(collector, link))
                || by_line(text).is_some()
        };
        (is_text && !is_own() && !is_author() && from_label(text).is_none()).then_some(text)
    }
}

/// The fewest links between the current day and the heading.
///
/// Source: no publication. Between a day of publication and a heading below it are at most links to
/// a section and to an author, or three to print and to share the page.
const MENU_LINKS: u32 = 4;

/// The least visible characters between the heading and a row of dates. With less, the row may be
/// that of the publication and the last change.
const TEXT_CHARS: u32 = 300;

/// The most elements around a date that are looked at for others like them, and the most children
/// between two of them.
const ROW_LEVELS: usize = 4;
const ROW_GAP: usize = 4;

/// The fewest letters of an item before the heading, with those of its date. A letter of a script
/// without spaces counts twice.
const ITEM_LETTERS: usize = 16;

/// Returns true for a text with a date that says what happened then: "Fair in the old town, 3 May".
/// "Published: 3 May" says what the date is of.
fn says_more(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic());
    let weight: usize = letters.map(|c| if is_wide(c) { 2 } else { 1 }).sum();
    weight >= ITEM_LETTERS && from_label(text).is_none() && !tells_of_change(text)
}

/// Finds the dates of rows, whatever they are.
const ANY_DATE: Reading = Reading { month_first: true, range: Range { latest: None } };

/// The most visible characters, elements and nodes of a teaser.
const TEASER_CHARS: u32 = 400;
const TEASER_TAGS: u32 = 48;
const TEASER_NODES: usize = 200;

/// The most visible characters between the heading and the line with author and date below it.
const NEAR_CHARS: u32 = 300;

/// Elements that are never a teaser.
const WHOLE: NameSet = NameSet::of(&[name::BODY, name::HTML, name::MAIN]);

/// Elements that are an item of a list. A link in one is the item.
const ITEMS: NameSet = NameSet::of(&[name::ARTICLE, name::LI, name::TR]);

/// Words in classes and ids of the links to the pages before and after this one.
const NEXT_WORDS: &[&str] = &["next", "pager", "prev", "previous"];

/// Relations of links to the page itself, its author and its sections.
const OWN_RELATIONS: &[&str] = &["author", "bookmark", "category", "license", "tag"];

/// Words in classes and ids of the header of a site, and words that make it that of an article.
const HEADER_WORDS: &[&str] =
    &["banner", "header", "masthead", "navbar", "siteheader", "ticker", "topbar", "weather"];
const ARTICLE_WORDS: &[&str] = &[
    "article", "blog", "content", "date", "detail", "entry", "meta", "news", "page", "post",
    "single", "story", "title",
];

/// Words in classes of the line with author and date.
const POST_WORDS: &[&str] = &["article", "blog", "byline", "entry", "meta", "post", "story"];

/// Words for the current day in classes and ids, alone and before a word for a date.
const TODAY_WORDS: &[&str] = &["clock", "currentdate", "today", "todays", "todaysdate"];
const CURRENT_WORDS: &[&str] = &["current", "now"];
const DAY_WORDS: &[&str] = &["date", "day", "time"];

/// Returns true for an element that is the header of the site.
fn is_site_header(collector: &Collector<'_>, id: NodeId) -> bool {
    let document = collector.document;
    let is_banner = || document.attr(id, name::ROLE) == Some("banner");
    let is_named = || {
        let mut names =
            [name::CLASS, name::ID].into_iter().filter_map(|attr| document.attr(id, attr));
        names.any(|names| has_word(names, HEADER_WORDS) && !has_word(names, ARTICLE_WORDS))
    };
    let is_header = document.name(id) == Some(name::HEADER) || is_banner() || is_named();
    let is_in_article =
        || document.ancestors(id).take(HEADER_LEVELS).any(|around| is_article(document, around));
    document.name(id) == Some(name::NAV) || is_header && !is_in_article()
}

fn is_article(document: &Document, id: NodeId) -> bool {
    matches!(document.name(id), Some(name::ARTICLE | name::MAIN))
}

/// The most elements around a `<header>` that are looked at.
const HEADER_LEVELS: usize = 8;

/// Returns true if the class or id of an element, or of one of the two around it, says that it
/// shows the current day.
fn names_today(collector: &Collector<'_>, id: NodeId) -> bool {
    let document = collector.document;
    around(document, id).take(3).any(|id| {
        let mut names =
            [name::CLASS, name::ID].into_iter().filter_map(|attr| document.attr(id, attr));
        names.any(|names| {
            has_word(names, TODAY_WORDS)
                || has_word(names, CURRENT_WORDS) && has_word(names, DAY_WORDS)
        })
    })
}

/// The names of the last post of a thread in classes, without the signs between words.
const LAST_POSTS: [&str; 6] =
    ["lastactivity", "lastcomment", "lastmessage", "lastpost", "lastreply", "latestreply"];

/// Returns true if a class of an element, or of one of the two around it, says that it is about the
/// last post of the thread: `last-post`. `post last` is the last one of a list.
fn names_last_post(document: &Document, id: NodeId) -> bool {
    around(document, id).take(3).any(|id| {
        let classes = document.attr(id, name::CLASS).unwrap_or_default();
        classes.split_ascii_whitespace().any(|class| {
            let letters = class.bytes().filter(|byte| !matches!(byte, b'-' | b'_'));
            let letters = letters.map(|byte| byte.to_ascii_lowercase());
            LAST_POSTS.iter().any(|name| letters.clone().take(name.len()).eq(name.bytes()))
        })
    })
}

/// The fewest words of the title of another page, of one that is an item of a list, and the most
/// words of a date that is in the same link.
const TITLE_WORDS: usize = 4;
const ITEM_WORDS: usize = 3;
const DATE_WORDS: usize = 5;

/// Returns the most words of a text that belong to a date: those with digits, the month, the day of
/// the week and a word next to it.
fn date_words(text: &str) -> usize {
    let is_part = |word: &&str| {
        word.contains(|c| digit(c).is_some())
            || words().month(word.trim_matches(|c: char| !c.is_alphabetic())).is_some()
    };
    text.split_whitespace().filter(is_part).count().min(DATE_WORDS) + 2
}

/// The most bytes of the text of a link that are read.
const TITLE_BYTES: usize = 400;

/// The characters of a script without spaces that stand for a word.
const IDEOGRAPHS_PER_WORD: usize = 2;

/// Returns true if the text of a link has at least so many words, and so is more than the name of
/// an author or of a section. The words of a name begin with capitals.
fn is_title(text: &str, least: usize) -> bool {
    let ideographs = || text.chars().filter(|&c| is_wide(c));
    let is_name = || text.split_whitespace().all(|word| !word.starts_with(char::is_lowercase));
    let mut words = text.split_whitespace();
    words.nth(least - 1).is_some() && (words.next().is_some() || !is_name())
        || ideographs().nth(least * IDEOGRAPHS_PER_WORD).is_some()
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::super::trust::Trust;
    use super::super::walk::collect;
    use super::*;
    use crate::page::Page;

    /// Checks if the first `<time>` of pages is foreign.
    fn check(is_foreign: bool, cases: &[&str]) {
        for html in cases {
            let page = Page::measure(Parser::default().parse(html));
            let collector = collect(&page, Trust::default());
            let heading = collector.found.headings.first().copied();
            let surroundings = Surroundings::of(&collector, heading);
            let time = collector.found.times[0];
            assert_eq!(surroundings.is_foreign(&collector, time), is_foreign, "{html}");
        }
    }

    #[test]
    fn days_within_links_to_other_pages() {
        let text = "The bread is in the oven until it is done. ".repeat(9);
        let page = |link: &str| format!("<h1>Bread</h1><p>{text}</p><div>{link}</div><p>{text}");
        check(
            true,
            &[
                &page("<a href=/f>The bakery wins a prize for its rye <time>12.06.2025</time></a>"),
                &page(
                    "<a href=/f><b>The fair in the old town is on again</b><time>3 May 2024</time></a>",
                ),
            ],
        );
        check(
            false,
            &[
                &page("<a href=/2024/05/03><time>Friday, May 3, 2024 at 8:00 pm</time></a>"),
                &page("<a href=/x><time>Dienstag, den 3. Mai 2024 um 20:00 Uhr</time></a>"),
            ],
        );
    }

    #[test]
    fn rows_of_dates_after_a_text_are_of_other_things() {
        let text = "The bread is in the oven until it is done. ".repeat(9);
        for row in [
            "<ul><li><time>3 May 2024</time> Fair<li>4 May 2024 Concert</ul>",
            "<div class=c><a href=/f>Fair</a><time>May 3, 2024</time></div>\
             <div class=c><a href=/c>Concert</a><time>May 4, 2024</time></div>",
            "<div class=c><b>Ann</b> <time>3 May 2024</time><p>Yes.</div>\
             <div class=c><b>Bob</b> <time>4 May 2024</time><p>No.</div>",
            "<div onclick=a()><i><time>3 May 2024</time></i></div><p>Or</p>\
             <div><i>2024-05-04</i></div>",
            "<h4>Fair</h4><div><time>3 May 2024</time></div><h4>Market</h4><div>4.5.2024</div>",
        ] {
            check(true, &[&format!("<h1>Bread</h1><p>{text}</p><div>{row}</div>")]);
            check(false, &[&format!("<h1>Bread</h1><div>{row}</div><p>{text}</p>")]);
        }
        let line = "<p>Ann Lee<p><time>3 May 2024</time>";
        check(false, &[&format!("<h1>Bread</h1><p>{text}{line}")]);
    }

    #[test]
    fn rows_before_the_heading_say_what_happened() {
        let row = "<div><b><time>3 May 2024</time></b> Fair in the old town</div>\
                   <div><b>4 May 2024</b> Concert at the town hall</div>";
        check(true, &[&format!("<div>{row}</div><h1>Bread</h1>")]);
        for line in [
            "<span><time>3 May 2024</time></span><span>4 May 2024</span>",
            "<p>Published on Friday, <time>3 May 2024</time><p>Last updated on Monday, 4 May 2024",
            "<p><time>3 May 2024</time> Fair in the old town",
        ] {
            check(false, &[&format!("<div>{line}</div><h1>Bread</h1>")]);
        }
    }

    #[test]
    fn the_last_post_is_no_publication() {
        check(true, &["<h1>Bread</h1><p class=last-post><time>3 May 2024</time>"]);
        check(true, &["<h1>Bread</h1><div class=lastReply><b><time>3 May 2024</time></b></div>"]);
        check(false, &["<h1>Bread</h1><p class='post last'><time>3 May 2024</time>"]);
    }

    #[test]
    fn the_current_day_is_above_the_menu() {
        check(
            true,
            &[
                "<header><time>3 May 2024</time></header><main><h1>Bread</h1>",
                "<nav><time>3 May 2024</time></nav><h1>Bread</h1>",
                "<div role=banner><time>3 May 2024</time></div><h1>Bread</h1>",
                "<div class=top-bar><time>3 May 2024</time></div><ul><li><a href=/a>A</a><li><a \
                 href=/b>B</a><li><a href=/c>C</a><li><a href=/d>D</a></ul><h1>Bread</h1>",
                "<div id=site-header><p><time>3 May 2024</time></div><h1>Bread</h1>",
                "<p class=today><time>3 May 2024</time><h1>Bread</h1>",
                "<h1>Bread</h1><p class=current-date><time>3 May 2024</time>",
                "<header><time>3 May 2024</time></header><main><p>Bread</main>",
            ],
        );
        check(
            false,
            &[
                "<article><header><time>3 May 2024</time></header><h1>Bread</h1></article>",
                "<header><time>3 May 2024</time><h1>Bread</h1></header>",
                "<p><time>3 May 2024</time> <a href=/news>News</a><h1>Bread</h1>",
                "<div class=post-header><time>3 May 2024</time></div><h1>Bread</h1>",
                "<p class=post-meta><time>3 May 2024</time> <a href=/a>A</a> <a href=/b>B</a> <a \
                 href=/c>C</a> <a href=/d>D</a></p><h1>Bread</h1>",
                "<h1>Bread</h1><p class=current-issue><time>3 May 2024</time>",
                "<nav><a href=/>A</a><a href=/b>B</a><a href=/c>C</a><a href=/d>D</a></nav><time>3 May \
                 2024</time><h1>Bread</h1>",
            ],
        );
    }

    #[test]
    fn teasers_have_titles_of_other_pages() {
        let check = |is_foreign: bool, ends: &[&str]| {
            let text = "Rye rises slowly. ".repeat(30);
            for end in ends {
                let html = format!("<article><h1>Rye bread</h1><p>{text}</p>{end}</article>");
                check(is_foreign, &[html.as_str()]);
            }
        };
        check(
            true,
            &[
                "<div class=next><a href=/n>Crumbs</a> <time>3 May 2024</time></div>",
                "<div><a href=/n>Read more</a> <time>3 May 2024</time></div>",
                "<div><h3><a href=/n>Bread prices rise again</a></h3><time>3 May 2024</time></div>",
                "<a href=/n><b>Bread prices rise again in the old town</b><time>3 May 2024</time></a>",
                "<ul><li><a href=/n>Bread prices rise</a> <time>3 May 2024</time></ul>",
                "<p><time>3 May 2024</time> <a href=/n>面包价格再次上涨了吗</a></p>",
                "<div><h3>Read next</h3><a href=/n>Crumbs</a><time>3 May 2024</time></div>",
                "<a href=/n><h4>Bread prices rise</h4><time>3 May 2024</time></a>",
            ],
        );
        check(
            false,
            &[
                "<p>By <a href=/ann>Ann Lee</a> on <time>3 May 2024</time></p>",
                "<p>Posted in <a href=/c rel=category>A long name of a section</a> <time>3 May \
                 2024</time></p>",
                "<p><a href=/n><time>3 May 2024</time></a></p>",
                "<p><a href=/n>Rye bread</a>, <time>3 May 2024</time></p>",
                "<p>By <a href=/a>Ann Maria Lee de Souza</a>, <time>3 May 2024</time></p>",
                "<p><a href=#top>Back to the top of this page</a> <time>3 May 2024</time></p>",
                "<p><time>3 May 2024</time></p>",
            ],
        );
    }

    #[test]
    fn boxes_below_the_heading_have_titles_in_headings_or_lists() {
        check(
            true,
            &[
                "<h1>Rye bread</h1><ul><li><a href=/n>Bread prices rise</a> <time>3 May \
                 2024</time></ul>",
                "<h1>Rye bread</h1><div><h3><a href=/n>Bread prices rise</a></h3><time>3 May \
                 2024</time></div>",
                "<h1>Rye bread</h1><div><p>See also</p><a href=/n>Crumbs</a> <time>3 May \
                 2024</time></div>",
            ],
        );
    }

    #[test]
    fn the_line_below_the_heading_may_have_links() {
        check(
            false,
            &["<h1>Rye bread</h1><p>In the series <a href=/s>All about our daily bread</a>, \
               <time>3 May 2024</time></p>"],
        );
    }
}
