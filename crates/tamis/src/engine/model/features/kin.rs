//! Features of the paragraphs that are built alike: within elements of the same names and first
//! classes.

use tamis_dom::NodeId;

use super::columns::Feature;
use super::elements::Elements;
use super::row::{Row, count, ratio};
use super::text::Counts;
use super::votes::{ENGINES, Votes};
use crate::page::{Page, Paragraph};

/// A long paragraph has at least this many characters.
const LONG_CHARS: u32 = 200;

/// The paragraphs of a page, grouped by their innermost elements.
pub(super) struct Kin {
    groups: Vec<Group>,
    /// The group of each paragraph, and its number in the group.
    of: Vec<(u32, u32)>,
    page_chars: u32,
}

/// Sums over the paragraphs of a group.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    count: u32,
    chars: u32,
    link_chars: u32,
    longest: u32,
    long: u32,
    sentence_ends: u32,
    /// The characters that each engine keeps.
    kept: [u32; ENGINES],
}

/// The levels of elements around a paragraph that are compared at most.
pub(super) const LEVELS: usize = 5;

impl Kin {
    /// Groups the paragraphs by their innermost elements, this many levels of them.
    pub(super) fn of(
        page: &Page,
        texts: &[Counts],
        builds: &Builds,
        levels: usize,
        votes: &Votes,
    ) -> Kin {
        let (numbers, groups) = builds.groups(levels);
        let mut kin = Kin {
            groups: vec![Group::default(); groups],
            of: Vec::with_capacity(numbers.len()),
            page_chars: page.stats(NodeId::DOCUMENT).text_chars,
        };
        let paragraphs = page.paragraphs().iter().zip(texts).zip(numbers).enumerate();
        for (index, ((paragraph, counts), number)) in paragraphs {
            let group = &mut kin.groups[number as usize];
            kin.of.push((number, group.count));
            group.count += 1;
            group.chars += paragraph.text_chars;
            group.link_chars += paragraph.link_chars.min(paragraph.text_chars);
            group.longest = group.longest.max(paragraph.text_chars);
            group.sentence_ends += counts.sentence_ends();
            group.long += u32::from(paragraph.text_chars > LONG_CHARS);
            for (engine, kept) in group.kept.iter_mut().enumerate() {
                *kept += u32::from(votes.keeps(engine, index)) * paragraph.text_chars;
            }
        }
        kin
    }

    /// Writes the features of one paragraph to the columns from `first` on.
    pub(super) fn write(&self, row: &mut Row<'_>, first: Feature, index: usize) {
        let (number, place) = self.of[index];
        let group = self.groups[number as usize];
        let kept: u32 = group.kept.iter().sum();
        let columns = [
            count(group.count),
            ratio(group.chars, self.page_chars),
            ratio(group.chars, group.count),
            count(group.longest),
            ratio(group.long, group.count),
            ratio(group.link_chars, group.chars),
            ratio(group.sentence_ends, group.count),
            ratio(kept, group.chars),
            ratio(group.kept[0], group.chars),
            ratio(group.kept[1], group.chars),
            ratio(group.kept[2], group.chars),
            ratio(group.kept[3], group.chars),
            count(place),
            ratio(place, group.count),
        ];
        for (column, value) in columns.into_iter().enumerate() {
            row.set_at(first as usize + column, value);
        }
    }
}

/// The names and first classes of the innermost elements around a paragraph.
type Build = [u64; LEVELS];

/// The innermost elements around each paragraph.
pub(super) struct Builds {
    builds: Vec<Build>,
    /// The paragraphs, sorted by their builds. They are sorted and not put into a hash map, because
    /// somebody could write a page whose builds all have the same hash.
    order: Vec<u32>,
}

impl Builds {
    pub(super) fn of(page: &Page, elements: &Elements) -> Builds {
        let document = page.document();
        let of_paragraph = |paragraph: &Paragraph| {
            let innermost = std::iter::once(paragraph.origin);
            let mut around = innermost.chain(document.ancestors(paragraph.origin));
            std::array::from_fn(|_| {
                let id = around.next()?;
                let name = document.name(id)?.index() as u64;
                Some((name + 1) << 32 | u64::from(elements.get(id).first_class))
            })
            .map(Option::unwrap_or_default)
        };
        let builds: Vec<Build> = page.paragraphs().iter().map(of_paragraph).collect();
        let mut order: Vec<u32> = (0..builds.len() as u32).collect();
        order.sort_unstable_by_key(|&paragraph| &builds[paragraph as usize]);
        Builds { builds, order }
    }

    /// Returns the group of each paragraph, and the number of groups. The paragraphs of a group are
    /// alike in this many levels.
    fn groups(&self, levels: usize) -> (Vec<u32>, usize) {
        let build = |paragraph: u32| &self.builds[paragraph as usize][..levels];
        let mut numbers = vec![0; self.builds.len()];
        let mut groups = 0;
        for alike in self.order.chunk_by(|&one, &other| build(one) == build(other)) {
            for &paragraph in alike {
                numbers[paragraph as usize] = groups;
            }
            groups += 1;
        }
        (numbers, groups as usize)
    }
}
