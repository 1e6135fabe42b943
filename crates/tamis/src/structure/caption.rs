//! Captions: the text that belongs to a picture, such as what it shows and who took it.
//!
//! `<figure>` and `<figcaption>` say so. Older and generated pages have other markup: a table with
//! one column, an element of the class `caption`, italics in the paragraph of the picture. What all
//! of them have in common: a small element that contains one picture, its caption and nothing else.
//! For example, `<div class=image><img src=…><div>The harbour in 1912</div></div>`.
//!
//! A card of a list has a picture and a text, too. So the markup also has to name a picture or a
//! caption, unless the text is all in italics or small letters or the only other row of a table,
//! and there may be no heading.
//!
//! Without an element around both, the caption is the next element after that of the picture. Its
//! class says so, or it is a line in italics or small letters.

use std::ops::Range;

use tamis_dom::{Document, NameSet, NodeId, NodeKind, name};

use super::role::HEADINGS;
use crate::page::{around, class_words, next_elements, previous_elements};

/// The longest text of a picture, in bytes.
const MAX_BYTES: usize = 1000;

/// The most nodes of an element with a picture and its caption. Bounded because each image looks
/// through it.
const MAX_NODES: usize = 200;

/// The most elements between a picture and the one with its caption.
const LEVELS: usize = 8;

/// Elements that are more than a picture and its caption.
const SECTIONS: NameSet = NameSet::of(&[
    name::ARTICLE,
    name::ASIDE,
    name::BODY,
    name::FORM,
    name::LI,
    name::MAIN,
    name::NAV,
    name::SECTION,
]);

/// The elements around the rows of a table.
const TABLES: NameSet = NameSet::of(&[name::TABLE, name::TBODY]);

/// The longest caption without an element around it and its picture, in bytes.
const MAX_CAPTION_BYTES: usize = 500;

/// The elements of captions without any class.
const SMALL: NameSet = NameSet::of(&[name::EM, name::FIGCAPTION, name::I, name::SMALL]);

/// The parts of class names of captions. Sources: Blogger (`tr-caption`), `WordPress`
/// (`wp-caption-text`), `MediaWiki` (`thumbcaption`), Typo3 (`csc-textpic-caption`), Drupal
/// (`field-caption`), and words of news sites.
const CAPTIONS: [&str; 7] =
    ["bildtext", "bildunterschrift", "caption", "copyright", "credit", "legend", "pie-de-foto"];

/// The words in class names of elements around a picture and its caption, with others joined to
/// them: `thumbinner`, `teaserimage`.
const PICTURES: [&str; 10] =
    ["bild", "figure", "foto", "hero", "image", "img", "photo", "picture", "thumb", "visual"];

/// Returns the nodes of a picture and its caption, and nothing else. `None` if it has no caption.
pub(crate) fn captioned(document: &Document, picture: NodeId) -> Option<Range<NodeId>> {
    let figure = around(document, picture)
        .take(LEVELS + 1)
        .find(|&id| document.is_html(id, name::FIGURE))
        .filter(|&figure| has_one_picture_and_caption(document, figure))
        .and_then(|figure| whole_around(document, figure));
    if let Some(figure) = figure {
        return Some(figure..document.subtree_end(figure));
    }
    let mut outer = around(document, picture).take(LEVELS + 1);
    let mut block = picture;
    let whole = outer.find(|&id| {
        let is_more = document.is_html(id, name::FIGURE)
            || document.text_range(id).len() > MAX_BYTES
            || has_text(document, id);
        // A section is more than its picture.
        if !is_more && !document.name(id).is_some_and(|of| SECTIONS.contains(of)) {
            block = id;
        }
        is_more
    })?;
    if let Some(whole) = whole_around(document, whole) {
        return Some(whole..document.subtree_end(whole));
    }
    caption_after(document, block).map(|caption| block..document.subtree_end(caption))
}

/// Returns the outermost element with nothing but a picture and its caption. `whole` is the
/// innermost one that has both.
fn whole_around(document: &Document, whole: NodeId) -> Option<NodeId> {
    let is_small = document.text_range(whole).len() <= MAX_BYTES
        && document.descendants_and_self(whole).len() <= MAX_NODES;
    if !is_small || document.name(whole).is_some_and(|of| SECTIONS.contains(of)) {
        return None;
    }
    let is_figure = document.is_html(whole, name::FIGURE);
    let is_caption = is_figure || !has_others(document, whole) && is_named(document, whole);
    (has_text(document, whole) && is_caption).then(|| outermost(document, whole))
}

