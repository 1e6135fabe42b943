//! Pages whose content is in a frame.
//!
//! An `<iframe srcdoc="…">` has its document in an attribute. Programs that save a page in one file
//! write frames so, and some viewers of mail and books show everything so. The page itself then has
//! a menu and a footer, and all the rest is in the frame.
//!
//! The frame's document takes the place of the frame if the page shows little and the frame much
//! more. Otherwise a frame is an advertisement, a film or a form, and stays as it is.

use tamis_dom::{Document, NameSet, NodeId, NodeKind, Parser, WorkingTree, name};

use super::css::SCOPED;
use super::shadow;
use crate::page::style::hides;

/// The least text of a frame with content. Unicode scalar values, as below.
const MIN_CHARS: usize = 160;

/// A page with this much text of its own shows its content itself, unless a frame has much more.
const ENOUGH_CHARS: usize = 1000;

/// The text of a frame must be this many times longer than that of the page, and this many if the
/// page has [enough](ENOUGH_CHARS).
const TIMES_LONGER: usize = 2;
const TIMES_LONGER_THAN_ENOUGH: usize = 10;

/// The most frames in frames.
const MAX_LEVELS: usize = 4;

/// Elements whose text no reader sees.
const UNSEEN: NameSet = NameSet::of(&[
    name::HEAD,
    name::IFRAME,
    name::NOSCRIPT,
    name::SCRIPT,
    name::STYLE,
    name::TEMPLATE,
    name::TEXTAREA,
]);

/// Puts the document of a frame in its place, if the page is empty without it.
pub(super) fn opened(document: Document, most_nodes: usize, parser: &mut Parser) -> Document {
    opened_within(document, most_nodes, parser, MAX_LEVELS)
}

/// Opens a frame and, before that, the one in it.
fn opened_within(
    document: Document,
    most_nodes: usize,
    parser: &mut Parser,
    levels: usize,
) -> Document {
    let Some(frame) = longest_frame(&document).filter(|_| levels > 0) else { return document };
    let inside = parser.parse(document.attr(frame, name::SRCDOC).unwrap_or_default());
    let inside = shadow::flattened(&inside).unwrap_or(inside);
    let inside = opened_within(inside, most_nodes, parser, levels - 1);
    open(&document, frame, &inside, most_nodes).unwrap_or(document)
}

/// Returns the frame with the longest document.
fn longest_frame(document: &Document) -> Option<NodeId> {
    let frames = document.attrs_named(name::SRCDOC).filter(|attr| {
        let id = attr.owner();
        document.is_html(id, name::IFRAME)
            && document.attr(id, name::HIDDEN).is_none()
            && !document.attr(id, name::STYLE).is_some_and(hides)
    });
    let longest = frames.max_by_key(|attr| document.attr_value(attr).len())?;
    (document.attr_value(longest).len() >= MIN_CHARS).then_some(longest.owner())
}

fn open(
    document: &Document,
    frame: NodeId,
    inside: &Document,
    most_nodes: usize,
) -> Option<Document> {
    let (shown, within) = (shown_chars(document), shown_chars(inside));
    let is_content = within >= MIN_CHARS
        && (shown < ENOUGH_CHARS && within >= shown.saturating_mul(TIMES_LONGER)
            || within >= shown.saturating_mul(TIMES_LONGER_THAN_ENOUGH));
    if !is_content || document.len() + inside.len() > most_nodes {
        return None;
    }
    let mut tree = WorkingTree::of(document);
    let scoped = tree.add_name(SCOPED);
    let place = tree.create_element(name::DIV);
    let head = inside.head().into_iter().flat_map(|head| inside.children(head));
    for style in head.filter(|&id| inside.is_html(id, name::STYLE)) {
        if let Some(copy) = tree.import(inside, style) {
            tree.set_attr(copy, scoped, "");
            tree.append(place, copy);
        }
    }
    for child in inside.body().into_iter().flat_map(|body| inside.children(body)) {
        if let Some(copy) = tree.import(inside, child) {
            tree.append(place, copy);
        }
    }
    tree.replace(frame, place).then(|| tree.to_document())
}

/// Returns the length of the text that a page shows, without the white space around its parts.
fn shown_chars(document: &Document) -> usize {
    let mut chars = 0;
    let mut next = 0;
    while next < document.subtree_end(NodeId::DOCUMENT).index() {
        let id = NodeId::from_index(next);
        next += 1;
        match document.kind(id) {
            NodeKind::Text => chars += document.text(id).trim().chars().count(),
            NodeKind::Element if document.name(id).is_some_and(|name| UNSEEN.contains(name)) => {
                next = document.subtree_end(id).index();
            }
            _ => {}
        }
    }
    chars
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODES: usize = 1000;

    fn sentences(number: usize) -> String {
        "<p>It was the best of times, it was the worst of times.</p>".repeat(number)
    }

    fn frame(source: &str) -> String {
        let source = source.replace('&', "&amp;").replace('"', "&quot;");
        format!("<iframe srcdoc=\"{source}\"></iframe>")
    }

    #[track_caller]
    fn check(html: &str, expected: &str) {
        let mut parser = Parser::default();
        let document = parser.parse(html);
        let opened = opened(document, NODES, &mut parser);
        assert_eq!(opened.inner_html(opened.body().unwrap()), expected, "{html}");
    }

    #[track_caller]
    fn check_stays(html: &str) {
        let document = Parser::default().parse(html);
        check(html, &document.inner_html(document.body().unwrap()));
    }

    #[test]
    fn a_frame_with_the_content_is_opened() {
        let text = sentences(5);
        check(
            &format!("<nav>Menu</nav>{}", frame(&text)),
            &format!("<nav>Menu</nav><div>{text}</div>"),
        );
        let whole = format!("<!doctype html><title>T</title><style>p{{}}</style><body>{text}");
        let expected = format!("<div><style scoped=\"\">p{{}}</style>{text}</div>");
        check(&frame(&whole), &expected);
        check(&frame(&frame(&text)), &format!("<div><div>{text}</div></div>"));
        let short = frame("Buy now");
        check(&format!("{short}{}", frame(&text)), &format!("{short}<div>{text}</div>"));
    }

    #[test]
    fn other_frames_stay() {
        let text = sentences(5);
        check_stays(&frame("<p>Buy now"));
        check_stays(&format!("{text}{}", frame(&text)));
        check_stays(&frame(&text).replace("<iframe", "<iframe style=\"display:none\""));
        check_stays(&frame(&text).replace("<iframe", "<div").replace("</iframe", "</div"));
        check_stays(&frame(&sentences(NODES)));
        check_stays(&frame(&format!("<script>{text}</script>")));
    }
}
