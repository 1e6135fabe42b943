//! Blocks of code.

mod decoration;

use tamis_dom::{Document, NodeId, NodeKind, name};

use self::decoration::{Decorations, is_decoration, is_line};
use super::role::RenderRole;
use crate::page::{NodeSet, near};

/// A block of code.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Code {
    /// The lines of code, without empty lines at the beginning and the end.
    pub(crate) text: String,
    /// The language as the page names it, or empty if it does not.
    pub(crate) language: String,
}

/// The prefixes of class names that name a language. Sources: the HTML standard (`language-`),
/// Prism, highlight.js, Jekyll and GitHub, `SyntaxHighlighter`, `MediaWiki`, Crayon.
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

/// The attributes that name a language. Sources: Shiki and Chroma (`data-language`, `data-lang`),
/// Enlighter, Mintlify and programs that render MDX (`language`).
const ATTRIBUTES: [&str; 4] = ["data-language", "data-lang", "data-enlighter-language", "language"];

/// Confluence's attribute for what `SyntaxHighlighter` puts in classes.
const PARAMETERS: &str = "data-syntaxhighlighter-params";

/// Values in place of a language's name that name no language.
const NO_LANGUAGES: [&str; 9] =
    ["auto", "default", "inner", "line", "lines", "nohighlight", "none", "table", "undefined"];

/// The classes of highlighters that put the bare name of the language among the classes. Sources:
/// highlight.js, Pandoc, Hexo, prettify, Lean's Verso (`hl`), `SyntaxHighlighter`.
const HIGHLIGHTERS: [&str; 6] =
    ["hljs", "hl", "sourceCode", "highlight", "prettyprint", SYNTAX_HIGHLIGHTER];

/// The class of the elements around the tables that `SyntaxHighlighter` makes of code.
const SYNTAX_HIGHLIGHTER: &str = "syntaxhighlighter";

/// The languages that are recognized by their bare names among a highlighter's classes.
const LANGUAGES: [&str; 55] = [
    "asm",
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
    "graphql",
    "haskell",
    "html",
    "ini",
    "java",
    "javascript",
    "js",
    "jsx",
    "json",
    "julia",
    "kotlin",
    "latex",
    "lean",
    "less",
    "lua",
    "makefile",
    "markdown",
    "matlab",
    "objectivec",
    "ocaml",
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
    "tsx",
    "typescript",
    "vim",
    "xml",
    "yaml",
    "zig",
];

/// Returns the kept code of a preformatted element.
pub(crate) fn of(document: &Document, texts: &NodeSet, id: NodeId) -> Code {
    let language = language_of(document, id).unwrap_or_default().to_owned();
    let decorations = Decorations::of(document, id);
    let mut lines = Lines::default();
    let end = document.subtree_end(id).index();
    let mut next = id.index() + 1;
    while next < end {
        let id = NodeId::from_index(next);
        next += 1;
        match document.kind(id) {
            NodeKind::Text if texts.contains(id) || is_space(document.text(id)) => {
                lines.text(id, document.text(id));
            }
            NodeKind::Text => lines.left_out(),
            NodeKind::Element if document.is_html(id, name::BR) => lines.text.push('\n'),
            NodeKind::Element if decorations.contain(document, id, &language) => {
                next = document.subtree_end(id).index();
            }
            NodeKind::Element if is_line(document, id) => lines.element(document, id),
            _ => {}
        }
    }
    Code { text: without_empty_ends(&lines.text), language }
}

/// The lines of a block of code so far.
#[derive(Default)]
struct Lines {
    text: String,
    /// The start of the last line that is an element, and the node after that element.
    line: Option<(usize, NodeId)>,
    /// The node after the last line that is a block.
    block_end: Option<NodeId>,
}

impl Lines {
    fn text(&mut self, id: NodeId, piece: &str) {
        let ends_block = self.block_end.take_if(|end| *end <= id).is_some();
        if ends_block && !is_separated(&self.text, piece) {
            self.text.push('\n');
        }
        self.text.push_str(piece);
    }

    /// Text that is left out separates what is around it.
    fn left_out(&mut self) {
        if self.text.ends_with(|last: char| !last.is_whitespace()) {
            self.text.push(' ');
        }
    }

    /// Begins a line that is an element.
    fn element(&mut self, document: &Document, id: NodeId) {
        let end = document.subtree_end(id);
        let empty = self.line.filter(|&(begin, _)| begin == self.text.len());
        // An element inside a line that has no text yet belongs to that line.
        if empty.is_none_or(|(_, end)| id >= end) {
            if !self.text.is_empty() && (!self.text.ends_with('\n') || empty.is_some()) {
                self.text.push('\n');
            }
            self.line = Some((self.text.len(), end));
        }
        if RenderRole::of(document, id).is_block() {
            self.block_end = Some(end);
        }
    }
}

