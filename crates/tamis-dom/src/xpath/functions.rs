//! The core library of functions.
//!
//! Source: XPath 1.0, 4.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use memchr::memmem;

use super::XPathNode;
use super::ast::{Expr, Function};
use super::eval::{Evaluated, Evaluation, Focus};
use super::lexer::is_space;
use super::value::{Value, number_of_text};
use crate::names::name;
use crate::node::{AttrNamespace, NodeId};

impl<'a> Evaluation<'a> {
    /// What the function gives. The parser sees to the number of its arguments.
    pub(super) fn call(
        &self,
        function: Function,
        arguments: &'a [Expr],
        focus: Focus,
    ) -> Evaluated<Value<'a>> {
        self.charge(1)?;
        let text = |place: usize| self.argument_text(arguments, place, focus);
        let number = |place: usize| self.number(&arguments[place], focus);
        let truth = |place: usize| self.truth(&arguments[place], focus);
        Ok(match function {
            Function::Last => Value::Number(focus.last as f64),
            Function::Position => Value::Number(focus.position as f64),
            Function::Count => Value::Number(self.nodes(&arguments[0], focus)?.len() as f64),
            Function::Sum => Value::Number(self.sum(&arguments[0], focus)?),
            Function::Id => self.elements_with_id(&arguments[0], focus)?,
            Function::LocalName => Value::Text(self.node_name(arguments, focus, false)?),
            Function::Name => Value::Text(self.node_name(arguments, focus, true)?),
            Function::String => Value::Text(text(0)?),
            Function::Concat => {
                let texts = (0..arguments.len()).map(text);
                Value::Text(Cow::Owned(texts.collect::<Evaluated<String>>()?))
            }
            Function::StartsWith => Value::Truth(text(0)?.starts_with(&*text(1)?)),
            Function::Contains => Value::Truth(find(&text(0)?, &text(1)?).is_some()),
            Function::SubstringBefore => Value::Text(before(text(0)?, &text(1)?)),
            Function::SubstringAfter => Value::Text(after(text(0)?, &text(1)?)),
            Function::Substring => {
                let length = arguments.get(2).map(|length| self.number(length, focus));
                Value::Text(substring(&text(0)?, number(1)?, length.transpose()?).into())
            }
            Function::StringLength => Value::Number(text(0)?.chars().count() as f64),
            Function::NormalizeSpace => Value::Text(normalized(text(0)?)),
            Function::Translate => Value::Text(translated(&text(0)?, &text(1)?, &text(2)?).into()),
            Function::Boolean => Value::Truth(truth(0)?),
            Function::Not => Value::Truth(!truth(0)?),
            Function::True => Value::Truth(true),
            Function::False => Value::Truth(false),
            Function::Number if arguments.is_empty() => Value::Number(number_of_text(&text(0)?)),
            Function::Number => Value::Number(number(0)?),
            Function::Floor => Value::Number(number(0)?.floor()),
            Function::Ceiling => Value::Number(number(0)?.ceil()),
            Function::Round => Value::Number(round(number(0)?)),
        })
    }

    /// The argument as text; the text of the node at hand where it is left out.
    fn argument_text(
        &self,
        arguments: &'a [Expr],
        place: usize,
        focus: Focus,
    ) -> Evaluated<Cow<'a, str>> {
        let Some(argument) = arguments.get(place) else { return self.text(focus.node) };
        let text = self.value_at(argument, focus)?.text(self.document);
        self.charge_text(&text)?;
        Ok(text)
    }

    fn sum(&self, argument: &'a Expr, focus: Focus) -> Evaluated<f64> {
        let nodes = self.nodes(argument, focus)?;
        let numbers = nodes.iter().map(|&node| Ok(number_of_text(&self.text(node)?)));
        numbers.sum()
    }

    fn elements_with_id(&self, argument: &'a Expr, focus: Focus) -> Evaluated<Value<'a>> {
        let texts = match self.value_at(argument, focus)? {
            Value::Nodes(nodes) => {
                let texts = nodes.iter().map(|&node| self.text(node));
                texts.collect::<Evaluated<Vec<_>>>()?
            }
            other => vec![other.text(self.document)],
        };
        let mut wanted: HashSet<&str> =
            texts.iter().flat_map(|text| text.split(is_space)).collect();
        wanted.remove("");
        let mut found = Vec::new();
        for id in self.document.elements(NodeId::DOCUMENT) {
            self.charge(1)?;
            // Where several elements have an id, it is the first one's.
            if self.document.attr(id, name::ID).is_some_and(|value| wanted.remove(value)) {
                found.push(XPathNode::new(id));
            }
        }
        Ok(Value::Nodes(found.into()))
    }

    /// The name of the first node of the argument, or of the node at hand; empty where it has none.
    fn node_name(
        &self,
        arguments: &'a [Expr],
        focus: Focus,
        with_prefix: bool,
    ) -> Evaluated<Cow<'a, str>> {
        let node = match arguments.first() {
            Some(argument) => self.nodes(argument, focus)?.first().copied(),
            None => Some(focus.node),
        };
        let Some(node) = node else { return Ok(Cow::default()) };
        let Some(attr) = node.attribute(self.document) else {
            return Ok(Cow::Borrowed(self.document.local_name(node.id()).unwrap_or_default()));
        };
        let local = self.document.name_str(attr.name());
        let prefix = match attr.namespace() {
            AttrNamespace::XLink => "xlink:",
            AttrNamespace::Xml => "xml:",
            AttrNamespace::None | AttrNamespace::Xmlns => "",
        };
        let plain = !with_prefix || prefix.is_empty();
        Ok(if plain { Cow::Borrowed(local) } else { Cow::Owned(format!("{prefix}{local}")) })
    }
}

