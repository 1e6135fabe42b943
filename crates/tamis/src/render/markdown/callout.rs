//! Callouts: boxes with a note, a warning or a tip.
//!
//! In HTML they are divisions with a class, and each system has its own: `admonition note`, `alert
//! alert-warning`. As plain paragraphs they would lose what they are, and "Note" would be a line of
//! its own. Markdown has a form for five kinds, for example `> [!WARNING]`, which programs that do
//! not know it show as a quote.

use tamis_dom::{Document, NodeId, NodeKind, name};

/// The kinds of callouts in Markdown, with the names that pages use for them. Source: GitHub's
/// alerts; the names are those of the programs of [`BOXES`].
const KINDS: [(&str, &[&str]); 5] = [
    (
        "NOTE",
        &[
            "note",
            "info",
            "information",
            "abstract",
            "summary",
            "tldr",
            "todo",
            "question",
            "help",
            "faq",
            "example",
            "quote",
            "cite",
            "primary",
            "secondary",
        ],
    ),
    ("TIP", &["tip", "hint", "success", "check", "done"]),
    ("IMPORTANT", &["important", "attention"]),
    ("WARNING", &["warning", "warn"]),
    ("CAUTION", &["caution", "danger", "error", "failure", "fail", "missing", "bug"]),
];

/// The classes of callouts, with the prefix of the class that names the kind. Sources: docutils and
/// Python-Markdown (`admonition`), Asciidoctor, GitHub, Docusaurus, `VitePress`, `VuePress`,
/// Obsidian, Confluence, Bootstrap (`alert`), themes of Hugo (`book-hint`, `notices`, `notice`),
/// MDN (`notecard`), Starlight.
const BOXES: [(&str, &str); 15] = [
    ("admonition", "admonition-"),
    ("admonitionblock", ""),
    ("alert", "alert-"),
    ("book-hint", ""),
    ("markdown-alert", "markdown-alert-"),
    ("theme-admonition", "theme-admonition-"),
    ("custom-block", ""),
    ("callout", "callout-"),
    ("custom-container", ""),
    ("hint-container", ""),
    ("confluence-information-macro", "confluence-information-macro-"),
    ("notecard", ""),
    ("notice", "notice-"),
    ("notices", ""),
    ("starlight-aside", "starlight-aside--"),
];

/// The number of elements of a callout that are searched for its title.
const TITLE_WITHIN: usize = 8;

/// The classes of boxes with links to more, which are a quotation with a title. Sources: docutils,
/// Sphinx.
const FURTHER: [&str; 2] = ["seealso", "see-also"];

/// A callout.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Callout {
    /// The kind, in capital letters; empty for a box without one.
    pub(super) kind: &'static str,
    /// The element of the title.
    pub(super) title: Option<NodeId>,
    /// The title only repeats the kind.
    pub(super) is_bare: bool,
}

/// Returns the callout that an element is, if any.
pub(super) fn of(document: &Document, id: NodeId) -> Option<Callout> {
    let class = document.attr(id, name::CLASS)?;
    let words = || class.split_ascii_whitespace();
    let (_, prefix) = words().find_map(box_of)?;
    let named = words().find_map(|word| kind_of(word.strip_prefix(prefix).unwrap_or(word)));
    let further = || words().any(|word| FURTHER.contains(&word)).then_some("");
    let kind =
        named.or_else(|| kind_of(document.attr(id, name::DATA_CALLOUT)?)).or_else(further)?;
    let mut inside = document.elements(id).skip(1).take(TITLE_WITHIN);
    let title = inside.find(|&id| is_title(document, id)).or_else(|| lead(document, id));
    let is_bare = title.is_some_and(|title| {
        let text = document.descendants_and_self(title);
        let text: String = text
            .filter(|&id| document.kind(id) == NodeKind::Text)
            .map(|id| document.text(id))
            .collect();
        names_kind(&text)
    });
    Some(Callout { kind, title, is_bare })
}

/// Returns the entry of [`BOXES`] for a class. Called for each class of each division, so it tests
/// the first byte before it searches.
fn box_of(word: &str) -> Option<&'static (&'static str, &'static str)> {
    let may_be = matches!(
        word.as_bytes().first(),
        Some(b'a' | b'b' | b'c' | b'h' | b'm' | b'n' | b's' | b't')
    );
    BOXES.iter().find(|(name, _)| may_be && word == *name)
}

fn kind_of(word: &str) -> Option<&'static str> {
    KINDS.iter().find(|(_, names)| names.contains(&word)).map(|&(kind, _)| kind)
}

/// Returns the bold words with which the first paragraph of a box begins, if they only repeat a
/// kind. Source: MDN.
fn lead(document: &Document, callout: NodeId) -> Option<NodeId> {
    let is_shown = |id: &NodeId| {
        document.kind(*id) == NodeKind::Element
            || document.kind(*id) == NodeKind::Text && !document.text(*id).trim().is_empty()
    };
    let first = document.children(callout).find(is_shown)?;
    let bold = document.children(first).find(is_shown)?;
    let is_bold = document.is_html(first, name::P)
        && (document.is_html(bold, name::STRONG) || document.is_html(bold, name::B));
    (is_bold && names_kind(document.text(bold))).then_some(bold)
}

/// Returns true if a text is the name of a kind, with or without a mark after it.
fn names_kind(text: &str) -> bool {
    kind_of(&text.trim().trim_end_matches([':', '!', '.']).to_ascii_lowercase()).is_some()
}

fn is_title(document: &Document, id: NodeId) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    class.split_ascii_whitespace().any(|word| {
        word == "title"
            || word.ends_with("-title")
            || word.ends_with("__title")
            || word.ends_with("-title-container")
            || word.to_ascii_lowercase().contains("heading")
    })
}
