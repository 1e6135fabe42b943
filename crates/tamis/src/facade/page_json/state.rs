//! Text in the state that a program in the browser builds the page from. The state is in a script
//! or, for some programs, in an attribute of the element that the program fills.

use std::borrow::Cow;
use std::collections::HashMap;

use tamis_dom::{Document, NodeId, name};

use super::{JsonText, TextSource, push_html};
use crate::metadata::json::Json;

/// The id of the script with the page's data, as Next.js writes it. Source: Next.js, pages router.
const NEXT_DATA: &str = "__NEXT_DATA__";

/// The variables that other programs assign their state to. Source: Redux, Vue, Apollo and others,
/// by their pages.
const VARIABLES: [&str; 3] =
    ["window.__INITIAL_STATE__", "window.__PRELOADED_STATE__", "window.__NUXT__"];

/// The members that contain a page's text.
const KEYS: [&str; 8] =
    ["content", "body", "articleBody", "html", "description", "text", "bodyHtml", "contentHtml"];

/// The length of the longest string of a group, in bytes, below which its strings are labels and
/// not a text.
const MIN_BYTES: usize = 80;

/// Returns the longest text of all states: in scripts, and in attributes that `fits` lets be read,
/// as those of Inertia.js (`data-page`) and Steam.
pub(super) fn text(
    document: &Document,
    scripts: &[NodeId],
    mut fits: impl FnMut(&str) -> bool,
) -> Option<JsonText> {
    let mut longest: Option<(usize, JsonText)> = None;
    let mut take = |source: TextSource, json: &str| {
        let Some((bytes, html)) = longest_in(&Json::read(json)) else { return };
        if longest.as_ref().is_none_or(|&(most, _)| bytes > most) {
            longest = Some((bytes, JsonText { source, html }));
        }
    };
    for &id in scripts {
        let text = document.text(id);
        if document.attr(id, name::ID) == Some(NEXT_DATA) {
            take(TextSource::NextData, text);
        } else if document.attr(id, name::TYPE) == Some("application/json") {
            take(TextSource::State, text);
        } else if let Some(value) = assigned(text) {
            take(TextSource::State, value);
        }
    }
    for id in document.elements(NodeId::DOCUMENT) {
        for attr in document.attrs(id) {
            let value = document.attr_value(attr);
            if value.len() >= MIN_BYTES && value.starts_with(['{', '[']) && fits(value) {
                take(TextSource::State, value);
            }
        }
    }
    longest.map(|(_, text)| text)
}

/// Returns the value assigned to a known variable, if it is a literal object or array.
fn assigned(script: &str) -> Option<&str> {
    VARIABLES.iter().find_map(|variable| {
        let (_, behind) = script.split_once(variable)?;
        let value = behind.trim_start().strip_prefix('=')?.trim_start();
        value.starts_with(['{', '[']).then_some(value)
    })
}

/// The strings of one text: a single one, or those of an array under the same key.
#[derive(Debug, Default)]
struct Group<'j> {
    bytes: usize,
    has_prose: bool,
    strings: Vec<Cow<'j, str>>,
}

impl<'j> Group<'j> {
    fn add(&mut self, text: Cow<'j, str>) {
        self.bytes += text.len();
        self.has_prose |= text.len() >= MIN_BYTES;
        self.strings.push(text);
    }
}

/// Returns the longest prose of a state, its bytes and its HTML.
fn longest_in(json: &Json<'_>) -> Option<(usize, String)> {
    let mut places: HashMap<(u32, usize), usize> = HashMap::new();
    let mut groups: Vec<Group<'_>> = Vec::new();
    // Values with the index of their key in `KEYS`, the object they belong to, and true if they
    // are in an array.
    let root = json.roots().next()?;
    let mut waiting = vec![(root, None, root.place(), false)];
    while let Some((value, key, owner, in_array)) = waiting.pop() {
        let start = waiting.len();
        if value.is_object() {
            let owner = if in_array { owner } else { value.place() };
            waiting.extend(value.members().map(|(key, value)| {
                (value, KEYS.iter().position(|known| *known == key), owner, false)
            }));
        } else if value.is_array() {
            let owner = value.place();
            waiting.extend(value.each().map(|value| (value, key, owner, true)));
        } else if let Some(key) = key
            && let Some(text) = value.lines().filter(|text| is_text(text))
        {
            let place = *places.entry((owner, key)).or_insert(groups.len());
            if place == groups.len() {
                groups.push(Group::default());
            }
            groups[place].add(text);
        }
        waiting[start..].reverse();
    }
    let with_prose = groups.into_iter().rev().filter(|group| group.has_prose);
    let longest = with_prose.max_by_key(|group| group.bytes)?;
    let mut html = String::new();
    for text in longest.strings {
        push_html(&text, &mut html);
    }
    Some((longest.bytes, html))
}

/// Returns true if the string is text: not JSON itself and, if it is long, with spaces as in prose.
fn is_text(text: &str) -> bool {
    let spaces = text.bytes().filter(|&byte| byte == b' ').count();
    let is_json = text.starts_with(['{', '[']) && !super::bbcode::is_bbcode(text);
    let is_code = is_json || text.len() >= MIN_BYTES && spaces * 20 < text.len();
    !is_code && !text.trim().is_empty()
}
