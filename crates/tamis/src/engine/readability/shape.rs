//! Questions about the shape of a tree: what stands where, by the names of elements.

use tamis_dom::{Name, NameSet, NodeId, NodeKind, WorkingTree, name};

use super::survey::is_blank;
use super::text::is_js_space;

/// Source: `Readability.js`, `PHRASING_ELEMS`.
const PHRASING: NameSet = NameSet::of(&[
    name::ABBR,
    name::AUDIO,
    name::B,
    name::BDO,
    name::BR,
    name::BUTTON,
    name::CITE,
    name::CODE,
    name::DATA,
    name::DATALIST,
    name::DFN,
    name::EM,
    name::EMBED,
    name::I,
    name::IMG,
    name::INPUT,
    name::KBD,
    name::LABEL,
    name::MARK,
    name::MATH,
    name::METER,
    name::NOSCRIPT,
    name::OBJECT,
    name::OUTPUT,
    name::PROGRESS,
    name::Q,
    name::RUBY,
    name::SAMP,
    name::SCRIPT,
    name::SELECT,
    name::SMALL,
    name::SPAN,
    name::STRONG,
    name::SUB,
    name::SUP,
    name::TEXTAREA,
    name::TIME,
    name::VAR,
    name::WBR,
]);

/// Elements that are phrasing content where all their children are.
const TRANSPARENT: NameSet = NameSet::of(&[name::A, name::DEL, name::INS]);

/// Source: `Readability.js`, `DIV_TO_P_ELEMS`.
pub(super) const DIV_TO_P: NameSet = NameSet::of(&[
    name::BLOCKQUOTE,
    name::DL,
    name::DIV,
    name::IMG,
    name::OL,
    name::P,
    name::PRE,
    name::TABLE,
    name::UL,
]);

/// The name of an HTML element; `None` for any other node: the reference compares tag names in capitals, which only
/// HTML elements have.
#[inline]
pub(super) fn html_name(tree: &WorkingTree<'_>, id: NodeId) -> Option<Name> {
    tree.name(id).filter(|&name| tree.is_html(id, name))
}

/// Whether it is one of these HTML elements.
#[inline]
pub(super) fn is_one_of(tree: &WorkingTree<'_>, id: NodeId, names: &NameSet) -> bool {
    html_name(tree, id).is_some_and(|name| names.contains(name))
}

/// Source: `_isPhrasingContent`.
pub(super) fn is_phrasing(tree: &WorkingTree<'_>, root: NodeId) -> bool {
    let mut next = Some(root);
    while let Some(id) = next {
        let is_transparent = is_one_of(tree, id, &TRANSPARENT);
        if !is_transparent && tree.kind(id) != NodeKind::Text && !is_one_of(tree, id, &PHRASING) {
            return false;
        }
        next = if is_transparent { tree.next_in(root, id) } else { tree.next_behind(root, id) };
    }
    true
}

/// Source: `_isWhitespace`.
pub(super) fn is_white_space(tree: &WorkingTree<'_>, id: NodeId) -> bool {
    match tree.kind(id) {
        NodeKind::Text => is_blank(tree.own_text(id)),
        _ => tree.is_html(id, name::BR),
    }
}

/// The node itself or the first one behind it that is an element or no white space.
///
/// Source: `_nextNode`.
pub(super) fn next_node(tree: &WorkingTree<'_>, mut next: Option<NodeId>) -> Option<NodeId> {
    while let Some(id) = next {
        let blank = match tree.kind(id) {
            NodeKind::Text => is_blank(tree.own_text(id)),
            NodeKind::Comment => tree.document().comment(id).is_some_and(is_blank),
            _ => false,
        };
        if !blank {
            break;
        }
        next = tree.next_sibling(id);
    }
    next
}

/// The first element at this node or among the siblings behind it.
#[inline]
pub(super) fn element_from(tree: &WorkingTree<'_>, mut next: Option<NodeId>) -> Option<NodeId> {
    while let Some(id) = next {
        if tree.kind(id) == NodeKind::Element {
            break;
        }
        next = tree.next_sibling(id);
    }
    next
}

pub(super) fn first_element_child(tree: &WorkingTree<'_>, id: NodeId) -> Option<NodeId> {
    element_from(tree, tree.first_child(id))
}

pub(super) fn next_element_sibling(tree: &WorkingTree<'_>, id: NodeId) -> Option<NodeId> {
    element_from(tree, tree.next_sibling(id))
}

/// The only child element; `None` where there is none or more than one.
pub(super) fn only_element_child(tree: &WorkingTree<'_>, id: NodeId) -> Option<NodeId> {
    let first = first_element_child(tree, id)?;
    next_element_sibling(tree, first).is_none().then_some(first)
}

/// The next element in document order.
///
/// Source: `_getNextNode`.
pub(super) fn next_element(tree: &WorkingTree<'_>, id: NodeId) -> Option<NodeId> {
    first_element_child(tree, id).or_else(|| element_behind(tree, id))
}

/// The next element in document order that is no descendant.
///
/// Source: `_getNextNode` with `ignoreSelfAndKids`.
pub(super) fn element_behind(tree: &WorkingTree<'_>, id: NodeId) -> Option<NodeId> {
    let mut node = id;
    loop {
        if let Some(sibling) = next_element_sibling(tree, node) {
            return Some(sibling);
        }
        node = tree.parent(node)?;
    }
}

/// The only child element where it is an HTML element of this name and no text beside it has content, which is to end in
/// something else than white space.
///
/// Source: `_hasSingleTagInsideElement`, `REGEXPS.hasContent`.
pub(super) fn single_tag_inside(tree: &WorkingTree<'_>, id: NodeId, name: Name) -> Option<NodeId> {
    let child = only_element_child(tree, id).filter(|&child| tree.is_html(child, name))?;
    let has_content =
        |id: NodeId| tree.own_text(id).chars().next_back().is_some_and(|c| !is_js_space(c));
    (!tree.children(id).any(has_content)).then_some(child)
}

/// Whether one of the next four ancestors is an HTML element of this name.
///
/// Source: `_hasAncestorTag` with its `maxDepth` of 3.
pub(super) fn has_ancestor(tree: &WorkingTree<'_>, id: NodeId, name: Name) -> bool {
    const DEPTH: usize = 4;
    tree.ancestors(id).take(DEPTH).any(|ancestor| tree.is_html(ancestor, name))
}

/// How many child elements there are.
pub(super) fn count_element_children(tree: &WorkingTree<'_>, id: NodeId) -> usize {
    tree.children(id).filter(|&child| tree.kind(child) == NodeKind::Element).count()
}

/// Whether anything below the element keeps it from being a paragraph.
///
/// Source: `_hasChildBlockElement`.
pub(super) fn has_block(tree: &WorkingTree<'_>, root: NodeId) -> bool {
    let mut next = tree.next_in(root, root);
    while let Some(id) = next {
        if is_one_of(tree, id, &DIV_TO_P) {
            return true;
        }
        next = tree.next_in(root, id);
    }
    false
}
