//! The facts about a page that its rows have in common.

use super::columns::COLUMNS;
use super::elements::Elements;
use super::kin::{self, Builds, Kin};
use super::page_row;
use super::row::Row;
use super::text::{self, Copies, Counts, PageWords, WordSet};
use super::votes::Votes;
use crate::page::Page;

/// Facts that do not depend on the engines' verdicts.
pub(super) struct PageFacts {
    pub(super) elements: Elements,
    pub(super) words: PageWords,
    pub(super) texts: Vec<Counts>,
    pub(super) copies: Vec<Copies>,
    builds: Builds,
    /// A row with the features of the page, except those of the verdicts.
    of_page: Vec<f32>,
}

impl PageFacts {
    pub(super) fn of(page: &Page) -> PageFacts {
        let elements = Elements::of(page);
        let address = page.address();
        let words = page_row::page_words(page, address.as_deref());
        let mut found = WordSet::default();
        let texts = page.paragraphs().iter();
        let texts = texts.map(|p| Counts::of(page.paragraph_text(p), &words, &mut found));
        let texts: Vec<Counts> = texts.collect();
        let mut of_page = vec![0.0; COLUMNS];
        let mut page_features = Row(&mut of_page);
        page_row::write(&mut page_features, page, &elements, address.as_deref());
        page_row::write_texts(&mut page_features, page, &texts);
        let builds = Builds::of(page, &elements);
        let copies = text::copies(&texts);
        PageFacts { elements, words, texts, copies, builds, of_page }
    }
}

/// All facts, for one set of verdicts.
pub(super) struct Facts<'f> {
    pub(super) page: &'f PageFacts,
    pub(super) votes: Votes,
    pub(super) kin: Kin,
    pub(super) twins: Kin,
    /// A row with the features of the page.
    pub(super) of_page: Vec<f32>,
}

impl<'f> Facts<'f> {
    pub(super) fn of(page: &Page, facts: &'f PageFacts, votes: Votes) -> Facts<'f> {
        let mut of_page = facts.of_page.clone();
        votes.write_page(&mut Row(&mut of_page));
        let kin_of = |levels| Kin::of(page, &facts.texts, &facts.builds, levels, &votes);
        let (kin, twins) = (kin_of(2), kin_of(kin::LEVELS));
        Facts { page: facts, votes, kin, twins, of_page }
    }
}
