//! The nodes of a page that a verdict keeps.

use std::borrow::Cow;
use std::collections::HashSet;

use tamis_dom::{Document, Name, NameSet, NodeId, NodeKind, name};

use super::copies::picture_copies;
use crate::page::{NodeSet, Page, Paragraph, WidthCopy, around, near};
use crate::structure::caption::captioned;
use crate::structure::hidden::{is_hidden, is_left_out};
use crate::structure::images::Images;
use crate::structure::role::RenderRole;
use crate::threads::attached_images;
use crate::verdict::Verdict;

/// The sections of a page. An image belongs to neighbouring paragraphs in its section only.
const SECTIONS: NameSet =
    NameSet::of(&[name::ARTICLE, name::ASIDE, name::BODY, name::MAIN, name::NAV, name::SECTION]);

/// The nodes of a page that are written.
///
/// If the verdict names nodes, these are written, elements and text alike. If it names paragraphs
/// only:
///
/// - The texts of the kept paragraphs are written.
/// - Elements with a meaning are written: paragraphs, headings, lists, tables, quotes, figures,
///   marked text, links. Elements that only group others are not.
/// - Images, videos, sounds, frames and rules are written if their neighbours are kept. A neighbour
///   is the paragraph around them, or else the ones before and after, if these begin in the same
///   [section](SECTIONS). The content of a `<figure>` is kept with its caption, or else by the
///   figure's neighbours, and so is another picture with a [caption](captioned). The only image of
///   a [card](card_of) is kept with any text of the card.
/// - The captions of written images are written with them.
///   Hidden media (`hidden`, `display: none`) and images of members are not kept.
///
/// The page's lead image and the images that are attached to kept posts are written in any case.
pub(super) enum KeptNodes<'p> {
    Nodes {
        page: &'p Page,
        nodes: &'p NodeSet,
        images: Vec<NodeId>,
    },
    Paragraphs {
        page: &'p Page,
        kept: &'p [bool],
        texts: NodeSet,
        images: Vec<NodeId>,
        /// The images that repeat another one, each with that one.
        copies: Vec<(NodeId, NodeId)>,
    },
}

