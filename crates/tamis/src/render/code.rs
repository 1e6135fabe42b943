//! Blocks of code.

use tamis_dom::{Document, NodeId, NodeKind, name};

use crate::node_set::NodeSet;

/// A block of code.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Code {
    /// Its lines, without empty ones at the beginning and at the end.
    pub(super) text: String,
    /// Its language, as the page names it; empty where it does not.
    pub(super) language: String,
}

/// What stands in classes before the name of a language. Sources: the HTML standard (`language-`), Prism, highlight.js,
/// Jekyll and GitHub, `SyntaxHighlighter`.
const PREFIXES: [&str; 5] = ["language-", "lang-", "highlight-source-", "brush:", "hljs-language-"];

/// Classes of what stands beside the code and is none: numbers of lines, buttons.
const BESIDE: [&str; 12] = [
    "blob-num",
    "gutter",
    "hljs-ln-numbers",
    "line-number",
    "line-numbers",
    "line-numbers-rows",
    "linenos",
    "lineno",
    "linenodiv",
    "linenumber",
    "ln",
    "rouge-gutter",
];

/// How far around the block a class names its language.
const AROUND: usize = 3;

/// The code of a preformatted element, as far as it is kept.
pub(super) fn of(document: &Document, texts: &NodeSet, id: NodeId) -> Code {
    let mut text = String::new();
    let end = document.subtree_end(id).index();
    let mut next = id.index() + 1;
    while next < end {
        let id = NodeId::from_index(next);
        next += 1;
        match document.kind(id) {
            NodeKind::Text if texts.contains(id) || is_space(document.text(id)) => {
                text.push_str(document.text(id));
            }
            NodeKind::Element if document.is_html(id, name::BR) => text.push('\n'),
            NodeKind::Element if is_beside(document, id) => {
                next = document.subtree_end(id).index();
            }
            NodeKind::Element
                if (document.is_html(id, name::DIV) || document.is_html(id, name::TR))
                    && !text.is_empty()
                    && !text.ends_with('\n') =>
            {
                text.push('\n');
            }
            _ => {}
        }
    }
    let language = language_of(document, id).unwrap_or_default().to_owned();
    Code { text: without_empty_ends(&text), language }
}

fn is_space(text: &str) -> bool {
    text.trim_ascii().is_empty()
}

fn is_beside(document: &Document, id: NodeId) -> bool {
    let classes = document.attr(id, name::CLASS).unwrap_or_default();
    classes.split_ascii_whitespace().any(|class| BESIDE.contains(&class))
        || document.is_html(id, name::BUTTON)
}

/// The language that the classes of the block, of a `<code>` in it or of what is close around name.
fn language_of(document: &Document, pre: NodeId) -> Option<&str> {
    let inside = document.children(pre).find(|&id| document.is_html(id, name::CODE));
    let around = document.ancestors(pre).take(AROUND);
    inside.into_iter().chain([pre]).chain(around).find_map(|id| {
        let classes = document.attr(id, name::CLASS)?;
        let class = classes.split_ascii_whitespace().find_map(language_in)?;
        Some(class)
    })
}

fn language_in(class: &str) -> Option<&str> {
    let name = PREFIXES.iter().find_map(|prefix| class.strip_prefix(prefix))?;
    let is_name =
        |char: char| char.is_ascii_alphanumeric() || matches!(char, '+' | '#' | '-' | '.' | '_');
    (!name.is_empty() && name.chars().all(is_name)).then_some(name)
}

fn without_empty_ends(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let text = text.trim_end();
    let start =
        text.bytes().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n')).collect::<Vec<_>>();
    let lines = start.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    text[lines..].to_owned()
}
