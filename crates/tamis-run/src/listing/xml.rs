//! A lenient reader of XML: many feeds are not well-formed.

use std::borrow::Cow;

use memchr::memmem;

/// A part of a document.
#[derive(Debug, PartialEq, Eq)]
pub enum Event<'x> {
    /// The beginning of an element, with its name and the text of its attributes.
    Start { name: &'x str, attributes: &'x str },
    /// The end of an element. One without content has an end too.
    End,
    /// Text, with its references replaced.
    Text(Cow<'x, str>),
}

/// The parts of a document, in order. Takes time linear in its length.
pub struct Events<'x> {
    rest: &'x str,
    /// True after the beginning of an element without content.
    ends: bool,
}

impl<'x> Events<'x> {
    pub fn of(document: &'x str) -> Events<'x> {
        Events { rest: document, ends: false }
    }

    /// Takes the text before this mark, and drops the mark. `None` if the mark is missing: then the
    /// document ends here.
    fn take_until(&mut self, mark: &str) -> Option<&'x str> {
        let at = memmem::find(self.rest.as_bytes(), mark.as_bytes());
        let (text, rest) = self.rest.split_at(at.unwrap_or(self.rest.len()));
        self.rest = rest.get(mark.len()..).unwrap_or_default();
        at.map(|_| text)
    }

    /// Takes a tag, whose `<` is already taken.
    fn tag(&mut self) -> Option<Event<'x>> {
        let end = end_of_tag(self.rest)?;
        let (tag, rest) = (&self.rest[..end], &self.rest[end + 1..]);
        self.rest = rest;
        let is_empty = tag.ends_with('/');
        let tag = tag.strip_suffix('/').unwrap_or(tag);
        let length = tag.find(|c: char| c.is_ascii_whitespace()).unwrap_or(tag.len());
        let (name, attributes) = tag.split_at(length);
        self.ends = is_empty;
        Some(Event::Start { name, attributes })
    }
}

impl<'x> Iterator for Events<'x> {
    type Item = Event<'x>;

    fn next(&mut self) -> Option<Event<'x>> {
        if std::mem::take(&mut self.ends) {
            return Some(Event::End);
        }
        while !self.rest.is_empty() {
            let Some(markup) = self.rest.strip_prefix('<') else {
                let end = memchr::memchr(b'<', self.rest.as_bytes()).unwrap_or(self.rest.len());
                let (text, rest) = self.rest.split_at(end);
                self.rest = rest;
                return Some(Event::Text(unescaped(text)));
            };
            self.rest = markup;
            if markup.starts_with("!--") {
                self.take_until("-->")?;
            } else if let Some(text) = markup.strip_prefix("![CDATA[") {
                self.rest = text;
                return Some(Event::Text(Cow::Borrowed(self.take_until("]]>")?)));
            } else if markup.starts_with('?') {
                self.take_until("?>")?;
            } else if markup.starts_with('!') {
                self.take_until(">")?;
            } else if markup.starts_with('/') {
                self.take_until(">")?;
                return Some(Event::End);
            } else {
                return self.tag();
            }
        }
        None
    }
}

/// Returns the place of the `>` that ends a tag; one in a quoted value does not.
fn end_of_tag(text: &str) -> Option<usize> {
    let mut quote = None;
    text.bytes().position(|byte| match (quote, byte) {
        (None, b'>') => true,
        (None, b'"' | b'\'') => {
            quote = Some(byte);
            false
        }
        (Some(open), _) if open == byte => {
            quote = None;
            false
        }
        _ => false,
    })
}

/// Returns the value of an attribute.
pub fn attribute<'x>(attributes: &'x str, name: &str) -> Option<Cow<'x, str>> {
    let mut rest = attributes;
    loop {
        let (own, after) = rest.split_once('=')?;
        let after = after.trim_ascii_start();
        let quote = after.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let (value, next) = after[1..].split_once(quote)?;
        if own.trim_ascii().eq_ignore_ascii_case(name) {
            return Some(unescaped(value));
        }
        rest = next;
    }
}

/// Returns the text with its references replaced. Unknown ones stay.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut parts = text.split('&');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let found = part.split_once(';').and_then(|(name, rest)| Some((referenced(name)?, rest)));
        let (char, rest) = found.unwrap_or(('&', part));
        out.push(char);
        out.push_str(rest);
    }
    Cow::Owned(out)
}

fn referenced(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(document: &str) -> String {
        Events::of(document)
            .map(|event| match event {
                Event::Start { name, attributes } => format!("({name}{attributes})"),
                Event::End => "/".to_owned(),
                Event::Text(text) => format!("[{text}]"),
            })
            .collect()
    }

    #[test]
    fn documents_are_read_in_parts() {
        let document = "<?xml version='1.0'?><!DOCTYPE a><a b='>'>x &amp; &#x79;<!-- <c> --><d/>\
            <![CDATA[1 < 2 &amp;]]></a>";
        assert_eq!(written(document), "(a b='>')[x & y](d)/[1 < 2 &amp;]/");
    }

    #[test]
    fn broken_documents_end_somewhere() {
        for (document, expected) in [
            ("a & b &nbsp; &#xffffff;", "[a & b &nbsp; &#xffffff;]"),
            ("<a", ""),
            ("<a b='>", ""),
            ("<a><!-- ", "(a)"),
            ("<a><![CDATA[x", "(a)"),
            ("</", ""),
            ("", ""),
        ] {
            assert_eq!(written(document), expected, "{document}");
        }
    }

    #[test]
    fn attributes_have_values() {
        let attributes = " rel = 'a' href=\"b?c=d&amp;e='f'\" bare";
        assert_eq!(attribute(attributes, "rel").as_deref(), Some("a"));
        assert_eq!(attribute(attributes, "HREF").as_deref(), Some("b?c=d&e='f'"));
        assert_eq!(attribute(attributes, "bare"), None);
        assert_eq!(attribute("", "rel"), None);
    }

    #[test]
    fn long_documents_take_linear_time() {
        for unit in ["<", "<a ", "<a b='", "&", "<!--", "<![CDATA[", "<a/>", "</"] {
            let document = unit.repeat((1 << 20) / unit.len());
            assert!(Events::of(&document).count() <= document.len());
            attribute(&document, "x");
        }
    }
}
