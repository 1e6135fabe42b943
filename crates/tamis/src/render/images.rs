//! The best source of an image, wherever a page hides it.
//!
//! Candidates are the sources of an image (`src`, `srcset`), those that scripts would put there (`data-src` and the like),
//! those of the `<source>`s of a `<picture>`, and those of an `<img>` alone in a `<noscript>` right behind or before a
//! placeholder. Placeholders are no candidates: the tiny images in the address that stand there until a script comes,
//! `about:blank`, files called `spacer.gif` and the like.
//!
//! Of the candidates these are preferred, in this order:
//!
//! 1. to fall-backs: what every reader shows on every screen. Fall-backs are AVIF, sources for narrow screens, for print or
//!    for dark pages, originals that were never meant for the page (`data-orig-file`), where there is nothing else any
//!    attribute with the name of an image file, and last images in the address;
//! 2. the widest of at least [`USEFUL_WIDTH`] and at most [`WIDE_ENOUGH`] pixels; else the least wide above;
//! 3. the densest of at most two pixels per pixel of the page; an image without a `srcset` has one; else the least dense above;
//! 4. the widest of the others;
//! 5. sets before single sources, what waits for a script before what stands in `src`, and the first in the page.

mod srcset;

use tamis_dom::{Document, Name, NodeId, NodeKind, name};
use url::Url;

use self::srcset::Size;
use crate::address::web_address;

/// The width in pixels that fills a column of text on a screen with two pixels per pixel of the page.
pub(super) const WIDE_ENOUGH: u32 = 1600;

/// Below this width, in pixels, an image of a set is a thumbnail.
pub(super) const USEFUL_WIDTH: u32 = 320;

/// Two pixels per pixel of the page, in thousandths.
const DENSE_ENOUGH: u32 = 2000;

/// An image whose stated width or height is at most this many pixels shows nothing.
const TINY_PIXELS: u32 = 2;

/// Characters of base64 below which an image in the address is a placeholder.
/// Source: Readability.js, `_fixLazyImages`.
const TINY_BASE64: usize = 133;

/// Attributes that hold a `srcset` until a script comes, and those that hold a `src`, in the order of preference.
const LAZY_SETS: [&str; 2] = ["data-srcset", "data-lazy-srcset"];
const LAZY_SOURCES: [&str; 3] = ["data-src", "data-lazy-src", "data-original"];

/// Attributes with the address of the file that was uploaded, of any size.
const ORIGINALS: [&str; 2] = ["data-orig-file", "data-large-file"];

/// How many nodes a `<noscript>` with nothing but an image has at most, and how many white space and comments may stand
/// between it and the placeholder.
const NOSCRIPT_NODES: usize = 16;
const NODES_BETWEEN: usize = 8;

/// Names of files that show nothing.
const PLACEHOLDERS: &[&str] = &[
    "1px",
    "1x1",
    "blank",
    "grey",
    "lazyload",
    "loader",
    "loading",
    "pixel",
    "spacer",
    "spinner",
    "trans",
    "transparent",
];

/// An image as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Image<'d> {
    /// Where it is: absolute where the page's address is known.
    pub(super) source: String,
    pub(super) alt: &'d str,
    /// Its size on the page, in pixels.
    pub(super) width: Option<u32>,
    pub(super) height: Option<u32>,
}

/// The images of a document.
pub(super) struct Images<'d> {
    document: &'d Document,
    base: Option<&'d Url>,
    lazy_sets: [Option<Name>; LAZY_SETS.len()],
    lazy_sources: [Option<Name>; LAZY_SOURCES.len()],
    originals: [Option<Name>; ORIGINALS.len()],
    amp_img: Option<Name>,
}

/// How little a candidate is wanted: its fall-back step, then its size.
type Rank = (u8, u8, u32);

/// The best candidate so far.
struct Choice<'d> {
    base: Option<&'d Url>,
    best: Option<(Rank, String)>,
}

