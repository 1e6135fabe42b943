//! Values of expressions, and what becomes of them when another type is asked for.
//!
//! Source: XPath 1.0, 4 (`string`, `number`, `boolean`).

use std::borrow::Cow;
use std::rc::Rc;

use super::XPathNode;
use super::lexer::is_space;
use crate::document::Document;

/// A value. Sets of nodes are in document order and have no node twice.
#[derive(Clone, Debug)]
pub(super) enum Value<'d> {
    Nodes(Rc<[XPathNode]>),
    Text(Cow<'d, str>),
    Number(f64),
    Truth(bool),
}

impl<'d> Value<'d> {
    pub(super) fn truth(&self) -> bool {
        match self {
            Value::Nodes(nodes) => !nodes.is_empty(),
            Value::Text(text) => !text.is_empty(),
            Value::Number(number) => *number != 0.0 && !number.is_nan(),
            Value::Truth(truth) => *truth,
        }
    }

    /// The text; for nodes that of the first.
    pub(super) fn text(self, document: &'d Document) -> Cow<'d, str> {
        match self {
            Value::Nodes(nodes) => {
                nodes.first().map(|node| node.text(document)).unwrap_or_default().into()
            }
            Value::Text(text) => text,
            Value::Number(number) => text_of_number(number).into(),
            Value::Truth(truth) => if truth { "true" } else { "false" }.into(),
        }
    }

    pub(super) fn number(self, document: &'d Document) -> f64 {
        match self {
            Value::Number(number) => number,
            Value::Truth(truth) => f64::from(truth),
            other => number_of_text(&other.text(document)),
        }
    }
}

/// Digits, with a point and a minus where they are needed; never an exponent.
pub(super) fn text_of_number(number: f64) -> String {
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.into();
    }
    // A negative zero is written without its sign.
    if number == 0.0 { "0".into() } else { number.to_string() }
}

/// The number that a text is, white space around it aside; not a number where it is none.
pub(super) fn number_of_text(text: &str) -> f64 {
    let text = text.trim_matches(is_space);
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.bytes().any(|byte| byte.is_ascii_digit());
    if is_number { text.parse().unwrap_or(f64::NAN) } else { f64::NAN }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_texts() {
        for (text, number) in [("7", 7.0), (" -.5\n", -0.5), ("1.", 1.0), ("007", 7.0)] {
            assert!((number_of_text(text) - number).abs() < f64::EPSILON, "{text}");
        }
        for text in ["", "-", ".", "+1", "1e3", "0x1", "1.2.3", "1 2", "inf", "NaN", "--1"] {
            assert!(number_of_text(text).is_nan(), "{text}");
        }
    }

    #[test]
    fn texts_of_numbers() {
        let table = [(1.0, "1"), (-0.0, "0"), (-2.5, "-2.5"), (1e21, "1000000000000000000000")];
        for (number, text) in table {
            assert_eq!(text_of_number(number), text);
        }
        assert_eq!(text_of_number(f64::NAN), "NaN");
        assert_eq!(text_of_number(f64::NEG_INFINITY), "-Infinity");
    }
}
