//! Images, rules and formulas in scripts: what is no text, and is kept beside it.

use tamis_dom::{Document, NodeId, name};

use super::Walker;
use crate::node_set::NodeSet;
use crate::render::images::Images;
use crate::render::math;
use crate::render::selection::Selection;

impl Walker<'_> {
    /// Writes an image that is kept and has a source, unless it was written in its other form.
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

/// The kept texts, and the images, rules and formulas in scripts that are kept.
pub(super) fn with_media(
    document: &Document,
    selection: &Selection<'_>,
    texts: &NodeSet,
    images: &Images<'_>,
) -> NodeSet {
    let mut kept = texts.clone();
    for id in document.elements(NodeId::DOCUMENT) {
        let is_kept = || selection.has_media(id);
        if images.is_image(id)
            && (is_kept() || images.twin(id).is_some_and(|twin| selection.has_media(twin)))
            || (document.is_html(id, name::HR) || math::is_script(document, id)) && is_kept()
        {
            kept.insert(id);
        }
    }
    kept
}
