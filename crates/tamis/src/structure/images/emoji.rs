//! Images that stand for a character: emoji and smilies.

use tamis_dom::{Document, NodeId, name};

/// The classes of images of emoji. Sources: `WordPress` (`emoji`, `wp-smiley`), Twemoji, Discourse,
/// `XenForo` 2 (`smilie`) and 1 (`mceSmilie`, `mceSmilieSprite`), `phpBB` (`smilies`).
const CLASSES: [&str; 9] = [
    "emoji",
    "emoticon",
    "mceSmilie",
    "mceSmilieSprite",
    "smilie",
    "smilies",
    "smiley",
    "twemoji",
    "wp-smiley",
];

/// The longest name of an emoji, in bytes.
const NAME_BYTES: usize = 40;

/// The first of the symbols that are emoji in most texts: weather, hands, hearts.
const FIRST_SYMBOL: char = '\u{2600}';

/// Returns the text that an image stands for, or `None` for all other images: its alternative text
/// if that is an emoji, or a short form such as `:smile:` or `:)` where the class says that it is
/// one.
pub(crate) fn text(document: &Document, id: NodeId) -> Option<&str> {
    let alt = document.attr(id, name::ALT)?.trim();
    if alt.is_empty() || alt.len() > NAME_BYTES || !document.is_html(id, name::IMG) {
        return None;
    }
    let has_class = || {
        let class = document.attr(id, name::CLASS).unwrap_or_default();
        class.split_ascii_whitespace().any(|class| CLASSES.contains(&class))
    };
    let is_short_form = || {
        !alt.contains(char::is_whitespace) && alt.starts_with(|char: char| !char.is_alphanumeric())
    };
    (is_symbol(alt) || is_short_form() && has_class()).then_some(alt)
}

/// True if a text has nothing but symbols.
fn is_symbol(alt: &str) -> bool {
    let is_part = |char: char| {
        char >= FIRST_SYMBOL && !char.is_alphanumeric() || matches!(char, '\u{200d}' | '\u{20e3}')
    };
    alt.chars().all(is_part)
}
