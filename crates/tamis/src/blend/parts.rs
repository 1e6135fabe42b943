//! Parts of a text: the table, quote or short line inside it or at its end.
//!
//! A sentence such as "That is all." or a table with the hours of a shop has few words, so the
//! model is in doubt about it. In the middle of a text, the paragraphs around it help. At its end
//! they do not, because what follows is mostly boilerplate. But the markup often tells: the text
//! is in one element, and the part is a child of the same element. For example:
//!
//! ```html
//! <article>
//!   <p>A long paragraph, which is kept.
//!   <h2>Opening hours</h2>
//!   <table>…</table>
//!   <p>That is all.
//!   <section class=related>…</section>
//! </article>
//! ```
//!
//! The heading, the table and the last line go with the text. The section does not: it is a child,
//! too, but neither a line nor a table. A group such as `<div class=verdict>` goes with the text if
//! the model is in real doubt about all of it, because it is sure of most chrome.
//!
//! The address of a place, in `<address>` or a card, goes with the text, and so does a score
//! between two lines of a box that are kept: "8/10".
//!
//! Within a text, only tables, lists and quotes are kept this way. Of the single lines that the
//! model drops there, nearly all are captions and credits: 97 % on the labelled corpora. Of those
//! directly after a text, half are content.

use std::ops::Range;

use tamis_dom::{Document, Name, NameSet, NodeId, name};

use super::kept_text::KeptText;
use super::teasers::has_time;
use crate::page::questions::SENTENCE_ENDS;
use crate::page::{Page, around, has_class_word};
use crate::signals::{PageType, PageTypes};
use crate::structure::label::label_of;
use crate::structure::table::is_layout;
use crate::verdict::Verdict;

/// The least mean probability of the paragraphs of a part, 0 to 1. Boilerplate in the places where
/// parts are is mostly below.
const MIN_MEAN: f64 = 0.08;

/// The least probability of the first paragraph of a part. Saves the look at most boilerplate.
const MIN_FIRST: f64 = 0.04;

/// The least probability of a line after a text, and of text directly in the element of a text.
const MIN_LINE: f64 = 0.2;
const MIN_BARE: f64 = 0.1;

/// The least mean probability of the paragraphs of a group after a text, and the least of each.
/// Chrome in these places is mostly below 0.05, whatever its markup.
const MIN_GROUP: f64 = 0.2;
const MIN_IN_GROUP: f64 = 0.1;

/// The longest group after a text, in characters.
const MAX_GROUP: u32 = 600;

/// The least kept text of an element that has parts, in characters.
const MIN_TEXT: u32 = 200;

/// The same for an element that contains a dropped text directly, in no element of its own.
const MIN_BESIDE: u32 = 30;

/// The least share of the text of such an element that is kept, in percent.
const KEPT_PERCENT: u64 = 60;

/// The least mean probability of an address.
const MIN_ADDRESS: f64 = 0.06;

/// The longest score of a review, in characters, and the most letters of it: "4,5 von 5".
const MAX_SCORE: usize = 16;
const MAX_LETTERS: usize = 6;

/// The least probability of a score, and the longest box that it is in, in characters.
const MIN_SCORE: f64 = 0.1;
const MAX_BOX: u32 = 1500;

/// The most paragraphs of a part.
const MAX_PARAGRAPHS: usize = 200;

/// The elements that are parts wherever they are in a text.
const BLOCKS: NameSet =
    NameSet::of(&[name::BLOCKQUOTE, name::DL, name::OL, name::PRE, name::TABLE, name::UL]);

/// The elements that group texts.
const GROUPS: NameSet =
    NameSet::of(&[name::ARTICLE, name::ASIDE, name::DIV, name::MAIN, name::NAV, name::SECTION]);

/// The elements that are no groups of a text.
const APART: NameSet =
    NameSet::of(&[name::ASIDE, name::FOOTER, name::FORM, name::HEADER, name::NAV, name::SECTION]);

/// The elements that are of no use in pieces.
const WHOLE: [Name; 2] = [name::DL, name::TABLE];

