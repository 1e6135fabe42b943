//! CSS selectors for elements that are likely to hold on further pages of a site.

use std::collections::HashMap;

use tamis::dom::{Document, Name, Namespace, NodeId, name};

/// Attributes whose values tell an element's purpose.
const PURPOSE_ATTRIBUTES: [&str; 4] = ["itemprop", "role", "data-testid", "data-component"];
/// The number of classes of an element that become selectors.
const MAX_CLASSES: usize = 8;
/// The maximum length of a selector in bytes.
const MAX_BYTES: usize = 80;
/// The maximum number of levels of a path.
const MAX_LEVELS: usize = 3;

/// Elements that have a meaning without any attribute.
const LANDMARKS: [Name; 8] = [
    name::MAIN,
    name::ARTICLE,
    name::SECTION,
    name::ASIDE,
    name::HEADER,
    name::FOOTER,
    name::NAV,
    name::FORM,
];

/// A selector's index in [`SelectorTable`].
pub(crate) type SelectorId = u32;

/// The distinct selectors of all pages, numbered in the order of their first occurrence.
#[derive(Clone, Debug, Default)]
pub(crate) struct SelectorTable {
    ids: HashMap<Box<str>, SelectorId>,
    selectors: Vec<Box<str>>,
}

impl SelectorTable {
    /// Returns the number of this selector, and adds the selector if it is new.
    pub(crate) fn intern(&mut self, selector: &str) -> SelectorId {
        if let Some(&id) = self.ids.get(selector) {
            return id;
        }
        let id = self.selectors.len() as SelectorId;
        self.selectors.push(selector.into());
        self.ids.insert(selector.into(), id);
        id
    }

    pub(crate) fn text(&self, id: SelectorId) -> &str {
        &self.selectors[id as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.selectors.len()
    }
}

/// Generates selectors for the elements of one document.
pub(crate) struct SelectorGenerator<'d> {
    document: &'d Document,
    /// The [`PURPOSE_ATTRIBUTES`] that the document uses.
    purpose_attributes: Vec<(&'static str, Name)>,
    buffer: String,
}

impl<'d> SelectorGenerator<'d> {
    pub(crate) fn new(document: &'d Document) -> SelectorGenerator<'d> {
        let find = |text| Some((text, document.find_name(text)?));
        let purpose_attributes = PURPOSE_ATTRIBUTES.into_iter().filter_map(find).collect();
        SelectorGenerator { document, purpose_attributes, buffer: String::new() }
    }

    /// Calls `emit` with each selector of an element: its id; its tag with each class; its tag with
    /// each purpose attribute; its tag alone if it is a landmark. An element with none of these
    /// gets a path from the nearest ancestor that has one.
    pub(crate) fn for_each(&mut self, id: NodeId, mut emit: impl FnMut(&str)) {
        let is_html = self.document.namespace(id) == Namespace::Html;
        let tag = self.document.local_name(id).filter(|tag| is_html && is_identifier(tag));
        let Some(tag) = tag else { return };
        let count = self.by_attributes(id, tag, &mut emit);
        if self.document.name(id).is_some_and(|name| LANDMARKS.contains(&name)) {
            emit(tag);
        } else if count == 0
            && let Some(path) = self.path(id)
        {
            emit(&path);
        }
    }

    /// Emits the selectors that an element's own attributes give, and returns their number.
    fn by_attributes(&mut self, id: NodeId, tag: &str, emit: &mut impl FnMut(&str)) -> usize {
        let document = self.document;
        let mut count = 0;
        let mut emit_short = |selector: &str| {
            if selector.len() <= MAX_BYTES {
                count += 1;
                emit(selector);
            }
        };
        if let Some(value) = document.attr(id, name::ID).filter(|value| is_stable(value)) {
            self.buffer.clear();
            self.buffer.extend(["#", value]);
            emit_short(&self.buffer);
        }
        for class in stable_classes(document, id) {
            self.buffer.clear();
            self.buffer.extend([tag, ".", class]);
            emit_short(&self.buffer);
        }
        for &(attribute, name) in &self.purpose_attributes {
            if let Some(value) = document.attr(id, name).filter(|value| is_stable(value)) {
                self.buffer.clear();
                self.buffer.extend([tag, "[", attribute, "=", value, "]"]);
                emit_short(&self.buffer);
            }
        }
        count
    }

    /// Returns the path from the nearest ancestor with an id, a class or a landmark's name, or
    /// `None` if there is none within [`MAX_LEVELS`] or the path is too long.
    fn path(&self, id: NodeId) -> Option<String> {
        let document = self.document;
        let mut steps = vec![document.local_name(id)?.to_owned()];
        for ancestor in document.ancestors(id).take(MAX_LEVELS) {
            let tag = document.local_name(ancestor).filter(|tag| is_identifier(tag))?;
            let id = document.attr(ancestor, name::ID).filter(|value| is_stable(value));
            let start = match (id, stable_classes(document, ancestor).next()) {
                (Some(id), _) => Some(format!("#{id}")),
                (None, Some(class)) => Some(format!("{tag}.{class}")),
                (None, None) => LANDMARKS
                    .iter()
                    .any(|&landmark| document.name(ancestor) == Some(landmark))
                    .then(|| tag.to_owned()),
            };
            let is_start = start.is_some();
            steps.push(start.unwrap_or_else(|| tag.to_owned()));
            if is_start {
                steps.reverse();
                return Some(steps.join(" > ")).filter(|path| path.len() <= MAX_BYTES);
            }
        }
        None
    }
}

fn stable_classes(document: &Document, id: NodeId) -> impl Iterator<Item = &str> {
    let classes = document.attr(id, name::CLASS).unwrap_or_default();
    classes.split_ascii_whitespace().filter(|class| is_stable(class)).take(MAX_CLASSES)
}

/// Returns true if the text needs no escape in a selector.
fn is_identifier(text: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let has_letter_first = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    has_letter_first && text.chars().all(is_allowed)
}

/// Returns true if the value of an attribute needs no escape and does not look like one item's
/// number or a generated name: neither would be on the next page.
fn is_stable(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    is_identifier(text) && digits < 4 && !text.split(['-', '_']).any(is_generated)
}

/// Returns true if a part of an id or class looks generated by a program: a letter after a digit.
fn is_generated(part: &str) -> bool {
    let digit = part.find(|c: char| c.is_ascii_digit());
    digit.is_some_and(|at| part[at..].contains(|c: char| c.is_ascii_alphabetic()))
}

#[cfg(test)]
mod tests {
    use tamis::dom::Parser;

    use super::*;

    /// Returns the selectors of the last element.
    fn selectors(html: &str) -> Vec<String> {
        let document = Parser::default().parse(html);
        let last = document.elements(NodeId::DOCUMENT).last().unwrap();
        let mut found = Vec::new();
        SelectorGenerator::new(&document)
            .for_each(last, |selector| found.push(selector.to_owned()));
        found
    }

    #[test]
    fn selectors_of_an_element() {
        for (html, expected) in [
            ("<div id=a class='b c' role=main>", &["#a", "div.b", "div.c", "div[role=main]"][..]),
            ("<section>", &["section"]),
            ("<section class=a>", &["section.a", "section"]),
            ("<div class=a><p>", &["div.a > p"]),
            ("<main><div><p>", &["main > div > p"]),
            ("<main><div><div><div><p>", &[]),
            ("<p>", &[]),
            ("<div class='post-20241 x1a2b a.b'>", &[]),
            ("<div class='col-2'>", &["div.col-2"]),
            ("<svg><g class=a>", &[]),
        ] {
            assert_eq!(selectors(html), expected, "{html}");
        }
    }
}
