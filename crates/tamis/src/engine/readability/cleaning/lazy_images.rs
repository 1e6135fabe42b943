//! Images that a script would load: their real source is in another attribute, and is moved to
//! `src` or `srcset`.

use tamis_dom::{AttrNamespace, Name, NodeId, WorkingTree, name};
use url::Url;

use super::attributes::kept_attrs;
use crate::engine::readability::grab::{Grab, Purpose};
use crate::engine::readability::noscript::{ends_of_extensions, has_image_extension};
use crate::engine::readability::text::{is_js_space, js_trim};

impl Grab<'_, '_> {
    /// Gives lazy images their sources. Source: `_fixLazyImages`.
    pub(super) fn fix_lazy_images(&mut self, images: &[NodeId]) {
        for &id in images {
            if self.tree.is_html(id, name::FIGURE) {
                self.fill_figure(id);
            } else if self.purpose != Purpose::Nodes {
                self.fix_image(id);
            }
        }
    }

    fn fix_image(&mut self, id: NodeId) {
        if self.tree.is_html(id, name::IMG) {
            match self.placeholder(id) {
                Placeholder::Svg => return,
                Placeholder::Tiny => {
                    self.tree.remove_attr(id, name::SRC);
                }
                Placeholder::None => {}
            }
            if self.has_source(id) && !is_lazy(&self.tree, id) {
                return;
            }
        } else if !self.tree.is_html(id, name::PICTURE) {
            return;
        }
        for (target, value) in sources(&self.tree, id) {
            self.tree.set_attr(id, target, &value);
        }
    }

    /// Adds an image to a figure that has none but has the address of one in an attribute.
    fn fill_figure(&mut self, figure: NodeId) {
        let Some((target, value)) = sources(&self.tree, figure).into_iter().next() else { return };
        let mut elements = self.tree.elements(figure).skip(1);
        if elements.any(|id| matches!(self.tree.name(id), Some(name::IMG | name::PICTURE))) {
            return;
        }
        drop(elements);
        let image = self.tree.create_element(name::IMG);
        self.tree.set_attr(image, target, &value);
        self.tree.append(figure, image);
    }

    /// Returns true if the reference sees a source. It resolves an empty `src` to the page's own
    /// address, if that is known.
    fn has_source(&self, id: NodeId) -> bool {
        let src = self.tree.attr(id, name::SRC);
        let srcset = self.tree.attr(id, name::SRCSET);
        src.is_some_and(|src| {
            !src.is_empty() || self.purpose == (Purpose::Article { has_base: true })
        }) || srcset.is_some_and(|srcset| !matches!(srcset, "" | "null"))
    }

    fn placeholder(&self, id: NodeId) -> Placeholder {
        let Some(src) = self.tree.attr(id, name::SRC) else { return Placeholder::None };
        let Some(data) = Base64Data::of(src) else { return Placeholder::None };
        if data.media_type == "image/svg+xml" {
            return Placeholder::Svg;
        }
        let mut others = kept_attrs(&self.tree, id)
            .filter(|&(attr, namespace, _)| attr != name::SRC || namespace != AttrNamespace::None);
        let has_other = others.any(|(.., value)| has_image_extension(value));
        if has_other && data.is_tiny { Placeholder::Tiny } else { Placeholder::None }
    }
}

/// The kind of placeholder in an image's `src`.
enum Placeholder {
    None,
    /// SVG data. It can be a real image, so it stays.
    Svg,
    /// So little data that it cannot be an image, while another attribute has one. For example,
    /// many sites put a transparent pixel into `src` until a script replaces it.
    Tiny,
}

/// A `data:` address in base64.
struct Base64Data {
    media_type: String,
    /// True if the data have fewer than 100 bytes.
    is_tiny: bool,
}

/// Length of 100 bytes in base64. Source: `_fixLazyImages`.
const TINY: usize = 133;

