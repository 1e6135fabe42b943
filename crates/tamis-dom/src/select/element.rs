//! The interface of elements that the `selectors` crate needs.

use std::cell::Cell;
use std::fmt;

use selectors::attr::{
    AttrSelectorOperation, AttrSelectorOperator, CaseSensitivity, NamespaceConstraint,
};
use selectors::bloom::BloomFilter;
use selectors::context::MatchingContext;
use selectors::matching::ElementSelectorFlags;
use selectors::{Element, OpaqueElement};

use super::grammar::{Css, CssName, NoPseudo};
use super::weight::Weight;
use crate::document::Document;
use crate::names::{Name, name};
use crate::node::{Attr, AttrNamespace, Namespace, Node, NodeId, NodeKind};

/// The attributes of an element, and the bytes of a value, that are read in one step.
const ATTRS_PER_STEP: usize = 4;
const BYTES_PER_STEP: usize = 16;

/// The steps that are left for matching selectors on one document.
///
/// `hr ~ p` looks at all earlier siblings of each paragraph if there is no `hr`: on a page of
/// 100,000 paragraphs these are five billion steps to siblings. Everything else has a budget of its
/// own, so that selectors without siblings still match on such a page. It is for long selectors and
/// for long values: each of 10,000 selectors such as `.a.b` may read half a megabyte of classes.
/// And it is for steps to parents, because `hr div p` looks at the ancestors of each `div` around a
/// paragraph.
#[derive(Debug)]
pub(super) struct Steps {
    /// The steps to siblings and children.
    siblings: Cell<u64>,
    /// The steps for anything else.
    others: Cell<u64>,
    /// The steps for each move of the current selector.
    by_move: Cell<u64>,
    /// True after steps were needed and too few were left.
    is_short: Cell<bool>,
}

impl Steps {
    pub(super) fn new(siblings: u64, others: u64) -> Steps {
        Steps {
            siblings: Cell::new(siblings),
            others: Cell::new(others),
            by_move: Cell::new(1),
            is_short: Cell::new(false),
        }
    }

    /// Returns the number of steps of the kind of which fewer are left.
    pub(super) fn left(&self) -> u64 {
        self.siblings.get().min(self.others.get())
    }

    /// Takes the steps to test an element with a selector of this weight. False if fewer are left.
    pub(super) fn begin(&self, weight: Weight) -> bool {
        self.by_move.set(weight.by_move);
        let left = self.others.get().checked_sub(weight.here);
        left.is_some_and(|left| {
            self.others.set(left);
            true
        })
    }

    /// Takes the steps for a move to a sibling or child.
    fn take_sibling(&self) -> bool {
        self.take_from(&self.siblings, self.by_move.get())
    }

    /// Takes the steps for a move to a parent.
    fn take_parent(&self) -> bool {
        self.take(self.by_move.get())
    }

    fn take(&self, steps: u64) -> bool {
        self.take_from(&self.others, steps)
    }

    /// Takes steps. False if fewer are left, or were before.
    fn take_from(&self, cell: &Cell<u64>, steps: u64) -> bool {
        match cell.get().checked_sub(steps) {
            Some(left) => cell.set(left),
            None => self.is_short.set(true),
        }
        !self.is_short.get()
    }

    /// Takes the steps for comparing a value of an attribute with a text. False if fewer are left.
    fn take_value(&self, value: &str) -> bool {
        value.len() < BYTES_PER_STEP || self.take((value.len() / BYTES_PER_STEP) as u64)
    }

    /// Takes the steps for finding an attribute. False if fewer are left.
    fn take_attrs(&self, attrs: &[Attr]) -> bool {
        attrs.len() < ATTRS_PER_STEP || self.take((attrs.len() / ATTRS_PER_STEP) as u64)
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

    /// Returns the value of the attribute, or `None` if there is none, or if reading it takes more
    /// steps than are left.
    fn attr(self, name: Name) -> Option<&'d str> {
        if !self.steps.take_attrs(self.document.attrs(self.id)) {
            return None;
        }
        self.document.attr(self.id, name).filter(|value| self.steps.take_value(value))
    }

    fn is_element(self) -> bool {
        self.document.kind(self.id) == NodeKind::Element
    }

    fn sibling_element(self, next: impl Fn(NodeId) -> Option<NodeId>) -> Option<ElementRef<'d>> {
        let mut id = self.id;
        while self.steps.take_sibling() {
            id = next(id)?;
            if self.at(id).is_element() {
                return Some(self.at(id));
            }
        }
        None
    }
}

impl ElementRef<'_> {
    fn value_matches(self, operation: &AttrSelectorOperation<&CssName>, value: &str) -> bool {
        self.steps.take_value(value)
            && self.steps.take(steps_of_search(operation, value))
            && operation.eval_str(value)
    }
}

/// Returns the further steps of an operation: the crate compares the parts of a value one by one if
/// case does not matter, so that `[title*='aaab' i]` reads `aaaaaa` several times.
fn steps_of_search(operation: &AttrSelectorOperation<&CssName>, value: &str) -> u64 {
    match operation {
        AttrSelectorOperation::WithValue {
            operator: AttrSelectorOperator::Substring,
            case_sensitivity: CaseSensitivity::AsciiCaseInsensitive,
            value: part,
        } => (value.len() as u64).saturating_mul(part.text.len() as u64) / 128,
        _ => 0,
    }
}

impl Element for ElementRef<'_> {
    type Impl = Css;

    fn opaque(&self) -> OpaqueElement {
        let node: &Node = self.document.node(self.id);
        OpaqueElement::new(node)
    }

    fn parent_element(&self) -> Option<Self> {
        let parent = self.document.parent(self.id).map(|id| self.at(id));
        parent.filter(|parent| self.steps.take_parent() && parent.is_element())
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
        if !self.steps.take_sibling() {
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
        let attrs = self.document.attrs(self.id);
        self.steps.take_attrs(attrs)
            && attrs.iter().any(|attr| {
                (any || attr.namespace() == AttrNamespace::None)
                    && local_name.is(self.document, attr.name())
                    && self.value_matches(operation, self.document.attr_value(attr))
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
        let value = self.attr(name::ID);
        value.is_some_and(|value| case.eq(value.as_bytes(), id.text.as_bytes()))
    }

    fn has_class(&self, class: &CssName, case: CaseSensitivity) -> bool {
        let classes = self.attr(name::CLASS).unwrap_or_default();
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
            _ => self.steps.take_sibling(),
        })
    }

    fn is_root(&self) -> bool {
        self.parent_element().is_none() && self.document.root() == Some(self.id)
    }

    fn add_element_unique_hashes(&self, _filter: &mut BloomFilter) -> bool {
        false
    }
}
