//! Images, embeds, rules and formulas in scripts: kept content that is not text.

use tamis_dom::{Document, NodeId, name};

use super::MarkdownWalker;
use crate::page::NodeSet;
use crate::render::embeds::Embeds;
use crate::render::kept_nodes::KeptNodes;
use crate::render::markdown::writer::Mark;
use crate::sanitize::link_address;
use crate::structure::images::Images;
use crate::structure::math;
use crate::structure::role::RenderRole;

impl MarkdownWalker<'_> {
    /// Writes an image that is kept and has a source, unless its other form was just written.
    pub(super) fn image(&mut self, id: NodeId) {
        let twin = self.images.twin(id);
        let is_known = twin.is_some() && twin == self.last_image;
        let is_kept = self.kept.contains(id);
        if let Some(text) = self.images.emoji(id).filter(|_| is_kept) {
            self.write_breaks();
            self.writer.text(text);
            return;
        }
        if is_known || !is_kept || !self.options.images {
            self.writer.space();
            return;
        }
        let Some(image) = self.images.image(id) else { return self.writer.space() };
        self.write_breaks();
        self.writer.image(image.alt, &image.source);
        self.last_image = Some(id);
    }

    /// Writes a link to embedded content that is kept, unless its other form was just written.
    pub(super) fn embed(&mut self, id: NodeId) {
        self.writer.space();
        if !self.options.embeds
            || !self.links
            || !self.kept.contains(id)
            || self.writer.is_in_code()
        {
            return;
        }
        let embed = self.embeds.of_site(id).or_else(|| self.embeds.of_page(id));
        let Some(embed) = embed.filter(|embed| embed.link != self.last_embed) else { return };
        let Some(address) = link_address(&embed.link, &self.policy) else { return };
        self.write_breaks();
        self.writer.open_mark(Mark::Link(address.into_owned()));
        match embed.poster.filter(|_| self.options.images) {
            Some(poster) => self.writer.image(&embed.title, &poster),
            None => self.writer.text(&embed.title),
        }
        self.writer.close_mark();
        self.writer.space();
        self.last_embed = embed.link;
    }
}

/// Returns the kept texts, images, embeds, rules and formulas in scripts.
pub(super) fn with_media(
    document: &Document,
    kept_nodes: &KeptNodes<'_>,
    texts: &NodeSet,
    images: &Images<'_>,
    embeds: &Embeds<'_>,
) -> NodeSet {
    let mut kept = texts.clone();
    let is_embed = |id| {
        let role = RenderRole::of(document, id);
        matches!(role, RenderRole::Frame | RenderRole::Media) || embeds.is_player(id)
    };
    for id in document.elements(NodeId::DOCUMENT) {
        let is_kept = || kept_nodes.has_media(id);
        if images.is_image(id)
            && (is_kept() || images.twin(id).is_some_and(|twin| kept_nodes.has_media(twin)))
            || (document.is_html(id, name::HR) || math::needs_no_text(document, id)) && is_kept()
            || is_embed(id) && is_kept()
        {
            kept.insert(id);
        }
    }
    kept
}
