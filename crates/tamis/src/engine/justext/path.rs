//! The path to a paragraph: the names of its ancestors, with and without positions.

use std::collections::HashMap;

use tamis_dom::{Document, NodeId, name};

use super::preprocess::{Disposition, preprocess};

/// The path to the current element of a walk, as jusText writes it.
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
    /// Number of children seen so far, by name.
    children: HashMap<String, usize>,
}

impl PathInfo {
    /// Returns the names, joined by dots; empty at the top. For an example see [`PathInfo`].
    pub fn dom(&self) -> String {
        let names: Vec<&str> = self.steps.iter().map(|step| step.name.as_str()).collect();
        names.join(".")
    }

    /// Returns the names with their positions among siblings of the same name, from 1; `/` at the
    /// top. For an example see [`PathInfo`].
    pub fn xpath(&self) -> String {
        let steps: Vec<String> =
            self.steps.iter().map(|step| format!("{}[{}]", step.name, step.order)).collect();
        format!("/{}", steps.join("/"))
    }

    /// Enters a child with this name: the next one of its name. For an example see [`PathInfo`].
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

    /// Returns to the parent. At the top it does nothing. Deviation: the reference raises an
    /// `IndexError` there. For an example see [`PathInfo`].
    pub fn pop(&mut self) -> &mut PathInfo {
        self.steps.pop();
        self
    }
}

/// The positions of all elements of a document among their siblings, after jusText's cleaner.
pub(super) struct ElementPaths<'d> {
    document: &'d Document,
    /// Position among the siblings of the same name, from 1; 0 for an element that is not part of
    /// paths.
    orders: Vec<u32>,
}

impl<'d> ElementPaths<'d> {
    /// Counts children by parent and name. Children of an unwrapped element count for the nearest
    /// kept ancestor.
    pub(super) fn of(document: &'d Document) -> ElementPaths<'d> {
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
        ElementPaths { document, orders }
    }

    /// Returns the dom path and the xpath of a node.
    pub(super) fn paths(&self, id: NodeId) -> (String, String) {
        let mut steps: Vec<NodeId> = std::iter::once(id)
            .chain(self.document.ancestors(id))
            .filter(|id| self.orders[id.index()] > 0)
            .collect();
        steps.reverse();
        let names: Vec<&str> = steps.iter().map(|&id| step_name(self.document, id)).collect();
        let paths: Vec<String> = steps
            .iter()
            .zip(&names)
            .map(|(id, name)| format!("{name}[{}]", self.orders[id.index()]))
            .collect();
        (names.join("."), format!("/{}", paths.join("/")))
    }
}

/// Returns the name of an element as paths show it. The cleaner renames `image` to `img`.
fn step_name(document: &Document, id: NodeId) -> &str {
    match document.name(id) {
        Some(name::IMAGE) => "img",
        _ => document.local_name(id).expect("steps of a path are elements"),
    }
}
