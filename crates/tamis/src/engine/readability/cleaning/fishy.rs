//! Whether an element looks like anything but content.

use tamis_dom::{NameSet, name};

use super::conditional::Tally;
use crate::engine::readability::text::js_trim;

/// Elements that usually have text. Source: `_cleanConditionally`, `textishTags`.
pub(super) const TEXTISH: NameSet = NameSet::of(&[
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

/// What is known of an element beside what stands below it.
pub(super) struct Shape {
    /// Class and id, −50 to 50.
    pub(super) weight: i32,
    pub(super) is_list: bool,
    pub(super) is_in_figure: bool,
    /// 0 for no links, 1 where all text is links; more where links are nested.
    pub(super) link_density: f64,
    /// Source: `linkDensityModifier`.
    pub(super) modifier: f64,
}

/// An element with a heavier class and id may have more links. Source: `_cleanConditionally`.
const HEAVY: i32 = 25;

/// Source: `_cleanConditionally`, `shouldRemoveNode`.
pub(super) fn is_fishy(tally: &Tally, shape: &Shape) -> bool {
    let &Shape { weight, is_list, is_in_figure, link_density, modifier } = shape;
    let &Tally { paragraphs, images, items, inputs, embeds, .. } = tally;
    let length = tally.measure.length;
    let heading_density =
        if length == 0 { 0.0 } else { tally.heading_length as f64 / f64::from(length) };
    let few_paragraphs = !is_in_figure && images > 1 && 2 * paragraphs < images;
    let many_items = !is_list && i64::from(items) - 100 > i64::from(paragraphs);
    let many_inputs = inputs > paragraphs / 3;
    let too_short = !is_list
        && !is_in_figure
        && heading_density < 0.9
        && length < 25
        && (images == 0 || images > 2)
        && link_density > 0.0;
    let linky = !is_list && weight < HEAVY && link_density > 0.2 + modifier;
    let mostly_links = weight >= HEAVY && link_density > 0.5 + modifier;
    let embedding = embeds == 1 && length < 75 || embeds > 1;
    let useless = images == 0 && !tally.has_text_elements;
    few_paragraphs
        || many_items
        || many_inputs
        || too_short
        || linky
        || mostly_links
        || embedding
        || useless
}

/// Source: `Readability.js`, `REGEXPS.adWords`.
const AD_WORDS: [&str; 10] = [
    "ad",
    "advertising",
    "advertisement",
    "pub",
    "publicité",
    "werb",
    "werbung",
    "广告",
    "реклама",
    "anuncio",
];

/// Source: `Readability.js`, `REGEXPS.loadingWords`.
const LOADING_WORDS: [&str; 5] = ["loading", "正在加载", "загрузка", "chargement", "cargando"];

/// Whether the text is nothing but a word for an advertisement or for loading.
pub(super) fn is_suspicious_word(text: &str) -> bool {
    let text = js_trim(text);
    let bare = text.strip_suffix('…').or_else(|| text.strip_suffix("...")).unwrap_or(text);
    AD_WORDS.iter().any(|word| is_same(text, word))
        || LOADING_WORDS.iter().any(|word| is_same(bare, word))
}

/// Whether the text is this word in any case, as JavaScript's `/word/iu` has it.
fn is_same(text: &str, word: &str) -> bool {
    let mut letters = text.chars();
    let same = word.chars().all(|wanted| letters.next().is_some_and(|c| fold(c) == wanted));
    same && letters.next().is_none()
}

/// Simple case folding, as far as letters of the words above are concerned.
fn fold(c: char) -> char {
    let mut lower = c.to_lowercase();
    match (c, lower.next(), lower.next()) {
        ('ſ', ..) => 's',
        (_, Some(folded), None) => folded,
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suspicious_words() {
        for text in [
            "ad",
            " Ad\n",
            "ADVERTISEMENT",
            "Publicité",
            "РЕКЛАМА",
            "loading...",
            "Loading…",
            "正在加载",
        ] {
            assert!(is_suspicious_word(text), "{text}");
        }
        for text in ["", "ads", "ad...", "loading..", "publicite", "ad ad", "adverti"] {
            assert!(!is_suspicious_word(text), "{text}");
        }
    }
}
