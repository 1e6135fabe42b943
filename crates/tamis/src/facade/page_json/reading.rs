//! The texts in a state: the strings under the keys that programs give to a page's text.

use std::borrow::Cow;
use std::collections::HashMap;

use super::{push_html, rich_text};
use crate::metadata::json::Value;

/// The members that contain a page's text. Sources: programs of sites, by their pages; Discourse
/// (`cooked`), React (`__html`), `WordPress` (`rendered`), Drupal (`processed`).
const KEYS: [&str; 22] = [
    "content",
    "body",
    "articleBody",
    "html",
    "description",
    "text",
    "bodyHtml",
    "contentHtml",
    "body_html",
    "content_html",
    "cooked",
    "__html",
    "rendered",
    "processed",
    "markdown",
    "bodyMarkdown",
    "contentMarkdown",
    "markdownContent",
    "body_markdown",
    "content_markdown",
    "body_md",
    "md",
];

/// The length of the longest string of a group, in bytes, below which its strings are labels and
/// not a text.
pub(super) const MIN_BYTES: usize = 80;

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

/// The texts of a state.
#[derive(Default)]
pub(super) struct Reading<'j> {
    groups: Vec<Group<'j>>,
    /// The index of each group, by the place of the object that it belongs to, and its key.
    places: HashMap<(u32, usize), usize>,
    /// The strings that look like JSON.
    pub(super) nested: Vec<Value<'j>>,
    /// The values of a flat state, which others name by their indices.
    items: Vec<Value<'j>>,
    /// True for each of them that has been read.
    are_read: Vec<bool>,
    /// Long strings that are elsewhere in the state, by what stands for them after a dollar sign,
    /// each until it is read. `None` if no string stands for another.
    elsewhere: Option<HashMap<&'j str, &'j str>>,
}

impl<'j> Reading<'j> {
    /// Returns a reading of a state.
    pub(super) fn of(root: Value<'j>) -> Reading<'j> {
        let items: Vec<_> = if is_flat(root) { root.each().collect() } else { Vec::new() };
        Reading { are_read: vec![false; items.len()], items, ..Reading::default() }
    }

    /// Returns a reading of a state some of whose strings are elsewhere.
    pub(super) fn with(elsewhere: HashMap<&'j str, &'j str>) -> Reading<'j> {
        Reading { elsewhere: Some(elsewhere), ..Reading::default() }
    }

    /// Reads a value and all in it. In a flat state, objects that the first does not name have been
    /// streamed after it.
    pub(super) fn read(&mut self, root: Value<'j>) {
        if self.items.is_empty() {
            self.read_one(root);
            return;
        }
        for index in 0..self.items.len() {
            if let Some(root) = self.item(index)
                && (index == 0 || root.is_object())
            {
                self.read_one(root);
            }
        }
    }

