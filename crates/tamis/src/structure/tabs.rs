//! The labels of tab panels.
//!
//! A browser shows one panel at a time, below a row of tabs. Written one after the other, panels
//! answer the same question differently, and only the labels of their tabs say for whom: so each
//! begins with its label.

use std::collections::HashMap;

use tamis_dom::{Document, Namespace, NodeId, NodeKind, name};

use super::role::RenderRole;
use crate::page::targets::targets;
use crate::page::{NodeSet, has_class_word, near, next_elements};

/// The longest label, in Unicode scalar values. A longer one is no label.
const MAX_LABEL_CHARS: usize = 80;

/// The longest text of a tab, in bytes: most of it is indentation.
const MAX_LABEL_BYTES: usize = 1000;

/// The most nodes of a tab that are read.
const MAX_TAB_NODES: usize = 64;

/// The tab panels that get a label. A panel of which nothing is kept gets none, nor does the only
/// kept one of its row, nor one with its label already there, nor another one of the same tab.
#[derive(Debug, Default)]
pub(crate) struct TabPanels {
    /// In document order.
    labels: Vec<(NodeId, String)>,
}

/// A tab with a label.
struct Tab {
    label: String,
    row: NodeId,
}

/// A panel of which something is kept.
struct Panel {
    id: NodeId,
    tab: usize,
}

impl TabPanels {
    /// Returns the panels of a page with these kept texts. Linear in the document.
    pub(crate) fn of(document: &Document, texts: &NodeSet) -> TabPanels {
        let has_role = |id: &NodeId, role| document.attr(*id, name::ROLE) == Some(role);
        let elements = || document.elements(NodeId::DOCUMENT);
        let panels: Vec<NodeId> = elements().filter(|&id| is_panel(document, id)).collect();
        let placed = || placed(document, texts);
        if panels.len() < 2 {
            return TabPanels { labels: placed() };
        }
        let mut tabs = Vec::new();
        let mut of_panel: HashMap<&str, usize> = HashMap::new();
        let mut of_id: HashMap<&str, usize> = HashMap::new();
        for id in elements().filter(|&id| is_tab(document, id)) {
            let Some(label) = label(document, id) else { continue };
            let is_row = |&id: &NodeId| has_role(&id, "tablist") || has_word(document, id, &ROWS);
            let row = near(document, id).skip(1).find(is_row);
            for panel in targets(document, id) {
                of_panel.entry(panel).or_insert(tabs.len());
            }
            if let Some(own) = document.attr(id, name::ID) {
                of_id.entry(own).or_insert(tabs.len());
            }
            tabs.push(Tab { label, row: row.unwrap_or(NodeId::DOCUMENT) });
        }
        let tab_of = |id| {
            let by_id = document.attr(id, name::ID).and_then(|own| of_panel.get(own));
            let label = || document.attr(id, name::ARIA_LABELLEDBY);
            by_id.or_else(|| of_id.get(label()?)).copied()
        };
        let kept = panels.into_iter().filter(|&id| {
            RenderRole::of(document, id) == RenderRole::Container
                && texts.has_any(id..document.subtree_end(id))
        });
        // A tab may have several panels, such as one for each width of a screen.
        let mut seen = vec![false; tabs.len()];
        let kept = kept.filter_map(|id| Some(Panel { id, tab: tab_of(id)? }));
        let kept: Vec<Panel> =
            kept.filter(|panel| !std::mem::replace(&mut seen[panel.tab], true)).collect();
        let mut counts: HashMap<NodeId, u32> = HashMap::new();
        for panel in &kept {
            *counts.entry(tabs[panel.tab].row).or_default() += 1;
        }
        let labels = kept.into_iter().filter_map(|Panel { id, tab }| {
            let Tab { label, row } = &tabs[tab];
            let is_wanted = counts[row] > 1 && !shows(document, texts, id, label);
            is_wanted.then(|| (id, label.clone()))
        });
        let mut labels: Vec<(NodeId, String)> = labels.collect();
        let known = labels.len();
        labels.extend(placed());
        if known > 0 && labels.len() > known {
            labels.sort_by_key(|&(id, _)| id);
            labels.dedup_by_key(|&mut (id, _)| id);
        }
        TabPanels { labels }
    }

    /// Returns the label above a panel.
    pub(crate) fn label(&self, id: NodeId) -> Option<&str> {
        let index = self.labels.binary_search_by_key(&id, |&(panel, _)| panel).ok()?;
        Some(&self.labels[index].1)
    }
}

