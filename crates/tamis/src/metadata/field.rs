//! The fields of a page's metadata.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A field of [`Metadata`](super::Metadata) that is looked for in a page.
///
/// Serialized as [`Field::name`].
///
/// ```
/// use tamis::metadata::Field;
/// assert_eq!(Field::SiteName.to_string(), "site_name");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Field {
    /// The title.
    Title,
    /// An author, or a text that names authors.
    Author,
    /// The time of publication.
    Published,
    /// The time of the last change.
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
    /// The image that represents the page elsewhere.
    Image,
    /// The site's icon.
    Favicon,
    /// A section of the site.
    Category,
    /// A keyword, or a list of keywords.
    Tag,
    /// The licence.
    License,
    /// The kind of thing that the page is about, according to itself.
    PageKind,
    /// The price of the product that the page is about.
    Price,
    /// The currency of the price.
    Currency,
    /// A feed.
    Feed,
}

impl Field {
    pub(super) const COUNT: usize = Field::Feed as usize + 1;

    /// Returns true if the values of the field are addresses.
    pub(super) const fn is_address(self) -> bool {
        matches!(self, Field::Canonical | Field::Image | Field::Favicon | Field::Feed)
    }

    /// Returns the field's name: that of the field of [`Metadata`](super::Metadata), in the
    /// singular.
    ///
    /// ```
    /// use tamis::metadata::Field;
    /// assert_eq!(Field::Category.name(), "category");
    /// ```
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
            Field::PageKind => "page_kind",
            Field::Price => "price",
            Field::Currency => "currency",
            Field::Feed => "feed",
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
