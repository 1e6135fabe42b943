//! Metadata: the statements of a page about itself, each with its source.
//!
//! One walk over the page collects a [`Candidate`] for each statement. For each field the candidate
//! with the most trusted source is chosen; the others stay available.
//!
//! ```
//! use tamis::dom::Parser;
//! use tamis::metadata::Source;
//! use tamis::{Metadata, Page};
//! let html = "<title>Bread</title><meta name=author content='Ann Lee'><h1>Bread</h1>";
//! let metadata = Metadata::of(&Page::measure(Parser::default().parse(html)));
//! assert_eq!(metadata.byline.unwrap().found_in(), Source::Meta);
//! assert_eq!(metadata.title.unwrap().source(), "h1");
//! ```

mod aside;
mod authors;
mod byline;
mod candidate;
mod choose;
mod collector;
mod credit;
mod date;
mod field;
mod folded;
mod foreign;
mod hints;
mod html_meta;
pub(crate) mod instructions;
pub(crate) mod json;
pub(crate) mod json_ld;
mod microdata;
mod no_title;
mod own_line;
mod page_traits;
mod place;
mod price;
mod published;
mod references;
mod shown_title;
mod site_names;
mod source;
mod statements;
#[cfg(test)]
mod tests;
mod title;
mod trust;
mod value;
mod vote;
mod walk;
mod wording;
mod written;

use serde::{Deserialize, Serialize};
use tamis_dom::name;
use url::Url;

pub(crate) use authors::{by_line, is_by};
pub(crate) use byline::leads_to_person;
pub use candidate::{Candidate, Standing};
pub use date::{Date, DateError};
pub use field::Field;
pub(crate) use folded::squash;
pub(crate) use published::{month_first, stated_moment};
pub use source::Source;
pub(crate) use statements::Statements;
pub use title::shows_title;
pub(crate) use value::one_line;
pub use value::{SchemaObject, Value};

use crate::page::Page;
use crate::page::address::web_address;
use candidate::Origin;
use collector::{Collector, Found};
use date::Range;
use no_title::is_no_title;
use place::Place;
use trust::Trust;

/// The statements of a page about its article, besides the text.
///
/// Values are those of the page, with white space collapsed and character references decoded. They
/// are not escaped for any format. Each names its source.
///
/// Addresses are absolute if the page's own address is known ([`Page::base_url`]), else they may be
/// relative. They are always those of the web (`http` and `https`). Times are ISO 8601, with the
/// time of day if the page states it: `2024-01-02`, `2024-01-02T10:20:30+01:00`.
///
/// Serialized, it is a map of the known fields; the [candidates](Metadata::candidates) are left
/// out.
///
/// ```
/// use tamis::Metadata;
/// let json = r#"{"title":{"value":"Bread","source":"h1"},"text_ratio":0.5}"#;
/// let metadata: Metadata = serde_json::from_str(json)?;
/// assert_eq!(metadata.title.as_deref(), Some("Bread"));
/// assert_eq!(serde_json::to_string(&metadata)?, json);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Metadata {
    /// The title, without the name of the site where that is certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Value>,
    /// The authors, in one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byline: Option<Value>,
    /// The authors, one name each: mostly persons, and organizations that are not the site itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<Value>,
    /// The time of publication.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<Value>,
    /// The time of the last change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modified: Option<Value>,
    /// A short description. An engine may give the first paragraph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Value>,
    /// The name of the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site_name: Option<Value>,
    /// The language that the page declares, as a BCP 47 tag: `de-DE`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<Value>,
    /// The direction of writing that the page declares, `ltr` or `rtl`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<Value>,
    /// The address that the page calls its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<Value>,
    /// The host of the page's address, else of the address that it calls its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hostname: Option<Value>,
    /// The address of the image that represents the page elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<Value>,
    /// The address of the site's icon: the smallest of at least 32 pixels, else one that states no
    /// size, else the largest. An icon for the home screens of phones only if there is no other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub favicon: Option<Value>,
    /// The sections of the site that the page belongs to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<Value>,
    /// The keywords of the page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Value>,
    /// The licence: its address or its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub license: Option<Value>,
    /// The kind of thing that the page says it is: a type of Open Graph (`article`) or of
    /// schema.org (`NewsArticle`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_kind: Option<Value>,
    /// The price of the product that the page is about, in the units of its currency: `1299.00`.
    /// The lowest if the page states a range. A page about several products has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Value>,
    /// The currency of the price, as a code of ISO 4217: `EUR`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<Value>,
    /// The addresses of feeds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub feeds: Vec<Value>,
    /// The letters, digits and white space of the visible text as a fraction of the page, both in
    /// bytes of UTF-8. Characters outside ASCII count as letters. 0 to 1; 0 for an empty page.
    pub text_ratio: f64,
    #[serde(skip)]
    pub(crate) candidates: Vec<Candidate>,
}