    /// Returns a value of a flat state, once.
    fn item(&mut self, index: usize) -> Option<Value<'j>> {
        let value = *self.items.get(index)?;
        (!std::mem::replace(&mut self.are_read[index], true)).then_some(value)
    }

    fn read_one(&mut self, root: Value<'j>) {
        let is_flat = !self.items.is_empty();
        // Values with the index of their key in `KEYS`, the object they belong to, and true if they
        // are in an array.
        let mut waiting = vec![(root, None, root.place(), false)];
        while let Some((value, key, owner, in_array)) = waiting.pop() {
            // In a flat state, all values but the outermost are numbers, and an array that begins
            // with a string says so what it is: `["Ref", 5]`.
            let value = if is_flat && value.place() != root.place() {
                match value.index().and_then(|index| self.item(index)) {
                    Some(value) => value,
                    None => continue,
                }
            } else {
                value
            };
            let start = waiting.len();
            if !is_flat && let Some((bytes, html)) = rich_text::html(value) {
                let has_prose = bytes >= MIN_BYTES;
                self.groups.push(Group { bytes, has_prose, strings: vec![Cow::Owned(html)] });
            } else if value.is_object() {
                let owner = if in_array { owner } else { value.place() };
                for (key, value) in value.members() {
                    let named = key.strip_prefix('_').filter(|_| is_flat);
                    let named =
                        named.and_then(|index| self.items.get(index.parse::<usize>().ok()?));
                    let key = named.map_or(&*key, |name| name.source());
                    let known = KEYS.iter().position(|known| *known == key);
                    waiting.push((value, known, owner, false));
                }
            } else if value.is_array() {
                let owner = value.place();
                waiting.extend(value.each().map(|value| (value, key, owner, true)));
            } else {
                self.string(value, key, owner);
            }
            waiting[start..].reverse();
        }
    }

    fn string(&mut self, value: Value<'j>, key: Option<usize>, owner: u32) {
        if value.is_string()
            && value.source().len() >= MIN_BYTES
            && value.source().starts_with(['{', '['])
        {
            self.nested.push(value);
        }
        let Some(key) = key else { return };
        let text = match (&mut self.elsewhere, value.source().strip_prefix('$')) {
            (Some(elsewhere), Some(number)) => elsewhere.remove(number).map(Cow::Borrowed),
            _ => value.lines(),
        };
        if let Some(text) = text.filter(|text| is_text(text)) {
            let place = *self.places.entry((owner, key)).or_insert(self.groups.len());
            if place == self.groups.len() {
                self.groups.push(Group::default());
            }
            self.groups[place].add(text);
        }
    }

    /// Begins another state: its objects are others.
    pub(super) fn begin_state(&mut self) {
        self.places.clear();
    }

    /// Returns the longest prose, its bytes and its HTML.
    pub(super) fn longest(self) -> Option<(usize, String)> {
        let with_prose = self.groups.into_iter().rev().filter(|group| group.has_prose);
        let longest = with_prose.max_by_key(|group| group.bytes)?;
        let mut html = String::new();
        for text in longest.strings {
            push_html(&text, &mut html);
        }
        Some((longest.bytes, html))
    }
}

/// True if a state is a flat list of values, the first of which is the outermost, in which all
/// others are named by their indices: `[{"title": 1, "tags": 2}, "Tea", [3], "green"]`. Nuxt 3 and
/// `SvelteKit` write states so, with the library devalue. React Router names keys too, as `_1`, and
/// has negative numbers for what is nothing.
fn is_flat(root: Value<'_>) -> bool {
    let Some(mut values) = root.array() else { return false };
    let Some(first) = values.next() else { return false };
    let count = 1 + values.count();
    let is_nothing = |value: Value<'_>| {
        let number = value.source().strip_prefix('-').filter(|_| !value.is_string());
        number.is_some_and(|number| number.len() == 1)
    };
    let is_index =
        |value: Value<'_>| value.index().is_some_and(|index| index < count) || is_nothing(value);
    if first.is_object() {
        first.members().next().is_some() && first.members().all(|(_, value)| is_index(value))
    } else {
        let mut inner = first.array().into_iter().flatten();
        inner.next().is_some_and(Value::is_string) && inner.next().is_some_and(is_index)
    }
}

/// Returns true if the string is text: not JSON itself and, if it is long, with spaces as in prose
/// or with letters of other scripts, some of which are written without spaces. Encoded data and
/// addresses are ASCII.
fn is_text(text: &str) -> bool {
    let spaces = memchr::memchr_iter(b' ', text.as_bytes()).count();
    let foreign = text.bytes().filter(|byte| !byte.is_ascii()).count();
    let is_json = text.starts_with(['{', '[']) && !super::bbcode::is_bbcode(text);
    let is_data = spaces * 20 < text.len() && foreign * 4 < text.len();
    let is_code = is_json || text.len() >= MIN_BYTES && is_data;
    !is_code && !text.trim().is_empty()
}
