//! Blocks of code.

use tamis_dom::{Document, NodeId, NodeKind, name};

use super::role::Role;
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
/// Jekyll and GitHub, `SyntaxHighlighter`, `MediaWiki`, Crayon.
const PREFIXES: [&str; 8] = [
    "language-",
    "lang-",
    "highlight-source-",
    "brush:",
    "hljs-language-",
    "highlight-",
    "mw-highlight-lang-",
    "lang:",
];

/// Attributes that name a language. Sources: Shiki and Chroma (`data-language`, `data-lang`), Enlighter.
const ATTRIBUTES: [&str; 3] = ["data-language", "data-lang", "data-enlighter-language"];

/// The attribute in which Confluence has what `SyntaxHighlighter` has in classes.
const PARAMETERS: &str = "data-syntaxhighlighter-params";

/// What stands there where no language is meant.
const NO_LANGUAGES: [&str; 9] =
    ["auto", "default", "inner", "line", "lines", "nohighlight", "none", "table", "undefined"];

/// Classes of highlighters that put the language beside them, bare. Sources: highlight.js, Pandoc, Hexo, prettify,
/// `SyntaxHighlighter`.
const HIGHLIGHTERS: [&str; 5] =
    ["hljs", "sourceCode", "highlight", "prettyprint", SYNTAX_HIGHLIGHTER];

/// The class around the tables that `SyntaxHighlighter` makes of code.
const SYNTAX_HIGHLIGHTER: &str = "syntaxhighlighter";

/// Languages that stand bare among other classes.
const LANGUAGES: [&str; 46] = [
    "bash",
    "c",
    "clojure",
    "cpp",
    "cs",
    "csharp",
    "css",
    "dart",
    "diff",
    "dockerfile",
    "elixir",
    "erlang",
    "go",
    "haskell",
    "html",
    "ini",
    "java",
    "javascript",
    "js",
    "json",
    "julia",
    "kotlin",
    "latex",
    "less",
    "lua",
    "makefile",
    "markdown",
    "objectivec",
    "perl",
    "php",
    "powershell",
    "python",
    "r",
    "ruby",
    "rust",
    "scala",
    "scss",
    "sh",
    "shell",
    "sql",
    "swift",
    "toml",
    "ts",
    "typescript",
    "xml",
    "yaml",
];

/// Classes of what stands beside the code and is none: numbers of lines.
const BESIDE: [&str; 17] = [
    "blob-num",
    "code-line-number",
    "crayon-nums",
    "gutter",
    "hljs-ln-n",
    "hljs-ln-numbers",
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
    "rouge-gutter",
];

/// How far around the block a class names its language.
const AROUND: usize = 3;

/// Classes of elements that are lines of code of their own.
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

/// The code of a preformatted element, as far as it is kept.
pub(super) fn of(document: &Document, texts: &NodeSet, id: NodeId) -> Code {
    let language = language_of(document, id).unwrap_or_default().to_owned();
    let mut text = String::new();
    // Where the last line that is an element begins, and which node is behind it.
    let mut line: Option<(usize, NodeId)> = None;
    // Which node is behind the last line that is a block.
    let mut block_end = None;
    let end = document.subtree_end(id).index();
    let mut next = id.index() + 1;
    while next < end {
        let id = NodeId::from_index(next);
        next += 1;
        match document.kind(id) {
            NodeKind::Text if texts.contains(id) || is_space(document.text(id)) => {
                let piece = document.text(id);
                if block_end.take_if(|end| *end <= id).is_some() && !is_parted(&text, piece) {
                    text.push('\n');
                }
                text.push_str(piece);
            }
            // What is left out parts what stands around it.
            NodeKind::Text if text.ends_with(|last: char| !last.is_whitespace()) => text.push(' '),
            NodeKind::Element if document.is_html(id, name::BR) => text.push('\n'),
            NodeKind::Element if is_beside(document, id) => {
                next = document.subtree_end(id).index();
            }
            NodeKind::Element if is_line(document, id) => {
                let empty = line.filter(|&(begin, _)| begin == text.len());
                // Within a line that has no text yet it is that line.
                if empty.is_none_or(|(_, end)| id >= end) {
                    if !text.is_empty() && (!text.ends_with('\n') || empty.is_some()) {
                        text.push('\n');
                    }
                    line = Some((text.len(), document.subtree_end(id)));
                }
                if Role::of(document, id).is_block() {
                    block_end = Some(document.subtree_end(id));
                }
            }
            _ => {}
        }
    }
    Code { text: without_empty_ends(&text), language }
}

