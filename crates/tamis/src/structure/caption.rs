//! Captions of pictures, whatever element they are in.
//!
//! HTML has `<figcaption>`, but most pages have captions in other markup: Blogger writes a table
//! with the picture in one row and the caption in the next (`tr-caption`), `MediaWiki` wrote a box
//! of boxes (`thumbcaption`), and programs of blogs write `wp-caption-text`, `image-caption` or
//! only `caption`. What they share is a word in the class of the caption, and a small element
//! around it that has one picture and hardly any other text.
//!
//! The word alone would not do: a card of a shop calls its description a caption too. So the
//! engine or blend that asks also looks at what is around the picture.

use tamis_dom::{Document, NameSet, NodeId, name};

use crate::page::near;

/// Parts of the classes of captions, in lower case. Sources: `WordPress` (`wp-caption-text`),
/// Blogger (`tr-caption`), `MediaWiki` (`thumbcaption`, `gallerytext`), and the names in other
/// languages.
const WORDS: [&str; 9] = [
    "bildtext",
    "bildunterschrift",
    "caption",
    "didascalia",
    "gallerytext",
    "legende",
    "leyenda",
    "pie-de-foto",
    "piedefoto",
];

/// The parts of a page that are more than a picture with its caption.
const LARGE: NameSet = NameSet::of(&[name::ARTICLE, name::BODY, name::MAIN, name::NAV]);

/// The most nodes of a picture with its caption. Bounded because it is searched for the picture.
const MAX_NODES: usize = 128;

/// The most text of a picture with its caption besides that, for a credit and white space. Bytes.
const MAX_REST_BYTES: usize = 400;

/// The longest caption, in bytes.
const MAX_CAPTION_BYTES: usize = 2000;

/// Returns the caption around a text, if it is in one: the innermost element with the name or a
/// class of captions, close around the text.
pub(crate) fn caption_around(document: &Document, text: NodeId) -> Option<NodeId> {
    near(document, text).skip(1).find(|&id| is_caption(document, id))
}

/// Returns the smallest element with a caption and its picture, or `None` if there is no picture
/// close by, or too much else.
///
/// For example, the table of Blogger around `<td class=tr-caption>`.
pub(crate) fn captioned(document: &Document, caption: NodeId) -> Option<NodeId> {
    let bytes = document.text_range(caption).len();
    let is_small = |&id: &NodeId| {
        !document.name(id).is_some_and(|name| LARGE.contains(name))
            && document.subtree_end(id).index() - id.index() <= MAX_NODES
            && document.text_range(id).len() <= bytes.saturating_add(MAX_REST_BYTES)
    };
    let has_picture = |&id: &NodeId| {
        document.elements(id).any(|id| {
            document.is_html(id, name::IMG)
                || document.is_html(id, name::VIDEO)
                || document.is_html(id, name::IFRAME)
        })
    };
    if bytes > MAX_CAPTION_BYTES {
        return None;
    }
    let whole = near(document, caption).take_while(is_small).find(has_picture)?;
    // What only groups the picture and its caption belongs to them, for example the table around
    // the rows of Blogger's.
    let chars = |id: NodeId| document.text(id).trim_ascii().len();
    let mut outer = near(document, whole).skip(1).take_while(is_small);
    let is_more = |&id: &NodeId| chars(id) > chars(whole);
    let first_more = outer.by_ref().find(is_more);
    let around = near(document, whole).take_while(|&id| Some(id) != first_more && is_small(&id));
    around.last()
}

/// True for an element with the name or a class of captions.
fn is_caption(document: &Document, id: NodeId) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default().as_bytes();
    document.is_html(id, name::FIGCAPTION)
        || WORDS.iter().any(|word| {
            let word = word.as_bytes();
            class.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word))
        })
}

#[cfg(test)]
mod tests {
    use tamis_dom::{NodeKind, Parser};

    use super::*;

    /// Checks the name of the element with the picture and the caption of the first text that
    /// begins with "By".
    #[track_caller]
    fn check(html: &str, expected: Option<&str>) {
        let document = Parser::default().parse(html);
        let mut nodes = document.descendants_and_self(NodeId::DOCUMENT);
        let text = nodes
            .find(|&id| document.kind(id) == NodeKind::Text && document.text(id).starts_with("By"));
        let whole = caption_around(&document, text.expect("a caption"))
            .and_then(|caption| captioned(&document, caption));
        assert_eq!(whole.and_then(|id| document.local_name(id)), expected, "{html}");
    }

    #[test]
    fn captions_of_many_programs() {
        for (html, expected) in [
            ("<figure><img><figcaption>By me</figcaption></figure>", "figure"),
            ("<table><tr><td><a><img></a><tr><td class=tr-caption>By me</table>", "table"),
            ("<div class=thumb><a><img></a><div class=thumbcaption>By me</div></div>", "div"),
            ("<div class=wp-caption><img><p class=wp-caption-text>By me</div>", "div"),
            ("<section><img><div><p class=Image__Caption><em>By me</div></section>", "section"),
            ("<p class=caption><img>By me</p>", "p"),
            ("<ul><li><img><div class=gallerytext><p>By me</div></ul>", "ul"),
        ] {
            check(html, Some(expected));
        }
    }

    #[test]
    fn texts_without_a_picture_of_their_own() {
        let long = "Other text. ".repeat(60);
        for html in [
            "<div><div class=caption>By me</div></div>",
            "<div><img><p>By me</div>",
            "<article><img><p class=caption>By me</article>",
            &format!("<div><img><p class=caption>By me</p>{long}</div>"),
            &format!("<div>{}<img><p class=caption>By me</div>", "<b></b>".repeat(MAX_NODES)),
        ] {
            check(html, None);
        }
    }
}
