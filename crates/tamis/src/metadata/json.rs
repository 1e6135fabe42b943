//! JSON as an arena of values, with two readers.
//!
//! [`Json::read`] is lenient: it takes the broken JSON of pages. [`Json::parse`] is strict: it
//! accepts what JavaScript's `JSON.parse` accepts. They differ in this:
//!
//! | | lenient | strict |
//! | --- | --- | --- |
//! | text that is not valid JSON | read as far as it can be understood | refused |
//! | depth, number of values | bounded | unbounded |
//! | several members with one key | the first counts | the last counts |
//! | escaped white space in strings | a space | the character itself |

mod escape;
mod lenient;
mod strict;
mod write;

use std::borrow::Cow;

use escape::{Whitespace, unescape};

/// The values of a text in document order, in one list, so that neither reading nor dropping them
/// recurses.
#[derive(Clone, Debug)]
pub(crate) struct Json<'t> {
    text: &'t str,
    arena: Arena,
    mode: Mode,
}

/// The reader that the values come from: see the [module](self) for the differences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Lenient,
    Strict,
}

/// A value in the list. It has 16 bytes and no more, because a text may have a value in every other
/// byte, for example `[1,1,1,…`.
#[derive(Clone, Copy, Debug)]
struct Entry {
    kind: Kind,
    /// The value's range in the text; for a string without its quotes.
    start: u32,
    end: u32,
    /// The first entry after this value and everything in it.
    next: u32,
}

const _: () = assert!(size_of::<Entry>() == 16);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A number, `true`, `false` or `null`; in the lenient mode also any other word, and the empty
    /// text of a value that is missing.
    Plain,
    String,
    Array,
    /// Keys and values alternate.
    Object,
}

/// The list that a reader fills.
#[derive(Clone, Debug, Default)]
struct Arena {
    entries: Vec<Entry>,
}

impl Arena {
    fn len(&self) -> usize {
        self.entries.len()
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        let next = self.entries.len() as u32 + 1;
        self.entries.push(Entry { kind, start: start as u32, end: end as u32, next });
    }

    /// Ends an array or object: every entry since belongs to it.
    fn close(&mut self, container: u32, end: usize) {
        let next = self.entries.len() as u32;
        let entry = &mut self.entries[container as usize];
        entry.next = next;
        entry.end = end as u32;
    }
}

/// One value of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value<'j> {
    json: &'j Json<'j>,
    entry: u32,
}

impl<'t> Json<'t> {
    /// Reads a text as far as it can be understood, in linear time.
    ///
    /// Skipped are: surplus and missing commas, control characters and quotation marks in strings,
    /// comments, the marks of comments and CDATA sections around the text. Several values in a row
    /// are several roots. Containers that are not closed end with the text. A text of 4 GiB or more
    /// has no values.
    pub(crate) fn read(text: &'t str) -> Json<'t> {
        Json { text, arena: lenient::read(text), mode: Mode::Lenient }
    }

    /// Parses a text as JavaScript does; `None` if it is not valid JSON, or has 4 GiB or more.
    ///
    /// Source: ECMAScript, `JSON.parse`.
    pub(crate) fn parse(text: &'t str) -> Option<Json<'t>> {
        Some(Json { text, arena: strict::parse(text)?, mode: Mode::Strict })
    }

    /// Returns the outermost values: exactly one in the strict mode; in the lenient mode usually
    /// one, none for a text without values.
    pub(crate) fn roots(&self) -> impl Iterator<Item = Value<'_>> {
        self.values(0, self.arena.len() as u32)
    }

    /// Returns the values from one entry to before another, without those inside them.
    fn values(&self, first: u32, end: u32) -> impl Iterator<Item = Value<'_>> {
        let at = move |entry: u32| (entry < end).then_some(Value { json: self, entry });
        std::iter::successors(at(first), move |value| at(value.entry().next))
    }
}

impl<'j> Value<'j> {
    fn entry(self) -> Entry {
        self.json.arena.entries[self.entry as usize]
    }

