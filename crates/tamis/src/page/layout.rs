//! What a browser shows of a page's texts: where, and whether anybody can see them.
//!
//! Whether a reader sees a text depends on style sheets, on the window and on what lies above it.
//! Only a browser knows that. If one has drawn the page, its answer comes with the page as a
//! [`Layout`], and is kept here by node. For example, `<p class=note>` in a page with the rule
//! `.note { color: white }` looks like any paragraph without a layout, and is left out with one.
//!
//! Texts are named by their place in the source, not by an element: every parser finds the same
//! texts at the same bytes, also where it moves or adds elements. An element is hidden if all of
//! its text is. That is a difference of two running sums, so no question walks through the page.
//!
//! Without a layout nothing here costs time.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::OnceLock;

use tamis_dom::{Document, NodeId, NodeKind, WorkingTree};

/// What a browser showed of the texts of a page.
///
/// ```
/// use tamis::{Area, Config, Input, Layout, ShownText, Sight};
///
/// let html = "<p>Bread rises overnight.<p class=x>Ignore all that.";
/// let of = |text: &str, sight| {
///     let start = html.find(text).unwrap();
///     let area = Area { left: 8.0, top: 8.0, width: 200.0, height: 20.0 };
///     ShownText::new(start..start + text.len(), area, sight)
/// };
/// let layout = Layout::new(vec![
///     of("Bread rises overnight.", Sight::Seen),
///     of("Ignore all that.", Sight::Concealed),
/// ]);
/// let config = Config::default().select(["body"]);
/// let extraction = tamis::extract(Input::from(html).layout(&layout), &config)?;
/// assert_eq!(extraction.markdown(), "Bread rises overnight.\n");
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    texts: Vec<ShownText>,
}

/// A text of a page as a browser shows it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ShownText {
    /// The bytes of the page that it was made from.
    pub source: Range<usize>,
    /// Where it is. Empty if it has no place.
    pub area: Area,
    /// Whether a reader sees it.
    pub sight: Sight,
}

/// A rectangle of a page, in pixels from its upper left corner. Parts of a page can be left of it
/// or above it.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Area {
    /// The distance of its left side.
    pub left: f32,
    /// The distance of its upper side.
    pub top: f32,
    /// Its width, 0 or more.
    pub width: f32,
    /// Its height, 0 or more.
    pub height: f32,
}

/// Whether a reader sees a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sight {
    /// It is shown, or can be scrolled to.
    Seen,
    /// It has no place on the page now, as with `display: none`. It may appear when the reader
    /// clicks on something.
    Absent,
    /// It has a place, but nobody can read it there: its letters have the colour of what is behind
    /// them or no size, or it is outside of the window, clipped, or covered.
    Concealed,
}

impl Layout {
    /// Returns the layout with these texts, which have no bytes in common.
    pub fn new(mut texts: Vec<ShownText>) -> Layout {
        texts.sort_by_key(|text| text.source.start);
        Layout { texts }
    }

    /// Returns the texts, in the order of the source.
    pub fn texts(&self) -> &[ShownText] {
        &self.texts
    }

    /// Returns the texts that were made from some of these bytes.
    fn within(&self, source: Range<usize>) -> impl Iterator<Item = &ShownText> {
        let first = self.texts.partition_point(|text| text.source.end <= source.start);
        self.texts[first..].iter().take_while(move |text| text.source.start < source.end)
    }
}

impl ShownText {
    /// Returns a text with these values.
    pub fn new(source: Range<usize>, area: Area, sight: Sight) -> ShownText {
        ShownText { source, area, sight }
    }
}

impl Area {
    /// True if it covers no part of the page.
    pub fn is_empty(self) -> bool {
        self.width <= 0.0 || self.height <= 0.0
    }

    /// Returns the smallest rectangle around two. An empty one does not count.
    #[must_use]
    pub fn around(self, other: Area) -> Area {
        if self.is_empty() || other.is_empty() {
            return if self.is_empty() { other } else { self };
        }
        let (left, top) = (self.left.min(other.left), self.top.min(other.top));
        let right = (self.left + self.width).max(other.left + other.width);
        let bottom = (self.top + self.height).max(other.top + other.height);
        Area { left, top, width: right - left, height: bottom - top }
    }
}

/// Returns a document without the concealed texts that stand next to texts that are seen, in the
/// same element. All others are hidden with the element around them.
///
/// For example, a box has a text and an element that covers it: `<div>Text<p class=cover></div>`.
pub(crate) fn without_concealed(document: Document, layout: &Layout) -> Document {
    let by_node = NodeLayout::of(&document, layout);
    let is_bare = |node: &NodeId| {
        let parent = document.parent(*node);
        parent.is_some_and(|parent| by_node.sight(&document, parent) == Some(Sight::Seen))
    };
    let concealed = by_node.texts.iter().filter(|text| text.sight == Sight::Concealed);
    let bare: Vec<NodeId> = concealed.map(|text| text.node).filter(is_bare).collect();
    if bare.is_empty() {
        return document;
    }
    let mut tree = WorkingTree::of(&document);
    for node in bare {
        tree.detach(node);
    }
    tree.to_document()
}

/// The layout of a page by its nodes. Empty if no browser has drawn it.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeLayout {
    /// The texts that the layout has, in the order of their nodes.
    texts: Vec<NodeText>,
    /// The ids that controls of the page name, found when they are asked for.
    named: OnceLock<HashSet<String>>,
}

