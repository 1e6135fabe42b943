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

/// The steps of the paths of a document, after jusText's cleaner.
pub(super) struct ElementPaths<'d> {
    document: &'d Document,
    /// The step of each node. Its order is 0 if the node is not part of paths.
    steps: Vec<Step>,
}

/// The last step of a path, and what is known about the whole path.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// Position among the siblings of the same name, from 1.
    order: u32,
    /// The length of the xpath, in bytes.
    xpath_bytes: u32,
    /// True if a name of the path contains `select`.
    in_select: bool,
}

/// The paths to a paragraph.
#[derive(Debug, Default)]
pub(super) struct Paths {
    /// Empty, like the xpath, if they are too long to be written.
    pub(super) dom: String,
    pub(super) xpath: String,
    /// True if the paths are not written, and a name in them contains `select`.
    pub(super) in_untold_select: bool,
}

impl<'d> ElementPaths<'d> {
    /// Counts children by parent and name. Children of an unwrapped element count for the nearest
    /// kept ancestor.
    pub(super) fn of(document: &'d Document) -> ElementPaths<'d> {
        let mask = preprocess(document);
        let is_step =
            |id: NodeId| document.name(id).is_some() && mask[id.index()] == Disposition::Keep;
        let mut steps = vec![Step::default(); document.len()];
        let mut seen: HashMap<(NodeId, &str), u32> = HashMap::new();
        for id in document.elements(NodeId::DOCUMENT).filter(|&id| is_step(id)) {
            let parent = document.ancestors(id).find(|&id| is_step(id));
            let parent = parent.unwrap_or(NodeId::DOCUMENT);
            let name = step_name(document, id);
            let order = seen.entry((parent, name)).or_default();
            *order += 1;
            let above = steps[parent.index()];
            // A slash, the name, and the position in brackets.
            let bytes = name.len() + order.ilog10() as usize + 4;
            steps[id.index()] = Step {
                order: *order,
                xpath_bytes: above.xpath_bytes.saturating_add(bytes as u32),
                in_select: above.in_select || name.contains("select"),
            };
        }
        ElementPaths { document, steps }
    }

    /// Returns the paths of a node, and takes the bytes of the xpath from `bytes_left`. They are
    /// empty if so many bytes are not left. The xpath decides, because it is the longer one.
    pub(super) fn within(&self, id: NodeId, bytes_left: &mut usize) -> Paths {
        let mut ids: Vec<NodeId> = Vec::new();
        let mut above = std::iter::once(id)
            .chain(self.document.ancestors(id))
            .filter(|id| self.steps[id.index()].order > 0);
        if let Some(last) = above.next() {
            let Step { xpath_bytes, in_select, .. } = self.steps[last.index()];
            let Some(bytes_then) = bytes_left.checked_sub(xpath_bytes as usize) else {
                return Paths { in_untold_select: in_select, ..Paths::default() };
            };
            *bytes_left = bytes_then;
            ids.push(last);
            ids.extend(above);
            ids.reverse();
        }
        let names: Vec<&str> = ids.iter().map(|&id| step_name(self.document, id)).collect();
        let mut xpath = String::new();
        for (id, name) in ids.iter().zip(&names) {
            // Writing to a string cannot fail.
            let _ = write!(xpath, "/{name}[{}]", self.steps[id.index()].order);
        }
        if xpath.is_empty() {
            xpath.push('/');
        }
        Paths { dom: names.join("."), xpath, in_untold_select: false }
    }
}

/// Returns the name of an element as paths show it. The cleaner renames `image` to `img`.
fn step_name(document: &Document, id: NodeId) -> &str {
    match document.name(id) {
        Some(name::IMAGE) => "img",
        _ => document.local_name(id).expect("steps of a path are elements"),
    }
}
