//! Parts of a page that no renderer writes: hidden elements, permalinks and other controls.

use tamis_dom::{Document, NameSet, Namespace, NodeId, name};

use super::code::label::is_label;
use super::edit_link::is_edit_link;
use super::math;
use super::role::HEADINGS;
pub(crate) use crate::page::style::is_hidden;
use crate::page::{Page, has_class_word, near};

/// The size from which hidden text is written: long hidden text is usually shown by scripts, such
/// as answers to questions, or a whole page that appears when it is loaded. Unicode scalar values.
/// On `wcxb-dev`, values from 100 to 400 give the same F1.
const MIN_HIDDEN_CHARS: u32 = 200;

/// Parts of class names of content that opens when its title is clicked. Sources: Bootstrap
/// (`collapse`), jQuery UI (`accordion`), Obsidian (`callout-content`), and common names for
/// answers to questions.
const OPENING: [&str; 6] = ["accordion", "answer", "callout", "collaps", "panel", "slide"];

/// The texts of permalinks, which appear next to a heading when one points at it. Sources: Sphinx,
/// `MkDocs`, rustdoc, Docusaurus, `CommonMark` for PHP, and Font Awesome for the last one.
const PERMALINKS: [&str; 5] = ["¶", "§", "#", "🔗", "\u{f0c1}"];

/// The classes of text for screen readers alone. Sources: Bootstrap (`sr-only`, `visually-hidden`),
/// `WordPress` (`screen-reader-text`), Amazon (`a-icon-alt`, `a-offscreen`, `aok-hidden`,
/// `aok-offscreen`), eBay (`clipped`).
const SPOKEN: [&str; 10] = [
    "a-icon-alt",
    "a-offscreen",
    "aok-hidden",
    "aok-offscreen",
    "clipped",
    "screen-reader-text",
    "sr-only",
    "u-visually-hidden",
    "visually-hidden",
    "visuallyhidden",
];

/// The longest text around a text for screen readers that is searched for it, in bytes.
const SPOKEN_AROUND: usize = 2000;

/// True if an element is left out with everything in it, as a permalink, as
/// [hidden](is_hidden_part), as a [copy](is_spoken_copy) of a text next to it, as the name of a
/// drawing, as the [name of an icon](is_icon_name), as a [link that edits a section](is_edit_link),
/// or as the [label](is_label) of a block of code.
pub(crate) fn is_left_out(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    is_permalink(document, id)
        || is_hidden_part(page, id)
        || is_spoken_copy(document, id)
        || is_name_of_drawing(document, id)
        || is_icon_name(document, id)
        || is_edit_link(document, id)
        || is_label(document, id)
}

/// True for the title and the description in an SVG drawing, which no browser shows in the page:
/// the names of icons. Source: SVG 2, 5.6.
fn is_name_of_drawing(document: &Document, id: NodeId) -> bool {
    matches!(document.name(id), Some(name::TITLE | name::DESC))
        && document.namespace(id) == Namespace::Svg
}

/// The beginnings of the classes of fonts that draw an icon in the place of its name. Source:
/// Google's Material Icons and Material Symbols.
const ICON_FONTS: [&str; 3] = ["material-icons", "material-symbols", "google-material-icons"];

/// The longest name of an icon, in bytes. The longest of Google's has 42.
const MAX_ICON_NAME: usize = 48;

/// The elements in which a name is a text about the icon.
const CODE: NameSet = NameSet::of(&[name::CODE, name::KBD, name::PRE, name::SAMP]);

/// True if the text of an element is the name of an icon, which its font draws as one sign:
/// `<i class="material-icons">more_horiz</i>`. With other fonts whose class says "icon", names of
/// several words are known by their underscores.
fn is_icon_name(document: &Document, id: NodeId) -> bool {
    let Some(class) = document.attr(id, name::CLASS) else { return false };
    let is_font = class
        .split_ascii_whitespace()
        .any(|class| ICON_FONTS.iter().any(|font| class.starts_with(font)));
    if !is_font && !has_class_word(document, id, &["icon", "icons"])
        || document.name(id).is_some_and(|name| CODE.contains(name))
        || document.text_range(id).len() > 2 * MAX_ICON_NAME
    {
        return false;
    }
    let text = document.text(id).trim_ascii();
    let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    !text.is_empty()
        && text.bytes().all(is_name)
        && (is_font || text.trim_matches('_').contains('_'))
}

/// True if a text for screen readers alone is also shown next to it.
fn is_spoken_copy(document: &Document, id: NodeId) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    let is_spoken = class.split_ascii_whitespace().any(|class| SPOKEN.contains(&class));
    let Some(parent) = document.parent(id).filter(|_| is_spoken) else { return false };
    let (around, own) = (document.text_range(parent), document.text_range(id));
    if around.len() > SPOKEN_AROUND || own.is_empty() {
        return false;
    }
    let text = document.text(parent);
    let (before, after) = (&text[..own.start - around.start], &text[own.end - around.start..]);
    let wanted = document.text(id);
    wanted.contains(char::is_alphanumeric)
        && [" ", ""].iter().any(|gap| {
            let joined = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(gap);
            let wanted = joined(wanted);
            // Without spaces a price is whole whose parts are elements of their own.
            let is_bound = gap.is_empty();
            let (before, after) = (joined(before), joined(after));
            if is_bound {
                after.strip_prefix(&wanted).is_some_and(|rest| is_edge(rest.chars().next()))
                    || before
                        .strip_suffix(&wanted)
                        .is_some_and(|rest| is_edge(rest.chars().next_back()))
            } else {
                has_words(&before, &wanted) || has_words(&after, &wanted)
            }
        })
}

/// True if a text contains another between the edges of words.
fn has_words(text: &str, wanted: &str) -> bool {
    text.match_indices(wanted).any(|(at, _)| {
        is_edge(text[..at].chars().next_back()) && is_edge(text[at + wanted.len()..].chars().next())
    })
}

/// True if no word goes on with this character.
fn is_edge(char: Option<char>) -> bool {
    char.is_none_or(|char| !char.is_alphanumeric())
}

/// True if an element is a permalink: a sign that links to itself, to an element around it, or from
/// a heading to a place in the page.
pub(crate) fn is_permalink(document: &Document, id: NodeId) -> bool {
    if !document.is_html(id, name::A) || !PERMALINKS.contains(&document.text(id).trim()) {
        return false;
    }
    let place = document.attr(id, name::HREF).and_then(|address| address.strip_prefix('#'));
    let Some(place) = place else { return false };
    near(document, id).any(|id| {
        document.attr(id, name::ID) == Some(place)
            || document.name(id).is_some_and(|name| HEADINGS.contains(name))
    })
}

/// True if an element is hidden and a reader never sees it. Exceptions: it has much text, it
/// [opens](opens), it is a part that React sends late for a script to move (an id that begins with
/// `S:`), or it is a formula with an image in its place.
fn is_hidden_part(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    is_hidden(document, id)
        && page.stats(id).text_chars < MIN_HIDDEN_CHARS
        && !opens(document, id)
        && !math::is_hidden_form(document, id)
        && !document.attr(id, name::ID).is_some_and(|id| id.starts_with("S:"))
}

/// True if a hidden element is the panel of a tab or opens when its title is clicked. Source:
/// WAI-ARIA Authoring Practices, accordion and tabs.
fn opens(document: &Document, id: NodeId) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    matches!(document.attr(id, name::ROLE), Some("tabpanel" | "region"))
        || document.attr(id, name::ARIA_LABELLEDBY).is_some()
        || OPENING.iter().any(|word| class.contains(word))
}
