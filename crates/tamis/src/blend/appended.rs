//! Articles that a page appends to its own: the next ones of endless scrolling.
//!
//! A site that appends articles hopes that readers go on. Each of them is content like the first
//! one, so no look at a single paragraph tells them apart. The page as a whole does: its title and
//! its address name one article, and each of the others has a title or a link of its own. For
//! example:
//!
//! ```html
//! <title>The ferry that stopped</title>
//! <article><h1>The ferry that stopped</h1><p>…</article>
//! <article><h1><a href=/orchards>Orchards behind the station</a></h1><p>…</article>
//! ```
//!
//! The second article is at `/orchards`, and dropped here. Some sites give the title of the next
//! article another element, for example `<h2>`. Such a heading may be that of a section, so it must
//! begin an element that is built as that of the first article, and have an address, a date or an
//! author.
//!
//! If the others are not built as the first article, their headings need more: a link to another
//! page, or an element around them with the name or class of a story. The first article must also
//! be at least as long as the others are on average, because a list such as "The ten best ovens"
//! has a short text before its items.
//!
//! An index of articles has such titles, too, but its own title names none of them. The answers of
//! a thread belong to its page.

use std::ops::Range;

use tamis_dom::{Document, NodeId, name};
use url::Url;

use super::kept_text::KeptText;
use super::labelled::MIN_THREAD;
use crate::metadata::shows_title;
use crate::page::address::leads_to_another;
use crate::page::width::is_wide;
use crate::page::{Page, around, has_class_word, kind_of};
use crate::signals::{PageType, PageTypes};
use crate::verdict::Verdict;

/// The types of pages with appended articles. Manuals and shops write their sections alike.
const TYPES: [PageType; 3] = [PageType::Article, PageType::Listing, PageType::Service];

/// The least kept text of the page's own article, in characters.
const MIN_TEXT: u32 = 200;

/// The least kept text of each other article, in the mean. With less, they are sections of a page.
const MIN_OTHER: usize = 120;

/// The same if they are built in another way. Shorter ones are notes.
const MIN_LONG_OTHER: usize = 200;

/// The most headings that are looked at.
const MAX_HEADINGS: usize = 500;

/// The longest title of an article, in bytes.
const MAX_TITLE: usize = 500;

/// The attributes with the address of an article that a script has appended.
const ADDRESSES: [&str; 6] =
    ["data-article-url", "data-href", "data-link", "data-permalink", "data-uri", "data-url"];

/// Words in the classes of an element with an article.
const STORY_WORDS: [&str; 6] = ["article", "entry", "hentry", "infinite", "post", "story"];

/// Words in the classes of an element with a date or an author.
const SIGNED_WORDS: [&str; 5] = ["author", "byline", "date", "dateline", "published"];

/// The longest attribute with classes that is read, in bytes.
const MAX_CLASSES: usize = 200;

/// The elements at the begin of an article that may be its date.
const FIRST_ELEMENTS: usize = 12;

/// Drops the articles after the one that the page's title names.
pub(super) fn drop_appended(page: &Page, verdict: &mut Verdict, page_types: Option<PageTypes>) {
    let may_append = |types: &PageTypes| {
        TYPES.contains(&types.most_probable()) && types.probability(PageType::Forum) < MIN_THREAD
    };
    let Some(types) = page_types.filter(may_append) else { return };
    // A page about a service may have its sections in `<article>`s, and a section of links.
    let is_service = types.most_probable() == PageType::Service;
    let min_others = if is_service { 2 } else { 1 };
    let stories = Stories::of(page, !is_service);
    let appended = stories.appended(verdict, min_others, |_, _| true).or_else(|| {
        let is_article = types.most_probable() == PageType::Article;
        let unlike = is_article.then(|| stories.unlike())?;
        // A Chinese or Japanese text has half as many characters.
        let is_dense = page.document().title().is_some_and(|title| title.contains(is_wide));
        let least = if is_dense { MIN_LONG_OTHER / 2 } else { MIN_LONG_OTHER };
        unlike.appended(verdict, 1, |own, mean| (least..=own).contains(&mean))
    });
    for at in appended.into_iter().flatten().flatten() {
        if verdict.kept[at] {
            verdict.set(at, false, "another article");
        }
    }
}
/// The articles of a page by their titles.
struct Stories<'p> {
    page: &'p Page,
    base: Option<Url>,
    /// The headings of the page.
    all: Vec<NodeId>,
    /// The title of the page's own article, and those after it that other articles have.
    headings: Vec<NodeId>,
}

