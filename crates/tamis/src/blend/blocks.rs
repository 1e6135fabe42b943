//! Blocks that are whole: an item, a list, a quote, a figure, a table, code.
//!
//! The model decides paragraph by paragraph, and a paragraph is a small thing: a cell of a table,
//! an item of a list, a line of code. So a selection can be right for most of them and still be of
//! little use. For example, three kept rows of a table of four mislead, because a reader takes them
//! for the whole.
//!
//! So a block is completed if enough of its text is kept. [`BLOCKS`] says how much is enough,
//! innermost kinds first, so that a completed item counts for its list. The cells of a table of
//! which nothing is kept go with the texts around it, if the model is in real doubt about them.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use tamis_dom::{Name, NameSet, NodeId, name};

use super::between::keep_between;
use crate::page::{Page, Paragraph, around};
use crate::signals::PageTypes;
use crate::structure::table::is_layout;
use crate::verdict::Verdict;

/// A kind of element that is kept as a whole if enough of it is kept.
struct Block {
    names: NameSet,
    /// Its characters.
    chars: RangeInclusive<u32>,
    /// The share of its characters that must be kept, in percent.
    kept_percent: u32,
    /// The longest dropped paragraph that is kept with it, in characters.
    max_part: u32,
    /// The lowest probability of a dropped paragraph that is kept with it: on pages that list
    /// things, and on others. A card in a list has buttons, such as "Add to compare".
    min_probability: [f64; 2],
}

/// The kinds of blocks, innermost first. The limits are those for which most of the added text is
/// content on the labelled pages of `wcxb-dev`.
static BLOCKS: [Block; 7] = [
    Block {
        names: NameSet::of(&[name::LI]),
        chars: 0..=300,
        kept_percent: 50,
        max_part: 20,
        min_probability: [0.5, 0.1],
    },
    Block {
        names: NameSet::of(&[name::UL, name::OL]),
        chars: 0..=300,
        kept_percent: 50,
        max_part: 40,
        min_probability: [0.5, 0.1],
    },
    // Short ones are mostly facts about the author of a post.
    Block {
        names: NameSet::of(&[name::DL]),
        chars: 301..=u32::MAX,
        kept_percent: 50,
        max_part: u32::MAX,
        min_probability: [0.0; 2],
    },
    // The last line of a quote often names its source.
    Block {
        names: NameSet::of(&[name::BLOCKQUOTE]),
        chars: ANY,
        kept_percent: 50,
        max_part: 100,
        min_probability: [0.0; 2],
    },
    Block {
        names: NameSet::of(&[name::FIGURE]),
        chars: ANY,
        kept_percent: 50,
        max_part: u32::MAX,
        min_probability: [0.0; 2],
    },
    // A part of a table is of no use.
    Block {
        names: NameSet::of(&[name::TABLE]),
        chars: ANY,
        kept_percent: 30,
        max_part: u32::MAX,
        min_probability: [0.0; 2],
    },
    Block {
        names: NameSet::of(&[name::PRE]),
        chars: ANY,
        kept_percent: 50,
        max_part: u32::MAX,
        min_probability: [0.0; 2],
    },
];

const ANY: RangeInclusive<u32> = 0..=u32::MAX;

/// The names of all blocks.
const BLOCK_NAMES: NameSet = {
    let (mut names, mut at) = (NameSet::of(&[]), 0);
    while at < BLOCKS.len() {
        names = names.with(&BLOCKS[at].names);
        at += 1;
    }
    names
};

/// The lowest probability of a cell of a table that is kept between two kept paragraphs. Of such
/// cells in doubt, most have content: 67 % of their characters on `wcxb-dev`.
const MIN_CELL: f64 = 0.4;

