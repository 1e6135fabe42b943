//! The rules by which conditional cleaning removes an element.

use super::counts::Counts;

/// Properties of the element itself, in addition to the counts of what it contains.
pub(super) struct ElementTraits {
    /// Class weight, −50 to 50.
    pub(super) weight: i32,
    /// True for a `<ul>`, and for an element whose text is mostly in lists.
    pub(super) is_list: bool,
    pub(super) is_in_figure: bool,
    /// Share of the text that is in links: 0 without links, 1 if all text is in links, more if
    /// links are nested.
    pub(super) link_density: f64,
    /// Source: `linkDensityModifier`.
    pub(super) modifier: f64,
}

/// The class weight from which an element may have more links, because its name says that it is
/// content. Source: `_cleanConditionally`.
const HIGH_WEIGHT: i32 = 25;

/// Returns true if any rule of the reference speaks against the element. The names of the rules
/// follow the reasons that the reference logs, such as "Suspiciously short".
///
/// Source: `_cleanConditionally`, `shouldRemoveNode`.
pub(super) fn should_remove(counts: &Counts, element: &ElementTraits) -> bool {
    let &ElementTraits { weight, is_list, is_in_figure, link_density, modifier } = element;
    let &Counts { paragraphs, images, list_items, inputs, embeds, .. } = counts;
    let length = counts.text.length;
    let heading_density =
        if length == 0 { 0.0 } else { counts.heading_length as f64 / f64::from(length) };
    let bad_paragraph_to_image_ratio = !is_in_figure && images > 1 && 2 * paragraphs < images;
    let many_list_items = !is_list && i64::from(list_items) - 100 > i64::from(paragraphs);
    let many_inputs = inputs > paragraphs / 3;
    let suspiciously_short = !is_list
        && !is_in_figure
        && heading_density < 0.9
        && length < 25
        && (images == 0 || images > 2)
        && link_density > 0.0;
    let little_linky = !is_list && weight < HIGH_WEIGHT && link_density > 0.2 + modifier;
    let mostly_links = weight >= HIGH_WEIGHT && link_density > 0.5 + modifier;
    let suspicious_embed = embeds == 1 && length < 75 || embeds > 1;
    let no_useful_content = images == 0 && !counts.has_text_elements;
    bad_paragraph_to_image_ratio
        || many_list_items
        || many_inputs
        || suspiciously_short
        || little_linky
        || mostly_links
        || suspicious_embed
        || no_useful_content
}