impl<'p> Stories<'p> {
    /// Finds the articles of a page. With `unaddressed`, an article may have no address of its own.
    fn of(page: &'p Page, unaddressed: bool) -> Stories<'p> {
        let document = page.document();
        let base = page.address().map(std::borrow::Cow::into_owned);
        let mut stories = Stories { page, base, all: Vec::new(), headings: Vec::new() };
        let is_heading = |id: &NodeId| {
            matches!(document.name(*id), Some(name::H1 | name::H2 | name::H3))
                && document.text_range(*id).len() <= MAX_TITLE
        };
        let Some(title) = document.title().filter(|title| title.len() <= 2 * MAX_TITLE) else {
            return stories;
        };
        let headings = document.elements(NodeId::DOCUMENT).filter(is_heading).take(MAX_HEADINGS);
        let headings: Vec<NodeId> = headings.collect();
        let is_own = |id: NodeId| begins(document.text(id), title);
        let is_nearly_own =
            |id: NodeId| document.is_html(id, name::H1) && shows_title(document.text(id), title);
        let own = headings.iter().position(|&id| is_own(id));
        let Some(at) = own.or_else(|| headings.iter().position(|&id| is_nearly_own(id))) else {
            return stories;
        };
        let own = headings[at];
        stories.headings.push(own);
        let kind = |id: NodeId| (document.name(id), document.attr(id, name::CLASS));
        for (before, &id) in headings.iter().zip(&headings[1..]).skip(at) {
            let is_another = || {
                let is_same = kind(id) == kind(own);
                if is_same && stories.has_address(own, id) {
                    return true;
                }
                let article = stories.article_of(own, id);
                if is_same && article.is_some() {
                    return unaddressed;
                }
                let alike = article.or_else(|| stories.branch_of(own, id));
                let alike = alike.filter(|_| document.is_html(own, name::H1));
                let Some((_, other)) = alike.filter(|&of| stories.are_alike(of)) else {
                    return false;
                };
                if is_same {
                    return unaddressed && stories.is_story(other);
                }
                // The first heading of an element: those after it are of sections.
                *before < other
                    && (unaddressed && stories.is_signed(other) || stories.has_address(own, id))
            };
            if !is_own(id) && !is_nearly_own(id) && is_another() {
                stories.headings.push(id);
            }
        }
        stories.all = headings;
        stories
    }

    /// Returns the paragraphs of the articles after the page's own one. `None` if there are fewer
    /// than `min_others`, if little is kept of its own one, or if the others are too short.
    /// `have_lengths` is asked whether the characters that are kept of its own one, and of the
    /// others on average, are those of articles.
    fn appended(
        &self,
        verdict: &Verdict,
        min_others: usize,
        have_lengths: impl Fn(usize, usize) -> bool,
    ) -> Option<Vec<Range<usize>>> {
        let (&own, others) = self.headings.split_first()?;
        if others.len() < min_others {
            return None;
        }
        let text = &KeptText::of(self.page, &verdict.kept);
        let paragraphs = |&of| Some(self.page.paragraphs_in(self.element(text, of)?));
        let appended: Vec<Range<usize>> = others.iter().filter_map(paragraphs).collect();
        let before = self.page.paragraphs_in(own).start..appended.first()?.start;
        let of_own = if before.is_empty() { 0 } else { text.chars(&before).1 };
        let of_others: u32 = appended.iter().map(|of| text.chars(of).1).sum();
        let mean = of_others as usize / appended.len();
        let is_text =
            of_own >= MIN_TEXT && mean >= MIN_OTHER && have_lengths(of_own as usize, mean);
        is_text.then_some(appended)
    }

    /// Returns the articles whose titles are built in another way than that of the page's own one,
    /// if it is an `<h1>`: links to another page in an `<h1>`, and first headings of elements that
    /// are stories by their names or classes. In such an element, an `<h2>` needs an address.
    fn unlike(&self) -> Stories<'p> {
        let (document, mut headings) = (self.page.document(), Vec::new());
        if let Some(&own) = self.headings.first().filter(|&&own| document.is_html(own, name::H1)) {
            headings.push(own);
            let mut before = own;
            for &id in self.all.iter().filter(|&&id| id > own) {
                let is_h1 = document.is_html(id, name::H1);
                let is_first = |story: NodeId| before < story;
                let is_addressed = || self.has_address(own, id);
                let in_story = || self.story_around(own, id).is_some_and(is_first);
                let is_title = if is_h1 {
                    is_addressed() || in_story()
                } else {
                    document.is_html(id, name::H2)
                        && in_story()
                        && is_addressed()
                        && !self.is_section(own, id)
                };
                let repeats = || shown(document.text(id)).eq(shown(document.text(own)));
                if is_title && !repeats() {
                    headings.push(id);
                }
                before = id;
            }
        }
        Stories { page: self.page, base: self.base.clone(), all: Vec::new(), headings }
    }

