//! Headings whose text is dropped.
//!
//! A model that decides paragraph by paragraph sometimes keeps the heading of a box and drops the
//! box: "Newsletter" between two sections of an article, without its form. Such a heading misleads,
//! because the next text seems to be under it. So it goes with its text.
//!
//! Two kinds of headings have no text and stay:
//!
//! - Headings in a row, such as the titles of a listing's items, whose teasers are dropped. Their
//!   neighbours of the same level are bare too.
//! - Headings with nothing at all under them but an image. There was nothing to drop.
//!
//! "Read more:" and the like announce links to other stories, in any language. If all that such a
//! line announces is dropped, the line goes, too. What it announces is what follows it: links
//! alone.

use tamis_dom::{NameSet, name};

use crate::page::{Page, around};
use crate::signals::{PageType, PageTypes};
use crate::structure::role::heading_level;
use crate::verdict::Verdict;

/// The longest line that announces something, in characters.
const MAX_LINE: u32 = 80;

/// The most links that a line announces, and the shortest title of another story, in characters.
/// Shorter links are buttons.
const MAX_LINKS: usize = 20;
const MIN_STORY: u32 = 12;

/// The shortest text after the links that is certainly not what the line announces, in characters.
const MIN_TEXT: u32 = 80;

/// The elements that a line with a colon announces, too.
const PARTS: NameSet = NameSet::of(&[name::DD, name::LI, name::PRE, name::TD, name::TH]);

/// The signs at the end of a line that announces something.
const COLONS: [char; 2] = [':', '：'];

/// A heading and what is kept of its section, which ends before the next heading of its level or a
/// higher one.
struct Section {
    heading: usize,
    level: u8,
    is_kept: bool,
    has_text: bool,
    has_kept: bool,
}

impl Section {
    /// Returns true if the heading is kept and all its text is dropped.
    fn is_bare(&self) -> bool {
        self.is_kept && self.has_text && !self.has_kept
    }
}

/// Drops the headings between kept texts whose own text is dropped.
pub(super) fn drop_bare_headings(page: &Page, verdict: &mut Verdict) {
    let is_text = |at: &usize| verdict.kept[*at] && !page.paragraphs()[*at].in_heading;
    let mut texts = (0..verdict.kept.len()).filter(is_text);
    let Some(first) = texts.next() else { return };
    let last = texts.next_back().unwrap_or(first);
    let sections = sections(page, &verdict.kept);
    for (at, section) in sections.iter().enumerate() {
        let is_inside = first < section.heading && section.heading < last;
        if !is_inside || !section.is_bare() {
            continue;
        }
        let is_like = |other: &&Section| other.level == section.level && other.is_kept;
        let before = sections[..at].iter().rev().find(is_like);
        let after = sections[at + 1..].iter().find(is_like);
        if ![before, after].into_iter().flatten().any(Section::is_bare) {
            verdict.set(section.heading, false, "a heading whose text is dropped");
        }
    }
}

/// Drops the lines that announce links of which none is kept, where the content is a text.
pub(super) fn drop_bare_announcements(
    page: &Page,
    verdict: &mut Verdict,
    page_types: Option<PageTypes>,
) {
    const TEXTS: [PageType; 2] = [PageType::Article, PageType::Product];
    if !page_types.is_some_and(|types| TEXTS.contains(&types.most_probable())) {
        return;
    }
    let paragraphs = page.paragraphs();
    for at in 0..verdict.kept.len() {
        let line = &paragraphs[at];
        let is_line = line.text_chars <= MAX_LINE && line.link_chars == 0;
        if !verdict.kept[at] || !is_line {
            continue;
        }
        let is_told = page.paragraph_text(line).trim_end().ends_with(COLONS);
        if !is_told && !line.in_heading {
            continue;
        }
        let dropped = verdict.kept[at + 1..].iter().take_while(|kept| !**kept);
        let end = at + 1 + dropped.take(MAX_LINKS + 1).count();
        let is_story = |at: usize| {
            let of = &paragraphs[at];
            of.link_chars >= MIN_STORY && 10 * of.link_chars >= 9 * of.text_chars && !of.in_heading
        };
        // In a box of links, the model is in doubt about each of them.
        let of_box = line.in_heading.then(|| box_of(page, at)).flatten();
        let links = at + 1..of_box.unwrap_or(end);
        if !(1..=MAX_LINKS).contains(&links.len()) || !links.clone().all(is_story) {
            continue;
        }
        let dropped = links.clone().filter(|&at| !verdict.kept[at]).count();
        let is_bare = match of_box {
            Some(_) => {
                dropped == links.len() || 2 * dropped >= links.len() && !in_list(page, at + 1)
            }
            None => is_told && dropped == links.len() && !goes_on(page, end),
        };
        if is_bare {
            for at in std::iter::once(at).chain(links.filter(|_| of_box.is_some())) {
                if verdict.kept[at] {
                    verdict.set(at, false, "announces what is dropped");
                }
            }
        }
    }
}

/// True if the text after the links may be what a line with a colon announces.
fn goes_on(page: &Page, at: usize) -> bool {
    page.paragraphs().get(at).is_some_and(|next| {
        let mut around = around(page.document(), next.origin());
        next.text_chars < MIN_TEXT && !next.in_heading
            || around.any(|id| page.document().name(id).is_some_and(|of| PARTS.contains(of)))
    })
}

