//! The light cleaning of a body.
//!
//! Source: fivefilters' Readability (`Readability.php`), `prepArticle`, `cleanHeaders` and
//! `cleanConditionally` with `lightClean`. Deviations: lengths count Unicode scalar values, with a
//! run of white space as one. Empty paragraphs are not removed, because they give no output.

use tamis_dom::{Document, Name, NameSet, NodeId, NodeKind, name};

use super::masks::Masks;
use super::weight::weight;
use crate::page::Page;

/// Removed in any case.
const REMOVED: NameSet =
    NameSet::of(&[name::INPUT, name::BUTTON, name::NAV, name::CANVAS, name::H1]);

/// Removed unless they embed video or audio.
const EMBEDDED: NameSet = NameSet::of(&[name::OBJECT, name::IFRAME]);

/// Removed if they are unlikely to be text, in this order.
const CONDITIONAL: [Name; 4] = [name::FORM, name::TABLE, name::UL, name::DIV];

/// An `h2` that is the only one in the body and has fewer characters than this is removed.
const MAX_ONLY_HEADING_CHARS: u32 = 100;

/// The maximum link density of a heading.
const MAX_HEADING_LINK_DENSITY: f64 = 0.33;

/// An element with at least this many commas is text.
const MIN_COMMAS: u32 = 6;

/// An element may have this many more list items than paragraphs.
const FREE_ITEMS: u32 = 100;

/// An element with fewer characters needs one or two images, or embedded media, to be kept.
const MIN_CHARS: u32 = 6;

/// At most this many images count in place of text.
const MAX_LONE_IMAGES: u32 = 2;

/// The class weight of an element with a positive name.
const GOOD_WEIGHT: i32 = 25;

/// The maximum link density of an element: without a positive name, and with one.
const MAX_LINK_DENSITY: [f64; 2] = [0.25, 0.5];

/// An element with a positive name may exceed its link density with this many links.
const MAX_LONE_LINKS: u32 = 2;

/// The maximum number of embedded media in an element.
const MAX_EMBEDS: u32 = 3;

/// Sites of video and audio, without their top-level domain.
const MEDIA_SITES: [&str; 10] = [
    "youtu",
    "youtube",
    "soundcloud",
    "dailymotion",
    "vimeo",
    "pornhub",
    "xvideos",
    "twitvid",
    "rutube",
    "viddler",
];

/// Top-level domains of [`MEDIA_SITES`].
const MEDIA_DOMAINS: [&str; 4] = ["com", "be", "org", "net"];

/// Adds to the masks what the cleaning removes from the subtrees of these nodes, which are in
/// document order. `host` is the page's. A root inside another is skipped, so that no subtree is
/// cleaned twice.
pub(super) fn prune(page: &Page, host: &str, roots: &[NodeId], masks: &mut Masks) {
    let document = page.document();
    let mut end = 0;
    for &root in roots {
        if root.index() < end || document.kind(root) != NodeKind::Element {
            continue;
        }
        end = document.subtree_end(root).index();
        let mut pruner = Pruner { document, host, root, masks };
        pruner.remove_unconditional();
        pruner.remove_headings();
        for name in CONDITIONAL {
            pruner.count(Some(name));
        }
    }
}

struct Pruner<'p, 'm> {
    document: &'p Document,
    host: &'p str,
    root: NodeId,
    masks: &'m mut Masks,
}

/// Counts over a subtree, without removed parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    chars: u32,
    /// Characters in links to the site itself. If the host is empty, in all links.
    link_chars: u32,
    commas: u32,
    paragraphs: u32,
    images: u32,
    items: u32,
    inputs: u32,
    links: u32,
    embeds: u32,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.chars += other.chars;
        self.link_chars += other.link_chars;
        self.commas += other.commas;
        self.paragraphs += other.paragraphs;
        self.images += other.images;
        self.items += other.items;
        self.inputs += other.inputs;
        self.links += other.links;
        self.embeds += other.embeds;
    }

    fn link_density(&self) -> f64 {
        if self.chars == 0 { 0.0 } else { f64::from(self.link_chars) / f64::from(self.chars) }
    }

    /// Returns true if an element with this name and class weight is unlikely to be text.
    fn is_boilerplate(&self, name: Name, weight: i32) -> bool {
        if self.commas >= MIN_COMMAS {
            return false;
        }
        let density = self.link_density();
        let few_images = self.images == 0 || self.images > MAX_LONE_IMAGES;
        let too_many_links = if weight < GOOD_WEIGHT {
            density > MAX_LINK_DENSITY[0]
        } else {
            self.links > MAX_LONE_LINKS && density > MAX_LINK_DENSITY[1]
        };
        self.items > self.paragraphs + FREE_ITEMS && name != name::UL
            || self.inputs > self.paragraphs / 3
            || self.chars < MIN_CHARS && self.embeds == 0 && few_images
            || too_many_links
            || self.embeds > MAX_EMBEDS
    }
}

impl Pruner<'_, '_> {
    fn remove_unconditional(&mut self) {
        for id in self.remaining(REMOVED) {
            self.masks.pruned.insert(id);
        }
        for id in self.remaining(EMBEDDED) {
            let attrs = self.document.elements(id).flat_map(|id| self.document.attrs(id));
            if !attrs.into_iter().any(|attr| is_media(self.document.attr_value(attr))) {
                self.masks.pruned.insert(id);
            }
        }
    }

