//! The ids of a document as XML can have them: names, and each once.

use std::collections::HashMap;

use tamis_dom::{Document, NodeId, name};

use crate::render::sanitize::ID_PREFIX;

/// The ids of a document.
pub(super) struct Ids<'d> {
    /// The first element with each id or name of the document, without the sanitizer's prefix.
    places: HashMap<&'d str, NodeId>,
    /// What is written on each of these elements.
    written: HashMap<NodeId, String>,
    /// How often each was wished for.
    taken: HashMap<String, u32>,
    prefix: String,
}

impl<'d> Ids<'d> {
    /// The ids of this document, each with the prefix before it. Linear in the document.
    pub(super) fn of(document: &'d Document, prefix: String) -> Ids<'d> {
        let mut ids =
            Ids { places: HashMap::new(), written: HashMap::new(), taken: HashMap::new(), prefix };
        for id in document.elements(NodeId::DOCUMENT) {
            let is_link = document.is_html(id, name::A);
            let own = document.attr(id, name::ID);
            let name = document.attr(id, name::NAME).filter(|_| is_link);
            for text in [own, name].into_iter().flatten().map(bare).filter(|text| !text.is_empty())
            {
                if !ids.places.contains_key(text) {
                    ids.places.insert(text, id);
                    ids.give(id, text);
                }
            }
        }
        ids
    }

    /// The element that a link to this fragment leads to.
    pub(super) fn place(&self, fragment: &str) -> Option<NodeId> {
        self.places.get(bare(fragment)).copied()
    }

    pub(super) fn written(&self, id: NodeId) -> Option<&str> {
        self.written.get(&id).map(String::as_str)
    }

    /// The id of this element: the one that it has, else one that is made of `wish`.
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

/// The id as the page has it.
fn bare(id: &str) -> &str {
    id.strip_prefix(ID_PREFIX).unwrap_or(id)
}

/// A name that XML takes, which begins with the prefix.
fn xml_name(prefix: &str, wish: &str) -> String {
    let mut name = prefix.to_owned();
    if prefix.is_empty() && !wish.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        name.push('_');
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    name.extend(wish.chars().map(|c| if is_plain(c) { c } else { '_' }));
    name
}
