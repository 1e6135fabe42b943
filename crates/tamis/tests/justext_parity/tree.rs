//! Converts a document to a list of events for the reference, without anything that lxml cannot
//! hold, and converts the events back to a document.
//!
//! Both sides see this mapping:
//!
//! | where | what | becomes |
//! | --- | --- | --- |
//! | text | U+000B, U+000C, U+001C to U+001F (white space to Python) | a space |
//! | text | other controls below U+0020 except tab, LF, CR; U+FFFE, U+FFFF | U+FFFD |
//! | names | controls, U+FFFE, U+FFFF, and the characters space `"` `&` `'` `/` `<` `>` | `_` |
//! | comments | their text | nothing |
//! | attributes | all except `rel`, which the cleaner reads; its value as text | nothing |
//! | templates | their contents | nothing, unless [`Templates::AsChildren`] |

use tamis::dom::{Document, DocumentBuilder, Namespace, NodeId, NodeKind, Step, name};

/// A step of the walk over a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Open { name: String, namespace: Namespace, rel: Option<String> },
    Text(String),
    Comment,
    Close,
}

/// The treatment of the contents of templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Templates {
    /// They are left out. In the standard they are outside the tree.
    LeftOut,
    /// They are children of their element, as in html5lib 1.1.
    AsChildren,
}

/// Options of the conversion.
#[derive(Clone, Copy)]
pub struct Export {
    pub templates: Templates,
    pub name: fn(&str) -> String,
}

impl Export {
    /// For lxml, with everything replaced that it cannot hold.
    pub const FOR_LXML: Export = Export { templates: Templates::LeftOut, name: lxml_name };
    /// The tree that html5lib 1.1 would have built.
    pub const AS_HTML5LIB: Export =
        Export { templates: Templates::AsChildren, name: html5lib_name };

    /// Converts the root element of the document with everything it contains.
    pub fn events(self, document: &Document) -> Vec<Event> {
        let mut events = Vec::new();
        let mut walks: Vec<_> =
            document.root().map(|root| document.walk(root)).into_iter().collect();
        while let Some(walk) = walks.last_mut() {
            let Some(step) = walk.next() else {
                walks.pop();
                continue;
            };
            match step {
                Step::Enter(id) => {
                    events.extend(self.event(document, id));
                    if self.templates == Templates::AsChildren {
                        walks.extend(document.template_contents(id).map(|id| document.walk(id)));
                    }
                }
                Step::Leave(id) if document.kind(id) == NodeKind::Element => {
                    events.push(Event::Close);
                }
                Step::Leave(_) => {}
            }
        }
        events
    }

    /// An HTML `template` keeps its children separate. In an unknown namespace it has them like any
    /// element.
    fn namespace(self, document: &Document, id: NodeId) -> Namespace {
        match self.templates {
            Templates::AsChildren if document.is_html(id, name::TEMPLATE) => Namespace::Other,
            _ => document.namespace(id),
        }
    }

    fn event(self, document: &Document, id: NodeId) -> Option<Event> {
        match document.kind(id) {
            NodeKind::Element => Some(Event::Open {
                name: (self.name)(document.local_name(id)?),
                namespace: self.namespace(document, id),
                rel: document.attr(id, name::REL).map(lxml_text),
            }),
            NodeKind::Text => Some(Event::Text(lxml_text(document.text(id)))),
            NodeKind::Comment => Some(Event::Comment),
            NodeKind::Document | NodeKind::Fragment | NodeKind::Doctype => None,
        }
    }
}

