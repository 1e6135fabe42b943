//! Authors in the body: bylines near the heading.

use tamis_dom::NodeId;

use super::aside::{is_aside, is_in_caption, is_in_teaser};
use super::authors::{
    Evidence, begins_other_credit, by_line, ends_with_by, is_by, is_labelled, joins, names,
};
use super::candidate::Origin;
use super::collector::Collector;
use super::credit::credit;
use super::field::Field;
use super::hints::Hints;
use super::own_line::marked;
use super::place::{Extent, Place};
use super::value::one_line;
use crate::page::Paragraph;

/// The most visible characters between two authors of one article.
pub(super) const BYLINE_CHARS: u32 = 80;

/// The farthest a byline is from the heading, in visible characters: before it and after it.
const NEAR_BEFORE: u32 = 300;
const NEAR_AFTER: u32 = 1500;

/// The longest line that is a byline, in bytes.
const LINE_BYTES: usize = 120;

/// The most bytes of text before an element that are searched for "by".
const BEFORE_BYTES: usize = 24;

/// The surroundings of the heading, in which bylines are chosen. Without a heading it is the whole
/// page, because there is nothing to be near to.
#[derive(Clone, Copy)]
struct Vicinity {
    heading: Option<NodeId>,
    /// The visible characters before the heading.
    start: Option<u32>,
}

impl Vicinity {
    fn contains(self, at: u32) -> bool {
        self.start.is_none_or(|start| at + NEAR_BEFORE >= start && at <= start + NEAR_AFTER)
    }
}

/// Adds the authors in the body.
pub(super) fn add_authors(collector: &mut Collector<'_>, heading: Option<NodeId>) {
    let start = heading.map(|id| collector.chars_before(id));
    let vicinity = Vicinity { heading, start };
    let of_authors = Hints::AUTHOR.with(Hints::RELATION).with(Hints::MEMBER);
    let hinted: Vec<(NodeId, Hints)> =
        collector.found.hinted.iter().copied().filter(|(_, hints)| hints.has(of_authors)).collect();
    for (index, &(id, hints)) in hinted.iter().enumerate() {
        let end = collector.document.subtree_end(id);
        let is_outer = hinted[index + 1..].iter().any(|&(inner, _)| inner < end);
        let extent = if is_outer { Extent::Outer } else { Extent::Inner };
        add_hinted(collector, vicinity, id, hints, extent);
    }
    if vicinity.start.is_some() {
        add_lines(collector, vicinity);
    }
    add_end_lines(collector, vicinity);
}

/// Adds an element with hints at an author. Far from the heading it is a candidate that is never
/// chosen, because it is mostly the author of a comment or a teaser.
fn add_hinted(
    collector: &mut Collector<'_>,
    vicinity: Vicinity,
    id: NodeId,
    hints: Hints,
    extent: Extent,
) {
    if is_aside(collector.page, id, vicinity.heading)
        || is_in_caption(collector.document, id, vicinity.heading)
    {
        return;
    }
    if is_in_teaser(collector.page, id, vicinity.heading) {
        return;
    }
    let at = collector.chars_before(id);
    let Some(text) = one_line(&separated_text(collector, id)) else { return };
    // "作者：王小明"
    let credit = credit(&text);
    let is_introduced = credit.is_some();
    let text = credit.unwrap_or(text);
    let (place, source) = if hints.has(Hints::RELATION) {
        (Place::AuthorLink(extent), "rel=author")
    } else if !hints.has(Hints::AUTHOR) {
        (Place::MemberLink(extent), "a[href]")
    } else if is_introduced || by_line(&text).is_some() || ends_with_by(text_before(collector, id))
    {
        (Place::IntroducedClass(extent), "class, by")
    } else {
        (Place::AuthorClass(extent), "class")
    };
    let origin = Origin::new(place, source, id).with_tiebreak(at);
    collector.add(Field::Author, &text, origin.excluded_if(!vicinity.contains(at)));
}

/// Adds the lines near the heading that begin with "by", and each line after one that consists of
/// such a word, because some pages have "By" and "Ann Lee" in elements of their own.
fn add_lines(collector: &mut Collector<'_>, vicinity: Vicinity) {
    let page = collector.page;
    let at = |paragraph: &Paragraph| {
        page.paragraph_nodes(paragraph).next().map_or(0, |node| page.sums.before(node).text_chars)
    };
    let start = vicinity.start.unwrap_or(0);
    let paragraphs = page.paragraphs();
    let first = paragraphs.partition_point(|paragraph| at(paragraph) + NEAR_BEFORE < start);
    // The line before consists of a word such as "by".
    let mut is_announced = false;
    for paragraph in &paragraphs[first..] {
        let was_announced = std::mem::take(&mut is_announced);
        let text = page.paragraph_text(paragraph);
        if text.len() > LINE_BYTES {
            continue;
        }
        let Some(node) = page.paragraph_nodes(paragraph).next() else { continue };
        let at = collector.chars_before(node);
        if !vicinity.contains(at) {
            break;
        }
        // "Foto: Nils Ström Text: Karin Ek"
        let is_credit = || begins_other_credit(text) && !names(text, Evidence::Line).is_empty();
        if !was_announced && by_line(text).is_none() && !is_credit() {
            continue;
        }
        if is_aside(page, node, vicinity.heading)
            || is_in_caption(collector.document, node, vicinity.heading)
        {
            continue;
        }
        if is_in_teaser(page, node, vicinity.heading) {
            continue;
        }
        is_announced = is_by(text);
        if !is_announced {
            let place = if was_announced { Place::LineAfterBy } else { Place::ByLine };
            let origin = Origin::new(place, "text", node).with_tiebreak(at);
            let text = before_other_line(text);
            let origin = marked(collector, origin, &text, node, vicinity.heading);
            collector.add(Field::Author, &text, origin);
        }
    }
}

