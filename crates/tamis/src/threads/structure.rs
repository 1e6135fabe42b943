//! Posts by structure alone: elements of one kind, of which each names a user and a date.
//!
//! There are more systems for forums than any table has. What all of them have in common is that a
//! post is repeated, and that each says who wrote it and when. So elements are grouped by their
//! name and first class without digits, because systems number their posts: `post-17` and `post-18`
//! are of one kind. Only the first class counts, because the later ones often say what is special
//! about one post, for example `first` or `by-moderator`.
//!
//! Of each group that has a user and a date in every element, two facts are compared: how much text
//! it has, and how often it is repeated. The group must have at least half as much text as the
//! largest, and of these the most repeated one is taken. For example, a page has three pages of
//! answers in `div.page`, with twelve answers in `div.answer` and twelve lines in `div.meta`. The
//! pages have the most text, the answers nearly as much, the lines hardly any. The answers win,
//! because they are repeated most often among those with text.
//!
//! Whether an element contains a user is answered in constant time by running sums: the number of
//! users before its end is greater than that before its beginning. So the search is linear in the
//! page, however deeply it is nested.

use std::collections::HashMap;

use tamis_dom::NodeId;

use super::parts::is_line;
use super::rules::{PartField, RULES};
use crate::page::{Page, kind_of};

/// The fewest elements of one kind that are posts by their structure.
const MIN_REPEATED: usize = 3;

/// The elements of one kind that name a user and a date.
#[derive(Debug, Default)]
struct Kind {
    elements: Vec<NodeId>,
    /// The text of the outermost of them, in Unicode scalar values.
    text_chars: u64,
    /// The end of the last of the outermost.
    end: usize,
}

/// Returns the posts of a page without the markup of a known system. Of the kinds with much of the
/// text, these are the elements of the one that is repeated most. Takes time linear in the page.
pub(super) fn repeated(page: &Page) -> Vec<NodeId> {
    let document = page.document();
    let (users, dates) = marks(page);
    let has =
        |marks: &[u32], id: NodeId| marks[document.subtree_end(id).index()] > marks[id.index()];
    let mut kinds: HashMap<u64, Kind> = HashMap::new();
    for id in document.elements(NodeId::DOCUMENT) {
        if !has(&users, id) || !has(&dates, id) {
            continue;
        }
        let kind = kinds.entry(kind_of(document, id)).or_default();
        kind.elements.push(id);
        if id.index() >= kind.end {
            kind.end = document.subtree_end(id).index();
            kind.text_chars += u64::from(page.stats(id).text_chars);
        }
    }
    let repeated = kinds.into_values().filter(|kind| kind.elements.len() >= MIN_REPEATED);
    let repeated: Vec<Kind> = repeated.collect();
    let most_text = repeated.iter().map(|kind| kind.text_chars).max().unwrap_or(0);
    let large = repeated.into_iter().filter(|kind| kind.text_chars * 2 >= most_text);
    // The order of the table varies, so a tie is broken by the place in the page.
    let best = large.max_by_key(|kind| {
        (kind.elements.len(), kind.text_chars, std::cmp::Reverse(kind.elements[0]))
    });
    best.map(|kind| kind.elements).unwrap_or_default()
}

/// Returns for each node the number of elements before it that name a user, and that state a date.
fn marks(page: &Page) -> (Vec<u32>, Vec<u32>) {
    let document = page.document();
    let mut rules = RULES.part_index.on(document);
    let mut users = vec![0; document.len() + 1];
    let mut dates = vec![0; document.len() + 1];
    for id in document.elements(NodeId::DOCUMENT) {
        rules.matching(id, |rule| {
            let marks = match RULES.parts[rule].field {
                PartField::Author => &mut users,
                PartField::Date => &mut dates,
                _ => return,
            };
            if is_line(page, id) {
                marks[id.index() + 1] = 1;
            }
        });
    }
    for marks in [&mut users, &mut dates] {
        let mut sum = 0;
        for mark in marks.iter_mut() {
            sum += *mark;
            *mark = sum;
        }
    }
    (users, dates)
}
