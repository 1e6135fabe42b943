//! Values with their sources.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use serde::Serialize;
use tamis_dom::NodeId;

use super::survey::Found;

/// A text with the place it was found at. It dereferences to the text; serialized, it is a map of `value` and `source`.
///
/// ```
/// use tamis::metadata::Value;
/// let title = Value::new("Bread", "h1");
/// assert_eq!(title.to_uppercase(), "BREAD");
/// assert_eq!(title.source(), "h1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Value {
    #[serde(rename = "value")]
    text: String,
    source: Cow<'static, str>,
}

impl Value {
    /// A value of this source.
    pub fn new(text: impl Into<String>, source: impl Into<Cow<'static, str>>) -> Value {
        Value { text: text.into(), source: source.into() }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text alone.
    pub fn into_string(self) -> String {
        self.text
    }

    /// Where it was found: `json-ld NewsArticle.author`, `meta og:title`, `link canonical`, `itemprop headline`, `rel=author`,
    /// `time[datetime]`, `h1`, `class` (an element named so), `class, by` (one introduced as the author), `a[href]` (a link to a
    /// member's page), `text`, `text, published`, `text, dateline`, `script datePublished`, `url`, or the name of an engine.
    pub fn source(&self) -> &str {
        &self.source
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

impl From<&Found> for Value {
    fn from(found: &Found) -> Value {
        Value { text: found.value.clone(), source: found.source.clone() }
    }
}

/// A value that was found for a field, whether it was chosen or not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Candidate {
    /// The field.
    pub field: Field,
    /// The value; of authors and keywords the whole text that their names were taken from.
    pub value: Value,
    /// How far its source is trusted; less is better. From 128 on the value is shown, and never chosen.
    pub rank: u8,
    /// The element it was found at; `None` for what is not of the document, as its address.
    pub node: Option<NodeId>,
}

impl From<Found> for Candidate {
    fn from(found: Found) -> Candidate {
        let value = Value { text: found.value, source: found.source };
        Candidate { field: found.field, value, rank: found.rank, node: found.node }
    }
}

/// A field of [`super::Metadata`] that is found in a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Field {
    /// The title.
    Title,
    /// An author, or a line that names authors.
    Author,
    /// When it was published.
    Published,
    /// The last change.
    Modified,
    /// A short description.
    Description,
    /// The name of the site.
    SiteName,
    /// The language.
    Language,
    /// The direction of writing.
    Direction,
    /// The address that the page calls its own.
    Canonical,
    /// The picture that the page shows of itself elsewhere.
    Image,
    /// The site's icon.
    Favicon,
    /// A section of the site.
    Category,
    /// A keyword, or several.
    Tag,
    /// The licence.
    License,
    /// What kind of thing the page is.
    Kind,
    /// A feed.
    Feed,
}

impl Field {
    pub(super) const COUNT: usize = Field::Feed as usize + 1;

    /// Whether its values are addresses.
    pub(super) const fn is_address(self) -> bool {
        matches!(self, Field::Canonical | Field::Image | Field::Favicon | Field::Feed)
    }

    /// Its name, as in [`super::Metadata`], of one value.
    pub const fn name(self) -> &'static str {
        match self {
            Field::Title => "title",
            Field::Author => "author",
            Field::Published => "published",
            Field::Modified => "modified",
            Field::Description => "description",
            Field::SiteName => "site_name",
            Field::Language => "language",
            Field::Direction => "direction",
            Field::Canonical => "canonical",
            Field::Image => "image",
            Field::Favicon => "favicon",
            Field::Category => "category",
            Field::Tag => "tag",
            Field::License => "license",
            Field::Kind => "page_kind",
            Field::Feed => "feed",
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An object of schema.org.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaObject {
    /// Its types, without the address before them: `NewsArticle`.
    pub types: Vec<String>,
    /// The object as JSON, mended where the page's was broken.
    pub json: String,
}