/// The code of a table that a highlighter made of it, with or without the numbers of lines beside it; `None` of any other table.
///
/// Sources: Pygments (`highlighttable`), Rouge (`rouge-table`), Chroma (`lntable`), `SyntaxHighlighter`, Crayon, GitHub (`blob`).
pub(super) fn of_table(document: &Document, texts: &NodeSet, table: NodeId) -> Option<Code> {
    let mut cells =
        document.elements(table).take(TABLE_ELEMENTS).filter(|&id| document.is_html(id, name::TD));
    let has = |cell: NodeId, is: &dyn Fn(NodeId) -> bool| {
        document.elements(cell).take(CELL_ELEMENTS).any(is)
    };
    let first = cells.next()?;
    let is_preformatted = |id| document.is_html(id, name::PRE) || document.is_html(id, name::CODE);
    let mut around = document.ancestors(table).take(AROUND);
    let is_marked = around.any(|id| has_class(document, id, SYNTAX_HIGHLIGHTER));
    let code = if is_marked {
        first
    } else {
        let code = cells.next()?;
        let is_code = has(code, &is_preformatted) || has_class(document, code, "blob-code");
        let has_numbers = has(first, &|id| is_beside(document, id));
        (is_code && has_numbers && document.subtree_end(first) <= code).then_some(code)?
    };
    let language = language_of(document, code).or_else(|| language_of(document, table));
    Some(Code { language: language.unwrap_or_default().to_owned(), ..of(document, texts, table) })
}

/// How many elements of a table and of a cell are looked at.
const TABLE_ELEMENTS: usize = 64;
const CELL_ELEMENTS: usize = 8;

/// Whether a block of code is so short that it can stand in a line.
pub(super) fn is_one_line(document: &Document, block: NodeId) -> bool {
    let text = document.text(block).trim();
    text.len() <= MAX_LINE_BYTES
        && !text.contains('\n')
        && !has_lines(document, block)
        && !has_made_lines(document, block)
}

/// The longest code of one block that is written within a line. Bytes.
const MAX_LINE_BYTES: usize = 200;

/// Whether code has lines of its own, though it does not stand in a preformatted element.
pub(super) fn has_lines(document: &Document, code: NodeId) -> bool {
    document.elements(code).any(|id| document.is_html(id, name::BR))
}

/// Whether lines of a block of code are elements, or have numbers beside them.
pub(super) fn has_made_lines(document: &Document, block: NodeId) -> bool {
    document.elements(block).skip(1).any(|id| is_line(document, id) || is_beside(document, id))
}

/// Whether an element in a block of code is a line of its own.
fn is_line(document: &Document, id: NodeId) -> bool {
    match document.name(id) {
        Some(name::DIV | name::TR | name::LI) => true,
        Some(name::SPAN | name::CODE) => {
            let class = document.attr(id, name::CLASS).unwrap_or_default();
            class.split_ascii_whitespace().any(|class| LINES.contains(&class))
        }
        _ => false,
    }
}

/// Whether a line feed stands between these two, or nothing before.
fn is_parted(before: &str, behind: &str) -> bool {
    before.is_empty() || before.ends_with('\n') || behind.starts_with('\n')
}

fn has_class(document: &Document, id: NodeId, wanted: &str) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    class.split_ascii_whitespace().any(|class| class == wanted)
}

fn is_space(text: &str) -> bool {
    text.trim_ascii().is_empty()
}

/// Whether an element in a block of code stands beside the code.
fn is_beside(document: &Document, id: NodeId) -> bool {
    let classes = document.attr(id, name::CLASS).unwrap_or_default();
    classes.split_ascii_whitespace().any(|class| BESIDE.contains(&class))
}

/// The language that the block, a `<code>` in it or what is close around names.
fn language_of(document: &Document, block: NodeId) -> Option<&str> {
    let inside = document
        .elements(block)
        .skip(1)
        .take(CELL_ELEMENTS)
        .filter(|&id| document.is_html(id, name::CODE) || document.is_html(id, name::PRE));
    let around = document.ancestors(block).take(AROUND);
    inside.chain([block]).chain(around).find_map(|id| {
        let attrs = ATTRIBUTES.iter().filter_map(|text| document.find_name(text));
        let lang = Some(name::LANG).filter(|_| document.is_html(id, name::PRE));
        let named = attrs.chain(lang).filter_map(|attr| document.attr(id, attr));
        let parameters = document.find_name(PARAMETERS).and_then(|name| document.attr(id, name));
        named
            .filter(|name| is_language(name))
            .chain(language_in(document.attr(id, name::CLASS)))
            .chain(language_in(parameters))
            .next()
    })
}

/// The language that classes name: by what stands before it, or beside the name of a highlighter.
fn language_in(class: Option<&str>) -> Option<&str> {
    let words = || class.unwrap_or_default().split_ascii_whitespace();
    let named = words().find_map(|word| {
        PREFIXES
            .iter()
            .find_map(|prefix| word.strip_prefix(prefix))
            .filter(|name| is_language(name))
    });
    let behind_brush = || {
        let name = words().skip_while(|word| *word != "brush:").nth(1)?;
        Some(name.trim_end_matches(';')).filter(|name| is_language(name))
    };
    let beside = || {
        let is_marked = words().any(|word| HIGHLIGHTERS.contains(&word));
        words().find(|word| is_marked && LANGUAGES.contains(word))
    };
    named.or_else(behind_brush).or_else(beside)
}

fn is_language(name: &str) -> bool {
    let is_sign =
        |char: char| char.is_ascii_alphanumeric() || matches!(char, '+' | '#' | '-' | '.' | '_');
    !name.is_empty() && name.chars().all(is_sign) && !NO_LANGUAGES.contains(&name)
}

fn without_empty_ends(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let text = text.trim_end();
    let start =
        text.bytes().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n')).collect::<Vec<_>>();
    let lines = start.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    text[lines..].to_owned()
}
