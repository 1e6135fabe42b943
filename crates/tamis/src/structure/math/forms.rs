//! The forms of one formula in a page: which of them are written.

use tamis_dom::{Attr, Document, Name, NodeId, NodeKind, name};

use super::source::{annotation, is_image_class, is_script};

/// Returns the scripts whose formulas have no other form with text in the page.
pub(crate) fn lone_scripts(document: &Document) -> impl Iterator<Item = NodeId> {
    let attrs = document.all_attrs().iter().filter(|attr| attr.name() == name::TYPE);
    let shown = |script| {
        let before = std::iter::successors(Some(script), |&id| document.previous_sibling(id));
        let mut forms = before.skip(1).take(MAX_DISTANCE).filter(|&id| is_form(document, id));
        forms.any(|id| !document.text(id).trim().is_empty())
    };
    attrs.map(Attr::owner).filter(move |&id| is_script(document, id) && !shown(id))
}

/// The most nodes of a formula that are searched for text. A larger formula certainly has text.
const MAX_SEARCHED_NODES: usize = 1000;

/// True if a `MathML` element has no text except its TeX annotation.
pub(crate) fn is_annotation_alone(document: &Document, formula: NodeId) -> bool {
    let end = document.subtree_end(formula).index();
    let mut next = formula.index() + 1;
    if end > next + MAX_SEARCHED_NODES {
        return false;
    }
    while next < end {
        let id = NodeId::from_index(next);
        next += 1;
        match document.kind(id) {
            NodeKind::Text if !document.text(id).trim().is_empty() => return false,
            NodeKind::Element if is_annotation(document, id) => {
                next = document.subtree_end(id).index();
            }
            _ => {}
        }
    }
    annotation(document, formula).is_some()
}

/// True for an annotation of `MathML`, which repeats the formula in another form.
pub(crate) fn is_annotation(document: &Document, id: NodeId) -> bool {
    matches!(document.name(id), Some(name::ANNOTATION | name::ANNOTATION_XML))
}

/// True if an element displays a formula that is next to it in another form: before it in `MathML`,
/// or after it in a script.
pub(crate) fn is_display_form(document: &Document, id: NodeId) -> bool {
    is_second_form(document, id) || is_before_script(document, id)
}

/// True if an element displays a formula that another element next to it has with its text: the
/// glyphs of `KaTeX`, of `MathJax` and of Wikipedia next to `MathML`, and a preview of `MathJax`.
pub(crate) fn is_second_form(document: &Document, id: NodeId) -> bool {
    let Some(name) = document.name(id) else { return false };
    match name {
        name::SPAN | name::IMG | name::DIV => {
            let class = document.attr(id, name::CLASS).unwrap_or_default();
            follows_math(document, id, class)
                || precedes_math(document, id)
                || is_preview(document, id, class)
        }
        name::SVG | name::NOBR => precedes_math(document, id),
        _ => name.index() >= usize::from(Name::KNOWN) && precedes_math(document, id),
    }
}

/// True for the glyphs that follow `MathML`. Source: `KaTeX` and Wikipedia.
fn follows_math(document: &Document, id: NodeId, class: &str) -> bool {
    let is_form = class == "katex-html" || is_image_class(class);
    let Some(before) = document.previous_sibling(id).filter(|_| is_form) else { return false };
    let mut inside = document.elements(before).take(MAX_DISTANCE);
    inside.any(|id| document.name(id) == Some(name::MATH))
}

/// True for the glyphs before the `MathML` that screen readers read. Source: `MathJax` 2 with its
/// extension `AssistiveMML`, and `MathJax` 3.
fn precedes_math(document: &Document, id: NodeId) -> bool {
    let Some(next) = document.next_sibling(id) else { return false };
    let class = || document.attr(next, name::CLASS).unwrap_or_default();
    let is_assistive = document.local_name(next) == Some("mjx-assistive-mml")
        || document.is_html(next, name::SPAN) && class() == "MJX_Assistive_MathML";
    is_assistive && document.elements(next).nth(1).is_some()
}

/// True for a preview whose formula has been displayed. Source: `MathJax` 2.
fn is_preview(document: &Document, id: NodeId, class: &str) -> bool {
    class == "MathJax_Preview" && {
        let after = std::iter::successors(Some(id), |&id| document.next_sibling(id)).skip(1);
        let mut forms = after.take(MAX_DISTANCE).filter(|&id| is_form(document, id));
        forms.any(|id| !document.text(id).trim().is_empty())
    }
}

/// True if an element displays a formula that follows it in a script. Source: `MathJax` 2.
fn is_before_script(document: &Document, id: NodeId) -> bool {
    let after = std::iter::successors(Some(id), |&id| document.next_sibling(id)).skip(1);
    is_form(document, id) && after.take(MAX_DISTANCE).any(|id| is_script(document, id))
}

/// True if an element is the display that a script made of a formula. Source: `MathJax` 2.
fn is_form(document: &Document, id: NodeId) -> bool {
    matches!(document.name(id), Some(name::SPAN | name::DIV))
        && document.attr(id, name::CLASS).is_some_and(|class| class.starts_with("MathJax"))
}

/// True if an element contains the hidden form of a formula that is shown as an image. Source:
/// Wikipedia.
pub(crate) fn is_hidden_form(document: &Document, id: NodeId) -> bool {
    document.attr(id, name::CLASS).is_some_and(|class| class.contains("mwe-math-mathml"))
}

/// The largest distance between two forms of a formula, in siblings.
const MAX_DISTANCE: usize = 4;
