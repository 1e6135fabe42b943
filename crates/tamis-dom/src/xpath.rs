//! XPath 1.0.
//!
//! Rules for sites are written in XPath, and were tested with libraries for XML. Pages are not XML,
//! so names are compared without regard to case and namespaces here. Rules come from strangers, and
//! an expression can be slow in many ways: for example, `//*[count(following::*) > 1]` visits all
//! later elements from each element. So each step is counted, and an expression that needs too many
//! ends with an error instead of a hang.

mod ast;
mod axes;
mod context;
mod eval;
mod functions;
mod lexer;
mod node;
mod parser;
mod path;
mod value;

use std::fmt;

use self::ast::{Expr, WantedName};
use self::context::Evaluation;
pub use self::node::XPathNode;
pub use self::path::ElementPaths;
use self::value::Value;
use crate::document::Document;
use crate::node::NodeId;

/// A parsed XPath 1.0 expression that can be evaluated on any document.
///
/// It supports all axes except `namespace`, and all functions of the core library except `lang` and
/// `namespace-uri`. There are no variables. Deviations from XPath, for the sake of HTML:
///
/// - Names are compared without regard to ASCII case and to namespaces: `//svg`, `//P`.
/// - A prefix is part of the name: `//fb:like` selects elements that a page spells `<fb:like>`.
/// - The contents of `<template>` elements are not part of the tree, and a doctype is not a node.
///
/// ```
/// use tamis_dom::{NodeId, Parser, XPath, XPathValue};
/// let html = "<p class='lead big'>One</p><p>Two <a href=/three>three</a></p>";
/// let document = Parser::default().parse(html);
/// let links = XPath::parse("//p[not(contains(@class, 'lead'))]/a/@href").unwrap();
/// let nodes = links.select(&document, NodeId::DOCUMENT).unwrap();
/// assert_eq!(nodes[0].text(&document), "/three");
///
/// let text = XPath::parse("substring-after(//p[2], 'Two ')").unwrap();
/// let value = text.evaluate(&document, NodeId::DOCUMENT).unwrap();
/// assert_eq!(value, XPathValue::Text("three".into()));
/// assert!(XPath::parse("//p[").is_err());
/// ```
#[derive(Clone, Debug)]
pub struct XPath {
    source: Box<str>,
    expr: Expr,
    names: Vec<WantedName>,
    root_paths: usize,
}

/// The value of an expression.
#[derive(Clone, PartialEq, Debug)]
pub enum XPathValue {
    /// A node-set: nodes in document order, without duplicates.
    Nodes(Vec<XPathNode>),
    /// A string.
    Text(String),
    /// A number.
    Number(f64),
    /// A boolean.
    Boolean(bool),
}

/// The error of parsing or evaluating an expression. Its `Display` text is one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum XPathError {
    /// The text is not an expression that [`XPath`] supports.
    Syntax {
        /// The reason and the position.
        message: String,
    },
    /// Nodes were requested, but the value is a string, number or boolean.
    NoNodes {
        /// The expression.
        expression: String,
    },
    /// The evaluation took more steps than allowed. Either the page or the expression is hostile.
    StepsLimited {
        /// The expression.
        expression: String,
        /// The number of allowed steps.
        steps: u64,
    },
}

impl fmt::Display for XPathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            XPathError::Syntax { message } => f.write_str(message),
            XPathError::NoNodes { expression } => {
                write!(f, "the XPath `{expression}` does not name nodes")
            }
            XPathError::StepsLimited { expression, steps } => {
                write!(f, "the XPath `{expression}` was given up after {steps} steps")
            }
        }
    }
}

impl std::error::Error for XPathError {}

impl XPath {
    /// Parses an expression.
    ///
    /// # Errors
    ///
    /// [`XPathError::Syntax`] if the text is invalid or not supported, if it is nested more than 64
    /// levels deep, or if it has more than 256 comparisons and arithmetic operators.
    pub fn parse(source: &str) -> Result<XPath, XPathError> {
        let parsed = parser::parse(source).map_err(|(at, reason)| {
            let column = source.get(..at).unwrap_or(source).chars().count() + 1;
            let message =
                format!("`{source}` can't be read as an XPath: {reason} (at character {column})");
            XPathError::Syntax { message }
        })?;
        let parser::Parsed { expr, names, root_paths } = parsed;
        Ok(XPath { source: source.into(), expr, names, root_paths })
    }

