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

use crate::page::{Page, around};
use crate::structure::role::heading_level;
use crate::verdict::Verdict;

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
