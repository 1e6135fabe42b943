//! Parts of a page that no renderer writes: hidden elements, permalinks and other controls.

use tamis_dom::{Document, NameSet, Namespace, NodeId, name};

use super::code::label::is_label;
use super::edit_link::is_edit_link;
use super::role::HEADINGS;
use super::{math, opening};
pub(crate) use crate::page::style::is_hidden;
use crate::page::unseen::is_unseen;
use crate::page::{Page, Sight, around, has_class_word, near};

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

/// True if the class of an element says that it is for screen readers alone.
fn is_spoken(document: &Document, id: NodeId) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    class.split_ascii_whitespace().any(|class| SPOKEN.contains(&class))
}

/// True if a text for screen readers alone is also shown next to it.
fn is_spoken_copy(document: &Document, id: NodeId) -> bool {
    let Some(parent) = document.parent(id).filter(|_| is_spoken(document, id)) else {
        return false;
    };
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
///
/// If the page [drops all that is hidden](Page::drops_hidden), much text is no exception, and what
/// is [unseen](is_unseen) is hidden too.
///
/// If a browser has drawn the page, what it shows is not hidden, and what it does not show is
/// unless it [opens](is_hidden_in).
fn is_hidden_part(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    match page.layout.sight(document, id) {
        Some(Sight::Seen) => return false,
        Some(sight) if is_hidden_in(page, id, sight) => return true,
        _ => {}
    }
    if page.drops_hidden() {
        return (is_unseen(document, id) || is_spoken(document, id) || is_declared(document, id))
            && !is_most_of(page, id);
    }
    page.stats(id).text_chars < MIN_HIDDEN_CHARS && is_declared(document, id)
}

/// True if an element that a browser does not show is hidden from readers for good. What is absent
/// may open when the reader clicks on something: then it, or an absent element around it, is the
/// part that opens.
fn is_hidden_in(page: &Page, id: NodeId, sight: Sight) -> bool {
    let document = page.document();
    let is_unseen =
        |&id: &NodeId| page.layout.sight(document, id).is_some_and(|sight| sight != Sight::Seen);
    let mut unseen = around(document, id).take_while(is_unseen);
    let may_open = sight == Sight::Absent;
    !unseen.any(|id| {
        is_most_of(page, id) || may_open && (opens(document, id) || opening::is_opened(page, id))
    })
}

/// True if an element declares that it is hidden, with the exceptions of [`is_hidden_part`] but
/// those for much text.
fn is_declared(document: &Document, id: NodeId) -> bool {
    is_hidden(document, id)
        && !opens(document, id)
        && !math::is_hidden_form(document, id)
        && !document.attr(id, name::ID).is_some_and(|id| id.starts_with("S:"))
}

/// True if an element has more than half of the page's text. A page that hides most of its text
/// shows it by a script when it is loaded.
fn is_most_of(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    let all = document.root().map_or(0, |root| page.stats(root).text_chars);
    page.stats(id).text_chars > all / 2
}

/// True if an element is in a hidden or unseen one, or is one.
pub(crate) fn is_in_hidden(page: &Page, id: NodeId) -> bool {
    around(page.document(), id).any(|id| is_hidden_part(page, id))
}

/// Returns the characters of hidden and unseen elements among the kept paragraphs: from the first
/// to the last. Menus and dialogues that are hidden around the content do not count.
pub(crate) fn hidden_chars_among(page: &Page, kept: &[bool]) -> u32 {
    let document = page.document();
    let paragraphs = page.paragraphs().iter().zip(kept);
    let mut nodes = paragraphs.filter(|(_, kept)| **kept).map(|(paragraph, _)| paragraph.origin());
    let Some(first) = nodes.next() else { return 0 };
    let last = nodes.next_back().unwrap_or(first);
    let Some(root) = document.root() else { return 0 };
    // The first paragraph may be in a hidden element itself.
    let hidden = around(document, first).filter(|&id| is_hidden_part(page, id)).last();
    let (mut chars, mut after) = (0, hidden.unwrap_or(first));
    for id in document.elements(root) {
        if id >= after && id <= last && is_hidden_part(page, id) {
            chars += page.stats(id).text_chars;
            after = document.subtree_end(id);
        }
    }
    chars
}

/// True if a hidden element is the panel of a tab or opens when its title is clicked. Source:
/// WAI-ARIA Authoring Practices, accordion and tabs.
fn opens(document: &Document, id: NodeId) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    matches!(document.attr(id, name::ROLE), Some("tabpanel" | "region"))
        || document.attr(id, name::ARIA_LABELLEDBY).is_some()
        || OPENING.iter().any(|word| class.contains(word))
}
