//! The panels of tabs as they are after somebody has clicked on every tab.
//!
//! A browser shows one panel at a time. The others are hidden until their tabs are clicked, but
//! they are as much a part of the page: the specifications of a product, the same step for another
//! system. For example:
//!
//! ```html
//! <ul><li><a href="#about">About</a><li><a href="#sizes">Sizes</a></ul>
//! <div id=about>A lamp for reading.</div>
//! <div id=sizes style="display: none"><table>…</table></div>
//! ```
//!
//! No class tells them from other hidden things, because every site has its own. What all of them
//! share is the form: siblings of which one is shown, and each has the role or the class of a
//! panel, or a control names it. A dialogue or a menu has no such sibling. Panels with fields, and
//! those in the navigation of the page, stay hidden.

use std::collections::{HashMap, HashSet};

use tamis_dom::{Document, NameSet, NodeId, WorkingTree, name};

use super::show;
use crate::page::has_class_word;
use crate::page::style::is_hidden;
use crate::page::targets::targets;

/// The most panels of a group, and the most elements of a panel that are searched for fields.
const MAX_PANELS: usize = 64;
const MAX_WITHIN: usize = 400;

/// The words in the classes of panels with an id. Sources: Bootstrap (`tab-pane`), `WooCommerce`
/// (`panel`), jQuery UI (`ui-tabs-panel`).
const PANELS: [&str; 4] = ["pane", "panel", "tabcontent", "tabpanel"];

/// The longest sentence that says that a panel is being loaded, in bytes.
const MAX_NOTICE: usize = 60;

/// The elements around which no panel is part of the text.
const AROUND: NameSet =
    NameSet::of(&[name::DIALOG, name::FOOTER, name::FORM, name::HEADER, name::MENU, name::NAV]);

/// The elements of a panel in which readers enter something.
const FIELDS: NameSet = NameSet::of(&[name::FORM, name::INPUT, name::SELECT, name::TEXTAREA]);

/// The hidden panels of a page that are to be shown.
#[derive(Debug, Default)]
pub(super) struct Panels(Vec<NodeId>);

impl Panels {
    /// Finds the panels of a page among its hidden elements. Linear.
    pub(super) fn of(document: &Document, mut hidden: Vec<NodeId>) -> Panels {
        let named = if hidden.is_empty() { HashSet::new() } else { named(document) };
        let is_panel = |id: NodeId| {
            document.attr(id, name::ROLE) == Some("tabpanel")
                || document
                    .attr(id, name::ID)
                    .is_some_and(|own| named.contains(own) || has_class_word(document, id, &PANELS))
        };
        // One look at the siblings is enough for all panels of a parent.
        let mut parents: HashMap<NodeId, bool> = HashMap::new();
        hidden.retain(|&id| {
            let Some(parent) = document.parent(id).filter(|_| is_panel(id)) else { return false };
            let is_shown = |&other: &NodeId| {
                is_panel(other)
                    && document.name(other) == document.name(id)
                    && !document.text_range(other).is_empty()
                    && !is_hidden(document, other)
            };
            let siblings = || document.children(parent).take(MAX_PANELS);
            *parents.entry(parent).or_insert_with(|| siblings().any(|other| is_shown(&other)))
                && is_text(document, id)
        });
        Panels(hidden)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Changes the tree.
    pub(super) fn show(&self, tree: &mut WorkingTree<'_>) {
        for &id in &self.0 {
            show(tree, id);
        }
    }
}

/// Returns the ids that the controls of a page name.
fn named(document: &Document) -> HashSet<&str> {
    document.elements(NodeId::DOCUMENT).flat_map(|id| targets(document, id)).collect()
}

/// True for a panel that is no form, in no navigation, and has more to say than "Loading…".
fn is_text(document: &Document, id: NodeId) -> bool {
    let text = document.text(id).trim();
    if text.len() <= MAX_NOTICE && text.ends_with(['…', '.']) {
        return false;
    }
    let is_of = |names: &NameSet, id| document.name(id).is_some_and(|name| names.contains(name));
    !document.ancestors(id).any(|outer| is_of(&AROUND, outer))
        && !document.elements(id).take(MAX_WITHIN).any(|inner| is_of(&FIELDS, inner))
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;
    use crate::page::style::hidden_elements;

    #[track_caller]
    fn check(html: &str, expected: &[&str]) {
        let document = Parser::default().parse(html);
        let panels = Panels::of(&document, hidden_elements(&document));
        let shown: Vec<&str> = panels.0.iter().map(|&id| document.text(id).trim()).collect();
        assert_eq!(shown, expected, "{html}");
    }

    #[test]
    fn panels_of_tabs() {
        let rows = "<table><tr><td>Width<td>42 cm</table>";
        for tabs in [
            "<ul><li><a href=#a>About</a><li><a href=#b>Sizes</a></ul>",
            "<button aria-controls=a>About</button><button aria-controls=b>Sizes</button>",
            "<span data-target='#a'>About</span><span data-target='#b'>Sizes</span>",
        ] {
            for hidden in ["hidden", "style='display: none'"] {
                let panels = format!("<div id=a>A lamp.</div><div id=b {hidden}>{rows}</div>");
                check(&format!("{tabs}<div>{panels}</div>"), &["Width42 cm"]);
            }
        }
        let class =
            "<div id=a class='a panel'>A lamp.</div><div id=b class=panel hidden>Width</div>";
        check(class, &["Width"]);
        let role = "<div role=tabpanel>A lamp.</div><div role=tabpanel hidden>Width</div>";
        check(role, &["Width"]);
    }

    #[test]
    fn other_hidden_things() {
        let tabs = "<a href=#a>One</a><a href=#b>Two</a>";
        for panels in [
            // No panel is shown, none is named, a form, the navigation.
            "<div id=a hidden>One</div><div id=b hidden>Two</div>",
            "<div id=a>One</div><div hidden>Two</div>",
            "<div id=a>One</div><div id=b hidden>Two <input></div>",
            "<nav><div id=a>One</div><div id=b hidden>Two</div></nav>",
            "<p id=a>One</p><div id=b hidden>Two</div>",
            "<div id=a>One</div><div id=b hidden>Loading the sizes…</div>",
            "<div id=b hidden>Two</div>",
        ] {
            check(&format!("{tabs}{panels}"), &[]);
        }
    }
}
