//! The axes: collects the nodes that a step leads to.
//!
//! Source: XPath 1.0, 2.2.

use std::collections::HashSet;

use super::ast::{Axis, NodeTest};
use super::context::{Evaluated, Evaluation, has_prefix};
use super::node::XPathNode;
use crate::document::Document;
use crate::names::{Name, name};
use crate::node::{Attr, AttrNamespace, NodeId};

/// Collects the nodes along an axis that pass a node test.
///
/// It starts from one or many nodes. Even if the axes of many nodes overlap, each node is visited
/// once.
pub(super) struct Collector<'e, 'a> {
    evaluation: &'e Evaluation<'a>,
    test: &'a NodeTest,
    /// The maximum number of nodes to collect.
    limit: usize,
    pub(super) nodes: Vec<XPathNode>,
}

/// True if the walk along the axis continues.
type GoesOn = bool;

impl<'e, 'a> Collector<'e, 'a> {
    pub(super) fn new(evaluation: &'e Evaluation<'a>, test: &'a NodeTest, limit: usize) -> Self {
        Collector { evaluation, test, limit, nodes: Vec::new() }
    }

    fn document(&self) -> &'a Document {
        self.evaluation.document
    }

    /// Collects the nodes along the axis. `from` is in document order. From a single node, the
    /// result is in the order of the axis.
    pub(super) fn follow(&mut self, axis: Axis, from: &[XPathNode]) -> Evaluated<()> {
        match axis {
            Axis::Itself => self.each(from, |collector, node| collector.visit(node).map(drop)),
            Axis::Attribute => self.each(from, |collector, node| match node.attribute_index() {
                None => collector.attributes(node.id()),
                Some(_) => Ok(()),
            }),
            Axis::Child => self.each(from, |collector, node| match node.attribute_index() {
                None => collector.all(collector.document().children(node.id())),
                Some(_) => Ok(()),
            }),
            Axis::Parent => self.each(from, |collector, node| {
                let parent = match node.attribute_index() {
                    None => collector.document().parent(node.id()),
                    Some(_) => Some(node.id()),
                };
                collector.all(parent.into_iter())
            }),
            Axis::Descendant => self.descendants(from, false),
            Axis::DescendantOrSelf => self.descendants(from, true),
            Axis::Ancestor => self.ancestors(from, false),
            Axis::AncestorOrSelf => self.ancestors(from, true),
            Axis::FollowingSibling => self.siblings(from, Document::next_sibling),
            Axis::PrecedingSibling => self.siblings(from, Document::previous_sibling),
            Axis::Following => self.following(from),
            Axis::Preceding => self.preceding(from),
        }
    }

    fn each(
        &mut self,
        from: &[XPathNode],
        mut gather: impl FnMut(&mut Self, XPathNode) -> Evaluated<()>,
    ) -> Evaluated<()> {
        from.iter().try_for_each(|&node| {
            self.evaluation.charge(1)?;
            gather(self, node)
        })
    }

    /// Visits a node along the axis, and collects it if it passes the test.
    fn visit(&mut self, node: XPathNode) -> Evaluated<GoesOn> {
        self.evaluation.charge(1)?;
        let passes = match node.attribute_index() {
            // On axes other than the attribute axis, `*` and names only match elements.
            Some(_) => matches!(self.test, NodeTest::AnyNode),
            None => self.evaluation.passes_test(node.id(), self.test),
        };
        if passes && self.nodes.len() < self.limit {
            self.nodes.push(node);
        }
        Ok(self.nodes.len() < self.limit)
    }

    fn all(&mut self, mut ids: impl Iterator<Item = NodeId>) -> Evaluated<()> {
        while let Some(id) = ids.next()
            && self.visit(XPathNode::new(id))?
        {}
        Ok(())
    }

    fn attributes(&mut self, owner: NodeId) -> Evaluated<()> {
        for (index, attr) in self.document().attrs(owner).iter().enumerate() {
            self.evaluation.charge(1)?;
            if self.nodes.len() < self.limit
                && attr.namespace() != AttrNamespace::Xmlns
                && self.attribute_passes(attr)
            {
                self.nodes.push(XPathNode::attribute_at(owner, index));
            }
        }
        Ok(())
    }

    fn attribute_passes(&self, attr: &Attr) -> bool {
        match self.test {
            NodeTest::AnyNode | NodeTest::Wildcard => true,
            NodeTest::Text | NodeTest::Comment => false,
            NodeTest::Prefix(prefix) => match attr.namespace() {
                AttrNamespace::None => has_prefix(self.document().name_str(attr.name()), prefix),
                AttrNamespace::XLink => prefix.eq_ignore_ascii_case("xlink:"),
                AttrNamespace::Xml => prefix.eq_ignore_ascii_case("xml:"),
                AttrNamespace::Xmlns => false,
            },
            NodeTest::Name(index) => {
                let wanted = self.evaluation.wanted(*index);
                wanted.contains(&attr.name()) && attr.namespace() == AttrNamespace::None
                    || qualified(attr).is_some_and(|name| wanted.contains(&name))
            }
        }
    }

    /// Skips a subtree that is inside of an earlier one, because its nodes were visited with that
    /// one. For example, `//div//p` visits a `p` in ten nested `div`s once.
    fn descendants(&mut self, from: &[XPathNode], with_self: bool) -> Evaluated<()> {
        let mut end = 0;
        for &node in from {
            self.evaluation.charge(1)?;
            if node.attribute_index().is_some() {
                if with_self {
                    self.visit(node)?;
                }
                continue;
            }
            let id = node.id();
            if id.index() < end {
                continue;
            }
            let skipped = usize::from(!with_self);
            self.all(self.document().descendants_and_self(id).skip(skipped))?;
            end = self.document().subtree_end(id).index();
        }
        Ok(())
    }

    /// Stops at a node that was visited from an earlier node, because its ancestors were visited
    /// too.
    fn ancestors(&mut self, from: &[XPathNode], with_self: bool) -> Evaluated<()> {
        let mut visited = Visited::new(from.len());
        for &node in from {
            self.evaluation.charge(1)?;
            let is_attribute = node.attribute_index().is_some();
            if with_self && is_attribute && !self.visit(node)? {
                continue;
            }
            let first = if with_self || is_attribute {
                Some(node.id())
            } else {
                self.document().parent(node.id())
            };
            let mut next = first;
            while let Some(id) = next
                && visited.insert(id)
                && self.visit(XPathNode::new(id))?
            {
                next = self.document().parent(id);
            }
        }
        Ok(())
    }

    /// Stops at a sibling that was visited from an earlier node, because its siblings were visited
    /// too.
    fn siblings(
        &mut self,
        from: &[XPathNode],
        sibling: fn(&Document, NodeId) -> Option<NodeId>,
    ) -> Evaluated<()> {
        let mut visited = Visited::new(from.len());
        for node in from.iter().filter(|node| node.attribute_index().is_none()) {
            self.evaluation.charge(1)?;
            let mut next = sibling(self.document(), node.id());
            while let Some(id) = next
                && visited.insert(id)
                && self.visit(XPathNode::new(id))?
            {
                next = sibling(self.document(), id);
            }
        }
        Ok(())
    }

    /// Adds the nodes after the given ones. A node follows one of them if it follows the one that
    /// ends first.
    fn following(&mut self, from: &[XPathNode]) -> Evaluated<()> {
        let document = self.document();
        let end = |node: &XPathNode| match node.attribute_index() {
            None => document.subtree_end(node.id()).index(),
            // From an attribute, the content of its element follows, because attributes come before
            // it in document order.
            Some(_) => node.id().index() + 1,
        };
        let Some(start) = from.iter().map(end).min() else { return Ok(()) };
        // Template contents come after the document's own nodes and are not part of the tree.
        let stop = document.subtree_end(NodeId::DOCUMENT).index();
        self.all((start..stop).map(NodeId::from_index))
    }

    /// Adds the nodes before the given ones. A node precedes one of them if it precedes the last
    /// one.
    fn preceding(&mut self, from: &[XPathNode]) -> Evaluated<()> {
        let Some(last) = from.last() else { return Ok(()) };
        let mut ancestors = self.document().ancestors(last.id()).peekable();
        for index in (0..last.id().index()).rev() {
            let id = NodeId::from_index(index);
            if ancestors.peek() == Some(&id) {
                ancestors.next();
                self.evaluation.charge(1)?;
            } else if !self.visit(XPathNode::new(id))? {
                break;
            }
        }
        Ok(())
    }
}

/// The set of visited nodes; `None` for a single start node, from which no node is visited twice.
struct Visited(Option<HashSet<NodeId>>);

impl Visited {
    fn new(ways: usize) -> Visited {
        Visited((ways > 1).then(HashSet::new))
    }

    /// Inserts the node. Returns false if it was visited before.
    fn insert(&mut self, id: NodeId) -> bool {
        self.0.as_mut().is_none_or(|visited| visited.insert(id))
    }
}

/// Returns the name with prefix of an attribute that has a namespace, if it is one that pages use.
fn qualified(attr: &Attr) -> Option<Name> {
    match (attr.namespace(), attr.name()) {
        (AttrNamespace::XLink, name::HREF) => Some(name::XLINK_HREF),
        (AttrNamespace::Xml, name::LANG) => Some(name::XML_LANG),
        _ => None,
    }
}
