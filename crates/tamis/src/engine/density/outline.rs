//! The nodes of a page that can be content: those with text, in document order, with their counts.

use std::ops::Range;

use tamis_dom::{Document, NodeId, NodeKind, name};

use super::formula::Counts;
use super::landmark::is_landmark;
use crate::page::Page;

/// An element that contains text, or a non-blank text node.
#[derive(Clone, Copy, Debug)]
pub(super) struct OutlineNode {
    pub id: NodeId,
    /// The index of the enclosing outline node. The body is its own parent.
    pub parent: u32,
    /// The index after the last outline node inside this one.
    pub end: u32,
    pub is_text: bool,
    pub counts: Counts,
}

/// The outline nodes of a body. The first is the body itself.
#[derive(Debug, Default)]
pub(super) struct Outline {
    pub nodes: Vec<OutlineNode>,
    /// The landmarks that were left out, as ranges of ids in document order.
    pub landmarks: Vec<Range<NodeId>>,
}

impl Outline {
    /// Builds the outline of a body, without its landmarks if `skip_landmarks` is set. They stay in
    /// if nothing would be left, because some pages have all of their text in, for example, an
    /// `<aside>`.
    pub(super) fn of(page: &Page, body: NodeId, skip_landmarks: bool) -> Outline {
        let outline = Builder::new(page, body, skip_landmarks).build(body);
        if skip_landmarks && outline.nodes[0].counts.text_chars == 0 {
            return Builder::new(page, body, false).build(body);
        }
        outline
    }
}

struct Builder<'p> {
    page: &'p Page,
    document: &'p Document,
    skip_landmarks: bool,
    body_chars: u32,
    /// The end of the current `<article>` or `<main>`; before or at the current node outside one.
    section_end: NodeId,
    /// The open elements, as indices of outline nodes.
    open: Vec<u32>,
    outline: Outline,
}

impl<'p> Builder<'p> {
    fn new(page: &'p Page, body: NodeId, skip_landmarks: bool) -> Builder<'p> {
        Builder {
            page,
            document: page.document(),
            skip_landmarks,
            body_chars: page.stats(body).text_chars,
            section_end: body,
            open: Vec::new(),
            outline: Outline::default(),
        }
    }

    /// Walks the body once. Landmarks and elements without text are skipped whole.
    fn build(mut self, body: NodeId) -> Outline {
        let end = self.document.subtree_end(body);
        self.push(body, 0, Counts::default());
        let mut next = body.index() + 1;
        while next < end.index() {
            let id = NodeId::from_index(next);
            self.close_before(id);
            next = match self.document.kind(id) {
                NodeKind::Element => self.element(id).index(),
                NodeKind::Text => {
                    self.text(id);
                    next + 1
                }
                _ => next + 1,
            };
        }
        self.close_before(end);
        self.outline
    }

    /// Adds an element. Returns the node at which the walk continues.
    fn element(&mut self, id: NodeId) -> NodeId {
        let end = self.document.subtree_end(id);
        let stats = self.page.stats(id);
        let parent = self.innermost();
        if stats.text_chars == 0 {
            let counts = &mut self.outline.nodes[parent as usize].counts;
            counts.tags += stats.tags;
            counts.links += stats.links;
            return end;
        }
        let in_section = id < self.section_end;
        if self.skip_landmarks && is_landmark(self.page, id, in_section, self.body_chars) {
            self.outline.landmarks.push(id..end);
            return end;
        }
        if !in_section && matches!(self.document.name(id), Some(name::ARTICLE | name::MAIN)) {
            self.section_end = end;
        }
        self.push(id, parent, Counts::default());
        NodeId::from_index(id.index() + 1)
    }

    fn text(&mut self, id: NodeId) {
        let stats = self.page.stats(id);
        if stats.text_chars == 0 {
            return;
        }
        let counts = Counts {
            text_chars: stats.text_chars,
            link_chars: stats.link_chars,
            ..Counts::default()
        };
        let (index, parent) = (self.outline.nodes.len() as u32, self.innermost());
        self.outline.nodes.push(OutlineNode { id, parent, end: index + 1, is_text: true, counts });
        self.outline.nodes[parent as usize].counts += counts;
    }

    fn push(&mut self, id: NodeId, parent: u32, counts: Counts) {
        let index = self.outline.nodes.len() as u32;
        self.outline.nodes.push(OutlineNode { id, parent, end: index + 1, is_text: false, counts });
        self.open.push(index);
    }

    /// Returns the index of the innermost open element. The body stays open to the end.
    fn innermost(&self) -> u32 {
        *self.open.last().expect("the body is open to the end")
    }

    /// Closes the elements that end before this node, and adds their counts to their parents.
    fn close_before(&mut self, id: NodeId) {
        while let Some(&index) = self.open.last() {
            let end = self.outline.nodes.len() as u32;
            let part = &mut self.outline.nodes[index as usize];
            if self.document.subtree_end(part.id) > id {
                return;
            }
            part.end = end;
            let (mut counts, parent) = (part.counts, part.parent);
            self.open.pop();
            if index > 0 {
                counts.tags += 1;
                counts.links += u32::from(
                    self.document.name(self.outline.nodes[index as usize].id) == Some(name::A),
                );
                self.outline.nodes[parent as usize].counts += counts;
            }
        }
    }
}
