//! Counts of what an element contains, for conditional cleaning.

use tamis_dom::{NameSet, name};

use crate::engine::readability::text_stats::TextStats;

/// Elements that usually contain text. Source: `_cleanConditionally`, `textishTags`.
pub(super) const TEXTISH_TAGS: NameSet = NameSet::of(&[
    name::SPAN,
    name::LI,
    name::TD,
    name::BLOCKQUOTE,
    name::DL,
    name::DIV,
    name::IMG,
    name::OL,
    name::P,
    name::PRE,
    name::TABLE,
    name::UL,
]);

/// Counts over the descendants of one element, gathered in a single walk.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) text: TextStats,
    /// Text length of all lists. A nested list counts again in the list around it. UTF-16 code
    /// units.
    pub(super) list_length: u64,
    /// Text length of all headings. UTF-16 code units.
    pub(super) heading_length: u64,
    /// True if any of the [`TEXTISH_TAGS`] has text.
    pub(super) has_text_elements: bool,
    pub(super) paragraphs: u32,
    pub(super) images: u32,
    pub(super) list_items: u32,
    pub(super) inputs: u32,
    pub(super) embeds: u32,
    pub(super) has_video: bool,
    pub(super) has_data_table: bool,
    /// Height of the walk's stack of texts when the element was entered.
    pub(super) texts_from: usize,
    /// Height of the walk's stack of links when the element was entered.
    pub(super) links_from: usize,
}

impl Counts {
    /// Adds the counts of a child. The stack heights belong to one element and are not added.
    pub(super) fn add(&mut self, child: &Counts) {
        self.text.push(child.text);
        self.list_length += child.list_length;
        self.heading_length += child.heading_length;
        self.has_text_elements |= child.has_text_elements;
        self.paragraphs += child.paragraphs;
        self.images += child.images;
        self.list_items += child.list_items;
        self.inputs += child.inputs;
        self.embeds += child.embeds;
        self.has_video |= child.has_video;
        self.has_data_table |= child.has_data_table;
    }
}
