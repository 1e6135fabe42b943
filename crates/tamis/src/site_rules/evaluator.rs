//! Evaluates the XPath expressions of rules on a page.

use tamis_dom::{Document, NodeId, NodeKind, XPath, XPathError, XPathNode, XPathValue};

use crate::page::Warning;

/// Evaluates XPath expressions on one document and collects warnings.
pub(super) struct Evaluator<'p> {
    pub(super) document: &'p Document,
    pub(super) warnings: Vec<Warning>,
}

impl<'p> Evaluator<'p> {
    pub(super) fn new(document: &'p Document) -> Evaluator<'p> {
        Evaluator { document, warnings: Vec::new() }
    }

    /// Returns the value of an expression, or `None` with a warning if it takes too many steps.
    pub(super) fn value(&mut self, xpath: &XPath) -> Option<XPathValue> {
        let value = xpath.evaluate(self.document, NodeId::DOCUMENT);
        self.ok_or_warn(value)
    }

    /// Returns the nodes that an expression selects, in document order. Empty with a warning if it
    /// takes too many steps or its value is not nodes.
    pub(super) fn nodes(&mut self, xpath: &XPath) -> Vec<XPathNode> {
        let nodes = xpath.select(self.document, NodeId::DOCUMENT);
        self.ok_or_warn(nodes).unwrap_or_default()
    }

    /// Returns the elements and text nodes that an expression selects, without attributes.
    pub(super) fn ids(&mut self, xpath: &XPath) -> Vec<NodeId> {
        let nodes = self.nodes(xpath).into_iter();
        let nodes = nodes.filter(|node| node.attribute_index().is_none()).map(XPathNode::id);
        let is_content =
            |&id: &NodeId| matches!(self.document.kind(id), NodeKind::Element | NodeKind::Text);
        nodes.filter(is_content).collect()
    }

    fn ok_or_warn<T>(&mut self, result: Result<T, XPathError>) -> Option<T> {
        let warn = |error: &XPathError| {
            self.warnings.push(Warning::SiteRule { message: error.to_string() });
        };
        result.inspect_err(warn).ok()
    }
}