impl<'d> Images<'d> {
    /// The images of this document, their addresses relative to this one.
    pub(super) fn new(document: &'d Document, base: Option<&'d Url>) -> Images<'d> {
        let find = |text| document.find_name(text);
        Images {
            document,
            base,
            lazy_sets: LAZY_SETS.map(find),
            lazy_sources: LAZY_SOURCES.map(find),
            originals: ORIGINALS.map(find),
            amp_img: find("amp-img"),
        }
    }

    /// Whether the element stands for an image: `<img>`, `<amp-img>`, and a `<picture>` that has no `<img>`.
    pub(super) fn is_image(&self, id: NodeId) -> bool {
        let Some(name) = self.document.name(id) else { return false };
        match name {
            name::IMG => self.document.is_html(id, name::IMG),
            name::PICTURE => !self
                .document
                .children(id)
                .any(|child| matches!(self.document.name(child), Some(name::IMG | name::NOSCRIPT))),
            _ => self.amp_img == Some(name),
        }
    }

    /// The image with its best source; `None` where it has none.
    pub(super) fn image(&self, id: NodeId) -> Option<Image<'d>> {
        let mut choice = Choice { base: self.base, best: None };
        let twin = self.twin(id);
        for img in [Some(id), twin].into_iter().flatten() {
            if let Some(picture) = self.picture_of(img) {
                self.consider_picture(picture, &mut choice);
            }
            self.consider_element(img, 0, &mut choice);
        }
        let (_, source) = choice.best?;
        let stated = |attr| {
            [Some(id), twin].into_iter().flatten().find_map(|img| self.document.attr(img, attr))
        };
        let pixels = |attr| stated(attr).and_then(pixels).filter(|&pixels| pixels > TINY_PIXELS);
        let is_sized = !self.is_tiny(id);
        Some(Image {
            source,
            alt: stated(name::ALT).unwrap_or_default(),
            width: pixels(name::WIDTH).filter(|_| is_sized),
            height: pixels(name::HEIGHT).filter(|_| is_sized),
        })
    }

    /// The other element that stands for the same image: for a placeholder the `<img>` in the `<noscript>` beside it,
    /// and the other way around.
    pub(super) fn twin(&self, id: NodeId) -> Option<NodeId> {
        let document = self.document;
        let Some(noscript) = self.noscript_around(id) else {
            let mut noscripts = self.beside(id).into_iter().flatten();
            let in_noscript = noscripts.find_map(|id| self.only_image(id))?;
            return self.is_same(id, in_noscript).then_some(in_noscript);
        };
        self.only_image(noscript).filter(|&only| only == id)?;
        let around =
            document.parent(noscript).filter(|&parent| document.name(parent) == self.amp_img);
        let mut beside = self.beside(noscript).into_iter().flatten().chain(around);
        beside.find(|&other| self.is_image(other) && self.twin(other) == Some(id))
    }

    /// Whether the image in the `<noscript>` is the one that stands here: here is nothing yet, or the same source.
    fn is_same(&self, placeholder: NodeId, in_noscript: NodeId) -> bool {
        let own = self.document.attr(placeholder, name::SRC).unwrap_or_default();
        let mut choice = Choice { base: self.base, best: None };
        if !self.is_tiny(placeholder) {
            choice.consider(own, Size::PLAIN, 0);
        }
        choice.best.is_none() || self.document.attr(in_noscript, name::SRC) == Some(own)
    }

    /// The `<noscript>` that the image stands in, directly or in a `<picture>`.
    fn noscript_around(&self, id: NodeId) -> Option<NodeId> {
        let mut around = self.document.ancestors(id).take(2);
        around.find(|&id| self.document.is_html(id, name::NOSCRIPT))
    }

    /// The `<picture>` that the image stands in, directly or with a `<noscript>` in between, or that it is itself.
    fn picture_of(&self, id: NodeId) -> Option<NodeId> {
        let mut around = std::iter::once(id).chain(self.document.ancestors(id).take(2));
        around.find(|&id| self.document.is_html(id, name::PICTURE))
    }

    /// The elements right behind and before this one; for what is in the place of an image, its `<noscript>`s, and of an
    /// `<amp-img>` its own one.
    fn beside(&self, id: NodeId) -> [Option<NodeId>; 3] {
        let document = self.document;
        let is_between = |id: &NodeId| match document.kind(*id) {
            NodeKind::Comment => true,
            NodeKind::Text => document.text(*id).trim().is_empty(),
            _ => false,
        };
        let neighbour = |next: &dyn Fn(NodeId) -> Option<NodeId>| {
            std::iter::successors(next(id), |&id| next(id))
                .take(NODES_BETWEEN)
                .find(|id| !is_between(id))
        };
        let is_amp = document.name(id).is_some() && document.name(id) == self.amp_img;
        [
            neighbour(&|id| document.next_sibling(id)),
            neighbour(&|id| document.previous_sibling(id)),
            document.first_child(id).filter(|_| is_amp),
        ]
    }

    /// The image of a `<noscript>` that holds nothing else.
    fn only_image(&self, noscript: NodeId) -> Option<NodeId> {
        let document = self.document;
        if !document.is_html(noscript, name::NOSCRIPT) {
            return None;
        }
        let nodes = document.descendants_and_self(noscript);
        if nodes.len() > NOSCRIPT_NODES || !document.text(noscript).trim().is_empty() {
            return None;
        }
        let mut images = nodes.filter(|&id| document.is_html(id, name::IMG));
        let only = images.next()?;
        images.next().is_none().then_some(only)
    }

    fn consider_picture(&self, picture: NodeId, choice: &mut Choice<'_>) {
        let document = self.document;
        for source in document.children(picture).filter(|&id| document.is_html(id, name::SOURCE)) {
            let format = document.attr(source, name::TYPE).unwrap_or_default();
            let media = document.attr(source, name::MEDIA).unwrap_or_default();
            let is_fallback = format.to_ascii_lowercase().contains("avif") || is_for_others(media);
            self.consider_element(source, u8::from(is_fallback), choice);
        }
    }

    /// Looks at all attributes of an image or a source. What stands in `src` and `srcset` of a tiny image is not looked at.
    fn consider_element(&self, id: NodeId, step: u8, choice: &mut Choice<'_>) {
        let document = self.document;
        let value = |attr: &Option<Name>| attr.and_then(|attr| document.attr(id, attr));
        let shown =
            if self.is_tiny(id) { [None; 2] } else { [Some(name::SRCSET), Some(name::SRC)] };
        let sets = self.lazy_sets.iter().chain(&shown[..1]).filter_map(value);
        for (address, size) in sets.flat_map(srcset::candidates) {
            choice.consider(address, size, step);
        }
        for address in self.lazy_sources.iter().chain(&shown[1..]).filter_map(value) {
            choice.consider(address, Size::PLAIN, step);
        }
        for address in self.originals.iter().filter_map(value) {
            choice.consider(address, Size::PLAIN, step + 2);
        }
        if choice.best.is_none() {
            self.consider_any_attribute(id, step + 3, choice);
        }
    }

    /// Looks for an image in any attribute, for scripts of which nobody knows.
    ///
    /// Source: Readability.js, `_fixLazyImages`.
    fn consider_any_attribute(&self, id: NodeId, step: u8, choice: &mut Choice<'_>) {
        const SHOWN: [Name; 3] = [name::SRC, name::SRCSET, name::ALT];
        let attrs = self.document.attrs(id).iter().filter(|attr| !SHOWN.contains(&attr.name()));
        for value in attrs.map(|attr| self.document.attr_value(attr).trim()) {
            if !names_image_file(value) {
                continue;
            }
            if value.contains(char::is_whitespace) {
                let sized =
                    srcset::candidates(value).filter(|(address, _)| names_image_file(address));
                for (address, size) in sized {
                    choice.consider(address, size, step);
                }
            } else {
                choice.consider(value, Size::PLAIN, step);
            }
        }
    }

    fn is_tiny(&self, id: NodeId) -> bool {
        let stated = |attr| self.document.attr(id, attr).and_then(pixels);
        [stated(name::WIDTH), stated(name::HEIGHT)]
            .into_iter()
            .flatten()
            .any(|size| size <= TINY_PIXELS)
    }
}

