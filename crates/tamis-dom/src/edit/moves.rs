//! Edits that move nodes.

use super::WorkingTree;
use crate::names::Name;
use crate::node::{NONE, Node, NodeId, NodeKind, link};
use crate::traverse::Arena;

impl WorkingTree<'_> {
    /// Removes the node and its subtree from its parent. Does nothing if it has no parent.
    pub fn detach(&mut self, id: NodeId) {
        let Node { parent, previous, next, .. } = *self.node(id);
        if parent == NONE {
            return;
        }
        match previous {
            NONE => self.nodes[parent as usize].first_child = next,
            _ => self.nodes[previous as usize].next = next,
        }
        match next {
            NONE => self.nodes[parent as usize].last_child = previous,
            _ => self.nodes[next as usize].previous = previous,
        }
        self.link(id, NONE, NONE, NONE);
    }

    /// Moves the node to the end of the parent's children.
    ///
    /// Returns `false` and does nothing if that is impossible: if the parent is in the node's own
    /// subtree, if the parent is a text, comment or doctype, or if the node is the root of a
    /// document or template.
    pub fn append(&mut self, parent: NodeId, child: NodeId) -> bool {
        if !self.may_hold(parent, child) {
            return false;
        }
        self.detach(child);
        let previous = self.node(parent).last_child;
        self.link(child, parent.0, previous, NONE);
        true
    }

    /// Moves the node directly before its new sibling.
    ///
    /// Returns `false` and does nothing if that is impossible, as for [`WorkingTree::append`], or
    /// if the sibling has no parent.
    pub fn insert_before(&mut self, sibling: NodeId, child: NodeId) -> bool {
        let Some(parent) = self.parent(sibling) else { return false };
        if sibling == child {
            return true;
        }
        if !self.may_hold(parent, child) {
            return false;
        }
        self.detach(child);
        let previous = self.node(sibling).previous;
        self.link(child, parent.0, previous, sibling.0);
        true
    }

    /// Moves the node `new` to the position of `old`, and detaches `old`.
    ///
    /// Returns `false` and does nothing if that is impossible, as for
    /// [`WorkingTree::insert_before`].
    pub fn replace(&mut self, old: NodeId, new: NodeId) -> bool {
        let done = self.insert_before(old, new);
        if done && old != new {
            self.detach(old);
        }
        done
    }

    /// Moves the children of a node to its position, and detaches the node, which then has no
    /// children.
    ///
    /// Returns `false` and does nothing if the node has no parent.
    pub fn replace_with_children(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.parent(id) else { return false };
        let Node { first_child, last_child, previous, next, .. } = *self.node(id);
        self.detach(id);
        if first_child == NONE {
            return true;
        }
        let mut child = first_child;
        while child != NONE {
            let node = &mut self.nodes[child as usize];
            node.parent = parent.0;
            child = node.next;
        }
        self.nodes[first_child as usize].previous = previous;
        self.nodes[last_child as usize].next = next;
        self.link_neighbours(parent.0, previous, next, first_child, last_child);
        let node = &mut self.nodes[id.index()];
        (node.first_child, node.last_child) = (NONE, NONE);
        true
    }

    /// Wraps the node in a new HTML element, and returns that element.
    ///
    /// Returns `None` and does nothing if the node has no parent.
    pub fn wrap(&mut self, id: NodeId, name: Name) -> Option<NodeId> {
        self.parent(id)?;
        let wrapper = self.create_element(name);
        self.insert_before(id, wrapper);
        self.append(wrapper, id);
        Some(wrapper)
    }

    /// Wraps the siblings from `first` to `last` in a new HTML element, and returns that element.
    ///
    /// Returns `None` and does nothing if they have no parent, or if `last` is neither `first` nor
    /// one of the siblings after it.
    pub fn wrap_run(&mut self, first: NodeId, last: NodeId, name: Name) -> Option<NodeId> {
        let parent = self.parent(first)?;
        let mut run = std::iter::successors(Some(first), |&id| self.next_sibling(id));
        run.find(|&id| id == last)?;
        let wrapper = self.create_element(name);
        let (previous, next) = (self.node(first).previous, self.node(last).next);
        let mut child = first;
        loop {
            let node = &mut self.nodes[child.index()];
            node.parent = wrapper.0;
            match link(node.next) {
                Some(sibling) if child != last => child = sibling,
                _ => break,
            }
        }
        self.nodes[first.index()].previous = NONE;
        self.nodes[last.index()].next = NONE;
        let node = &mut self.nodes[wrapper.index()];
        (node.first_child, node.last_child) = (first.0, last.0);
        self.link(wrapper, parent.0, previous, next);
        Some(wrapper)
    }

    /// Moves the node to the position of its parent, and detaches the parent with its other
    /// children.
    ///
    /// Returns `false` and does nothing if the node has no parent, or if its parent has none.
    pub fn lift(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.parent(id) else { return false };
        let Node { parent: above, previous, next, .. } = *self.node(parent);
        if above == NONE {
            return false;
        }
        self.detach(id);
        self.detach(parent);
        self.link(id, above, previous, next);
        true
    }

    /// Returns true if the child can be moved into the parent.
    fn may_hold(&self, parent: NodeId, child: NodeId) -> bool {
        use NodeKind::{Document, Element, Fragment};
        matches!(self.kind(parent), Document | Fragment | Element)
            && !matches!(self.kind(child), Document | Fragment)
            && parent != child
            && (self.first_child(child).is_none() || self.ancestors(parent).all(|id| id != child))
    }

    /// Sets the links of the node, and those of its new parent and siblings.
    fn link(&mut self, id: NodeId, parent: u32, previous: u32, next: u32) {
        let node = &mut self.nodes[id.index()];
        (node.parent, node.previous, node.next) = (parent, previous, next);
        if parent != NONE {
            self.link_neighbours(parent, previous, next, id.0, id.0);
        }
    }

    /// Links the parent and the siblings on both sides to the run of children from `first` to
    /// `last`.
    fn link_neighbours(&mut self, parent: u32, previous: u32, next: u32, first: u32, last: u32) {
        match previous {
            NONE => self.nodes[parent as usize].first_child = first,
            _ => self.nodes[previous as usize].next = first,
        }
        match next {
            NONE => self.nodes[parent as usize].last_child = last,
            _ => self.nodes[next as usize].previous = last,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::tests::check;
    use crate::name;

    #[test]
    fn moves() {
        // body p "a" div b "c"
        let html = "<p>a</p><div><b>c</b></div>";
        check(html, |tree, ids| tree.detach(ids[1]), "<div><b>c</b></div>");
        check(
            html,
            |tree, ids| assert!(tree.append(ids[3], ids[1])),
            "<div><b>c</b><p>a</p></div>",
        );
        let swapped = "<div><b>c</b></div><p>a</p>";
        check(html, |tree, ids| assert!(tree.insert_before(ids[1], ids[3])), swapped);
        check(html, |tree, ids| assert!(tree.insert_before(ids[1], ids[1])), html);
        check(html, |tree, ids| assert!(tree.replace(ids[3], ids[4])), "<p>a</p><b>c</b>");
        check(html, |tree, ids| assert!(tree.replace_with_children(ids[3])), "<p>a</p><b>c</b>");
    }

    #[test]
    fn impossible_moves_are_refused() {
        let html = "<p>a</p><div><b>c</b></div>";
        let refused = |tree: &mut WorkingTree<'_>, ids: &[NodeId]| {
            assert!(!tree.append(ids[4], ids[3]), "into its child");
            assert!(!tree.append(ids[3], ids[3]), "into itself");
            assert!(!tree.append(ids[2], ids[4]), "into text");
            assert!(!tree.append(ids[1], NodeId::DOCUMENT), "the root");
            assert!(!tree.insert_before(ids[4], ids[3]), "before its child");
            assert!(!tree.insert_before(NodeId::DOCUMENT, ids[1]), "before the root");
            assert!(!tree.replace_with_children(NodeId::DOCUMENT), "the root by its children");
            assert_eq!(tree.wrap(NodeId::DOCUMENT, name::DIV), None);
            let loose = tree.create_element(name::DIV);
            assert!(!tree.replace(loose, ids[1]), "what is not in the tree");
            assert!(!tree.rename(ids[2], name::DIV), "text");
        };
        check(html, refused, html);
    }

    #[test]
    fn wraps_runs_of_siblings() {
        let html = "<i>a</i>b<p>c</p>";
        let run = |first: usize, last: usize| {
            move |tree: &mut WorkingTree<'_>, ids: &[NodeId]| {
                assert!(tree.wrap_run(ids[first], ids[last], name::P).is_some());
            }
        };
        // body i "a" "b" p "c"
        check(html, run(1, 3), "<p><i>a</i>b</p><p>c</p>");
        check(html, run(3, 4), "<i>a</i><p>b<p>c</p></p>");
        check(html, run(3, 3), "<i>a</i><p>b</p><p>c</p>");
        let refused = |tree: &mut WorkingTree<'_>, ids: &[NodeId]| {
            assert_eq!(tree.wrap_run(ids[4], ids[1], name::P), None, "the last before the first");
            assert_eq!(tree.wrap_run(NodeId::DOCUMENT, ids[1], name::P), None, "the root");
        };
        check(html, refused, html);
    }

    #[test]
    fn lift_replaces_the_parent() {
        let html = "<i>a</i><div>x<p>b</p>y</div><i>c</i>";
        // body i "a" div "x" p "b" "y" i "c"
        let edit = |tree: &mut WorkingTree<'_>, ids: &[NodeId]| {
            assert!(tree.lift(ids[5]));
            assert_eq!(tree.text_of(ids[3]), "xy");
            assert!(!tree.lift(ids[3]), "what has no parent");
            assert!(!tree.lift(ids[4]), "out of what has none");
        };
        check(html, edit, "<i>a</i><p>b</p><i>c</i>");
    }
}
