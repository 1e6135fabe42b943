//! Plain text.

use std::borrow::Cow;

use crate::engine::Verdict;
use crate::node_set::NodeSet;
use crate::page::Page;
use crate::paragraph::Paragraph;
use crate::whitespace::{is_python_space, normalize_whitespace};

/// The texts of the kept paragraphs in the page's order, an empty line between each two. Empty paragraphs are left
/// out, and of a paragraph the text nodes that the verdict does not keep.
pub fn text(page: &Page, verdict: &Verdict) -> String {
    let kept = page.paragraphs().iter().zip(&verdict.kept).filter(|&(_, &kept)| kept);
    let mut out = String::new();
    for (paragraph, _) in kept {
        let text = match &verdict.nodes {
            Some(nodes) => kept_text(page, paragraph, nodes),
            None => Cow::Borrowed(page.paragraph_text(paragraph)),
        };
        if text.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push_str("\n\n");
        }
        out.push_str(&text);
    }
    out
}

/// The text of those of the paragraph's text nodes that are in the set, white space collapsed and trimmed. Where one is
/// left out, a space stands for it, so that no two words are glued.
fn kept_text<'p>(page: &'p Page, paragraph: &Paragraph, nodes: &NodeSet) -> Cow<'p, str> {
    let document = page.document();
    let is_text = |id| !document.text(id).is_empty();
    if page.paragraph_nodes(paragraph).all(|id| !is_text(id) || nodes.contains(id)) {
        return Cow::Borrowed(page.paragraph_text(paragraph));
    }
    let pieces: String = page
        .paragraph_nodes(paragraph)
        .map(|id| if nodes.contains(id) && is_text(id) { document.text(id) } else { " " })
        .collect();
    Cow::Owned(normalize_whitespace(pieces.trim_matches(is_python_space)))
}