impl Metadata {
    /// Returns the metadata of a page, whatever its main content is, in linear time. Dates may lie
    /// in the future.
    ///
    /// ```
    /// use tamis::dom::Parser;
    /// use tamis::{Metadata, Page, Url};
    /// let html = "<title>Bread | Crumb</title><meta property=og:site_name content=Crumb>
    ///     <link rel=canonical href=/bread><meta property=og:image content=a.jpg>";
    /// let page = Page::measure(Parser::default().parse(html));
    /// let page = page.with_url(Url::parse("https://example.com/2024/bread").unwrap());
    /// let metadata = Metadata::of(&page);
    /// assert_eq!(metadata.title.as_deref(), Some("Bread"));
    /// assert_eq!(metadata.title.unwrap().source(), "title");
    /// assert_eq!(metadata.canonical.as_deref(), Some("https://example.com/bread"));
    /// assert_eq!(metadata.image.as_deref(), Some("https://example.com/2024/a.jpg"));
    /// ```
    pub fn of(page: &Page) -> Metadata {
        Metadata::until(page, None)
    }

    /// Returns the metadata of a page, with the last day that a date of it can be. The first is 1
    /// January 1995.
    ///
    /// ```
    /// use tamis::dom::Parser;
    /// use tamis::metadata::Date;
    /// use tamis::{Metadata, Page};
    /// let html = "<meta property=article:published_time content=2024-01-02>";
    /// let page = Page::measure(Parser::default().parse(html));
    /// assert!(Metadata::until(&page, Date::new(2024, 1, 2)).published.is_some());
    /// assert!(Metadata::until(&page, Date::new(2024, 1, 1)).published.is_none());
    /// ```
    pub fn until(page: &Page, latest: Option<Date>) -> Metadata {
        Metadata::with_trust(page, latest, Trust::default())
    }

    fn with_trust(page: &Page, latest: Option<Date>, trust: Trust) -> Metadata {
        Statements::with_trust(page, trust).metadata(page, latest)
    }

    /// Returns every value that was found, chosen or not: field by field, in order of
    /// [standing](Candidate::standing) and [trust](Candidate::trust).
    ///
    /// ```
    /// use tamis::dom::Parser;
    /// use tamis::metadata::Field;
    /// use tamis::{Metadata, Page};
    /// let html = "<title>Bread</title><meta property=og:title content='The best bread'>";
    /// let metadata = Metadata::of(&Page::measure(Parser::default().parse(html)));
    /// let titles = metadata.candidates().iter().filter(|found| found.field == Field::Title);
    /// let sources: Vec<&str> = titles.map(|title| title.value.source()).collect();
    /// assert_eq!(sources, ["meta og:title", "title"]);
    /// ```
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Returns the objects of schema.org in the page's scripts of JSON-LD, in order. The scripts
    /// are read anew.
    ///
    /// ```
    /// use tamis::dom::Parser;
    /// use tamis::{Metadata, Page};
    /// let html = r#"<script type="application/ld+json">
    ///     {"@type": "Recipe", "cookTime": "PT1H",}</script>"#;
    /// let page = Page::measure(Parser::default().parse(html));
    /// let objects = Metadata::schema_objects(&page);
    /// assert_eq!(objects[0].types, ["Recipe"]);
    /// assert_eq!(objects[0].json, r#"{"@type":"Recipe","cookTime":"PT1H"}"#);
    /// ```
    pub fn schema_objects(page: &Page) -> Vec<SchemaObject> {
        json_ld::objects(page.document())
    }

    /// Adds the fields of `other`, which is of the same page, that are not known here. Dates of an
    /// engine become ISO 8601. A text that is not a date is dropped, and so is a date after
    /// `latest`.
    pub(crate) fn complete_with(&mut self, other: Metadata, latest: Option<Date>) {
        let iso = |value: Value| Some(value.with_text(published::iso(&value, Range { latest })?));
        self.published = self.published.take().and_then(iso);
        self.modified = self.modified.take().and_then(iso);
        let known = std::mem::replace(self, other);
        for (field, value) in self.single_mut().into_iter().zip(known.single()) {
            if value.is_some() {
                field.clone_from(value);
            }
        }
        for (list, values) in [
            (&mut self.authors, known.authors),
            (&mut self.categories, known.categories),
            (&mut self.tags, known.tags),
            (&mut self.feeds, known.feeds),
        ] {
            if !values.is_empty() {
                *list = values;
            }
        }
    }

    /// Takes the only author.
    pub(crate) fn credit(&mut self, author: Value) {
        self.byline = Some(author.clone());
        self.authors = vec![author];
    }