fn find(text: &str, part: &str) -> Option<usize> {
    memmem::find(text.as_bytes(), part.as_bytes())
}

/// This range of the text's bytes.
fn slice(text: Cow<'_, str>, range: Range<usize>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.get(range).unwrap_or_default()),
        Cow::Owned(text) => Cow::Owned(text.get(range).unwrap_or_default().into()),
    }
}

fn before<'t>(text: Cow<'t, str>, mark: &str) -> Cow<'t, str> {
    let end = find(&text, mark).unwrap_or(0);
    slice(text, 0..end)
}

fn after<'t>(text: Cow<'t, str>, mark: &str) -> Cow<'t, str> {
    let start = find(&text, mark).map_or(text.len(), |start| start + mark.len());
    let end = text.len();
    slice(text, start..end)
}

/// The characters whose place, counted from 1, lies within the range.
fn substring(text: &str, start: f64, length: Option<f64>) -> String {
    let first = round(start);
    let end = length.map_or(f64::INFINITY, |length| first + round(length));
    let places = (1u64..).map(|place| place as f64);
    let kept = text.chars().zip(places).filter(|&(_, place)| place >= first && place < end);
    kept.map(|(c, _)| c).collect()
}

/// The nearest integer, the greater one where two are as near.
fn round(number: f64) -> f64 {
    (number + 0.5).floor()
}

/// White space at the ends taken off, every run of it within made one space.
fn normalized(text: Cow<'_, str>) -> Cow<'_, str> {
    let clean =
        text.split(is_space).all(|word| !word.is_empty()) && !text.contains(['\t', '\n', '\r']);
    if clean || text.is_empty() {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    Cow::Owned(out)
}

/// The text with every character of `from` replaced by that at its place in `to`, or left out where there is none.
fn translated(text: &str, from: &str, to: &str) -> String {
    let replacement = |c: char| match from.chars().position(|other| other == c) {
        None => Some(c),
        Some(place) => to.chars().nth(place),
    };
    text.chars().filter_map(replacement).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn substrings_of_the_specification() {
        let infinity = f64::INFINITY;
        let table = [
            (1.5, Some(2.6), "234"),
            (0.0, Some(3.0), "12"),
            (f64::NAN, Some(3.0), ""),
            (1.0, Some(f64::NAN), ""),
            (-42.0, Some(infinity), "12345"),
            (-infinity, Some(infinity), ""),
            (2.0, None, "2345"),
        ];
        for (start, length, expected) in table {
            assert_eq!(substring("12345", start, length), expected, "{start} {length:?}");
        }
    }

    #[test]
    fn spaces_are_normalized() {
        for (text, expected) in
            [("", ""), (" ", ""), ("a b", "a b"), (" a\n\t b ", "a b"), ("a\u{a0} b", "a\u{a0} b")]
        {
            assert_eq!(normalized(text.into()), expected, "{text:?}");
        }
    }

    #[test]
    fn halves_are_rounded_up() {
        for (number, expected) in [(2.5, 3.0), (-2.5, -2.0), (0.4, 0.0), (-0.6, -1.0)] {
            assert!((round(number) - expected).abs() < f64::EPSILON, "{number}");
        }
    }
}
