//! Features of the paragraphs that are built alike: within elements of the same names and first
//! classes.

use tamis_dom::NodeId;

use super::columns::Feature;
use super::elements::Elements;
use super::row::{Row, count, ratio};
use super::text::Counts;
use super::votes::{ENGINES, OfEngines, Votes};
use crate::page::{Page, Paragraph};

/// A long paragraph has at least this many characters.
const LONG_CHARS: u32 = 200;

/// The columns of a grouping of paragraphs.
pub(super) struct KinColumns {
    count: Feature,
    share: Feature,
    chars: Feature,
    longest: Feature,
    long: Feature,
    links: Feature,
    sentences: Feature,
    votes: Feature,
    kept: OfEngines,
    index: Feature,
    place: Feature,
}

impl KinColumns {
    /// The columns of the paragraphs that are alike in 2 levels.
    pub(super) const KIN: KinColumns = KinColumns {
        count: Feature::KinCount,
        share: Feature::KinShare,
        chars: Feature::KinChars,
        longest: Feature::KinLongest,
        long: Feature::KinLong,
        links: Feature::KinLinks,
        sentences: Feature::KinSentences,
        votes: Feature::KinVotes,
        kept: [
            Feature::KinJustext,
            Feature::KinReadability,
            Feature::KinTextDensity,
            Feature::KinSelectors,
        ],
        index: Feature::KinIndex,
        place: Feature::KinPlace,
    };

    /// The columns of the paragraphs that are alike in [`LEVELS`].
    pub(super) const TWINS: KinColumns = KinColumns {
        count: Feature::TwinCount,
        share: Feature::TwinShare,
        chars: Feature::TwinChars,
        longest: Feature::TwinLongest,
        long: Feature::TwinLong,
        links: Feature::TwinLinks,
        sentences: Feature::TwinSentences,
        votes: Feature::TwinVotes,
        kept: [
            Feature::TwinJustext,
            Feature::TwinReadability,
            Feature::TwinTextDensity,
            Feature::TwinSelectors,
        ],
        index: Feature::TwinIndex,
        place: Feature::TwinPlace,
    };
}

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

    /// Writes the features of one paragraph.
    pub(super) fn write(&self, row: &mut Row<'_>, columns: &KinColumns, index: usize) {
        let (number, place) = self.of[index];
        let group = self.groups[number as usize];
        row.set(columns.count, count(group.count));
        row.set(columns.share, ratio(group.chars, self.page_chars));
        row.set(columns.chars, ratio(group.chars, group.count));
        row.set(columns.longest, count(group.longest));
        row.set(columns.long, ratio(group.long, group.count));
        row.set(columns.links, ratio(group.link_chars, group.chars));
        row.set(columns.sentences, ratio(group.sentence_ends, group.count));
        row.set(columns.votes, ratio(group.kept.iter().sum(), group.chars));
        row.set_each(&columns.kept, &group.kept.map(|kept| ratio(kept, group.chars)));
        row.set(columns.index, count(place));
        row.set(columns.place, ratio(place, group.count));
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
