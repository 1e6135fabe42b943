//! Queries about the structure of a tree.

use tamis_dom::{Name, NameSet, NodeId, NodeKind, WorkingTree, name};

use super::text::{is_blank, is_js_space};

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

/// Elements that are phrasing content if all their children are. Source: `_isPhrasingContent`.
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

/// Returns the name of an HTML element, or `None` for any other node. The reference compares
/// upper-case tag names, which only HTML elements have.
#[inline]
pub(super) fn html_name(tree: &WorkingTree<'_>, id: NodeId) -> Option<Name> {
    tree.name(id).filter(|&name| tree.is_html(id, name))
}

/// Returns true if the node is one of these HTML elements.
#[inline]
pub(super) fn is_one_of(tree: &WorkingTree<'_>, id: NodeId, names: &NameSet) -> bool {
    html_name(tree, id).is_some_and(|name| names.contains(name))
}

/// Returns true if the node is phrasing content. Source: `_isPhrasingContent`.
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

/// Returns true for blank text and `<br>`. Source: `_isWhitespace`.
pub(super) fn is_white_space(tree: &WorkingTree<'_>, id: NodeId) -> bool {
    match tree.kind(id) {
        NodeKind::Text => is_blank(tree.own_text(id)),
        _ => tree.is_html(id, name::BR),
    }
}

/// Returns the first of this node and its following siblings that is not blank text or a blank
/// comment.
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

/// Returns the first element among this node and its following siblings.
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

/// Returns the only child element, or `None` if there is none or more than one.
pub(super) fn only_element_child(tree: &WorkingTree<'_>, id: NodeId) -> Option<NodeId> {
    let first = first_element_child(tree, id)?;
    next_element_sibling(tree, first).is_none().then_some(first)
}

/// Returns the next element in document order.
///
/// Source: `_getNextNode`.
pub(super) fn next_element(tree: &WorkingTree<'_>, id: NodeId) -> Option<NodeId> {
    first_element_child(tree, id).or_else(|| element_after(tree, id))
}

/// Returns the next element in document order that is not a descendant.
///
/// Source: `_getNextNode` with `ignoreSelfAndKids`.
pub(super) fn element_after(tree: &WorkingTree<'_>, id: NodeId) -> Option<NodeId> {
    let mut node = id;
    loop {
        if let Some(sibling) = next_element_sibling(tree, node) {
            return Some(sibling);
        }
        node = tree.parent(node)?;
    }
}

/// Returns the only child element if it is an HTML element with this name and no text next to it
/// has content. The reference counts text as content only if it does not end in white space.
///
/// Source: `_hasSingleTagInsideElement`, `REGEXPS.hasContent`.
pub(super) fn single_tag_inside(tree: &WorkingTree<'_>, id: NodeId, name: Name) -> Option<NodeId> {
    let child = only_element_child(tree, id).filter(|&child| tree.is_html(child, name))?;
    let has_content =
        |id: NodeId| tree.own_text(id).chars().next_back().is_some_and(|c| !is_js_space(c));
    (!tree.children(id).any(has_content)).then_some(child)
}

/// Returns true if one of the four nearest ancestors is an HTML element with this name.
///
/// Source: `_hasAncestorTag` with its `maxDepth` of 3.
pub(super) fn has_ancestor(tree: &WorkingTree<'_>, id: NodeId, name: Name) -> bool {
    const DEPTH: usize = 4;
    tree.ancestors(id).take(DEPTH).any(|ancestor| tree.is_html(ancestor, name))
}

/// Returns the number of child elements.
pub(super) fn count_element_children(tree: &WorkingTree<'_>, id: NodeId) -> usize {
    tree.children(id).filter(|&child| tree.kind(child) == NodeKind::Element).count()
}

/// Returns true if a descendant keeps the element from being a paragraph.
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