/// True if a figure has a `<figcaption>` and one picture. The credit may be nearer to the picture:
/// `<figure><div><img><b>Ann</b></div><figcaption>A harbour</figcaption></figure>`.
fn has_one_picture_and_caption(document: &Document, figure: NodeId) -> bool {
    let (mut pictures, mut has_caption) = (0, false);
    for id in document.elements(figure).take(MAX_NODES) {
        match document.name(id) {
            Some(name::IMG) => pictures += 1,
            Some(name::FIGCAPTION) => has_caption = true,
            _ => {}
        }
    }
    pictures == 1 && has_caption
}

fn has_text(document: &Document, id: NodeId) -> bool {
    document.text(id).contains(|char: char| !char.is_whitespace())
}

/// Returns the caption after the block of a picture. A line of small letters is one if the picture
/// has a block of its own, as in `<p><img></p><p><em>A harbour</em></p>`.
fn caption_after(document: &Document, block: NodeId) -> Option<NodeId> {
    let caption = next_elements(document, block).next()?;
    let is_small = has_text(document, caption)
        && document.text_range(caption).len() <= MAX_CAPTION_BYTES
        && document.descendants_and_self(caption).len() <= MAX_NODES
        && !document.name(caption).is_some_and(|of| SECTIONS.contains(of) || HEADINGS.contains(of));
    if !is_small || document.elements(caption).any(|id| document.is_html(id, name::IMG)) {
        return None;
    }
    let is_line = || {
        let is_block = |id| matches!(document.name(id), Some(name::DIV | name::FIGURE | name::P));
        is_block(block) && is_block(caption) && is_in_small_letters(document, caption)
    };
    (names_caption(document, caption) || is_line()).then_some(caption)
}

/// True if the class of an element names a caption.
fn names_caption(document: &Document, id: NodeId) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default().to_ascii_lowercase();
    CAPTIONS.iter().any(|part| class.contains(part))
}

/// True if all text of an element is in italics or small letters.
fn is_in_small_letters(document: &Document, whole: NodeId) -> bool {
    let is_small = |text: NodeId| {
        let mut inside = around(document, text).skip(1).take_while(|&id| id >= whole);
        inside.any(|id| document.name(id).is_some_and(|of| SMALL.contains(of)))
    };
    let is_text = |id: &NodeId| document.kind(*id) == NodeKind::Text && has_text(document, *id);
    document.descendants_and_self(whole).filter(is_text).all(is_small)
}

/// True for a table of two rows with one cell each.
fn is_pair_of_rows(document: &Document, whole: NodeId) -> bool {
    let mut rows = 0;
    let mut elements = document.elements(whole);
    let is_pair = document.name(whole).is_some_and(|of| TABLES.contains(of))
        && elements.all(|id| match document.name(id) {
            Some(name::TR) => {
                rows += 1;
                true
            }
            Some(name::TD | name::TH) => {
                next_elements(document, id).chain(previous_elements(document, id)).next().is_none()
            }
            _ => true,
        });
    is_pair && rows == 2
}

/// Returns the outermost element around another that has no further text: the table around its only
/// cells.
fn outermost(document: &Document, whole: NodeId) -> NodeId {
    let chars = document.text(whole).trim().len();
    let outer = around(document, whole).take(LEVELS).take_while(|&id| {
        document.text_range(id).len() <= MAX_BYTES
            && document.text(id).trim().len() == chars
            && !document.name(id).is_some_and(|of| SECTIONS.contains(of))
    });
    outer.last().unwrap_or(whole)
}

/// True if an element has a heading, a control, or several pictures.
fn has_others(document: &Document, whole: NodeId) -> bool {
    let mut pictures = 0;
    document.elements(whole).any(|id| match document.name(id) {
        Some(name::IMG) => {
            pictures += 1;
            pictures > 1
        }
        Some(name::BUTTON | name::INPUT | name::SELECT | name::TEXTAREA) => true,
        Some(of) => HEADINGS.contains(of),
        None => false,
    })
}

