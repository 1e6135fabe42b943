//! Features of the containers that a paragraph is in.

use tamis_dom::NodeId;

use super::columns::Feature;
use super::row::{Row, count, ratio};
use super::votes::{ENGINES, OfEngines, Votes};
use crate::page::Page;

/// The columns of a container.
pub(super) struct ContainerColumns {
    levels: Feature,
    chars: Feature,
    share: Feature,
    links: Feature,
    density: Feature,
    commas: Feature,
    sentences: Feature,
    paragraphs: Feature,
    place: Feature,
    kept: OfEngines,
}

impl ContainerColumns {
    /// The columns of the smallest container with several paragraphs.
    pub(super) const NEAR: ContainerColumns = ContainerColumns {
        levels: Feature::NearLevels,
        chars: Feature::NearChars,
        share: Feature::NearShare,
        links: Feature::NearLinks,
        density: Feature::NearDensity,
        commas: Feature::NearCommas,
        sentences: Feature::NearSentences,
        paragraphs: Feature::NearParagraphs,
        place: Feature::NearPlace,
        kept: [
            Feature::NearJustext,
            Feature::NearReadability,
            Feature::NearTextDensity,
            Feature::NearSelectors,
        ],
    };

    /// The columns of the smallest container with many characters.
    pub(super) const MIDDLE: ContainerColumns = ContainerColumns {
        levels: Feature::MiddleLevels,
        chars: Feature::MiddleChars,
        share: Feature::MiddleShare,
        links: Feature::MiddleLinks,
        density: Feature::MiddleDensity,
        commas: Feature::MiddleCommas,
        sentences: Feature::MiddleSentences,
        paragraphs: Feature::MiddleParagraphs,
        place: Feature::MiddlePlace,
        kept: [
            Feature::MiddleJustext,
            Feature::MiddleReadability,
            Feature::MiddleTextDensity,
            Feature::MiddleSelectors,
        ],
    };

    /// The columns of the smallest container with much of the page.
    pub(super) const WIDE: ContainerColumns = ContainerColumns {
        levels: Feature::WideLevels,
        chars: Feature::WideChars,
        share: Feature::WideShare,
        links: Feature::WideLinks,
        density: Feature::WideDensity,
        commas: Feature::WideCommas,
        sentences: Feature::WideSentences,
        paragraphs: Feature::WideParagraphs,
        place: Feature::WidePlace,
        kept: [
            Feature::WideJustext,
            Feature::WideReadability,
            Feature::WideTextDensity,
            Feature::WideSelectors,
        ],
    };
}

/// A container, with its features that do not depend on the paragraph in it.
#[derive(Clone, Copy)]
pub(super) struct Container {
    pub(super) id: NodeId,
    /// The first paragraph in it.
    first: usize,
    chars: f32,
    share: f32,
    links: f32,
    density: f32,
    commas: f32,
    sentences: f32,
    paragraphs: f32,
    /// The share of it that each engine keeps.
    kept: [f32; ENGINES],
}

impl Container {
    pub(super) fn of(page: &Page, votes: &Votes, id: NodeId) -> Container {
        let stats = page.stats(id);
        let page_chars = page.stats(NodeId::DOCUMENT).text_chars;
        let range = votes.range(page, id);
        Container {
            id,
            first: range.start,
            chars: count(stats.text_chars),
            share: ratio(stats.text_chars, page_chars),
            links: ratio(stats.link_chars, stats.text_chars),
            density: ratio(stats.text_chars, stats.tags.max(1)),
            commas: 100.0 * ratio(stats.commas, stats.text_chars),
            sentences: 100.0 * ratio(stats.sentence_ends, stats.text_chars),
            paragraphs: count(range.len() as u32),
            kept: votes.kept_in(&range),
        }
    }

    /// Writes the features of the paragraph `index`, which is this many levels below.
    pub(super) fn write(
        &self,
        row: &mut Row<'_>,
        columns: &ContainerColumns,
        index: usize,
        levels: u32,
    ) {
        let before = index.saturating_sub(self.first) as u32;
        row.set(columns.levels, count(levels));
        row.set(columns.chars, self.chars);
        row.set(columns.share, self.share);
        row.set(columns.links, self.links);
        row.set(columns.density, self.density);
        row.set(columns.commas, self.commas);
        row.set(columns.sentences, self.sentences);
        row.set(columns.paragraphs, self.paragraphs);
        row.set(columns.place, count(before) / self.paragraphs.max(1.0));
        row.set_each(&columns.kept, &self.kept);
    }
}
