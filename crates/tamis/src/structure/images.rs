//! The best source of an image, wherever a page hides it.
//!
//! The candidates are the image's own sources (`src`, `srcset`), the attributes from which scripts
//! set them (`data-src` and others), the `<source>`s of a `<picture>`, and a lone `<img>` in a
//! `<noscript>` directly before or after a placeholder. Placeholders are no candidates: tiny
//! `data:` images that wait for a script, `about:blank`, and files with names such as `spacer.gif`.
//!
//! Candidates are preferred in this order:
//!
//! 1. What every browser shows on every screen, before fallbacks. Fallbacks are AVIF, sources for
//!    narrow screens, for print or for dark mode, originals not meant for the page
//!    (`data-orig-file`), any attribute with the name of an image file if there is nothing else
//!    but a GIF, and finally `data:` images.
//! 2. The widest from [`USEFUL_WIDTH`] to [`WIDE_ENOUGH`] pixels, else the narrowest above.
//! 3. The densest up to two pixels per CSS pixel, else the least dense above. An image without a
//!    `srcset` has density one.
//! 4. The widest of the others.
//! 5. Sets before single sources, lazy attributes before `src`, and the first in the page.

mod emoji;
mod srcset;

use tamis_dom::{Document, Name, NodeId, NodeKind, name};
use url::Url;

use self::srcset::Size;
use crate::page::address::web_address;

/// The width in pixels that fills a text column on a screen with two pixels per CSS pixel.
pub(crate) const WIDE_ENOUGH: u32 = 1600;

/// The smallest width, in pixels, of a candidate that is more than a thumbnail.
pub(crate) const USEFUL_WIDTH: u32 = 320;

/// Two pixels per CSS pixel, in thousandths.
const DENSE_ENOUGH: u32 = 2000;

/// The largest width or height, in pixels, of an image that shows nothing.
const TINY_PIXELS: u32 = 2;

/// The length in base64 characters from which a `data:` image is no placeholder, some 300 bytes:
/// programs that make blurred previews write up to that many.
const TINY_BASE64: usize = 400;

/// The attributes that hold a `srcset` or a `src` until a script moves it, in order of preference.
const LAZY_SETS: [&str; 2] = ["data-srcset", "data-lazy-srcset"];
const LAZY_SOURCES: [&str; 3] = ["data-src", "data-lazy-src", "data-original"];

/// The ends of the names of attributes from which scripts set the source, whatever comes before:
/// `nitro-lazy-src`, `data-lazy`.
const SOURCE_ENDS: [&str; 3] = ["lazy", "lazyload", "src"];

/// The fallback step of a GIF in `src`, after all others: where another attribute has an address,
/// it is a preview, whatever its name: `leer.gif`.
const PREVIEW: u8 = 8;

/// The attributes with the address of the uploaded file, which may have any size.
const ORIGINALS: [&str; 2] = ["data-orig-file", "data-large-file"];

/// The most nodes of a `<noscript>` that contains only an image, and the most comments and white
/// space between it and the placeholder.
const NOSCRIPT_NODES: usize = 16;
const NODES_BETWEEN: usize = 8;

/// The number of nodes of a `<picture>` among which its image and its sources are. Each of the
/// images considers all of the sources.
const PICTURE_NODES: usize = 48;

/// The names of image files that show nothing.
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

/// An image to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Image<'d> {
    /// The address: absolute if the page's address is known.
    pub(crate) source: String,
    pub(crate) alt: &'d str,
    /// The size on the page, in pixels.
    pub(crate) width: Option<u32>,
    pub(crate) height: Option<u32>,
}

/// The images of a document.
#[derive(Clone)]
pub(crate) struct Images<'d> {
    document: &'d Document,
    base: Option<&'d Url>,
    lazy_sets: [Option<Name>; LAZY_SETS.len()],
    lazy_sources: [Option<Name>; LAZY_SOURCES.len()],
    originals: [Option<Name>; ORIGINALS.len()],
    amp_img: Option<Name>,
}

