//! Content that is not text: images, boxes of tasks, frames, rules, and formulas in scripts.

use tamis_dom::{Namespace, NodeId};

use super::{Composer, Gap};
use crate::render::embeds::EmbedStyle;
use crate::structure::math;
use crate::structure::numbering::checked;

impl Composer<'_> {
    /// Writes the formula in a script, if it is kept.
    pub(super) fn script(&mut self, id: NodeId) {
        if !math::is_script(self.document, id) || !self.kept_nodes.has_media(id) {
            return;
        }
        self.tex(id);
    }

    /// Writes the formula in an attribute of an element. Returns false if it is not kept.
    pub(super) fn attribute_formula(&mut self, id: NodeId) -> bool {
        let is_kept = self.kept_nodes.has_formula(self.document, id)
            || math::needs_no_text(self.document, id) && self.kept_nodes.has_media(id);
        if is_kept {
            self.tex(id);
        }
        is_kept
    }

    /// Writes a formula between the delimiters that math scripts search texts for.
    pub(super) fn tex(&mut self, id: NodeId) {
        if let Some(formula) = math::of(self.document, id) {
            self.start_line("");
            self.builder.text(&formula.delimited());
            self.end_image();
        }
    }

    /// Writes the box of a task that is kept, empty or checked.
    pub(super) fn task(&mut self, id: NodeId) {
        let Some(is_done) = checked(self.document, id) else { return };
        if self.kept_nodes.has_media(id) {
            self.start_line("");
            self.builder.text(if is_done { "☑" } else { "☐" });
            self.end_image();
            self.gap = Gap::Space;
        }
    }

    /// Writes an image that is kept and has a source, unless its other form was just written.
    pub(super) fn image(&mut self, id: NodeId) {
        let twin = self.images.twin(id);
        let is_known = twin.is_some() && twin == self.last_image;
        let is_kept = || {
            let kept_nodes = self.kept_nodes;
            kept_nodes.has_media(id) || twin.is_some_and(|twin| kept_nodes.has_media(twin))
        };
        if is_known {
            return;
        }
        let is_kept = is_kept();
        if let Some(text) = self.images.emoji(id).filter(|_| is_kept) {
            self.start_line(text);
            self.builder.text(text);
            self.last_char = text.chars().next_back();
            self.follows_text = true;
            self.follows_space = false;
            return;
        }
        if !self.parts.images || !is_kept {
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

    /// Writes the embed of an element that is kept, unless its other form was just written. The
    /// content of a frame is a fallback for browsers without frames and is never written.
    pub(super) fn embed(&mut self, id: NodeId) {
        self.gap = self.gap.max(Gap::Space);
        let is_wanted = self.parts.embeds != EmbedStyle::Omitted && self.kept_nodes.has_media(id);
        let embed = if is_wanted { self.embeds.of_site(id) } else { None };
        let Some(embed) = embed.filter(|embed| embed.link != self.last_embed) else { return };
        let frame = embed.frame.filter(|_| self.parts.embeds == EmbedStyle::Frame);
        if frame.is_none() && !self.parts.links {
            return;
        }
        self.start_line("");
        if let Some(frame) = frame {
            let attrs = [("src", frame.as_str()), ("title", &embed.title), ("allowfullscreen", "")];
            self.builder.open("iframe", Namespace::Html, &attrs);
        } else {
            self.builder.open("a", Namespace::Html, &[("href", embed.link.as_str())]);
            self.builder.text(&embed.title);
        }
        self.builder.close();
        self.end_image();
        self.gap = Gap::Space;
        self.last_embed = embed.link;
    }

    pub(super) fn rule(&mut self, id: NodeId) {
        self.end_line();
        if self.kept_nodes.has_media(id) {
            self.write_open();
            self.write_empty(id);
            self.follows_text = false;
            self.line_feed();
        }
    }
}
