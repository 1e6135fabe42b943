//! The elements that `wrap_in` adds, within the limits of a page.
//!
//! Fifty lines of `wrap_in(div): //*` would make a page fifty times as deep and as large. Every
//! wrapper moves all that is in it one level down, so depth is given out from the root on: a node
//! gets as many wrappers as its deepest descendant leaves room for.

use tamis_dom::{Document, Limits, Name, NodeId, NodeKind};

use crate::page::Warning;

/// The most wrappers: for any page, and for each node of it.
const MAX_WRAPPED: usize = 10_000;
const MAX_WRAPPED_PER_NODE: usize = 2;

/// Wrappers of nodes of one document.
pub(super) struct Wrappings<'d> {
    document: &'d Document,
    wrapped: Vec<(NodeId, Name)>,
    max_wrapped: usize,
    max_depth: usize,
    is_cut: bool,
}

impl<'d> Wrappings<'d> {
    /// Returns no wrappers yet.
    pub(super) fn within(limits: Limits, document: &'d Document) -> Wrappings<'d> {
        let nodes = limits.page_nodes(document.html_bytes());
        let room = MAX_WRAPPED_PER_NODE * document.len() + MAX_WRAPPED;
        Wrappings {
            document,
            wrapped: Vec::new(),
            max_wrapped: nodes.saturating_sub(document.len()).min(room),
            max_depth: limits.depth,
            is_cut: false,
        }
    }

    /// Adds a wrapper with this name around each node.
    pub(super) fn extend(&mut self, ids: impl Iterator<Item = NodeId>, name: Name) {
        for id in ids {
            if self.wrapped.len() == self.max_wrapped {
                self.is_cut = true;
                return;
            }
            self.wrapped.push((id, name));
        }
    }

    /// Returns the wrappers that fit, in the order in which they were added, and a warning if some
    /// do not.
    pub(super) fn finish(mut self) -> (impl Iterator<Item = (NodeId, Name)>, Option<Warning>) {
        if !self.wrapped.is_empty() {
            let mut left = self.counts_that_fit();
            let all = self.wrapped.len();
            self.wrapped.retain(|(id, _)| {
                let left = &mut left[id.index()];
                let fits = *left > 0;
                *left = left.saturating_sub(1);
                fits
            });
            self.is_cut |= self.wrapped.len() < all;
        }
        let warning = self.is_cut.then(|| Warning::SiteRule {
            message: "`wrap_in` was not applied everywhere: the page would become too deep or too \
                      long"
                .to_owned(),
        });
        (self.wrapped.into_iter(), warning)
    }

    /// Returns the number of wrappers of each node that the limit of depth allows.
    fn counts_that_fit(&self) -> Vec<usize> {
        let document = self.document;
        let ids = || (0..document.len()).map(NodeId::from_index);
        let is_element = |id| usize::from(document.kind(id) == NodeKind::Element);
        // The elements below each node, on the longest way down.
        let mut heights = vec![0; document.len()];
        for id in ids().rev() {
            if let Some(parent) = document.parent(id) {
                let height = heights[id.index()] + is_element(id);
                heights[parent.index()] = height.max(heights[parent.index()]);
            }
        }
        let mut counts = vec![0; document.len()];
        for (id, _) in &self.wrapped {
            counts[id.index()] += 1;
        }
        // The elements down to each node, with wrappers.
        let mut depths = vec![0; document.len()];
        for id in ids() {
            let above = document.parent(id).map_or(0, |parent| depths[parent.index()]);
            let own = above + is_element(id);
            let room = self.max_depth.saturating_sub(own + heights[id.index()]);
            counts[id.index()] = room.min(counts[id.index()]);
            depths[id.index()] = own + counts[id.index()];
        }
        counts
    }
}
