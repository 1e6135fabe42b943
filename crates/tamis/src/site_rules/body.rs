//! The body of a page according to its site rules.

use tamis_dom::{Document, NameSet, NodeId, NodeKind, XPath, name};

use super::SiteRule;
use super::evaluator::Evaluator;
use super::masks::Masks;
use super::prune::prune;
use crate::page::{NodeSet, Page};

/// The part of a page that a rule keeps.
pub(super) struct Body {
    /// Elements and text nodes.
    pub(super) nodes: NodeSet,
    /// True if there is visible text or a media element.
    has_content: bool,
}

/// Elements without visible text.
const SILENT: NameSet = NameSet::of(&[name::SCRIPT, name::STYLE, name::TEMPLATE]);

/// Elements that are content without any text.
const MEDIA: NameSet = NameSet::of(&[
    name::AUDIO,
    name::EMBED,
    name::IFRAME,
    name::IMG,
    name::OBJECT,
    name::SVG,
    name::VIDEO,
]);

const HEADINGS: NameSet =
    NameSet::of(&[name::H1, name::H2, name::H3, name::H4, name::H5, name::H6]);

/// The nodes of the page that are looked at in one step, when a body is put together.
const NODES_PER_STEP: usize = 4;

/// The steps for cleaning a body, for each node of the page.
const PRUNE_STEPS_PER_NODE: usize = 8;

impl Body {
    /// Returns the first body that has content after all removals, or `None` if no body has any.
    ///
    /// A heading at its beginning that repeats the title is left out.
    pub(super) fn find(
        rule: &SiteRule<'_>,
        page: &Page,
        evaluator: &mut Evaluator<'_>,
        masks: &mut Masks,
        title: Option<&str>,
    ) -> Option<Body> {
        let document = page.document();
        for xpath in rule.all(|file| &file.body) {
            let Some(roots) = Body::roots(xpath, evaluator, masks) else { continue };
            if let Some(heading) = repeated_title(document, &roots, title) {
                masks.metadata.insert(heading);
            }
            if rule.flag(|file| file.prune).unwrap_or(true) {
                if !evaluator.take(PRUNE_STEPS_PER_NODE * document.len()) {
                    return None;
                }
                prune(page, &rule.host, &roots, masks);
            }
            let body = Body::of(document, &roots, masks);
            if body.has_content {
                return Some(body);
            }
        }
        None
    }

    /// Returns the nodes that a body's expression selects outside stripped subtrees, in document
    /// order, or `None` if they have no content.
    pub(super) fn roots(
        xpath: &XPath,
        evaluator: &mut Evaluator<'_>,
        masks: &Masks,
    ) -> Option<Vec<NodeId>> {
        let document = evaluator.document;
        let mut roots = evaluator.ids(xpath);
        if !evaluator.take(document.len() / NODES_PER_STEP) {
            return None;
        }
        masks.drop_stripped(document, &mut roots);
        Body::of(document, &roots, masks).has_content.then_some(roots)
    }

    /// Returns the subtrees of these nodes, which are in document order, without removed subtrees.
    fn of(document: &Document, roots: &[NodeId], masks: &Masks) -> Body {
        let mut body = Body { nodes: NodeSet::of(document), has_content: false };
        let mut next = 0;
        for &root in roots {
            let end = document.subtree_end(root).index();
            next = next.max(root.index());
            while next < end {
                let id = NodeId::from_index(next);
                // An element that is both title and body is kept, because the page would otherwise
                // have no text.
                let left_out = masks.removal(id).filter(|_| id != root);
                let silent = document.name(id).is_some_and(|name| SILENT.contains(name));
                if left_out.is_some() || silent {
                    next = document.subtree_end(id).index();
                    continue;
                }
                body.add(document, id);
                next += 1;
            }
        }
        body
    }

    fn add(&mut self, document: &Document, id: NodeId) {
        match document.kind(id) {
            NodeKind::Element => {
                self.nodes.insert(id);
                self.has_content |= document.name(id).is_some_and(|name| MEDIA.contains(name));
            }
            NodeKind::Text => {
                self.nodes.insert(id);
                self.has_content |= !document.text(id).trim().is_empty();
            }
            _ => {}
        }
    }
}

/// Returns the heading at the beginning of a body if it repeats the title. White space and case do
/// not count.
fn repeated_title(document: &Document, roots: &[NodeId], title: Option<&str>) -> Option<NodeId> {
    let title = title?;
    let is_element = |&id: &NodeId| document.kind(id) == NodeKind::Element;
    let first = match roots {
        [root] => document.children(*root).find(is_element)?,
        _ => roots.iter().copied().find(is_element)?,
    };
    let is_heading = document.name(first).is_some_and(|name| HEADINGS.contains(name));
    let words = |text: &str| text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>();
    (is_heading && words(document.text(first)) == words(title)).then_some(first)
}