impl<'p> KeptNodes<'p> {
    /// Returns the nodes that a verdict keeps. If images are written, their captions may be among
    /// them: see [`add_captions`].
    pub(super) fn of(page: &'p Page, verdict: &'p Verdict, has_images: bool) -> KeptNodes<'p> {
        let images = named_images(page, verdict);
        if let Some(nodes) = &verdict.nodes {
            return KeptNodes::Nodes { page, nodes, images };
        }
        let mut texts = kept_texts(page, verdict);
        remove_labels(page, verdict, &mut texts);
        if has_images && verdict.has_labels {
            add_captions(page, &verdict.kept, &images, &mut texts);
        }
        let is_whole = !has_images || !verdict.has_labels;
        let copies = if is_whole { Vec::new() } else { picture_copies(page) };
        KeptNodes::Paragraphs { page, kept: &verdict.kept, texts, images, copies }
    }

    /// Returns the set of the written texts alone.
    pub(super) fn written_texts(&self, verdict: &Verdict) -> Cow<'_, NodeSet> {
        match self {
            KeptNodes::Nodes { page, .. } => {
                let mut texts = kept_texts(page, verdict);
                remove_labels(page, verdict, &mut texts);
                Cow::Owned(texts)
            }
            KeptNodes::Paragraphs { texts, .. } => Cow::Borrowed(texts),
        }
    }

    /// Returns true if an element is left out with everything in it. See [`is_left_out`].
    pub(super) fn leaves_out(&self, id: NodeId) -> bool {
        let (KeptNodes::Nodes { page, .. } | KeptNodes::Paragraphs { page, .. }) = self;
        is_left_out(page, id)
    }

    /// Returns a set that contains the written texts, among other nodes.
    pub(super) fn texts(&self) -> &NodeSet {
        match self {
            KeptNodes::Nodes { nodes, .. } => nodes,
            KeptNodes::Paragraphs { texts, .. } => texts,
        }
    }

    /// Returns true if this text node is written.
    #[inline]
    pub(super) fn has_text(&self, id: NodeId) -> bool {
        self.texts().contains(id)
    }

    /// Returns true if this element is written once something in it is.
    pub(super) fn has_element(&self, document: &Document, id: NodeId, role: RenderRole) -> bool {
        match self {
            KeptNodes::Nodes { nodes, .. } => nodes.contains(id),
            KeptNodes::Paragraphs { .. } => match role {
                RenderRole::Leaf | RenderRole::Structure | RenderRole::Inline => true,
                RenderRole::Plain => {
                    let has = |attr: Name| document.attr(id, attr).is_some();
                    document.is_html(id, name::SPAN) && (has(name::LANG) || has(name::DIR))
                }
                _ => false,
            },
        }
    }

    /// Returns true if this element, which needs no text, is written.
    pub(super) fn has_media(&self, id: NodeId) -> bool {
        match self {
            KeptNodes::Nodes { nodes, images, .. } => {
                nodes.contains(id) || images.binary_search(&id).is_ok()
            }
            KeptNodes::Paragraphs { page, kept, images, copies, .. } => {
                let is_kept =
                    |id: NodeId| images.binary_search(&id).is_ok() || is_among_kept(page, kept, id);
                let copy = copies.binary_search_by_key(&id, |&(copy, _)| copy).ok();
                !copy.is_some_and(|at| is_kept(copies[at].1)) && is_kept(id)
            }
        }
    }

    /// Returns true if this formula is written, with everything in it.
    pub(super) fn has_formula(&self, document: &Document, id: NodeId) -> bool {
        match self {
            KeptNodes::Nodes { nodes, .. } => nodes.contains(id),
            KeptNodes::Paragraphs { texts, .. } => {
                document.descendants_and_self(id).any(|id| texts.contains(id))
            }
        }
    }

    /// Returns true if this drawing is written, with everything in it.
    pub(super) fn has_drawing(&self, id: NodeId) -> bool {
        match self {
            KeptNodes::Nodes { nodes, .. } => nodes.contains(id),
            KeptNodes::Paragraphs { .. } => false,
        }
    }

    /// Returns true if an element within a written formula, drawing or video is written too.
    pub(super) fn has_part(&self, id: NodeId) -> bool {
        match self {
            KeptNodes::Nodes { nodes, .. } => nodes.contains(id),
            KeptNodes::Paragraphs { .. } => true,
        }
    }
}

/// Returns true if this element, which needs no text, is written.
pub(super) fn has_media(page: &Page, verdict: &Verdict, id: NodeId) -> bool {
    match &verdict.nodes {
        Some(nodes) => nodes.contains(id),
        None => is_among_kept(page, &verdict.kept, id),
    }
}

/// Returns the images that are written though the texts next to them are not kept, in document
/// order.
fn named_images(page: &Page, verdict: &Verdict) -> Vec<NodeId> {
    let mut images = attached_images(page, &verdict.posts);
    images.extend(verdict.lead_image);
    images.sort_unstable();
    images
}

/// Returns the text nodes of the kept paragraphs. If the verdict names nodes, the texts must be
/// among those as well.
pub(super) fn kept_texts(page: &Page, verdict: &Verdict) -> NodeSet {
    let mut texts = NodeSet::of(page.document());
    let kept = page.paragraphs().iter().zip(&verdict.kept).filter(|(_, kept)| **kept);
    for id in kept.flat_map(|(paragraph, _)| page.paragraph_nodes(paragraph)) {
        if verdict.nodes.as_ref().is_none_or(|nodes| nodes.contains(id)) {
            texts.insert(id);
        }
    }
    if verdict.has_labels {
        remove_copies(page, &mut texts);
    }
    texts
}

