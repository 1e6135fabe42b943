//! Values with their sources.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::place::Place;
use super::source::Source;
use crate::page::whitespace::{is_python_space, normalize_whitespace};

/// A text together with the source it was found in.
///
/// It dereferences to the text. Serialized, it is a map of `value` and `source`.
///
/// ```
/// use tamis::metadata::{Source, Value};
/// let title = Value::new("Bread", "h1");
/// assert_eq!(title.to_uppercase(), "BREAD");
/// assert_eq!(title.source(), "h1");
/// assert_eq!(title.found_in(), Source::Heading);
///
/// let json = serde_json::to_string(&title)?;
/// assert_eq!(json, r#"{"value":"Bread","source":"h1"}"#);
/// assert_eq!(serde_json::from_str::<Value>(&json)?, title);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Described")]
pub struct Value {
    #[serde(rename = "value")]
    text: String,
    source: Cow<'static, str>,
    #[serde(skip)]
    found_in: Source,
}

/// A serialized value. The kind of its source follows from the description.
#[derive(Deserialize)]
struct Described {
    value: String,
    source: String,
}

impl From<Described> for Value {
    fn from(described: Described) -> Value {
        Value::new(described.value, described.source)
    }
}

impl Value {
    /// Creates a value with a description of its source.
    ///
    /// An engine of your own gives its name. A description of the form that [`Value::source`] lists
    /// also determines [`Value::found_in`].
    ///
    /// ```
    /// use tamis::metadata::Value;
    /// let rule = 7;
    /// let value = Value::new("Ann Lee", format!("my-engine rule {rule}"));
    /// assert_eq!(value.source(), "my-engine rule 7");
    /// ```
    pub fn new(text: impl Into<String>, source: impl Into<Cow<'static, str>>) -> Value {
        let source = source.into();
        Value { text: text.into(), found_in: Source::of_description(&source), source }
    }

    pub(super) fn at(place: Place, text: String, source: Cow<'static, str>) -> Value {
        Value { text, source, found_in: place.source() }
    }

    /// Returns the value with another text and the same source.
    pub(super) fn with_text(&self, text: String) -> Value {
        Value { text, ..self.clone() }
    }

    pub(super) fn set_text(&mut self, text: String) {
        self.text = text;
    }

    /// Returns the text: see the example of [`Value`].
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the text and drops the source.
    ///
    /// ```
    /// use tamis::metadata::Value;
    /// assert_eq!(Value::new("Bread", "h1").into_string(), "Bread");
    /// ```
    pub fn into_string(self) -> String {
        self.text
    }

    /// Returns the description of the source: see the example of [`Value`].
    ///
    /// One of `url`, `html[lang]`, `html[dir]`, `title`, `h1`, `meta og:title`, `link canonical`,
    /// `json-ld NewsArticle.author`, `itemprop headline`, `rel=author`, `class` (an element with
    /// such a class or id), `class, by` (such an element with a word that introduces an author),
    /// `a[href]` (a link to the page of a member), `time[datetime]`, `time`, `text`, `text,
    /// published`, `text, dateline`, `script datePublished`, `post` (the first post of a thread),
    /// or the name of an engine. The names of metadata, relations, types and properties vary.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the kind of source: see the example of [`Value`].
    pub fn found_in(&self) -> Source {
        self.found_in
    }
}

impl Deref for Value {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// An object of schema.org: see [`Metadata::schema_objects`](super::Metadata::schema_objects).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SchemaObject {
    /// Its types without the address of the vocabulary: `NewsArticle`. At least one.
    pub types: Vec<String>,
    /// The object as valid JSON, repaired if that of the page is broken.
    pub json: String,
}

/// Returns the text in one line: white space collapsed and trimmed. `None` if nothing is left.
pub(crate) fn one_line(text: &str) -> Option<String> {
    let text = normalize_whitespace(text.trim_matches(is_python_space));
    let text = if text.contains('\n') { text.replace('\n', " ") } else { text };
    (!text.is_empty()).then_some(text)
}
