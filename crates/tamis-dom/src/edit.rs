//! A copy of a document's tree that may be rearranged.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::document::Document;
use crate::names::{Name, name};
use crate::node::{AttrNamespace, NONE, Namespace, Node, NodeId, NodeKind, link};
use crate::serialize::write;
use crate::traverse::{Arena, Step, next_step};

/// A working copy of a frozen document, for what has to move nodes about.
///
/// Only the array of nodes is copied; text, names and attributes stay with the document. A node of the document
/// keeps its id, also when it is renamed or moved; new nodes get the ids from [`Document::len`] on. A node
/// that is taken out keeps its subtree and can be put in again. Ids are those of this tree; an id beyond
/// [`WorkingTree::len`] panics, as in a document.
///
/// Every step takes the same short time, but for a move of a node with children, which looks at the ancestors of its
/// new place, and [`WorkingTree::replace_with_children`], which looks at the children.
///
/// ```
/// use tamis_dom::{Parser, WorkingTree, name};
/// let document = Parser::default().parse("<p>One<div><i>two</i> three</div>");
/// let mut tree = WorkingTree::of(&document);
/// let body = document.body().unwrap();
/// let [p, div] = tree.children(body).collect::<Vec<_>>()[..] else { panic!() };
/// tree.append(p, tree.first_child(div).unwrap());
/// tree.rename(div, name::P);
/// assert_eq!(tree.inner_html(body), "<p>One<i>two</i></p><p> three</p>");
/// assert_eq!(tree.source(div), Some(div));
/// ```
#[derive(Clone, Debug)]
pub struct WorkingTree<'d> {
    document: &'d Document,
    nodes: Vec<Node>,
    /// The text of new text nodes, whose `offset` is the place here.
    texts: Vec<Box<str>>,
    /// The attributes of elements that have other ones than in the document: their `length` is [`OWN`], their
    /// `offset` the place here.
    own_attrs: Vec<Vec<OwnAttr<'d>>>,
    /// Names that the document does not have, with the numbers behind its own.
    own_names: Vec<Box<str>>,
}

#[derive(Clone, Debug)]
struct OwnAttr<'d> {
    name: Name,
    namespace: AttrNamespace,
    value: Cow<'d, str>,
}

/// Marks an element whose attributes are in [`WorkingTree::own_attrs`].
const OWN: u32 = u32::MAX;

impl<'d> WorkingTree<'d> {
    /// A copy that still is as the document.
    pub fn of(document: &'d Document) -> WorkingTree<'d> {
        let nodes = document.nodes.clone();
        WorkingTree {
            document,
            nodes,
            texts: Vec::new(),
            own_attrs: Vec::new(),
            own_names: Vec::new(),
        }
    }

    /// The document it was made of.
    pub fn document(&self) -> &'d Document {
        self.document
    }

    /// How many nodes there are, those taken out included: ids are below this number.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing stands in the tree beside its root.
    pub fn is_empty(&self) -> bool {
        self.first_child(NodeId::DOCUMENT).is_none()
    }

    /// The document's node that this one is; `None` for a new one.
    #[inline]
    pub fn source(&self, id: NodeId) -> Option<NodeId> {
        (id.index() < self.document.len()).then_some(id)
    }

    /// What the node is.
    #[inline]
    pub fn kind(&self, id: NodeId) -> NodeKind {
        self.node(id).kind
    }

    /// The name of an element; `None` for any other node.
    #[inline]
    pub fn name(&self, id: NodeId) -> Option<Name> {
        let node = self.node(id);
        (node.kind == NodeKind::Element).then_some(node.name)
    }

    /// The local name of an element as text; `None` for any other node.
    pub fn local_name(&self, id: NodeId) -> Option<&str> {
        self.name(id).map(|name| self.name_str(name))
    }

    /// The text of a name that this tree uses.
    pub fn name_str(&self, name: Name) -> &str {
        let own = self.own_name_place(name).and_then(|place| self.own_names.get(place));
        match own {
            Some(text) => text,
            None => self.document.name_str(name),
        }
    }

    /// The name with this spelling, which is added where neither the table nor the document has it;
    /// [`Name::SATURATED`] where there is no number left.
    pub fn add_name(&mut self, text: &str) -> Name {
        if let Some(name) = self.document.find_name(text) {
            return name;
        }
        let known = self.own_names.iter().position(|name| **name == *text);
        let place = known.unwrap_or(self.own_names.len());
        let number = self.first_own_name() + place;
        let Some(number) = u16::try_from(number).ok().filter(|&n| n != Name::SATURATED.0) else {
            return Name::SATURATED;
        };
        if known.is_none() {
            self.own_names.push(text.into());
        }
        Name(number)
    }

