//! Parts of a block of code: lines, and what is not code, such as numbers of lines, headers,
//! buttons and explanations.

use tamis_dom::{Document, NameSet, NodeId, NodeKind, name};

use super::label::{counts_up, counts_up_in_elements, has_labels_only};
use crate::page::near;

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
#[derive(Debug)]
pub(crate) struct Decorations {
    block: NodeId,
    /// The numbers of lines without a class of their own, in the page's order.
    numbers: Vec<NodeId>,
}

impl Decorations {
    /// Returns the decorations of a block of code. Linear in its nodes.
    pub(crate) fn of(document: &Document, block: NodeId) -> Decorations {
        let numbers = numbers(document, block).or_else(|| numbers_in_text(document, block));
        Decorations { block, numbers: numbers.unwrap_or_default() }
    }

    /// True if each line begins with its number, in an element without a class of numbers.
    pub(crate) fn has_numbers(&self) -> bool {
        !self.numbers.is_empty()
    }

    /// True if an element is no code.
    pub(crate) fn contain(&self, document: &Document, id: NodeId, language: &str) -> bool {
        is_decoration(document, id)
            || self.numbers.binary_search(&id).is_ok()
            || is_gutter(document, id, self.block)
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
        || is_marked_number(document, id)
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
        let number = line_number(document, element)?;
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

/// Returns the elements that are the numbers of lines of text: each line begins with one, and they
/// count up. `None` if a line does not, or there is one line only. Linear in the block.
fn numbers_in_text(document: &Document, block: NodeId) -> Option<Vec<NodeId>> {
    let mut numbers: Vec<NodeId> = Vec::new();
    let (mut first, mut is_line_start) = (0, true);
    let (mut next, end) = (block.index() + 1, document.subtree_end(block).index());
    while next < end {
        let id = NodeId::from_index(next);
        next += 1;
        match document.kind(id) {
            NodeKind::Element if document.is_html(id, name::BR) => is_line_start = true,
            NodeKind::Element if is_line_start => {
                let Some(number) = line_number(document, id) else { continue };
                if numbers.is_empty() {
                    first = number;
                }
                if number != first + numbers.len() {
                    return None;
                }
                numbers.push(id);
                is_line_start = document.text(id).ends_with('\n');
                next = document.subtree_end(id).index();
            }
            NodeKind::Text => {
                let text = document.text(id);
                let begins = text.split('\n').skip(usize::from(!is_line_start));
                let unnumbered = begins.clone().any(|line| !line.trim_ascii().is_empty());
                if unnumbered {
                    return None;
                }
                is_line_start |= text.contains('\n');
            }
            _ => {}
        }
    }
    (numbers.len() > 1).then_some(numbers)
}

/// Returns the number that is the whole text of an element.
fn line_number(document: &Document, id: NodeId) -> Option<usize> {
    let text = document.text(id);
    if text.len() < MAX_NUMBER_BYTES { text.trim().parse().ok() } else { None }
}

/// The longest number of a line, with white space. Bytes.
const MAX_NUMBER_BYTES: usize = 16;

/// True for a number of a line that cannot be selected with the code, or whose attribute repeats
/// it: `<span style="user-select:none">1</span>`, `<span data-line-number=1>1</span>`.
fn is_marked_number(document: &Document, id: NodeId) -> bool {
    if document.text_range(id).len() >= MAX_NUMBER_BYTES || line_number(document, id).is_none() {
        return false;
    }
    let number = document.text(id).trim();
    document.attrs(id).iter().any(|attr| {
        let value = document.attr_value(attr);
        match attr.name() {
            name::STYLE => {
                value.split(';').filter_map(|rule| rule.split_once(':')).any(|(property, value)| {
                    property.trim().ends_with("user-select") && value.trim().starts_with("none")
                })
            }
            name::CLASS => {
                let mut classes = value.split_ascii_whitespace();
                classes.any(|class| matches!(class, "select-none" | "unselectable"))
            }
            of => value == number && document.name_str(of).starts_with("data-line"),
        }
    })
}

/// True for an element in a block of code whose whole text is the numbers of its lines, one after
/// the other. In the block must be more than that.
pub(super) fn is_gutter(document: &Document, id: NodeId, block: NodeId) -> bool {
    let text = document.text(id);
    let ends = text.trim_ascii().as_bytes();
    let (Some(first), Some(last)) = (ends.first(), ends.last()) else { return false };
    if !first.is_ascii_digit() || !last.is_ascii_digit() {
        return false;
    }
    let is_all = document.text(block).trim_ascii().len() == ends.len();
    !is_all
        && (text.contains(is_space) && counts_up(text)
            || id != block && counts_up_in_elements(document, id))
}

fn is_space(char: char) -> bool {
    char.is_ascii_whitespace()
}

/// True if an element is the header of a block of code: it has the name of the language only, or a
/// button, and no code.
fn is_header(document: &Document, id: NodeId, language: &str) -> bool {
    let is_label = document.is_html(id, name::SPAN) && is_before_code(document, id);
    if !is_label && !document.name(id).is_some_and(|name| HEADERS.contains(name)) {
        return false;
    }
    let text = document.text(id);
    if text.len() > MAX_HEADER_BYTES {
        return false;
    }
    let inside = || document.elements(id).skip(1).take(HEADER_ELEMENTS);
    let is_code = |id| document.is_html(id, name::CODE) || document.is_html(id, name::PRE);
    !language.is_empty() && text.trim().eq_ignore_ascii_case(language)
        || (is_label || is_before_code(document, id)) && has_labels_only(document, id)
        || !inside().any(is_code) && inside().any(|id| document.is_html(id, name::BUTTON))
}

/// True for a child of a preformatted element that also has the code as a child, or in one.
fn is_before_code(document: &Document, id: NodeId) -> bool {
    let is_in_pre = near(document, id).skip(1).any(|id| document.is_html(id, name::PRE));
    let next = || std::iter::successors(Some(id), |&id| document.next_sibling(id));
    let is_code = |&id: &NodeId| document.is_html(id, name::CODE);
    is_in_pre
        && !near(document, id).any(|id| is_code(&id))
        && next()
            .skip(1)
            .take(HEADER_ELEMENTS)
            .any(|id| document.elements(id).take(HEADER_ELEMENTS).any(|id| is_code(&id)))
}
