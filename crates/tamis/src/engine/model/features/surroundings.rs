//! Features of the elements around a paragraph, and of the containers it is in.

use tamis_dom::{NodeId, name};

use super::class_groups::GROUPS;
use super::columns::Feature;
use super::containers::{Container, ContainerColumns};
use super::elements::{AROUND, Around, Elements, Repeat, heading_level, tag};
use super::row::{Row, count, ratio};
use super::votes::Votes;
use crate::page::{Page, Paragraph};

/// The distance of an element that is not around the paragraph. It is also the longest distance
/// that counts, because elements farther up say little about a paragraph.
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
    /// The parent of the last paragraph's element, with facts about it and those around it.
    /// Paragraphs often are siblings.
    above: (Option<NodeId>, Above),
    /// The containers of the last paragraph.
    cached: [Container; 3],
}

/// One of the containers that a paragraph is in.
#[derive(Clone, Copy)]
struct Found {
    id: NodeId,
    levels: u32,
}

/// A repeated element that a paragraph is in.
#[derive(Clone, Copy)]
struct Repeated {
    levels: u32,
    group: Repeat,
    /// Its number in the group.
    number: u32,
}

/// The columns of a repeated element.
struct RepeatColumns {
    levels: Feature,
    count: Feature,
    index: Feature,
    chars: Feature,
    links: Feature,
}

impl RepeatColumns {
    const REPEAT: RepeatColumns = RepeatColumns {
        levels: Feature::RepeatLevels,
        count: Feature::RepeatCount,
        index: Feature::RepeatIndex,
        chars: Feature::RepeatChars,
        links: Feature::RepeatLinks,
    };

    const ITEM: RepeatColumns = RepeatColumns {
        levels: Feature::ItemLevels,
        count: Feature::ItemCount,
        index: Feature::ItemIndex,
        chars: Feature::ItemChars,
        links: Feature::ItemLinks,
    };

    fn write(&self, row: &mut Row<'_>, of: Option<Repeated>) {
        let Some(Repeated { levels, group, number }) = of else {
            row.set(self.levels, count(FAR));
            return;
        };
        row.set(self.levels, count(levels.min(FAR)));
        row.set(self.count, count(group.count));
        row.set(self.index, count(number));
        row.set(self.chars, ratio(group.chars, group.count));
        row.set(self.links, ratio(group.link_chars, group.chars));
    }
}

/// Facts about the element of a paragraph and those around it.
#[derive(Clone, Copy)]
struct Above {
    /// The distances of the nearest element of each kind, and of each group of classes.
    around: [u32; AROUND.len()],
    groups: [u32; GROUPS.len()],
    articles: u32,
    heading_level: u8,
    depth: u32,
    /// The outermost element.
    last: Option<Found>,
    middle: Option<Found>,
    wide: Option<Found>,
    repeat: Option<Repeated>,
    item: Option<Repeated>,
}

impl Above {
    const NOTHING: Above = Above {
        around: [FAR; AROUND.len()],
        groups: [FAR; GROUPS.len()],
        articles: 0,
        heading_level: 0,
        depth: 0,
        last: None,
        middle: None,
        wide: None,
        repeat: None,
        item: None,
    };

    /// Notes the next element on the way up. Returns false if there is none.
    fn go_up(&mut self, page: &Page, elements: &Elements, id: NodeId, levels: u32) -> bool {
        let Some(element_name) = page.document().name(id) else { return false };
        let element = elements.get(id);
        let kinds = element.around(element_name);
        note(&mut self.around, kinds, levels);
        if element_name != name::BODY && element_name != name::HTML {
            note(&mut self.groups, element.groups, levels);
        }
        self.articles += kinds >> Around::Article as u32 & 1;
        if self.heading_level == 0 {
            self.heading_level = heading_level(element_name);
        }
        self.depth += 1;
        let found = Found { id, levels };
        self.last = Some(found);
        if self.wide.is_none() {
            let chars = page.stats(id).text_chars;
            let page_chars = page.stats(NodeId::DOCUMENT).text_chars;
            if self.middle.is_none() && chars >= MIDDLE_CHARS {
                self.middle = Some(found);
            }
            if u64::from(chars) * 100 >= u64::from(page_chars) * WIDE_PERCENT {
                self.wide = Some(found);
            }
        }
        if self.item.is_none()
            && let Some(group) = elements.repeat(element)
        {
            let of = Repeated { levels, group, number: element.repeat_index };
            self.repeat = self.repeat.or(Some(of));
            if group.chars >= ITEM_CHARS * group.count {
                self.item = Some(of);
            }
        }
        true
    }

