//! Pages that a program builds in the browser.
//!
//! Such a page is not empty for its server, and must not count as a page without content. Its signs
//! are an element that a framework fills (`<div id="root"></div>`), the state of a framework in a
//! script, a notice that JavaScript is needed, and scripts without text. They count on pages with
//! little text alone, because many ordinary pages use a framework for a search box and have all of
//! their text in the HTML.

use memchr::memmem;
use tamis_dom::{Document, Name, NodeId, NodeKind, name};

use super::Flag;
use crate::page::{Page, Paragraph};

/// Names of the state that frameworks leave in a page.
///
/// Source: pages of Next.js, Nuxt, Redux and others.
const STATES: [&str; 6] = [
    "__NEXT_DATA__",
    "__NUXT__",
    "window.__INITIAL_STATE__",
    "window.__PRELOADED_STATE__",
    "window.__APOLLO_STATE__",
    "window.__remixContext",
];

/// Ids of the element that a framework fills.
///
/// Source: the templates of React, Vue, Next.js, Nuxt, Gatsby, Angular and Svelte.
const ROOTS: [&str; 8] =
    ["root", "app", "__next", "__nuxt", "___gatsby", "app-root", "svelte", "react-root"];

/// The reason that a page has an empty root element.
const EMPTY_ROOT: &str = "an empty root element";

/// The reason that nothing but scripts can bring the content.
pub(super) const NO_TEXT: &str = "scripts and almost no text";

/// The most visible text of a page that has almost none, in characters. It has room for a notice
/// such as "Loading, please wait".
const ALMOST_NO_TEXT: u32 = 50;

/// The least visible text of a page with content, in characters. Less is only a notice.
const LITTLE_TEXT: u32 = 500;

/// The signs of an application in a page.
#[derive(Debug, Default)]
pub(super) struct Application {
    state: Option<&'static str>,
    empty_root: bool,
    notice: bool,
    /// The page loads a script.
    loads_script: bool,
    /// The characters in `<noscript>`.
    noscript_chars: u32,
}

impl Application {
    pub(super) fn note(&mut self, page: &Page, id: NodeId) {
        let document = page.document();
        match document.name(id) {
            Some(name::SCRIPT) => {
                self.loads_script |= document.attr(id, name::SRC).is_some();
                if self.state.is_none() {
                    self.state = state(document, id);
                }
            }
            Some(name::LINK) => self.loads_script |= preloads_script(document, id),
            Some(name::NOSCRIPT) => {
                self.notice |= asks_for_javascript(document, id);
                self.noscript_chars += page.stats(id).text_chars;
            }
            Some(name::DIV) if page.stats(id).text_chars == 0 => {
                self.empty_root |=
                    document.attr(id, name::ID).is_some_and(|id| ROOTS.contains(&id));
            }
            _ => {}
        }
    }

    /// Returns the strongest sign.
    pub(super) fn strongest_sign(&self) -> Option<&'static str> {
        self.state.or(self.empty_root.then_some(EMPTY_ROOT))
    }

    /// Returns the reasons to believe that the content only appears when the page's programs run.
    pub(super) fn flag(&self, page: &Page) -> Flag {
        let mut flag = Flag::default();
        let text_chars = page.stats(NodeId::DOCUMENT).text_chars;
        if text_chars >= LITTLE_TEXT {
            return flag;
        }
        flag.set_if(self.empty_root, EMPTY_ROOT);
        flag.set_if(self.state.is_some(), "application state and little text");
        flag.set_if(self.notice, "a notice that JavaScript is needed, and little text");
        let has_place = |of| chars_between(page.paragraph_text(of), SCRIPT_PLACE) > 0;
        let has_places = || page.paragraphs().iter().any(has_place);
        flag.set_if(has_places(), "places that no script has filled");
        let visible_chars = text_chars.saturating_sub(self.noscript_chars);
        flag.set_if(self.loads_script && visible_chars < ALMOST_NO_TEXT, NO_TEXT);
        flag
    }
}

/// The beginning and the end of a place in a page that a script fills: Vue, Angular, Mustache.
const SCRIPT_PLACE: (&str, &str) = ("{{", "}}");

/// Those of places that a server fills: statements of Jinja and Twig; ERB, EJS and JSP; MODX;
/// literals of JavaScript; many mailers.
const SERVER_PLACES: [(&str, &str); 5] =
    [("{%", "%}"), ("<%", "%>"), ("[[", "]]"), ("${", "}"), ("%%", "%%")];

/// Returns the characters of the places in a text that nothing has filled: `{{ article.title }}`.
pub(crate) fn unfilled_chars(page: &Page, paragraph: &Paragraph) -> u32 {
    let text = page.paragraph_text(paragraph);
    let places = SERVER_PLACES.into_iter().chain([SCRIPT_PLACE]);
    places.map(|place| chars_between(text, place)).max().unwrap_or(0)
}

/// Returns the characters from each beginning to the end after it, with both.
fn chars_between(text: &str, (begin, end): (&str, &str)) -> u32 {
    let (mut rest, mut chars) = (text, 0);
    while let Some((_, after)) = rest.split_once(begin) {
        let Some((inside, after)) = after.split_once(end) else { break };
        chars += begin.len() + inside.chars().count() + end.len();
        rest = after;
    }
    u32::try_from(chars).unwrap_or(u32::MAX)
}

/// Returns the name of the state that a script sets, in its id or its text.
fn state(document: &Document, script: NodeId) -> Option<&'static str> {
    let by_id = document.attr(script, name::ID);
    let by_id = by_id.and_then(|id| STATES.into_iter().find(|&state| state == id));
    by_id.or_else(|| document.children(script).find_map(|text| state_in(document.text(text))))
}

/// Returns the name of the state in a script. One search for the underscores that all names have is
/// faster than one for each name.
fn state_in(script: &str) -> Option<&'static str> {
    let shared = "__";
    memmem::find_iter(script.as_bytes(), shared).find_map(|at| {
        STATES.into_iter().find(|state| {
            let before = state.find(shared).unwrap_or_default();
            let text = at.checked_sub(before).and_then(|start| script.get(start..));
            text.is_some_and(|text| text.starts_with(state))
        })
    })
}

/// Returns true if a `<link>` loads a script in advance. Source: the HTML standard, "preload" and
/// "modulepreload".
fn preloads_script(document: &Document, link: NodeId) -> bool {
    let is = |attr: Name, value: &str| {
        document.attr(link, attr).is_some_and(|own| own.trim().eq_ignore_ascii_case(value))
    };
    is(name::REL, "modulepreload") || is(name::REL, "preload") && is(name::AS, "script")
}

fn asks_for_javascript(document: &Document, noscript: NodeId) -> bool {
    let is_text = |&id: &NodeId| document.kind(id) == NodeKind::Text;
    let mut texts = document.descendants_and_self(noscript).filter(is_text);
    texts.any(|id| document.text(id).to_ascii_lowercase().contains("javascript"))
}
