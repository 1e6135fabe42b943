//! The words of a document that a browser shows.

use tamis::dom::{Document, Namespace, NodeId, NodeKind, Step};

/// HTML elements without visible text: code, fallbacks, and parts of the head.
const UNSEEN: &[&str] = &[
    "script", "style", "template", "noscript", "noembed", "noframes", "head", "title", "iframe",
    "frameset", "datalist",
];

/// HTML elements at whose borders a word ends: blocks, parts of tables, controls with a border, and
/// breaks.
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

/// Returns the words, separated by white space or by the borders of blocks.
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

/// True for a text node outside of SVG, or where SVG draws text.
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
