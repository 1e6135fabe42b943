//! Copies of nodes of another document.

use super::WorkingTree;
use crate::document::Document;
use crate::names::Name;
use crate::node::{NodeId, NodeKind};

/// The most names that a copy adds to those of the tree, because the search for each is linear.
const MAX_NAMES: usize = 256;

impl WorkingTree<'_> {
    /// Copies an element or a text of another document with its descendants, and returns the copy,
    /// which is detached. Comments and the contents of templates are left out. `None` for any other
    /// node.
    ///
    /// A copy adds at most 256 names. Further ones become [`Name::SATURATED`].
    ///
    /// ```
    /// use tamis_dom::{Parser, WorkingTree};
    /// let mut parser = Parser::default();
    /// let (document, other) = (parser.parse("<p>One"), parser.parse("<p x-a=1>Two <b>three"));
    /// let mut tree = WorkingTree::of(&document);
    /// let p = other.first_child(other.body().unwrap()).unwrap();
    /// let copy = tree.import(&other, p).unwrap();
    /// tree.append(document.body().unwrap(), copy);
    /// let html = "<p>One</p><p x-a=\"1\">Two <b>three</b></p>";
    /// assert_eq!(tree.inner_html(document.body().unwrap()), html);
    /// ```
    pub fn import(&mut self, other: &Document, root: NodeId) -> Option<NodeId> {
        let mut names = Names { copies: Vec::new(), added: 0 };
        // The copy of each node, by its distance from the first one.
        let mut copies: Vec<Option<NodeId>> = Vec::new();
        for id in other.descendants_and_self(root) {
            let copy = match other.kind(id) {
                NodeKind::Element => Some(self.import_element(other, id, &mut names)),
                NodeKind::Text => Some(self.create_text(other.text(id))),
                _ => None,
            };
            copies.push(copy);
            if id != root
                && let Some(copy) = copy
                && let Some(parent) = other.parent(id)
                && let Some(parent) = copies[parent.index() - root.index()]
            {
                self.append(parent, copy);
            }
        }
        copies.first().copied().flatten()
    }

    fn import_element(&mut self, other: &Document, id: NodeId, names: &mut Names) -> NodeId {
        let name = other.name(id).unwrap_or(Name::SATURATED);
        let name = names.copy(name, other, self);
        let copy = self.create_element(name);
        self.nodes[copy.index()].namespace = other.namespace(id);
        for attr in other.attrs(id) {
            let name = names.copy(attr.name(), other, self);
            self.set_attr(copy, name, other.attr_value(attr));
        }
        copy
    }
}

/// The names of another document in a tree.
struct Names {
    /// The copy of each name that is not known everywhere, by its number.
    copies: Vec<Option<Name>>,
    added: usize,
}

impl Names {
    fn copy(&mut self, name: Name, other: &Document, tree: &mut WorkingTree<'_>) -> Name {
        let Some(own) = name.index().checked_sub(Name::KNOWN.into()) else { return name };
        if name == Name::SATURATED {
            return name;
        }
        if self.copies.len() <= own {
            self.copies.resize(own + 1, None);
        }
        if let Some(copy) = self.copies[own] {
            return copy;
        }
        let text = other.name_str(name);
        let copy = match tree.document.find_name(text) {
            Some(name) => name,
            None if self.added < MAX_NAMES => {
                self.added += 1;
                tree.add_name(text)
            }
            None => Name::SATURATED,
        };
        self.copies[own] = Some(copy);
        copy
    }
}