/// True if the markup names a caption in an element, or a picture with one.
fn is_named(document: &Document, whole: NodeId) -> bool {
    let names_picture = |id| {
        let mut words = class_words(document, id).map(str::to_ascii_lowercase);
        words.any(|word| PICTURES.iter().any(|of| word.starts_with(of) || word.ends_with(of)))
    };
    let parent = document.parent(whole);
    std::iter::once(whole).chain(parent).any(|id| names_picture(id) || names_caption(document, id))
        || document.elements(whole).any(|id| names_caption(document, id))
        || is_in_small_letters(document, whole)
        || is_pair_of_rows(document, whole)
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    /// Returns the text of the first picture's caption, if it has one.
    fn caption(html: &str) -> Option<String> {
        let document = Parser::default().parse(html);
        let mut elements = document.elements(NodeId::DOCUMENT);
        let picture = elements.find(|&id| document.is_html(id, name::IMG))?;
        let nodes = captioned(&document, picture)?;
        let texts = (nodes.start.index()..nodes.end.index()).map(NodeId::from_index);
        let texts = texts.filter(|&id| document.kind(id) == NodeKind::Text);
        let text: String = texts.map(|id| document.text(id)).collect();
        Some(text.trim().to_owned())
    }

    #[test]
    fn captions_in_any_markup() {
        for html in [
            "<figure><img src=a.jpg><figcaption>A harbour</figcaption></figure>",
            "<figure><div><a href=b><img src=a.jpg></a></div><p>A harbour</figure>",
            "<table class=tr-caption-container><tr><td><a href=b><img src=a.jpg></a>\
             <tr><td class=tr-caption>A harbour</table>",
            "<div class='thumb tright'><div class=thumbinner><a class=image><img src=a.jpg></a>\
             <div class=thumbcaption>A harbour</div></div></div>",
            "<div class=image><img src=a.jpg><div class=caption>A harbour</div></div>",
            "<div class=blog-hero-image-wrap><img src=a.jpg><div>A harbour</div></div>",
            "<div class=artikel-bild><img src=a.jpg><span>A harbour</span></div>",
            "<p><img src=a.jpg><br><em>A harbour</em>",
            "<div><img src=a.jpg><small>A harbour</small></div>",
            "<div class=wp-caption><img src=a.jpg><p class=wp-caption-text>A harbour</div>",
            "<p>One<p><a href=a.jpg><img src=a.jpg></a><p class=caption>A harbour</p><p>Two",
            "<main><div><img src=a.jpg></div><p><em>A harbour</em></p>Two</main>",
            "<main>One <img src=a.jpg><div class=img-caption>A harbour</div></main>",
            "<table><tr><td><img src=a.jpg><tr><td>A harbour</table>",
        ] {
            assert_eq!(caption(html).as_deref(), Some("A harbour"), "{html}");
        }
        let credited = "<figure><div><div><img src=a.jpg></div><b>Ann</b></div>\
                        <figcaption><p>A harbour</figcaption></figure>";
        assert_eq!(caption(credited).as_deref(), Some("AnnA harbour"));
    }

    #[test]
    fn other_texts_next_to_pictures() {
        let long = "A sentence of an article, and another one. ".repeat(30);
        for html in [
            "<figure><img src=a.jpg></figure><p>One",
            "<p>One <img src=a.jpg> and two",
            "<div class=card><img src=a.jpg><h3>A harbour</h3><p>Read it</div>",
            "<div class=image><img src=a.jpg><h3>A harbour</h3></div>",
            "<li class=image><img src=a.jpg> A harbour",
            "<div class=images><img src=a.jpg><img src=b.jpg><p>A harbour</div>",
            "<div class=image><img src=a.jpg><button>Buy</button></div>",
            &format!("<div class=image><img src=a.jpg><p>{long}</div>"),
            "<main><img src=a.jpg><em>One</em></main>",
            "<div class=media><img src=a.jpg> I agree.</div>",
            "<div class='topic epic'><img src=a.jpg> One</div>",
            "<p>One<p><img src=a.jpg><p>Two",
            "<p>One<p><img src=a.jpg><p><em>Two</em> words",
            "<table><tr><td><img src=a.jpg><tr><td>One<tr><td>Two</table>",
            "<table><tr><td><img src=a.jpg><td>One<tr><td>Two</table>",
        ] {
            assert_eq!(caption(html), None, "{html}");
        }
    }
}