    /// True if a heading is in the `<article>` of the page's own title, or has words that are no
    /// link: "Larks: Songs at dawn", where only the singers are one.
    fn is_section(&self, own: NodeId, id: NodeId) -> bool {
        let document = self.page.document();
        let article = around(document, own).find(|&id| document.is_html(id, name::ARTICLE));
        let mut inside = document.elements(id).filter(|&of| document.is_html(of, name::A));
        let words = shown(document.text(id)).count();
        let is_linked = |link: NodeId| shown(document.text(link)).count() == words;
        article.is_some_and(|article| is_in(document, id, article))
            || inside.next().is_some_and(|link| !is_linked(link))
    }

    /// Returns the innermost element around a heading, without the page's own title, that is a
    /// story by its name or class.
    fn story_around(&self, own: NodeId, id: NodeId) -> Option<NodeId> {
        let document = self.page.document();
        let mut outer = around(document, id).skip(1).take_while(|&of| !is_in(document, own, of));
        outer.find(|&id| {
            document.is_html(id, name::ARTICLE)
                || document.attr(id, name::CLASS).is_some_and(|of| of.len() < MAX_CLASSES)
                    && has_class_word(document, id, &STORY_WORDS)
        })
    }

    /// True if a heading is the title of an article with an address: it is a link to another page
    /// of the site, or a script has noted the address for the element around it.
    fn has_address(&self, own: NodeId, id: NodeId) -> bool {
        let document = self.page.document();
        let inside = document.elements(id);
        let mut links = inside.chain(around(document, id).take(3));
        links.any(|link| {
            let is_link = document.is_html(link, name::A);
            is_link
                && leads_to_another(
                    self.base.as_ref(),
                    document.attr(link, name::HREF).unwrap_or_default(),
                )
        }) || around(document, id)
            .take_while(|&id| !is_in(document, own, id))
            .any(|id| has_address(document, id))
    }

    /// Returns the `<article>` with the page's title and that around a heading, if it is another.
    fn article_of(&self, own: NodeId, id: NodeId) -> Option<(NodeId, NodeId)> {
        let document = self.page.document();
        let article_of =
            |id: NodeId| around(document, id).find(|&id| document.is_html(id, name::ARTICLE));
        let (own, other) = (article_of(own)?, article_of(id)?);
        (!is_in(document, other, own)).then_some((own, other))
    }

    /// Returns the element with the page's title and that around a heading, which have one parent.
    fn branch_of(&self, own: NodeId, id: NodeId) -> Option<(NodeId, NodeId)> {
        let document = self.page.document();
        let other = around(document, id).take_while(|&of| !is_in(document, own, of)).last()?;
        let parent = document.parent(other)?;
        let own = around(document, own).take_while(|&of| of > parent).last()?;
        (other != id).then_some((own, other))
    }

