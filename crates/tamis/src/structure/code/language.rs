//! The language of a block of code, as its markup names it.

use tamis_dom::{Document, NodeId, name};

use crate::page::near;

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
pub(super) const SYNTAX_HIGHLIGHTER: &str = "syntaxhighlighter";

/// The languages that are recognized by their bare names among a highlighter's classes.
pub(super) const LANGUAGES: [&str; 55] = [
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

/// The number of elements of a cell or a block that are searched for code.
pub(super) const CELL_ELEMENTS: usize = 8;

/// Returns the language named by the block, by a `<code>` in it, or by its closest ancestors.
pub(super) fn language_of(document: &Document, block: NodeId) -> Option<&str> {
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
