//! The authors that stand in the body: bylines near the heading.

use tamis_dom::NodeId;

use super::Field;
use super::authors::{by_line, ends_with_by, is_by, joins};
use super::marks::{Mark, is_aside};
use super::one_line;
use super::survey::{NOT_CHOSEN, Survey};
use crate::paragraph::Paragraph;

/// Ranks of authors in the body: a link to the author, an element named so that begins with "by" or stands behind it, an
/// element named so, a line that begins with "by", a line behind one that says no more than "by", a link to a member's page.
const RELATION_RANK: u8 = 34;
const BYLINE_RANK: u8 = 35;
const MARKED_RANK: u8 = 40;
const LINE_RANK: u8 = 45;
const NEXT_LINE_RANK: u8 = 46;
const MEMBER_RANK: u8 = 48;

/// The rank of what is far from the heading: it is shown, and not chosen.
const FAR_RANK: u8 = 0x37 | NOT_CHOSEN;

/// The ranks of authors in the body, of which one that stands far behind the first one is of something else.
pub(super) const BODY_RANKS: std::ops::RangeInclusive<u8> = 30..=55;

/// How many visible characters lie between the authors of one article at most.
pub(super) const BYLINE_CHARS: u32 = 80;

/// How far from the heading a byline stands at most, in visible characters: before it and behind it.
const NEAR_BEFORE: u32 = 300;
const NEAR_BEHIND: u32 = 1500;

/// The longest line, in bytes, that is a byline.
const LINE_BYTES: usize = 120;

/// How many bytes of text before an element are looked at for "by".
const BEFORE_BYTES: usize = 24;

/// Where bylines are looked for.
#[derive(Clone, Copy)]
struct Nearness {
    heading: Option<NodeId>,
    start: Option<u32>,
}

impl Nearness {
    fn is_near(self, at: u32) -> bool {
        self.start.is_none_or(|start| at + NEAR_BEFORE >= start && at <= start + NEAR_BEHIND)
    }
}

/// Notes the authors that stand in the body.
pub(super) fn resolve(survey: &mut Survey<'_>, heading: Option<NodeId>) {
    let nearness = Nearness { heading, start: heading.map(|id| survey.chars_before(id)) };
    let about = Mark::AUTHOR.with(Mark::RELATION).with(Mark::MEMBER);
    let marked: Vec<(NodeId, Mark)> =
        survey.marked.iter().copied().filter(|(_, mark)| mark.has(about)).collect();
    for (index, &(id, mark)) in marked.iter().enumerate() {
        let end = survey.document.subtree_end(id);
        // What is named inside is more exact.
        let is_outer = marked[index + 1..].iter().any(|&(inner, _)| inner < end);
        note_marked(survey, nearness, id, mark, is_outer);
    }
    if nearness.start.is_some() {
        note_lines(survey, nearness);
    }
}

fn note_marked(survey: &mut Survey<'_>, near: Nearness, id: NodeId, mark: Mark, is_outer: bool) {
    if is_aside(survey.document, id, near.heading) {
        return;
    }
    let at = survey.chars_before(id);
    let Some(text) = one_line(&parted_text(survey, id)) else { return };
    let (rank, source) = if mark.has(Mark::RELATION) {
        (RELATION_RANK, "rel=author")
    } else if !mark.has(Mark::AUTHOR) {
        (MEMBER_RANK, "a[href]")
    } else if by_line(&text).is_some() || ends_with_by(text_before(survey, id)) {
        (BYLINE_RANK, "class, by")
    } else {
        (MARKED_RANK, "class")
    };
    let rank = if near.is_near(at) { rank + u8::from(is_outer) } else { FAR_RANK };
    survey.note_detailed(Field::Author, rank, at, &text, source, Some(id));
}

/// Notes the lines near the heading that begin with "by", and those behind one that says nothing else.
fn note_lines(survey: &mut Survey<'_>, near: Nearness) {
    let page = survey.page;
    let mut is_next = false;
    let at = |paragraph: &Paragraph| {
        page.paragraph_nodes(paragraph).next().map_or(0, |node| page.sums.before(node).text_chars)
    };
    let start = near.start.unwrap_or(0);
    let paragraphs = page.paragraphs();
    let first = paragraphs.partition_point(|paragraph| at(paragraph) + NEAR_BEFORE < start);
    for paragraph in &paragraphs[first..] {
        let was_next = std::mem::take(&mut is_next);
        let text = page.paragraph_text(paragraph);
        if text.len() > LINE_BYTES {
            continue;
        }
        let Some(node) = page.paragraph_nodes(paragraph).next() else { continue };
        let at = survey.chars_before(node);
        if !near.is_near(at) {
            break;
        }
        if !was_next && by_line(text).is_none() {
            continue;
        }
        if is_aside(survey.document, node, near.heading) {
            continue;
        }
        is_next = is_by(text);
        if !is_next {
            let rank = if was_next { NEXT_LINE_RANK } else { LINE_RANK };
            let text = text.replace('\n', " ");
            survey.note_detailed(Field::Author, rank, at, &text, "text", Some(node));
        }
    }
}

/// The text of an element with a bar between the texts of its elements, unless a word or a comma joins them.
pub(super) fn parted_text(survey: &Survey<'_>, id: NodeId) -> String {
    let document = survey.document;
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

/// The text that stands before an element, on its line.
fn text_before<'p>(survey: &Survey<'p>, id: NodeId) -> &'p str {
    let document = survey.document;
    let whole = document.text(NodeId::DOCUMENT);
    let end = document.text_range(id).start;
    let before = whole.get(..end).unwrap_or_default().trim_end();
    &before[before.ceil_char_boundary(before.len().saturating_sub(BEFORE_BYTES))..]
}

/// Whether an address is that of a person's page on a site with many.
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