/// The rank of a candidate, lowest first: its fallback step, then its size.
type Rank = (u8, u8, u32);

/// The best candidate so far.
struct Choice<'d> {
    base: Option<&'d Url>,
    best: Option<(Rank, String)>,
    /// The candidates that were not compared with the best one yet.
    new: Vec<(Rank, &'d str)>,
}

impl<'d> Images<'d> {
    /// Returns the images of a document. Their addresses are resolved against `base`.
    pub(crate) fn new(document: &'d Document, base: Option<&'d Url>) -> Images<'d> {
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

    /// True for an element that stands for an image: `<img>`, `<amp-img>`, and a `<picture>`
    /// without an `<img>`.
    pub(crate) fn is_image(&self, id: NodeId) -> bool {
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

    /// Returns the text that an image stands for, such as an emoji, or `None` for all other images.
    pub(crate) fn emoji(&self, id: NodeId) -> Option<&'d str> {
        emoji::text(self.document, id)
    }

    /// Returns the image with its best source, or `None` if it has none.
    pub(crate) fn image(&self, id: NodeId) -> Option<Image<'d>> {
        let mut choice = Choice::new(self.base);
        let twin = self.twin(id);
        for img in [Some(id), twin].into_iter().flatten() {
            if let Some(picture) = self.picture_of(img) {
                self.consider_picture(picture, &mut choice);
            }
            self.consider_element(img, 0, &mut choice);
        }
        choice.settle();
        let (_, source) = choice.best?;
        let stated = |attr| {
            let forms = [Some(id), twin].into_iter().flatten();
            let mut stated = forms.filter_map(|img| self.document.attr(img, attr));
            stated.find(|value| !value.is_empty())
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

    /// Returns the other element for the same image: for a placeholder the `<img>` in the
    /// `<noscript>` next to it, and vice versa.
    pub(crate) fn twin(&self, id: NodeId) -> Option<NodeId> {
        let document = self.document;
        let Some(noscript) = self.noscript_around(id) else {
            let mut noscripts = self.neighbours(id).into_iter().flatten();
            let in_noscript = noscripts.find_map(|id| self.only_image(id))?;
            return self.is_same(id, in_noscript).then_some(in_noscript);
        };
        self.only_image(noscript).filter(|&only| only == id)?;
        let around =
            document.parent(noscript).filter(|&parent| document.name(parent) == self.amp_img);
        let mut neighbours = self.neighbours(noscript).into_iter().flatten().chain(around);
        neighbours.find(|&other| self.is_image(other) && self.twin(other) == Some(id))
    }

    /// True if the image in the `<noscript>` is the same as the placeholder's: the placeholder has
    /// no source, a `data:` image as a preview, a source that a script sets, or the same one.
    fn is_same(&self, placeholder: NodeId, in_noscript: NodeId) -> bool {
        let own = self.document.attr(placeholder, name::SRC).unwrap_or_default();
        let mut choice = Choice::new(self.base);
        if !self.is_tiny(placeholder) {
            choice.consider(own, Size::PLAIN, 0);
        }
        let mut lazy = self.lazy_sets.iter().chain(&self.lazy_sources).flatten();
        !choice.settle()
            || lazy.any(|&attr| self.document.attr(placeholder, attr).is_some())
            || starts_with_ignoring_case(own.trim_start(), "data:")
            || self.document.attr(in_noscript, name::SRC) == Some(own)
    }

    /// Returns the `<noscript>` around the image, directly or with a `<picture>` in between.
    fn noscript_around(&self, id: NodeId) -> Option<NodeId> {
        let mut around = self.document.ancestors(id).take(2);
        around.find(|&id| self.document.is_html(id, name::NOSCRIPT))
    }

    /// Returns the `<picture>` that the image is, or that is around it, directly or with a
    /// `<noscript>` in between. `None` for an image far from its begin.
    fn picture_of(&self, id: NodeId) -> Option<NodeId> {
        let mut around = std::iter::once(id).chain(self.document.ancestors(id).take(2));
        around
            .find(|&id| self.document.is_html(id, name::PICTURE))
            .filter(|&picture| is_near(picture, id))
    }

    /// Returns the siblings directly after and before an element, where a `<noscript>` of the same
    /// image may be. For an `<amp-img>`, also its first child.
    fn neighbours(&self, id: NodeId) -> [Option<NodeId>; 3] {
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

    /// Returns the image of a `<noscript>` that contains nothing else.
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

    fn consider_picture(&self, picture: NodeId, choice: &mut Choice<'d>) {
        let document = self.document;
        let first = document.children(picture).take_while(|&id| is_near(picture, id));
        for source in first.filter(|&id| document.is_html(id, name::SOURCE)) {
            let format = document.attr(source, name::TYPE).unwrap_or_default();
            let media = document.attr(source, name::MEDIA).unwrap_or_default();
            let is_fallback = format.to_ascii_lowercase().contains("avif") || is_for_others(media);
            self.consider_element(source, u8::from(is_fallback), choice);
        }
    }

    /// Considers all attributes of an image or a source. `src` and `srcset` of a tiny image are
    /// ignored.
    fn consider_element(&self, id: NodeId, step: u8, choice: &mut Choice<'d>) {
        let document = self.document;
        let value = |attr: &Option<Name>| attr.and_then(|attr| document.attr(id, attr));
        let shown =
            if self.is_tiny(id) { [None; 2] } else { [Some(name::SRCSET), Some(name::SRC)] };
        let sets = self.lazy_sets.iter().chain(&shown[..1]).filter_map(value);
        for (address, size) in sets.flat_map(srcset::candidates) {
            choice.consider(address, size, step);
        }
        for address in self.lazy_sources.iter().filter_map(value) {
            choice.consider(address, Size::PLAIN, step);
        }
        if let Some(address) = value(&shown[1]) {
            let is_preview = has_ending(address, "gif");
            choice.consider(address, Size::PLAIN, if is_preview { step + PREVIEW } else { step });
        }
        for address in self.originals.iter().filter_map(value) {
            choice.consider(address, Size::PLAIN, step + 2);
        }
        if !choice.settle() || choice.is_preview(step) {
            self.consider_any_attribute(id, step + 3, choice);
        }
    }

    /// Considers any attribute with the name of an image file, for scripts with attributes of their
    /// own.
    ///
    /// Source: Readability.js, `_fixLazyImages`.
    fn consider_any_attribute(&self, id: NodeId, step: u8, choice: &mut Choice<'d>) {
        const SHOWN: [Name; 3] = [name::SRC, name::SRCSET, name::ALT];
        let attrs = self.document.attrs(id).iter().filter(|attr| !SHOWN.contains(&attr.name()));
        for attr in attrs {
            let value = self.document.attr_value(attr).trim();
            let name = self.document.name_str(attr.name());
            if SOURCE_ENDS.iter().any(|end| name.ends_with(end)) && is_whole_address(value) {
                choice.consider(value, Size::PLAIN, step);
                continue;
            }
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

impl<'d> Choice<'d> {
    fn new(base: Option<&'d Url>) -> Choice<'d> {
        Choice { base, best: None, new: Vec::new() }
    }

    /// Adds a candidate.
    fn consider(&mut self, address: &'d str, size: Size, step: u8) {
        let address = address.trim();
        let (class, distance) = preference(size);
        // Many programs for books and mail do not show AVIF.
        let step =
            if is_data(address) { u8::MAX } else { step + u8::from(has_ending(address, "avif")) };
        self.new.push(((step, class, distance), address));
    }

    /// Compares the new candidates with the best one, and returns true if there is a best one now.
    /// Of those with the same rank it is the first.
    fn settle(&mut self) -> bool {
        // Addresses are resolved from the best rank on, because that takes long.
        self.new.sort_by_key(|(rank, _)| *rank);
        for (rank, address) in self.new.drain(..) {
            if self.best.as_ref().is_some_and(|(best, _)| *best <= rank) {
                break;
            }
            if let Some(address) = whole_address(self.base, address) {
                self.best = Some((rank, address));
            }
        }
        self.best.is_some()
    }

    /// True if the best candidate is at most a preview.
    fn is_preview(&self, step: u8) -> bool {
        self.best.as_ref().is_some_and(|((best, ..), _)| *best == step + PREVIEW)
    }
}

/// Returns the whole address of a candidate, or `None` if it leads to no image.
fn whole_address(base: Option<&Url>, address: &str) -> Option<String> {
    if is_data(address) {
        return is_real_data(address).then(|| address.to_owned());
    }
    if is_placeholder(address) { None } else { web_address(base, address) }
}

fn is_data(address: &str) -> bool {
    starts_with_ignoring_case(address, "data:")
}

/// True for the first nodes of a picture.
fn is_near(picture: NodeId, id: NodeId) -> bool {
    id.index() - picture.index() <= PICTURE_NODES
}

/// Returns the rank of a size: its class, and the distance from the best size of that class.
fn preference(size: Size) -> (u8, u32) {
    match size {
        Size::Width(width) if width < USEFUL_WIDTH => (3, USEFUL_WIDTH - width),
        Size::Width(width) if width <= WIDE_ENOUGH => (0, WIDE_ENOUGH - width),
        Size::Width(width) => (1, width),
        Size::Density(density) if density <= DENSE_ENOUGH => (2, DENSE_ENOUGH - density),
        Size::Density(density) => (2, density),
    }
}

/// True if a media query excludes common screens.
fn is_for_others(media: &str) -> bool {
    let media = media.to_ascii_lowercase();
    let is_narrow = media.contains("max-width") && !media.contains("min-width");
    is_narrow || media.contains("dark") || media.starts_with("print")
}

/// True if a `data:` image is worth showing. An SVG cannot be shown safely.
fn is_real_data(address: &str) -> bool {
    let Some((header, body)) = address.split_once(',') else { return false };
    let header = header.to_ascii_lowercase();
    header.starts_with("data:image/")
        && !header.starts_with("data:image/svg")
        && header.ends_with(";base64")
        && body.len() >= TINY_BASE64
}

/// True if the address leads to no image, or to a placeholder.
fn is_placeholder(address: &str) -> bool {
    // Some attributes hold a description of the image instead.
    if address.starts_with(['{', '[', '<', '#']) {
        return true;
    }
    let file = file_of(address).to_ascii_lowercase();
    let (stem, extension) = file.rsplit_once('.').unwrap_or((&file, ""));
    stem.contains("placeholder")
        || PLACEHOLDERS.contains(&stem) && matches!(extension, "gif" | "png" | "svg" | "webp")
}

/// True for one address with a scheme or a host.
fn is_whole_address(value: &str) -> bool {
    let schemes = ["https://", "http://", "//"];
    schemes.iter().any(|scheme| starts_with_ignoring_case(value, scheme))
        && !value.contains(char::is_whitespace)
}

/// Returns the name of the file that the address leads to.
fn file_of(address: &str) -> &str {
    let end = memchr::memchr2(b'?', b'#', address.as_bytes()).unwrap_or(address.len());
    let path = &address[..end];
    &path[memchr::memrchr(b'/', path.as_bytes()).map_or(0, |at| at + 1)..]
}

/// True if an address names a file with this ending.
fn has_ending(address: &str, expected: &str) -> bool {
    let ending = file_of(address).rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case(expected))
}

/// True if the text contains the name of an image file.
fn names_image_file(text: &str) -> bool {
    let extensions = ["jpg", "jpeg", "png", "webp"];
    text.split('.')
        .skip(1)
        .any(|after| extensions.iter().any(|extension| starts_with_ignoring_case(after, extension)))
}

/// Returns a number of pixels, written with or without the unit.
fn pixels(text: &str) -> Option<u32> {
    let text = text.trim();
    text.strip_suffix("px").unwrap_or(text).trim_end().parse().ok()
}

fn starts_with_ignoring_case(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

#[cfg(test)]
mod tests;