    fn single_mut(&mut self) -> [&mut Option<Value>; 16] {
        [
            &mut self.title,
            &mut self.byline,
            &mut self.published,
            &mut self.modified,
            &mut self.description,
            &mut self.site_name,
            &mut self.language,
            &mut self.direction,
            &mut self.canonical,
            &mut self.hostname,
            &mut self.image,
            &mut self.favicon,
            &mut self.license,
            &mut self.page_kind,
            &mut self.price,
            &mut self.currency,
        ]
    }

    /// Returns the fields of [`Metadata::single_mut`], in the same order.
    fn single(&self) -> [&Option<Value>; 16] {
        [
            &self.title,
            &self.byline,
            &self.published,
            &self.modified,
            &self.description,
            &self.site_name,
            &self.language,
            &self.direction,
            &self.canonical,
            &self.hostname,
            &self.image,
            &self.favicon,
            &self.license,
            &self.page_kind,
            &self.price,
            &self.currency,
        ]
    }
}

/// Adds the language and direction of the `<html>` element.
fn add_root(collector: &mut Collector<'_>) {
    let document = collector.document;
    let Some(root) = document.root() else { return };
    for attr in [name::LANG, name::XML_LANG] {
        if let Some(language) = document.attr(root, attr) {
            let origin = Origin::new(Place::Root, "html[lang]", root);
            collector.add(Field::Language, language, origin);
        }
    }
    let direction = document.attr(root, name::DIR).unwrap_or_default().trim().to_ascii_lowercase();
    if matches!(direction.as_str(), "ltr" | "rtl") {
        collector.add(Field::Direction, &direction, Origin::new(Place::Root, "html[dir]", root));
    }
}

/// Returns the address that relative ones start from: that of [`Page::base_url`], without another
/// search for the `<base>`.
fn base_url(page: &Page, found: &Found) -> Option<Url> {
    let own = page.url();
    let base = found.base.and_then(|base| page.document().attr(base, name::HREF));
    let Some(base) = base else { return own.cloned() };
    Url::options().base_url(own).parse(base).ok().or_else(|| own.cloned())
}

/// Makes an address absolute, and removes the `@` of Twitter from the name of a site. Returns false
/// if no value is left.
fn complete(candidate: &mut Candidate, base: Option<&Url>) -> bool {
    if candidate.field.is_address() {
        let text = match candidate.field {
            Field::Image => first_image(&candidate.value),
            _ => &candidate.value,
        };
        let Some(address) = web_address(base, text) else { return false };
        candidate.value.set_text(address);
    } else if candidate.field == Field::SiteName {
        candidate.value.set_text(candidate.value.trim_start_matches('@').to_owned());
        if is_no_title(&candidate.value) {
            return false;
        }
    }
    !candidate.value.is_empty()
}

/// Returns the first address of an image, where a program wrote several without a space:
/// `https://a.example/1.jpghttps://a.example/2.jpg`.
fn first_image(text: &str) -> &str {
    const ENDINGS: [&str; 6] = ["jpg", "jpeg", "png", "webp", "gif", "avif"];
    let is_image = |address: &str| {
        let ending = address.rsplit_once('.').map(|(_, ending)| ending);
        ending.is_some_and(|of| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(of)))
    };
    let mut next = text.match_indices("http").map(|(at, _)| &text[..at]);
    next.find(|before| is_image(before)).unwrap_or(text)
}

fn hostname(page: &Page, canonical: Option<&Value>) -> Option<Value> {
    let host = |url: &Url| url.host_str().map(str::to_owned);
    let own = page.url().and_then(host).map(|host| Value::new(host, "url"));
    own.or_else(|| {
        let canonical = canonical?;
        let host = Url::parse(canonical).ok().as_ref().and_then(host)?;
        Some(canonical.with_text(host))
    })
}

fn text_ratio(page: &Page) -> f64 {
    let html_bytes = page.document().html_bytes();
    if html_bytes == 0 {
        return 0.0;
    }
    // Without branches, so that the compiler can count many bytes at once.
    let counts = |byte: u8| {
        u8::from((byte | 0x20).wrapping_sub(b'a') < 26)
            | u8::from(byte.wrapping_sub(b'0') < 10)
            | u8::from(byte >= 0x80)
            | u8::from(byte == b' ')
            | u8::from(byte == b'\n')
    };
    let count = |chunk: &[u8]| usize::from(chunk.iter().map(|&byte| counts(byte)).sum::<u8>());
    let (chunks, rest) = page.text.as_bytes().as_chunks::<64>();
    let text_bytes = chunks.iter().map(|chunk| count(chunk)).sum::<usize>() + count(rest);
    text_bytes as f64 / html_bytes as f64
}