    /// Returns the facts about an element and those around it, given those about its parent and
    /// those around that. The parent has level 1 in both.
    fn with(self, page: &Page, elements: &Elements, id: NodeId) -> Above {
        let Above { around, groups, articles, depth, .. } = self;
        let mut above = Above { around, groups, articles, depth, ..Above::NOTHING };
        above.go_up(page, elements, id, 0);
        if above.heading_level == 0 {
            above.heading_level = self.heading_level;
        }
        if above.wide.is_none() {
            above.middle = above.middle.or(self.middle);
            above.wide = self.wide;
        }
        above.repeat = above.repeat.or(self.repeat);
        above.item = above.item.or(self.item);
        above.last = self.last.or(above.last);
        above
    }
}

impl<'p> Surroundings<'p> {
    pub(super) fn new(page: &'p Page, elements: &'p Elements, votes: &'p Votes) -> Self {
        let cached = [Container::of(page, votes, NodeId::DOCUMENT); 3];
        Surroundings { page, elements, votes, above: (None, Above::NOTHING), cached }
    }

    /// Returns the facts about an element and those around it.
    fn above(&mut self, id: NodeId) -> Above {
        let document = self.page.document();
        if document.name(id).is_none() {
            return Above::NOTHING;
        }
        let parent = document.parent(id);
        if self.above.0 != parent {
            let mut above = Above::NOTHING;
            for (levels, id) in (1..MAX_LEVELS).zip(document.ancestors(id)) {
                if !above.go_up(self.page, self.elements, id, levels) {
                    break;
                }
            }
            self.above = (parent, above);
        }
        self.above.1.with(self.page, self.elements, id)
    }

    /// Returns the nearest container that has several times the paragraph's characters.
    fn near(&self, paragraph: &Paragraph, above: &Above) -> Option<Found> {
        let wide = above.wide.or(above.last)?.levels;
        let document = self.page.document();
        let innermost = std::iter::once(paragraph.origin);
        let around_it = innermost.chain(document.ancestors(paragraph.origin));
        (0..=wide).zip(around_it).map(|(levels, id)| Found { id, levels }).find(|found| {
            self.page.stats(found.id).text_chars >= NEAR_FACTOR * paragraph.text_chars
        })
    }

    pub(super) fn write(&mut self, row: &mut Row<'_>, index: usize, paragraph: &Paragraph) {
        let document = self.page.document();
        let above = self.above(paragraph.origin);
        let last = above.last.unwrap_or(Found { id: paragraph.origin, levels: 0 });
        let origin_tag = document.name(paragraph.origin).map_or(0.0, tag);
        row.set(Feature::Tag, origin_tag);
        row.set(Feature::HeadingLevel, f32::from(above.heading_level));
        row.set(Feature::Depth, count(above.depth));
        for (kind, feature) in AROUND {
            row.set(feature, count(above.around[kind as usize]));
        }
        row.set(Feature::Articles, count(above.articles));
        for ((feature, _), levels) in GROUPS.into_iter().zip(above.groups) {
            row.set(feature, count(levels));
        }
        let containers = [
            (ContainerColumns::NEAR, self.near(paragraph, &above)),
            (ContainerColumns::MIDDLE, above.middle),
            (ContainerColumns::WIDE, above.wide),
        ];
        for (cached, (columns, found)) in self.cached.iter_mut().zip(containers) {
            let found = found.unwrap_or(last);
            if cached.id != found.id {
                *cached = Container::of(self.page, self.votes, found.id);
            }
            cached.write(row, &columns, index, found.levels.min(FAR));
        }
        RepeatColumns::REPEAT.write(row, above.repeat);
        RepeatColumns::ITEM.write(row, above.item);
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

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;
    use crate::engine::model::features::COLUMNS;

    #[test]
    fn what_is_around_does_not_depend_on_the_paragraph_before() {
        let words = "and so on, until the lamps go out and nobody is on the quay. ".repeat(20);
        let html = format!(
            "<body class=page>One<main><article class=comment><h2>Two <b>three</b></h2>\
             <p>{words}</p><p>Four</p>five<br><br>six<ul class=related><li>Seven<li>eight\
             <p>nine</ul></article></main><nav><div hidden><a href=/>Ten</a></div></nav>{}",
            "<div class=share>".repeat(80) + "eleven<p>twelve<p>thirteen"
        );
        let page = Page::measure(Parser::default().parse(&html));
        let elements = Elements::of(&page);
        let votes = Votes::of(&page, &[]);
        let new = || Surroundings::new(&page, &elements, &votes);
        let row = |of: &mut Surroundings<'_>, index: usize| {
            let mut cells = vec![0.0; COLUMNS];
            of.write(&mut Row(&mut cells), index, &page.paragraphs()[index]);
            cells
        };
        let count = page.paragraphs().len();
        assert_eq!(count, 13);
        let mut used = new();
        for index in (0..count).chain((0..count).rev()) {
            assert_eq!(row(&mut used, index), row(&mut new(), index), "{index}");
        }
    }
}
