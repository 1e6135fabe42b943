//! Text that renderers may write although it is no text of the page, or leave out although it is.

use tamis_dom::{Document, Namespace, NodeId, name};

/// Parts of the classes of texts for screen readers.
const SPOKEN: [&str; 5] = ["offscreen", "hidden", "sr-only", "screen-reader-text", "clipped"];

/// Parts of the classes of images that stand for a character.
const EMOJI: [&str; 2] = ["emo", "smil"];

/// True for a text for screen readers: one of a class for it, which is left out next to a text that
/// says the same, or the name of a drawing or of an icon.
///
/// ```
/// use tamis_dom::{NodeId, Parser};
/// use tamis_testkit::substitutes::is_spoken;
/// let document = Parser::default().parse("<b>$5</b><b class=sr-only>5 dollars</b>");
/// let spoken = document.elements(NodeId::DOCUMENT).filter(|&id| is_spoken(&document, id));
/// assert_eq!(spoken.count(), 1);
/// ```
pub fn is_spoken(document: &Document, id: NodeId) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    let is_name = matches!(document.name(id), Some(name::TITLE | name::DESC));
    let is_icon = class.contains("icon") || class.contains("material-symbols");
    let is_lower = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    SPOKEN.iter().any(|part| class.contains(part))
        || is_icon && document.text(id).trim().chars().all(is_lower)
        || is_name && document.namespace(id) == Namespace::Svg
}

/// True if an image of the page may stand for a character. Formats with images write it as text.
///
/// ```
/// use tamis_dom::Parser;
/// use tamis_testkit::substitutes::has_emoji;
/// assert!(has_emoji(&Parser::default().parse("<img class=emoji alt=:tea:>")));
/// assert!(!has_emoji(&Parser::default().parse("<img alt='A cup of tea'>")));
/// ```
pub fn has_emoji(document: &Document) -> bool {
    let is_emoji = |id| {
        let attr = |name| document.attr(id, name).unwrap_or_default();
        let is_symbol = attr(name::ALT).starts_with(|first| first >= '\u{2600}');
        is_symbol || EMOJI.iter().any(|part| attr(name::CLASS).contains(part))
    };
    let mut images = document.elements(NodeId::DOCUMENT);
    images.any(|id| document.is_html(id, name::IMG) && is_emoji(id))
}
