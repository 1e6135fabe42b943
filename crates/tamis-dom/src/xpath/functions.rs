//! The core library of functions.
//!
//! Source: XPath 1.0, 4.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use memchr::memmem;

use super::ast::{Expr, Function};
use super::context::{Context, Evaluated, Evaluation};
use super::lexer::is_space;
use super::node::XPathNode;
use super::value::Value;
use crate::names::name;
use crate::node::{AttrNamespace, NodeId};

impl<'a> Evaluation<'a> {
    /// Calls the function. The parser ensures that the number of arguments is valid.
    pub(super) fn call(
        &self,
        function: Function,
        arguments: &'a [Expr],
        context: Context,
    ) -> Evaluated<Value<'a>> {
        self.charge(1)?;
        let text = |index: usize| self.argument_text(arguments, index, context);
        // A text of which each character is looked at.
        let each = |index: usize| {
            let text = text(index)?;
            self.charge_chars(&text)?;
            Ok(text)
        };
        let number = |index: usize| self.number(&arguments[index], context);
        let boolean = |index: usize| self.boolean(&arguments[index], context);
        Ok(match function {
            Function::Last => Value::Number(context.size as f64),
            Function::Position => Value::Number(context.position as f64),
            Function::Count => Value::Number(self.nodes(&arguments[0], context)?.len() as f64),
            Function::Sum => Value::Number(self.sum(&arguments[0], context)?),
            Function::Id => self.elements_with_id(&arguments[0], context)?,
            Function::LocalName => Value::Text(self.node_name(arguments, context, false)?),
            Function::Name => Value::Text(self.node_name(arguments, context, true)?),
            Function::String => Value::Text(text(0)?),
            Function::Concat => {
                let texts = (0..arguments.len()).map(text);
                Value::Text(Cow::Owned(texts.collect::<Evaluated<String>>()?))
            }
            Function::StartsWith => Value::Boolean(text(0)?.starts_with(&*text(1)?)),
            Function::Contains => Value::Boolean(find(&text(0)?, &text(1)?).is_some()),
            Function::SubstringBefore => Value::Text(before(text(0)?, &text(1)?)),
            Function::SubstringAfter => Value::Text(after(text(0)?, &text(1)?)),
            Function::Substring => {
                let length = arguments.get(2).map(|length| self.number(length, context));
                Value::Text(substring(&each(0)?, number(1)?, length.transpose()?).into())
            }
            Function::StringLength => Value::Number(text(0)?.chars().count() as f64),
            Function::NormalizeSpace => Value::Text(normalized(each(0)?)),
            Function::Translate => Value::Text(translated(&each(0)?, &each(1)?, &each(2)?).into()),
            Function::Boolean => Value::Boolean(boolean(0)?),
            Function::Not => Value::Boolean(!boolean(0)?),
            Function::True => Value::Boolean(true),
            Function::False => Value::Boolean(false),
            Function::Number if arguments.is_empty() => Value::Number(self.number_of(&text(0)?)?),
            Function::Number => Value::Number(number(0)?),
            Function::Floor => Value::Number(number(0)?.floor()),
            Function::Ceiling => Value::Number(number(0)?.ceil()),
            Function::Round => Value::Number(round(number(0)?)),
        })
    }

    /// Returns the argument as text; the text of the context node if the argument is missing.
    fn argument_text(
        &self,
        arguments: &'a [Expr],
        index: usize,
        context: Context,
    ) -> Evaluated<Cow<'a, str>> {
        let Some(argument) = arguments.get(index) else { return self.text(context.node) };
        let text = self.value_at(argument, context)?.text(self.document);
        self.charge_text(&text)?;
        Ok(text)
    }

    fn sum(&self, argument: &'a Expr, context: Context) -> Evaluated<f64> {
        let nodes = self.nodes(argument, context)?;
        let numbers = nodes.iter().map(|&node| self.number_of(&self.text(node)?));
        numbers.sum()
    }

    fn elements_with_id(&self, argument: &'a Expr, context: Context) -> Evaluated<Value<'a>> {
        let texts = match self.value_at(argument, context)? {
            Value::Nodes(nodes) => {
                let texts = nodes.iter().map(|&node| self.text(node));
                texts.collect::<Evaluated<Vec<_>>>()?
            }
            other => vec![other.text(self.document)],
        };
        texts.iter().try_for_each(|text| self.charge_chars(text))?;
        let mut wanted: HashSet<&str> =
            texts.iter().flat_map(|text| text.split(is_space)).collect();
        wanted.remove("");
        let mut found = Vec::new();
        for id in self.document.elements(NodeId::DOCUMENT) {
            self.charge(1)?;
            // If several elements have the same id, only the first one counts, as in browsers.
            if self.document.attr(id, name::ID).is_some_and(|value| wanted.remove(value)) {
                found.push(XPathNode::new(id));
            }
        }
        Ok(Value::Nodes(found.into()))
    }

    /// Returns the name of the first node of the argument, or of the context node. Empty if it has
    /// none.
    fn node_name(
        &self,
        arguments: &'a [Expr],
        context: Context,
        with_prefix: bool,
    ) -> Evaluated<Cow<'a, str>> {
        let node = match arguments.first() {
            Some(argument) => self.nodes(argument, context)?.first().copied(),
            None => Some(context.node),
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

/// This byte range of the text.
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

/// Returns the characters from position `start`, counted from 1, with this length; to the end if
/// there is none.
fn substring(text: &str, start: f64, length: Option<f64>) -> String {
    let first = round(start);
    let end = length.map_or(f64::INFINITY, |length| first + round(length));
    let positions = (1u64..).map(|position| position as f64);
    let kept =
        text.chars().zip(positions).filter(|&(_, position)| position >= first && position < end);
    kept.map(|(c, _)| c).collect()
}

/// Returns the nearest integer; the greater one if two are equally near.
fn round(number: f64) -> f64 {
    (number + 0.5).floor()
}

/// Removes white space at both ends, and replaces each run of white space within by one space.
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

/// Replaces each character of `from` by the character of `to` at the same index, or removes it if
/// there is none.
///
/// The replacements are looked up in a table, because `from` can be as long as the text.
fn translated(text: &str, from: &str, to: &str) -> String {
    let mut ascii: [Option<char>; 128] = std::array::from_fn(|code| Some(char::from(code as u8)));
    let mut is_set = [false; 128];
    let mut others: HashMap<char, Option<char>> = HashMap::new();
    let mut to = to.chars();
    for c in from.chars() {
        let replacement = to.next();
        match ascii.get_mut(c as usize) {
            Some(own) if !std::mem::replace(&mut is_set[c as usize], true) => *own = replacement,
            Some(_) => {}
            None => {
                others.entry(c).or_insert(replacement);
            }
        }
    }
    let replacement = |c: char| match ascii.get(c as usize) {
        Some(own) => *own,
        None => others.get(&c).copied().unwrap_or(Some(c)),
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
    fn characters_are_translated() {
        for (text, from, to, expected) in [
            ("bar", "abc", "ABC", "BAr"),
            ("--aaa--", "abc-", "ABC", "AAA"),
            ("aéa", "aéaé", "éxyz", "éxé"),
            ("äöü", "öä", "o", "oü"),
            ("abc", "", "x", "abc"),
        ] {
            assert_eq!(translated(text, from, to), expected, "{text} {from} {to}");
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
