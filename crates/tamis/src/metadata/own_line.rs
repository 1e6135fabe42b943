//! Lines that name the author of the page by the place they are in.
//!
//! A page without a date that does not call itself an article may be a list of other pages, so its
//! body has no author ([`super::choose`]). A label is better evidence than a class: "Author: Ann
//! Lee" directly below the heading, or as the last line of the text, is about what the heading or
//! the text is. It is not if a line of the same kind names somebody else: then each is about one
//! entry of a list. For example:
//!
//! ```html
//! <h1>Rye bread</h1><p>Author: Ann Lee</p><p>…
//! <h1>News</h1><p><a href=/a>Rye bread is back in town</a></p><p>Author: Ann Lee</p>
//!     <p><a href=/b>The mill stands still</a></p><p>Author: Bob Ray</p>
//! ```

use tamis_dom::NodeId;

use super::aside::visible_gap;
use super::authors::{Evidence, names};
use super::candidate::{Candidate, Origin, Standing};
use super::collector::Collector;
use super::field::Field;
use super::place::Place;
use crate::page::{Paragraph, around};

/// The most visible characters between the heading and a line directly before it or after it.
const GAP_BEFORE: u32 = 100;
const GAP_AFTER: u32 = 320;

/// The most lines between the heading and such a line that are searched for another title.
const GAP_LINES: usize = 64;

/// The fewest words, or characters of a script without spaces, of a link that is the title of
/// another page and not a section, "Local news".
const TITLE_WORDS: usize = 4;
const TITLE_CHARS: usize = 10;

/// The fewest visible characters of a text that a line can be the end of, and the most after it in
/// the same element, for example a note about the author.
const TEXT_CHARS: u32 = 200;
const AFTER_CHARS: u32 = 320;

/// Returns true if a line is directly at the heading, without another title in between.
fn is_at_heading(collector: &Collector<'_>, line: NodeId, heading: Option<NodeId>) -> bool {
    let Some(heading) = heading else { return false };
    let gap = visible_gap(collector.page, heading, line);
    if line < heading {
        return gap <= GAP_BEFORE;
    }
    let end = collector.document.subtree_end(heading);
    if line < end {
        return true;
    }
    let page = collector.page;
    let is_title = |paragraph: &Paragraph| {
        let text = page.paragraph_text(paragraph);
        let is_spaced = text.contains(|c: char| c.is_uppercase() || c.is_lowercase());
        let is_long = if is_spaced {
            paragraph.words as usize >= TITLE_WORDS
        } else {
            paragraph.text_chars as usize >= TITLE_CHARS
        };
        is_long && 2 * paragraph.link_chars > paragraph.text_chars
    };
    let between = page.paragraphs_among(end..line);
    let mut between = page.paragraphs()[between].iter().take(GAP_LINES);
    gap <= GAP_AFTER && !between.any(is_title)
}

/// Returns true if a line is the end of a longer text.
fn is_at_end(collector: &Collector<'_>, line: NodeId) -> bool {
    let document = collector.document;
    let before = |id: NodeId| collector.chars_before(id);
    let (start, end) = (before(line), before(document.subtree_end(line)));
    let text = around(document, line).find(|&id| start - before(id) >= TEXT_CHARS);
    text.is_some_and(|id| before(document.subtree_end(id)).saturating_sub(end) <= AFTER_CHARS)
}

/// Returns true if a text names a person in full: with two words, or in a script without capitals,
/// where names have no spaces. "Text: English" and "By Location" name nobody.
fn names_person(text: &str) -> bool {
    let found = names(text, Evidence::Line);
    found.first().is_some_and(|name| {
        name.contains(' ') || !name.starts_with(|c: char| c.is_uppercase() || c.is_lowercase())
    })
}

/// Returns an origin, marked as one of the page itself if the line is at the heading or at the end
/// of the text and names a person.
pub(super) fn marked(
    collector: &Collector<'_>,
    origin: Origin,
    text: &str,
    line: NodeId,
    heading: Option<NodeId>,
) -> Origin {
    let is_placed = is_at_heading(collector, line, heading) || is_at_end(collector, line);
    Origin { is_own: is_placed && names_person(text), ..origin }
}

/// Takes the marks away if lines with labels name different people.
pub(super) fn unmark_lists(collector: &mut Collector<'_>) {
    let is_line = |place: Place| {
        matches!(place, Place::ByLine | Place::LineAfterBy | Place::EndLine | Place::Credit)
    };
    let mut first: Option<Vec<String>> = None;
    let is_list =
        collector.of(Field::Author).filter(|author| is_line(author.place)).any(|author| {
            let names = names(&author.value, Evidence::Line);
            !names.is_empty() && *first.get_or_insert_with(|| names.clone()) != names
        });
    if is_list {
        let unmark = |author: &mut Candidate| {
            author.is_own = false;
            if author.place == Place::EndLine {
                author.standing = Standing::Excluded;
            }
        };
        collector.of_mut(Field::Author).for_each(unmark);
    }
}
