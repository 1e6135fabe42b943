//! Attributes of a working tree, which are copied when they are edited.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::WorkingTree;
use crate::names::Name;
use crate::node::{AttrNamespace, NodeId, NodeKind};
use crate::traverse::Arena;

#[derive(Clone, Debug)]
pub(super) struct OwnAttr<'d> {
    name: Name,
    namespace: AttrNamespace,
    value: Cow<'d, str>,
}

impl OwnAttr<'_> {
    fn is(&self, name: Name) -> bool {
        self.name == name && self.namespace == AttrNamespace::None
    }
}

/// Marks an element whose attributes are in `WorkingTree::own_attrs`.
const OWN: u32 = u32::MAX;

impl<'d> WorkingTree<'d> {
    /// Returns the name, namespace and value of each attribute, in order. Empty for any other node
    /// than an element.
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

    /// Returns the value of the attribute that has this name and no namespace, or `None` if there
    /// is none.
    pub fn attr(&self, id: NodeId, name: Name) -> Option<&str> {
        let named = (name, AttrNamespace::None);
        let mut attrs = self.attrs(id);
        attrs.find(|&(name, namespace, _)| (name, namespace) == named).map(|(.., value)| value)
    }

    /// Removes the attributes for which `keep` returns `false`.
    pub fn retain_attrs(&mut self, id: NodeId, mut keep: impl FnMut(Name, AttrNamespace) -> bool) {
        if self.attrs(id).all(|(name, namespace, _)| keep(name, namespace)) {
            return;
        }
        if let Some(attrs) = self.attrs_mut(id) {
            attrs.retain(|attr| keep(attr.name, attr.namespace));
        }
    }

    /// Copies the attributes of the elements `from` to the element `to`, one element after another.
    ///
    /// An attribute that `to` already has gets the new value and keeps its position; any other
    /// attribute is added at the end. Nodes that are not elements are skipped, and so is `to`
    /// itself.
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

    /// Sets the value of the attribute that has this name and no namespace. A new attribute is
    /// added at the end.
    ///
    /// Returns `false` and does nothing if the node is not an element.
    pub fn set_attr(&mut self, id: NodeId, name: Name, value: &str) -> bool {
        let Some(attrs) = self.attrs_mut(id) else { return false };
        let value = Cow::Owned(value.to_owned());
        match attrs.iter_mut().find(|attr| attr.is(name)) {
            Some(attr) => attr.value = value,
            None => attrs.push(OwnAttr { name, namespace: AttrNamespace::None, value }),
        }
        true
    }

    /// Removes the attribute that has this name and no namespace.
    ///
    /// Returns `false` if there was none.
    pub fn remove_attr(&mut self, id: NodeId, name: Name) -> bool {
        if self.attr(id, name).is_none() {
            return false;
        }
        if let Some(attrs) = self.attrs_mut(id) {
            attrs.retain(|attr| !attr.is(name));
        }
        true
    }

    fn own_list(&self, id: NodeId) -> Option<&[OwnAttr<'d>]> {
        let node = self.node(id);
        let own = node.kind == NodeKind::Element && node.length == OWN;
        own.then(|| &self.own_attrs[node.offset as usize][..])
    }

    /// Returns the edited attributes of an element, copied from the document at the first call.
    /// `None` for any other node.
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::tests::check;
    use crate::name;

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
}
