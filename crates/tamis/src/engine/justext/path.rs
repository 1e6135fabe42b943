//! Where a paragraph begins: its ancestors' names, with and without their places.

use std::collections::HashMap;

use tamis_dom::{Document, NodeId, name};

use super::preprocess::{Disposition, preprocess};

/// The path to an element while the tree is walked: how jusText names places.
///
/// ```
/// use tamis::engine::justext::PathInfo;
/// let mut path = PathInfo::default();
/// path.append("html").append("body").append("p").pop().append("p");
/// assert_eq!(path.dom(), "html.body.p");
/// assert_eq!(path.xpath(), "/html[1]/body[1]/p[2]");
/// ```
///
/// Source: jusText, `core.py`, `PathInfo`.
#[derive(Clone, Debug, Default)]
pub struct PathInfo {
    steps: Vec<PathStep>,
}

#[derive(Clone, Debug)]
struct PathStep {
    name: String,
    order: usize,
    /// How many children of each name have been seen.
    children: HashMap<String, usize>,
}

impl PathInfo {
    /// The names, joined by dots; empty at the top.
    pub fn dom(&self) -> String {
        let names: Vec<&str> = self.steps.iter().map(|step| step.name.as_str()).collect();
        names.join(".")
    }

    /// The names with their places among siblings of the same name, from 1; `/` at the top.
    pub fn xpath(&self) -> String {
        let steps: Vec<String> =
            self.steps.iter().map(|step| format!("{}[{}]", step.name, step.order)).collect();
        format!("/{}", steps.join("/"))
    }

    /// Goes down into a child of this name, the next one of its name.
    pub fn append(&mut self, name: &str) -> &mut PathInfo {
        let order = match self.steps.last_mut() {
            Some(parent) => {
                let seen = parent.children.entry(name.to_string()).or_default();
                *seen += 1;
                *seen
            }
            None => 1,
        };
        self.steps.push(PathStep { name: name.to_string(), order, children: HashMap::new() });
        self
    }

    /// Goes back up to the parent; at the top, stays there.
    pub fn pop(&mut self) -> &mut PathInfo {
        self.steps.pop();
        self
    }
}

/// The places of all elements of a document among their siblings, as jusText's cleaner leaves them.
pub(super) struct Places<'d> {
    document: &'d Document,
    /// Place among the siblings of the same name; 0 for an element that is no step of paths.
    orders: Vec<u32>,
}

impl<'d> Places<'d> {
    /// Counts children per parent and name; parents that are unwrapped pass theirs up.
    pub(super) fn of(document: &'d Document) -> Places<'d> {
        let mask = preprocess(document);
        let is_step =
            |id: NodeId| document.name(id).is_some() && mask[id.index()] == Disposition::Keep;
        let mut orders = vec![0; document.len()];
        let mut seen: HashMap<(NodeId, &str), u32> = HashMap::new();
        for id in document.elements(NodeId::DOCUMENT).filter(|&id| is_step(id)) {
            let parent = document.ancestors(id).find(|&id| is_step(id));
            let parent = parent.unwrap_or(NodeId::DOCUMENT);
            let order = seen.entry((parent, step_name(document, id))).or_default();
            *order += 1;
            orders[id.index()] = *order;
        }
        Places { document, orders }
    }

    /// The dom path and the xpath of a place.
    pub(super) fn paths(&self, id: NodeId) -> (String, String) {
        let mut steps: Vec<NodeId> = std::iter::once(id)
            .chain(self.document.ancestors(id))
            .filter(|id| self.orders[id.index()] > 0)
            .collect();
        steps.reverse();
        let names: Vec<&str> = steps.iter().map(|&id| step_name(self.document, id)).collect();
        let places: Vec<String> = steps
            .iter()
            .zip(&names)
            .map(|(id, name)| format!("{name}[{}]", self.orders[id.index()]))
            .collect();
        (names.join("."), format!("/{}", places.join("/")))
    }
}

/// The name of an element in a path. The cleaner takes `image` for a misspelt `img`.
fn step_name(document: &Document, id: NodeId) -> &str {
    match document.name(id) {
        Some(name::IMAGE) => "img",
        _ => document.local_name(id).unwrap_or_default(),
    }
}