/// Keeps the cells of a table between two kept paragraphs. A table in, around or with a part that
/// is kept is completed later, or it is the layout of a page.
pub(super) fn keep_tables(
    page: &Page,
    verdict: &mut Verdict,
    probabilities: &[f64],
    blocks: &[Around],
) {
    let document = page.document();
    let table_of = |at: usize| blocks[at].block(name::TABLE);
    let kept = (0..blocks.len()).filter(|&at| verdict.kept[at]);
    let begun: BTreeSet<NodeId> = kept.filter_map(table_of).collect();
    let is_apart = |table: NodeId| {
        begun.range(table..document.subtree_end(table)).next().is_none()
            && !around(document, table).skip(1).any(|id| begun.contains(&id))
    };
    keep_between(
        verdict,
        |at| table_of(at).is_some_and(is_apart),
        |at| match probabilities[at] {
            MIN_CELL.. => (true, "a table in a text that is kept"),
            _ => (false, "a cell that is probably boilerplate"),
        },
    );
}

/// Keeps all of each block of which enough is kept.
pub(super) fn complete_blocks(
    page: &Page,
    verdict: &mut Verdict,
    probabilities: &[f64],
    page_types: Option<PageTypes>,
    blocks: &[Around],
) {
    let of_lists = page_types.is_some_and(|types| types.most_probable().lists_things());
    for (kind, block) in BLOCKS.iter().enumerate() {
        let least = block.min_probability[usize::from(!of_lists)];
        let is_part = |at: usize| {
            page.paragraphs()[at].text_chars <= block.max_part && probabilities[at] >= least
        };
        complete(page, verdict, (block, is_part), |at| blocks[at].0[kind]);
    }
}

/// The innermost element of each kind of [`BLOCKS`] around a paragraph.
#[derive(Clone, Copy, Default)]
pub(super) struct Around([Option<NodeId>; BLOCKS.len()]);

impl Around {
    pub(super) fn of(page: &Page, paragraph: &Paragraph) -> Around {
        let document = page.document();
        let origin = paragraph.origin();
        let mut blocks = Around::default();
        for id in around(document, origin) {
            if let Some(kind) = document.name(id).and_then(kind_of) {
                blocks.0[kind].get_or_insert(id);
            }
        }
        blocks
    }

    /// Returns the block of the kind that has this name.
    pub(super) fn block(&self, name: Name) -> Option<NodeId> {
        self.0[kind_of(name)?]
    }

    /// Returns true in a block of the kind that has this name.
    pub(super) fn is_in(&self, name: Name) -> bool {
        self.block(name).is_some()
    }
}

/// Returns the index in [`BLOCKS`] of the blocks with this name.
fn kind_of(name: Name) -> Option<usize> {
    let is_block = BLOCK_NAMES.contains(name);
    is_block.then(|| BLOCKS.iter().position(|block| block.names.contains(name))).flatten()
}

/// Keeps the parts of each block of a kind of which enough is kept.
fn complete(
    page: &Page,
    verdict: &mut Verdict,
    (block, is_part): (&Block, impl Fn(usize) -> bool),
    element_of: impl Fn(usize) -> Option<NodeId>,
) {
    let paragraphs = page.paragraphs();
    let mut index = 0;
    while index < paragraphs.len() {
        let Some(element) = element_of(index) else {
            index += 1;
            continue;
        };
        let element_end = page.document().subtree_end(element);
        let inside = |of: &&Paragraph| (element..element_end).contains(&of.origin());
        let end = index + paragraphs[index..].iter().take_while(inside).count().max(1);
        if block.is_to_be_whole(&paragraphs[index..end], &verdict.kept[index..end])
            && !is_layout(page.document(), element)
        {
            for at in index..end {
                if !verdict.kept[at] && is_part(at) {
                    verdict.set(at, true, "in a block that is kept");
                }
            }
        }
        index = end;
    }
}

impl Block {
    /// Returns true if these are the paragraphs of a block that is to be whole, and is not yet.
    fn is_to_be_whole(&self, paragraphs: &[Paragraph], kept: &[bool]) -> bool {
        let sum =
            |of: &mut dyn Iterator<Item = &Paragraph>| -> u32 { of.map(|p| p.text_chars).sum() };
        let all = sum(&mut paragraphs.iter());
        let of_kept = sum(&mut paragraphs.iter().zip(kept).filter(|of| *of.1).map(|of| of.0));
        let is_enough = u64::from(of_kept) * 100 >= u64::from(all) * u64::from(self.kept_percent);
        of_kept < all && is_enough && self.chars.contains(&all)
    }
}
