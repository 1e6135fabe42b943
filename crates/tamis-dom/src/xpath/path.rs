//! Expressions that select a given element.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::document::Document;
use crate::names::Name;
use crate::node::NodeId;

/// The maximum number of steps of a path. It bounds the total length on pages with many deep
/// elements.
const MAX_STEPS: usize = 100;

/// Makes a path for any element of a document: an expression that selects only this element.
///
/// ```
/// use tamis_dom::{ElementPaths, NodeId, Parser, XPath};
/// let document = Parser::default().parse("<p>One<p>Two <b>three</b>");
/// let paths = ElementPaths::of(&document);
/// let bold = document.elements(NodeId::DOCUMENT).last().unwrap();
/// let path = paths.path(bold).unwrap();
/// assert_eq!(path, "/html[1]/body[1]/p[2]/b[1]");
/// assert_eq!(XPath::parse(&path).unwrap().select(&document, bold).unwrap()[0].id(), bold);
/// ```
pub struct ElementPaths<'d> {
    document: &'d Document,
    /// For each node, its position among the siblings with the same name; among all sibling
    /// elements if an expression cannot contain its name; 0 if it is not an element. Counted from
    /// 1.
    positions: Vec<u32>,
    /// For each node, the length of its path in bytes.
    path_bytes: Vec<usize>,
}

impl<'d> ElementPaths<'d> {
    /// Counts the positions of all elements of the document, in linear time.
    pub fn of(document: &'d Document) -> ElementPaths<'d> {
        let mut positions = vec![0; document.len()];
        let mut path_bytes = vec![0; document.len()];
        let mut counts: HashMap<(NodeId, Option<Name>), u32> = HashMap::new();
        for id in document.elements(NodeId::DOCUMENT) {
            let parent = document.parent(id).unwrap_or(NodeId::DOCUMENT);
            let mut count = |name| {
                let count = counts.entry((parent, name)).or_default();
                *count += 1;
                *count
            };
            let among_all = count(None);
            let among_same = count(document.name(id));
            let name = plain_name(document, id);
            let position = if name.is_some() { among_same } else { among_all };
            positions[id.index()] = position;
            let step = name.map_or(1, str::len) + digits(position) + "/[]".len();
            path_bytes[id.index()] = path_bytes[parent.index()] + step;
        }
        ElementPaths { document, positions, path_bytes }
    }

    /// Returns the length of an element's path in bytes, however deep the element is. `None` for a
    /// node that is not an element of the tree. Takes the same time for every element, so that long
    /// paths can be left out without making them.
    ///
    /// ```
    /// use tamis_dom::{ElementPaths, NodeId, Parser};
    /// let document = Parser::default().parse("<p>One<p>Two <b>three</b>");
    /// let paths = ElementPaths::of(&document);
    /// let bold = document.elements(NodeId::DOCUMENT).last().unwrap();
    /// assert_eq!(paths.path_bytes(bold), paths.path(bold).map(|path| path.len()));
    /// ```
    pub fn path_bytes(&self, id: NodeId) -> Option<usize> {
        self.path_bytes.get(id.index()).copied().filter(|&bytes| bytes > 0)
    }

    /// Returns the path of an element from the root. Each step has a name and a position.
    ///
    /// Returns `None` for a node that is not an element of the tree, and for an element with more
    /// than 99 ancestors.
    pub fn path(&self, id: NodeId) -> Option<String> {
        let is_element =
            |id: &NodeId| self.positions.get(id.index()).is_some_and(|&position| position > 0);
        if !is_element(&id) {
            return None;
        }
        let ancestors = self.document.ancestors(id).filter(is_element);
        let steps: Vec<_> = std::iter::once(id).chain(ancestors).take(MAX_STEPS + 1).collect();
        if steps.len() > MAX_STEPS {
            return None;
        }
        let mut path = String::new();
        for id in steps.into_iter().rev() {
            let name = plain_name(self.document, id).unwrap_or("*");
            // Writing to a string cannot fail.
            let _ = write!(path, "/{name}[{}]", self.positions[id.index()]);
        }
        Some(path)
    }
}

/// Returns the number of digits of a position.
fn digits(position: u32) -> usize {
    position.checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// Returns the name of an element, if an expression can contain it as it is.
fn plain_name(document: &Document, id: NodeId) -> Option<&str> {
    let name = document.local_name(id)?;
    let is_plain = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    is_plain.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Parser, XPath};

    #[test]
    fn a_path_leads_to_its_element() {
        let html = "<!-- a --><p>One<p>Two<svg><p/><text>t</text></svg><fb:like>x</fb:like>\
            <a\"b>y<i>z</i></a\"b> <fb:like><b>deep</b></fb:like>\
            <template><p>apart</template><p>end<table><td>cell</table>";
        let document = Parser::default().parse(html);
        let paths = ElementPaths::of(&document);
        let mut count = 0;
        for id in document.elements(NodeId::DOCUMENT) {
            count += 1;
            let path = paths.path(id).unwrap();
            assert_eq!(paths.path_bytes(id), Some(path.len()));
            let found = XPath::parse(&path).unwrap().select(&document, NodeId::DOCUMENT).unwrap();
            assert_eq!(found.iter().map(|node| node.id()).collect::<Vec<_>>(), [id], "{path}");
        }
        assert!(count > 15);
        assert_eq!(paths.path(NodeId::DOCUMENT), None);
        assert_eq!(paths.path_bytes(NodeId::DOCUMENT), None);
    }

    #[test]
    fn elements_that_are_too_deep_have_no_path() {
        let document = Parser::default().parse(&"<i>".repeat(99));
        let paths = ElementPaths::of(&document);
        let known = document.elements(NodeId::DOCUMENT).filter(|&id| paths.path(id).is_some());
        assert_eq!(known.count(), 101);
        let deepest = document.elements(NodeId::DOCUMENT).last().unwrap();
        assert_eq!(paths.path(deepest), None);
    }
}
