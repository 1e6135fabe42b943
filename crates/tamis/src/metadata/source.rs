//! The sources of values.

use serde::{Deserialize, Serialize};

/// A kind of place where a value was found: see [`Value::found_in`](super::Value::found_in).
///
/// ```
/// use tamis::metadata::{Source, Value};
/// assert_eq!(Value::new("Bread", "meta og:title").found_in(), Source::Meta);
/// assert_eq!(Value::new("Bread", "my-engine").found_in(), Source::Other);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Source {
    /// The page's address: `url`.
    Address,
    /// An attribute of the root element: `html[lang]`.
    RootElement,
    /// The `<title>` element: `title`.
    TitleElement,
    /// A heading: `h1`.
    Heading,
    /// A `<meta>` element: `meta og:title`.
    Meta,
    /// A `<link>` element: `link canonical`.
    Link,
    /// A script of JSON-LD: `json-ld NewsArticle.author`.
    JsonLd,
    /// A property of microdata or `RDFa`: `itemprop headline`.
    ItemProperty,
    /// The relation of a link in the text: `rel=author`.
    Relation,
    /// An element whose class or id names the field: `class`, or `class, by` if words such as "by"
    /// introduce it as the author.
    Class,
    /// A link to the page of a member of the site: `a[href]`.
    MemberLink,
    /// A `<time>` element: `time[datetime]`, or `time` if only its text states the time.
    Time,
    /// A line of visible text: `text`, `text, published`, `text, dateline`, `text, copyright`.
    Text,
    /// The link to the front page of the site: `logo`.
    Logo,
    /// The first post of a thread: `post`.
    Post,
    /// A script of the site's own programs: `script datePublished`.
    Script,
    /// An engine, a rule for a site, or code that uses this library: the name that it gave.
    Other,
}

impl Source {
    /// Returns the kind of source that a description names.
    pub(super) fn of_description(description: &str) -> Source {
        let (first, rest) =
            description.split_once([' ', '=', '[', ',']).unwrap_or((description, ""));
        match first {
            "url" if rest.is_empty() => Source::Address,
            "html" => Source::RootElement,
            "title" => Source::TitleElement,
            "h1" => Source::Heading,
            "meta" => Source::Meta,
            "link" => Source::Link,
            "json-ld" => Source::JsonLd,
            "itemprop" => Source::ItemProperty,
            "rel" => Source::Relation,
            "class" => Source::Class,
            "a" => Source::MemberLink,
            "time" => Source::Time,
            "text" => Source::Text,
            "logo" if rest.is_empty() => Source::Logo,
            "post" if rest.is_empty() => Source::Post,
            "script" => Source::Script,
            _ => Source::Other,
        }
    }
}
