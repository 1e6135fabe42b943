//! Images, rules and formulas in scripts: kept content that is not text.

use tamis_dom::{Document, NodeId, name};

use super::MarkdownWalker;
use crate::page::NodeSet;
use crate::render::images::Images;
use crate::render::kept_nodes::KeptNodes;
use crate::render::math;

impl MarkdownWalker<'_> {
    /// Writes an image that is kept and has a source, unless its other form was just written.
    pub(super) fn image(&mut self, id: NodeId) {
        let twin = self.images.twin(id);
        let is_known = twin.is_some() && twin == self.last_image;
        if is_known || !self.kept.contains(id) || !self.options.images {
            self.writer.space();
            return;
        }
        let Some(image) = self.images.image(id) else { return self.writer.space() };
        self.write_breaks();
        self.writer.image(image.alt, &image.source);
        self.last_image = Some(id);
    }
}

/// Returns the kept texts, images, rules and formulas in scripts.
pub(super) fn with_media(
    document: &Document,
    kept_nodes: &KeptNodes<'_>,
    texts: &NodeSet,
    images: &Images<'_>,
) -> NodeSet {
    let mut kept = texts.clone();
    for id in document.elements(NodeId::DOCUMENT) {
        let is_kept = || kept_nodes.has_media(id);
        if images.is_image(id)
            && (is_kept() || images.twin(id).is_some_and(|twin| kept_nodes.has_media(twin)))
            || (document.is_html(id, name::HR) || math::needs_no_text(document, id)) && is_kept()
        {
            kept.insert(id);
        }
    }
    kept
}
