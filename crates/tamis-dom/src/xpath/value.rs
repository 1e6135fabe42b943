//! Values of expressions, and their conversion to other types.
//!
//! Source: XPath 1.0, 4 (`string`, `number`, `boolean`).

use std::borrow::Cow;
use std::rc::Rc;

use super::lexer::is_space;
use super::node::XPathNode;
use crate::document::Document;

/// A value. A node-set is in document order and has no duplicates.
#[derive(Clone, Debug)]
pub(super) enum Value<'d> {
    Nodes(Rc<[XPathNode]>),
    Text(Cow<'d, str>),
    Number(f64),
    Boolean(bool),
}

impl<'d> Value<'d> {
    pub(super) fn boolean(&self) -> bool {
        match self {
            Value::Nodes(nodes) => !nodes.is_empty(),
            Value::Text(text) => !text.is_empty(),
            Value::Number(number) => *number != 0.0 && !number.is_nan(),
            Value::Boolean(boolean) => *boolean,
        }
    }

    /// Converts the value to a string; a node-set to the string-value of its first node.
    pub(super) fn text(self, document: &'d Document) -> Cow<'d, str> {
        match self {
            Value::Nodes(nodes) => {
                nodes.first().map(|node| node.text(document)).unwrap_or_default().into()
            }
            Value::Text(text) => text,
            Value::Number(number) => text_of_number(number).into(),
            Value::Boolean(boolean) => if boolean { "true" } else { "false" }.into(),
        }
    }
}

/// Converts a number to a string without an exponent.
pub(super) fn text_of_number(number: f64) -> String {
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.into();
    }
    // A negative zero is written without its sign, as XPath demands.
    if number == 0.0 { "0".into() } else { number.to_string() }
}

/// Converts a string to a number, and ignores white space around it. NaN if the string is not a
/// number.
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
