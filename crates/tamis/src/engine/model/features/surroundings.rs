//! Features of the elements around a paragraph, and of the containers it is in.

use tamis_dom::{NodeId, name};

use super::class_groups::GROUPS;
use super::columns::Feature;
use super::elements::{AROUND, Around, Elements, heading_level, tag};
use super::row::{Row, count, ratio};
use super::votes::Votes;
use crate::page::{Page, Paragraph};

/// The distance of an element that is not around the paragraph, and the longest that counts.
const FAR: u32 = 31;

/// The levels above a paragraph that are searched. Bounded so that the time does not grow with the
/// depth of the page; no page of the training data is as deep.
const MAX_LEVELS: u32 = 64;

/// A near container has at least this many times the paragraph's characters.
const NEAR_FACTOR: u32 = 2;
/// The fewest characters of a middle container.
const MIDDLE_CHARS: u32 = 1000;
/// The smallest share of the page's characters in a wide container, in percent.
const WIDE_PERCENT: u64 = 40;
/// The fewest average characters of a large repeated element.
const ITEM_CHARS: u32 = 100;

/// Writes the features of the elements around paragraphs, one paragraph after another.
pub(super) struct Surroundings<'p> {
    page: &'p Page,
    elements: &'p Elements,
    votes: &'p Votes,
    /// For each container of the last paragraph: its columns.
    cached: [(NodeId, [f32; CONTAINER]); 3],
}

/// The columns of a container that do not depend on the paragraph.
const CONTAINER: usize = 11;

/// One of the containers that a paragraph is in.
#[derive(Clone, Copy)]
struct Found {
    id: NodeId,
    levels: u32,
}

impl<'p> Surroundings<'p> {
    pub(super) fn new(page: &'p Page, elements: &'p Elements, votes: &'p Votes) -> Self {
        let cached = [(NodeId::DOCUMENT, [0.0; CONTAINER]); 3];
        let mut surroundings = Surroundings { page, elements, votes, cached };
        let of_document = surroundings.container(NodeId::DOCUMENT);
        surroundings.cached = [(NodeId::DOCUMENT, of_document); 3];
        surroundings
    }

    pub(super) fn write(&mut self, row: &mut Row<'_>, index: usize, paragraph: &Paragraph) {
        let document = self.page.document();
        let page_chars = self.page.stats(NodeId::DOCUMENT).text_chars;
        let mut around = [FAR; AROUND];
        let mut groups = [FAR; GROUPS];
        let mut found: [Option<Found>; 3] = [None; 3];
        let mut repeat = None;
        let mut item = None;
        let (mut articles, mut level, mut depth) = (0, 0, 0);
        let mut last = Found { id: paragraph.origin, levels: 0 };
        let innermost = std::iter::once(paragraph.origin);
        let around_it = innermost.chain(document.ancestors(paragraph.origin));
        for (levels, id) in (0..MAX_LEVELS).zip(around_it) {
            let Some(element_name) = document.name(id) else { break };
            depth += 1;
            let element = self.elements.get(id);
            let kinds = element.around(element_name);
            note(&mut around, kinds, levels);
            if element_name != name::BODY && element_name != name::HTML {
                note(&mut groups, element.groups, levels);
            }
            articles += kinds >> Around::Article as u32 & 1;
            if level == 0 {
                level = heading_level(element_name);
            }
            last = Found { id, levels };
            if found[2].is_none() {
                let chars = self.page.stats(id).text_chars;
                let is_large = [
                    chars >= NEAR_FACTOR * paragraph.text_chars,
                    chars >= MIDDLE_CHARS,
                    u64::from(chars) * 100 >= u64::from(page_chars) * WIDE_PERCENT,
                ];
                for (found, is_large) in found.iter_mut().zip(is_large) {
                    if is_large && found.is_none() {
                        *found = Some(last);
                    }
                }
            }
            if item.is_none()
                && let Some(group) = self.elements.repeat(element)
            {
                let of = (levels, group, element.repeat_index);
                repeat = repeat.or(Some(of));
                if group.chars >= ITEM_CHARS * group.count {
                    item = Some(of);
                }
            }
        }
        let origin_tag = document.name(paragraph.origin).map_or(0.0, tag);
        row.set(Feature::Tag, origin_tag);
        row.set(Feature::HeadingLevel, f32::from(level));
        row.set(Feature::Depth, count(depth));
        write_distances(row, Feature::ToArticle, &around);
        row.set(Feature::Articles, count(articles));
        write_distances(row, Feature::ClassComment, &groups);
        for (at, first) in [Feature::NearLevels, Feature::MiddleLevels, Feature::WideLevels]
            .into_iter()
            .enumerate()
        {
            self.write_container(row, (at, first as usize), found[at].unwrap_or(last), index);
        }
        for (first, of) in [(Feature::RepeatLevels, repeat), (Feature::ItemLevels, item)] {
            let first = first as usize;
            let Some((levels, group, number)) = of else {
                row.set_at(first, count(FAR));
                continue;
            };
            row.set_at(first, count(levels.min(FAR)));
            row.set_at(first + 1, count(group.count));
            row.set_at(first + 2, count(number));
            row.set_at(first + 3, ratio(group.chars, group.count));
            row.set_at(first + 4, ratio(group.link_chars, group.chars));
        }
    }

    fn write_container(
        &mut self,
        row: &mut Row<'_>,
        (at, first): (usize, usize),
        found: Found,
        index: usize,
    ) {
        if self.cached[at].0 != found.id {
            self.cached[at] = (found.id, self.container(found.id));
        }
        let columns = &self.cached[at].1;
        row.set_at(first, count(found.levels.min(FAR)));
        for (column, &value) in columns[..7].iter().enumerate() {
            row.set_at(first + 1 + column, value);
        }
        let start = self.votes.range(self.page, found.id).start;
        row.set_at(first + 8, count(index.saturating_sub(start) as u32) / columns[6].max(1.0));
        for (engine, &value) in columns[7..].iter().enumerate() {
            row.set_at(first + 9 + engine, value);
        }
    }

    /// Returns the characters, share, link density, density, commas, sentence ends and paragraphs
    /// of a container, and the share of it that each engine keeps.
    fn container(&self, id: NodeId) -> [f32; CONTAINER] {
        let stats = self.page.stats(id);
        let page_chars = self.page.stats(NodeId::DOCUMENT).text_chars;
        let range = self.votes.range(self.page, id);
        let kept = self.votes.kept_in(&range);
        [
            count(stats.text_chars),
            ratio(stats.text_chars, page_chars),
            ratio(stats.link_chars, stats.text_chars),
            ratio(stats.text_chars, stats.tags.max(1)),
            100.0 * ratio(stats.commas, stats.text_chars),
            100.0 * ratio(stats.sentence_ends, stats.text_chars),
            count(range.len() as u32),
            kept[0],
            kept[1],
            kept[2],
            kept[3],
        ]
    }
}

/// Notes the level of each kind that an element has, unless a nearer one has it.
#[inline]
fn note(distances: &mut [u32], mut bits: u32, level: u32) {
    while bits != 0 {
        let distance = &mut distances[bits.trailing_zeros() as usize];
        *distance = level.min(*distance);
        bits &= bits - 1;
    }
}

fn write_distances(row: &mut Row<'_>, first: Feature, distances: &[u32]) {
    for (column, &distance) in distances.iter().enumerate() {
        row.set_at(first as usize + column, count(distance));
    }
}
