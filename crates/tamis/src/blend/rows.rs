//! Rows: elements built alike, of which the same parts are kept.
//!
//! A page writes equal things in equal ways: the lines of a transcript, the cards of products, the
//! posts of a journal. Each has the same parts, for example the name, the time and the words of a
//! speaker. The model decides about each of them alone, so it may keep the names of three speakers
//! of five, and words change owner.
//!
//! So the parts that are alike are decided together, as a column is. For example, of
//!
//! ```html
//! <div class=row><div class=speaker>Ann</div><div class=words>Good morning.</div></div>
//! <div class=row><div class=speaker>Bob</div><div class=words>Thank you for coming.</div></div>
//! <div class=row><div class=speaker>Ann</div><div class=words>Right.</div></div>
//! ```
//!
//! all names are kept if two of them are. A column of headings is also kept above texts that are
//! kept, because a text without its title has lost its topic.
//!
//! A heading may count the rows: "2 answers". Then two rows are enough, and one that is kept.
//!
//! Posts in threads are decided elsewhere ([`crate::threads`]). The rows of shops and lists are
//! mostly cards of other things, whose parts the model tells apart well, so only titles are kept
//! there.

use std::collections::BTreeSet;
use std::ops::Range;

use tamis_dom::{Document, NameSet, NodeId, name};

use super::kept_text::KeptText;
use crate::page::{Page, around};
use crate::signals::{PageType, PageTypes};
use crate::structure::label::label_of;
use crate::verdict::Verdict;

/// The fewest rows, and of those that a heading counts.
const MIN_ROWS: usize = 3;
const MIN_COUNTED: usize = 2;

/// The most paragraphs from the heading that counts rows to the first one of a column.
const COUNTED_WITHIN: usize = 6;

/// The least probability of a paragraph that is kept with its column, 0 to 1.
const MIN_PART: f64 = 0.2;

/// The same for a heading. The first title of several posts looks like that of the page.
const MIN_HEADING_PART: f64 = 0.08;

/// The length of a paragraph from which more than half of its column must be kept, in characters.
const LONG: u32 = 200;

/// The least mean probability of headings that are kept above their texts, 0 to 1.
const MIN_HEADING: f64 = 0.3;

/// The most paragraphs between a heading and its text: a date and the like.
const MAX_BETWEEN: usize = 2;

/// The most elements between the parent of rows and a paragraph in one.
const LEVELS: usize = 8;

/// The elements that are rows with a single paragraph, too. Others with one are the paragraphs of a
/// text, captions and notes among them.
const ITEMS: NameSet = NameSet::of(&[name::DD, name::DT, name::LI]);

/// The most paragraphs of a row.
const MAX_PARAGRAPHS: usize = 24;

/// The types of pages whose rows are left as they are.
const OTHER_TYPES: [PageType; 2] = [PageType::Forum, PageType::Product];

/// The types of pages whose rows are parts of a text. The rows of others are mostly cards, of which
/// the model knows what is content: only their titles are kept.
const TEXTS: [PageType; 2] = [PageType::Article, PageType::Documentation];

/// Keeps the dropped paragraphs of rows if most of those at the same place are kept.
pub(super) fn keep_rows(
    page: &Page,
    verdict: &mut Verdict,
    probabilities: &[f64],
    page_types: Option<PageTypes>,
) {
    let has_rows = |types: PageTypes| !OTHER_TYPES.contains(&types.most_probable());
    if !page_types.is_some_and(has_rows) {
        return;
    }
    let text = KeptText::of(page, &verdict.kept);
    let is_text = page_types.is_some_and(|types| TEXTS.contains(&types.most_probable()));
    let parents = parents(&text, verdict, probabilities);
    if parents.is_empty() {
        return;
    }
    let mut kinds = Kinds::of(page.document());
    for parent in parents {
        for column in columns(&text, &mut kinds, parent) {
            // Links to other pages are decided one by one, except the titles of posts.
            let is_of_links = is_text && is_of_links(page, &column);
            if is_of_links && !column.iter().all(|&at| page.paragraphs()[at].in_heading) {
                continue;
            }
            decide(page, verdict, probabilities, (&column, is_text && !is_of_links));
        }
    }
}

/// Returns the least probability of a paragraph that is kept with its column.
fn least(page: &Page, at: usize) -> f64 {
    if page.paragraphs()[at].in_heading { MIN_HEADING_PART } else { MIN_PART }
}

/// Returns the elements that may have rows with kept texts and some in doubt.
fn parents(text: &KeptText<'_>, verdict: &Verdict, probabilities: &[f64]) -> BTreeSet<NodeId> {
    let document = text.page.document();
    let has_rows = |&id: &NodeId| {
        let mut children = document.children(id).filter(|&child| document.name(child).is_some());
        children.nth(MIN_ROWS - 1).is_some() && text.kept_in(id) > 0
    };
    let in_doubt = (0..verdict.kept.len())
        .filter(|&at| !verdict.kept[at] && probabilities[at] >= least(text.page, at))
        .map(|at| text.first_text(at));
    in_doubt
        .flat_map(|node| around(document, node).skip(2).take(LEVELS))
        .collect::<BTreeSet<NodeId>>()
        .into_iter()
        .filter(has_rows)
        .collect()
}