    /// True if two elements have the same name and the same first class.
    fn are_alike(&self, (own, other): (NodeId, NodeId)) -> bool {
        let document = self.page.document();
        let is_short = |id| document.attr(id, name::CLASS).unwrap_or_default().len() < MAX_CLASSES;
        is_short(own) && is_short(other) && kind_of(document, own) == kind_of(document, other)
    }

    /// True if an element is an article by its classes or its date.
    fn is_story(&self, branch: NodeId) -> bool {
        has_class_word(self.page.document(), branch, &STORY_WORDS) || self.is_signed(branch)
    }

    /// True if an element begins with a date or an author, by names and classes.
    fn is_signed(&self, branch: NodeId) -> bool {
        let document = self.page.document();
        document.elements(branch).take(FIRST_ELEMENTS).any(|id| {
            document.is_html(id, name::TIME)
                || document.attr(id, name::CLASS).is_some_and(|of| of.len() < MAX_CLASSES)
                    && has_class_word(document, id, &SIGNED_WORDS)
        })
    }

    /// Returns the largest element around the title of an article that contains no other title, and
    /// not most of the page's own article before this one: scripts also append to its text.
    fn element(&self, text: &KeptText<'_>, heading: NodeId) -> Option<NodeId> {
        let document = self.page.document();
        let has_other = |id: NodeId| {
            let inside = id..document.subtree_end(id);
            self.headings.iter().any(|other| *other != heading && inside.contains(other))
        };
        let begin = self.page.paragraphs_in(heading).start;
        let own = self.page.paragraphs_in(self.headings[0]).start;
        let has_text = |id: NodeId| {
            let start = self.page.paragraphs_in(id).start.min(begin);
            let inside = text.chars(&(start..begin)).1;
            inside as usize >= MIN_OTHER && text.chars(&(own.min(start)..start)).1 < inside
        };
        let outer = around(document, heading).skip(1);
        outer.take_while(|&id| !has_other(id) && !has_text(id)).last()
    }
}

/// True if a node is in an element, or is the element.
fn is_in(document: &Document, id: NodeId, whole: NodeId) -> bool {
    (whole..document.subtree_end(whole)).contains(&id)
}

/// True if a script has noted an address for an element.
fn has_address(document: &Document, id: NodeId) -> bool {
    let is_address = |value: &str| value.starts_with('/') || value.contains("://");
    let mut attrs = document.attrs(id).iter();
    attrs.any(|attr| {
        ADDRESSES.contains(&document.name_str(attr.name())) && is_address(document.attr_value(attr))
    })
}

/// Returns true if a title of a page begins with a heading, in any case and with any spaces.
/// Allocates nothing.
pub(super) fn begins(heading: &str, title: &str) -> bool {
    is_begun_by(shown(title), shown(heading))
}

/// The same for the end of the title.
pub(super) fn ends(heading: &str, title: &str) -> bool {
    is_begun_by(shown(title).rev(), shown(heading).rev())
}

fn is_begun_by(mut title: impl Iterator<Item = char>, heading: impl Iterator<Item = char>) -> bool {
    let mut heading = heading.peekable();
    heading.peek().is_some() && heading.all(|char| title.next() == Some(char))
}

