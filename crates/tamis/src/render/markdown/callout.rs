//! Callouts: boxes that note, warn, advise.

use tamis_dom::{Document, NodeId, NodeKind, name};

/// The kinds that Markdown has a sign for, with what pages call them. Source: GitHub's alerts.
const KINDS: [(&str, &[&str]); 5] = [
    ("NOTE", &["note", "info", "information", "abstract", "seealso"]),
    ("TIP", &["tip", "hint", "success"]),
    ("IMPORTANT", &["important", "attention"]),
    ("WARNING", &["warning", "warn"]),
    ("CAUTION", &["caution", "danger", "error", "failure", "bug"]),
];

/// Classes of boxes that say of what kind they are, with what their kind's class begins with. Sources: docutils and Python-Markdown
/// (`admonition`), Asciidoctor, GitHub, Docusaurus, `VitePress`, `VuePress`, Obsidian, Confluence.
const BOXES: [(&str, &str); 9] = [
    ("admonition", ""),
    ("admonitionblock", ""),
    ("markdown-alert", "markdown-alert-"),
    ("theme-admonition", "theme-admonition-"),
    ("custom-block", ""),
    ("callout", "callout-"),
    ("custom-container", ""),
    ("hint-container", ""),
    ("confluence-information-macro", "confluence-information-macro-"),
];

/// How many elements of a box are looked at for its title.
const TITLE_WITHIN: usize = 8;

/// A box.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Callout {
    /// Its kind, in capital letters.
    pub(super) kind: &'static str,
    /// The element with its title.
    pub(super) title: Option<NodeId>,
    /// The title says nothing but the kind.
    pub(super) is_bare: bool,
}

/// The callout that an element is.
pub(super) fn of(document: &Document, id: NodeId) -> Option<Callout> {
    let class = document.attr(id, name::CLASS)?;
    let words = || class.split_ascii_whitespace();
    let (_, prefix) = words().find_map(box_of)?;
    let named = words().find_map(|word| kind_of(word.strip_prefix(prefix).unwrap_or(word)));
    let kind = named.or_else(|| kind_of(document.attr(id, name::DATA_CALLOUT)?))?;
    let title = document.elements(id).skip(1).take(TITLE_WITHIN).find(|&id| is_title(document, id));
    let is_bare = title.is_some_and(|title| {
        let text = document.descendants_and_self(title);
        let text: String = text
            .filter(|&id| document.kind(id) == NodeKind::Text)
            .map(|id| document.text(id))
            .collect();
        kind_of(&text.trim().trim_end_matches([':', '!', '.']).to_ascii_lowercase()).is_some()
    });
    Some(Callout { kind, title, is_bare })
}

/// The box that a class names. Asked of each class of each division.
fn box_of(word: &str) -> Option<&'static (&'static str, &'static str)> {
    let may_be = matches!(word.as_bytes().first(), Some(b'a' | b'c' | b'h' | b'm' | b't'));
    BOXES.iter().find(|(name, _)| may_be && word == *name)
}

fn kind_of(word: &str) -> Option<&'static str> {
    KINDS.iter().find(|(_, names)| names.contains(&word)).map(|&(kind, _)| kind)
}

fn is_title(document: &Document, id: NodeId) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    class.split_ascii_whitespace().any(|word| {
        word == "title"
            || word.ends_with("-title")
            || word.ends_with("-title-container")
            || word.to_ascii_lowercase().contains("heading")
    })
}
