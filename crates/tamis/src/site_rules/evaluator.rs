//! Evaluates the XPath expressions of rules on a page.
//!
//! An expression takes at most so many steps on a page that it ends soon, but a file has room for
//! 20,000 of them. So everything that the rules of a site do with a page shares a number of steps.
//! When none is left, the rest of the rules has no effect, and a warning says so.

use tamis_dom::{Document, NodeId, NodeKind, XPath, XPathError, XPathNode, XPathValue};

use crate::page::Warning;

/// The steps for all rules on a page: for any page, for each node of it, and for each byte of its
/// source.
const STEPS: u64 = 1 << 22;
const STEPS_PER_NODE: u64 = 128;
const STEPS_PER_BYTE: u64 = 8;

/// Evaluates XPath expressions on one document and collects warnings.
pub(super) struct Evaluator<'p> {
    pub(super) document: &'p Document,
    pub(super) warnings: Vec<Warning>,
    steps_left: u64,
}

impl<'p> Evaluator<'p> {
    pub(super) fn new(document: &'p Document) -> Evaluator<'p> {
        let by_page =
            STEPS_PER_NODE * document.len() as u64 + STEPS_PER_BYTE * document.html_bytes() as u64;
        Evaluator { document, warnings: Vec::new(), steps_left: STEPS + by_page }
    }

    /// Returns the value of an expression, or `None` with a warning if it takes too many steps.
    pub(super) fn value(&mut self, xpath: &XPath) -> Option<XPathValue> {
        if self.steps_left == 0 {
            return None;
        }
        let left = &mut self.steps_left;
        let value = xpath.evaluate_within(self.document, NodeId::DOCUMENT, left);
        let warn = |error: XPathError| {
            self.warnings.push(Warning::SiteRule { message: error.to_string() });
            self.warn_if_out_of_steps();
        };
        value.map_err(warn).ok()
    }

    /// Returns the nodes that an expression selects, in document order. Empty with a warning if it
    /// takes too many steps or its value is not nodes.
    pub(super) fn nodes(&mut self, xpath: &XPath) -> Vec<XPathNode> {
        match self.value(xpath) {
            Some(XPathValue::Nodes(nodes)) => nodes,
            Some(_) => {
                let error = XPathError::NoNodes { expression: xpath.as_str().to_owned() };
                self.warnings.push(Warning::SiteRule { message: error.to_string() });
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    /// Returns the elements and text nodes that an expression selects, without attributes.
    pub(super) fn ids(&mut self, xpath: &XPath) -> Vec<NodeId> {
        let nodes = self.nodes(xpath).into_iter();
        let nodes = nodes.filter(|node| node.attribute_index().is_none()).map(XPathNode::id);
        let is_content =
            |&id: &NodeId| matches!(self.document.kind(id), NodeKind::Element | NodeKind::Text);
        nodes.filter(is_content).collect()
    }

    /// Takes steps for work that is not an expression. False with a warning if fewer are left.
    pub(super) fn take(&mut self, steps: usize) -> bool {
        if self.steps_left == 0 {
            return false;
        }
        self.steps_left = self.steps_left.saturating_sub(steps as u64);
        self.warn_if_out_of_steps();
        self.steps_left > 0
    }

    fn warn_if_out_of_steps(&mut self) {
        if self.steps_left == 0 {
            let message = "the rules of the site took too many steps on this page, so some of \
                           them had no effect";
            self.warnings.push(Warning::SiteRule { message: message.to_owned() });
        }
    }
}