/// Returns the paragraphs of each column of the rows in an element, in the order of the page.
fn columns(text: &KeptText<'_>, kinds: &mut Kinds<'_>, parent: NodeId) -> Vec<Vec<usize>> {
    let children = text.page.document().children(parent);
    let rows = children.filter_map(|id| Some((id, paragraphs_of_row(text, id)?)));
    let rows: Vec<(NodeId, Range<usize>)> = rows.collect();
    // Most elements are the bodies of texts, and have no rows.
    if rows.len() < MIN_COUNTED {
        return Vec::new();
    }
    let mut places: Vec<(u64, usize)> = Vec::new();
    for (row, inside) in rows {
        let mut paths: Vec<u64> = Vec::with_capacity(inside.len());
        for at in inside {
            let path = kinds.path(text.first_text(at), row);
            let number = paths.iter().filter(|&&other| other == path).count();
            paths.push(path);
            places.push((hashed(path, number as u64), at));
        }
    }
    places.sort_unstable();
    let columns = places.chunk_by(|(one, _), (other, _)| one == other);
    let columns = columns.filter(|column| {
        column.len() >= MIN_ROWS
            || column.len() >= MIN_COUNTED && column[0].1 < column[1].1 && {
                is_counted(text.page, column[0].1, column.len())
            }
    });
    let mut columns: Vec<Vec<usize>> =
        columns.map(|column| column.iter().map(|&(_, at)| at).collect()).collect();
    columns.sort_unstable();
    columns
}

/// True if the heading shortly before the first paragraph of a column counts the rows: "2 answers".
/// Readers' comments are counted too, and are others' text.
fn is_counted(page: &Page, first: usize, rows: usize) -> bool {
    let before = page.paragraphs()[first.saturating_sub(COUNTED_WITHIN)..first].iter().rev();
    let Some(heading) = before.into_iter().find(|of| of.in_heading) else { return false };
    let parts = page.paragraph_text(heading).split(|of: char| !of.is_ascii_digit());
    let mut numbers = parts.filter(|part| !part.is_empty());
    numbers.next().and_then(|number| number.parse().ok()) == Some(rows)
        && numbers.next().is_none()
        && label_of(page, heading).is_none()
}

/// The kinds of elements: hashes of their names and classes. Each is computed once, because the
/// same elements are in rows of several elements around them.
struct Kinds<'d> {
    document: &'d Document,
    /// The kind of each node, or 0 if it is not known yet.
    of: Vec<u64>,
}

impl Kinds<'_> {
    fn of(document: &Document) -> Kinds<'_> {
        Kinds { document, of: vec![0; document.len()] }
    }

    fn kind(&mut self, id: NodeId) -> u64 {
        let kind = &mut self.of[id.index()];
        if *kind == 0 {
            let name = self.document.name(id).map_or(0, |name| 1 + name.index() as u64);
            let class = self.document.attr(id, name::CLASS).unwrap_or_default();
            *kind = class.bytes().fold(hashed(START, name), |hash, byte| hashed(hash, byte.into()));
        }
        *kind
    }

    /// Returns a hash of the kinds of the elements from a text up to its row. Rows of other kinds
    /// have other paths.
    fn path(&mut self, text: NodeId, row: NodeId) -> u64 {
        let document = self.document;
        let elements = around(document, text).skip(1).take(LEVELS).take_while(|&id| id >= row);
        elements.fold(START, |hash, id| hashed(hash, self.kind(id)))
    }
}

/// The hash of nothing, and that of a value after others, as FNV-1a has it for bytes: the same on
/// every machine. Two paths of a page hardly ever share one.
const START: u64 = 0xcbf2_9ce4_8422_2325;
fn hashed(hash: u64, value: u64) -> u64 {
    (hash ^ value).wrapping_mul(0x0100_0000_01b3)
}

/// Returns the paragraphs of an element that may be a row.
fn paragraphs_of_row(text: &KeptText<'_>, id: NodeId) -> Option<Range<usize>> {
    let is_item = ITEMS.contains(text.page.document().name(id)?);
    let inside = text.page.paragraphs_in(id);
    let least = if is_item { 1 } else { 2 };
    (least..=MAX_PARAGRAPHS).contains(&inside.len()).then_some(inside)
}

/// True if most of the text of these paragraphs is in links.
fn is_of_links(page: &Page, column: &[usize]) -> bool {
    let sum = |chars: &dyn Fn(usize) -> u32| column.iter().map(|&at| u64::from(chars(at))).sum();
    let (links, all): (u64, u64) =
        (sum(&|at| page.paragraphs()[at].link_chars), sum(&|at| page.paragraphs()[at].text_chars));
    2 * links > all
}