/// Adds the lines with a label that are the end of the text: "Text: Ann Lee". Nearer to the heading
/// they are added already.
fn add_end_lines(collector: &mut Collector<'_>, vicinity: Vicinity) {
    let page = collector.page;
    for paragraph in page.paragraphs() {
        let text = page.paragraph_text(paragraph);
        if text.len() > LINE_BYTES || !is_labelled(text) {
            continue;
        }
        let Some(node) = page.paragraph_nodes(paragraph).next() else { continue };
        let at = collector.chars_before(node);
        let is_near = vicinity.start.is_some() && vicinity.contains(at);
        let is_before = vicinity.heading.is_some_and(|heading| node < heading);
        let is_caption = || is_in_caption(collector.document, node, vicinity.heading);
        if is_near || is_before || is_aside(page, node, vicinity.heading) || is_caption() {
            continue;
        }
        let text = before_other_line(text);
        let origin = Origin::new(Place::EndLine, "text", node).with_tiebreak(at);
        let origin = marked(collector, origin, &text, node, vicinity.heading);
        let is_own = origin.is_own;
        collector.add(Field::Author, &text, origin.excluded_if(!is_own));
    }
}

/// Returns a text of several lines in one, without those about people who are no authors: "By Ann
/// Lee", and then "Photographs by Bob Ray".
fn before_other_line(text: &str) -> String {
    let lines = text.split('\n').enumerate();
    let lines = lines.take_while(|(at, line)| *at == 0 || !begins_other_credit(line));
    let lines = lines.map(|(_, line)| line);
    lines.collect::<Vec<_>>().join(" ")
}

/// Returns the text of an element with bars between its text nodes, unless a comma or a word such
/// as "and" joins them. For example, `<b>Ann</b><i>Editor</i>` is "Ann | Editor", so that the two
/// are not read as one name.
pub(super) fn separated_text(collector: &Collector<'_>, id: NodeId) -> String {
    let document = collector.document;
    let mut text = String::new();
    for node in document.descendants_and_self(id) {
        let is_text = document.name(node).is_none() && document.first_child(node).is_none();
        let Some(part) = one_line(document.text(node)).filter(|_| is_text) else { continue };
        if !text.is_empty() {
            let is_joined = joins(&part) || joins(text.rsplit(" | ").next().unwrap_or_default());
            text.push_str(if is_joined { " " } else { " | " });
        }
        text.push_str(&part);
    }
    text
}

/// Returns the end of the text before an element, at most [`BEFORE_BYTES`].
pub(super) fn text_before<'p>(collector: &Collector<'p>, id: NodeId) -> &'p str {
    let document = collector.document;
    let whole = document.text(NodeId::DOCUMENT);
    let end = document.text_range(id).start;
    let before = whole.get(..end).unwrap_or_default().trim_end();
    &before[before.ceil_char_boundary(before.len().saturating_sub(BEFORE_BYTES))..]
}

/// Returns true if an address is that of a person's page on a site with several authors or members,
/// for example `/author/ann`.
pub(super) fn is_member_address(href: &str) -> bool {
    let bytes = href.as_bytes();
    memchr::memchr_iter(b'/', bytes).any(|slash| {
        let rest = &bytes[slash + 1..];
        let begins = match rest.first() {
            Some(b'a') => rest.starts_with(b"author"),
            Some(b'm') => rest.starts_with(b"member"),
            Some(b'u') => rest.starts_with(b"user"),
            _ => false,
        };
        if !begins {
            return false;
        }
        let end = memchr::memchr(b'/', rest);
        match &rest[..end.unwrap_or(rest.len())] {
            b"author" | b"authors" | b"members" | b"users" | b"user" => end.is_some(),
            folder => folder.starts_with(b"member.php"),
        }
    })
}

/// The folders of the pages of people. On many sites other things have pages there too, so what is
/// in the folder must be the name of the person.
const FOLDERS_OF_PEOPLE: [&str; 19] = [
    "autor",
    "autoren",
    "autores",
    "auteur",
    "auteurs",
    "bio",
    "by",
    "columnist",
    "columnists",
    "contributor",
    "contributors",
    "editor",
    "editors",
    "journalist",
    "journalists",
    "people",
    "person",
    "staff",
    "writers",
];

/// Returns the end of an address in a folder of people: `ann-lee` for `/editors/ann-lee/`.
fn name_among_people(href: &str) -> Option<&str> {
    let path = href.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let mut folders = path.rsplit('/');
    let (last, folder) = (folders.next()?, folders.next()?);
    FOLDERS_OF_PEOPLE.iter().any(|known| known.eq_ignore_ascii_case(folder)).then_some(last)
}

/// Returns true if an address is that of somebody's page: `/editors/ann-lee/`, `/author/ann`.
pub(crate) fn leads_to_person(href: &str) -> bool {
    name_among_people(href).is_some() || is_member_address(href)
}

/// Returns true if an address is that of the person whom a link names: `/editors/ann-lee/` or
/// `/people/ann_lee.html` for "Ann Lee". Such links are bylines on sites whose classes say
/// nothing.
pub(super) fn is_person_address(href: &str, text: &str) -> bool {
    let Some(last) = name_among_people(href) else { return false };
    if !text.trim().contains(char::is_whitespace) {
        return false;
    }
    let letters = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
    };
    let last = last.strip_suffix(".html").or_else(|| last.strip_suffix(".htm")).unwrap_or(last);
    letters(last) == letters(text)
}
