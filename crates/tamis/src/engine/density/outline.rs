//! What of a page can be content: the nodes with text, in document order, with their counts.

use std::ops::Range;

use tamis_dom::{Document, NodeId, NodeKind, name};

use super::formula::Counts;
use super::landmark::is_landmark;
use crate::page::Page;

/// An element with text in it, or a text node that is not blank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub id: NodeId,
    /// The index of the part around this one; the body's is its own.
    pub parent: u32,
    /// The index behind the last part in this one.
    pub end: u32,
    pub is_text: bool,
    pub counts: Counts,
}

/// The parts of a body; the first one is the body itself.
#[derive(Debug, Default)]
pub(super) struct Outline {
    pub parts: Vec<Part>,
    /// The landmarks that were left out, as ranges of ids in order.
    pub landmarks: Vec<Range<NodeId>>,
}

impl Outline {
    /// The outline of this body, without its landmarks if they are to be skipped. Where nothing is left without them,
    /// they stay in.
    pub(super) fn of(page: &Page, body: NodeId, skip_landmarks: bool) -> Outline {
        let outline = Builder::new(page, body, skip_landmarks).build(body);
        if skip_landmarks && outline.parts[0].counts.text_chars == 0 {
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
    /// Where the `<article>` or `<main>` ends in which the walk is.
    section_end: NodeId,
    /// The elements that have not ended, as indices of parts.
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

    /// One way through the body; what has no text in it and landmarks are jumped over.
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

    /// Takes up an element; where the walk goes on.
    fn element(&mut self, id: NodeId) -> NodeId {
        let end = self.document.subtree_end(id);
        let stats = self.page.stats(id);
        let parent = self.innermost();
        if stats.text_chars == 0 {
            let counts = &mut self.outline.parts[parent as usize].counts;
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
        let (index, parent) = (self.outline.parts.len() as u32, self.innermost());
        self.outline.parts.push(Part { id, parent, end: index + 1, is_text: true, counts });
        self.outline.parts[parent as usize].counts += counts;
    }

    fn push(&mut self, id: NodeId, parent: u32, counts: Counts) {
        let index = self.outline.parts.len() as u32;
        self.outline.parts.push(Part { id, parent, end: index + 1, is_text: false, counts });
        self.open.push(index);
    }

    /// The innermost open element; the body is open to the end.
    fn innermost(&self) -> u32 {
        self.open.last().copied().unwrap_or(0)
    }

    /// Closes the elements that end before this node, and gives their counts to those around them.
    fn close_before(&mut self, id: NodeId) {
        while let Some(&index) = self.open.last() {
            let end = self.outline.parts.len() as u32;
            let part = &mut self.outline.parts[index as usize];
            if self.document.subtree_end(part.id) > id {
                return;
            }
            part.end = end;
            let (mut counts, parent) = (part.counts, part.parent);
            self.open.pop();
            if index > 0 {
                counts.tags += 1;
                counts.links += u32::from(
                    self.document.name(self.outline.parts[index as usize].id) == Some(name::A),
                );
                self.outline.parts[parent as usize].counts += counts;
            }
        }
    }
}
