//! Evaluation of expressions, with every step counted.
//!
//! Source: XPath 1.0, 2 (location paths) and 3 (expressions).

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::rc::Rc;

use super::ast::{Comparison, Expr, NodeTest, Operation, Path, Predicate, Start, Step};
use super::axes::Collector;
use super::value::{Value, number_of_text};
use super::{XPath, XPathNode};
use crate::document::Document;
use crate::names::Name;
use crate::node::{NodeId, NodeKind};

/// The steps are used up.
#[derive(Debug)]
pub(super) struct OutOfSteps;

pub(super) type Evaluated<T> = Result<T, OutOfSteps>;

/// One evaluation of one expression on one document.
pub(super) struct Evaluation<'a> {
    pub(super) document: &'a Document,
    steps_left: Cell<u64>,
    /// The names of the document that each wanted name stands for.
    names: Vec<Vec<Name>>,
    /// The nodes of paths from the root, once they are known.
    root_paths: RefCell<Vec<Option<Rc<[XPathNode]>>>>,
}

/// What an expression is evaluated at: a node and its place among those that are filtered.
#[derive(Clone, Copy)]
pub(super) struct Focus {
    pub(super) node: XPathNode,
    /// From 1 on.
    pub(super) position: usize,
    pub(super) last: usize,
}

