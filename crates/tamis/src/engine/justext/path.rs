//! The path to a paragraph: the names of its ancestors, with and without positions.

use std::collections::HashMap;
use std::fmt::Write;

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

    /// Returns the steps of the path to a node, the outermost first.
    pub(super) fn steps(&self, id: NodeId) -> Vec<Step<'d>> {
        let mut steps: Vec<Step<'d>> = std::iter::once(id)
            .chain(self.document.ancestors(id))
            .map(|id| (id, self.orders[id.index()]))
            .filter(|&(_, order)| order > 0)
            .map(|(id, order)| Step { name: step_name(self.document, id), order })
            .collect();
        steps.reverse();
        steps
    }
}

/// An element of a path, and its position among its siblings of the same name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<'d> {
    pub(super) name: &'d str,
    order: u32,
}

/// Returns the dom path and the xpath of these steps, if the xpath, which is the longer one, has no
/// more bytes than `bytes_left`, which it then takes. Empty texts otherwise.
pub(super) fn paths_within(steps: &[Step<'_>], bytes_left: &mut usize) -> (String, String) {
    let bytes: usize = steps.iter().map(Step::xpath_bytes).sum();
    let Some(bytes_then) = bytes_left.checked_sub(bytes) else {
        return Default::default();
    };
    *bytes_left = bytes_then;
    let names: Vec<&str> = steps.iter().map(|step| step.name).collect();
    let mut xpath = String::with_capacity(bytes + 1);
    for Step { name, order } in steps {
        // Writing to a string cannot fail.
        let _ = write!(xpath, "/{name}[{order}]");
    }
    (names.join("."), if xpath.is_empty() { "/".into() } else { xpath })
}

impl Step<'_> {
    /// Returns the length in the xpath: a slash, the name, and the position in brackets.
    fn xpath_bytes(&self) -> usize {
        self.name.len() + self.order.ilog10() as usize + 4
    }
}

/// Returns the name of an element as paths show it. The cleaner renames `image` to `img`.
fn step_name(document: &Document, id: NodeId) -> &str {
    match document.name(id) {
        Some(name::IMAGE) => "img",
        _ => document.local_name(id).expect("steps of a path are elements"),
    }
}
