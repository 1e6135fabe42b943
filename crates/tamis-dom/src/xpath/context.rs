//! The state of one evaluation, and the context that an expression is evaluated in.
//!
//! Source: XPath 1.0, 1 (the context).

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::ast::{NodeTest, WantedName};
use super::node::XPathNode;
use crate::document::Document;
use crate::names::Name;
use crate::node::{NodeId, NodeKind};

/// The error if all steps are spent.
#[derive(Debug)]
pub(super) struct OutOfSteps;

pub(super) type Evaluated<T> = Result<T, OutOfSteps>;

/// The names that are compared in one step.
const NAMES_PER_STEP: u64 = 8;

/// One evaluation of one expression on one document.
pub(super) struct Evaluation<'a> {
    pub(super) document: &'a Document,
    steps_left: Cell<u64>,
    /// For each wanted name, the names of the document that match it.
    names: Vec<Vec<Name>>,
    /// The cached nodes of each path from the root; `None` until it is evaluated.
    pub(super) root_paths: RefCell<Vec<Option<Rc<[XPathNode]>>>>,
}

/// The context of an expression: a node, and its position among the nodes that a predicate filters.
#[derive(Clone, Copy)]
pub(super) struct Context {
    pub(super) node: XPathNode,
    /// Counted from 1.
    pub(super) position: usize,
    /// The number of nodes that the predicate filters.
    pub(super) size: usize,
}

impl<'a> Evaluation<'a> {
    pub(super) fn new(
        document: &'a Document,
        names: &[WantedName],
        root_paths: usize,
        steps: u64,
    ) -> Evaluated<Evaluation<'a>> {
        let compared = (names.len() * document.own_names().len()) as u64;
        let steps = steps.checked_sub(compared / NAMES_PER_STEP).ok_or(OutOfSteps)?;
        let names = names.iter().map(|wanted| {
            let own = document.own_names().enumerate();
            let own = own.filter(|(_, text)| text.eq_ignore_ascii_case(&wanted.text));
            let own = own.map(|(index, _)| Name(Name::KNOWN + index as u16));
            wanted.known.iter().copied().chain(own).collect()
        });
        Ok(Evaluation {
            document,
            steps_left: Cell::new(steps),
            names: names.collect(),
            root_paths: RefCell::new(vec![None; root_paths]),
        })
    }

    pub(super) fn steps_left(&self) -> u64 {
        self.steps_left.get()
    }

    /// Spends steps.
    pub(super) fn charge(&self, steps: u64) -> Evaluated<()> {
        let left = self.steps_left.get().checked_sub(steps).ok_or(OutOfSteps)?;
        self.steps_left.set(left);
        Ok(())
    }

    /// Spends the steps for reading a text: one for every 64 bytes, because an expression such as
    /// `//*[contains(., "x")]` reads the text of each element and of each one around it.
    pub(super) fn charge_text(&self, text: &str) -> Evaluated<()> {
        self.charge(text.len() as u64 / 64)
    }

    /// Spends the steps for what is done with each character of a text: one for every 16 bytes.
    pub(super) fn charge_chars(&self, text: &str) -> Evaluated<()> {
        self.charge(text.len() as u64 / 16)
    }

    /// Returns the string-value of a node.
    pub(super) fn text(&self, node: XPathNode) -> Evaluated<Cow<'a, str>> {
        let text = node.text(self.document);
        self.charge(1)?;
        self.charge_text(text)?;
        Ok(Cow::Borrowed(text))
    }

    /// Returns true if the node passes the test on any axis except the attribute axis.
    pub(super) fn passes_test(&self, id: NodeId, test: &NodeTest) -> bool {
        let kind = self.document.kind(id);
        match test {
            NodeTest::AnyNode => kind != NodeKind::Doctype,
            NodeTest::Text => kind == NodeKind::Text,
            NodeTest::Comment => kind == NodeKind::Comment,
            NodeTest::Wildcard => kind == NodeKind::Element,
            NodeTest::Prefix(prefix) => {
                self.document.local_name(id).is_some_and(|name| has_prefix(name, prefix))
            }
            NodeTest::Name(index) => {
                self.document.name(id).is_some_and(|name| self.names[*index].contains(&name))
            }
        }
    }

    /// Returns the names of the document that match the wanted name with this index.
    pub(super) fn wanted(&self, index: usize) -> &[Name] {
        &self.names[index]
    }
}

/// Returns true if the name starts with the prefix, without regard to ASCII case.
pub(super) fn has_prefix(name: &str, prefix: &str) -> bool {
    name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}