    /// Whether the node is an HTML element of this name.
    #[inline]
    pub fn is_html(&self, id: NodeId, name: Name) -> bool {
        let node = self.node(id);
        node.is_html() && node.name == name
    }

    /// The namespace of an element; HTML for any other node.
    pub fn namespace(&self, id: NodeId) -> Namespace {
        self.node(id).namespace
    }

    /// The parent; `None` for a root and for what was taken out.
    #[inline]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).parent)
    }

    /// The first child.
    #[inline]
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).first_child)
    }

    /// The last child.
    #[inline]
    pub fn last_child(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).last_child)
    }

    /// The sibling before this node.
    #[inline]
    pub fn previous_sibling(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).previous)
    }

    /// The sibling behind this node.
    #[inline]
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).next)
    }

    /// The children of the node, in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// The parent, its parent, and so on up to the root.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(id), |&node| self.parent(node))
    }

    /// Every node of the subtree on the way in and on the way out.
    pub fn walk(&self, root: NodeId) -> impl Iterator<Item = Step> + '_ {
        std::iter::successors(Some(Step::Enter(root)), move |&step| next_step(self, root, step))
    }

    /// The node and its descendants, in document order.
    pub fn descendants_and_self(&self, root: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(root), move |&id| self.next_in(root, id))
    }

    /// The elements of the subtree, the node itself included, in document order.
    pub fn elements(&self, root: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.descendants_and_self(root).filter(|&id| self.kind(id) == NodeKind::Element)
    }

    /// The node behind this one in document order, within the subtree of `root`. For loops that change the tree.
    pub fn next_in(&self, root: NodeId, id: NodeId) -> Option<NodeId> {
        self.first_child(id).or_else(|| self.next_behind(root, id))
    }

    /// The node behind this one and all its descendants in document order, within the subtree of `root`.
    pub fn next_behind(&self, root: NodeId, id: NodeId) -> Option<NodeId> {
        let mut step = Step::Leave(id);
        loop {
            step = next_step(self, root, step)?;
            if let Step::Enter(next) = step {
                return Some(next);
            }
        }
    }

    /// The root of a template's contents; `None` for anything but a `<template>` of the document.
    pub fn template_contents(&self, id: NodeId) -> Option<NodeId> {
        let source = self.source(id).filter(|&id| self.is_html(id, name::TEMPLATE))?;
        self.document.template_contents(source)
    }

    /// The attributes of an element in order: name, namespace, value. None for any other node.
    pub fn attrs(&self, id: NodeId) -> impl Iterator<Item = (Name, AttrNamespace, &str)> {
        let own = self.own_list(id);
        let frozen = if own.is_none() { self.source(id) } else { None };
        let frozen = frozen.map_or(&[][..], |id| self.document.attrs(id));
        let frozen = frozen
            .iter()
            .map(|attr| (attr.name(), attr.namespace(), self.document.attr_value(attr)));
        let own = own.unwrap_or_default().iter();
        frozen.chain(own.map(|attr| (attr.name, attr.namespace, &*attr.value)))
    }

    /// The value of the element's attribute of this name (without a namespace).
    pub fn attr(&self, id: NodeId, name: Name) -> Option<&str> {
        let named = (name, AttrNamespace::None);
        let mut attrs = self.attrs(id);
        attrs.find(|&(name, namespace, _)| (name, namespace) == named).map(|(.., value)| value)
    }

    /// The text of a text node; empty for any other node.
    pub fn own_text(&self, id: NodeId) -> &str {
        if self.kind(id) == NodeKind::Text { self.piece(id) } else { "" }
    }

    /// The pieces of the text of the node and its descendants, one per text node.
    pub fn text_pieces(&self, id: NodeId) -> impl Iterator<Item = &str> {
        let nodes = self.descendants_and_self(id);
        nodes.filter(|&id| self.kind(id) == NodeKind::Text).map(|id| self.piece(id))
    }

    /// The text of the node and its descendants: what the DOM calls `textContent`, comments and template
    /// contents left out.
    pub fn text_of(&self, id: NodeId) -> String {
        self.text_pieces(id).collect()
    }

    /// The node and its descendants as HTML, as [`Document::outer_html`] writes them.
    pub fn outer_html(&self, id: NodeId) -> String {
        write(self, id, true)
    }

    /// The children of the node as HTML, as [`Document::inner_html`] writes them.
    pub fn inner_html(&self, id: NodeId) -> String {
        write(self, id, false)
    }

    /// A new HTML element, not yet in the tree. The name is from the table or of the document.
    pub fn create_element(&mut self, name: Name) -> NodeId {
        let mut node = Node::new(NodeKind::Element, 0, 0);
        node.name = name;
        self.push(node)
    }

    /// A new text node, not yet in the tree.
    pub fn create_text(&mut self, text: &str) -> NodeId {
        self.texts.push(text.into());
        self.push(Node::new(NodeKind::Text, self.texts.len() as u32 - 1, 0))
    }

    /// Takes the node out of the tree, with its subtree. Nothing happens where it is in none.
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

    /// Moves a node to the end of another's children. `false`, and nothing happens, where that can't be: the parent is in
    /// the node's own subtree, or is no element or root, or the node is a root.
    pub fn append(&mut self, parent: NodeId, child: NodeId) -> bool {
        if !self.may_hold(parent, child) {
            return false;
        }
        self.detach(child);
        let previous = self.node(parent).last_child;
        self.link(child, parent.0, previous, NONE);
        true
    }

    /// Moves a node to right before another. `false`, and nothing happens, where that can't be: as for
    /// [`WorkingTree::append`], and where the other has no parent.
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

    /// Puts a node in the place of another, which is taken out. `false`, and nothing happens, where that
    /// can't be.
    pub fn replace(&mut self, old: NodeId, new: NodeId) -> bool {
        let done = self.insert_before(old, new);
        if done && old != new {
            self.detach(old);
        }
        done
    }

    /// Puts the children of an element in its place; the element is taken out and has none any more. `false` where
    /// it has no parent.
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

    /// Puts a new HTML element around the node, in its place. `None`, and nothing happens, where the node has
    /// no parent.
    pub fn wrap(&mut self, id: NodeId, name: Name) -> Option<NodeId> {
        self.parent(id)?;
        let wrapper = self.create_element(name);
        self.insert_before(id, wrapper);
        self.append(wrapper, id);
        Some(wrapper)
    }

    /// Puts a new HTML element around the siblings from `first` to `last`, in their place. `None`, and nothing
    /// happens, where they have no parent or `last` does not stand behind `first`. Looks at these siblings.
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

    /// Puts a node in the place of its parent, which is taken out with its other children. `false`, and nothing
    /// happens, where the parent has no parent.
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

    /// Gives an element another name and makes it an HTML element; the rest of it stays. `false` for any other
    /// node.
    pub fn rename(&mut self, id: NodeId, name: Name) -> bool {
        let node = &mut self.nodes[id.index()];
        let element = node.kind == NodeKind::Element;
        if element {
            node.name = name;
            node.namespace = Namespace::Html;
        }
        element
    }

    /// Keeps the attributes of an element for which this says so.
    pub fn retain_attrs(&mut self, id: NodeId, mut keep: impl FnMut(Name, AttrNamespace) -> bool) {
        if self.attrs(id).all(|(name, namespace, _)| keep(name, namespace)) {
            return;
        }
        if let Some(attrs) = self.attrs_mut(id) {
            attrs.retain(|attr| keep(attr.name, attr.namespace));
        }
    }

    /// Sets the attributes of these elements on `to`, one element after the other: what `to` has by the same name gets the
    /// other value in its place, the others follow behind. Nodes that are no elements, and `to` itself, are passed over.
    pub fn copy_attrs(&mut self, from: &[NodeId], to: NodeId) {
        let Some(mut attrs) = self.attrs_mut(to).map(std::mem::take) else { return };
        let mut places: HashMap<_, _> = (attrs.iter().enumerate())
            .map(|(place, attr)| ((attr.name, attr.namespace), place))
            .collect();
        for &from in from.iter().filter(|&&from| from != to) {
            for attr in self.attrs_mut(from).into_iter().flatten() {
                match places.entry((attr.name, attr.namespace)) {
                    Entry::Occupied(place) => attrs[*place.get()].value.clone_from(&attr.value),
                    Entry::Vacant(place) => {
                        place.insert(attrs.len());
                        attrs.push(attr.clone());
                    }
                }
            }
        }
        if let Some(own) = self.attrs_mut(to) {
            *own = attrs;
        }
    }

    /// Sets an attribute (without a namespace) of an element; a new one is the last. `false` for any other node.
    pub fn set_attr(&mut self, id: NodeId, name: Name, value: &str) -> bool {
        let Some(attrs) = self.attrs_mut(id) else { return false };
        let value = Cow::Owned(value.to_owned());
        match attrs.iter_mut().find(|attr| attr.is(name)) {
            Some(attr) => attr.value = value,
            None => attrs.push(OwnAttr { name, namespace: AttrNamespace::None, value }),
        }
        true
    }

    /// Takes an attribute (without a namespace) away; whether it was there.
    pub fn remove_attr(&mut self, id: NodeId, name: Name) -> bool {
        if self.attr(id, name).is_none() {
            return false;
        }
        if let Some(attrs) = self.attrs_mut(id) {
            attrs.retain(|attr| !attr.is(name));
        }
        true
    }

    fn push(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    fn first_own_name(&self) -> usize {
        usize::from(Name::KNOWN) + self.document.own_names().len()
    }

    fn own_name_place(&self, name: Name) -> Option<usize> {
        if self.own_names.is_empty() {
            return None;
        }
        name.index().checked_sub(self.first_own_name())
    }

    fn own_list(&self, id: NodeId) -> Option<&[OwnAttr<'d>]> {
        let node = self.node(id);
        let own = node.kind == NodeKind::Element && node.length == OWN;
        own.then(|| &self.own_attrs[node.offset as usize][..])
    }

    /// The element's own list of attributes, made of the document's where there was none yet.
    fn attrs_mut(&mut self, id: NodeId) -> Option<&mut Vec<OwnAttr<'d>>> {
        if self.kind(id) != NodeKind::Element {
            return None;
        }
        if self.own_list(id).is_none() {
            let document = self.document;
            let frozen = self.source(id).map_or(&[][..], |id| document.attrs(id));
            let own = frozen.iter().map(|attr| OwnAttr {
                name: attr.name(),
                namespace: attr.namespace(),
                value: Cow::Borrowed(document.attr_value(attr)),
            });
            self.own_attrs.push(own.collect());
            let node = &mut self.nodes[id.index()];
            (node.offset, node.length) = (self.own_attrs.len() as u32 - 1, OWN);
        }
        let place = self.nodes[id.index()].offset;
        self.own_attrs.get_mut(place as usize)
    }

    fn may_hold(&self, parent: NodeId, child: NodeId) -> bool {
        use NodeKind::{Document, Element, Fragment};
        matches!(self.kind(parent), Document | Fragment | Element)
            && !matches!(self.kind(child), Document | Fragment)
            && parent != child
            && (self.first_child(child).is_none() || self.ancestors(parent).all(|id| id != child))
    }

    fn link(&mut self, id: NodeId, parent: u32, previous: u32, next: u32) {
        let node = &mut self.nodes[id.index()];
        (node.parent, node.previous, node.next) = (parent, previous, next);
        if parent != NONE {
            self.link_neighbours(parent, previous, next, id.0, id.0);
        }
    }

    /// Tells those around the children from `first` to `last` of them.
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

