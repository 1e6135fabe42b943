//! The ids of a document as unique XML names.

use std::collections::HashMap;

use tamis::dom::{Document, NodeId, name};

use tamis::sanitize::ID_PREFIX;

/// The ids of a document and those that are written for its elements.
#[derive(Debug)]
pub(super) struct Ids<'d> {
    /// The first element with each id, or link with each name, without the sanitizer's prefix.
    places: HashMap<&'d str, NodeId>,
    /// The id that is written for each element.
    written: HashMap<NodeId, String>,
    /// The ids in use. The value is the number to start from for the next element that wants the
    /// same id, so that a page with a thousand elements of the id `note` takes no million steps.
    taken: HashMap<String, u32>,
    /// The prefix of all written ids.
    prefix: String,
}

impl<'d> Ids<'d> {
    /// Collects the ids of a document. Linear in the document.
    pub(super) fn new(document: &'d Document, prefix: String) -> Ids<'d> {
        let mut ids =
            Ids { places: HashMap::new(), written: HashMap::new(), taken: HashMap::new(), prefix };
        for id in document.elements(NodeId::DOCUMENT) {
            let is_link = document.is_html(id, name::A);
            let own = document.attr(id, name::ID);
            let name = document.attr(id, name::NAME).filter(|_| is_link);
            for text in [own, name]
                .into_iter()
                .flatten()
                .map(without_prefix)
                .filter(|text| !text.is_empty())
            {
                if !ids.places.contains_key(text) {
                    ids.places.insert(text, id);
                    ids.give(id, text);
                }
            }
        }
        ids
    }

    /// Returns the element that a link to this fragment leads to.
    pub(super) fn place(&self, fragment: &str) -> Option<NodeId> {
        self.places.get(without_prefix(fragment)).copied()
    }

    /// Returns the id that is written for the element, or `None` if it has none.
    pub(super) fn written(&self, id: NodeId) -> Option<&str> {
        self.written.get(&id).map(String::as_str)
    }

    /// Returns the id of the element. If it has none, it gets an id made from `wish`.
    pub(super) fn give(&mut self, id: NodeId, wish: &str) -> &str {
        let Ids { written, taken, prefix, .. } = self;
        written.entry(id).or_insert_with(|| {
            let name = xml_name(prefix, wish);
            let mut number = taken.get(&name).copied().unwrap_or(0);
            let mut own = name.clone();
            while number > 0 && taken.contains_key(&own) {
                number += 1;
                own = format!("{name}-{number}");
            }
            taken.insert(own.clone(), 1);
            taken.insert(name, number.max(1));
            own
        })
    }
}

/// Removes the prefix that the sanitizer puts before ids.
fn without_prefix(id: &str) -> &str {
    id.strip_prefix(ID_PREFIX).unwrap_or(id)
}

/// Makes an XML name from `wish`, with the prefix before it.
fn xml_name(prefix: &str, wish: &str) -> String {
    let mut name = prefix.to_owned();
    if prefix.is_empty() && !wish.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        name.push('_');
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    name.extend(wish.chars().map(|c| if is_plain(c) { c } else { '_' }));
    name
}