impl Base64Data {
    /// Parses an address. Source: `Readability.js`, `REGEXPS.b64DataUrl`, applied to the address as
    /// the reference resolves it.
    fn of(src: &str) -> Option<Base64Data> {
        let src = src.trim_matches(|c: char| c <= ' ');
        // Only the beginning is parsed, because a whole image would be slow, and the length matters
        // only if it is short.
        let comma = src.find(',')?;
        let end = src.len().min(comma + 4 * TINY);
        let end = (end..=src.len()).find(|&end| src.is_char_boundary(end))?;
        if !src.get(..5)?.eq_ignore_ascii_case("data:") && !src.contains(['\t', '\n', '\r']) {
            return None;
        }
        let is_whole = end == src.len();
        let url = Url::parse(&src[..end]).ok().filter(|url| url.scheme() == "data")?;
        let (prefix, data) = url.as_str().strip_prefix("data:")?.split_once(',')?;
        let mut parts = prefix.split(';');
        let media_type = js_trim(parts.next()?);
        let encoding = js_trim(parts.next()?);
        let is_base64 = encoding.eq_ignore_ascii_case("base64") && parts.next().is_none();
        if !is_base64 || media_type.is_empty() || media_type.contains(is_js_space) {
            return None;
        }
        let is_tiny = is_whole && data.len() < TINY;
        Some(Base64Data { media_type: media_type.to_owned(), is_tiny })
    }
}

fn is_lazy(tree: &WorkingTree<'_>, id: NodeId) -> bool {
    let class = tree.attr(id, name::CLASS).unwrap_or_default();
    class.as_bytes().windows(4).any(|window| window.eq_ignore_ascii_case(b"lazy"))
}

/// Returns the image sources in an element's other attributes, each with the attribute it belongs
/// in.
///
/// Source: `_fixLazyImages`.
fn sources(tree: &WorkingTree<'_>, id: NodeId) -> Vec<(Name, String)> {
    kept_attrs(tree, id)
        .filter(|&(attr, namespace, _)| {
            let is_own = matches!(attr, name::SRC | name::SRCSET | name::ALT);
            !is_own || namespace != AttrNamespace::None
        })
        .filter_map(|(.., value)| Some((source_kind(value)?, value.to_owned())))
        .collect()
}

/// Returns `srcset` if the text is a list of sources, `src` if it is one source, else `None`.
fn source_kind(value: &str) -> Option<Name> {
    let exactly = |a: &u8, b: &u8| a == b;
    let mut ends = ends_of_extensions(value, exactly);
    let first = ends.next()?;
    let has_width = std::iter::once(first).chain(ends).any(|end| {
        let rest = value[end..].trim_start_matches(is_js_space);
        rest.len() < value.len() - end && rest.starts_with(|c: char| c.is_ascii_digit())
    });
    if has_width {
        return Some(name::SRCSET);
    }
    let address = js_trim(value);
    let first = address.chars().next().map_or(0, char::len_utf8);
    let after_first = &address[first..];
    let is_one =
        !address.contains(is_js_space) && ends_of_extensions(after_first, exactly).next().is_some();
    is_one.then_some(name::SRC)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_sources() {
        fn check(value: &str, expected: Option<Name>) {
            assert_eq!(source_kind(value), expected, "{value}");
        }
        check("a.jpg", Some(name::SRC));
        check(" a.jpg?x ", Some(name::SRC));
        check("a.JPG", None);
        check(".jpg", None);
        check("a.jpg b.png", None);
        check("a.jpg 2x", Some(name::SRCSET));
        check("a.jpg2x", Some(name::SRC));
        check("a.jpg x, b.webp\n480w", Some(name::SRCSET));
        check("", None);
    }

    #[test]
    fn base64_data() {
        let tiny = |src: &str| Base64Data::of(src).map(|data| (data.media_type, data.is_tiny));
        let gif = |is_tiny| Some(("image/gif".to_owned(), is_tiny));
        assert_eq!(tiny("data:image/gif;base64,R0lGOD"), gif(true));
        assert_eq!(tiny(" DATA:image/gif ; BASE64 ,R0lGOD"), gif(true));
        assert_eq!(tiny(&format!("data:image/gif;base64,{}", "A".repeat(132))), gif(true));
        assert_eq!(tiny(&format!("data:image/gif;base64,{}", "A".repeat(133))), gif(false));
        assert_eq!(tiny(&format!("data:image/gif;base64,{}", "A".repeat(5000))), gif(false));
        assert_eq!(tiny("data:image/gif,R0lGOD"), None);
        assert_eq!(tiny("data:image/gif;charset=x;base64,R0lGOD"), None);
        assert_eq!(tiny("data:;base64,R0lGOD"), None);
        assert_eq!(tiny("a.gif"), None);
    }
}