impl OwnAttr<'_> {
    fn is(&self, name: Name) -> bool {
        self.name == name && self.namespace == AttrNamespace::None
    }
}

impl Arena for WorkingTree<'_> {
    fn frozen(&self) -> &Document {
        self.document
    }

    fn name_text(&self, name: Name) -> &str {
        self.name_str(name)
    }

    #[inline]
    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    fn piece(&self, id: NodeId) -> &str {
        match self.source(id) {
            Some(id) => self.document.text(id),
            None => &self.texts[self.node(id).offset as usize],
        }
    }

    fn contents(&self, id: NodeId) -> Option<NodeId> {
        self.template_contents(id)
    }

    fn attributes(&self, id: NodeId) -> impl Iterator<Item = (Name, AttrNamespace, &str)> {
        self.attrs(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parser;

    fn check(html: &str, edit: impl FnOnce(&mut WorkingTree<'_>, &[NodeId]), expected: &str) {
        let document = Parser::default().parse(html);
        let body = document.body().unwrap();
        let ids: Vec<_> = document.descendants_and_self(body).collect();
        let mut tree = WorkingTree::of(&document);
        edit(&mut tree, &ids);
        assert_eq!(tree.inner_html(body), expected);
    }

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
    fn moves_that_cannot_be() {
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
    fn new_nodes() {
        let edit = |tree: &mut WorkingTree<'_>, ids: &[NodeId]| {
            let wrapper = tree.wrap(ids[1], name::SECTION).unwrap();
            let text = tree.create_text("<b>");
            assert!(tree.append(wrapper, text));
            assert!(tree.rename(ids[1], name::H2));
            assert_eq!(text.index(), tree.document().len() + 1);
            assert_eq!(tree.source(text), None);
            assert_eq!(tree.source(ids[1]), Some(ids[1]));
            assert_eq!(tree.text_of(wrapper), "a<b>");
            assert_eq!(tree.own_text(text), "<b>");
            assert_eq!(tree.own_text(wrapper), "");
        };
        check("<p id=x>a</p>", edit, r#"<section><h2 id="x">a</h2>&lt;b&gt;</section>"#);
    }

    #[test]
    fn attributes_are_copied_when_they_change() {
        let edit = |tree: &mut WorkingTree<'_>, ids: &[NodeId]| {
            let p = ids[1];
            assert!(tree.set_attr(p, name::CLASS, "new"));
            assert!(tree.set_attr(p, name::LANG, "en"));
            assert!(tree.remove_attr(p, name::ID));
            assert!(!tree.remove_attr(p, name::ID));
            assert!(!tree.set_attr(ids[2], name::ID, "text"));
            assert_eq!(tree.attr(p, name::CLASS), Some("new"));
            assert_eq!(tree.attr(p, name::ID), None);
            assert_eq!(tree.document().attr(p, name::ID), Some("x"));
            let fresh = tree.create_element(name::HR);
            assert!(tree.set_attr(fresh, name::ID, "y"));
            assert!(tree.append(ids[0], fresh));
        };
        check(
            "<p id=x class=old title=t>a</p>",
            edit,
            r#"<p class="new" title="t" lang="en">a</p><hr id="y">"#,
        );
    }

    #[test]
    fn wraps_runs() {
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
    fn lifts() {
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

    #[test]
    fn attributes_are_copied_over() {
        let edit = |tree: &mut WorkingTree<'_>, ids: &[NodeId]| {
            tree.copy_attrs(&[ids[1], ids[2]], ids[2]);
            tree.retain_attrs(ids[1], |name, _| name != name::ID);
        };
        check(
            "<div id=a title=t><div class=c id=b></div></div>",
            edit,
            r#"<div title="t"><div class="c" id="a" title="t"></div></div>"#,
        );
    }

    #[test]
    fn new_names() {
        let edit = |tree: &mut WorkingTree<'_>, ids: &[NodeId]| {
            let names = ["x-own", "x-new", "x-more"].map(|text| tree.add_name(text));
            assert_eq!(names.map(|name| tree.name_str(name)), ["x-own", "x-new", "x-more"]);
            assert_eq!(tree.add_name("x-new"), names[1]);
            assert_eq!(tree.add_name("div"), name::DIV);
            for name in names {
                assert!(tree.set_attr(ids[1], name, "1"));
            }
        };
        check("<p x-own>a</p>", edit, r#"<p x-own="1" x-new="1" x-more="1">a</p>"#);
    }

    #[test]
    fn a_renamed_svg_element_is_html() {
        let edit = |tree: &mut WorkingTree<'_>, ids: &[NodeId]| {
            assert!(!tree.is_html(ids[2], name::A));
            assert!(tree.rename(ids[2], name::SPAN));
            assert!(tree.is_html(ids[2], name::SPAN));
        };
        check("<svg><a>x</a></svg>", edit, "<svg><span>x</span></svg>");
    }

    #[test]
    fn a_renamed_template_shows_its_children_only() {
        let html = "x<template>in</template>";
        check(html, |_, _| {}, html);
        check(html, |tree, ids| assert!(tree.rename(ids[2], name::DIV)), "x<div></div>");
    }

    #[test]
    fn order_while_the_tree_changes() {
        let document = Parser::default().parse("<p>a<b>c</b></p><i>d</i>");
        let body = document.body().unwrap();
        let mut tree = WorkingTree::of(&document);
        let mut names = Vec::new();
        let mut next = tree.first_child(body);
        while let Some(id) = next {
            names.push(tree.local_name(id).unwrap_or("#text").to_owned());
            next = tree.next_in(body, id);
            if tree.is_html(id, name::B) {
                next = tree.next_behind(body, id);
                tree.detach(id);
            }
        }
        assert_eq!(names, ["p", "#text", "b", "i", "#text"]);
        assert_eq!(tree.text_pieces(body).collect::<Vec<_>>(), ["a", "d"]);
    }
}
