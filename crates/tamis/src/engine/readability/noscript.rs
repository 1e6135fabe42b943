//! Images in a `<noscript>` after their placeholder, for browsers without scripts.

use tamis_dom::{AttrNamespace, Document, Name, NodeId, WorkingTree, name};

use super::facts::FactTable;
use super::page_index::PageIndex;
use super::shape::{first_element_child, only_element_child};
use super::text::is_blank;

/// Replaces placeholders by the images of the `<noscript>` that follows them, and removes images
/// without any source.
///
/// Source: `_unwrapNoscriptImages`. The reference parses the content of the `<noscript>` again and
/// inserts a copy. Here the image itself moves, because its `<noscript>` is removed next anyway.
pub(super) fn unwrap_noscript_images(
    tree: &mut WorkingTree<'_>,
    page_index: &PageIndex,
    facts: &mut FactTable,
) {
    for &image in &page_index.images {
        if !may_have_source(tree, image) {
            tree.detach(image);
        }
    }
    for &noscript in &page_index.noscripts {
        let placeholder = previous_element(tree, noscript);
        let images = single_image(tree, noscript)
            .zip(placeholder.and_then(|element| single_image(tree, element)));
        let (Some((image, old_image)), Some(placeholder)) = (images, placeholder) else { continue };
        keep_old_sources(tree, old_image, image);
        facts.forget(image);
        if let Some(first) = first_element_child(tree, noscript) {
            tree.replace(placeholder, first);
        }
    }
}

/// Returns true if the value contains the extension of an image file. Source:
/// `/\.(jpg|jpeg|png|webp)/i`.
pub(super) fn has_image_extension(value: &str) -> bool {
    ends_of_extensions(value, u8::eq_ignore_ascii_case).next().is_some()
}

/// Returns the byte offsets at which extensions of image files end in this text. `same` compares
/// two bytes.
pub(super) fn ends_of_extensions(
    value: &str,
    same: impl Fn(&u8, &u8) -> bool + Copy,
) -> impl Iterator<Item = usize> {
    const EXTENSIONS: [&str; 4] = ["jpg", "jpeg", "png", "webp"];
    let bytes = value.as_bytes();
    let dots = memchr::memchr_iter(b'.', bytes);
    dots.filter_map(move |dot| {
        let rest = &bytes[dot + 1..];
        let extension = EXTENSIONS.iter().find(|extension| {
            let bytes = extension.as_bytes();
            rest.len() >= bytes.len() && bytes.iter().zip(rest).all(|(a, b)| same(b, a))
        })?;
        Some(dot + 1 + extension.len())
    })
}

fn may_have_source(tree: &WorkingTree<'_>, image: NodeId) -> bool {
    tree.attrs(image).any(|(attr, namespace, value)| {
        let is_source =
            matches!(attr, name::SRC | name::SRCSET | name::DATA_SRC | name::DATA_SRCSET);
        is_source && namespace == AttrNamespace::None || has_image_extension(value)
    })
}

/// Returns the image if it is the only content of the element, or is the element itself.
///
/// Source: `_isSingleImage`.
fn single_image(tree: &WorkingTree<'_>, element: NodeId) -> Option<NodeId> {
    let document: &Document = tree.document();
    if tree.is_html(element, name::IMG) {
        return Some(element);
    }
    let mut node = element;
    while !tree.is_html(node, name::IMG) {
        node = only_element_child(tree, node)?;
    }
    is_blank(document.text(element)).then_some(node)
}

fn previous_element(tree: &WorkingTree<'_>, id: NodeId) -> Option<NodeId> {
    let mut siblings =
        std::iter::successors(tree.previous_sibling(id), |&id| tree.previous_sibling(id));
    siblings.find(|&id| tree.name(id).is_some())
}

/// Copies the placeholder's image addresses to the new image. If the image has another value under
/// the same name, the copy is named `data-old-`….
fn keep_old_sources(tree: &mut WorkingTree<'_>, old: NodeId, new: NodeId) {
    let kept: Vec<(Name, String)> = tree
        .attrs(old)
        .filter(|&(attr, _, value)| {
            let is_source = matches!(attr, name::SRC | name::SRCSET);
            !value.is_empty() && (is_source || has_image_extension(value))
        })
        .map(|(attr, _, value)| (attr, value.to_owned()))
        .collect();
    for (attr, value) in kept {
        match tree.attr(new, attr) {
            Some(present) if present == value => {}
            None => {
                tree.set_attr(new, attr, &value);
            }
            Some(_) => {
                let old_name = format!("data-old-{}", tree.name_str(attr));
                let old_name = tree.add_name(&old_name);
                tree.set_attr(new, old_name, &value);
            }
        }
    }
}
