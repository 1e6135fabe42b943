//! Text in the state that a program in the browser builds the page from. The state is in a script
//! or, for some programs, in an attribute of the element that the program fills.

use std::borrow::Cow;

use tamis_dom::{Document, NodeId, name};

use super::reading::{MIN_BYTES, Reading};
use super::{JsonText, TextSource, assigned, flight, streamed};
use crate::metadata::json::{Json, Value};

/// The id of the script with the page's data, as Next.js writes it. Source: Next.js, pages router.
const NEXT_DATA: &str = "__NEXT_DATA__";

/// The most strings within each other that are JSON themselves, and are read.
const MAX_LEVELS: usize = 3;

/// Returns the longest text of all states: in scripts, and in attributes that `fits` lets be read,
/// as those of Inertia.js (`data-page`), Discourse (`data-preloaded`) and Steam.
pub(super) fn text(
    document: &Document,
    scripts: &[NodeId],
    mut fits: impl FnMut(&str) -> bool,
) -> Option<JsonText> {
    let mut longest = Longest::default();
    let (mut payload, mut stream) = (String::new(), String::new());
    for &id in scripts {
        let text = document.text(id);
        if document.attr(id, name::ID) == Some(NEXT_DATA) {
            longest.read(TextSource::NextData, text);
        } else if is_data(document, id) {
            longest.read(TextSource::State, &unescaped(text));
        } else if !flight::push_payload(text, &mut payload) {
            streamed::push_chunks(text, &mut stream);
            for value in assigned::values(text) {
                longest.read(TextSource::State, &value);
            }
        }
    }
    if let Some((bytes, html)) = flight::longest_in(&payload) {
        longest.take(TextSource::NextData, bytes, html);
    }
    if !stream.is_empty() {
        longest.read(TextSource::State, &streamed::state(&stream));
    }
    for id in document.elements(NodeId::DOCUMENT) {
        for attr in document.attrs(id) {
            let value = document.attr_value(attr);
            if value.len() >= MIN_BYTES && value.starts_with(['{', '[']) && fits(value) {
                longest.read(TextSource::State, value);
            }
        }
    }
    longest.text
}

/// True for a script with JSON: its type says so, or is none of a program and it begins as JSON
/// does, as those of Ember (`fastboot/shoebox`).
fn is_data(document: &Document, script: NodeId) -> bool {
    let Some(kind) = document.attr(script, name::TYPE) else { return false };
    let is_program = || kind.is_empty() || kind == "module" || kind.ends_with("script");
    let is_other = || matches!(kind, "application/ld+json" | "importmap" | "speculationrules");
    kind == "application/json"
        || !is_program() && !is_other() && document.text(script).trim_ascii_start().starts_with('{')
}

/// Returns a state without the references that Angular wrote for the signs of HTML before version
/// 16: `{&q;title&q;:…}`.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.trim_ascii_start().starts_with("{&q;") {
        return Cow::Borrowed(text);
    }
    let pairs = [("&q;", "\""), ("&s;", "'"), ("&l;", "<"), ("&g;", ">"), ("&a;", "&")];
    Cow::Owned(pairs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to)))
}

/// The longest text so far.
#[derive(Default)]
struct Longest {
    bytes: usize,
    text: Option<JsonText>,
}

impl Longest {
    /// Reads a state, and what is JSON in its strings.
    fn read(&mut self, source: TextSource, json: &str) {
        let mut waiting = vec![(Cow::Borrowed(json), 0)];
        while let Some((json, level)) = waiting.pop() {
            let json = Json::read(&json);
            let Some(root) = json.roots().next() else { continue };
            let mut reading = Reading::of(root);
            reading.read(root);
            let nested = std::mem::take(&mut reading.nested);
            if let Some((bytes, html)) = reading.longest() {
                self.take(source, bytes, html);
            }
            if level < MAX_LEVELS {
                let nested = nested.into_iter().filter_map(Value::string);
                waiting.extend(nested.map(|text| (Cow::Owned(text.into_owned()), level + 1)));
            }
        }
    }

    fn take(&mut self, source: TextSource, bytes: usize, html: String) {
        if bytes > self.bytes {
            self.bytes = bytes;
            self.text = Some(JsonText { source, is_whole: false, html });
        }
    }
}