/// The types of pages whose content is no text of its own.
pub(super) const OTHER_TYPES: [PageType; 3] =
    [PageType::Collection, PageType::Forum, PageType::Listing];

/// Keeps the dropped parts of a text, by the probabilities of its paragraphs.
pub(super) fn keep_parts(
    page: &Page,
    verdict: &mut Verdict,
    probabilities: &[f64],
    page_types: Option<PageTypes>,
) {
    let has_text = |types: PageTypes| !OTHER_TYPES.contains(&types.most_probable());
    let Some(last) = verdict.kept.iter().rposition(|kept| *kept) else { return };
    if !page_types.is_some_and(has_text) {
        return;
    }
    let text = KeptText::of(page, &verdict.kept);
    // The first of the headings before a part, which go with it.
    let mut headings: Option<usize> = None;
    // False after a part that is none: what comes after it does not end the text.
    let mut is_tail = true;
    let mut at = 0;
    while at < verdict.kept.len() {
        let is_after = at > last;
        if verdict.kept[at] || is_after && !is_tail {
            (at, headings) = (at + 1, None);
            continue;
        }
        let paragraph = &page.paragraphs()[at];
        if paragraph.in_heading
            && probabilities[at] >= MIN_MEAN
            && label_of(page, paragraph).is_none()
        {
            headings.get_or_insert(at);
            at += 1;
            continue;
        }
        if !is_after && probabilities[at] >= MIN_SCORE && text.is_score_of_box(at) {
            verdict.set(at, true, "a score of a box that is kept");
            (at, headings) = (at + 1, None);
            continue;
        }
        let part = text.part(at, probabilities, is_after);
        is_tail = part.is_some() || !is_after;
        if let Some(part) = &part {
            let begin =
                headings.filter(|&heading| page.paragraphs_in(part.parent).contains(&heading));
            for at in begin.unwrap_or(at)..part.paragraphs.end {
                if !verdict.kept[at] {
                    verdict.set(at, true, "a part of a text that is kept");
                }
            }
        }
        at = part.map_or(at + 1, |part| part.paragraphs.end.max(at + 1));
        headings = None;
    }
}

/// A part of a text.
struct Part {
    /// The element that contains the text and the part.
    parent: NodeId,
    paragraphs: Range<usize>,
}

