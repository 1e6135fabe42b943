//! Images that scripts would load: taken out of the `<noscript>` that follows their placeholder.

use tamis_dom::{AttrNamespace, Document, Name, NodeId, WorkingTree, name};

use super::facts::FactTable;
use super::shape::{first_element_child, only_element_child};
use super::survey::{Survey, is_blank};

/// Source: `_unwrapNoscriptImages`. The reference parses what stands in the `<noscript>` again and puts a copy in the
/// placeholder's place; here the image itself moves, since its `<noscript>` is removed next anyway.
pub(super) fn unwrap_noscript_images(
    tree: &mut WorkingTree<'_>,
    survey: &Survey,
    facts: &mut FactTable,
) {
    for &image in &survey.images {
        if !may_have_source(tree, image) {
            tree.detach(image);
        }
    }
    for &noscript in &survey.noscripts {
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

/// Source: `/\.(jpg|jpeg|png|webp)/i`.
pub(super) fn has_image_extension(value: &str) -> bool {
    ends_of_extensions(value, u8::eq_ignore_ascii_case).next().is_some()
}

/// Where the names of image files end in this text, as bytes.
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

/// The image that is all there is in the element, or the element itself.
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

/// Copies what the placeholder says of images to the image, under another name where that is taken.
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
