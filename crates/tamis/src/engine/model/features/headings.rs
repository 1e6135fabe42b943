//! Features of a paragraph's place among headings.

use super::columns::Feature;
use super::elements::heading_level;
use super::row::{Row, count};
use super::text::{Counts, PageWords};
use super::votes::Votes;
use crate::page::{Page, Paragraph};
use crate::words::Topic;

/// A heading matches the title from this value of [`Counts::title_match`] on.
const MIN_TITLE_MATCH: f32 = 0.5;

/// The walk over the paragraphs of a page that remembers the last heading.
pub(super) struct Headings<'p> {
    page: &'p Page,
    /// The index of the heading that matches the title best.
    title: Option<usize>,
    title_level: u8,
    /// Characters before the title.
    title_chars: u32,
    /// Headings before the title.
    before_title: u32,
    chars: u32,
    passed: u32,
    equals: u32,
    bylines: u32,
    last: Option<LastHeading>,
}

struct LastHeading {
    level: u8,
    chars: u32,
    votes: u32,
    related: f32,
    comment: f32,
    other: f32,
}

impl<'p> Headings<'p> {
    pub(super) fn of(page: &'p Page, texts: &[Counts], words: &PageWords) -> Headings<'p> {
        let mut headings = Headings {
            page,
            title: None,
            title_level: 0,
            title_chars: 0,
            before_title: 0,
            chars: 0,
            passed: 0,
            equals: 0,
            bylines: 0,
            last: None,
        };
        let mut best = MIN_TITLE_MATCH;
        let (mut chars, mut before) = (0, 0);
        for (index, (paragraph, counts)) in page.paragraphs().iter().zip(texts).enumerate() {
            if paragraph.in_heading {
                let found = counts.title_match(words);
                if found > best {
                    best = found;
                    headings.title = Some(index);
                    headings.title_level = level(page, paragraph);
                    headings.title_chars = chars;
                    headings.before_title = before;
                }
                before += 1;
            }
            chars += paragraph.text_chars;
        }
        headings
    }

    /// Writes the features of the next paragraph.
    pub(super) fn write(&self, row: &mut Row<'_>) {
        if let Some(last) = &self.last {
            row.set(Feature::SinceHeading, count(self.chars - last.chars));
            row.set(Feature::LastLevel, f32::from(last.level));
            row.set(Feature::HeadingRelated, last.related);
            row.set(Feature::HeadingComment, last.comment);
            row.set(Feature::HeadingOther, last.other);
            row.set(Feature::HeadingVotes, count(last.votes));
        } else {
            row.set(Feature::SinceHeading, count(self.chars));
        }
        if self.title.is_some() {
            row.set(Feature::HeadingsSinceTitle, signed(self.passed, self.before_title));
            row.set(Feature::SinceTitle, signed(self.chars, self.title_chars));
        }
        row.set(Feature::EqualsSinceTitle, count(self.equals));
        row.set(Feature::BylinesSinceTitle, count(self.bylines));
    }

    /// Goes on to the paragraph after this one.
    pub(super) fn pass(
        &mut self,
        index: usize,
        paragraph: &Paragraph,
        counts: &Counts,
        votes: &Votes,
    ) {
        self.chars += paragraph.text_chars;
        let is_after_title = self.title.is_some_and(|title| index > title);
        if is_after_title && paragraph.text_chars < 150 {
            let share = counts.topic_share(&[Topic::Byline, Topic::Date]);
            self.bylines += u32::from(share >= 0.3);
        }
        if !paragraph.in_heading {
            return;
        }
        let level = level(self.page, paragraph);
        self.passed += 1;
        self.equals += u32::from(is_after_title && level <= self.title_level);
        self.last = Some(LastHeading {
            level,
            chars: self.chars,
            votes: votes.number(index),
            related: counts.topic_share(&[Topic::Related, Topic::Share, Topic::Subscribe]),
            comment: counts.topic_share(&[Topic::Comment]),
            other: counts.topic_share(&[Topic::Advertising, Topic::Trade, Topic::Navigation]),
        });
    }
}

/// Returns `at - from`.
fn signed(at: u32, from: u32) -> f32 {
    if at >= from { count(at - from) } else { -count(from - at) }
}

/// Returns the level of the heading that a paragraph is in; 0 if there is none nearby.
fn level(page: &Page, paragraph: &Paragraph) -> u8 {
    let document = page.document();
    let mut around = std::iter::once(paragraph.origin).chain(document.ancestors(paragraph.origin));
    let level_of = |id| document.name(id).map(heading_level).filter(|&level| level > 0);
    around.by_ref().take(8).find_map(level_of).unwrap_or(0)
}