impl KeptText<'_> {
    /// Returns the part that begins with a dropped paragraph. A single line is one only after all
    /// texts, or if it is text directly in the element of the text.
    fn part(&self, at: usize, probabilities: &[f64], is_after: bool) -> Option<Part> {
        if probabilities[at] < MIN_FIRST {
            return None;
        }
        let document = self.page.document();
        let text = self.first_text(at);
        let begun = around(document, text).skip(1).find(|&id| {
            document.name(id).is_some_and(|of| WHOLE.contains(&of)) && self.kept_in(id) > 0
        });
        let mut child = begun.unwrap_or(text);
        let mut outer = around(document, child).skip(1);
        let parent = loop {
            let id = outer.next()?;
            if self.kept_in(id) > 0 {
                break id;
            }
            child = id;
        };
        let paragraphs = self.page.paragraphs_in(child);
        let (all, of_kept) = self.chars(&self.page.paragraphs_in(parent));
        // A part that is begun needs no text before it: its first rows are missing.
        // Text directly in an element belongs to the texts in it, however short they are.
        let least = if child == text { MIN_BESIDE } else { MIN_TEXT };
        let is_text = of_kept >= least
            && u64::from(of_kept) * 100 >= u64::from(all) * KEPT_PERCENT
            && (child == text
                || begun.is_some()
                || self.chars(&(self.page.paragraphs_in(parent).start..at)).1 > 0);
        if !is_text || paragraphs.len() > MAX_PARAGRAPHS || !self.is_plain(&paragraphs) {
            return None;
        }
        let block = self.block_in(child);
        let is_address = || self.is_address(child, &paragraphs);
        if block != Some(child) && child != text && !self.is_beside(at, parent) && !is_address() {
            return None;
        }
        let mean = probabilities[paragraphs.clone()].iter().sum::<f64>() / paragraphs.len() as f64;
        let is_part = if let Some(block) = block {
            mean >= MIN_MEAN && !is_layout(self.page.document(), block)
        } else {
            // After a text, most elements that are no paragraphs are buttons and notes.
            let is_line = child == text || is_after && document.name(child) == Some(name::P);
            let least = if child == text { MIN_BARE } else { MIN_LINE };
            let is_line = is_line && paragraphs.len() == 1 && mean >= least && !self.is_note(at);
            let is_after = is_after && child != text && mean >= MIN_GROUP;
            is_line
                || mean >= MIN_ADDRESS && self.is_address(child, &paragraphs)
                || is_after && self.is_group(child, &paragraphs, probabilities)
        };
        is_part.then_some(Part { parent, paragraphs })
    }

    /// True if the kept text next to a paragraph is in no group of its own in this element, but
    /// directly in it or in a part of a text.
    fn is_beside(&self, at: usize, parent: NodeId) -> bool {
        let document = self.page.document();
        let before =
            self.kept_before(at).filter(|&other| self.page.paragraphs_in(parent).contains(&other));
        let kept = before.or_else(|| self.kept_after(at));
        let Some(text) = kept.map(|other| self.first_text(other)) else { return false };
        let child = around(document, text).take_while(|&id| id > parent).last();
        child.is_some_and(|id| document.name(id).is_none_or(|of| !GROUPS.contains(of)))
    }

    /// True for a group after a text that goes with it: a verdict, the steps of an instruction,
    /// facts and their values, in elements of any kind. It has no links, and is more than a button.
    fn is_group(&self, id: NodeId, range: &Range<usize>, probabilities: &[f64]) -> bool {
        let paragraphs = &self.page.paragraphs()[range.clone()];
        let is_apart = self.page.document().name(id).is_some_and(|of| APART.contains(of));
        let is_sentence = |of| self.page.paragraph_text(of).ends_with(SENTENCE_ENDS);
        !is_apart
            && (paragraphs.len() > 1 || is_sentence(&paragraphs[0]))
            && probabilities[range.clone()].iter().all(|&of| of >= MIN_IN_GROUP)
            && self.chars(range).0 <= MAX_GROUP
            && paragraphs.iter().all(|of| of.link_chars == 0)
            && !range.clone().any(|at| self.is_note(at))
    }

    /// True for the address of a place: it has a number, and more than one part.
    fn is_address(&self, id: NodeId, range: &Range<usize>) -> bool {
        let document = self.page.document();
        let is_named = document.is_html(id, name::ADDRESS)
            || has_class_word(document, id, &["vcard", "adr", "address"]);
        if !is_named {
            return false;
        }
        let text = document.text(id);
        let parts = text.split([',', '\n']).filter(|part| !part.trim().is_empty()).count();
        let lines = document.elements(id).filter(|&id| document.is_html(id, name::BR)).count();
        text.contains(char::is_numeric)
            && parts + lines > 1
            && self.chars(range).0 <= MAX_GROUP
            && !range.clone().any(|at| self.is_note(at))
    }

    /// True for a score whose neighbours are kept and in the same small box.
    fn is_score_of_box(&self, at: usize) -> bool {
        let (page, document) = (self.page, self.page.document());
        let text = page.paragraph_text(&page.paragraphs()[at]);
        let letters = text.chars().filter(|char| char.is_alphabetic()).count();
        let is_score = text.len() <= MAX_SCORE
            && text.starts_with(|first: char| first.is_numeric() || "★⭐".contains(first))
            && text.chars().all(|of| of.is_alphanumeric() || " .,/%★☆⭐".contains(of))
            && letters <= MAX_LETTERS
            && !self.is_note(at);
        if !is_score || at == 0 || at + 1 >= page.paragraphs().len() {
            return false;
        }
        let (before, after) = (at - 1, at + 1);
        let own = self.first_text(at);
        let whole = around(document, own).find(|&id| page.paragraphs_in(id).contains(&before));
        whole.is_some_and(|id| {
            let inside = page.paragraphs_in(id);
            let mut named = around(document, own).take_while(|&inner| inner >= id);
            named.any(|id| names_review(document, id))
                && inside.contains(&after)
                && self.kept_before(at) == Some(before)
                && self.kept_after(at) == Some(after)
                && self.chars(&inside).0 <= MAX_BOX
        })
    }

    /// Returns the block that is this element, or the only text in it.
    fn block_in(&self, id: NodeId) -> Option<NodeId> {
        let document = self.page.document();
        let whole = self.page.paragraphs_in(id);
        let is_block = |id: NodeId| document.name(id).is_some_and(|of| BLOCKS.contains(of));
        let mut inside =
            document.elements(id).take_while(|&id| self.page.paragraphs_in(id) == whole);
        if is_block(id) { Some(id) } else { inside.find(|&id| is_block(id)) }
    }

    /// True for a line with a date or a copyright, which says who owns the page.
    fn is_note(&self, at: usize) -> bool {
        let paragraph = &self.page.paragraphs()[at];
        paragraph.has_copyright || has_time(self.page.paragraph_text(paragraph))
    }

    /// True for paragraphs that are mostly no links and begin with no label.
    fn is_plain(&self, range: &Range<usize>) -> bool {
        let paragraphs = &self.page.paragraphs()[range.clone()];
        let links: u64 = paragraphs.iter().map(|of| u64::from(of.link_chars)).sum();
        2 * links <= u64::from(self.chars(range).0)
            && paragraphs.first().is_some_and(|first| label_of(self.page, first).is_none())
    }
}