/// The characters of a text without spaces, in lower case.
fn shown(text: &str) -> impl DoubleEndedIterator<Item = char> {
    text.chars().filter(|char| !char.is_whitespace()).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    const TEXT: &str = "The bread stays in the oven until it is done, and nobody opens the door. \
        Then it rests on a rack for an hour, and only then is it cut. The rack may be of wood or \
        of iron, as long as air comes from below, and a cloth over it keeps the crust soft.";

    /// Returns the number of texts that are kept of a page that was kept whole.
    fn kept(title: &str, body: &str, page_type: PageType) -> usize {
        let html = format!("<title>{title}</title>{}", body.replace("TEXT", TEXT));
        let page = Page::measure(Parser::default().parse(&html));
        let mut verdict = Verdict::everything("test", &page);
        drop_appended(&page, &mut verdict, Some(PageTypes::certain(page_type)));
        let kept = page.paragraphs().iter().zip(&verdict.kept).filter(|(_, kept)| **kept);
        kept.filter(|(of, _)| of.text_chars > 100).count()
    }

    #[test]
    fn articles_of_other_pages_are_dropped() {
        let own = "<article><h1 class=t>Bread in winter</h1><p>TEXT<p>TEXT</article>";
        for other in [
            "<article><h1 class=t><a href=/tea>Tea in spring</a></h1><p>TEXT<p>TEXT</article>",
            "<div><a href='https://a.example/tea'><h1 class=t>Tea</h1></a><div>TEXT</div></div>",
            "<section data-url=/tea><h1 class=t>Tea in spring</h1><p>TEXT</section>",
            "<article><h1 class=t>Tea in spring</h1><p>TEXT</article>",
            "<div class=next><header><h1 class=t><a href=/tea>Tea</a></h1></header><p>TEXT</div>",
            "<article><h2>Tea</h2><p class=byline>Ann<p>TEXT<h2>Leaves</h2><p>TEXT</article>",
            "<article><h2><a href=/tea>Tea in spring</a></h2><p>TEXT</article>",
        ] {
            for others in [other.to_owned(), format!("<div class=more>{}</div>", other.repeat(3))] {
                let body =
                    format!("<link rel=canonical href='https://a.example/bread'>{own}{others}");
                for title in ["Bread in winter", "Bread in winter | News", "BREAD IN WINTER - Ann"]
                {
                    assert_eq!(kept(title, &body, PageType::Article), 2, "{body}");
                    assert_eq!(kept(title, &body, PageType::Listing), 2, "{body}");
                }
                assert!(kept("Bread in winter", &body, PageType::Forum) > 2, "{body}");
                assert!(kept("Ann's journal", &body, PageType::Article) > 2, "{body}");
            }
        }
    }

    #[test]
    fn articles_built_in_another_way_are_dropped() {
        let own = "<div class=page><h1>Bread in winter</h1><p>TEXT<p>TEXT<p>TEXT<p>TEXT</div>";
        let nested = "<h1>Bread in winter</h1><div><p>TEXT<p>TEXT<article class=post>\
            <h1 class=t><a href=/tea>Tea</a></h1><p>TEXT</article></div>";
        let canonical = "<link rel=canonical href='https://a.example/bread'>";
        let nested = format!("{canonical}{nested}");
        assert_eq!(kept("Bread in winter", &nested, PageType::Article), 2);
        for (other, expected) in [
            ("<article class=post><h1 class=t><a href=/tea>Tea</a></h1><p>TEXT</article>", 4),
            ("<section class=infinite data-url=/tea><h1 class=t>Tea</h1><p>TEXT</section>", 4),
            ("<div class=next-article><h2><a href=/tea>Tea</a></h2><p>TEXT</div>", 4),
            ("<div class=scroll-post><h1 class=t>Tea</h1><p>TEXT<h2>Leaves</h2><p>TEXT</div>", 4),
            ("<p>TEXT<article class=post><h1><a href=/tea>Tea</a></h1><p>TEXT</article>", 5),
            // Sections, and an element that is no story.
            ("<div class=post><h2>Flour</h2><p>TEXT</div>", 5),
            ("<div class=part><h1 class=t>Flour</h1><p>TEXT</div>", 5),
            ("<div class=part><h2><a href=/tea>Tea</a></h2><p>TEXT</div>", 5),
            ("<div class=post><h2><a href=/lark>Larks</a>: Songs</h2><p>TEXT</div>", 5),
            (
                "<article><h1>A note</h1><p>It is said that bread rises best on a Sunday.</article>",
                4,
            ),
        ] {
            let body = format!("{canonical}{own}{other}");
            assert_eq!(kept("Bread in winter", &body, PageType::Article), expected, "{body}");
        }
        // The items of a list are longer than what is before them.
        let item =
            "<article class=post><h2><a href=/o>An oven</a></h2><p>TEXT<p>TEXT<p>TEXT</article>";
        let list = format!("<h1>The best ovens</h1><p>TEXT<p>TEXT{}", item.repeat(3));
        assert_eq!(kept("The best ovens", &list, PageType::Article), 11);
    }

    #[test]
    fn articles_beside_the_own_one_are_dropped() {
        let date = "<p class=d><time>3 May 2024</time></p>";
        for (begin, after, end) in [
            ("<div class='story big'>", date, "</div>"),
            ("<section class=post-7>", "<div class=post__byline>Ann</div>", "</section>"),
            ("<div><div><article class=entry>", date, "</article></div></div>"),
            ("<div class=c data-url=/tea>", "", "</div>"),
        ] {
            for title in ["<h1>Tea</h1>", "<h2>Tea</h2>", "<h2 class=t><a href=/tea>Tea</a></h2>"] {
                let own = format!("{begin}<h1>Bread in winter</h1>{after}<p>TEXT<h2>Flour</h2>");
                let other = format!("{begin}{title}{after}<p>TEXT<h2>Leaves</h2><p>TEXT{end}<hr>");
                let body = format!("<main>{own}<p>TEXT{end}{}</main>", other.repeat(2));
                assert_eq!(kept("Bread in winter", &body, PageType::Article), 2, "{body}");
            }
        }
        // The next picture of a story, the post after the first, a section.
        for (begin, end) in [("<article class=a>", "</article>"), ("<div class=post>", "</div>")] {
            let own = format!("{begin}<h1>Bread in winter</h1><p>TEXT{end}");
            for title in ["<h2>Flour</h2>", "<h2>#2</h2>", "<h3>Flour</h3>"] {
                let body = format!("<main>{own}{begin}{title}<p>TEXT{end}</main>");
                assert_eq!(kept("Bread in winter", &body, PageType::Article), 2, "{body}");
            }
        }
    }

    #[test]
    fn sections_of_a_service_are_no_articles() {
        let own = "<article><h1>Bread in winter</h1><p>TEXT<p>TEXT</article>";
        let section = format!("{own}<article><h1>Tea in spring</h1><p>TEXT</article>");
        assert_eq!(kept("Bread in winter", &section, PageType::Service), 3);
        let linked = "<article><h1><a href=/tea>Tea in spring</a></h1><p>TEXT</article>";
        assert_eq!(kept("Bread in winter", &format!("{own}{linked}"), PageType::Service), 3);
        let linked = linked.repeat(2);
        assert_eq!(kept("Bread in winter", &format!("{own}{linked}"), PageType::Service), 2);
    }

    #[test]
    fn chapters_and_lists_stay() {
        let own = "<h1>Bread in winter</h1><p>TEXT";
        for others in [
            "<h1>Flour</h1><p>TEXT",
            "<h1><a href=#flour>Flour</a></h1><p>TEXT",
            "<h2><a href=/flour>Flour</a></h2><p>TEXT",
            "<h1><a href='https://b.example/flour'>Flour</a></h1><p>TEXT",
            "<h1><a href=/bread?#flour>Flour</a></h1><p>TEXT",
            "<section class=part><h2>Flour</h2><p>TEXT</section>",
            "<div class=post><h2>Flour</h2><p>TEXT</div>",
            "<h1><a href=/flour>Flour</a></h1><p>It is white.<h1><a href=/salt>Salt</a></h1><p>TEXT",
        ] {
            let body = format!("<link rel=canonical href='https://a.example/bread'>{own}{others}");
            assert_eq!(kept("Bread in winter", &body, PageType::Article), 2, "{body}");
        }
        // An index with a heading and no text of its own.
        let post = "<article><h1><a href=/tea>Tea</a></h1><p>TEXT</article>";
        let index = format!("<h1>Journal</h1><p>Notes.{}", post.repeat(2));
        assert_eq!(kept("Journal", &index, PageType::Listing), 2);
    }
}
