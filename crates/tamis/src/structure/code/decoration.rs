//! Parts of a block of code: lines, and what is not code, such as numbers of lines, headers,
//! buttons and explanations.

use tamis_dom::{Document, NameSet, NodeId, NodeKind, name};

/// The classes of line numbers and of other parts of a block of code that are not code. Sources:
/// Pygments, Rouge, Chroma, highlight.js, Crayon, Prism, GitHub (numbers); Shiki's twoslash and
/// Lean's Verso (explanations that appear when one points at a word); mdBook (`boring`, lines that
/// it hides).
const CLASSES: [&str; 24] = [
    "blob-num",
    "boring",
    "code-line-number",
    "crayon-nums",
    "gutter",
    "hljs-ln-n",
    "hljs-ln-numbers",
    "hover-info",
    "line-number",
    "line-numbers",
    "line-numbers-rows",
    "linenos",
    "lineno",
    "linenodiv",
    "linenumber",
    "ln",
    "lnt",
    "react-line-number",
    "react-syntax-highlighter-line-number",
    "rouge-gutter",
    "toolbar",
    "twoslash-popup-container",
    "twoslash-popup-info",
    "twoslash-popup-info-hover",
];

/// The classes of elements that are lines of code.
const LINES: [&str; 9] = [
    "CodeMirror-line",
    "code-line",
    "crayon-line",
    "ec-line",
    "highlight-line",
    "line",
    "react-code-line",
    "token-line",
    "view-line",
];

/// The elements that can be the header of a block of code.
const HEADERS: NameSet = NameSet::of(&[name::DIV, name::FIGCAPTION, name::HEADER, name::P]);

/// The longest header. Bytes.
const MAX_HEADER_BYTES: usize = 80;

/// The number of elements of a header that are searched for a button.
const HEADER_ELEMENTS: usize = 8;

/// The parts of a block of code that are not code.
#[derive(Debug, Default)]
pub(crate) struct Decorations {
    /// The numbers of lines without a class of their own, in the page's order.
    numbers: Vec<NodeId>,
}

impl Decorations {
    /// Returns the decorations of a block of code. Linear in its nodes.
    pub(crate) fn of(document: &Document, block: NodeId) -> Decorations {
        Decorations { numbers: numbers(document, block).unwrap_or_default() }
    }

    /// True if an element is no code.
    pub(crate) fn contain(&self, document: &Document, id: NodeId, language: &str) -> bool {
        is_decoration(document, id)
            || self.numbers.binary_search(&id).is_ok()
            || is_header(document, id, language)
    }
}

/// True if an element in a block of code is a line.
pub(crate) fn is_line(document: &Document, id: NodeId) -> bool {
    match document.name(id) {
        Some(name::DIV | name::TR | name::LI) => true,
        Some(name::SPAN | name::CODE) => {
            let class = document.attr(id, name::CLASS).unwrap_or_default();
            class.split_ascii_whitespace().any(|class| LINES.contains(&class))
        }
        _ => false,
    }
}

/// True if an element has the class of something that is no code.
pub(crate) fn is_decoration(document: &Document, id: NodeId) -> bool {
    let classes = document.attr(id, name::CLASS).unwrap_or_default();
    classes.split_ascii_whitespace().any(|class| CLASSES.contains(&class))
}

/// Returns the elements that are the numbers of lines: the first in each line, with the numbers of
/// the lines and nothing else. `None` if one is not, or there is one line only.
fn numbers(document: &Document, block: NodeId) -> Option<Vec<NodeId>> {
    let mut numbers = Vec::new();
    let (mut end, mut first) = (block, 0);
    for line in document.elements(block).skip(1).filter(|&id| is_line(document, id)) {
        if line < end {
            continue;
        }
        end = document.subtree_end(line);
        let element =
            document.first_child(line).filter(|&id| document.kind(id) == NodeKind::Element)?;
        let text = document.text(element);
        let number: usize = if text.len() < 16 { text.trim().parse().ok()? } else { return None };
        if numbers.is_empty() {
            first = number;
        }
        if number != first + numbers.len() || document.subtree_end(element) >= end {
            return None;
        }
        numbers.push(element);
    }
    (numbers.len() > 1).then_some(numbers)
}

/// True if an element is the header of a block of code: it has the name of the language only, or a
/// button.
fn is_header(document: &Document, id: NodeId, language: &str) -> bool {
    if !document.name(id).is_some_and(|name| HEADERS.contains(name)) {
        return false;
    }
    let text = document.text(id);
    if text.len() > MAX_HEADER_BYTES {
        return false;
    }
    let mut inside = document.elements(id).skip(1).take(HEADER_ELEMENTS);
    !language.is_empty() && text.trim().eq_ignore_ascii_case(language)
        || inside.any(|id| document.is_html(id, name::BUTTON))
}
