//! A snapshot of a page, as the browser gives it.
//!
//! Its tables have a row for each node, in document order, and name texts by their numbers in one
//! list. The tree is the one that is shown: in an element with a shadow tree are the nodes of that
//! tree, open or closed, and in its slots what they show. Source: `DevTools` protocol,
//! `DOMSnapshot`.

use serde::Deserialize;
use tamis::Area;

/// A page and the frames in it.
#[derive(Deserialize)]
pub(crate) struct Snapshot {
    /// The page first.
    pub(crate) documents: Vec<Document>,
    strings: Vec<String>,
}

/// One document.
#[derive(Deserialize)]
pub(crate) struct Document {
    #[serde(rename = "documentURL")]
    pub(crate) url: Text,
    pub(crate) nodes: Nodes,
    #[serde(rename = "layout", default)]
    pub(crate) boxes: Boxes,
}

/// The boxes of a document, in the order in which they were made. A node can have none, or several.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Boxes {
    node_index: Vec<usize>,
    /// The values of the properties that were asked for.
    styles: Vec<Vec<Text>>,
    /// Left, top, width and height.
    bounds: Vec<Vec<f32>>,
    paint_orders: Vec<i64>,
}

/// The nodes of a document.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
pub(crate) struct Nodes {
    parent_index: Vec<i64>,
    node_type: Vec<u8>,
    node_name: Vec<Text>,
    node_value: Vec<Text>,
    attributes: Vec<Vec<Text>>,
    shadow_root_type: Rare,
    pseudo_type: Rare,
    content_document_index: Rare,
}

/// The number of a text in the list. Negative for none.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(transparent)]
pub(crate) struct Text(i64);

/// A value that few nodes have: the nodes in ascending order, and their values.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Rare {
    index: Vec<usize>,
    value: Vec<i64>,
}

impl Rare {
    fn get(&self, node: usize) -> Option<i64> {
        let at = self.index.binary_search(&node).ok()?;
        self.value.get(at).copied()
    }
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Element,
    Text,
    Other,
}

impl Snapshot {
    /// Returns a text. Empty for none.
    pub(crate) fn text(&self, text: Text) -> &str {
        let at = usize::try_from(text.0).ok();
        at.and_then(|at| self.strings.get(at)).map_or("", String::as_str)
    }
}

impl Boxes {
    /// Returns the first box of each node.
    pub(crate) fn by_node(&self, nodes: usize) -> Vec<Option<usize>> {
        let mut boxes = vec![None; nodes];
        for (at, &node) in self.node_index.iter().enumerate().rev() {
            if let Some(of) = boxes.get_mut(node) {
                *of = Some(at);
            }
        }
        boxes
    }

    /// Returns the value of the property with this number.
    pub(crate) fn style(&self, at: usize, property: usize) -> Text {
        self.styles.get(at).and_then(|values| values.get(property)).copied().unwrap_or(Text(-1))
    }

    pub(crate) fn area(&self, at: usize) -> Area {
        match self.bounds.get(at).map(Vec::as_slice) {
            Some(&[left, top, width, height]) => Area { left, top, width, height },
            _ => Area::default(),
        }
    }

    /// Returns the place of a box among what is painted. What is painted together has the same.
    pub(crate) fn paint_order(&self, at: usize) -> i64 {
        self.paint_orders.get(at).copied().unwrap_or_default()
    }

    /// Returns the part of the page that is in the window.
    pub(crate) fn window(&self) -> Area {
        self.area(0)
    }
}

impl Nodes {
    /// Returns the number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.parent_index.len()
    }

    /// Returns the parent of a node, which has a smaller number.
    pub(crate) fn parent(&self, node: usize) -> Option<usize> {
        let parent = usize::try_from(*self.parent_index.get(node)?).ok()?;
        (parent < node).then_some(parent)
    }

    pub(crate) fn kind(&self, node: usize) -> Kind {
        match self.node_type.get(node) {
            // What a style adds before or after an element is no node of the page.
            Some(1) if self.pseudo_type.index.binary_search(&node).is_ok() => Kind::Other,
            Some(1) => Kind::Element,
            Some(3 | 4) => Kind::Text,
            _ => Kind::Other,
        }
    }

    pub(crate) fn name(&self, node: usize) -> Text {
        self.node_name.get(node).copied().unwrap_or(Text(-1))
    }

    /// Returns the text of a text node.
    pub(crate) fn value(&self, node: usize) -> Text {
        self.node_value.get(node).copied().unwrap_or(Text(-1))
    }

    /// Returns the names and the values of the attributes of an element.
    pub(crate) fn attributes(&self, node: usize) -> impl Iterator<Item = (Text, Text)> {
        let attributes = self.attributes.get(node).map_or(&[][..], Vec::as_slice);
        attributes.chunks_exact(2).map(|pair| (pair[0], pair[1]))
    }

    /// True if a node is in a shadow tree.
    pub(crate) fn is_in_shadow(&self, node: usize) -> bool {
        self.shadow_root_type.get(node).is_some()
    }

    /// Returns the number of the document in a frame.
    pub(crate) fn frame(&self, node: usize) -> Option<usize> {
        usize::try_from(self.content_document_index.get(node)?).ok()
    }
}
