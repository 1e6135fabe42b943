//! The common read-only interface of documents and working trees.

use crate::document::Document;
use crate::names::Name;
use crate::node::{AttrNamespace, Namespace, NodeId, NodeKind, link};
use crate::traverse::{Arena, Step, next_step};

/// A [`Document`] or a [`crate::WorkingTree`], for code that only reads. No other type can
/// implement it.
///
/// ```
/// use tamis_dom::{NodeId, Parser, Step, Tree, WorkingTree, name};
///
/// fn outline<T: Tree>(tree: &T, root: NodeId) -> String {
///     let steps = std::iter::successors(Some(Step::Enter(root)), |&step| tree.step(root, step));
///     let entered = steps.filter_map(|step| match step {
///         Step::Enter(id) => Some(id),
///         Step::Leave(_) => None,
///     });
///     entered.map(|id| tree.local_name(id).unwrap_or("#text")).collect::<Vec<_>>().join(" ")
/// }
///
/// let document = Parser::default().parse("<p>One <b>two</b>");
/// let body = document.body().unwrap();
/// assert_eq!(outline(&document, body), "body p #text b #text");
/// let mut tree = WorkingTree::of(&document);
/// tree.rename(tree.first_child(body).unwrap(), name::DIV);
/// assert_eq!(outline(&tree, body), "body div #text b #text");
/// ```
pub trait Tree: sealed::Sealed {
    /// Returns the parsed document. For a working tree, the document that it copies.
    fn document(&self) -> &Document;
    /// Returns the text of a name of this tree.
    fn name_str(&self, name: Name) -> &str;
    /// Returns the kind of the node.
    fn kind(&self, id: NodeId) -> NodeKind;
    /// Returns the namespace of an element; [`Namespace::Html`] for any other node.
    fn namespace(&self, id: NodeId) -> Namespace;
    /// Returns the name of an element, or `None` for any other node.
    fn name(&self, id: NodeId) -> Option<Name>;
    /// Returns the name, namespace and value of each attribute, in source order. Empty for any
    /// other node than an element.
    fn attributes(&self, id: NodeId) -> impl Iterator<Item = (Name, AttrNamespace, &str)>;
    /// Returns the text of a text node. Empty for any other node.
    fn own_text(&self, id: NodeId) -> &str;
    /// Returns the step after this one in the subtree of `root`; `None` at its end. Template
    /// contents are not part of the subtree.
    fn step(&self, root: NodeId, step: Step) -> Option<Step>;
    /// Returns the parent, or `None` for a root and for a detached node.
    fn parent(&self, id: NodeId) -> Option<NodeId>;

    /// Returns the local name of an element as text, or `None` for any other node.
    fn local_name(&self, id: NodeId) -> Option<&str> {
        self.name(id).map(|name| self.name_str(name))
    }
}

mod sealed {
    pub trait Sealed {}
    impl<T: crate::traverse::Arena> Sealed for T {}
}

impl<T: Arena> Tree for T {
    fn document(&self) -> &Document {
        self.frozen()
    }

    fn name_str(&self, name: Name) -> &str {
        self.name_text(name)
    }

    #[inline]
    fn kind(&self, id: NodeId) -> NodeKind {
        self.node(id).kind
    }

    #[inline]
    fn namespace(&self, id: NodeId) -> Namespace {
        self.node(id).namespace
    }

    #[inline]
    fn name(&self, id: NodeId) -> Option<Name> {
        let node = self.node(id);
        (node.kind == NodeKind::Element).then_some(node.name)
    }

    fn attributes(&self, id: NodeId) -> impl Iterator<Item = (Name, AttrNamespace, &str)> {
        Arena::attributes(self, id)
    }

    fn own_text(&self, id: NodeId) -> &str {
        if self.node(id).kind == NodeKind::Text { self.piece(id) } else { "" }
    }

    #[inline]
    fn step(&self, root: NodeId, step: Step) -> Option<Step> {
        next_step(self, root, step)
    }

    #[inline]
    fn parent(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).parent)
    }
}