    /// Removes the headings that the reference calls spurious headers.
    fn remove_headings(&mut self) {
        let headings = self.remaining(NameSet::of(&[name::H2]));
        let counts = self.count(None);
        let of = |id: NodeId| counts[id.index() - self.root.index()];
        let lone = headings.len() == 1;
        for id in headings {
            let spurious = self.weight(id) < 0
                || of(id).link_density() > MAX_HEADING_LINK_DENSITY
                || lone && of(id).chars < MAX_ONLY_HEADING_CHARS;
            if spurious {
                self.masks.pruned.insert(id);
            }
        }
    }

    /// Returns the elements of these names below the root that are not removed yet.
    fn remaining(&self, names: NameSet) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut next = self.root.index() + 1;
        while next < self.document.subtree_end(self.root).index() {
            let id = NodeId::from_index(next);
            next += 1;
            if self.masks.removal(id).is_some() {
                next = self.document.subtree_end(id).index();
            } else if self.document.name(id).is_some_and(|name| names.contains(name)) {
                found.push(id);
            }
        }
        found
    }

    /// Returns the counts of the root and all nodes below it, in document order. If a name is
    /// given, unlikely elements of this name are removed on the way, innermost first, and not
    /// counted.
    fn count(&mut self, conditional: Option<Name>) -> Vec<Counts> {
        let start = self.root.index();
        let mut counts =
            vec![Counts::default(); self.document.subtree_end(self.root).index() - start];
        for index in (0..counts.len()).rev() {
            let id = NodeId::from_index(start + index);
            if self.masks.removal(id).is_some() && id != self.root {
                continue;
            }
            // An element is judged by its descendants, and counts for its ancestors.
            let below = counts[index];
            if let Some(name) = conditional
                && self.document.name(id) == Some(name)
                && id != self.root
                && self.is_unlikely(id, name, &below)
            {
                self.masks.pruned.insert(id);
                continue;
            }
            let mut whole = below;
            self.count_node(id, &mut whole);
            if id == self.root {
                counts[index] = whole;
            } else if let Some(parent) = self.document.parent(id) {
                counts[index] = whole;
                counts[parent.index() - start].add(whole);
            }
        }
        counts
    }

    fn is_unlikely(&self, id: NodeId, name: Name, below: &Counts) -> bool {
        let weight = self.weight(id);
        weight < 0 || below.is_boilerplate(name, weight)
    }

    fn weight(&self, id: NodeId) -> i32 {
        let attr = |name| self.document.attr(id, name).map_or(0, weight);
        attr(name::CLASS) + attr(name::ID)
    }

    fn count_node(&self, id: NodeId, counts: &mut Counts) {
        if self.document.kind(id) == NodeKind::Text {
            let text = self.document.text(id);
            counts.chars += collapsed_chars(text);
            counts.commas += text.matches(',').count() as u32;
            return;
        }
        let source = || self.document.attr(id, name::SRC).unwrap_or_default();
        match self.document.name(id) {
            Some(name::P) => counts.paragraphs += 1,
            Some(name::IMG) => counts.images += 1,
            Some(name::LI) => counts.items += 1,
            Some(name::INPUT) => counts.inputs += 1,
            Some(name::EMBED | name::IFRAME) => counts.embeds += u32::from(is_media(source())),
            Some(name::A) => {
                counts.links += 1;
                let target = self.document.attr(id, name::HREF).unwrap_or_default();
                if target.contains(self.host) {
                    counts.link_chars = counts.chars;
                }
            }
            _ => {}
        }
    }
}

/// Returns the number of scalar values with each run of white space as one, or 0 for blank text.
fn collapsed_chars(text: &str) -> u32 {
    let words = text.split_whitespace();
    let (words, chars) =
        words.fold((0, 0), |(words, chars), word| (words + 1, chars + word.chars().count()));
    let gaps = usize::saturating_sub(words, 1);
    let edges = usize::from(text.starts_with(char::is_whitespace))
        + usize::from(text.ends_with(char::is_whitespace));
    if words == 0 { 0 } else { (chars + gaps + edges) as u32 }
}

/// Returns true if the address is on one of the [`MEDIA_SITES`], or on a host directly below one.
fn is_media(address: &str) -> bool {
    let address = address.to_ascii_lowercase();
    address.match_indices("//").any(|(at, slashes)| {
        let Some((host, _)) = address[at + slashes.len()..].split_once('/') else { return false };
        let mut parts = host.rsplit('.');
        let is_site = parts.next().is_some_and(|domain| MEDIA_DOMAINS.contains(&domain))
            && parts.next().is_some_and(|site| MEDIA_SITES.contains(&site));
        is_site && parts.count() < 2
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_media() {
        for address in
            ["https://www.youtube.com/embed/x", "//youtu.be/x", "HTTP://player.Vimeo.com/"]
        {
            assert!(is_media(address), "{address}");
        }
        for address in ["https://example.com/youtube.com", "//a.b.youtube.com/x", "//youtube.com"] {
            assert!(!is_media(address), "{address}");
        }
    }

    #[test]
    fn characters_are_counted_with_collapsed_space() {
        for (text, chars) in [("", 0), (" \n ", 0), ("a", 1), (" a\n\n b ", 5)] {
            assert_eq!(collapsed_chars(text), chars, "{text:?}");
        }
    }
}
