//! The ways from node to node.
//!
//! Source: XPath 1.0, 2.2.

use std::collections::HashSet;

use super::XPathNode;
use super::ast::{Axis, NodeTest};
use super::eval::{Evaluated, Evaluation, has_prefix};
use crate::document::Document;
use crate::names::{Name, name};
use crate::node::{Attr, AttrNamespace, NodeId};

/// Gathers what lies along an axis from one or many nodes.
///
/// From many nodes at once every node is looked at once: what lies along the axis from one of them is not walked again
/// from the next.
pub(super) struct Collector<'e, 'a> {
    evaluation: &'e Evaluation<'a>,
    test: &'a NodeTest,
    /// How many are gathered at most.
    most: usize,
    pub(super) found: Vec<XPathNode>,
}

/// Whether to go on along an axis.
type GoOn = bool;

impl<'e, 'a> Collector<'e, 'a> {
    pub(super) fn new(evaluation: &'e Evaluation<'a>, test: &'a NodeTest, most: usize) -> Self {
        Collector { evaluation, test, most, found: Vec::new() }
    }

    fn document(&self) -> &'a Document {
        self.evaluation.document
    }

    /// Gathers from these nodes, which are in document order; from a single one in the order of the axis.
    pub(super) fn follow(&mut self, axis: Axis, from: &[XPathNode]) -> Evaluated<()> {
        match axis {
            Axis::Itself => self.each(from, |collector, node| collector.look(node).map(drop)),
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

    /// Looks at a node that lies along the axis.
    fn look(&mut self, node: XPathNode) -> Evaluated<GoOn> {
        self.evaluation.charge(1)?;
        let passes = match node.attribute_index() {
            // On other axes than that of attributes, `*` and names mean elements.
            Some(_) => matches!(self.test, NodeTest::Any),
            None => self.evaluation.passes_test(node.id(), self.test),
        };
        if passes && self.found.len() < self.most {
            self.found.push(node);
        }
        Ok(self.found.len() < self.most)
    }

    fn all(&mut self, mut ids: impl Iterator<Item = NodeId>) -> Evaluated<()> {
        while let Some(id) = ids.next()
            && self.look(XPathNode::new(id))?
        {}
        Ok(())
    }

    fn attributes(&mut self, owner: NodeId) -> Evaluated<()> {
        for (index, attr) in self.document().attrs(owner).iter().enumerate() {
            self.evaluation.charge(1)?;
            if self.found.len() < self.most
                && attr.namespace() != AttrNamespace::Xmlns
                && self.attribute_passes(attr)
            {
                self.found.push(XPathNode::attribute_at(owner, index));
            }
        }
        Ok(())
    }

    fn attribute_passes(&self, attr: &Attr) -> bool {
        match self.test {
            NodeTest::Any | NodeTest::Every => true,
            NodeTest::Text | NodeTest::Comment => false,
            NodeTest::Prefix(prefix) => match attr.namespace() {
                AttrNamespace::None => has_prefix(self.document().name_str(attr.name()), prefix),
                AttrNamespace::XLink => prefix.eq_ignore_ascii_case("xlink:"),
                AttrNamespace::Xml => prefix.eq_ignore_ascii_case("xml:"),
                AttrNamespace::Xmlns => false,
            },
            NodeTest::Name(place) => {
                let wanted = self.evaluation.wanted(*place);
                wanted.contains(&attr.name()) && attr.namespace() == AttrNamespace::None
                    || qualified(attr).is_some_and(|name| wanted.contains(&name))
            }
        }
    }

    /// A subtree that lies in one gathered before is not walked again.
    fn descendants(&mut self, from: &[XPathNode], with_self: bool) -> Evaluated<()> {
        let mut end = 0;
        for &node in from {
            self.evaluation.charge(1)?;
            if node.attribute_index().is_some() {
                if with_self {
                    self.look(node)?;
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

    /// From a node that was met on the way from an earlier one, the way goes on as it did from there.
    fn ancestors(&mut self, from: &[XPathNode], with_self: bool) -> Evaluated<()> {
        let mut met = Met::new(from.len());
        for &node in from {
            self.evaluation.charge(1)?;
            let is_attribute = node.attribute_index().is_some();
            if with_self && is_attribute && !self.look(node)? {
                continue;
            }
            let first = if with_self || is_attribute {
                Some(node.id())
            } else {
                self.document().parent(node.id())
            };
            let mut next = first;
            while let Some(id) = next
                && met.first_time(id)
                && self.look(XPathNode::new(id))?
            {
                next = self.document().parent(id);
            }
        }
        Ok(())
    }

    fn siblings(
        &mut self,
        from: &[XPathNode],
        sibling: fn(&Document, NodeId) -> Option<NodeId>,
    ) -> Evaluated<()> {
        let mut met = Met::new(from.len());
        for node in from.iter().filter(|node| node.attribute_index().is_none()) {
            self.evaluation.charge(1)?;
            let mut next = sibling(self.document(), node.id());
            while let Some(id) = next
                && met.first_time(id)
                && self.look(XPathNode::new(id))?
            {
                next = sibling(self.document(), id);
            }
        }
        Ok(())
    }

    /// What follows the node that ends first, follows one of them.
    fn following(&mut self, from: &[XPathNode]) -> Evaluated<()> {
        let document = self.document();
        let end = |node: &XPathNode| match node.attribute_index() {
            None => document.subtree_end(node.id()).index(),
            // What its element holds comes behind an attribute.
            Some(_) => node.id().index() + 1,
        };
        let Some(start) = from.iter().map(end).min() else { return Ok(()) };
        // Template contents stand behind the document's own nodes and are no part of it.
        let stop = document.subtree_end(NodeId::DOCUMENT).index();
        self.all((start..stop).map(NodeId::from_index))
    }

    /// What precedes one of them precedes the last.
    fn preceding(&mut self, from: &[XPathNode]) -> Evaluated<()> {
        let Some(last) = from.last() else { return Ok(()) };
        let mut ancestors = self.document().ancestors(last.id()).peekable();
        for index in (0..last.id().index()).rev() {
            let id = NodeId::from_index(index);
            if ancestors.peek() == Some(&id) {
                ancestors.next();
                self.evaluation.charge(1)?;
            } else if !self.look(XPathNode::new(id))? {
                break;
            }
        }
        Ok(())
    }
}

/// The nodes met on the way from several nodes; a way from one meets none twice.
struct Met(Option<HashSet<NodeId>>);

impl Met {
    fn new(ways: usize) -> Met {
        Met((ways > 1).then(HashSet::new))
    }

    /// Notes the node; whether it was not met before.
    fn first_time(&mut self, id: NodeId) -> bool {
        self.0.as_mut().is_none_or(|met| met.insert(id))
    }
}

/// The name with its prefix of an attribute that has a namespace, of those that pages use.
fn qualified(attr: &Attr) -> Option<Name> {
    match (attr.namespace(), attr.name()) {
        (AttrNamespace::XLink, name::HREF) => Some(name::XLINK_HREF),
        (AttrNamespace::Xml, name::LANG) => Some(name::XML_LANG),
        _ => None,
    }
}