/// Removes the texts within a kept line that are copies for other screens.
fn remove_copies(page: &Page, texts: &mut NodeSet) {
    let document = page.document();
    for WidthCopy { original, copy } in page.width_copies().iter().cloned() {
        let shown = |id: &NodeId| document.kind(*id) == NodeKind::Text && texts.contains(*id);
        let text = |id: NodeId| document.text(id).trim_ascii();
        let known: HashSet<&str> =
            document.descendants_and_self(original).filter(shown).map(text).collect();
        let copied = document.descendants_and_self(copy.start).filter(shown);
        let copied: Vec<NodeId> = copied.filter(|&id| known.contains(text(id))).collect();
        for id in copied {
            texts.remove(id);
        }
    }
}

/// The longest caption that is written with its image, in characters.
const MAX_CAPTION: u32 = 500;

/// Adds the captions of written images that are not kept as content. A caption is a part of its
/// picture, as the alternative text is: it is written where the picture is, and only there. For
/// example, a reader of plain text needs no "Photo: Ann" between two paragraphs, and somebody who
/// sees the photograph wants to know what it shows.
fn add_captions(page: &Page, kept: &[bool], images: &[NodeId], texts: &mut NodeSet) {
    let document = page.document();
    let paragraphs = page.paragraphs();
    let base = page.base_url();
    let sources = Images::new(document, base.as_ref());
    let pictures =
        document.elements(NodeId::DOCUMENT).filter(|&id| document.is_html(id, name::IMG));
    for id in pictures {
        let Some(whole) = captioned(document, id) else { continue };
        let is_caption = |at: &usize| {
            let of = &paragraphs[*at];
            !kept[*at] && 2 * of.link_chars <= of.text_chars
        };
        let caption: Vec<usize> = page.paragraphs_among(whole).filter(is_caption).collect();
        let chars: u32 = caption.iter().map(|&at| paragraphs[at].text_chars).sum();
        let is_written = || images.binary_search(&id).is_ok() || is_among_kept(page, kept, id);
        if (1..=MAX_CAPTION).contains(&chars) && is_written() && sources.image(id).is_some() {
            for node in caption.iter().flat_map(|&at| page.paragraph_nodes(&paragraphs[at])) {
                texts.insert(node);
            }
        }
    }
}

/// Removes the texts that only say who wrote a post and when. Formats with headings say that in the
/// heading of the post.
pub(super) fn remove_labels(page: &Page, verdict: &Verdict, texts: &mut NodeSet) {
    let labels = verdict.posts.iter().flat_map(|post| &post.labels);
    let paragraphs = labels.filter_map(|&index| page.paragraphs().get(index));
    for id in paragraphs.flat_map(|paragraph| page.paragraph_nodes(paragraph)) {
        texts.remove(id);
    }
}

/// The longest text of a card, in bytes, and the most nodes. Both are bounded because each image
/// looks through its card.
const CARD_BYTES: usize = 1000;
const CARD_NODES: usize = 500;

/// Returns the card that an image is in: the nearest element around it with text and with no
/// other image, unless it is large or a section of the page.
fn card_of(document: &Document, image: NodeId) -> Option<NodeId> {
    let mut near = near(document, image).skip(1);
    let card = near.find(|&id| document.text(id).contains(|char: char| !char.is_whitespace()))?;
    let is_other = |&id: &NodeId| document.is_html(id, name::IMG) && !is_in(document, id, image);
    let is_small = document.text_range(card).len() <= CARD_BYTES
        && document.descendants_and_self(card).len() <= CARD_NODES
        && !matches!(
            document.name(card),
            Some(name::BODY | name::MAIN | name::SECTION | name::NAV)
        );
    (is_small && !document.elements(card).any(|id| is_other(&id))).then_some(card)
}

fn is_in(document: &Document, id: NodeId, whole: NodeId) -> bool {
    whole <= id && id < document.subtree_end(whole)
}

/// The longest text around an image of a member, in bytes. It is for letters that are shown if
/// there is no picture, for example "AL".
const PORTRAIT_BYTES: usize = 40;

