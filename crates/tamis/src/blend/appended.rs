//! Articles that a page appends to its own: the next ones of endless scrolling, the neighbours of a
//! note in a feed.
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
//! The second article is at `/orchards`, and dropped here.
//!
//! An index of articles has such titles, too, but its own title names none of them. The answers of
//! a thread belong to its page.

use std::ops::Range;

use tamis_dom::{Document, NodeId, name};
use url::Url;

use super::kept_text::KeptText;
use super::labelled::MIN_THREAD;
use crate::metadata::shows_title;
use crate::page::{Page, around};
use crate::signals::{PageType, PageTypes};
use crate::verdict::Verdict;

/// The types of pages with appended articles. Manuals and shops write their sections alike.
const TYPES: [PageType; 2] = [PageType::Article, PageType::Listing];

/// The least kept text of the page's own article, in characters.
const MIN_OWN: u32 = 200;

/// The most headings that are looked at.
const MAX_HEADINGS: usize = 500;

/// The longest title of an article, in bytes.
const MAX_TITLE: usize = 500;

/// The attributes with the address of an article that a script has appended.
const ADDRESSES: [&str; 6] =
    ["data-article-url", "data-href", "data-link", "data-permalink", "data-uri", "data-url"];

/// Drops the articles after the one that the page's title names.
pub(super) fn drop_appended(page: &Page, verdict: &mut Verdict, page_types: Option<PageTypes>) {
    let may_append = |types: PageTypes| {
        TYPES.contains(&types.most_probable()) && types.probability(PageType::Forum) < MIN_THREAD
    };
    if !page_types.is_some_and(may_append) {
        return;
    }
    let stories = Stories::of(page);
    let Some((&own, others)) = stories.headings.split_first() else { return };
    if others.is_empty() {
        return;
    }
    let text = KeptText::of(page, &verdict.kept);
    let appended: Vec<Range<usize>> =
        others.iter().filter_map(|&of| Some(text.paragraphs_in(stories.element(of)?))).collect();
    let Some(first) = appended.first() else { return };
    let before = text.paragraphs_in(own).start..first.start;
    if before.start >= before.end || text.chars(&before).1 < MIN_OWN {
        return;
    }
    for at in appended.into_iter().flatten() {
        if verdict.kept[at] {
            verdict.set(at, false, "another article");
        }
    }
}

/// The articles of a page by their titles.
struct Stories<'p> {
    page: &'p Page,
    base: Option<Url>,
    /// The title of the page's own article, and those after it that other articles have.
    headings: Vec<NodeId>,
}

impl<'p> Stories<'p> {
    fn of(page: &'p Page) -> Stories<'p> {
        let document = page.document();
        let base = page.address().map(std::borrow::Cow::into_owned);
        let mut stories = Stories { page, base, headings: Vec::new() };
        let is_heading = |id: &NodeId| {
            matches!(document.name(*id), Some(name::H1 | name::H2 | name::H3))
                && document.text_range(*id).len() <= MAX_TITLE
        };
        let Some(title) = page_title(document) else { return stories };
        let mut headings =
            document.elements(NodeId::DOCUMENT).filter(is_heading).take(MAX_HEADINGS);
        let Some(own) = headings.find(|&id| names(document.text(id), title)) else {
            return stories;
        };
        stories.headings.push(own);
        let kind = |id: NodeId| (document.name(id), document.attr(id, name::CLASS));
        for id in headings.filter(|&id| kind(id) == kind(own)) {
            if !names(document.text(id), title) && stories.is_of_another(own, id) {
                stories.headings.push(id);
            }
        }
        stories
    }

    /// True if a heading is the title of another article: it is a link to another page of the
    /// site, or it is in an element that is an article as the page's own is.
    fn is_of_another(&self, own: NodeId, id: NodeId) -> bool {
        let document = self.page.document();
        let linked = || {
            let inside = document.elements(id).filter(|&id| document.is_html(id, name::A));
            let outside = around(document, id).take(3).filter(|&id| document.is_html(id, name::A));
            let mut links = inside.chain(outside);
            links.any(|link| self.leads_away(document.attr(link, name::HREF).unwrap_or_default()))
        };
        let article_of = |id: NodeId| {
            around(document, id)
                .find(|&id| document.is_html(id, name::ARTICLE) || has_address(document, id))
        };
        let is_article = || match (article_of(own), article_of(id)) {
            (Some(own), Some(other)) => other >= document.subtree_end(own),
            (None, Some(other)) => has_address(document, other),
            _ => false,
        };
        linked() || is_article()
    }

    /// True if an address is that of another page of the site.
    fn leads_away(&self, href: &str) -> bool {
        let href = href.trim();
        if href.is_empty() || href.starts_with('#') {
            return false;
        }
        match &self.base {
            Some(base) => base.join(href).is_ok_and(|to| {
                to.host_str() == base.host_str()
                    && (to.path(), to.query()) != (base.path(), base.query())
            }),
            // Of an address without a host nobody knows more.
            None => !href.contains("://"),
        }
    }

    /// Returns the largest element around the title of an article that contains no other title.
    fn element(&self, heading: NodeId) -> Option<NodeId> {
        let document = self.page.document();
        let has_other = |id: NodeId| {
            let inside = id..document.subtree_end(id);
            self.headings.iter().any(|other| *other != heading && inside.contains(other))
        };
        around(document, heading).skip(1).take_while(|&id| !has_other(id)).last()
    }
}

/// True if a script has noted an address for an element.
fn has_address(document: &Document, id: NodeId) -> bool {
    let is_address = |value: &str| value.starts_with('/') || value.contains("://");
    let mut attrs = document.attrs(id).iter();
    attrs.any(|attr| {
        ADDRESSES.contains(&document.name_str(attr.name())) && is_address(document.attr_value(attr))
    })
}

/// Returns the text of the `<title>` of the page.
fn page_title(document: &Document) -> Option<&str> {
    let mut titles = document.elements(NodeId::DOCUMENT);
    let title = titles.find(|&id| document.is_html(id, name::TITLE))?;
    Some(document.text(title)).filter(|title| title.len() <= 2 * MAX_TITLE)
}

/// True if a title of a page begins with a heading, or is nearly the same.
fn names(heading: &str, title: &str) -> bool {
    let squashed =
        |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let (heading_text, title_text) = (squashed(heading), squashed(title));
    !heading_text.is_empty()
        && (title_text.starts_with(&heading_text) || shows_title(heading, title))
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
    fn chapters_and_lists_stay() {
        let own = "<h1>Bread in winter</h1><p>TEXT";
        for others in [
            "<h1>Flour</h1><p>TEXT",
            "<h1><a href=#flour>Flour</a></h1><p>TEXT",
            "<h2><a href=/flour>Flour</a></h2><p>TEXT",
            "<h1><a href='https://b.example/flour'>Flour</a></h1><p>TEXT",
            "<h1><a href=/bread?#flour>Flour</a></h1><p>TEXT",
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
