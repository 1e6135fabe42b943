//! Landmarks: elements that declare themselves not to be the main content.

use tamis_dom::{NameSet, NodeId, name};

use crate::page::Page;

/// Elements that are never the main content.
const ASIDES: NameSet = NameSet::of(&[
    name::ASIDE,
    name::BUTTON,
    name::DIALOG,
    name::FIELDSET,
    name::FOOTER,
    name::LABEL,
    name::NAV,
    name::OPTION,
    name::SELECT,
    name::TEXTAREA,
]);

/// Roles of such elements: the landmarks of WAI-ARIA without `main`, `region` and `form`, plus
/// menus, toolbars and dialogs. Source: WAI-ARIA 1.2, section 5.4.
const ROLES: &[&str] = &[
    "alertdialog",
    "banner",
    "complementary",
    "contentinfo",
    "dialog",
    "menu",
    "menubar",
    "navigation",
    "search",
    "toolbar",
];

/// Returns true if the element is a landmark without main content: by its name, by its role, a
/// `<header>` outside `<article>` and `<main>`, or a `<form>` with at most half of the body's
/// characters (some pages are one form).
pub(super) fn is_landmark(page: &Page, id: NodeId, in_section: bool, body_chars: u32) -> bool {
    let document = page.document();
    let by_name = document.name(id).is_some_and(|name| match name {
        name::HEADER => !in_section,
        name::FORM => page.stats(id).text_chars <= body_chars / 2,
        _ => ASIDES.contains(name),
    });
    by_name || document.attr(id, name::ROLE).is_some_and(is_aside_role)
}

fn is_aside_role(role: &str) -> bool {
    ROLES.iter().any(|aside| role.trim().eq_ignore_ascii_case(aside))
}