fn is_held_by_xml(c: char) -> bool {
    !matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

/// Replaces the characters that lxml cannot hold in text.
pub fn lxml_text(text: &str) -> String {
    let held = |c| match c {
        '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1f}' => ' ',
        c if is_held_by_xml(c) => c,
        _ => char::REPLACEMENT_CHARACTER,
    };
    text.chars().map(held).collect()
}

/// Replaces the characters that lxml cannot hold in an element name.
pub fn lxml_name(name: &str) -> String {
    let held = |c| match c {
        '\0'..=' ' | '"' | '&' | '\'' | '/' | '<' | '>' => '_',
        c if is_held_by_xml(c) => c,
        _ => '_',
    };
    name.chars().map(held).collect()
}

/// Returns the element name that html5lib 1.1 gives to lxml: a colon, and each character that is
/// not allowed in XML names, becomes `U` and five hexadecimal digits. Source: html5lib,
/// `_ihatexml.py`, `InfosetFilter.toXmlName`.
pub fn html5lib_name(name: &str) -> String {
    let mut held = String::new();
    for c in name.chars() {
        if c.is_alphanumeric() || matches!(c, '.' | '-' | '_') {
            held.push(c);
        } else {
            held.extend(format!("U{:05X}", u32::from(c)).chars());
        }
    }
    held
}

/// Ends the head at the first template, which html5lib 1.1 treats as the beginning of the body.
pub fn end_head_at_template(mut events: Vec<Event>) -> Vec<Event> {
    let mut depth = 0_usize;
    let mut template = None;
    let mut head_end = None;
    for (index, event) in events.iter().enumerate() {
        match event {
            Event::Open { name, .. } => {
                depth += 1;
                if depth == 3 && template.is_none() && name == "template" {
                    template = Some(index);
                }
                if let (2, "body", Some(template), Some(end)) =
                    (depth, name.as_str(), template, head_end)
                {
                    events[template..=index].rotate_left(end - template);
                    return events;
                }
            }
            Event::Close => {
                depth -= 1;
                if depth == 1 && head_end.is_none() {
                    head_end = Some(index);
                    if template.is_none() {
                        break;
                    }
                }
            }
            Event::Text(_) | Event::Comment => {}
        }
    }
    events
}

/// Builds the document of these events.
pub fn document(events: &[Event]) -> Document {
    let mut builder = DocumentBuilder::default();
    for event in events {
        match event {
            Event::Open { name, namespace, rel } => {
                let attrs: Vec<_> = rel.iter().map(|rel| ("rel", rel.as_str())).collect();
                builder.open(name, *namespace, &attrs);
            }
            Event::Text(text) => builder.text(text),
            Event::Comment => builder.comment(""),
            Event::Close => builder.close(),
        }
    }
    builder.finish()
}

/// Converts the events to the format that the Python program reads.
pub fn wire(events: &[Event]) -> Vec<String> {
    let mut lines = Vec::with_capacity(events.len());
    for event in events {
        match event {
            Event::Open { name, rel, .. } => {
                lines.push(format!("<{name}"));
                lines.extend(rel.iter().map(|rel| format!("@{rel}")));
            }
            Event::Text(text) => lines.push(format!("={text}")),
            Event::Comment => lines.push("!".to_string()),
            Event::Close => lines.push(">".to_string()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use tamis::dom::Parser;

    use super::*;

    fn check(html: &str, export: Export, expected: &str) {
        let events = export.events(&Parser::default().parse(html));
        assert_eq!(wire(&events).join(""), expected);
        let rebuilt = document(&events);
        assert_eq!(wire(&export.events(&rebuilt)).join(""), expected, "after a second turn");
    }

    #[test]
    fn a_document_is_exported() {
        check(
            "<!doctype html><!--a--><link rel=x><p class=y>a<!--b-->c<b>d</b>",
            Export::FOR_LXML,
            "<html<head<link@x>><body<p=a!=c<b=d>>>>",
        );
    }

    #[test]
    fn templates_are_left_out_or_put_in() {
        let html = "<body><template><p>a<template>b</template></template>c";
        check(html, Export::FOR_LXML, "<html<head><body<template>=c>>");
        let events = Export::AS_HTML5LIB.events(&Parser::default().parse(html));
        let expected = "<html<head><body<template<p=a<template=b>>>=c>>";
        assert_eq!(wire(&events).join(""), expected);
    }

    #[test]
    fn a_template_ends_the_head() {
        let html = "<link><template><p>a</template><meta><body>b";
        let events = Export::AS_HTML5LIB.events(&Parser::default().parse(html));
        let expected = "<html<head<link>><body<template<p=a>><meta>=b>>";
        assert_eq!(wire(&end_head_at_template(events)).join(""), expected);
        let plain = Export::FOR_LXML.events(&Parser::default().parse("<link><p>a<template>"));
        assert_eq!(end_head_at_template(plain.clone()), plain);
    }

    #[test]
    fn what_lxml_cannot_hold_is_replaced() {
        assert_eq!(
            lxml_text("a\u{b}b\u{1f}\t\r\n\u{1}\u{7f}\u{fffe}"),
            "a b \t\r\n\u{fffd}\u{7f}\u{fffd}"
        );
        assert_eq!(lxml_name("o:p=\"q\"\u{1c}é"), "o:p=_q__é");
        assert_eq!(html5lib_name("esi:include"), "esiU0003Ainclude");
    }
}
