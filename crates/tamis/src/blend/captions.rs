//! Captions of the pictures in a text that is kept.
//!
//! A caption is short, stands alone, and says something that the text around it does not. For all
//! of these reasons a model that judges paragraph by paragraph takes it for the text of a card, and
//! drops it, and the picture with it. Its place says more: a picture with its caption between two
//! kept texts belongs to them. So does one between the title and the first kept text, and one after
//! the last kept text, in the same element as that.
//!
//! For example, of `<p>One<div class=thumb><img><div class=caption>Bread</div></div><p>Two` "Bread"
//! is kept if both paragraphs are.
//!
//! Cards of other articles can look the same: a picture, and a text with the class `caption`. They
//! are links, or have headings, so these are no captions here.
//!
//! A caption without such a class is one if the smallest element around it and a picture has
//! nothing else, and if it is not surely boilerplate, as the label of an advertisement is.

use std::ops::Range;

use tamis_dom::{Document, NameSet, NodeId, NodeKind, name};

use crate::page::{Page, Paragraph, around};
use crate::structure::caption::{caption_around, captioned};
use crate::structure::hidden::is_left_out;
use crate::verdict::Verdict;

/// The greatest share of the characters of a caption in links, in percent. Above, it is the title
/// of another page.
const MAX_LINKS: u64 = 60;

/// The most text between the title and a picture above the text, in characters: a subtitle and a
/// byline.
const MAX_ABOVE: u32 = 300;

/// The most paragraphs between the title and a picture above the text.
const MAX_LINES_ABOVE: usize = 8;

/// The longest caption without a class of captions, in characters.
const MAX_PLAIN: u32 = 300;

/// The lowest probability of such a caption.
const MIN_PLAIN: f64 = 0.1;

/// Elements that no caption is next to: parts of forms.
const CONTROLS: NameSet =
    NameSet::of(&[name::BUTTON, name::FORM, name::INPUT, name::SELECT, name::TEXTAREA]);

/// A paragraph that is not kept and the caption of a picture.
struct Caption {
    /// The element with the picture and the caption.
    whole: NodeId,
    /// Its class says that it is a caption.
    is_declared: bool,
}

/// Keeps the captions of pictures among kept texts.
pub(super) fn keep_captions(page: &Page, verdict: &mut Verdict, probabilities: &[f64]) {
    let paragraphs = page.paragraphs();
    let mut at = 0;
    while at < paragraphs.len() {
        let Some(Caption { whole, is_declared }) = caption_at(page, verdict, probabilities, at)
        else {
            at += 1;
            continue;
        };
        let inside = paragraphs_in(page, whole);
        // A picture and a line below the title, or after the text, may be those of the author.
        let is_kept = |at: Option<usize>| at.is_some_and(|at| verdict.kept.get(at) == Some(&true));
        let is_between = is_kept(inside.start.checked_sub(1)) && is_kept(Some(inside.end));
        let is_sure = is_declared || is_between || is_named_picture(page, whole);
        if is_sure && is_among_kept(page, &verdict.kept, whole, &inside) {
            for caption in inside.clone() {
                if !verdict.kept[caption] && (!is_declared || is_caption(page, caption)) {
                    verdict.set(caption, true, "the caption of a picture in a text that is kept");
                }
            }
        }
        at = inside.end.max(at + 1);
    }
}

/// Returns the caption that a paragraph is, if it is one and not kept.
fn caption_at(page: &Page, verdict: &Verdict, probabilities: &[f64], at: usize) -> Option<Caption> {
    if verdict.kept[at] {
        return None;
    }
    let document = page.document();
    let text = first_text(page, &page.paragraphs()[at])?;
    let caption = match caption_around(document, text) {
        Some(caption) => Caption { whole: captioned(document, caption)?, is_declared: true },
        None if probabilities[at] >= MIN_PLAIN => plain_caption(page, at, text)?,
        None => return None,
    };
    let is_hidden = |id| is_left_out(page, id);
    (!around(document, text).any(is_hidden)).then_some(caption)
}