/// True for an item of a list, which may be the content of its section.
fn in_list(page: &Page, at: usize) -> bool {
    let document = page.document();
    let text = page.paragraphs().get(at).and_then(|of| page.first_text(of));
    text.is_some_and(|text| around(document, text).any(|id| document.is_html(id, name::LI)))
}

/// Returns the end of the paragraphs of the element that begins with a heading and has more than
/// it.
fn box_of(page: &Page, heading: usize) -> Option<usize> {
    let document = page.document();
    let mut around = around(document, page.first_text(&page.paragraphs()[heading])?);
    let whole = around.find(|&id| page.paragraphs_in(id).len() > 1)?;
    let inside = page.paragraphs_in(whole);
    (inside.start == heading).then_some(inside.end)
}

/// Returns the sections of a page in the order of their headings.
fn sections(page: &Page, kept: &[bool]) -> Vec<Section> {
    let document = page.document();
    let mut sections: Vec<Section> = Vec::new();
    // The sections around the paragraph, innermost last, by their places.
    let mut open: Vec<usize> = Vec::new();
    for (at, paragraph) in page.paragraphs().iter().enumerate() {
        let level =
            || around(document, paragraph.origin()).find_map(|id| heading_level(document, id));
        if let Some(level) = paragraph.in_heading.then(level).flatten() {
            open.retain(|&section| sections[section].level < level);
            open.push(sections.len());
            let is_kept = kept[at];
            let section = Section { heading: at, level, is_kept, has_text: false, has_kept: false };
            sections.push(section);
        } else if let Some(&section) = open.last() {
            sections[section].has_text = true;
        }
        for &section in open.iter().filter(|_| kept[at]) {
            let section = &mut sections[section];
            section.has_kept |= section.heading < at;
        }
    }
    sections
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    /// `kept` and `expected` have a character per paragraph, `+` for kept.
    fn check(html: &str, kept: &str, expected: &str) {
        let page = Page::measure(Parser::default().parse(html));
        assert_eq!(page.paragraphs().len(), kept.len(), "{html}");
        let mut verdict = Verdict::nothing("test", &page);
        verdict.kept = kept.chars().map(|c| c == '+').collect();
        drop_bare_headings(&page, &mut verdict);
        let found: String = verdict.kept.iter().map(|&kept| if kept { '+' } else { '-' }).collect();
        assert_eq!(found, expected, "{html}");
    }

    #[test]
    fn a_heading_goes_with_its_dropped_text() {
        let html = "<p>One<h3>Newsletter</h3><form><p>Address</form><h2>Two</h2><p>Three";
        check(html, "++-++", "+--++");
        check(html, "+++++", "+++++");
        check("<p>一<h4>新着</h4><p>二<h3>三</h3><p>四", "++-++", "+--++");
    }

    #[test]
    fn a_heading_has_the_text_of_those_below_it() {
        check("<p>One<h2>Two</h2><p>By Ann<h3>Three</h3><p>Four", "++-++", "++-++");
        check(
            "<p>One<h2>Two</h2><p>By Ann<h3>Three</h3><p>Four<h2>Five</h2><p>Six",
            "++---++",
            "+----++",
        );
    }

    #[test]
    fn a_line_goes_with_what_it_announces() {
        let text = format!("<p>{}", "The pipe froze again. ".repeat(5));
        let links = "<p><a href=a>The baker keeps books</a><p><a href=b>The museum has stairs</a>";
        for (html, kept, expected) in [
            (format!("{text}<p>Lees ook:{links}{text}"), "++--+", "+---+"),
            (format!("{text}<h3>Lue lisää</h3>{links}{text}"), "++--+", "++--+"),
            (format!("{text}<div><h3>Lue lisää</h3>{links}</div>{text}"), "++--+", "+---+"),
            (format!("{text}<div><h3>Lue lisää</h3>{links}</div>{text}"), "++-++", "+---+"),
            (format!("{text}<div><h3>Lue lisää</h3>{links}</div>{text}"), "+++++", "+++++"),
            (format!("{text}<p>Lees ook:{links}"), "++--", "+---"),
            (format!("{text}<p>Lees ook:{links}{text}"), "++-++", "++-++"),
            (
                format!("{text}<p>You need:<p><a href=a>Jump to the video</a><ul><li>Salt"),
                "++-+",
                "++-+",
            ),
            (format!("{text}<p>He said:<p>Boilerplate{text}"), "++-+", "++-+"),
        ] {
            let page = Page::measure(Parser::default().parse(&html));
            let mut verdict = Verdict::nothing("test", &page);
            verdict.kept = kept.chars().map(|c| c == '+').collect();
            let types = Some(PageTypes::certain(PageType::Article));
            drop_bare_announcements(&page, &mut verdict, types);
            let sign = |&kept: &bool| if kept { '+' } else { '-' };
            let found: String = verdict.kept.iter().map(sign).collect();
            assert_eq!(found, expected, "{html}");
        }
    }

    #[test]
    fn headings_in_a_row_stay() {
        let cards = "<h3>One</h3><p>a<h3>Two</h3><p>b<h3>Three</h3><p>c";
        check(&format!("<p>All{cards}<p>End"), "++-+-+-+", "++-+-+-+");
        check("<p>One<h2>Two</h2><h2>Three</h2><p>Four", "++++", "++++");
    }

    #[test]
    fn the_ends_of_a_text_stay() {
        check("<h1>One</h1><p>By Ann<h1>Two</h1><p>Three", "+-++", "+-++");
        check("<p>One<h2>Two</h2><p>Three", "++-", "++-");
    }
}
