//! Presentational attributes.

use tamis_dom::{AttrNamespace, Name, NameSet, NodeId, WorkingTree, name};

use crate::engine::readability::shape::is_one_of;

/// Source: `Readability.js`, `PRESENTATIONAL_ATTRIBUTES`.
const PRESENTATIONAL: NameSet = NameSet::of(&[
    name::ALIGN,
    name::BACKGROUND,
    name::BGCOLOR,
    name::BORDER,
    name::CELLPADDING,
    name::CELLSPACING,
    name::FRAME,
    name::HSPACE,
    name::RULES,
    name::STYLE,
    name::VALIGN,
    name::VSPACE,
]);

/// Elements whose `width` and `height` are presentational. Source: `Readability.js`,
/// `DEPRECATED_SIZE_ATTRIBUTE_ELEMS`.
const SIZED: NameSet = NameSet::of(&[name::TABLE, name::TH, name::TD, name::HR, name::PRE]);

/// Removes presentational attributes, except inside `<svg>`.
///
/// Source: `_cleanStyles`.
pub(in crate::engine::readability) fn clean_styles(tree: &mut WorkingTree<'_>, root: NodeId) {
    let mut next = Some(root);
    while let Some(id) = next {
        if tree.name(id) == Some(name::SVG) {
            next = tree.next_behind(root, id);
            continue;
        }
        next = tree.next_in(root, id);
        let is_sized = is_one_of(tree, id, &SIZED);
        tree.retain_attrs(id, |name, namespace| {
            let is_size = is_sized && matches!(name, name::WIDTH | name::HEIGHT);
            namespace != AttrNamespace::None || !PRESENTATIONAL.contains(name) && !is_size
        });
    }
}

/// Returns the attributes that [`clean_styles`] leaves on an image or embedded element. The result
/// is the same before and after it has run.
pub(super) fn kept_attrs<'t>(
    tree: &'t WorkingTree<'_>,
    id: NodeId,
) -> impl Iterator<Item = (Name, AttrNamespace, &'t str)> {
    tree.attrs(id).filter(|&(name, namespace, _)| {
        namespace != AttrNamespace::None || !PRESENTATIONAL.contains(name)
    })
}
