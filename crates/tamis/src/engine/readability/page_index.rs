//! An index of the page, made in one pass over the frozen document. It lists the elements that
//! preparation edits, and counts texts and line breaks so that questions about subtrees need no
//! walk.

use tamis_dom::{Document, Name, NameSet, NodeId, NodeKind, name};

use super::text::is_blank;

/// The index of one page. Lists of elements are in document order.
#[derive(Debug, Default)]
pub(super) struct PageIndex {
    pub(super) images: Vec<NodeId>,
    pub(super) noscripts: Vec<NodeId>,
    pub(super) styles: Vec<NodeId>,
    /// `<script>` and `<noscript>` elements.
    pub(super) scripts: Vec<NodeId>,
    /// `<br>` elements in the body.
    pub(super) breaks: Vec<NodeId>,
    pub(super) fonts: Vec<NodeId>,
    /// The number of elements on the page.
    pub(super) elements: usize,
    /// For each node, the number of non-blank text nodes before it. Those removed with scripts and
    /// styles are not counted.
    words_before: Vec<u32>,
    /// For each node, the number of `<br>` and `<hr>` before it.
    breaks_before: Vec<u32>,
}

const REMOVED: NameSet = NameSet::of(&[name::SCRIPT, name::NOSCRIPT, name::STYLE]);

impl PageIndex {
    pub(super) fn of(document: &Document, body: Option<NodeId>) -> PageIndex {
        let mut page_index = PageIndex::default();
        let nodes = document.subtree_end(NodeId::DOCUMENT).index();
        page_index.words_before.reserve_exact(nodes + 1);
        page_index.breaks_before.reserve_exact(nodes + 1);
        let in_body = body.map_or(0..0, |body| body.index()..document.subtree_end(body).index());
        let (mut words, mut breaks, mut removed_until) = (0, 0, 0);
        for id in document.descendants_and_self(NodeId::DOCUMENT) {
            page_index.words_before.push(words);
            page_index.breaks_before.push(breaks);
            let stays = removed_until <= id.index();
            if let Some(name) = document.name(id) {
                page_index.elements += 1;
                page_index.note(id, name);
                if REMOVED.contains(name) && stays {
                    removed_until = document.subtree_end(id).index();
                } else if stays && matches!(name, name::BR | name::HR) {
                    breaks += 1;
                    if name == name::BR && in_body.contains(&id.index()) {
                        page_index.breaks.push(id);
                    }
                }
            } else if stays && document.kind(id) == NodeKind::Text {
                let text = &document.whole_text().as_bytes()[document.text_range(id)];
                let has_words = text.first().is_some_and(u8::is_ascii_graphic);
                words += u32::from(has_words || !is_blank(document.text(id)));
            }
        }
        page_index.words_before.push(words);
        page_index.breaks_before.push(breaks);
        page_index
    }

    fn note(&mut self, id: NodeId, name: Name) {
        match name {
            name::IMG => self.images.push(id),
            name::SCRIPT => self.scripts.push(id),
            name::NOSCRIPT => {
                self.scripts.push(id);
                self.noscripts.push(id);
            }
            name::STYLE => self.styles.push(id),
            name::FONT => self.fonts.push(id),
            _ => {}
        }
    }

    /// Returns true if an element of the document has only blank text, not counting scripts and
    /// styles.
    pub(super) fn is_blank(&self, document: &Document, id: NodeId) -> bool {
        let end = document.subtree_end(id).index();
        self.words_before[id.index()] == self.words_before[end]
    }

    /// Returns the number of `<br>` and `<hr>` in an element of the document, itself included,
    /// before preparation.
    pub(super) fn breaks_in(&self, document: &Document, id: NodeId) -> usize {
        let end = document.subtree_end(id).index();
        (self.breaks_before[end] - self.breaks_before[id.index()]) as usize
    }
}
