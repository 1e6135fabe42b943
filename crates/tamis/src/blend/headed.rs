//! Tables that a heading names: the data of a product, the facts of a place.
//!
//! The cells of a table of facts are short, and look like chrome: "1.2 kg", "Sea green". So the
//! model keeps the heading above them and drops them, or drops both. But a heading that is kept
//! promises what follows it, and a table is of no use in pieces. For example, of
//!
//! ```html
//! <div class=panel><h2>Description</h2><p>A blanket of wool from the moor …</div>
//! <div class=panel><h2>Details</h2><table><tr><th>Weight<td>1.2 kg<tr>…</table></div>
//! ```
//!
//! the table is kept if its heading is, or if the panel that is built alike has a kept text: a page
//! shows one of them at a time, and means all of them. Lists and rows under headings are left to
//! the model: on the labelled pages, most that it drops there are offers and buttons.

use std::ops::Range;

use tamis_dom::{NameSet, NodeId, name};

use super::kept_text::KeptText;
use super::parts::OTHER_TYPES;
use crate::page::{Page, around, kind_of, next_elements, previous_elements};
use crate::signals::PageTypes;
use crate::structure::label::label_of;
use crate::structure::table::is_layout;
use crate::verdict::Verdict;

/// The least mean probability of the paragraphs of a block, 0 to 1. Boilerplate below a heading
/// that is kept is mostly below.
const MIN_MEAN: f64 = 0.15;

/// The least kept text of a panel next to another, in characters.
const MIN_TEXT: u32 = 100;

/// The most text of a block, in characters, and its most paragraphs.
const MAX_BLOCK: u32 = 2000;
const MAX_PARAGRAPHS: usize = 120;

/// The largest share of the text of a block in links, in percent.
const MAX_LINKS: u64 = 20;

/// Tables by their names.
const BLOCKS: NameSet = NameSet::of(&[name::DL, name::TABLE]);

/// Keeps the dropped blocks under headings.
pub(super) fn keep_headed(
    page: &Page,
    verdict: &mut Verdict,
    probabilities: &[f64],
    page_types: Option<PageTypes>,
) {
    if page_types.is_none_or(|types| OTHER_TYPES.contains(&types.most_probable())) {
        return;
    }
    let text = KeptText::of(page, &verdict.kept);
    for at in 1..verdict.kept.len() {
        let heading = &page.paragraphs()[at - 1];
        let is_begin = heading.in_heading && !page.paragraphs()[at].in_heading;
        if !is_begin || probabilities[at] < MIN_MEAN / 2.0 || label_of(page, heading).is_some() {
            continue;
        }
        let Some(block) = text.block_from(at) else { continue };
        let mean = mean(&probabilities[block.clone()]);
        let is_named = text.chars(&(at - 1..at)).1 > 0;
        let is_panel =
            || probabilities[at - 1] >= MIN_MEAN && text.is_beside_panel(&(at - 1..block.end));
        if mean >= MIN_MEAN && (is_named || is_panel()) {
            for at in at - 1..block.end {
                if !verdict.kept[at] {
                    verdict.set(at, true, "a block under a heading that is kept");
                }
            }
        }
    }
}