/// Keeps what is dropped of a column, if it is one of a text and enough of it is kept, or if it is
/// one of headings.
fn decide(
    page: &Page,
    verdict: &mut Verdict,
    probabilities: &[f64],
    (column, is_text): (&[usize], bool),
) {
    let paragraphs = page.paragraphs();
    let count =
        |is_counted: &dyn Fn(usize) -> bool| column.iter().filter(|&&at| is_counted(at)).count();
    let kept = count(&|at| verdict.kept[at]);
    let is_above_text =
        |at: usize| verdict.kept[at + 1..].iter().take(1 + MAX_BETWEEN).any(|kept| *kept);
    let mean = column.iter().map(|&at| probabilities[at]).sum::<f64>() / column.len() as f64;
    let are_headings = column.iter().all(|&at| paragraphs[at].in_heading)
        && (mean >= MIN_HEADING || 3 * kept >= 2 * column.len())
        && 2 * count(&is_above_text) >= column.len();
    let is_counted = kept > 0 && is_counted(page, column[0], column.len());
    let are_enough = |at: usize| match paragraphs[at].text_chars {
        _ if is_counted => true,
        LONG.. => 3 * kept >= 2 * column.len(),
        _ => 2 * kept >= column.len(),
    };
    let reason = |at: usize| match () {
        () if is_text && are_enough(at) => Some("in a row like others of which this is kept"),
        () if are_headings && is_above_text(at) => Some("the heading of a text that is kept"),
        () => None,
    };
    let is_in_doubt = |at: usize| !verdict.kept[at] && probabilities[at] >= least(page, at);
    let in_doubt = column.iter().filter(|&&at| is_in_doubt(at));
    let of_kept: Vec<_> = in_doubt.filter_map(|&at| Some((at, reason(at)?))).collect();
    for (at, reason) in of_kept {
        verdict.set(at, true, reason);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blend::check_rule::check_rule;

    #[track_caller]
    fn check(html: &str, page_type: PageType, kept: &str, expected: &str) {
        check_rule(html, kept, expected, |page, verdict, probabilities| {
            keep_rows(page, verdict, probabilities, Some(PageTypes::certain(page_type)));
        });
    }

    #[test]
    fn most_of_a_column_decide() {
        for (open, close) in [
            ("<div class=row><div class=speaker>Ann</div><div>", "</div></div>"),
            ("<div><p>Ann</p><p>", "</p></div>"),
            ("<div><b>Ann</b><br><br>", "</div>"),
            ("<li><div>Ann</div><div>", "</div>"),
        ] {
            let row = format!("{open}Good morning.{close}").repeat(3);
            let html = format!("<div>{row}</div>");
            check(&html, PageType::Article, "+++??+", "++++++");
            check(&html, PageType::Article, "+++?.+", "++++-+");
            check(&html, PageType::Article, "++?+?+", "++-+-+");
            check(&html, PageType::Forum, "+++??+", "+++--+");
        }
    }

    #[test]
    fn headings_count_rows() {
        let answer = "<div class=a><div>12</div><p>Sit in the middle.</p></div>";
        for (heading, kept, expected) in [
            ("2 answers", "+.?.+", "+-+-+"),
            ("Réponses : 2", "+.+.?", "+-+-+"),
            ("2 answers", "+.?.?", "+-?-?"),
            ("3 answers", "+.?.+", "+-?-+"),
            ("2 of 2 answers", "+.?.+", "+-?-+"),
            ("2 comments", "+.?.+", "+-?-+"),
            ("Answers", "+.?.+", "+-?-+"),
        ] {
            let html = format!("<div><h2>{heading}</h2>{}</div>", answer.repeat(2));
            check(&html, PageType::Article, kept, &expected.replace('?', "-"));
        }
        let html = format!("<div><h2>4 answers</h2>{}</div>", answer.repeat(4));
        check(&html, PageType::Article, "+.+.?.?.?", "+-+-+-+-+");
    }

    #[test]
    fn items_of_a_list_are_rows_and_paragraphs_are_not() {
        check("<ol><li>One<li>Two<li>Three</ol>", PageType::Article, "+?+", "+++");
        check("<div><p>One<p>Photo: Ann<p>Three</div>", PageType::Article, "+?+", "+-+");
        let link = "<li><a href=/a>One</a>";
        let links = format!("<ul>{}</ul>", link.repeat(3));
        check(&links, PageType::Article, "+?+", "+-+");
        check(&links, PageType::Listing, "+?+", "+-+");
    }

    #[test]
    fn titles_with_links_stand_above_kept_texts() {
        let post = "<article><h2><a href=/a>Bread</a></h2><p>It rises.</p></article>";
        check(&post.repeat(3), PageType::Article, "?+++++", "++++++");
        check(&post.repeat(3), PageType::Article, "?+?+?+", "++++++");
        check(&post.repeat(3), PageType::Article, ".+++++", "-+++++");
    }

    #[test]
    fn titles_stand_above_kept_texts() {
        let post = "<article><h2>Bread</h2><div>June 1</div><div><p>It rises.</div></article>";
        check(&post.repeat(3), PageType::Article, "?.+?.+?.+", "+-++-++-+");
        check(&post.repeat(3), PageType::Article, "?.??.??.+", "--------+");
        check(&post.repeat(2), PageType::Article, "?.+?.+", "--+--+");
    }
}
