//! The skeleton of a renderer's walk: nodes in document order, and actions when elements end.

use std::ops::Range;

use tamis_dom::{Document, NodeId, NodeKind};

/// The actions of a renderer at the nodes it visits.
pub(super) trait Visitor {
    /// Begins an element. Returns the index of the next node to visit: the following one to enter
    /// the element, or a later one to skip nodes.
    fn enter(&mut self, id: NodeId) -> usize;

    fn text(&mut self, id: NodeId);

    /// Ends the elements that end before this node.
    fn leave_before(&mut self, id: NodeId);

    /// Returns true if the output is as long as it may be. No further node is visited.
    fn is_full(&self) -> bool;
}

/// Visits these nodes in document order, except those that the visitor skips.
pub(super) fn visit(document: &Document, nodes: Range<NodeId>, visitor: &mut impl Visitor) {
    let mut next = nodes.start.index();
    while next < nodes.end.index() && !visitor.is_full() {
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

/// The elements that have not ended yet, each with the action for its end.
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

    /// Ends the innermost element if it ends before this node, and returns its action.
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

#[cfg(test)]
mod tests {
    use tamis_dom::{Parser, name};

    use super::*;

    /// Records elements and texts, and skips the content of `nav`.
    struct Notes<'d> {
        document: &'d Document,
        open: OpenElements<String>,
        written: Vec<String>,
        most: usize,
    }

    #[track_caller]
    fn check(html: &str, most: usize, expected: &str) {
        let document = Parser::default().parse(html);
        let body = document.body().expect("a body");
        let mut notes =
            Notes { document: &document, open: OpenElements::new(), written: Vec::new(), most };
        visit(&document, body..document.subtree_end(body), &mut notes);
        assert_eq!(notes.written.join(" "), expected);
        assert_eq!(notes.open.innermost(), None);
    }

    impl Visitor for Notes<'_> {
        fn enter(&mut self, id: NodeId) -> usize {
            let name = self.document.local_name(id).unwrap_or_default();
            self.written.push(name.into());
            let end = self.document.subtree_end(id);
            self.open.push(end, format!("/{name}"));
            if self.document.is_html(id, name::NAV) { end.index() } else { id.index() + 1 }
        }

        fn text(&mut self, id: NodeId) {
            self.written.push(self.document.text(id).into());
        }

        fn leave_before(&mut self, id: NodeId) {
            while let Some(end) = self.open.pop_before(id) {
                self.written.push(end);
            }
        }

        fn is_full(&self) -> bool {
            self.written.len() >= self.most
        }
    }

    #[test]
    fn elements_end_after_their_content() {
        let html = "<p>a <b>b</b></p><nav>c<i>d</i></nav><!--e--><p>f";
        check(html, 99, "body p a  b b /b /p nav /nav p f /p /body");
    }

    #[test]
    fn elements_end_when_the_output_is_full() {
        check("<p>a <b>b</b></p><p>c", 4, "body p a  b /b /p /body");
    }
}