    /// Returns the value as it is written in the text; a string without its quotes and with its
    /// escapes.
    pub(crate) fn source(self) -> &'j str {
        let Entry { start, end, .. } = self.entry();
        &self.json.text[start as usize..end as usize]
    }

    /// Returns the string with its escapes decoded, or `None` for any other value. Escaped white
    /// space is a space in the lenient mode. Lone surrogates become U+FFFD.
    pub(crate) fn string(self) -> Option<Cow<'j, str>> {
        self.is_string().then(|| self.decoded(Whitespace::Spaces))
    }

    /// Returns the string as [`Value::string`] does, but escaped line breaks stay line breaks
    /// in the lenient mode too.
    pub(crate) fn lines(self) -> Option<Cow<'j, str>> {
        self.is_string().then(|| self.decoded(Whitespace::Lines))
    }

    /// Returns the text of a string or key. The strict mode keeps white space whatever the caller
    /// wants.
    fn decoded(self, lenient: Whitespace) -> Cow<'j, str> {
        let whitespace = match self.json.mode {
            Mode::Lenient => lenient,
            Mode::Strict => Whitespace::Kept,
        };
        unescape(self.source(), whitespace)
    }

    /// Returns a number that no other value of the text has.
    pub(crate) fn place(self) -> u32 {
        self.entry
    }

    /// Returns true if both are the same value of the same text.
    pub(crate) fn is_same(self, other: Value<'_>) -> bool {
        std::ptr::eq(self.source(), other.source())
    }

    /// Returns the value of a number that can be an index, or `None` for any other value.
    pub(crate) fn index(self) -> Option<usize> {
        let entry = self.entry();
        (entry.kind == Kind::Plain).then(|| self.source().parse().ok()).flatten()
    }

    /// Returns true if the value is a string.
    pub(crate) fn is_string(self) -> bool {
        self.entry().kind == Kind::String
    }

    /// Returns true if the value is this string, which needs no escapes.
    pub(crate) fn is_string_of(self, text: &str) -> bool {
        self.is_string() && self.source() == text
    }

    /// Returns true if the value is an object.
    pub(crate) fn is_object(self) -> bool {
        self.entry().kind == Kind::Object
    }

    /// Returns true if the value is an array.
    pub(crate) fn is_array(self) -> bool {
        self.entry().kind == Kind::Array
    }

    /// Returns true if the value is `null`.
    pub(crate) fn is_null(self) -> bool {
        self.entry().kind == Kind::Plain && self.source() == "null"
    }

    /// Returns true if JavaScript takes the value for true: everything except `null`, `false`, zero
    /// and the empty string. It is only for values of the strict mode, because lenient values need
    /// not be JSON.
    pub(crate) fn is_truthy(self) -> bool {
        match self.entry().kind {
            Kind::Plain => match self.source() {
                "null" | "false" => false,
                "true" => true,
                number => number.parse::<f64>().is_ok_and(|number| number != 0.0),
            },
            Kind::String => !self.source().is_empty(),
            Kind::Array | Kind::Object => true,
        }
    }

    /// Returns the values of an array, or `None` for any other value.
    pub(crate) fn array(self) -> Option<impl Iterator<Item = Value<'j>>> {
        self.is_array().then(|| self.each())
    }

    /// Returns the values of an array, or the value itself if it is anything else, because pages
    /// write one value where a list of one is meant: `"author": "Ann"` for `"author": ["Ann"]`.
    pub(crate) fn each(self) -> impl Iterator<Item = Value<'j>> {
        let entry = self.entry();
        let (first, end) = if self.is_array() {
            (self.entry + 1, entry.next)
        } else {
            (self.entry, self.entry + 1)
        };
        self.json.values(first, end)
    }

    /// Returns the members of an object, in order. Empty for any other value.
    pub(crate) fn members(self) -> impl Iterator<Item = (Cow<'j, str>, Value<'j>)> {
        let end = if self.is_object() { self.entry().next } else { 0 };
        let mut values = self.json.values(self.entry + 1, end);
        std::iter::from_fn(move || {
            let key = values.next()?;
            Some((key.decoded(Whitespace::Spaces), values.next()?))
        })
    }

    /// Returns the member of an object with this key, or `None` if there is none, and for any other
    /// value. Of several members with the key, the first counts in the lenient mode, and the last
    /// in the strict one, as in JavaScript.
    pub(crate) fn get(self, key: &str) -> Option<Value<'j>> {
        let mut named = self.members().filter(|(name, _)| name == key).map(|(_, value)| value);
        match self.json.mode {
            Mode::Lenient => named.next(),
            Mode::Strict => named.last(),
        }
    }
}
