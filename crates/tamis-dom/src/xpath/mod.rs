//! XPath 1.0 over the arena.

mod ast;
mod axes;
mod eval;
mod functions;
mod lexer;
mod parser;
mod path;
mod value;

use std::fmt;

use self::ast::{Expr, WantedName};
use self::eval::Evaluation;
pub use self::path::ElementPaths;
use self::value::Value;
use crate::document::Document;
use crate::node::{Attr, NodeId, NodeKind};

/// An XPath 1.0 expression, ready to be evaluated on any document.
///
/// Known are all axes but `namespace`, and all functions of the core library but `lang` and `namespace-uri`; there are
/// no variables. What differs for the sake of HTML:
///
/// - Names are compared in any case of their ASCII letters, and whatever the namespace: `//svg`, `//P`.
/// - A name with a prefix is that name, colon and all: `//fb:like` finds what a page writes as `<fb:like>`.
/// - The contents of `<template>` elements are not part of the tree, and a doctype is no node.
///
/// ```
/// use tamis_dom::{NodeId, Parser, XPath, XPathValue};
/// let document = Parser::default().parse("<p class='lead big'>One</p><p>Two <a href=/three>three</a></p>");
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

/// A node that an expression found: an element, a text, a comment, the document, or an attribute. Their order is
/// that of the document; an element's attributes follow it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct XPathNode {
    node: NodeId,
    /// 0 for the node itself, else one more than the place among its attributes.
    attribute: u32,
}

impl XPathNode {
    fn new(node: NodeId) -> XPathNode {
        XPathNode { node, attribute: 0 }
    }

    fn attribute_at(owner: NodeId, index: usize) -> XPathNode {
        XPathNode { node: owner, attribute: index as u32 + 1 }
    }

    /// The node; for an attribute the element that carries it.
    pub fn id(self) -> NodeId {
        self.node
    }

    /// The place of an attribute among those of its element; `None` for any other node.
    pub fn attribute_index(self) -> Option<usize> {
        (self.attribute as usize).checked_sub(1)
    }

    /// The attribute; `None` for any other node.
    pub fn attribute(self, document: &Document) -> Option<&Attr> {
        document.attrs(self.node).get(self.attribute_index()?)
    }

    /// What XPath calls the node's string value: the value of an attribute, the content of a comment, else the text
    /// of the node and all below it.
    pub fn text(self, document: &Document) -> &str {
        match self.attribute(document) {
            Some(attr) => document.attr_value(attr),
            None if document.kind(self.node) == NodeKind::Comment => {
                document.comment(self.node).unwrap_or_default()
            }
            None => document.text(self.node),
        }
    }
}

/// What an expression gives.
#[derive(Clone, PartialEq, Debug)]
pub enum XPathValue {
    /// Nodes in document order, none twice.
    Nodes(Vec<XPathNode>),
    /// A text.
    Text(String),
    /// A number.
    Number(f64),
    /// True or false.
    Boolean(bool),
}

/// Why an expression can't be read or evaluated. Its text is one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum XPathError {
    /// It is no expression of the kind that [`XPath`] knows.
    Syntax {
        /// Where and why.
        message: String,
    },
    /// Nodes are asked for, and it gives a text, a number, or true and false.
    NoNodes {
        /// The expression.
        expression: String,
    },
    /// It took more steps than allowed: the page is made to be slow, or the expression is.
    StepsLimited {
        /// The expression.
        expression: String,
        /// The steps that were allowed.
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
    /// The expression of this text.
    ///
    /// # Errors
    ///
    /// [`XPathError::Syntax`] when it is none, or uses what is not known; also when it is nested more than 64 deep or has
    /// more than 256 comparisons and calculations.
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

    /// The text that it was read from.
    pub fn as_str(&self) -> &str {
        &self.source
    }

    /// Whether it gives nodes, and not a text, a number, or true and false. That is the same for all documents.
    pub fn gives_nodes(&self) -> bool {
        self.expr.kind() == ast::Kind::Nodes
    }

    /// Whether it asks for attributes in its last step, or in that of a part that it joins by `|`.
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

    /// The nodes of the document that it names, in document order, none twice. `from` is the node that relative paths
    /// begin at.
    ///
    /// # Errors
    ///
    /// [`XPathError::NoNodes`] when it gives something else, and [`XPathError::StepsLimited`] as for
    /// [`XPath::evaluate`].
    pub fn select(&self, document: &Document, from: NodeId) -> Result<Vec<XPathNode>, XPathError> {
        match self.evaluate(document, from)? {
            XPathValue::Nodes(nodes) => Ok(nodes),
            _ => Err(XPathError::NoNodes { expression: self.source.to_string() }),
        }
    }

    /// What it gives. `from` is the node that relative paths begin at.
    ///
    /// # Errors
    ///
    /// [`XPathError::StepsLimited`] after a million steps and 128 more per node of the document. Expressions cost a few
    /// steps per node; those that compare each node with all others reach the limit on large pages.
    pub fn evaluate(&self, document: &Document, from: NodeId) -> Result<XPathValue, XPathError> {
        self.evaluate_within(document, from, STEPS_AT_ALL + STEPS_PER_NODE * document.len() as u64)
    }

    /// The same as [`XPath::evaluate`] with as many steps as given. A node looked at is a step, a call of a function, and
    /// every 64 bytes of text that are read.
    ///
    /// # Errors
    ///
    /// [`XPathError::StepsLimited`] when they do not suffice.
    pub fn evaluate_within(
        &self,
        document: &Document,
        from: NodeId,
        steps: u64,
    ) -> Result<XPathValue, XPathError> {
        let evaluation = Evaluation::new(self, document, steps);
        match evaluation.value(&self.expr, XPathNode::new(from)) {
            Ok(Value::Nodes(nodes)) => Ok(XPathValue::Nodes(nodes.to_vec())),
            Ok(Value::Text(text)) => Ok(XPathValue::Text(text.into_owned())),
            Ok(Value::Number(number)) => Ok(XPathValue::Number(number)),
            Ok(Value::Truth(truth)) => Ok(XPathValue::Boolean(truth)),
            Err(eval::OutOfSteps) => {
                Err(XPathError::StepsLimited { expression: self.source.to_string(), steps })
            }
        }
    }
}

/// Steps that every evaluation may take: small pages never come near.
const STEPS_AT_ALL: u64 = 1 << 20;

/// Steps that each node of a page adds, so that the time grows with the page and no faster.
const STEPS_PER_NODE: u64 = 128;