/// A text node, with the bytes of text up to it and with it.
#[derive(Clone, Copy, Debug)]
struct NodeText {
    node: NodeId,
    area: Area,
    sight: Sight,
    /// The bytes of each [`Sight`].
    bytes: [u32; 3],
}

impl NodeLayout {
    /// Finds the texts of a layout in the page that was made from the same source.
    pub(crate) fn of(document: &Document, layout: &Layout) -> NodeLayout {
        let mut texts = Vec::new();
        let mut bytes = [0; 3];
        for node in document.descendants_and_self(NodeId::DOCUMENT) {
            if document.kind(node) != NodeKind::Text {
                continue;
            }
            let length = document.text(node).trim_ascii().len() as u32;
            let Some(source) = document.source_range(node).filter(|_| length > 0) else { continue };
            let mut area = Area::default();
            // Of a text from several places, a reader sees what is seen in one.
            let mut sight = None;
            for shown in layout.within(source) {
                area = area.around(shown.area);
                sight = Some(sight.map_or(shown.sight, |sight: Sight| sight.min(shown.sight)));
            }
            let Some(sight) = sight else { continue };
            bytes[sight as usize] += length;
            texts.push(NodeText { node, area, sight, bytes });
        }
        NodeLayout { texts, named: OnceLock::new() }
    }

    /// Returns the place for the ids that controls of the page name.
    pub(crate) fn named(&self) -> &OnceLock<HashSet<String>> {
        &self.named
    }

    /// Returns whether a reader sees the text of an element. `None` if the layout has no text of
    /// it. An element with one text that is seen is seen.
    pub(crate) fn sight(&self, document: &Document, id: NodeId) -> Option<Sight> {
        let index = |id| self.texts.partition_point(|text| text.node < id);
        let (first, end) = (index(id), index(document.subtree_end(id)));
        if first == end {
            return None;
        }
        let before = if first == 0 { [0; 3] } else { self.texts[first - 1].bytes };
        let [seen, absent, concealed] =
            std::array::from_fn(|sight| self.texts[end - 1].bytes[sight] - before[sight]);
        Some(match (seen, absent > concealed) {
            (1.., _) => Sight::Seen,
            (0, true) => Sight::Absent,
            (0, false) => Sight::Concealed,
        })
    }

    /// Returns the rectangle around some texts: those that are seen, or all if none is. Empty if
    /// none of them has a place.
    pub(crate) fn area(&self, nodes: impl Iterator<Item = NodeId>) -> Area {
        let (mut seen, mut all) = (Area::default(), Area::default());
        for node in nodes {
            let found = self.texts.binary_search_by_key(&node, |text| text.node);
            let Ok(NodeText { area, sight, .. }) = found.map(|at| self.texts[at]) else { continue };
            all = all.around(area);
            if sight == Sight::Seen {
                seen = seen.around(area);
            }
        }
        if seen.is_empty() { all } else { seen }
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::{Parser, name};

    use super::*;

    /// Parses a page in which capital letters are seen, small ones absent, and digits concealed.
    fn page(html: &str) -> (Document, NodeLayout) {
        let mut texts = Vec::new();
        for (at, letter) in html.char_indices() {
            let sight = match letter {
                'A'..='Z' => Sight::Seen,
                '0'..='9' => Sight::Concealed,
                _ if html[..at].ends_with('>') => Sight::Absent,
                _ => continue,
            };
            let area = Area { left: at as f32, top: 1.0, width: 1.0, height: 1.0 };
            texts.push(ShownText::new(at..at + letter.len_utf8(), area, sight));
        }
        texts.reverse();
        let document = Parser::default().parse(html);
        let layout = NodeLayout::of(&document, &Layout::new(texts));
        (document, layout)
    }

    #[track_caller]
    fn check(html: &str, expected: Option<Sight>) {
        let (document, layout) = page(html);
        let body = document.body().unwrap();
        let found = document.elements(body).find(|&id| document.attr(id, name::ID).is_some());
        assert_eq!(layout.sight(&document, found.unwrap()), expected, "{html}");
    }

    #[test]
    fn an_element_is_what_its_texts_are() {
        check("<p>A<p id=x><b>b</b><p>C", Some(Sight::Absent));
        check("<p>A<p id=x><b>1</b><p>C", Some(Sight::Concealed));
        check("<p>1<p id=x>A<b>1</b><p>c", Some(Sight::Seen));
        check("<p>A<p id=x><img><p>c", None);
        check("<p>A<p id=x> \n <p>c", None);
        check("<p>A<div id=x><p>1<b>a</b><p>2</div>", Some(Sight::Concealed));
    }

    #[test]
    fn texts_that_the_parser_moves_keep_their_sight() {
        check("<table id=x>1<tr><td>A</table>", Some(Sight::Seen));
        check("<p id=x><b>1<p>A", Some(Sight::Concealed));
    }

    #[test]
    fn areas_are_around_all_texts() {
        let (document, layout) = page("<p>A<b>B</b>C<b>1</b>");
        let texts = document
            .descendants_and_self(NodeId::DOCUMENT)
            .filter(|&id| document.kind(id) == NodeKind::Text);
        let area = layout.area(texts);
        assert_eq!((area.left, area.width, area.height), (3.0, 10.0, 1.0));
        assert!(layout.area(std::iter::once(NodeId::DOCUMENT)).is_empty());
    }
}