impl Choice<'_> {
    /// Takes the address where it is better than the best so far.
    fn consider(&mut self, address: &str, size: Size, step: u8) {
        let address = address.trim();
        let is_data = starts_with_ignoring_case(address, "data:");
        let (class, distance) = preference(size);
        let rank = (if is_data { u8::MAX } else { step }, class, distance);
        if self.best.as_ref().is_some_and(|(best, _)| *best <= rank) {
            return;
        }
        let address = if is_data {
            is_real_data(address).then(|| address.to_owned())
        } else if is_placeholder(address) {
            None
        } else {
            web_address(self.base, address)
        };
        if let Some(address) = address {
            self.best = Some((rank, address));
        }
    }
}

/// How little a size is wanted: its class, then its distance from what is best in it.
fn preference(size: Size) -> (u8, u32) {
    match size {
        Size::Width(width) if width < USEFUL_WIDTH => (3, USEFUL_WIDTH - width),
        Size::Width(width) if width <= WIDE_ENOUGH => (0, WIDE_ENOUGH - width),
        Size::Width(width) => (1, width),
        Size::Density(density) if density <= DENSE_ENOUGH => (2, DENSE_ENOUGH - density),
        Size::Density(density) => (2, density),
    }
}

/// Whether a media query asks for something else than a page on a screen of common width.
fn is_for_others(media: &str) -> bool {
    let media = media.to_ascii_lowercase();
    let is_narrow = media.contains("max-width") && !media.contains("min-width");
    is_narrow || media.contains("dark") || media.starts_with("print")
}

/// Whether an image in the address is one to look at. An SVG there can't be shown safely.
fn is_real_data(address: &str) -> bool {
    let Some((header, body)) = address.split_once(',') else { return false };
    let header = header.to_ascii_lowercase();
    header.starts_with("data:image/")
        && !header.starts_with("data:image/svg")
        && header.ends_with(";base64")
        && body.len() >= TINY_BASE64
}

/// Whether no image can be at this address, or one that shows nothing.
fn is_placeholder(address: &str) -> bool {
    // Some attributes hold a description of the image instead.
    if address.starts_with(['{', '[', '<', '#']) {
        return true;
    }
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let file = path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    let (stem, extension) = file.rsplit_once('.').unwrap_or((&file, ""));
    stem.starts_with("placeholder")
        || PLACEHOLDERS.contains(&stem) && matches!(extension, "gif" | "png" | "svg" | "webp")
}

/// Whether the name of an image file is in the text.
fn names_image_file(text: &str) -> bool {
    let extensions = ["jpg", "jpeg", "png", "webp"];
    text.split('.').skip(1).any(|behind| {
        extensions.iter().any(|extension| starts_with_ignoring_case(behind, extension))
    })
}

/// A number of pixels, with or without its unit.
fn pixels(text: &str) -> Option<u32> {
    let text = text.trim();
    text.strip_suffix("px").unwrap_or(text).trim_end().parse().ok()
}

fn starts_with_ignoring_case(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

#[cfg(test)]
mod tests;
