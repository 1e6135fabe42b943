//! Long texts that are kept twice.
//!
//! Pages have a text once for each width of a screen, in a card that sums up the article, or in a
//! copy for printers. A reader wants it once, so the later copies are dropped. Short texts are
//! copies if classes of their elements name the screens that they are for.
//!
//! Some repeated texts belong where they are:
//!
//! - A text between two that are not repeated: a quote of an earlier post that is answered, or the
//!   same condition of another offer. Without this exception, an answer loses what it answers.
//! - In a thread, any other text in a quote.
//! - The refrain of a song, also after its last verse.
//! - An item of a list whose other items say more than those that are repeated. For example, the
//!   card of a recipe has five steps, of which two are word for word in the article above. A card
//!   with the other three is worse than a text that is there twice.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;

use tamis_dom::{NameSet, NodeId, name};

use crate::page::edges::edges;
use crate::page::{Page, Paragraph, WidthCopy, around};
use crate::structure::hidden::is_left_out;
use crate::verdict::Verdict;

/// The shortest paragraph that is not kept twice, in characters.
const MIN_REPEATED: u32 = 80;

/// The elements whose items are read together.
const LISTS: NameSet = NameSet::of(&[name::OL, name::UL, name::DL, name::TABLE]);

/// The most lists with repeated items that are looked at. Each may be inside the one before, so
/// that the time would grow with their number times the length of the page.
const MAX_LISTS: usize = 64;

/// Drops long paragraphs whose text was kept before, except those that belong where they are. In a
/// thread, quotes belong to the answers to them.
pub(super) fn drop_repeats(page: &Page, verdict: &mut Verdict, is_thread: bool) {
    let paragraphs = page.paragraphs();
    let is_quote = |at: usize| {
        let mut around = around(page.document(), paragraphs[at].origin());
        is_thread && around.any(|id| page.document().is_html(id, name::BLOCKQUOTE))
    };
    let repeated = repeats(page, &verdict.kept);
    let of_lists = in_lists_of_others(page, &verdict.kept, &repeated);
    let mut with_belonging: BTreeSet<usize> = BTreeSet::new();
    for (&at, &original) in &repeated {
        let belongs = |other: Option<usize>| {
            other.is_some_and(|other| {
                other < paragraphs.len()
                    && verdict.kept[other]
                    && other != original
                    && !repeated.contains_key(&other)
            })
        };
        if belongs(at.checked_sub(1)) && belongs(Some(at + 1)) {
            with_belonging.insert(original);
        } else if !(belongs(at.checked_sub(1)) && with_belonging.contains(&original)
            || of_lists.contains(&at)
            || is_quote(at))
        {
            verdict.set(at, false, "repeats a text that is kept");
        }
    }
    for WidthCopy { original, copy } in page.width_copies().iter().cloned() {
        let text = |at: usize| page.paragraph_text(&paragraphs[at]);
        let kept = |range: Range<usize>| range.filter(|&at| verdict.kept[at]).collect::<Vec<_>>();
        let known: HashSet<&str> =
            kept(page.paragraphs_in(original)).into_iter().map(text).collect();
        for at in kept(page.paragraphs_among(copy)) {
            if known.contains(text(at)) {
                verdict.set(at, false, "a copy for other screens");
            }
        }
    }
}

/// Returns those of the repeated paragraphs that are in a list with more kept text that is not
/// repeated, and whose originals are outside of that list.
fn in_lists_of_others(
    page: &Page,
    kept: &[bool],
    repeated: &BTreeMap<usize, usize>,
) -> BTreeSet<usize> {
    let document = page.document();
    let list_of = |at: usize| {
        around(document, page.paragraphs()[at].origin())
            .find(|&id| document.name(id).is_some_and(|name| LISTS.contains(name)))
    };
    // The lists, each with its kept characters that are not repeated and those that are.
    let mut lists: BTreeMap<NodeId, (u64, u64)> = BTreeMap::new();
    for list in repeated.keys().filter_map(|&at| list_of(at)) {
        if lists.len() == MAX_LISTS {
            break;
        }
        lists.entry(list).or_insert_with(|| {
            let mut chars = (0, 0);
            for at in page.paragraphs_in(list).filter(|&at| kept[at]) {
                let text = u64::from(page.paragraphs()[at].text_chars);
                *if repeated.contains_key(&at) { &mut chars.1 } else { &mut chars.0 } += text;
            }
            chars
        });
    }
    let belongs = |at: usize, original: usize| {
        list_of(at).is_some_and(|list| {
            lists.get(&list).is_some_and(|(others, copies)| others > copies)
                && !page.paragraphs_in(list).contains(&original)
        })
    };
    repeated.iter().filter(|(at, original)| belongs(**at, **original)).map(|(at, _)| *at).collect()
}