/// Returns true for the image of a member of the site next to their posts, by the class of the
/// image or of the elements around it that contain nothing else.
pub(super) fn is_portrait(document: &Document, id: NodeId) -> bool {
    let mut near = near(document, id).skip(1).take_while(|&around| {
        document.text_range(around).len() <= PORTRAIT_BYTES
            && !document.is_html(around, name::FIGURE)
    });
    document.is_html(id, name::IMG)
        && (names_portrait(document, id) || near.any(|id| names_portrait(document, id)))
}

/// Returns true for a class of images of members. Sources: Discourse, `XenForo`, Invision
/// Community, Gravatar.
fn names_portrait(document: &Document, id: NodeId) -> bool {
    const PORTRAITS: [&str; 4] = ["avatar", "useravatar", "gravatar", "cauthorpane"];
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    let mut parts =
        class.split(|char: char| matches!(char, '-' | '_') || char.is_ascii_whitespace());
    parts.any(|part| PORTRAITS.iter().any(|name| part.eq_ignore_ascii_case(name)))
}

/// The number of paragraphs of a figure of which one must be kept. Bounded because each image looks
/// through its figure.
const FIGURE_PARAGRAPHS: usize = 1000;

/// The most texts of a paragraph that may be captions.
const MAX_CAPTIONS: usize = 100;

/// Returns true for a paragraph of captions alone. Figures are no blocks, so those that follow each
/// other have one paragraph: `<figure><img><figcaption>A</figcaption></figure><figure>…`.
fn is_of_captions(page: &Page, paragraph: &Paragraph) -> bool {
    let document = page.document();
    let in_figure = |text| around(document, text).any(|id| document.is_html(id, name::FIGURE));
    let mut texts = page.paragraph_nodes(paragraph);
    texts.by_ref().take(MAX_CAPTIONS).all(in_figure) && texts.next().is_none()
}

fn is_among_kept(page: &Page, kept: &[bool], id: NodeId) -> bool {
    let document = page.document();
    if is_hidden(document, id) || is_portrait(document, id) {
        return false;
    }
    let innermost = |matches: &dyn Fn(Name) -> bool| {
        around(document, id).skip(1).find(|&id| document.name(id).is_some_and(matches))
    };
    let figure = innermost(&|name| name == name::FIGURE);
    let whole = figure
        .map(|figure| figure..document.subtree_end(figure))
        .or_else(|| captioned(document, id).filter(|_| !document.is_html(id, name::HR)))
        .unwrap_or(id..document.subtree_end(id));
    let paragraphs = page.paragraphs();
    let within = page.paragraphs_among(whole.clone());
    let whole = whole.start;
    let (mut before, after) = (within.start.checked_sub(1), within.end);
    let is_kept = |index: usize| kept.get(index).copied().unwrap_or(false);
    if let Some(around) = before
        && page.paragraph_pieces(&paragraphs[around]).last().is_some_and(|last| last.node() > whole)
    {
        if is_kept(around) || !is_of_captions(page, &paragraphs[around]) {
            return is_kept(around);
        }
        // What is before the figures has to be kept, as for the first one.
        before = around.checked_sub(1);
    }
    if within.clone().take(FIGURE_PARAGRAPHS).any(is_kept) {
        return true;
    }
    if within.is_empty()
        && let Some(card) = card_of(document, whole)
        && page.paragraphs_in(card).any(is_kept)
    {
        return true;
    }
    let section = innermost(&|name| SECTIONS.contains(name)).unwrap_or(NodeId::DOCUMENT);
    let in_section = |index: &usize| {
        let first = paragraphs.get(*index).and_then(|paragraph| page.first_text(paragraph));
        first.is_some_and(|first| section < first && first < document.subtree_end(section))
    };
    let mut neighbours = [before, Some(after)].into_iter().flatten().filter(in_section).peekable();
    neighbours.peek().is_some() && neighbours.all(is_kept)
}