/// Returns the kept panels without names, with the labels in their order: a row of `<label>`, and
/// after it an element with as many children. Source: `MkDocs` and `VitePress`, which show the
/// panel of the button that is checked by a style.
fn placed(document: &Document, texts: &NodeSet) -> Vec<(NodeId, String)> {
    let mut found = Vec::new();
    let mut end = NodeId::DOCUMENT;
    for id in document.elements(NodeId::DOCUMENT).filter(|&id| document.is_html(id, name::LABEL)) {
        let Some(row) = document.parent(id).filter(|&row| row >= end) else { continue };
        end = document.subtree_end(row);
        if !has_word(document, row, &ROWS) {
            continue;
        }
        let labels: Vec<NodeId> =
            document.children(row).filter(|&id| document.is_html(id, name::LABEL)).collect();
        let Some(after) = next_elements(document, row).next() else { continue };
        let is_element = |&id: &NodeId| document.kind(id) == NodeKind::Element;
        let panels: Vec<NodeId> = document.children(after).filter(is_element).collect();
        let is_kept = |&id: &NodeId| texts.has_any(id..document.subtree_end(id));
        if labels.len() < 2 || labels.len() != panels.len() || !panels.iter().all(is_kept) {
            continue;
        }
        for (tab, panel) in labels.into_iter().zip(panels) {
            let label = label(document, tab);
            found.extend(
                label.filter(|of| !shows(document, texts, panel, of)).map(|of| (panel, of)),
            );
        }
    }
    found
}

/// The words in the classes of rows of tabs. Sources: Bootstrap (`nav-tabs`), jQuery UI
/// (`ui-tabs-nav`), `MkDocs` (`tabbed-labels`), and common names.
const ROWS: [&str; 7] = ["tabs", "tablist", "tabset", "tabbed", "tablabels", "tablinks", "tabnav"];

/// The words in the classes of tabs, in addition.
const TABS: [&str; 3] = ["tab", "tablabel", "tablink"];

/// The words in the classes of panels, next to `tab`. Source: Bootstrap (`tab-pane`), `MkDocs`
/// (`tabbed-block`), Sphinx (`sd-tab-content`).
const PANELS: [&str; 4] = ["block", "content", "pane", "panel"];

/// True if a class of an element has one of these words, and one is about tabs.
fn has_word(document: &Document, id: NodeId, wanted: &[&str]) -> bool {
    let class = document.attr(id, name::CLASS).unwrap_or_default();
    class.contains("tab") && has_class_word(document, id, wanted)
}

/// True for a panel, by its role or its class.
fn is_panel(document: &Document, id: NodeId) -> bool {
    document.attr(id, name::ROLE) == Some("tabpanel")
        || has_word(document, id, &PANELS) && document.attr(id, name::ID).is_some()
}

/// True for a tab, by its role or its class, or by that of the row around it if it leads to a place
/// in the page.
fn is_tab(document: &Document, id: NodeId) -> bool {
    let is_in_row = || {
        let mut around = near(document, id).skip(1);
        around.any(|id| has_word(document, id, &ROWS))
    };
    document.attr(id, name::ROLE) == Some("tab")
        || targets(document, id).next().is_some() && (has_word(document, id, &TABS) || is_in_row())
}

/// True if a text is the label of a tab: a short text in a tab or a row of tabs, and in no panel.
pub(crate) fn is_label(document: &Document, text: NodeId) -> bool {
    let mut levels = near(document, text).skip(1);
    document.text_range(text).len() <= MAX_LABEL_CHARS
        && levels
            .find_map(|id| {
                let has_role = |role| document.attr(id, name::ROLE) == Some(role);
                let is_panel = has_role("tabpanel") || has_word(document, id, &PANELS);
                let is_row = has_role("tab") || has_role("tablist");
                let is_named = || has_word(document, id, &ROWS) || has_word(document, id, &TABS);
                let found = is_panel || is_row || is_named();
                found.then_some(!is_panel)
            })
            .unwrap_or(false)
}

/// Returns the text of a tab in one line, without the title of a drawing.
fn label(document: &Document, tab: NodeId) -> Option<String> {
    if document.text_range(tab).len() > MAX_LABEL_BYTES {
        return None;
    }
    let is_shown = |&id: &NodeId| {
        let parent = document.parent(id);
        document.kind(id) == NodeKind::Text
            && parent.is_some_and(|parent| document.namespace(parent) == Namespace::Html)
    };
    let texts = document.descendants_and_self(tab).take(MAX_TAB_NODES).filter(is_shown);
    let text: String = texts.map(|id| document.text(id)).collect();
    let label = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let chars = label.chars().count();
    (1..=MAX_LABEL_CHARS).contains(&chars).then_some(label)
}

/// The most nodes before a panel, and of it, that are searched for its label.
const MAX_BEFORE: usize = 8;
const MAX_INSIDE: usize = 32;

/// True if the last kept text before a panel, or the first one in it, is its label.
fn shows(document: &Document, texts: &NodeSet, panel: NodeId, label: &str) -> bool {
    let is_text = |id: &NodeId| texts.contains(*id) && !document.text(*id).trim().is_empty();
    let is_label = |id: NodeId| {
        let words = document.text(id).split_whitespace().map(str::to_lowercase);
        words.eq(label.split(' ').map(str::to_lowercase))
    };
    let nodes = |nodes: std::ops::Range<usize>| nodes.map(NodeId::from_index);
    let start = panel.index();
    let before = nodes(start.saturating_sub(MAX_BEFORE)..start).rev().find(is_text);
    let end = document.subtree_end(panel).index().min(start + MAX_INSIDE);
    let first = nodes(start..end).find(is_text);
    before.into_iter().chain(first).any(is_label)
}
