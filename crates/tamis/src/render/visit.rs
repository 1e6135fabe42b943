//! The frame of a renderer's walk: nodes in document order, and at the end of an element what has to be done there.

use std::ops::Range;

use tamis_dom::{Document, NodeId, NodeKind};

/// What a renderer does at the nodes that it visits.
pub(super) trait Visitor {
    /// Begins an element; the node to go on with: the next one, or one behind it.
    fn enter(&mut self, id: NodeId) -> usize;

    fn text(&mut self, id: NodeId);

    /// Ends the elements that end before this node.
    fn leave_before(&mut self, id: NodeId);
}

/// Visits these nodes, but those that are passed over.
pub(super) fn visit(document: &Document, nodes: Range<NodeId>, visitor: &mut impl Visitor) {
    let mut next = nodes.start.index();
    while next < nodes.end.index() {
        let id = NodeId::from_index(next);
        visitor.leave_before(id);
        next = match document.kind(id) {
            NodeKind::Element => visitor.enter(id),
            NodeKind::Text => {
                visitor.text(id);
                next + 1
            }
            _ => next + 1,
        };
    }
    visitor.leave_before(nodes.end);
}

/// The elements whose ends have not come, each with what has to be done there.
#[derive(Debug)]
pub(super) struct OpenElements<K> {
    open: Vec<(NodeId, K)>,
}

impl<K> OpenElements<K> {
    pub(super) fn new() -> OpenElements<K> {
        OpenElements { open: Vec::new() }
    }

    /// Begins an element whose last node is before `end`.
    pub(super) fn push(&mut self, end: NodeId, kind: K) {
        self.open.push((end, kind));
    }

    /// Ends the innermost element, if it ends before this node; what has to be done.
    pub(super) fn pop_before(&mut self, id: NodeId) -> Option<K> {
        self.open.pop_if(|(end, _)| *end <= id).map(|(_, kind)| kind)
    }

    pub(super) fn innermost(&self) -> Option<&K> {
        self.open.last().map(|(_, kind)| kind)
    }

    pub(super) fn innermost_mut(&mut self) -> Option<&mut K> {
        self.open.last_mut().map(|(_, kind)| kind)
    }
}
