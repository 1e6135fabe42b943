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

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

use tamis_dom::{Document, NodeId, name};

use super::attribute_cache::AttributeCache;
use super::class_words::has_class_word;
use super::edges::{edges, with_char};
use super::word_finder::WordFinder;

/// The screens that an element is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Screens {
    Narrow,
    Wide,
}

/// Finds the parts of names of classes without which they say nothing of [`Said`].
static SIGNS: LazyLock<WordFinder> =
    LazyLock::new(|| WordFinder::new(CLONED.into_iter().chain(DEVICES).chain(STATES)));

/// The parts of the words of [`CLONES`].
const CLONED: [&str; 2] = ["clone", "duplicate"];

/// The parts of words that name a device.
const DEVICES: [&str; 3] = ["mobile", "desktop", "phone"];

/// The parts of what frameworks call classes for some widths.
const STATES: [&str; 5] = ["-none", "hidden", "visible", "show-", "hide"];

/// What classes say about an element.
#[derive(Clone, Copy, Debug, Default)]
struct Said {
    screens: Option<Screens>,
    may_be_clone: bool,
}

impl Said {
    fn by(classes: &str) -> Said {
        let (mut may_be_clone, mut has_device, mut has_state) = (false, false, false);
        SIGNS.find(classes.as_bytes(), |sign, _| match sign {
            _ if sign < CLONED.len() => may_be_clone = true,
            _ if sign < CLONED.len() + DEVICES.len() => has_device = true,
            _ => has_state = true,
        });
        let screens = (has_device || has_state).then(|| screens(classes, has_device)).flatten();
        Said { screens, may_be_clone }
    }
}

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
    let mut known: AttributeCache<'_, Said> = AttributeCache::new();
    let mut parts: Vec<Part> = Vec::new();
    let mut slides: Vec<NodeId> = Vec::new();
    for attr in document.attrs_named(name::CLASS) {
        let said = *known.get(document.attr_value(attr), Said::by);
        let id = attr.owner();
        if said.may_be_clone && slides.len() < MAX_SLIDES && is_clone(document, id) {
            slides.push(id);
        }
        if let Some(screens) = said.screens.filter(|_| parts.len() < MAX_PARTS) {
            parts.push(Part { id, screens, edges: edges(document.text(id)) });
        }
    }
    let mut copies = cloned_slides(document, &slides);
    copies.append(&mut copies_for_screens(document, &parts));
    copies.sort_unstable_by_key(|of| of.copy.start);
    copies
}

/// An element that is for some screens.
struct Part {
    id: NodeId,
    screens: Screens,
    /// Most parts for some screens differ in the edges of their text from all parts for others, so
    /// that nobody need read all of it.
    edges: u64,
}

/// Returns the parts that are copies of parts for other screens.
fn copies_for_screens(document: &Document, parts: &[Part]) -> Vec<WidthCopy> {
    let mut room = TIMES_READ * document.html_bytes();
    let mut first: HashMap<(Screens, u64, usize), NodeId> = HashMap::new();
    let mut copies: Vec<WidthCopy> = Vec::new();
    let all: HashSet<(Screens, u64)> = parts.iter().map(|of| (of.screens, of.edges)).collect();
    for &Part { id, screens, edges } in parts {
        let other = match screens {
            Screens::Narrow => Screens::Wide,
            Screens::Wide => Screens::Narrow,
        };
        let is_inside = copies.last().is_some_and(|last| id < last.copy.end);
        if is_inside || !all.contains(&(other, edges)) {
            continue;
        }
        let Some(rest) = room.checked_sub(document.text_range(id).len()) else { break };
        room = rest;
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
        hash = with_char(hash, char);
        count += 1;
    }
    if count > 0 {
        return (count >= MIN_CHARS).then_some((hash, count));
    }
    let mut pictures = 0;
    for picture in document.elements(id).filter(|&id| document.is_html(id, name::IMG)) {
        hash = document.attr(picture, name::ALT).unwrap_or_default().chars().fold(hash, with_char);
        pictures += 1;
    }
    (pictures == 1).then_some((hash, 0))
}

/// Returns the screens that the classes of an element name, if they name some. `has_device` is
/// false if none of them has one of [`DEVICES`].
fn screens(classes: &str, has_device: bool) -> Option<Screens> {
    let mut is_hidden = false;
    let mut found = None;
    for class in classes.split_ascii_whitespace() {
        if matches!(class, "hidden" | "d-none" | "hide") {
            is_hidden = true;
        }
        found = found.or_else(|| of_class(class));
        if has_device {
            found = found.or_else(|| of_words(class));
        }
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

/// Returns the screens that the words of a class name: `summary--mobile`, `only-desktop`.
fn of_words(class: &str) -> Option<Screens> {
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

/// True for a slide that a script has copied.
fn is_clone(document: &Document, id: NodeId) -> bool {
    has_class_word(document, id, &CLONES)
}

/// Returns those of the copied slides that repeat another one.
fn cloned_slides(document: &Document, slides: &[NodeId]) -> Vec<WidthCopy> {
    let mut copies: Vec<WidthCopy> = Vec::new();
    for &id in slides {
        let Some(parent) = document.parent(id) else { continue };
        let own = slide(document, id);
        let mut siblings = document.children(parent).take(4 * MAX_SLIDES);
        let original = siblings.find(|&other| {
            document.name(other) == document.name(id)
                && document.text_range(other).len() == document.text_range(id).len()
                && !is_clone(document, other)
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
            assert_eq!(Said::by(classes).screens, expected, "{classes}");
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
