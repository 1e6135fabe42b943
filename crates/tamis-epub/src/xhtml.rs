//! XHTML: sanitized HTML as well-formed XML that is valid by the HTML standard.
//!
//! Browsers show any HTML, and readers of books do not: they parse XML, and a single tag in the
//! wrong place can hide a chapter. Stores also refuse volumes that a checker finds errors in. So
//! each element is written only where the standard allows it, and what is not allowed is written as
//! something that is. For example, the text of `<ul>One<li>Two</ul>` that is directly in the list
//! gets a list item of its own.
//!
//! The input is a document parsed from the sanitizer's HTML. It is frozen, so changes are kept in a
//! side table that the writer applies.

mod elements;
mod ids;
mod writer;

use std::borrow::Cow;
use std::collections::HashMap;

use tamis::dom::{Document, NodeId};

use self::ids::Ids;
use self::writer::Writer;

/// A document that is written as XHTML, with changes.
///
/// The output is well-formed XML, and an HTML parser reads the same content from it. If the
/// document comes from [`Extraction::html`](tamis::Extraction::html), the output is valid by the
/// HTML standard: it contains only standard elements and attributes, and only where they are
/// allowed. Its text is that of the document.
///
/// Ids become unique XML names, and references to them change accordingly. The output has no
/// classes (except those of code, which name its language), no roles and labels for screen readers,
/// and no links to missing places of the document.
///
/// ```
/// use tamis::dom::Parser;
/// use tamis_epub::Xhtml;
///
/// let html = "<p id=1>One<br>two <a href='#1'>up</a><img src=a.png alt=Tea>";
/// let document = Parser::default().parse(html);
/// let mut xhtml = Xhtml::new(&document, "");
/// assert_eq!(
///     xhtml.body(),
///     "<p id=\"_1\">One<br/>two <a href=\"#_1\">up</a><img src=\"a.png\" alt=\"Tea\"/></p>"
/// );
///
/// let image = document.elements(document.body().unwrap()).last().unwrap();
/// xhtml.replace(image, "[Tea]");
/// assert!(xhtml.body().ends_with("up</a>[Tea]</p>"));
/// ```
#[derive(Debug)]
pub struct Xhtml<'d> {
    document: &'d Document,
    ids: Ids<'d>,
    changes: HashMap<NodeId, Change>,
}

/// A change of an element.
#[derive(Debug, Default)]
struct Change {
    /// The tag name that replaces the element's own. Only used together with `text`.
    name: Option<&'static str>,
    /// The text that replaces the element, or its content if there is a `name`.
    text: Option<String>,
    /// Attributes with their new values, or `None` to remove one.
    attributes: Vec<(&'static str, Option<String>)>,
}

impl<'d> Xhtml<'d> {
    /// Creates an XHTML document without changes. Linear in the document.
    ///
    /// `id_prefix` is put before all ids, so that a page can contain several documents. It may be
    /// empty.
    pub fn new(document: &'d Document, id_prefix: impl Into<String>) -> Xhtml<'d> {
        Xhtml { document, ids: Ids::new(document, id_prefix.into()), changes: HashMap::new() }
    }

    /// Returns the document.
    pub fn document(&self) -> &'d Document {
        self.document
    }

    /// Returns the first element with this id, or the first link with this name. `fragment` may be
    /// percent-encoded. Returns `None` if there is no such element.
    pub fn place(&self, fragment: &str) -> Option<NodeId> {
        self.ids.place(fragment).or_else(|| self.ids.place(&percent_decoded(fragment)))
    }

    /// Returns the id that is written for the element, or `None` if it has none.
    pub fn id(&self, element: NodeId) -> Option<&str> {
        self.ids.written(element)
    }

    /// Returns the id that is written for the element. If it has none, it gets an id made from
    /// `wish`.
    pub fn give_id(&mut self, element: NodeId, wish: &str) -> &str {
        self.ids.give(element, wish)
    }

    /// Sets an attribute, or removes it if `value` is `None`.
    ///
    /// Nothing is checked: the element must allow the attribute, and a URL must be safe. Do not
    /// remove the `src` of an image; [replace](Xhtml::replace) the image instead.
    pub fn set(&mut self, element: NodeId, attribute: &'static str, value: Option<String>) {
        let attributes = &mut self.changes.entry(element).or_default().attributes;
        attributes.retain(|(name, _)| *name != attribute);
        attributes.push((attribute, value));
    }

    /// Replaces the element and its content with text.
    pub fn replace(&mut self, element: NodeId, text: impl Into<String>) {
        self.changes.insert(element, Change { text: Some(text.into()), ..Change::default() });
    }

    /// Replaces the element and its content with a link.
    pub fn replace_with_link(&mut self, element: NodeId, href: String, text: impl Into<String>) {
        let attributes = vec![("href", Some(href))];
        let change = Change { name: Some("a"), text: Some(text.into()), attributes };
        self.changes.insert(element, change);
    }

    /// Returns the content of the body as XHTML, or that of the whole document if it has no body.
    /// Linear in the document.
    pub fn body(&self) -> String {
        Writer::new(self).contents(self.document.body().unwrap_or(NodeId::DOCUMENT))
    }

    /// Returns true if the attribute is set or removed by a change.
    fn is_set(&self, element: NodeId, attribute: &str) -> bool {
        let change = self.changes.get(&element);
        change.is_some_and(|change| change.attributes.iter().any(|(name, _)| *name == attribute))
    }

    /// Returns the `href` that is written for a link, or `None` if the link leads to a missing
    /// place of the document.
    fn address<'v>(&self, value: &'v str) -> Option<Cow<'v, str>> {
        let Some(fragment) = value.strip_prefix('#') else { return Some(value.into()) };
        let id = self.id(self.place(fragment)?)?;
        Some(format!("#{id}").into())
    }

    /// Returns the value that is written for an SVG attribute with a reference (`url(#…)`), or
    /// `None` if the value is not a reference. The result is `none` if the reference does not lead
    /// to a clip path or a gradient.
    fn reference(&self, attribute: &str, value: &str) -> Option<String> {
        let id = value.strip_prefix("url(#")?.strip_suffix(')')?;
        let place = self.ids.place(id).filter(|&place| {
            let name = self.document.local_name(place).unwrap_or_default();
            if attribute == "clip-path" { name == "clipPath" } else { name.ends_with("Gradient") }
        });
        let id = place.and_then(|place| self.id(place));
        Some(id.map_or_else(|| "none".to_owned(), |id| format!("url(#{id})")))
    }
}

/// Decodes `%XX` in the text. Returns the text unchanged if the result is not UTF-8.
fn percent_decoded(text: &str) -> Cow<'_, str> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digits = after.get(..2).filter(|_| first == b'%');
        let decoded = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let decoded = decoded.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(decoded.unwrap_or(first));
        rest = if decoded.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

#[cfg(test)]
mod tests;
