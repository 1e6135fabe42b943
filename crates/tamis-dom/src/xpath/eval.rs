//! Evaluation of expressions. Every step is counted.
//!
//! Source: XPath 1.0, 2 (location paths) and 3 (expressions).

use std::borrow::Cow;
use std::cmp::Ordering;
use std::rc::Rc;

use super::ast::{Comparison, Expr, Operation, Path, Predicate, Start, Step};
use super::axes::Collector;
use super::context::{Context, Evaluated, Evaluation};
use super::node::XPathNode;
use super::value::{Value, number_of_text};
use crate::node::NodeId;

impl<'a> Evaluation<'a> {
    /// Evaluates the expression with this context node.
    pub(super) fn value(&self, expr: &'a Expr, node: XPathNode) -> Evaluated<Value<'a>> {
        self.value_at(expr, Context { node, position: 1, size: 1 })
    }

    pub(super) fn value_at(&self, expr: &'a Expr, context: Context) -> Evaluated<Value<'a>> {
        self.charge(1)?;
        Ok(match expr {
            Expr::Or(parts) => Value::Boolean(self.any_part_is(parts, true, context)?),
            Expr::And(parts) => Value::Boolean(!self.any_part_is(parts, false, context)?),
            Expr::Union(parts) => self.union(parts, context)?,
            Expr::Compare(comparison, left, right) => {
                let (left, right) = (self.value_at(left, context)?, self.value_at(right, context)?);
                Value::Boolean(self.compare(*comparison, left, right)?)
            }
            Expr::Arithmetic(operation, left, right) => {
                let (left, right) = (self.number(left, context)?, self.number(right, context)?);
                Value::Number(match operation {
                    Operation::Add => left + right,
                    Operation::Subtract => left - right,
                    Operation::Multiply => left * right,
                    Operation::Divide => left / right,
                    Operation::Modulo => left % right,
                })
            }
            Expr::Negate(expr) => Value::Number(-self.number(expr, context)?),
            Expr::Text(text) => Value::Text(Cow::Borrowed(text)),
            Expr::Number(number) => Value::Number(*number),
            Expr::Call(function, arguments) => self.call(*function, arguments, context)?,
            Expr::Path(path) => Value::Nodes(self.path(path, context)?),
        })
    }

    /// Returns the value of the expression as a number.
    pub(super) fn number(&self, expr: &'a Expr, context: Context) -> Evaluated<f64> {
        Ok(match self.value_at(expr, context)? {
            Value::Number(number) => number,
            Value::Boolean(boolean) => f64::from(boolean),
            other => self.number_of(&other.text(self.document))?,
        })
    }

    /// Returns the number that a text is.
    pub(super) fn number_of(&self, text: &str) -> Evaluated<f64> {
        self.charge_chars(text)?;
        Ok(number_of_text(text))
    }

    fn any_part_is(&self, parts: &'a [Expr], wanted: bool, context: Context) -> Evaluated<bool> {
        for part in parts {
            if self.boolean(part, context)? == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the value of the expression as a boolean. For a path, it stops at the first node of
    /// the last step, because one node makes it true.
    pub(super) fn boolean(&self, expr: &'a Expr, context: Context) -> Evaluated<bool> {
        if let Expr::Path(Path { start: Start::ContextNode, steps }) = expr
            && let Some((last, steps)) = steps.split_last()
            && last.predicates.is_empty()
        {
            let from = self.take_steps(vec![context.node], steps)?;
            return Ok(!self.along_axis(&from, last, 1)?.is_empty());
        }
        Ok(self.value_at(expr, context)?.boolean())
    }

    fn union(&self, parts: &'a [Expr], context: Context) -> Evaluated<Value<'a>> {
        let mut all = Vec::new();
        for part in parts {
            let nodes = self.nodes(part, context)?;
            self.charge(nodes.len() as u64)?;
            all.extend_from_slice(&nodes);
        }
        all.sort_unstable();
        all.dedup();
        Ok(Value::Nodes(all.into()))
    }

    /// Returns the value of the expression as nodes. The parser ensures that the expression is a
    /// node-set; otherwise the result is empty.
    pub(super) fn nodes(&self, expr: &'a Expr, context: Context) -> Evaluated<Rc<[XPathNode]>> {
        Ok(match self.value_at(expr, context)? {
            Value::Nodes(nodes) => nodes,
            Value::Text(_) | Value::Number(_) | Value::Boolean(_) => Rc::default(),
        })
    }

    fn path(&self, path: &'a Path, context: Context) -> Evaluated<Rc<[XPathNode]>> {
        let nodes = match &path.start {
            Start::Root(index) => {
                if let Some(nodes) = &self.root_paths.borrow()[*index] {
                    return Ok(Rc::clone(nodes));
                }
                let root = vec![XPathNode::new(NodeId::DOCUMENT)];
                let nodes: Rc<[XPathNode]> = self.take_steps(root, &path.steps)?.into();
                self.root_paths.borrow_mut()[*index] = Some(Rc::clone(&nodes));
                return Ok(nodes);
            }
            Start::ContextNode => vec![context.node],
            Start::Filter(expr, predicates) => {
                let nodes = self.nodes(expr, context)?;
                self.charge(nodes.len() as u64 / 16)?;
                self.filtered(nodes.to_vec(), predicates)?
            }
        };
        Ok(self.take_steps(nodes, &path.steps)?.into())
    }

    fn take_steps(
        &self,
        mut nodes: Vec<XPathNode>,
        steps: &'a [Step],
    ) -> Evaluated<Vec<XPathNode>> {
        for step in steps {
            nodes = self.step(&nodes, step)?;
        }
        Ok(nodes)
    }

    /// Returns the nodes that a step leads to, in document order and without duplicates.
    fn step(&self, from: &[XPathNode], step: &'a Step) -> Evaluated<Vec<XPathNode>> {
        let mut found = Vec::new();
        if step.needs_positions() {
            let limit = max_position(step);
            // Many nodes can lead to the same ones. Removing duplicates bounds the memory by the
            // page's size.
            let room = 2 * (self.document.len() + self.document.all_attrs().len());
            for &node in from {
                let reached = self.along_axis(std::slice::from_ref(&node), step, limit)?;
                found.extend(self.filtered(reached, &step.predicates)?);
                if found.len() > room {
                    found.sort_unstable();
                    found.dedup();
                }
            }
        } else {
            let reached = self.along_axis(from, step, usize::MAX)?;
            found = self.filtered(reached, &step.predicates)?;
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Returns the nodes of the step's axis that pass its test, `limit` of them at most, in the
    /// order of the axis.
    fn along_axis(
        &self,
        from: &[XPathNode],
        step: &'a Step,
        limit: usize,
    ) -> Evaluated<Vec<XPathNode>> {
        let mut collector = Collector::new(self, &step.test, limit);
        collector.follow(step.axis, from)?;
        Ok(collector.nodes)
    }

    fn filtered(
        &self,
        mut nodes: Vec<XPathNode>,
        predicates: &'a [Predicate],
    ) -> Evaluated<Vec<XPathNode>> {
        for predicate in predicates {
            let size = nodes.len();
            let mut kept = Vec::new();
            for (index, node) in nodes.into_iter().enumerate() {
                self.charge(1)?;
                if self.passes(predicate, Context { node, position: index + 1, size })? {
                    kept.push(node);
                }
            }
            nodes = kept;
        }
        Ok(nodes)
    }

    fn passes(&self, predicate: &'a Predicate, context: Context) -> Evaluated<bool> {
        Ok(match predicate {
            Predicate::Nth(position) => *position == context.position,
            Predicate::Plain(expr) => self.boolean(expr, context)?,
            Predicate::Positional(expr) => match self.value_at(expr, context)? {
                Value::Number(number) => equal_numbers(number, context.position as f64),
                other => other.boolean(),
            },
        })
    }

    /// Compares two values. Source: XPath 1.0, 3.4.
    fn compare(
        &self,
        comparison: Comparison,
        left: Value<'a>,
        right: Value<'a>,
    ) -> Evaluated<bool> {
        let has_boolean = matches!(left, Value::Boolean(_)) || matches!(right, Value::Boolean(_));
        match (left, right) {
            (left, right) if has_boolean => Ok(compare_values(
                comparison,
                &Value::Boolean(left.boolean()),
                &Value::Boolean(right.boolean()),
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
            (left, right) => self.compares(comparison, &left, &right),
        }
    }

    /// Compares values that are not node-sets.
    fn compares(
        &self,
        comparison: Comparison,
        left: &Value<'a>,
        right: &Value<'a>,
    ) -> Evaluated<bool> {
        let are_numbers = !matches!(
            (comparison, left, right),
            (Comparison::Equal | Comparison::NotEqual, Value::Text(_), Value::Text(_))
        );
        for value in [left, right] {
            if let Value::Text(text) = value
                && are_numbers
            {
                self.charge_chars(text)?;
            }
        }
        Ok(compare_values(comparison, left, right))
    }

    /// Returns true if the comparison holds for any of the nodes and the value. The value is the
    /// left operand if `value_first`.
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
            if self.compares(comparison, left, right)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns the highest position that the first predicate can accept.
fn max_position(step: &Step) -> usize {
    match step.predicates.first() {
        Some(Predicate::Nth(position)) => *position,
        _ => usize::MAX,
    }
}

/// Compares values that are not node-sets.
fn compare_values(comparison: Comparison, left: &Value<'_>, right: &Value<'_>) -> bool {
    let equal = match (left, right) {
        (Value::Text(left), Value::Text(right)) => left == right,
        _ => equal_numbers(number_of_value(left), number_of_value(right)),
    };
    match comparison {
        Comparison::Equal => equal,
        Comparison::NotEqual => !equal,
        Comparison::Less => number_of_value(left) < number_of_value(right),
        Comparison::LessOrEqual => number_of_value(left) <= number_of_value(right),
        Comparison::Greater => number_of_value(left) > number_of_value(right),
        Comparison::GreaterOrEqual => number_of_value(left) >= number_of_value(right),
    }
}

/// Returns true if the numbers are equal. NaN equals no number.
fn equal_numbers(left: f64, right: f64) -> bool {
    left.partial_cmp(&right) == Some(Ordering::Equal)
}

/// Converts a value that is not a node-set to a number.
fn number_of_value(value: &Value<'_>) -> f64 {
    match value {
        Value::Number(number) => *number,
        Value::Boolean(boolean) => f64::from(*boolean),
        Value::Text(text) => number_of_text(text),
        Value::Nodes(_) => f64::NAN,
    }
}