impl KeptText<'_> {
    /// Returns the paragraphs of the largest block that begins with a paragraph.
    fn block_from(&self, at: usize) -> Option<Range<usize>> {
        let page = self.page;
        let document = page.document();
        let outer = around(document, self.first_text(at)).skip(1);
        let begun = outer.take_while(|&id| {
            let inside = page.paragraphs_in(id);
            inside.start == at && inside.len() <= MAX_PARAGRAPHS
        });
        let is_block = |id: &NodeId| {
            document.name(*id).is_some_and(|of| BLOCKS.contains(of)) && !is_layout(document, *id)
        };
        let is_plain = |id: &NodeId| {
            let paragraphs = &page.paragraphs()[page.paragraphs_in(*id)];
            let links: u64 = paragraphs.iter().map(|of| u64::from(of.link_chars)).sum();
            let chars = self.chars(&page.paragraphs_in(*id)).0;
            chars <= MAX_BLOCK
                && links * 100 <= u64::from(chars) * MAX_LINKS
                && !paragraphs.iter().any(|of| of.in_heading || of.has_copyright)
        };
        let block = begun.take_while(is_plain).filter(is_block).last();
        block.map(|id| page.paragraphs_in(id))
    }

    /// True if some paragraphs are all of an element that stands next to one with a kept text and
    /// is built alike.
    fn is_beside_panel(&self, paragraphs: &Range<usize>) -> bool {
        let document = self.page.document();
        let mut outer = around(document, self.first_text(paragraphs.start)).skip(1);
        let Some(panel) = outer.find(|&id| self.page.paragraphs_in(id) == *paragraphs) else {
            return false;
        };
        if document.attr(panel, name::CLASS).unwrap_or_default().is_empty() {
            return false;
        }
        let before = previous_elements(document, panel).next();
        let mut beside = before.into_iter().chain(next_elements(document, panel).next());
        beside.any(|id| {
            self.kept_in(id) >= MIN_TEXT && kind_of(document, id) == kind_of(document, panel)
        })
    }
}

fn mean(probabilities: &[f64]) -> f64 {
    probabilities.iter().sum::<f64>() / probabilities.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;
    use crate::signals::PageType;

    const TEXT: &str = "The bread stays in the oven until it is done, and nobody opens the door. \
        Then it rests on a rack for an hour, and only then is it cut. The rack may be of wood or \
        of iron, as long as air comes from below, and a cloth over it keeps the crust soft.";

    /// Returns the number of texts that are kept next to the long one.
    fn kept(html: &str, headings: bool, probability: f64) -> usize {
        let page = Page::measure(Parser::default().parse(&html.replace("TEXT", TEXT)));
        let mut verdict = Verdict::nothing("test", &page);
        for (at, paragraph) in page.paragraphs().iter().enumerate() {
            verdict.kept[at] = paragraph.text_chars > 200 || headings && paragraph.in_heading;
        }
        let probabilities = vec![probability; verdict.kept.len()];
        let types = PageTypes::certain(PageType::Product);
        keep_headed(&page, &mut verdict, &probabilities, Some(types));
        verdict.kept.iter().filter(|kept| **kept).count() - 1
    }

    #[test]
    fn blocks_go_with_their_headings() {
        for block in [
            "<table><tr><th>Weight<td>1 kg<tr><th>Colour<td>green<tr><th>Of<td>wool</table>",
            "<dl><dt>Weight<dd>1 kg<dt>Colour<dd>green<dt>Of<dd>wool</dl>",
        ] {
            let html = format!("<div><p>TEXT</div><div><h2>Details</h2>{block}</div>");
            assert_eq!(kept(&html, true, 0.3), 7, "{html}");
            assert_eq!(kept(&html, true, 0.1), 1, "{html}");
            assert_eq!(kept(&html, false, 0.3), 0, "{html}");
            let panel = "<div class=p><h2>Text</h2><p>TEXT</div>";
            let html = format!("{panel}<div class=p><h2>Details</h2>{block}</div>");
            assert_eq!(kept(&html, false, 0.3), 7, "{html}");
            let html = format!("{panel}<div class=q><h2>Details</h2>{block}</div>");
            assert_eq!(kept(&html, false, 0.3), 0, "{html}");
        }
    }

    #[test]
    fn other_blocks_stay_out() {
        for block in [
            "<ul><li><a href=/a>Bread</a><li><a href=/b>Oven</a></ul>",
            "<ul><li>Fast shipping<li>Warranty<li>Returns</ul>",
            "<h3>Bread</h3><p>One",
            "<table><tr><td>One<tr><td>Two</table>",
            "<p>One<p>Two",
        ] {
            let html = format!("<div><p>TEXT</div><div><h2>Details</h2>{block}</div>");
            let headings = html.matches("</h").count();
            assert_eq!(kept(&html, true, 0.3), headings, "{html}");
        }
    }
}