/// Returns the caption that a paragraph without a class of captions is: the smallest element around
/// it and a picture has no other text, no second picture, and nothing to press.
fn plain_caption(page: &Page, at: usize, text: NodeId) -> Option<Caption> {
    let (document, paragraph) = (page.document(), &page.paragraphs()[at]);
    if paragraph.in_heading || paragraph.link_chars > 0 || paragraph.text_chars > MAX_PLAIN {
        return None;
    }
    let whole = captioned(document, text)?;
    let pictures = document.elements(whole).filter(|&id| document.is_html(id, name::IMG)).count();
    let is_control =
        |id| document.name(id).is_some_and(|name| CONTROLS.contains(name) || name == name::IFRAME);
    let is_alone = paragraphs_in(page, whole) == (at..at + 1);
    (is_alone && pictures == 1 && !document.elements(whole).any(is_control))
        .then_some(Caption { whole, is_declared: false })
}

/// Parts of the classes of elements with a picture that is more than an icon, in lower case.
const PICTURES: [&str; 8] =
    ["figure", "hero", "image", "img", "media", "photo", "picture", "thumb"];

/// Returns true for an element whose class says that it is a picture.
fn is_named_picture(page: &Page, whole: NodeId) -> bool {
    let class = page.document().attr(whole, name::CLASS).unwrap_or_default().to_ascii_lowercase();
    PICTURES.iter().any(|part| class.contains(part))
}

/// Returns true for a paragraph in a caption that is no heading and has few links.
fn is_caption(page: &Page, at: usize) -> bool {
    let paragraph = &page.paragraphs()[at];
    let first = first_text(page, paragraph);
    !paragraph.in_heading
        && u64::from(paragraph.link_chars) * 100 <= MAX_LINKS * u64::from(paragraph.text_chars)
        && first.is_some_and(|first| caption_around(page.document(), first).is_some())
}

/// Returns the paragraphs that begin in an element.
fn paragraphs_in(page: &Page, id: NodeId) -> Range<usize> {
    let first_from = |id: NodeId| {
        page.paragraphs().partition_point(|of| first_node(page, of).is_some_and(|first| first < id))
    };
    first_from(id)..first_from(page.document().subtree_end(id))
}

/// Returns true if the kept texts around a picture show that it belongs to them.
fn is_among_kept(page: &Page, kept: &[bool], whole: NodeId, inside: &Range<usize>) -> bool {
    let paragraphs = page.paragraphs();
    if paragraphs[inside.clone()].iter().any(|of| of.in_heading) {
        return false;
    }
    let document = page.document();
    let parent = document.parent(whole).unwrap_or(NodeId::DOCUMENT);
    let is_beside = |at: usize| {
        let first = first_node(page, &paragraphs[at]);
        first.is_some_and(|first| parent < first && first < document.subtree_end(parent))
    };
    let before = inside.start.checked_sub(1);
    let follows_kept = before.is_some_and(|at| kept[at]);
    let precedes_kept = kept.get(inside.end) == Some(&true);
    match (follows_kept, precedes_kept) {
        (true, true) => before.is_some_and(is_beside) || is_beside(inside.end),
        (true, false) => before.is_some_and(|at| {
            let last = first_node(page, &paragraphs[at]).unwrap_or(NodeId::DOCUMENT);
            is_beside(at) && section_of(document, last) == section_of(document, whole)
        }),
        (false, true) => is_below_title(page, kept, inside.start),
        (false, false) => false,
    }
}

/// The parts of a page that a text and its pictures share.
const SECTIONS: NameSet =
    NameSet::of(&[name::ARTICLE, name::ASIDE, name::BODY, name::FOOTER, name::MAIN, name::SECTION]);

/// Returns the innermost section around a node.
fn section_of(document: &Document, id: NodeId) -> Option<NodeId> {
    let mut around = around(document, id).skip(1);
    around.find(|&id| document.name(id).is_some_and(|name| SECTIONS.contains(name)))
}

/// Returns true if only the lines of a byline are between a heading and this paragraph.
fn is_below_title(page: &Page, kept: &[bool], at: usize) -> bool {
    let before = page.paragraphs()[..at].iter().zip(kept).rev().take(MAX_LINES_ABOVE);
    let mut chars = 0_u32;
    for (paragraph, kept) in before {
        if paragraph.in_heading {
            return true;
        }
        chars = chars.saturating_add(paragraph.text_chars);
        if *kept || chars > MAX_ABOVE {
            return false;
        }
    }
    false
}

