//! The rows of a page, made some at a time. A block fits in a processor's nearest cache, and the
//! memory of a long page does not grow with the number of columns.

use std::cell::OnceCell;

use super::columns::{COLUMNS, Feature, NEIGHBOURS, OF_NEIGHBOURS};
use super::facts::{Facts, PageFacts};
use super::headings::Headings;
use super::kin::KinColumns;
use super::row::{Row, count};
use super::surroundings::Surroundings;
use super::text;
use super::votes::Votes;
use crate::engine::model::lanes::LANES;
use crate::page::Page;
use crate::verdict::Verdict;

/// The least share of a lead's words that are in the description.
const MIN_LEAD_SHARE: f32 = 0.8;

/// The fewest words of a lead.
const MIN_LEAD_WORDS: f32 = 8.0;

/// Some rows of a [`FeatureTable`](super::FeatureTable).
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::model) struct Block<'t> {
    /// The index of the paragraph of each row, rising.
    pub(in crate::engine::model) paragraphs: &'t [u32],
    /// [`COLUMNS`] values for each row.
    pub(in crate::engine::model) values: &'t [f32],
}

impl<'t> Block<'t> {
    /// Returns the rows: for each described paragraph its index, and its features.
    pub(super) fn rows(self) -> impl ExactSizeIterator<Item = (usize, &'t [f32])> {
        let paragraphs = self.paragraphs.iter().map(|&paragraph| paragraph as usize);
        paragraphs.zip(self.values.chunks(COLUMNS))
    }

    /// Returns the leads of articles: the paragraphs between the title and the next heading that
    /// say what the description of the page says.
    pub(in crate::engine::model) fn leads(self) -> impl Iterator<Item = usize> {
        let is_lead = |row: &[f32]| {
            let value = |feature: Feature| row[feature as usize];
            value(Feature::InDescription) >= MIN_LEAD_SHARE
                && value(Feature::Words) >= MIN_LEAD_WORDS
                && value(Feature::HeadingsSinceTitle).to_bits() == 1f32.to_bits()
        };
        self.rows().filter(move |(_, row)| is_lead(row)).map(|(paragraph, _)| paragraph)
    }
}

/// The rows before and after a block that its rows have as neighbours.
const BEFORE: usize = NEIGHBOURS[0].unsigned_abs();
const AFTER: usize = NEIGHBOURS[NEIGHBOURS.len() - 1].unsigned_abs();

/// Makes the rows of a page, for one set of verdicts after another.
pub(in crate::engine::model) struct PageRows<'p> {
    page: &'p Page,
    /// Found for the first row.
    facts: OnceCell<PageFacts>,
}

impl<'p> PageRows<'p> {
    pub(in crate::engine::model) fn new(page: &'p Page) -> PageRows<'p> {
        PageRows { page, facts: OnceCell::new() }
    }

    /// Calls `visit` with all rows, in blocks of [`LANES`] rows; the last one may have fewer.
    pub(in crate::engine::model) fn for_each_block(
        &self,
        verdicts: &[Verdict],
        mut visit: impl FnMut(Block<'_>),
    ) {
        let votes = Votes::of(self.page, verdicts);
        let described = votes.described();
        if described.is_empty() {
            return;
        }
        let facts = self.facts.get_or_init(|| PageFacts::of(self.page));
        let facts = Facts::of(self.page, facts, votes);
        let mut writer = RowWriter::new(self.page, &facts);
        let mut window = vec![0.0; (BEFORE + LANES + AFTER) * COLUMNS];
        let mut written = 0;
        for start in (0..described.len()).step_by(LANES) {
            let end = described.len().min(start + LANES);
            let slot = |row: usize| (row + BEFORE - start) * COLUMNS;
            while written < described.len().min(end + AFTER) {
                let cells = &mut window[slot(written)..][..COLUMNS];
                writer.write(described[written] as usize, cells);
                written += 1;
            }
            for row in start..end {
                write_neighbours(&described, row, slot(row), &mut window);
            }
            let values = &window[slot(start)..slot(end)];
            visit(Block { paragraphs: &described[start..end], values });
            window.copy_within(LANES * COLUMNS.., 0);
        }
    }
}

/// Copies the features of the neighbours of the row that is at `first` in the window. Neighbours
/// that are not described have -1, because 0 would be a value.
fn write_neighbours(described: &[u32], row: usize, first: usize, window: &mut [f32]) {
    let mut column = first + Feature::ALL.len();
    for &place in NEIGHBOURS {
        let neighbour = row.checked_add_signed(place).and_then(|other| described.get(other));
        let is_next = neighbour.is_some_and(|&neighbour| {
            i64::from(neighbour) - i64::from(described[row]) == place as i64
        });
        let other = first.wrapping_add_signed(place * COLUMNS as isize);
        for &feature in OF_NEIGHBOURS {
            window[column] = if is_next { window[other + feature as usize] } else { -1.0 };
            column += 1;
        }
    }
}

/// Writes the rows of a page, one after another.
struct RowWriter<'f> {
    page: &'f Page,
    facts: &'f Facts<'f>,
    surroundings: Surroundings<'f>,
    headings: Headings<'f>,
    /// The paragraphs that `headings` has passed.
    passed: usize,
}

impl<'f> RowWriter<'f> {
    fn new(page: &'f Page, facts: &'f Facts<'f>) -> RowWriter<'f> {
        RowWriter {
            page,
            facts,
            surroundings: Surroundings::new(page, &facts.page.elements, &facts.votes),
            headings: Headings::of(page, &facts.page.texts, &facts.page.words),
            passed: 0,
        }
    }

    /// Writes the features of the paragraph `index`, which is after those that were written before.
    fn write(&mut self, index: usize, cells: &mut [f32]) {
        let facts = self.facts;
        let PageFacts { texts, words, copies, .. } = facts.page;
        let paragraphs = self.page.paragraphs();
        let before = paragraphs.iter().zip(texts).enumerate().take(index).skip(self.passed);
        for (before, (paragraph, counts)) in before {
            self.headings.pass(before, paragraph, counts, &facts.votes);
        }
        self.passed = index;
        let (paragraph, copies) = (&paragraphs[index], &copies[index]);
        cells.copy_from_slice(&facts.of_page);
        let mut row = Row(cells);
        text::write(&mut row, words, paragraph, &texts[index]);
        row.set(Feature::Copies, count(copies.all));
        row.set(Feature::IsCopy, count(copies.before.min(1)));
        self.surroundings.write(&mut row, index, paragraph);
        facts.kin.write(&mut row, &KinColumns::KIN, index);
        facts.twins.write(&mut row, &KinColumns::TWINS, index);
        facts.votes.write(&mut row, index);
        self.headings.write(&mut row);
    }
}