/// Returns the long kept paragraphs whose text was kept before, and the first one with that text.
/// A paragraph that only line breaks separate from the first one is none: the chorus of a song.
fn repeats(page: &Page, kept: &[bool]) -> BTreeMap<usize, usize> {
    let paragraphs = page.paragraphs();
    let chars = |at: &usize| paragraphs[*at].text_chars;
    let is_long = |at: &usize| kept[*at] && chars(at) >= MIN_REPEATED;
    let long = (0..paragraphs.len()).filter(is_long);
    // Most texts differ in length or in their edges, and need no look-up.
    let mut long: Vec<(u32, u64, usize)> =
        long.map(|at| (chars(&at), edges(page.paragraph_text(&paragraphs[at])), at)).collect();
    long.sort_unstable();
    let mut repeats = BTreeMap::new();
    for alike in long.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
        if let [_, _, ..] = alike {
            let mut first = HashMap::new();
            let alike = alike.iter().map(|&(.., at)| at);
            for at in alike.filter(|&at| is_shown(page, &paragraphs[at])) {
                let original = *first.entry(in_one_line(page, &paragraphs[at])).or_insert(at);
                if original != at && !share_element(page, at, original) {
                    repeats.insert(at, original);
                }
            }
        }
    }
    repeats
}

/// Returns a text with single spaces. Copies for printers are broken into other lines.
fn in_one_line(page: &Page, paragraph: &Paragraph) -> String {
    let words: Vec<&str> = page.paragraph_text(paragraph).split_whitespace().collect();
    words.join(" ")
}

/// True if two paragraphs begin in the same element.
fn share_element(page: &Page, one: usize, other: usize) -> bool {
    let parent = |at: usize| {
        let mut nodes = page.paragraph_nodes(&page.paragraphs()[at]);
        nodes.next().and_then(|id| page.document().parent(id))
    };
    parent(one) == parent(other)
}

/// Returns false for a paragraph that no renderer writes.
fn is_shown(page: &Page, paragraph: &Paragraph) -> bool {
    let origin = paragraph.origin();
    !around(page.document(), origin).any(|id| is_left_out(page, id))
}

#[cfg(test)]
mod tests {
    use super::drop_repeats;
    use crate::blend::check_rule::check_rule;

    #[track_caller]
    fn check(html: &str, kept: &str, expected: &str) {
        check_rule(html, kept, expected, |page, verdict, _| drop_repeats(page, verdict, false));
    }

    #[test]
    fn long_texts_are_kept_once() {
        let long = "A sentence of some fifty characters is repeated. ".repeat(2);
        check(&format!("<p>{long}<p>One<p>{long}"), "+++", "++-");
        check(&format!("<p>{long}<p>One<p>{long}"), "-++", "-++");
        let broken = long.replace(" is", "\nis");
        check(&format!("<p>{long}<p>One<p>{broken}"), "+++", "++-");
        check("<p>One<p>Two<p>One", "+++", "+++");
        // A quote in an answer, and the same texts again.
        check(&format!("<p>{long}<p>Ann wrote:<p>{long}<p>Yes."), "++++", "++++");
        check(&format!("<p>{long}<p>One<p>{long}<p>{long}<p>Two"), "+++++", "++--+");
        check(&format!("<p>{long}<p>{long}<p>Two"), "+++", "+-+");
        let song = format!("<p>One<p>{long}<p>Two<p>{long}<p>Three<p>{long}");
        check(&song, "++++++", "++++++");
        check(&format!("{song}<p>{long}"), "+++++++", "++++++-");
        let hidden = format!("<div hidden><p>{long}</div><p>{long}");
        check(&format!("{hidden}<p>{long}"), "+++", "++-");
    }

    #[test]
    fn quotes_stay_in_threads() {
        let long =
            |what: &str| format!("{what} is a sentence of some eighty characters. ").repeat(2);
        let (one, two) = (long("One"), long("Two"));
        let html = format!("<p>{one}<p>{two}<blockquote><p>{one}<p>{two}</blockquote><p>{two}");
        for (is_thread, expected) in [(false, "++---"), (true, "++++-")] {
            check_rule(&html, "+++++", expected, |page, verdict, _| {
                drop_repeats(page, verdict, is_thread);
            });
        }
    }

    #[test]
    fn items_stay_in_their_lists() {
        let long = |what: &str| format!("{what} is a step of some eighty characters. ").repeat(2);
        let (one, two, three) = (long("One"), long("Two"), long("Three, which is longer"));
        let post = format!("<p>{one}<p>Then<p>{two}");
        let four = long("Four, which is longer");
        for (open, item, close) in [
            ("<ol>", "<li>", "</ol>"),
            ("<ul class=steps>", "<li><div>", "</ul>"),
            ("<table>", "<tr><td>", "</table>"),
            ("<dl>", "<dd>", "</dl>"),
        ] {
            let list = |items: &[&str]| {
                let items: Vec<String> = items.iter().map(|text| format!("{item}{text}")).collect();
                format!("{post}{open}{}{close}<p>End", items.concat())
            };
            check(&list(&[&three, &one, &two, &four]), "++++++++", "++++++++");
            check(&list(&[&three, &four, &two]), "+++++++", "+++++++");
            // A copy of the whole.
            check(&list(&[&one, &two]), "++++++", "+++--+");
            check(&list(&[&one, &two, "Short"]), "+++++++", "+++--++");
        }
        // The same item twice in a list.
        check(&format!("<ul><li>{one}<li>{three}<li>{four}<li>{one}</ul>"), "++++", "+++-");
    }
}
