//! The interface of elements that the `selectors` crate needs.

use std::cell::Cell;
use std::fmt;

use selectors::attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::BloomFilter;
use selectors::context::MatchingContext;
use selectors::matching::ElementSelectorFlags;
use selectors::{Element, OpaqueElement};

use super::grammar::{Css, CssName, NoPseudo};
use crate::document::Document;
use crate::names::name;
use crate::node::{AttrNamespace, Namespace, Node, NodeId, NodeKind};

/// The steps to siblings and children that are left for matching selectors on one document.
///
/// `hr ~ p` looks at all earlier siblings of each paragraph if there is no `hr`: on a page of
/// 100,000 paragraphs these are five billion steps. Steps to parents need no budget, because
/// [`Limits::depth`](crate::Limits) bounds them.
#[derive(Debug)]
pub(super) struct Steps {
    left: Cell<u64>,
    /// True after a step was needed and none was left.
    is_short: Cell<bool>,
}

impl Steps {
    pub(super) fn new(steps: u64) -> Steps {
        Steps { left: Cell::new(steps), is_short: Cell::new(false) }
    }

    /// Takes a step. False if none is left.
    fn take(&self) -> bool {
        match self.left.get().checked_sub(1) {
            Some(left) => self.left.set(left),
            None => self.is_short.set(true),
        }
        !self.is_short.get()
    }

    /// Returns true if a step was needed, but none was left, since the last call.
    pub(super) fn was_short(&self) -> bool {
        self.is_short.replace(false)
    }
}

/// An element of a document.
#[derive(Clone, Copy)]
pub(super) struct ElementRef<'d> {
    pub(super) document: &'d Document,
    pub(super) id: NodeId,
    pub(super) steps: &'d Steps,
}

impl fmt::Debug for ElementRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.id)
    }
}

impl<'d> ElementRef<'d> {
    fn at(self, id: NodeId) -> ElementRef<'d> {
        ElementRef { id, ..self }
    }

    fn is_element(self) -> bool {
        self.document.kind(self.id) == NodeKind::Element
    }

    fn sibling_element(self, next: impl Fn(NodeId) -> Option<NodeId>) -> Option<ElementRef<'d>> {
        let mut id = self.id;
        while self.steps.take() {
            id = next(id)?;
            if self.at(id).is_element() {
                return Some(self.at(id));
            }
        }
        None
    }
}

impl Element for ElementRef<'_> {
    type Impl = Css;

    fn opaque(&self) -> OpaqueElement {
        let node: &Node = self.document.node(self.id);
        OpaqueElement::new(node)
    }

    fn parent_element(&self) -> Option<Self> {
        self.document.parent(self.id).map(|id| self.at(id)).filter(|parent| parent.is_element())
    }

    fn parent_node_is_shadow_root(&self) -> bool {
        false
    }

    fn containing_shadow_host(&self) -> Option<Self> {
        None
    }

    fn is_pseudo_element(&self) -> bool {
        false
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.sibling_element(|id| self.document.previous_sibling(id))
    }

    fn next_sibling_element(&self) -> Option<Self> {
        self.sibling_element(|id| self.document.next_sibling(id))
    }

    fn first_element_child(&self) -> Option<Self> {
        let first = self.document.first_child(self.id).map(|id| self.at(id))?;
        if !self.steps.take() {
            return None;
        }
        if first.is_element() { Some(first) } else { first.next_sibling_element() }
    }

    fn is_html_element_in_html_document(&self) -> bool {
        self.document.namespace(self.id) == Namespace::Html
    }

    fn has_local_name(&self, local_name: &CssName) -> bool {
        local_name.is(self.document, self.document.node(self.id).name)
    }

    fn has_namespace(&self, namespace: &CssName) -> bool {
        namespace.text.is_empty()
    }

    fn is_same_type(&self, other: &Self) -> bool {
        let (mine, theirs) = (self.document.node(self.id), other.document.node(other.id));
        mine.name == theirs.name && mine.namespace == theirs.namespace
    }

    fn attr_matches(
        &self,
        namespace: &NamespaceConstraint<&CssName>,
        local_name: &CssName,
        operation: &AttrSelectorOperation<&CssName>,
    ) -> bool {
        let any = matches!(namespace, NamespaceConstraint::Any);
        self.document.attrs(self.id).iter().any(|attr| {
            (any || attr.namespace() == AttrNamespace::None)
                && local_name.is(self.document, attr.name())
                && operation.eval_str(self.document.attr_value(attr))
        })
    }

    fn match_non_ts_pseudo_class(
        &self,
        class: &NoPseudo,
        _context: &mut MatchingContext<Css>,
    ) -> bool {
        match *class {}
    }

    fn match_pseudo_element(
        &self,
        element: &NoPseudo,
        _context: &mut MatchingContext<Css>,
    ) -> bool {
        match *element {}
    }

    fn apply_selector_flags(&self, _flags: ElementSelectorFlags) {}

    fn is_link(&self) -> bool {
        self.document.is_html(self.id, name::A) && self.document.attr(self.id, name::HREF).is_some()
    }

    fn is_html_slot_element(&self) -> bool {
        self.document.is_html(self.id, name::SLOT)
    }

    fn has_id(&self, id: &CssName, case: CaseSensitivity) -> bool {
        let value = self.document.attr(self.id, name::ID);
        value.is_some_and(|value| case.eq(value.as_bytes(), id.text.as_bytes()))
    }

    fn has_class(&self, class: &CssName, case: CaseSensitivity) -> bool {
        let classes = self.document.attr(self.id, name::CLASS).unwrap_or_default();
        classes.split_ascii_whitespace().any(|word| case.eq(word.as_bytes(), class.text.as_bytes()))
    }

    fn has_custom_state(&self, _name: &CssName) -> bool {
        false
    }

    fn imported_part(&self, _name: &CssName) -> Option<CssName> {
        None
    }

    fn is_part(&self, _name: &CssName) -> bool {
        false
    }

    fn is_empty(&self) -> bool {
        self.document.children(self.id).all(|id| match self.document.kind(id) {
            NodeKind::Element => false,
            NodeKind::Text => self.document.text(id).is_empty(),
            _ => true,
        })
    }

    fn is_root(&self) -> bool {
        self.parent_element().is_none() && self.document.root() == Some(self.id)
    }

    fn add_element_unique_hashes(&self, _filter: &mut BloomFilter) -> bool {
        false
    }
}