/// Returns the first text of a paragraph that is not white space.
fn first_text(page: &Page, paragraph: &Paragraph) -> Option<NodeId> {
    let document = page.document();
    page.paragraph_nodes(paragraph).find(|&id| {
        document.kind(id) == NodeKind::Text && !document.text(id).trim_ascii().is_empty()
    })
}

fn first_node(page: &Page, paragraph: &Paragraph) -> Option<NodeId> {
    page.paragraph_pieces(paragraph).first().map(|piece| piece.node())
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    /// `kept` and `expected` have a character per paragraph, `+` if it is kept.
    #[track_caller]
    fn check(html: &str, kept: &str, expected: &str) {
        let page = Page::measure(Parser::default().parse(html));
        let mut verdict = Verdict::nothing("test", &page);
        assert_eq!(page.paragraphs().len(), kept.len(), "{html}");
        verdict.kept = kept.chars().map(|sign| sign == '+').collect();
        let probabilities = vec![0.2; verdict.kept.len()];
        keep_captions(&page, &mut verdict, &probabilities);
        let found: String = verdict.kept.iter().map(|&kept| if kept { '+' } else { '-' }).collect();
        assert_eq!(found, expected, "{html}");
    }

    const FIGURE: &str = "<div class=thumb><a><img></a><div class=thumbcaption>Bread</div></div>";
    const TABLE: &str = "<table><tr><td><img><tr><td class=tr-caption>Bread</table>";

    #[test]
    fn captions_between_kept_texts() {
        for whole in [FIGURE, TABLE, "<figure><img><figcaption>Bread</figcaption></figure>"] {
            check(&format!("<p>One{whole}<p>Two"), "+-+", "+++");
            check(&format!("<p>One{whole}<p>Two"), "---", "---");
        }
        check(&format!("<p>One{FIGURE}{TABLE}<p>Two"), "+--+", "++++");
    }

    #[test]
    fn captions_at_the_ends_of_a_text() {
        check(&format!("<article><h1>Title</h1><p>by Ann{FIGURE}<p>One"), "---+", "--++");
        check(&format!("<article><p>Home{FIGURE}<p>One"), "--+", "--+");
        check(&format!("<article><p>One{FIGURE}</article><p>Next"), "+--", "++-");
        check(&format!("<article><p>One</article><div>{FIGURE}</div><p>Next"), "+--", "+--");
    }

    #[test]
    fn captions_without_a_class() {
        for whole in [
            "<div><img><p><em>Bread</em></p></div>",
            "<p><img><br>Bread</p>",
            "<div><a href=/a.jpg><img></a><div>Bread</div></div>",
        ] {
            check(&format!("<p>One{whole}<p>Two"), "+-+", "+++");
            check(&format!("<p>One</p><div>{whole}</div><p>Two"), "+--", "+--");
            check(&format!("<h1>Title</h1>{whole}<p>One"), "--+", "--+");
        }
        let named = "<div class=photo><img><p>Bread</div>";
        check(&format!("<h1>Title</h1>{named}<p>One"), "--+", "-++");
        for whole in [
            "<div><img><a href=/>Bread</a></div>",
            "<div><img>Bread<img></div>",
            "<div><img>Bread<input></div>",
            "<div><p>Bread</div>",
        ] {
            check(&format!("<p>One{whole}<p>Two"), "+-+", "+-+");
        }
        check("<p>One<div><img><p>Bread<p>and tea</div><p>Two", "+--+", "+--+");
    }

    #[test]
    fn cards_have_no_captions() {
        let card = "<div><img><div class=caption><h3>Tea</h3><p>Black</div></div>";
        check(&format!("<p>One{card}<p>Two"), "+--+", "+--+");
        let link = "<div><img><div class=caption><a href=/tea>Tea and cups</a></div></div>";
        check(&format!("<p>One{link}<p>Two"), "+-+", "+-+");
        let hidden = FIGURE.replace("class=thumb>", "hidden>");
        check(&format!("<p>One{hidden}<p>Two"), "+-+", "+-+");
    }
}
