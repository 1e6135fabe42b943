//! Parts of a page that are there twice, once for wide and once for narrow screens.
//!
//! A page without scripts cannot move a box when the window is narrow, so it has the box twice, and
//! its style sheet hides one of them:
//!
//! ```html
//! <p class="hidden md:block">Open from nine to four.</p>
//! <p class="md:hidden">Open from nine to four.</p>
//! ```
//!
//! Names of classes say which is which. They do not suffice, because other parts are on one kind of
//! screen only, and `mobile` may be what a text is about; two such parts with the same text do. Of
//! texts, the later part is the copy, of pictures the narrow one. A gallery without an end has its
//! first and last slides twice, too: those that a script has copied are called clones.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use memchr::memmem;
use tamis_dom::{Attr, Document, NodeId, name};

use super::attribute_cache::AttributeCache;
use super::class_words::has_class_word;
use super::word_finder::WordFinder;

/// The screens that an element is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Screens {
    Narrow,
    Wide,
}

/// Finds the parts of names without which no class is about screens.
static SIGNS: LazyLock<WordFinder> = LazyLock::new(|| {
    WordFinder::new(["-none", "hidden", "visible", "show-", "hide", "mobile", "desktop", "phone"])
});

/// Finds the words without which no slide is a clone of another one.
static CLONED: LazyLock<[memmem::Finder<'static>; 2]> =
    LazyLock::new(|| ["clone", "duplicate"].map(memmem::Finder::new));

/// The widths in names of classes from which a screen is wide. Sources: Bootstrap, Tailwind,
/// Foundation, Bulma, `UIkit`.
const WIDTHS: [&str; 10] = ["sm", "md", "lg", "xl", "s", "m", "l", "medium", "large", "tablet"];

/// The shortest text that is a copy, in characters without white space. Shorter ones are labels
/// that a page has in many places.
const MIN_CHARS: usize = 12;

/// The elements that may be compared, and the bytes of text that are read for each byte of the
/// page, because elements may be nested.
const MAX_PARTS: usize = 4096;
const TIMES_READ: usize = 4;

/// A part of a document that is there twice.
#[derive(Clone, Debug)]
pub(crate) struct WidthCopy {
    pub(crate) original: NodeId,
    pub(crate) copy: Range<NodeId>,
}

/// The most nodes of an original for each node of its copy.
const MAX_TIMES: usize = 32;

/// Returns the parts of a document that are copies for other screens, in document order. Linear.
pub(super) fn width_copies(document: &Document) -> Vec<WidthCopy> {
    let data = document.whole_data().as_bytes();
    let has_clones = CLONED.iter().any(|sign| sign.find(data).is_some());
    let mut copies = if has_clones { cloned_slides(document) } else { Vec::new() };
    copies.append(&mut copies_for_screens(document));
    copies.sort_unstable_by_key(|of| of.copy.start);
    copies
}

/// Returns the parts that classes of screens tell to be copies.
fn copies_for_screens(document: &Document) -> Vec<WidthCopy> {
    let mut room = TIMES_READ * document.html_bytes();
    let mut first: HashMap<(Screens, u64, usize), NodeId> = HashMap::new();
    let mut copies: Vec<WidthCopy> = Vec::new();
    let mut known: AttributeCache<'_, Option<Screens>> = AttributeCache::new();
    let parts = document.attrs_named(name::CLASS).filter_map(|attr| {
        let screens = *known.get(document.attr_value(attr), |class| {
            let mut has_sign = false;
            SIGNS.find(class.as_bytes(), |_, _| has_sign = true);
            has_sign.then(|| screens(class)).flatten()
        });
        screens.map(|screens| (attr.owner(), screens))
    });
    let parts: Vec<(NodeId, Screens)> = parts.take(MAX_PARTS).collect();
    let has = |wanted| parts.iter().any(|&(_, screens)| screens == wanted);
    if !has(Screens::Narrow) || !has(Screens::Wide) {
        return copies;
    }
    for (id, screens) in parts {
        if copies.last().is_some_and(|last| id < last.copy.end) {
            continue;
        }
        let Some(rest) = room.checked_sub(document.text_range(id).len()) else { break };
        room = rest;
        let other = match screens {
            Screens::Narrow => Screens::Wide,
            Screens::Wide => Screens::Narrow,
        };
        let Some((hash, chars)) = content(document, id) else { continue };
        if let Some(&twin) = first.get(&(other, hash, chars)) {
            let is_around = id < document.subtree_end(twin);
            // Each copy is compared with its original, so that one must not be for many.
            let nodes = |id: NodeId| document.subtree_end(id).index() - id.index();
            if nodes(twin) > MAX_TIMES * nodes(id) {
                continue;
            }
            let is_picture = chars == 0;
            let is_first = is_picture && screens == Screens::Wide;
            let (original, copy) = if is_first { (id, twin) } else { (twin, id) };
            if !is_around && (!is_picture || document.parent(id) == document.parent(twin)) {
                let copy = copy..document.subtree_end(copy);
                copies.push(WidthCopy { original, copy });
                // A third part is a copy of the first, too, unless it is a picture.
                if is_picture {
                    first.remove(&(other, hash, chars));
                }
                continue;
            }
        }
        first.entry((screens, hash, chars)).or_insert(id);
    }
    copies
}

/// Returns a hash and the length of the text of an element, without white space, or of the
/// descriptions of the pictures in it if it has no text. `None` if there is too little of both.
fn content(document: &Document, id: NodeId) -> Option<(u64, usize)> {
    let mut hash = 0;
    let mut count = 0;
    for char in document.text(id).chars().filter(|char| !char.is_whitespace()) {
        hash = with(hash, char);
        count += 1;
    }
    if count > 0 {
        return (count >= MIN_CHARS).then_some((hash, count));
    }
    let mut pictures = 0;
    for picture in document.elements(id).filter(|&id| document.is_html(id, name::IMG)) {
        hash = document.attr(picture, name::ALT).unwrap_or_default().chars().fold(hash, with);
        pictures += 1;
    }
    (pictures == 1).then_some((hash, 0))
}

/// Returns a hash of a text with one more character.
fn with(hash: u64, char: char) -> u64 {
    (hash.rotate_left(5) ^ u64::from(char)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Returns the screens that the classes of an element name, if they name some.
fn screens(classes: &str) -> Option<Screens> {
    let mut is_hidden = false;
    let mut found = None;
    for class in classes.split_ascii_whitespace() {
        if matches!(class, "hidden" | "d-none" | "hide") {
            is_hidden = true;
        }
        found = found.or_else(|| of_class(class)).or_else(|| of_words(class));
    }
    // `hidden md:block`, `d-none d-md-block`: hidden, but on wide screens.
    let is_shown_wide = is_hidden && classes.split_ascii_whitespace().any(shows_when_wide);
    if is_shown_wide { Some(Screens::Wide) } else { found }
}

fn is_width(text: &str) -> bool {
    WIDTHS.contains(&text)
}

/// True for a class that shows an element from some width on: `md:block`, `d-lg-flex`.
fn shows_when_wide(class: &str) -> bool {
    let is_shown = |display: &str| {
        ["block", "flex", "grid", "inline", "table"].iter().any(|of| display.starts_with(of))
    };
    let tailwind = class.split_once(':');
    let bootstrap = || class.strip_prefix("d-").and_then(|rest| rest.split_once('-'));
    tailwind.or_else(bootstrap).is_some_and(|(width, display)| is_width(width) && is_shown(display))
}

/// Returns the screens that a class of a framework names.
///
/// Sources: Bootstrap 2 to 5 (`visible-xs`, `hidden-phone`, `hidden-md-up`, `d-md-none`), Tailwind
/// (`md:hidden`), Foundation (`show-for-large`, `hide-for-small-only`), Bulma (`is-hidden-mobile`),
/// `UIkit` (`uk-visible@m`).
fn of_class(class: &str) -> Option<Screens> {
    const SHOWN: [&str; 5] = ["visible-", "show-for-", "is-visible-", "uk-visible@", "show-on-"];
    const HIDDEN: [&str; 5] = ["hidden-", "hide-for-", "is-hidden-", "uk-hidden@", "hide-on-"];
    if let Some(width) = class.strip_suffix(":hidden") {
        return is_width(width).then_some(Screens::Narrow);
    }
    if let Some(width) = class.strip_prefix("d-").and_then(|rest| rest.strip_suffix("-none")) {
        return is_width(width).then_some(Screens::Narrow);
    }
    let rest = |prefixes: [&str; 5]| prefixes.iter().find_map(|of| class.strip_prefix(of));
    let (rest, is_shown) = match (rest(SHOWN), rest(HIDDEN)) {
        (Some(rest), _) => (rest, true),
        (None, Some(rest)) => (rest, false),
        (None, None) => return None,
    };
    let width = rest.split('-').next().unwrap_or_default();
    let is_narrow = match (width, rest) {
        ("xs" | "phone" | "mobile" | "small", _) => true,
        (_, rest) if rest.ends_with("-down") => true,
        ("sm", rest) if !rest.ends_with("-up") => true,
        ("desktop" | "print", _) => false,
        (width, _) if is_width(width) => false,
        _ => return None,
    };
    Some(if is_narrow == is_shown { Screens::Narrow } else { Screens::Wide })
}

/// Parts of words without which a class names no device.
const DEVICES: [&str; 5] = ["obile", "OBILE", "hone", "esktop", "ESKTOP"];

/// Returns the screens that the words of a class name: `summary--mobile`, `only-desktop`.
fn of_words(class: &str) -> Option<Screens> {
    if !DEVICES.iter().any(|sign| class.contains(sign)) {
        return None;
    }
    let lower = class.to_ascii_lowercase();
    let mut words = lower.split(|char: char| !char.is_ascii_alphanumeric());
    let is_narrow = words.find_map(|word| match word {
        "mobile" | "phone" | "smartphone" | "mobileonly" => Some(true),
        "desktop" | "desktoponly" => Some(false),
        word if word.ends_with("mobile") => Some(true),
        word if word.ends_with("desktop") => Some(false),
        _ => None,
    })?;
    let is_shown = !["hide", "hidden", "no-", "not-"].iter().any(|sign| lower.contains(sign));
    Some(if is_narrow == is_shown { Screens::Narrow } else { Screens::Wide })
}

/// The words in classes of the slides that a script has copied, so that a gallery has no end.
/// Sources: Slick, Swiper, Owl Carousel, Glide, Splide.
const CLONES: [&str; 4] = ["clone", "cloned", "clones", "duplicate"];

/// The siblings of a copied slide among which the original is searched.
const MAX_SLIDES: usize = 64;

/// Returns the slides that repeat another one.
fn cloned_slides(document: &Document) -> Vec<WidthCopy> {
    let is_clone = |id: NodeId| has_class_word(document, id, &CLONES);
    let classes = document.attrs_named(name::CLASS).map(Attr::owner).filter(|&id| is_clone(id));
    let mut copies: Vec<WidthCopy> = Vec::new();
    for id in classes.take(MAX_SLIDES) {
        let Some(parent) = document.parent(id) else { continue };
        let own = slide(document, id);
        let mut slides = document.children(parent).take(4 * MAX_SLIDES);
        let original = slides.find(|&other| {
            document.name(other) == document.name(id)
                && document.text_range(other).len() == document.text_range(id).len()
                && !is_clone(other)
                && slide(document, other) == own
        });
        if let Some(original) = original {
            copies.push(WidthCopy { original, copy: id..document.subtree_end(id) });
        }
    }
    copies
}

/// Returns the text of a slide and the sources of its first images.
fn slide(document: &Document, id: NodeId) -> (&str, Vec<&str>) {
    let images = document.elements(id).filter(|&id| document.is_html(id, name::IMG)).take(4);
    let source = |id| document.attr(id, name::SRC).unwrap_or_default();
    (document.text(id).trim(), images.map(source).collect())
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    /// Checks the texts, or the sources of the images, of the copies.
    #[track_caller]
    fn check(html: &str, expected: &[&str]) {
        let document = Parser::default().parse(html);
        let source = |id| document.attr(id, name::SRC).filter(|src| !src.is_empty());
        let shown = |of: WidthCopy| match document.text(of.copy.start) {
            "" => document.elements(of.copy.start).find_map(source).unwrap_or_default(),
            text => text,
        };
        let found: Vec<&str> = width_copies(&document).into_iter().map(shown).collect();
        assert_eq!(found, expected, "{html}");
    }

    #[test]
    fn classes_of_screens() {
        for (classes, expected) in [
            ("hidden md:block", Some(Screens::Wide)),
            ("d-none d-lg-inline-block", Some(Screens::Wide)),
            ("hidden-xs", Some(Screens::Wide)),
            ("hidden-sm-down", Some(Screens::Wide)),
            ("hide-for-small-only", Some(Screens::Wide)),
            ("show-for-large", Some(Screens::Wide)),
            ("is-hidden-mobile", Some(Screens::Wide)),
            ("uk-visible@m", Some(Screens::Wide)),
            ("x__box--desktop", Some(Screens::Wide)),
            ("p-2 lg:hidden", Some(Screens::Narrow)),
            ("d-md-none", Some(Screens::Narrow)),
            ("visible-xs-block", Some(Screens::Narrow)),
            ("hidden-md-up", Some(Screens::Narrow)),
            ("hidden-desktop", Some(Screens::Narrow)),
            ("show-for-small", Some(Screens::Narrow)),
            ("hide-for-large", Some(Screens::Narrow)),
            ("onlyMobile", Some(Screens::Narrow)),
            ("hide-mobile", Some(Screens::Wide)),
            ("hide-desktop", Some(Screens::Narrow)),
            ("hidden", None),
            ("overflow-hidden", None),
            ("md:block", None),
            ("show-more", None),
        ] {
            assert_eq!(screens(classes), expected, "{classes}");
        }
    }

    #[test]
    fn later_texts_and_narrow_pictures_are_copies() {
        let (wide, narrow) = ("<p class='hidden md:block'>", "<p class='md:hidden'>");
        let text = "Open from nine to four.";
        check(
            &format!("{wide}{text}</p>{narrow} Open from nine  to four.</p>"),
            &[" Open from nine  to four."],
        );
        check(&format!("{narrow}{text}</p>{wide}{text}</p><i>"), &[text]);
        check(&format!("{wide}{text}</p>{narrow}Open from ten to four.</p>"), &[]);
        check(&format!("{wide}{text}</p>{wide}{text}</p>"), &[]);
        check(&format!("{wide}Open.</p>{narrow}Open.</p>"), &[]);
        check(&format!("<div class=desktop>{narrow}{text}</p></div>"), &[]);
        check("<ul><li class=s-cloned>B<li>A<li>B<li class=s-cloned>A</ul>", &["B", "A"]);
        check("<ul><li class=s-cloned>C<li>A<li>B</ul>", &[]);
        let (wide, narrow) = ("<img class='d-none d-md-block'", "<img class=d-md-none");
        check(&format!("{narrow} src=a alt=Pipe>{wide} src=b alt=Pipe>"), &["a"]);
        check(&format!("{wide} src=b alt=Pipe>{narrow} src=a alt=Pipe>"), &["a"]);
        check(&format!("{narrow} src=a alt=Pipe>{wide} src=b alt=Hall>"), &[]);
        check(&format!("<p>{narrow} src=a alt=Pipe></p>{wide} src=b alt=Pipe>"), &[]);
    }
}
