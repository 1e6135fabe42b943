//! Turns `<br><br>` into paragraphs.

use tamis_dom::{NameSet, NodeId, NodeKind, WorkingTree, name};

/// Elements that end a line.
const BLOCKS: NameSet = NameSet::of(&[
    name::ADDRESS,
    name::ARTICLE,
    name::ASIDE,
    name::BLOCKQUOTE,
    name::CENTER,
    name::DETAILS,
    name::DIV,
    name::DL,
    name::FIELDSET,
    name::FIGURE,
    name::FOOTER,
    name::FORM,
    name::H1,
    name::H2,
    name::H3,
    name::H4,
    name::H5,
    name::H6,
    name::HEADER,
    name::HR,
    name::MAIN,
    name::NAV,
    name::OL,
    name::P,
    name::PRE,
    name::SCRIPT,
    name::SECTION,
    name::STYLE,
    name::TABLE,
    name::UL,
]);

/// Elements whose lines can become paragraphs. A `p` then becomes a `div`, because paragraphs do
/// not nest.
const HOLDERS: NameSet = NameSet::of(&[
    name::ARTICLE,
    name::BLOCKQUOTE,
    name::BODY,
    name::CENTER,
    name::DD,
    name::DIV,
    name::LI,
    name::MAIN,
    name::P,
    name::SECTION,
    name::TD,
]);

/// Wraps the lines of every element that has two or more `<br>` in a row in paragraphs, which end
/// there and at block elements. The `<br>`s between paragraphs are removed.
///
/// Source: fivefilters' Readability, `pre_filters` (`<br><br>` becomes `</p><p>`).
pub(super) fn paragraphs_of_breaks(tree: &mut WorkingTree<'_>) {
    let holders: Vec<_> = tree
        .elements(NodeId::DOCUMENT)
        .filter(|&id| tree.name(id).is_some_and(|name| HOLDERS.contains(name)))
        .collect();
    for holder in holders {
        let lines = Lines::of(tree, holder);
        if lines.breaks.is_empty() {
            continue;
        }
        if tree.is_html(holder, name::P) {
            tree.rename(holder, name::DIV);
        }
        for (first, last) in lines.paragraphs {
            tree.wrap_run(first, last, name::P);
        }
        for id in lines.breaks {
            tree.detach(id);
        }
    }
}

/// The children of an element, split into paragraphs.
#[derive(Default)]
struct Lines {
    /// The first and last node of each paragraph.
    paragraphs: Vec<(NodeId, NodeId)>,
    /// The `<br>`s between paragraphs. Empty if no two are in a row.
    breaks: Vec<NodeId>,
    /// The first and last node of the current paragraph.
    open: Option<(NodeId, NodeId)>,
    /// The `<br>`s since the last text.
    pending: Vec<NodeId>,
}

impl Lines {
    fn of(tree: &WorkingTree<'_>, holder: NodeId) -> Lines {
        let mut lines = Lines::default();
        for id in tree.children(holder) {
            let blank = match tree.kind(id) {
                NodeKind::Text => tree.own_text(id).trim().is_empty(),
                NodeKind::Element => false,
                _ => true,
            };
            if tree.is_html(id, name::BR) {
                lines.pending.push(id);
            } else if tree.name(id).is_some_and(|name| BLOCKS.contains(name)) {
                lines.end();
            } else if !blank {
                lines.add(id);
            }
        }
        lines.end();
        lines
    }

    /// Adds a node to the current paragraph, or to a new one after two `<br>`s.
    fn add(&mut self, id: NodeId) {
        if self.pending.len() > 1 {
            self.end();
        }
        self.pending.clear();
        self.open = Some((self.open.map_or(id, |(first, _)| first), id));
    }

    /// Ends the current paragraph.
    fn end(&mut self) {
        self.paragraphs.extend(self.open.take());
        if self.pending.len() > 1 {
            self.breaks.append(&mut self.pending);
        }
        self.pending.clear();
    }
}
