//! The one note of a feed that the address of the page names.
//!
//! A site of short notes shows a note at its address together with those before and after it. All
//! are built alike and may be content, so no look at one of them tells which was asked for. But
//! each has a link to its own address, and one of these is that of the page:
//!
//! ```html
//! <link rel=canonical href="https://notes.example/@ann/112">
//! <div class=note><a href="/@ann/111">2 h</a><p>Nine loaves today.</div>
//! <div class=note><a href="/@ann/112">1 h</a><p>The oven is cold.</div>
//! <div class=note><a href="/@ann/113">5 min</a><p>It is lit again.</div>
//! ```
//!
//! The links of all must be in the same folder, so that other stories of the site are none, and the
//! answers of others neither: they are at `/@bob/7`.

use tamis_dom::{Attr, Document, NodeId, name};
use url::Url;

use super::labelled::MIN_THREAD;
use crate::page::{Page, around, has_class_word, kind_of};
use crate::signals::{PageType, PageTypes};
use crate::verdict::Verdict;

/// The fewest notes of a feed, and the most that are looked at.
const MIN_NOTES: usize = 3;
const MAX_NOTES: usize = 200;

/// The least text of the note besides its links, in characters.
const MIN_TEXT: u32 = 30;

/// The elements from a link up to its note, and the most links that may be those of the note.
const LEVELS: usize = 8;
const MAX_LINKS: usize = 8;

/// The most elements of a note that are searched for its link.
const MAX_ELEMENTS: usize = 200;

/// Drops the notes of a feed next to the one at the address of the page.
pub(super) fn drop_neighbours(page: &Page, verdict: &mut Verdict, page_types: Option<PageTypes>) {
    let is_feed = |types: PageTypes| {
        types.probability(PageType::Forum) < MIN_THREAD
            && !matches!(types.most_probable(), PageType::Product | PageType::Documentation)
    };
    let Some(address) = page.address().filter(|_| page_types.is_some_and(is_feed)) else { return };
    let Some(own) = Place::of(&address) else { return };
    let document = page.document();
    let is_own = |id: NodeId| own.is_at(document, &address, id) == Some(true);
    // Few links have the name in them, and only these are resolved.
    let links = document.attrs_named(name::HREF).filter(|attr| {
        document.attr_value(attr).contains(own.name) && {
            let id = attr.owner();
            document.is_html(id, name::A) && is_permalink(document, id) && is_own(id)
        }
    });
    let mut links = links.map(Attr::owner).take(MAX_LINKS);
    let Some((note, others)) = links.find_map(|link| notes_around(page, &own, &address, link))
    else {
        return;
    };
    if !page.paragraphs_in(note).any(|at| verdict.kept[at]) {
        return;
    }
    for at in others.into_iter().flat_map(|other| page.paragraphs_in(other)) {
        if verdict.kept[at] {
            verdict.set(at, false, "a note at another address");
        }
    }
}

/// Words in the classes of links to a note.
const PERMALINKS: [&str; 5] = ["bookmark", "date", "permalink", "time", "timestamp"];

/// The longest text of a link to a note, in bytes: "12 September 2026, 10:17".
const MAX_TEXT: usize = 40;

/// Returns true for the link with which a note says where it is: a time, a number or a sign. An
/// item of a list of all parts of a site links its name.
fn is_permalink(document: &Document, id: NodeId) -> bool {
    let text = document.text(id).trim();
    let is_mark = || !text.contains(char::is_alphabetic) || text.contains(char::is_numeric);
    let is_bookmark =
        || document.attr(id, name::REL).is_some_and(|rel| rel.eq_ignore_ascii_case("bookmark"));
    text.len() <= MAX_TEXT
        && (is_mark() || is_bookmark() || has_class_word(document, id, &PERMALINKS))
}