impl<'a> Evaluation<'a> {
    pub(super) fn new(xpath: &'a XPath, document: &'a Document, steps: u64) -> Evaluation<'a> {
        let names = xpath.names.iter().map(|wanted| {
            let own = document.own_names().enumerate();
            let own = own.filter(|(_, text)| text.eq_ignore_ascii_case(&wanted.text));
            let own = own.map(|(index, _)| Name(Name::KNOWN + index as u16));
            wanted.known.iter().copied().chain(own).collect()
        });
        Evaluation {
            document,
            steps_left: Cell::new(steps),
            names: names.collect(),
            root_paths: RefCell::new(vec![None; xpath.root_paths]),
        }
    }

    /// Counts steps.
    pub(super) fn charge(&self, steps: u64) -> Evaluated<()> {
        let left = self.steps_left.get().checked_sub(steps).ok_or(OutOfSteps)?;
        self.steps_left.set(left);
        Ok(())
    }

    /// Counts the reading of a text.
    pub(super) fn charge_text(&self, text: &str) -> Evaluated<()> {
        self.charge(text.len() as u64 / 64)
    }

    /// What the expression gives at this node.
    pub(super) fn value(&self, expr: &'a Expr, node: XPathNode) -> Evaluated<Value<'a>> {
        self.value_at(expr, Focus { node, position: 1, last: 1 })
    }

    pub(super) fn value_at(&self, expr: &'a Expr, focus: Focus) -> Evaluated<Value<'a>> {
        Ok(match expr {
            Expr::Or(parts) => Value::Truth(self.any_is(parts, true, focus)?),
            Expr::And(parts) => Value::Truth(!self.any_is(parts, false, focus)?),
            Expr::Union(parts) => self.union(parts, focus)?,
            Expr::Compare(comparison, left, right) => {
                let (left, right) = (self.value_at(left, focus)?, self.value_at(right, focus)?);
                Value::Truth(self.compare(*comparison, left, right)?)
            }
            Expr::Arithmetic(operation, left, right) => {
                let (left, right) = (self.number(left, focus)?, self.number(right, focus)?);
                Value::Number(match operation {
                    Operation::Add => left + right,
                    Operation::Subtract => left - right,
                    Operation::Multiply => left * right,
                    Operation::Divide => left / right,
                    Operation::Modulo => left % right,
                })
            }
            Expr::Negate(expr) => Value::Number(-self.number(expr, focus)?),
            Expr::Text(text) => Value::Text(Cow::Borrowed(text)),
            Expr::Number(number) => Value::Number(*number),
            Expr::Call(function, arguments) => self.call(*function, arguments, focus)?,
            Expr::Path(path) => Value::Nodes(self.path(path, focus)?),
        })
    }

    /// The number that the expression gives.
    pub(super) fn number(&self, expr: &'a Expr, focus: Focus) -> Evaluated<f64> {
        let value = self.value_at(expr, focus)?;
        Ok(value.number(self.document))
    }

    fn any_is(&self, parts: &'a [Expr], wanted: bool, focus: Focus) -> Evaluated<bool> {
        for part in parts {
            if self.truth(part, focus)? == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the value of the expression counts as true. Of a path, the first node found will do.
    pub(super) fn truth(&self, expr: &'a Expr, focus: Focus) -> Evaluated<bool> {
        if let Expr::Path(Path { start: Start::Here, steps }) = expr
            && let Some((last, steps)) = steps.split_last()
            && last.predicates.is_empty()
        {
            let from = self.walk(vec![focus.node], steps)?;
            return Ok(!self.reached(&from, last, 1)?.is_empty());
        }
        Ok(self.value_at(expr, focus)?.truth())
    }

    fn union(&self, parts: &'a [Expr], focus: Focus) -> Evaluated<Value<'a>> {
        let mut all = Vec::new();
        for part in parts {
            all.extend_from_slice(&self.nodes(part, focus)?);
        }
        all.sort_unstable();
        all.dedup();
        Ok(Value::Nodes(all.into()))
    }

    /// The nodes that an expression gives; none where it gives something else, which the parser does not let pass where
    /// nodes are needed.
    pub(super) fn nodes(&self, expr: &'a Expr, focus: Focus) -> Evaluated<Rc<[XPathNode]>> {
        Ok(match self.value_at(expr, focus)? {
            Value::Nodes(nodes) => nodes,
            Value::Text(_) | Value::Number(_) | Value::Truth(_) => Rc::default(),
        })
    }

    fn path(&self, path: &'a Path, focus: Focus) -> Evaluated<Rc<[XPathNode]>> {
        let nodes = match &path.start {
            Start::Root(place) => {
                if let Some(nodes) = &self.root_paths.borrow()[*place] {
                    return Ok(Rc::clone(nodes));
                }
                let root = vec![XPathNode::new(NodeId::DOCUMENT)];
                let nodes: Rc<[XPathNode]> = self.walk(root, &path.steps)?.into();
                self.root_paths.borrow_mut()[*place] = Some(Rc::clone(&nodes));
                return Ok(nodes);
            }
            Start::Here => vec![focus.node],
            Start::Filter(expr, predicates) => {
                self.filtered(self.nodes(expr, focus)?.to_vec(), predicates)?
            }
        };
        Ok(self.walk(nodes, &path.steps)?.into())
    }

    fn walk(&self, mut nodes: Vec<XPathNode>, steps: &'a [Step]) -> Evaluated<Vec<XPathNode>> {
        for step in steps {
            nodes = self.step(&nodes, step)?;
        }
        Ok(nodes)
    }

    /// The nodes that one step leads to, in document order, none twice.
    fn step(&self, from: &[XPathNode], step: &'a Step) -> Evaluated<Vec<XPathNode>> {
        let mut found = Vec::new();
        if step.is_positional() {
            let most = first_places(step);
            // Many nodes can lead to the same ones: memory stays within what the page has.
            let room = 2 * (self.document.len() + self.document.all_attrs().len());
            for &node in from {
                let reached = self.reached(std::slice::from_ref(&node), step, most)?;
                found.extend(self.filtered(reached, &step.predicates)?);
                if found.len() > room {
                    found.sort_unstable();
                    found.dedup();
                }
            }
        } else {
            let reached = self.reached(from, step, usize::MAX)?;
            found = self.filtered(reached, &step.predicates)?;
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// The nodes of the step's axis that pass its test, `most` of them at most, in the order of the axis.
    fn reached(
        &self,
        from: &[XPathNode],
        step: &'a Step,
        most: usize,
    ) -> Evaluated<Vec<XPathNode>> {
        let mut collector = Collector::new(self, &step.test, most);
        collector.follow(step.axis, from)?;
        Ok(collector.found)
    }

    fn filtered(
        &self,
        mut nodes: Vec<XPathNode>,
        predicates: &'a [Predicate],
    ) -> Evaluated<Vec<XPathNode>> {
        for predicate in predicates {
            let last = nodes.len();
            let mut kept = Vec::new();
            for (index, node) in nodes.into_iter().enumerate() {
                self.charge(1)?;
                if self.passes(predicate, Focus { node, position: index + 1, last })? {
                    kept.push(node);
                }
            }
            nodes = kept;
        }
        Ok(nodes)
    }

    fn passes(&self, predicate: &'a Predicate, focus: Focus) -> Evaluated<bool> {
        Ok(match predicate {
            Predicate::Nth(place) => *place == focus.position,
            Predicate::Plain(expr) => self.truth(expr, focus)?,
            Predicate::Positional(expr) => match self.value_at(expr, focus)? {
                Value::Number(number) => same(number, focus.position as f64),
                other => other.truth(),
            },
        })
    }

    /// Whether a node passes the test of a step along an axis whose main nodes are elements.
    pub(super) fn passes_test(&self, id: NodeId, test: &NodeTest) -> bool {
        let kind = self.document.kind(id);
        match test {
            NodeTest::Any => kind != NodeKind::Doctype,
            NodeTest::Text => kind == NodeKind::Text,
            NodeTest::Comment => kind == NodeKind::Comment,
            NodeTest::Every => kind == NodeKind::Element,
            NodeTest::Prefix(prefix) => {
                self.document.local_name(id).is_some_and(|name| has_prefix(name, prefix))
            }
            NodeTest::Name(place) => {
                self.document.name(id).is_some_and(|name| self.names[*place].contains(&name))
            }
        }
    }

    /// The names of the document that the wanted name of this number stands for.
    pub(super) fn wanted(&self, place: usize) -> &[Name] {
        &self.names[place]
    }

    /// Source: XPath 1.0, 3.4.
    fn compare(
        &self,
        comparison: Comparison,
        left: Value<'a>,
        right: Value<'a>,
    ) -> Evaluated<bool> {
        let truths = matches!(left, Value::Truth(_)) || matches!(right, Value::Truth(_));
        match (left, right) {
            (left, right) if truths => Ok(compare_plain(
                comparison,
                &Value::Truth(left.truth()),
                &Value::Truth(right.truth()),
            )),
            (Value::Nodes(left), Value::Nodes(right)) => {
                for &node in &*left {
                    let text = Value::Text(self.text(node)?);
                    if self.any_compares(comparison, &right, &text, true)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            (Value::Nodes(nodes), other) => self.any_compares(comparison, &nodes, &other, false),
            (other, Value::Nodes(nodes)) => self.any_compares(comparison, &nodes, &other, true),
            (left, right) => Ok(compare_plain(comparison, &left, &right)),
        }
    }

    /// Whether any of the nodes compares so with a value, which stands before them if `value_first`.
    fn any_compares(
        &self,
        comparison: Comparison,
        nodes: &[XPathNode],
        value: &Value<'a>,
        value_first: bool,
    ) -> Evaluated<bool> {
        for &node in nodes {
            self.charge(1)?;
            let text = Value::Text(self.text(node)?);
            let (left, right) = if value_first { (value, &text) } else { (&text, value) };
            if compare_plain(comparison, left, right) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The string value of a node.
    pub(super) fn text(&self, node: XPathNode) -> Evaluated<Cow<'a, str>> {
        let text = node.text(self.document);
        self.charge_text(text)?;
        Ok(Cow::Borrowed(text))
    }
}

/// How many nodes the first predicate can let pass, counted from the nearest.
fn first_places(step: &Step) -> usize {
    match step.predicates.first() {
        Some(Predicate::Nth(place)) => *place,
        _ => usize::MAX,
    }
}

/// Compares values that are not sets of nodes.
fn compare_plain(comparison: Comparison, left: &Value<'_>, right: &Value<'_>) -> bool {
    let equal = match (left, right) {
        (Value::Text(left), Value::Text(right)) => left == right,
        _ => same(plain_number(left), plain_number(right)),
    };
    match comparison {
        Comparison::Equal => equal,
        Comparison::NotEqual => !equal,
        Comparison::Less => plain_number(left) < plain_number(right),
        Comparison::LessOrEqual => plain_number(left) <= plain_number(right),
        Comparison::Greater => plain_number(left) > plain_number(right),
        Comparison::GreaterOrEqual => plain_number(left) >= plain_number(right),
    }
}

/// Whether two numbers are the same; one that is not a number is the same as none.
fn same(left: f64, right: f64) -> bool {
    left.partial_cmp(&right) == Some(Ordering::Equal)
}

/// The number of a value that is not a set of nodes.
fn plain_number(value: &Value<'_>) -> f64 {
    match value {
        Value::Number(number) => *number,
        Value::Truth(truth) => f64::from(*truth),
        Value::Text(text) => number_of_text(text),
        Value::Nodes(_) => f64::NAN,
    }
}

/// Whether a name begins with a prefix, in any case of its ASCII letters.
pub(super) fn has_prefix(name: &str, prefix: &str) -> bool {
    name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}