    /// Returns the text of the expression, as it was parsed.
    pub fn as_str(&self) -> &str {
        &self.source
    }

    /// Returns true if the value is a node-set. This does not depend on the document.
    pub fn gives_nodes(&self) -> bool {
        self.expr.value_type() == ast::ValueType::Nodes
    }

    /// Returns true if the last step of the expression, or of a part of a union, selects
    /// attributes.
    ///
    /// ```
    /// use tamis_dom::XPath;
    /// let asks = |source| XPath::parse(source).unwrap().asks_attributes();
    /// assert!(asks("//img/@src") && asks("//p | (//img/@*)[1]"));
    /// assert!(!asks("//img[@src]") && !asks("string(//img/@src)"));
    /// ```
    pub fn asks_attributes(&self) -> bool {
        self.expr.ends_in_attributes()
    }

    /// Selects nodes of the document, in document order and without duplicates.
    ///
    /// `from` is the context node, where relative paths start.
    ///
    /// # Errors
    ///
    /// [`XPathError::NoNodes`] if the value is not a node-set, and [`XPathError::StepsLimited`] as
    /// for [`XPath::evaluate`].
    pub fn select(&self, document: &Document, from: NodeId) -> Result<Vec<XPathNode>, XPathError> {
        match self.evaluate(document, from)? {
            XPathValue::Nodes(nodes) => Ok(nodes),
            _ => Err(XPathError::NoNodes { expression: self.source.to_string() }),
        }
    }

    /// Evaluates the expression. `from` is the context node, where relative paths start.
    ///
    /// # Errors
    ///
    /// [`XPathError::StepsLimited`] after 2^20 steps plus 128 steps for each node of the document.
    /// Most expressions take a few steps per node. An expression that compares each node with all
    /// others reaches the limit on large pages.
    pub fn evaluate(&self, document: &Document, from: NodeId) -> Result<XPathValue, XPathError> {
        let mut unlimited = u64::MAX;
        self.evaluate_within(document, from, &mut unlimited)
    }

    /// Evaluates the expression like [`XPath::evaluate`], and takes the steps from `left`, which
    /// many expressions can share.
    ///
    /// A step is a visit of a node, a part of an expression, or the reading of 64 bytes of text.
    ///
    /// ```
    /// use tamis_dom::{NodeId, Parser, XPath};
    /// let document = Parser::default().parse("<p>One<p>Two");
    /// let xpath = XPath::parse("count(//p)").unwrap();
    /// let mut left = 20;
    /// assert!(xpath.evaluate_within(&document, NodeId::DOCUMENT, &mut left).is_ok());
    /// assert!(left < 20);
    /// assert!(xpath.evaluate_within(&document, NodeId::DOCUMENT, &mut left).is_err());
    /// assert_eq!(left, 0);
    /// ```
    ///
    /// # Errors
    ///
    /// [`XPathError::StepsLimited`] if the evaluation takes more steps than are left, or than
    /// [`XPath::evaluate`] allows. Then the steps that it was allowed are taken.
    pub fn evaluate_within(
        &self,
        document: &Document,
        from: NodeId,
        left: &mut u64,
    ) -> Result<XPathValue, XPathError> {
        let steps = (BASE_STEPS + STEPS_PER_NODE * document.len() as u64).min(*left);
        let evaluation = Evaluation::new(document, &self.names, self.root_paths, steps);
        let value = evaluation.and_then(|evaluation| {
            let value = evaluation.value(&self.expr, XPathNode::new(from))?;
            Ok((value, evaluation.steps_left()))
        });
        let Ok((value, unused)) = value else {
            *left -= steps;
            return Err(XPathError::StepsLimited { expression: self.source.to_string(), steps });
        };
        *left -= steps - unused;
        Ok(match value {
            Value::Nodes(nodes) => XPathValue::Nodes(nodes.to_vec()),
            Value::Text(text) => XPathValue::Text(text.into_owned()),
            Value::Number(number) => XPathValue::Number(number),
            Value::Boolean(boolean) => XPathValue::Boolean(boolean),
        })
    }
}

/// The number of steps for every evaluation. Small pages need far fewer.
const BASE_STEPS: u64 = 1 << 20;

/// The number of additional steps for each node of the document, which keeps the time linear.
const STEPS_PER_NODE: u64 = 128;