/// Returns the note around a link to the page's own address, and those next to it.
fn notes_around(
    page: &Page,
    own: &Place<'_>,
    address: &Url,
    link: NodeId,
) -> Option<(NodeId, Vec<NodeId>)> {
    let document = page.document();
    let mut around = around(document, link).skip(1).take(LEVELS);
    around.find_map(|note| {
        let plain: u32 = page
            .paragraphs_in(note)
            .map(|at| &page.paragraphs()[at])
            .map(|of| of.text_chars.saturating_sub(of.link_chars))
            .sum();
        if plain < MIN_TEXT {
            return None;
        }
        let kind = kind_of(document, note);
        let alike = document.children(document.parent(note)?).take(MAX_NOTES);
        let others: Vec<NodeId> = alike
            .filter(|&id| {
                id != note && document.name(id).is_some() && kind_of(document, id) == kind
            })
            .collect();
        let is_note = |&id: &NodeId| {
            let links = document.elements(id).take(MAX_ELEMENTS);
            let mut places = links.filter_map(|id| own.is_at(document, address, id)).peekable();
            places.peek().is_some() && places.all(|is_own| !is_own)
        };
        (others.len() + 1 >= MIN_NOTES && others.iter().all(is_note)).then_some((note, others))
    })
}

/// The folder and the name of a page in its address.
struct Place<'a> {
    host: Option<&'a str>,
    folder: &'a str,
    name: &'a str,
}

impl<'a> Place<'a> {
    /// Splits an address. `None` for the front page of a site.
    fn of(address: &'a Url) -> Option<Place<'a>> {
        let (folder, name) = address.path().trim_end_matches('/').rsplit_once('/')?;
        (!name.is_empty()).then_some(Place { host: address.host_str(), folder, name })
    }

    /// Returns whether a link leads to this place. `None` if it leads out of its folder.
    fn is_at(&self, document: &Document, base: &Url, link: NodeId) -> Option<bool> {
        let href = document.attr(link, name::HREF).filter(|_| document.is_html(link, name::A))?;
        let address = base.join(href.trim()).ok()?;
        let other = Place::of(&address)?;
        let is_same = other.host == self.host && other.folder == self.folder;
        is_same.then_some(other.name == self.name)
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    fn kept(canonical: &str, notes: &str) -> String {
        let html = format!("<link rel=canonical href=https://ex.org{canonical}><div>{notes}</div>");
        let page = Page::measure(Parser::default().parse(&html));
        let mut verdict = Verdict::everything("test", &page);
        drop_neighbours(&page, &mut verdict, Some(PageTypes::certain(PageType::Article)));
        verdict.kept.iter().map(|&kept| if kept { '+' } else { '-' }).collect()
    }

    fn note(href: &str) -> String {
        format!(
            "<div class=note><a href={href}>1 h</a><p>The oven is cold today, and so am I.</div>"
        )
    }

    #[test]
    fn the_note_of_the_address_stays() {
        let notes = |of: [&str; 3]| of.map(note).concat();
        let three = notes(["/@ann/111", "/@ann/112", "/@ann/113"]);
        assert_eq!(kept("/@ann/112", &three), "--++--");
        assert_eq!(kept("/@ann/112/", &three.replace("/@ann", "https://ex.org/@ann")), "--++--");
        let items =
            three.replace("<div class=note>", "<li><article>").replace("</div>", "</article></li>");
        assert_eq!(kept("/@ann/112", &format!("<ul>{items}</ul>")), "--++--");
        // The address of the feed, the answers of others, a page with comments, two notes.
        for (address, notes) in [
            ("/@ann", three.clone()),
            ("/@ann/112", notes(["/@ann/112", "/@bob/7", "/@eve/8"])),
            ("/@ann/112", notes(["/@ann/112#1", "/@ann/112#2", "/@ann/112#3"])),
            ("/@ann/112", notes(["/@ann/112", "/@ann/113", "#"])),
            ("/@ann/112", notes(["/@ann/112", "/@ann/113", ""]).replace("<a href=>1 h</a>", "")),
            ("/@ann/112", three.replace("The oven is cold today, and so am I.", "Cold.")),
            ("/@ann/112", three.replace("1 h", "Ovens")),
        ] {
            assert!(!kept(address, &notes).contains('-'), "{address} {notes}");
        }
    }
}