/// True if a class of an element names a review. `c-review` and `reviewScore` do.
fn names_review(document: &Document, id: NodeId) -> bool {
    const NAMES: [&str; 9] =
        ["review", "rating", "score", "verdict", "note", "wertung", "fazit", "nota", "star"];
    let class = document.attr(id, name::CLASS).unwrap_or_default().to_ascii_lowercase();
    NAMES.iter().any(|of| class.contains(of))
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    const TEXT: &str = "The bread stays in the oven until it is done, and nobody opens the door. \
        Then it rests on a rack for an hour, and only then is it cut. The rack may be of wood or \
        of iron, as long as air comes from below, and a cloth over it keeps the crust soft.";

    /// Returns the texts of an article that are kept, if the long ones are, and the others have
    /// this probability.
    fn kept(html: &str, probability: f64) -> Vec<String> {
        let page = Page::measure(Parser::default().parse(&html.replace("TEXT", TEXT)));
        let mut verdict = Verdict::nothing("test", &page);
        for (at, paragraph) in page.paragraphs().iter().enumerate() {
            verdict.kept[at] = paragraph.text_chars > 200;
        }
        let probabilities = vec![probability; verdict.kept.len()];
        keep_parts(
            &page,
            &mut verdict,
            &probabilities,
            Some(PageTypes::certain(PageType::Article)),
        );
        let kept = page.paragraphs().iter().zip(&verdict.kept).filter(|(_, kept)| **kept);
        let texts = kept.map(|(of, _)| page.paragraph_text(of).to_owned());
        texts.filter(|text| text.len() < 200).collect()
    }

    #[test]
    fn tables_lists_and_quotes_stand_in_a_text() {
        let table = "<table><tr><th>Flour<td>500 g<tr><th>Salt<td>10 g</table>";
        let of_table = ["Numbers", "Flour", "500 g", "Salt", "10 g"];
        for (part, expected) in [
            (table, &of_table[1..]),
            (&format!("<h2>Numbers</h2>{table}"), &of_table),
            (&format!("<h2>Numbers</h2><div class=wide>{table}</div>"), &of_table),
            ("<blockquote><p>The oven wins.</blockquote>", &["The oven wins."]),
            ("<dl><dt>Place<dd>Oven</dl>", &["Place", "Oven"]),
            ("<ul><li>Salt<li>Flour</ul>", &["Salt", "Flour"]),
        ] {
            for html in [
                format!("<article><p>TEXT{part}<p>TEXT</article>"),
                format!("<article><p>TEXT{part}<section><p>Other stories</section></article>"),
                format!("<p>TEXT<p>TEXT{part}<footer><p>Imprint</footer>"),
            ] {
                assert_eq!(kept(&html, 0.2), expected, "{html}");
                assert!(kept(&html, 0.05).is_empty(), "{html}");
            }
        }
    }

    #[test]
    fn a_begun_table_is_whole() {
        let table = "<table><tr><th>Flour<td>500 g<tr><td colspan=2>TEXT</table>";
        for html in [table.to_owned(), format!("<article>{table}<p>TEXT</article>")] {
            assert_eq!(kept(&html, 0.2), ["Flour", "500 g"], "{html}");
        }
    }

    #[test]
    fn lines_end_a_text() {
        for (html, expected) in [
            ("<div><p>TEXT<p>That is all.<footer>Imprint</footer></div>", &["That is all."][..]),
            ("<div>TEXT<br><br>That is all.</div>", &["That is all."]),
            ("<div>Bread<p>TEXT</div>", &["Bread"]),
            ("<div><p>TEXT<address>Oven, Lane 4</address></div>", &["Oven, Lane 4"]),
            ("<div><p>TEXT<div class=vcard>Oven, Lane 4</div></div>", &["Oven, Lane 4"]),
            ("<div><p>TEXT<address>Ann, writer</address></div>", &[]),
            ("<div>Two boats came in<div><p>TEXT</div></div>", &["Two boats came in"]),
            // A caption, a button, a note, and what is after a box.
            ("<div><p>TEXT<p>Photo: Ann<p>TEXT</div>", &[]),
            ("<div><p>TEXT<div>Show more</div></div>", &[]),
            ("<div><p>TEXT<p>Updated: 3.4.2013</div>", &[]),
            ("<div><p>TEXT<aside>Box</aside><p>That is all.</div>", &[]),
            ("<div><p>TEXT</div><p>Imprint", &[]),
        ] {
            assert_eq!(kept(html, 0.25), expected, "{html}");
        }
    }

    #[test]
    fn groups_end_a_text() {
        for (group, expected) in [
            ("<div class=verdict>Good, but dear.</div>", &["Good, but dear."][..]),
            ("<div><div>1<p>Ring.</div><div>2<p>Wait.</div></div>", &["1", "Ring.", "2", "Wait."]),
            ("<details><summary>Sources</summary><p>Book 4</details>", &["Sources", "Book 4"]),
            ("<div>यह बंद है।</div>", &["यह बंद है।"]),
            ("<div>Share</div>", &[]),
            ("<div><p>Ann<p><a href=/a>All posts</a></div>", &[]),
            ("<section><h2>News</h2><p>Other stories.</section>", &[]),
        ] {
            let html = format!("<main><p>TEXT<p>TEXT{group}</main>");
            assert_eq!(kept(&html, 0.25), expected, "{html}");
            assert!(kept(&html, 0.15).is_empty(), "{html}");
        }
    }

    #[test]
    fn other_things_after_a_text_stay_out() {
        let link = "<li><a href=/a>Bread</a>";
        for html in [
            format!("<div><p>TEXT<ul>{link}{link}</ul></div>"),
            format!("<div><p>TEXT<h3>Related stories</h3><ul>{link}<li>Oven</ul></div>"),
            "<div><p>TEXT<h3>Comments</h3><p>I agree.</div>".to_owned(),
            "<div><p>TEXT</div><div><table><tr><th>A<td>B<tr><th>C<td>D</table></div>".to_owned(),
        ] {
            assert!(kept(&html, 0.2).is_empty(), "{html}");
        }
    }

    #[test]
    fn a_table_of_which_something_is_kept_is_whole() {
        let row = "<tr><td>Ann<td>TEXT<tr><td>Bob<td>No";
        let html = format!("<p>TEXT<p>TEXT<table>{row}</table><p>TEXT");
        assert_eq!(kept(&html, 0.2), ["Ann", "Bob", "No"]);
    }
}