/// Returns the code of a table that a highlighter made of it, with or without line numbers. `None`
/// for any other table.
///
/// Sources: Pygments (`highlighttable`), Rouge (`rouge-table`), Chroma (`lntable`),
/// `SyntaxHighlighter`, Crayon, GitHub (`blob`).
pub(crate) fn of_table(document: &Document, texts: &NodeSet, table: NodeId) -> Option<Code> {
    let mut cells =
        document.elements(table).take(TABLE_ELEMENTS).filter(|&id| document.is_html(id, name::TD));
    let has = |cell: NodeId, is: &dyn Fn(NodeId) -> bool| {
        document.elements(cell).take(CELL_ELEMENTS).any(is)
    };
    let first = cells.next()?;
    let is_preformatted = |id| document.is_html(id, name::PRE) || document.is_html(id, name::CODE);
    let is_marked =
        near(document, table).skip(1).any(|id| has_class(document, id, SYNTAX_HIGHLIGHTER));
    let code = if is_marked {
        first
    } else {
        let code = cells.next()?;
        let is_code = has(code, &is_preformatted) || has_class(document, code, "blob-code");
        let has_numbers = has(first, &|id| is_decoration(document, id));
        (is_code && has_numbers && document.subtree_end(first) <= code).then_some(code)?
    };
    let language = language_of(document, code).or_else(|| language_of(document, table));
    Some(Code { language: language.unwrap_or_default().to_owned(), ..of(document, texts, table) })
}

/// The number of elements of a table, and of a cell, that are searched for code.
const TABLE_ELEMENTS: usize = 64;
const CELL_ELEMENTS: usize = 8;

/// True if a block of code is short enough to be written within a line.
pub(crate) fn is_one_line(document: &Document, block: NodeId) -> bool {
    let text = document.text(block).trim();
    text.len() <= MAX_LINE_BYTES
        && !text.contains('\n')
        && !has_lines(document, block)
        && !has_line_elements(document, block)
}

/// The longest block of code that is written within a line. Bytes.
const MAX_LINE_BYTES: usize = 200;

/// True if the code contains `<br>`, or is declared as a block by its class, as by Lean's Verso.
/// Used for code outside of preformatted elements.
pub(crate) fn has_lines(document: &Document, code: NodeId) -> bool {
    has_class(document, code, "block")
        || document.elements(code).any(|id| document.is_html(id, name::BR))
}

/// True if a block of code contains elements that are lines, or line numbers.
pub(crate) fn has_line_elements(document: &Document, block: NodeId) -> bool {
    document.elements(block).skip(1).any(|id| is_line(document, id) || is_decoration(document, id))
}

/// True if a line feed separates these two texts already, or the first one is empty.
fn is_separated(before: &str, after: &str) -> bool {
    before.is_empty() || before.ends_with('\n') || after.starts_with('\n')
}

fn has_class(document: &Document, id: NodeId, wanted: &str) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    class.split_ascii_whitespace().any(|class| class == wanted)
}

fn is_space(text: &str) -> bool {
    text.trim_ascii().is_empty()
}

/// Returns the language named by the block, by a `<code>` in it, or by its closest ancestors.
fn language_of(document: &Document, block: NodeId) -> Option<&str> {
    let inside = document
        .elements(block)
        .skip(1)
        .take(CELL_ELEMENTS)
        .filter(|&id| document.is_html(id, name::CODE) || document.is_html(id, name::PRE));
    inside.chain(near(document, block)).find_map(|id| {
        let attrs = ATTRIBUTES.iter().filter_map(|text| document.find_name(text));
        let lang = Some(name::LANG).filter(|_| document.is_html(id, name::PRE));
        let named = attrs.chain(lang).filter_map(|attr| document.attr(id, attr));
        let parameters = document.find_name(PARAMETERS).and_then(|name| document.attr(id, name));
        named
            .filter(|name| is_language(name))
            .chain(language_in(document.attr(id, name::CLASS)))
            .chain(bare_language(document, id, block))
            .chain(language_in(parameters))
            .next()
    })
}

/// Returns the language that is the only class of a preformatted element or of the code in it.
fn bare_language(document: &Document, id: NodeId, block: NodeId) -> Option<&str> {
    let is_code = document.is_html(id, name::CODE) || document.is_html(id, name::PRE);
    let class = document.attr(id, name::CLASS).filter(|_| is_code && id >= block)?.trim();
    LANGUAGES.contains(&class).then_some(class)
}

/// Returns the language that a list of classes names, by a prefix or next to the class of a
/// highlighter.
fn language_in(class: Option<&str>) -> Option<&str> {
    let words = || class.unwrap_or_default().split_ascii_whitespace();
    let named = words().find_map(|word| {
        PREFIXES
            .iter()
            .find_map(|prefix| word.strip_prefix(prefix))
            .filter(|name| is_language(name))
    });
    let after_brush = || {
        let name = words().skip_while(|word| *word != "brush:").nth(1)?;
        Some(name.trim_end_matches(';')).filter(|name| is_language(name))
    };
    let next_to_highlighter = || {
        let is_marked = words().any(|word| HIGHLIGHTERS.contains(&word));
        words().find(|word| is_marked && LANGUAGES.contains(word))
    };
    named.or_else(after_brush).or_else(next_to_highlighter)
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
