//! Features of the paragraphs that are built alike: within elements of the same names and first
//! classes.

use std::collections::HashMap;

use tamis_dom::{Name, NodeId};

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

impl Kin {
    /// Groups the paragraphs by the names and first classes of the innermost
    /// `LEVELS` elements.
    pub(super) fn of<const LEVELS: usize>(
        page: &Page,
        texts: &[Counts],
        elements: &Elements,
        votes: &Votes,
    ) -> Kin {
        let mut numbers: HashMap<[Option<(Name, u32)>; LEVELS], u32> = HashMap::new();
        let paragraphs = page.paragraphs();
        let mut kin = Kin {
            groups: Vec::new(),
            of: Vec::with_capacity(paragraphs.len()),
            page_chars: page.stats(NodeId::DOCUMENT).text_chars,
        };
        for (index, paragraph) in paragraphs.iter().enumerate() {
            let key = innermost(page, elements, paragraph);
            let next = kin.groups.len() as u32;
            let number = *numbers.entry(key).or_insert(next);
            if number == next {
                kin.groups.push(Group::default());
            }
            let group = &mut kin.groups[number as usize];
            kin.of.push((number, group.count));
            group.count += 1;
            group.chars += paragraph.text_chars;
            group.link_chars += paragraph.link_chars.min(paragraph.text_chars);
            group.longest = group.longest.max(paragraph.text_chars);
            group.sentence_ends += texts[index].sentence_ends;
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

/// Returns the names and first classes of the innermost elements around a paragraph.
fn innermost<const LEVELS: usize>(
    page: &Page,
    elements: &Elements,
    paragraph: &Paragraph,
) -> [Option<(Name, u32)>; LEVELS] {
    let document = page.document();
    let mut around = std::iter::once(paragraph.origin).chain(document.ancestors(paragraph.origin));
    std::array::from_fn(|_| {
        let id = around.next()?;
        document.name(id).map(|name| (name, elements.get(id).first_class))
    })
}
