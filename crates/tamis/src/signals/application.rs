//! Pages that a program makes in the browser.

use memchr::memmem;
use tamis_dom::{Document, NodeId, NodeKind, name};

use super::Flag;
use crate::page::Page;

/// Names of state that frameworks leave in a page. Source: Next.js, Nuxt, Redux and others, by their pages.
const STATES: [&str; 6] = [
    "__NEXT_DATA__",
    "__NUXT__",
    "window.__INITIAL_STATE__",
    "window.__PRELOADED_STATE__",
    "window.__APOLLO_STATE__",
    "window.__remixContext",
];

/// Ids of the element that a framework fills. Source: the templates of React, Vue, Next.js, Nuxt, Gatsby, Angular, Svelte.
const ROOTS: [&str; 8] =
    ["root", "app", "__next", "__nuxt", "___gatsby", "app-root", "svelte", "react-root"];

/// An empty root element.
const EMPTY_ROOT: &str = "an empty root element";

/// A page with less visible text than this is empty but for a notice. Characters.
const LITTLE_TEXT: u32 = 500;

/// What shows that a page is an application.
#[derive(Debug, Default)]
pub(super) struct Application {
    state: Option<&'static str>,
    empty_root: bool,
    notice: bool,
}

impl Application {
    pub(super) fn note(&mut self, page: &Page, id: NodeId) {
        let document = page.document();
        match document.name(id) {
            Some(name::SCRIPT) if self.state.is_none() => self.state = state(document, id),
            Some(name::NOSCRIPT) => self.notice |= asks_for_javascript(document, id),
            Some(name::DIV) if page.stats(id).text_chars == 0 => {
                self.empty_root |=
                    document.attr(id, name::ID).is_some_and(|id| ROOTS.contains(&id));
            }
            _ => {}
        }
    }

    /// What shows it first of all.
    pub(super) fn mark(&self) -> Option<&'static str> {
        self.state.or(self.empty_root.then_some(EMPTY_ROOT))
    }

    /// Whether the page needs its programs to run.
    pub(super) fn flag(&self, page: &Page) -> Flag {
        let mut flag = Flag::default();
        if page.stats(NodeId::DOCUMENT).text_chars >= LITTLE_TEXT {
            return flag;
        }
        flag.set_if(self.empty_root, EMPTY_ROOT);
        flag.set_if(self.state.is_some(), "application state and little text");
        flag.set_if(self.notice, "a notice that JavaScript is needed, and little text");
        flag
    }
}

fn state(document: &Document, script: NodeId) -> Option<&'static str> {
    let by_id = document.attr(script, name::ID);
    let by_id = by_id.and_then(|id| STATES.into_iter().find(|&state| state == id));
    by_id.or_else(|| document.children(script).find_map(|text| state_in(document.text(text))))
}

/// The name of a state in a script: one search for what all of the names have.
fn state_in(script: &str) -> Option<&'static str> {
    let mark = "__";
    memmem::find_iter(script.as_bytes(), mark).find_map(|at| {
        STATES.into_iter().find(|state| {
            let before = state.find(mark).unwrap_or_default();
            let text = at.checked_sub(before).and_then(|start| script.get(start..));
            text.is_some_and(|text| text.starts_with(state))
        })
    })
}

fn asks_for_javascript(document: &Document, noscript: NodeId) -> bool {
    let is_text = |&id: &NodeId| document.kind(id) == NodeKind::Text;
    let mut texts = document.descendants_and_self(noscript).filter(is_text);
    texts.any(|id| document.text(id).to_ascii_lowercase().contains("javascript"))
}
