//! The body of a page by its rules, as masks over the document.

use tamis_dom::{Document, NameSet, NodeId, NodeKind, XPath, XPathNode, XPathValue, name};

use super::SiteRule;
use super::prune::prune;
use crate::extraction::Warning;
use crate::node_set::NodeSet;
use crate::page::Page;

/// Looks up what rules name, and gathers what went wrong.
pub(super) struct Finder<'p> {
    pub(super) document: &'p Document,
    pub(super) warnings: Vec<Warning>,
}

impl<'p> Finder<'p> {
    pub(super) fn new(document: &'p Document) -> Finder<'p> {
        Finder { document, warnings: Vec::new() }
    }

    /// What the expression gives; `None` where it was given up.
    pub(super) fn value(&mut self, xpath: &XPath) -> Option<XPathValue> {
        match xpath.evaluate(self.document, NodeId::DOCUMENT) {
            Ok(value) => Some(value),
            Err(error) => {
                self.warnings.push(Warning::SiteRule { message: error.to_string() });
                None
            }
        }
    }

    /// The nodes that the expression names.
    pub(super) fn nodes(&mut self, xpath: &XPath) -> Vec<XPathNode> {
        match self.value(xpath) {
            Some(XPathValue::Nodes(nodes)) => nodes,
            _ => Vec::new(),
        }
    }

    /// The elements and texts that the expression names, not the attributes.
    pub(super) fn ids(&mut self, xpath: &XPath) -> Vec<NodeId> {
        let nodes = self.nodes(xpath).into_iter();
        let nodes = nodes.filter(|node| node.attribute_index().is_none()).map(XPathNode::id);
        let is_content =
            |&id: &NodeId| matches!(self.document.kind(id), NodeKind::Element | NodeKind::Text);
        nodes.filter(is_content).collect()
    }
}

/// Why a subtree is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LeftOut {
    Stripped,
    /// It is the title, an author or the date.
    Taken,
    Pruned,
}

/// The roots of what is left out.
pub(super) struct Masks {
    pub(super) stripped: NodeSet,
    pub(super) taken: NodeSet,
    pub(super) pruned: NodeSet,
}

/// Classes whose elements reading tools leave out. Source: Graby, `ContentExtractor::process`.
const IGNORED_CLASSES: [&str; 2] = ["entry-unrelated", "instapaper_ignore"];

/// Styles of what is not shown, as pages without a needless space write them. Source: the same.
const HIDDEN_STYLES: [&str; 2] = ["display:none", "visibility:hidden"];

impl Masks {
    /// What the rules strip from the page.
    pub(super) fn of(rule: &SiteRule<'_>, finder: &mut Finder<'_>) -> Masks {
        let document = finder.document;
        let mut stripped = NodeSet::of(document);
        for xpath in rule.all(|file| &file.strip) {
            for id in finder.ids(xpath) {
                stripped.insert(id);
            }
        }
        let parts: Vec<_> = rule.all(|file| &file.strip_id_or_class).collect();
        let sources: Vec<_> = rule.all(|file| &file.strip_image_src).collect();
        for id in document.elements(NodeId::DOCUMENT) {
            let attr = |name| document.attr(id, name).unwrap_or_default();
            let (class, style) = (attr(name::CLASS), attr(name::STYLE));
            let named = || {
                parts
                    .iter()
                    .any(|&part| class.contains(&**part) || attr(name::ID).contains(&**part))
            };
            let ignored =
                || class.split_ascii_whitespace().any(|class| IGNORED_CLASSES.contains(&class));
            let hidden = || HIDDEN_STYLES.iter().any(|hidden| style.contains(hidden));
            let image = || {
                document.is_html(id, name::IMG)
                    && sources.iter().any(|&part| attr(name::SRC).contains(&**part))
            };
            if named() || ignored() || hidden() || image() {
                stripped.insert(id);
            }
        }
        Masks { stripped, taken: NodeSet::of(document), pruned: NodeSet::of(document) }
    }

    /// Why the subtree of this node is left out, if it is.
    pub(super) fn left_out(&self, id: NodeId) -> Option<LeftOut> {
        if self.stripped.contains(id) {
            Some(LeftOut::Stripped)
        } else if self.taken.contains(id) {
            Some(LeftOut::Taken)
        } else if self.pruned.contains(id) {
            Some(LeftOut::Pruned)
        } else {
            None
        }
    }

    /// Whether the node stands in a subtree that is stripped.
    fn is_stripped(&self, document: &Document, id: NodeId) -> bool {
        self.stripped.contains(id)
            || document.ancestors(id).any(|above| self.stripped.contains(above))
    }
}

/// What a rule keeps of a page.
pub(super) struct Body {
    /// Elements and texts.
    pub(super) nodes: NodeSet,
    /// Whether there is a text or something to look at.
    has_content: bool,
}

/// What is never a part of the text.
const SILENT: NameSet = NameSet::of(&[name::SCRIPT, name::STYLE, name::TEMPLATE]);

/// What is content without any text.
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

impl Body {
    /// The first body of the rules that holds something when all is left out that is to be. `None` where none does.
    pub(super) fn find(
        rule: &SiteRule<'_>,
        page: &Page,
        finder: &mut Finder<'_>,
        masks: &mut Masks,
        title: Option<&str>,
    ) -> Option<Body> {
        let document = page.document();
        for xpath in rule.all(|file| &file.body) {
            let Some(roots) = Body::roots(xpath, finder, masks) else { continue };
            if let Some(heading) = first_heading(document, &roots, title) {
                masks.taken.insert(heading);
            }
            if rule.flag(|file| file.prune).unwrap_or(true) {
                prune(page, &rule.host, &roots, masks);
            }
            let body = Body::of(document, &roots, masks);
            if body.has_content {
                return Some(body);
            }
        }
        None
    }

    /// What the expression names of the page, without what stands in something that is left out. `None` where it holds
    /// nothing.
    pub(super) fn roots(
        xpath: &XPath,
        finder: &mut Finder<'_>,
        masks: &Masks,
    ) -> Option<Vec<NodeId>> {
        let document = finder.document;
        let ids = finder.ids(xpath).into_iter();
        let roots: Vec<_> = ids.filter(|&id| !masks.is_stripped(document, id)).collect();
        Body::of(document, &roots, masks).has_content.then_some(roots)
    }

    /// The subtrees of these nodes, which are in document order, without what is left out.
    fn of(document: &Document, roots: &[NodeId], masks: &Masks) -> Body {
        let mut body = Body { nodes: NodeSet::of(document), has_content: false };
        let mut next = 0;
        for &root in roots {
            let end = document.subtree_end(root).index();
            next = next.max(root.index());
            while next < end {
                let id = NodeId::from_index(next);
                // A body that is taken for the title is the body all the same.
                let left_out = masks.left_out(id).filter(|_| id != root);
                let silent = document.name(id).is_some_and(|name| SILENT.contains(name));
                if left_out.is_some() || silent {
                    next = document.subtree_end(id).index();
                    continue;
                }
                body.take(document, id);
                next += 1;
            }
        }
        body
    }

    fn take(&mut self, document: &Document, id: NodeId) {
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

/// The heading that a body begins with, if it is the title.
fn first_heading(document: &Document, roots: &[NodeId], title: Option<&str>) -> Option<NodeId> {
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
