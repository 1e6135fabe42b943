//! The parts of a page that site rules leave out.
//!
//! The page is frozen, so nothing is removed from it. A mask is the set of the roots of subtrees
//! that do not count, each with the reason, which an explanation shows. For example, `strip:
//! //div[@class='promo']` puts these elements into the mask, and the body is all nodes below its
//! root that are not below one of them.

use tamis_dom::{Document, NodeId, name};

use super::SiteRule;
use super::evaluator::Evaluator;
use crate::page::{NodeSet, Page};
use crate::verdict::Verdict;

/// The reason why a subtree is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Removal {
    /// A rule strips it.
    Stripped,
    /// It is the title, an author or the date.
    Metadata,
    /// The light cleaning drops it.
    Pruned,
}

/// The roots of the subtrees that are left out, by [reason](Removal).
pub(super) struct Masks {
    pub(super) stripped: NodeSet,
    pub(super) metadata: NodeSet,
    pub(super) pruned: NodeSet,
}

/// Classes that mark elements for reading tools to leave out.
///
/// Source: Graby, `ContentExtractor::process`.
const IGNORED_CLASSES: [&str; 2] = ["entry-unrelated", "instapaper_ignore"];

/// Inline styles of hidden elements. As in the reference, a style with a space after the colon does
/// not match.
///
/// Source: Graby, `ContentExtractor::process`.
const HIDDEN_STYLES: [&str; 2] = ["display:none", "visibility:hidden"];

impl Masks {
    /// Returns the masks with everything that the rules strip; the other masks are empty.
    pub(super) fn of(rule: &SiteRule<'_>, evaluator: &mut Evaluator<'_>) -> Masks {
        let document = evaluator.document;
        let mut stripped = NodeSet::of(document);
        for xpath in rule.all(|file| &file.strip) {
            for id in evaluator.ids(xpath) {
                stripped.insert(id);
            }
        }
        let parts: Vec<&str> = rule.all(|file| &file.strip_id_or_class).map(|of| &**of).collect();
        let sources: Vec<&str> = rule.all(|file| &file.strip_image_src).map(|of| &**of).collect();
        for id in document.elements(NodeId::DOCUMENT) {
            let attr = |name| document.attr(id, name).unwrap_or_default();
            let (class, style) = (attr(name::CLASS), attr(name::STYLE));
            let named = has_part(evaluator, &parts, [class, attr(name::ID)]);
            let ignored =
                || class.split_ascii_whitespace().any(|class| IGNORED_CLASSES.contains(&class));
            let hidden = || HIDDEN_STYLES.iter().any(|hidden| style.contains(hidden));
            let source = if document.is_html(id, name::IMG) { attr(name::SRC) } else { "" };
            if named || ignored() || hidden() || has_part(evaluator, &sources, [source, ""]) {
                stripped.insert(id);
            }
        }
        Masks { stripped, metadata: NodeSet::of(document), pruned: NodeSet::of(document) }
    }

    /// Returns the reason why the subtree of this node is left out, or `None` if it is not the root
    /// of such a subtree.
    pub(super) fn removal(&self, id: NodeId) -> Option<Removal> {
        if self.stripped.contains(id) {
            Some(Removal::Stripped)
        } else if self.metadata.contains(id) {
            Some(Removal::Metadata)
        } else if self.pruned.contains(id) {
            Some(Removal::Pruned)
        } else {
            None
        }
    }

    /// Removes the nodes in stripped subtrees from a list in document order.
    pub(super) fn drop_stripped(&self, document: &Document, ids: &mut Vec<NodeId>) {
        let mut stripped = self.stripped.iter().peekable();
        let mut end = NodeId::DOCUMENT;
        ids.retain(|&id| {
            while let Some(root) = stripped.next_if(|&root| root <= id) {
                end = end.max(document.subtree_end(root));
            }
            id >= end
        });
    }
}

/// The steps for the search of a part in a name, and the bytes of a name that take one more.
const STEPS_PER_SEARCH: usize = 2;
const BYTES_PER_STEP: usize = 32;

/// Returns true if one of the values has one of the parts in it, which are not empty. False if
/// finding out takes more steps than are left.
fn has_part(evaluator: &mut Evaluator<'_>, parts: &[&str], values: [&str; 2]) -> bool {
    let bytes: usize = values.iter().map(|value| value.len()).sum();
    if parts.is_empty() || bytes == 0 {
        return false;
    }
    let steps = parts.len().saturating_mul(STEPS_PER_SEARCH + bytes / BYTES_PER_STEP);
    evaluator.take(steps)
        && parts.iter().any(|part| values.iter().any(|value| value.contains(*part)))
}

/// Removes nodes from a verdict, and drops the paragraphs whose text is all in them.
///
/// If the verdict chooses paragraphs alone, without nodes, a paragraph with other text stays whole.
pub(super) fn leave_out(
    page: &Page,
    verdict: &mut Verdict,
    reason: &'static str,
    stripped: &NodeSet,
) {
    let document = page.document();
    verdict.joins_words = false;
    if let Some(nodes) = &mut verdict.nodes {
        for id in stripped.iter() {
            nodes.remove(id);
        }
    }
    for (index, paragraph) in page.paragraphs().iter().enumerate() {
        let has_text = |&id: &NodeId| !document.text(id).trim().is_empty();
        let mut texts = page.paragraph_nodes(paragraph).filter(has_text);
        if verdict.kept[index] && texts.all(|id| stripped.contains(id)) {
            verdict.set(index, false, reason);
        }
    }
}
