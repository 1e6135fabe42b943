//! The words that a browser shows of a document.

use tamis::dom::{Document, Namespace, NodeId, NodeKind, Step};

/// HTML whose text is not shown: it is code, stands in for something else, or belongs to the head.
const UNSEEN: &[&str] = &[
    "script", "style", "template", "noscript", "noembed", "noframes", "head", "title", "iframe",
    "frameset", "datalist",
];

/// HTML at whose borders a word ends: blocks, parts of tables, controls with a frame of their own, and breaks.
const APART: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "br",
    "button",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "legend",
    "li",
    "listing",
    "main",
    "marquee",
    "menu",
    "nav",
    "ol",
    "optgroup",
    "option",
    "p",
    "plaintext",
    "pre",
    "search",
    "section",
    "select",
    "summary",
    "table",
    "tbody",
    "td",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
    "xmp",
];

/// The words, apart where white space or the border of a block is between them.
pub fn words(document: &Document, root: NodeId) -> Vec<String> {
    let mut text = String::new();
    let mut unseen = 0_u32;
    for step in document.walk(root) {
        let (Step::Enter(id) | Step::Leave(id)) = step;
        match document.kind(id) {
            NodeKind::Text
                if matches!(step, Step::Enter(_)) && unseen == 0 && is_drawn(document, id) =>
            {
                text.push_str(document.text(id));
            }
            NodeKind::Element => {
                let name = document.local_name(id).unwrap_or_default();
                let html = document.namespace(id) == Namespace::Html;
                if if html { APART.contains(&name) } else { name == "text" } {
                    text.push(' ');
                }
                if html && UNSEEN.contains(&name) || is_annotation(document, id) {
                    match step {
                        Step::Enter(_) => unseen += 1,
                        Step::Leave(_) => unseen -= 1,
                    }
                }
            }
            _ => {}
        }
    }
    text.retain(|c| !c.is_control() || c.is_whitespace());
    text.split_whitespace().map(str::to_owned).collect()
}

fn is_annotation(document: &Document, id: NodeId) -> bool {
    let name = document.local_name(id).unwrap_or_default();
    document.namespace(id) == Namespace::MathMl && name.starts_with("annotation")
}

/// Whether a text node is in no SVG, or at a place of SVG where text is drawn.
fn is_drawn(document: &Document, id: NodeId) -> bool {
    let mut drawn = false;
    for above in document.ancestors(id) {
        let name = document.local_name(above).unwrap_or_default();
        match (document.namespace(above), name) {
            (Namespace::Html, _) | (Namespace::Svg, "text" | "foreignObject") => drawn = true,
            (Namespace::Svg, "svg") if !drawn => return false,
            (Namespace::Svg, "a" | "svg" | "g" | "switch" | "tspan" | "textPath") => {}
            (Namespace::Svg, _) => return false,
            _ => {}
        }
    }
    true
}
