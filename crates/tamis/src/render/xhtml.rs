//! XHTML: safe HTML as well-formed XML, with only what the current standard has, for EPUB and for programs that read XML.
//!
//! It is written from a document that the sanitizer's HTML was parsed to, and changes on the way out are a side table.

mod elements;
mod escape;
mod ids;
mod writer;

use std::borrow::Cow;
use std::collections::HashMap;

use tamis_dom::{Document, NodeId};

pub use self::elements::is_language_tag;
pub use self::escape::{escape_xml_attribute, escape_xml_text};
use self::ids::Ids;
use self::writer::Writer;
use super::footnote::Footnotes;
use crate::node_set::NodeSet;

/// A document that is written as XHTML, and what is changed in it.
///
/// What comes out is well-formed XML and, where the document is one of [`Extraction::html`](crate::Extraction::html), valid
/// by the HTML standard: only elements and attributes that it has, where it has them. An HTML parser reads the same from it. The
/// text is that of the document.
///
/// Ids become names that XML can have, each once; what refers to them follows. Classes go but those that name the language
/// of code, roles and labels for screen readers go, and so do links to places that the document does not have.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis::render::Xhtml;
///
/// let document = Parser::default().parse("<p id=1>One<br>two &nbsp;<a href='#1'>up</a><img src=a.png alt=Tea>");
/// let mut xhtml = Xhtml::of(&document, "");
/// assert_eq!(xhtml.body(), "<p id=\"_1\">One<br/>two \u{a0}<a href=\"#_1\">up</a><img src=\"a.png\" alt=\"Tea\"/></p>");
///
/// let image = document.elements(document.body().unwrap()).last().unwrap();
/// xhtml.replace(image, "[Tea]");
/// assert!(xhtml.body().ends_with("up</a>[Tea]</p>"));
/// ```
pub struct Xhtml<'d> {
    document: &'d Document,
    ids: Ids<'d>,
    changes: HashMap<NodeId, Change>,
}

/// What becomes of an element.
#[derive(Default)]
struct Change {
    /// The name it is written with.
    name: Option<&'static str>,
    /// What is written in its place; with a name, in it.
    text: Option<String>,
    /// Attributes that are set, or taken away.
    attributes: Vec<(&'static str, Option<String>)>,
}

impl<'d> Xhtml<'d> {
    /// The document without changes; its ids get the prefix, so that several can stand in one page. Linear in the document.
    pub fn of(document: &'d Document, id_prefix: impl Into<String>) -> Xhtml<'d> {
        Xhtml { document, ids: Ids::of(document, id_prefix.into()), changes: HashMap::new() }
    }

    /// The document.
    pub fn document(&self) -> &'d Document {
        self.document
    }

    /// The first element with this id (or, of a link, name), given as in an address: percent-encoded or not.
    pub fn place(&self, fragment: &str) -> Option<NodeId> {
        self.ids.place(fragment).or_else(|| self.ids.place(&percent_decoded(fragment)))
    }

    /// The id that the element is written with.
    pub fn id(&self, element: NodeId) -> Option<&str> {
        self.ids.written(element)
    }

    /// The id that the element is written with; one without gets one made of `wish`.
    pub fn give_id(&mut self, element: NodeId, wish: &str) -> &str {
        self.ids.give(element, wish)
    }

    /// Writes the attribute with this value, whatever it was, or leaves it out; the `src` of an image can't be left out, but the image
    /// [replaced](Xhtml::replace). The name has to be one that may stand there, and an address a safe one: nothing is checked.
    pub fn set(&mut self, element: NodeId, attribute: &'static str, value: Option<String>) {
        let attributes = &mut self.changes.entry(element).or_default().attributes;
        attributes.retain(|(name, _)| *name != attribute);
        attributes.push((attribute, value));
    }

    /// Writes this text in the place of the element and all it holds.
    pub fn replace(&mut self, element: NodeId, text: impl Into<String>) {
        self.changes.insert(element, Change { text: Some(text.into()), ..Change::default() });
    }

    /// Writes a link with this text in the place of the element and all it holds.
    pub fn replace_with_link(&mut self, element: NodeId, href: String, text: impl Into<String>) {
        let attributes = vec![("href", Some(href))];
        let change = Change { name: Some("a"), text: Some(text.into()), attributes };
        self.changes.insert(element, change);
    }

    /// The footnotes: each link that is the sign of one with the element that is the note, in the order of the signs. They are
    /// found by the common ways of marking them: Pandoc's, Wikipedia's, `WordPress`'s, Substack's, GitHub's, Word's.
    ///
    /// ```
    /// use tamis::dom::Parser;
    /// use tamis::render::Xhtml;
    /// let document = Parser::default().parse(
    ///     "<p>Tea<a id=r1 href='#n1'>1</a><ol><li id=n1>Black. <a href='#r1'>↩</a></ol>");
    /// let notes = Xhtml::of(&document, "").footnotes();
    /// let [(sign, note)] = notes[..] else { panic!() };
    /// assert_eq!((document.text(sign), document.text(note)), ("1", "Black. ↩"));
    /// ```
    pub fn footnotes(&self) -> Vec<(NodeId, NodeId)> {
        let mut all = NodeSet::of(self.document);
        all.insert_range(NodeId::DOCUMENT..self.document.subtree_end(NodeId::DOCUMENT));
        Footnotes::of(self.document, &all).pairs()
    }

    /// What stands in the document's body, or in all of it where it has none. Linear in the document.
    pub fn body(&self) -> String {
        Writer::new(self).contents(self.document.body().unwrap_or(NodeId::DOCUMENT))
    }

    /// Whether the attribute was set or taken away.
    fn is_set(&self, element: NodeId, attribute: &str) -> bool {
        let change = self.changes.get(&element);
        change.is_some_and(|change| change.attributes.iter().any(|(name, _)| *name == attribute))
    }

    /// The address of a link as it is written; `None` where it leads to a place that is not there.
    fn address<'v>(&self, value: &'v str) -> Option<Cow<'v, str>> {
        let Some(fragment) = value.strip_prefix('#') else { return Some(value.into()) };
        let id = self.id(self.place(fragment)?)?;
        Some(format!("#{id}").into())
    }

    /// The value of an attribute of SVG that refers to an id, as it is written: `none` where there is nothing there to clip by
    /// or to paint with.
    fn painted(&self, attribute: &str, value: &str) -> Option<String> {
        let id = value.strip_prefix("url(#")?.strip_suffix(')')?;
        let place = self.ids.place(id).filter(|&place| {
            let name = self.document.local_name(place).unwrap_or_default();
            if attribute == "clip-path" { name == "clipPath" } else { name.ends_with("Gradient") }
        });
        let id = place.and_then(|place| self.id(place));
        Some(id.map_or_else(|| "none".to_owned(), |id| format!("url(#{id})")))
    }
}

/// The text with `%XX` decoded, where UTF-8 comes of it.
fn percent_decoded(text: &str) -> Cow<'_, str> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let digits = behind.get(..2).filter(|_| first == b'%');
        let decoded = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let decoded = decoded.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(decoded.unwrap_or(first));
        rest = if decoded.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

#[cfg(test)]
mod tests;
