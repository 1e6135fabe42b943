//! What is no text: images, frames, rules, formulas in scripts.

use tamis_dom::{Namespace, NodeId};

use super::{Composer, Gap};
use crate::render::math;

impl Composer<'_> {
    /// Writes the formula that a script holds, if it is kept.
    pub(super) fn script(&mut self, id: NodeId) {
        if !math::is_script(self.document, id) || !self.selection.has_media(id) {
            return;
        }
        self.tex(id);
    }

    /// Writes a formula as scripts look for it in texts.
    pub(super) fn tex(&mut self, id: NodeId) {
        if let Some(formula) = math::of(self.document, id) {
            self.start_line("");
            self.builder.text(&formula.delimited());
            self.end_image();
        }
    }

    /// Writes an image that is kept and has a source, unless it was written in its other form.
    pub(super) fn image(&mut self, id: NodeId) {
        let twin = self.images.twin(id);
        let is_known = twin.is_some() && twin == self.last_image;
        let is_kept = || {
            let selection = self.selection;
            selection.has_media(id) || twin.is_some_and(|twin| selection.has_media(twin))
        };
        if is_known {
            return;
        }
        if !self.parts.images || !is_kept() {
            self.gap = self.gap.max(Gap::Space);
            return;
        }
        let Some(image) = self.images.image(id) else {
            self.gap = self.gap.max(Gap::Space);
            return;
        };
        self.start_line("");
        let number = |pixels: Option<u32>| pixels.map(|pixels| pixels.to_string());
        let (width, height) = (number(image.width), number(image.height));
        let mut attrs = vec![("src", image.source.as_str()), ("alt", image.alt)];
        attrs.extend(width.as_deref().map(|width| ("width", width)));
        attrs.extend(height.as_deref().map(|height| ("height", height)));
        self.builder.open("img", Namespace::Html, &attrs);
        self.builder.close();
        self.last_image = Some(id);
        self.end_image();
    }

    pub(super) fn end_image(&mut self) {
        self.clear_line(Gap::None);
        self.last_char = None;
        self.follows_text = true;
        self.follows_space = false;
    }

    /// Writes a frame that is kept; what is in it would show only where no frames are known.
    pub(super) fn frame(&mut self, id: NodeId) {
        if self.selection.has_media(id) {
            self.start_line("");
            self.write_empty(id);
            self.end_image();
        } else {
            self.gap = self.gap.max(Gap::Space);
        }
    }

    pub(super) fn rule(&mut self, id: NodeId) {
        self.end_line();
        if self.selection.has_media(id) {
            self.write_open();
            self.write_empty(id);
            self.follows_text = false;
            self.line_feed();
        }
    }
}
