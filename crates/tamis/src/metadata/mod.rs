//! Metadata: what a page says about itself.
//!
//! One walk over the page notes every value with the place it was found at ([`Candidate`]); for each field the most
//! trustworthy of them is chosen, and the others stay to be seen.

mod authors;
mod byline;
mod date;
mod html_meta;
pub(crate) mod json;
pub(crate) mod json_ld;
mod marks;
mod microdata;
mod months;
mod published;
mod sort;
mod survey;
#[cfg(test)]
mod tests;
mod title;
mod value;
mod vote;
mod wording;

use serde::Serialize;
use tamis_dom::name;
use url::Url;

pub use date::{Date, DateError};
pub use value::{Candidate, Field, SchemaObject, Value};

use crate::address::web_address;
use crate::page::Page;
use crate::whitespace::{is_python_space, normalize_whitespace};
use authors::Origin;
use date::Range;
use sort::Sort;
use survey::{Found, NOT_CHOSEN, Survey};
use title::Sites;

/// What is known about an article beside its text. Every value is as the page has it: white space collapsed, character
/// references decoded, not escaped for any format; and each one names its source.
///
/// Addresses are absolute where the page's own is known ([`Page::base_url`]), and always of the web (`http` and
/// `https`); where it is not known, relative ones stay as they are. Moments are ISO 8601, with the time of day where the page
/// states it: `2024-01-02`, `2024-01-02T10:20:30+01:00`.
///
/// Serialized, it is a map of what is known, each value with its source.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Metadata {
    /// The title, without the name of the site where that is certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Value>,
    /// Who wrote it, in one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byline: Option<Value>,
    /// Who wrote it, one name each: persons mostly, and organizations that are not the site itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<Value>,
    /// When it was published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<Value>,
    /// When it was last changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modified: Option<Value>,
    /// A short description; an engine may give the first paragraph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Value>,
    /// The name of the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site_name: Option<Value>,
    /// The language that the page declares, as it spells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<Value>,
    /// The direction of writing, `ltr` or `rtl`, as the page declares it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<Value>,
    /// The address that the page calls its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<Value>,
    /// The host of the page's address, else of the one that it calls its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hostname: Option<Value>,
    /// The address of the picture that the page shows of itself elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<Value>,
    /// The address of the site's icon: the smallest of at least 32 pixels, else one that states no size, else the
    /// largest; one made for the start screens of telephones only where there is no other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub favicon: Option<Value>,
    /// The sections of the site that the page belongs to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<Value>,
    /// The keywords that the page gives itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Value>,
    /// The licence: its address or its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub license: Option<Value>,
    /// What kind of thing the page says it is: the type of Open Graph (`article`) or of schema.org (`NewsArticle`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_kind: Option<Value>,
    /// The addresses of feeds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub feeds: Vec<Value>,
    /// Letters, digits and white space of the visible text over the page, both in bytes of UTF-8, 0 to 1; what is not
    /// ASCII counts as letters. 0 for an empty page.
    pub text_ratio: f64,
    #[serde(skip)]
    pub(crate) candidates: Vec<Candidate>,
}

impl Metadata {
    /// What the page says, whatever its main content is; dates may lie in the future. Linear in the page.
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

    /// As [`Metadata::of`], with the last day that a date of the page can be; the first is 1 January 1995.
    pub fn until(page: &Page, latest: Option<Date>) -> Metadata {
        let mut survey = Survey::of(page);
        note_root(&mut survey);
        let heading = title::resolve(&mut survey);
        byline::resolve(&mut survey, heading);
        let sort = Sort::of(&survey);
        published::resolve(&mut survey, heading, sort, Range { latest });
        let sites = Sites::of(&survey);
        let base = base_url(&survey);
        let mut found = survey.found;
        found.retain_mut(|found| complete(found, base.as_ref()));
        found.sort_by_key(|found| (found.field, found.rank, found.detail));
        let mut metadata = Metadata { text_ratio: text_ratio(page), ..Metadata::default() };
        metadata.choose(&found, &sites, sort);
        metadata.hostname = hostname(page, metadata.canonical.as_ref());
        metadata.candidates = found.into_iter().map(Candidate::from).collect();
        metadata
    }

    /// Every value that was found, chosen or not: field by field, in the order in which they are trusted.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// The objects that the page's scripts of JSON-LD describe by the terms of schema.org, read anew.
    ///
    /// ```
    /// use tamis::dom::Parser;
    /// use tamis::{Metadata, Page};
    /// let html = r#"<script type="application/ld+json">{"@type": "Recipe", "cookTime": "PT1H",}</script>"#;
    /// let page = Page::measure(Parser::default().parse(html));
    /// let objects = Metadata::schema_objects(&page);
    /// assert_eq!(objects[0].types, ["Recipe"]);
    /// assert_eq!(objects[0].json, r#"{"@type":"Recipe","cookTime":"PT1H"}"#);
    /// ```
    pub fn schema_objects(page: &Page) -> Vec<SchemaObject> {
        json_ld::objects(page.document())
    }
}

impl Metadata {
    /// Takes the best of what was found, in the order of trust.
    fn choose(&mut self, found: &[Found], sites: &Sites, sort: Sort) {
        let is_chosen = |found: &&Found, field| found.field == field && found.rank < NOT_CHOSEN;
        let first = |field| found.iter().find(|found| is_chosen(found, field)).map(Value::from);
        self.title = first(Field::Title);
        self.published = first(Field::Published);
        self.modified = first(Field::Modified);
        self.description = first(Field::Description);
        self.site_name = first(Field::SiteName);
        self.language = first(Field::Language);
        self.direction = first(Field::Direction);
        self.canonical = first(Field::Canonical);
        self.image = first(Field::Image);
        self.favicon = first(Field::Favicon);
        self.license = first(Field::License);
        self.page_kind = first(Field::Kind);
        self.categories = list(found, Field::Category, |text| vec![text.to_owned()]);
        self.tags = list(found, Field::Tag, keywords);
        self.authors = authors(found, sites, sort);
        self.byline = joined(&self.authors);
        let feeds = found.iter().filter(|found| found.field == Field::Feed);
        self.feeds = feeds.map(Value::from).collect();
        without_repetition(&mut self.feeds);
    }

    /// Takes from `other`, which is of the same page, what is not known here.
    pub(crate) fn complete_with(&mut self, other: Metadata, latest: Option<Date>) {
        let iso = |value: Value| {
            let text = published::iso(&value, Range { latest })?;
            Some(Value::new(text, value.source().to_owned()))
        };
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

    fn single_mut(&mut self) -> [&mut Option<Value>; 14] {
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
        ]
    }

    fn single(&self) -> [&Option<Value>; 14] {
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
        ]
    }
}

/// The values of a list: those of the most trusted rank that gives any, each text taken apart.
fn list(found: &[Found], field: Field, parts: impl Fn(&str) -> Vec<String>) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    let mut rank = None;
    for found in found.iter().filter(|found| found.field == field) {
        if !values.is_empty() && rank != Some(found.rank) {
            break;
        }
        rank = Some(found.rank);
        let parts = parts(&found.value).into_iter();
        values.extend(parts.map(|part| Value::new(part, found.source.clone())));
    }
    without_repetition(&mut values);
    values
}

/// So many authors in the body are those of a list.
const LIST_AUTHORS: usize = 4;

/// The authors: those of the most trusted source that gives any. In the body only those in one place are of one article. Front pages
/// and products have none, and what has neither a date nor calls itself an article has none in its body.
fn authors(found: &[Found], sites: &Sites, sort: Sort) -> Vec<Value> {
    if sort.is_front || sort.is_product {
        return Vec::new();
    }
    let is_dated = found.iter().any(|found| found.field == Field::Published);
    let is_body = |found: &Found| byline::BODY_RANKS.contains(&found.rank) && found.node.is_some();
    let of_field: Vec<&Found> = found
        .iter()
        .filter(|found| found.field == Field::Author && found.rank < NOT_CHOSEN)
        .filter(|found| sort.is_article || is_dated || !is_body(found))
        .collect();
    let mut values: Vec<Value> = Vec::new();
    let mut first: Option<&Found> = None;
    for found in &of_field {
        if let Some(first) = first
            && (first.rank != found.rank
                || is_body(found) && found.detail - first.detail > byline::BYLINE_CHARS)
        {
            break;
        }
        let alike = of_field.iter().filter(|other| other.rank == found.rank).count();
        if is_body(found) && !sort.is_article && alike >= LIST_AUTHORS {
            continue;
        }
        let names = authors::names(&found.value, Origin::of(&found.source));
        let keeps_site = Origin::may_be_site(&found.source);
        let names = names.into_iter().filter(|name| keeps_site || !sites.has(&title::squash(name)));
        let names: Vec<Value> = names.map(|name| Value::new(name, found.source.clone())).collect();
        if !names.is_empty() {
            first = Some(found);
        }
        values.extend(names);
    }
    without_repetition(&mut values);
    values
}

fn without_repetition(values: &mut Vec<Value>) {
    let mut seen = std::collections::HashSet::new();
    values.retain(|value| seen.insert(value.to_lowercase()));
}

fn keywords(text: &str) -> Vec<String> {
    text.split([',', ';', '，', '、']).filter_map(one_line).collect()
}

/// The names in one line, with the source of the first.
fn joined(authors: &[Value]) -> Option<Value> {
    let source = authors.first()?.source().to_owned();
    let names: Vec<&str> = authors.iter().map(|author| &**author).collect();
    Some(Value::new(names.join(", "), source))
}

/// Notes what the `<html>` element declares.
fn note_root(survey: &mut Survey<'_>) {
    let document = survey.document;
    let Some(root) = document.root() else { return };
    for attr in [name::LANG, name::XML_LANG] {
        if let Some(language) = document.attr(root, attr) {
            survey.note(Field::Language, 10, language, "html[lang]", Some(root));
        }
    }
    let direction = document.attr(root, name::DIR).unwrap_or_default().trim().to_ascii_lowercase();
    if matches!(direction.as_str(), "ltr" | "rtl") {
        survey.note(Field::Direction, 10, &direction, "html[dir]", Some(root));
    }
}

/// The address that relative ones start from, as [`Page::base_url`] has it.
fn base_url(survey: &Survey<'_>) -> Option<Url> {
    let own = survey.page.url();
    let Some(base) = survey.base else { return own.cloned() };
    Url::options().base_url(own).parse(base).ok().or_else(|| own.cloned())
}

/// Makes an address absolute, and a name of a site without the sign of Twitter's; whether there is a value.
fn complete(found: &mut Found, base: Option<&Url>) -> bool {
    if found.field.is_address() {
        let Some(address) = web_address(base, &found.value) else { return false };
        found.value = address;
    } else if found.field == Field::SiteName {
        found.value = found.value.trim_start_matches('@').to_owned();
    }
    !found.value.is_empty()
}

fn hostname(page: &Page, canonical: Option<&Value>) -> Option<Value> {
    let host = |url: &Url| url.host_str().map(str::to_owned);
    let own = page.url().and_then(host).map(|host| Value::new(host, "url"));
    own.or_else(|| {
        let canonical = canonical?;
        let host = Url::parse(canonical).ok().as_ref().and_then(host)?;
        Some(Value::new(host, canonical.source().to_owned()))
    })
}

fn text_ratio(page: &Page) -> f64 {
    let html_bytes = page.document().html_bytes();
    if html_bytes == 0 {
        return 0.0;
    }
    // Without branches, so that many bytes are looked at at once.
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

/// The text in one line: white space collapsed and trimmed; `None` where nothing is left.
pub(crate) fn one_line(text: &str) -> Option<String> {
    let text = normalize_whitespace(text.trim_matches(is_python_space));
    let text = if text.contains('\n') { text.replace('\n', " ") } else { text };
    (!text.is_empty()).then_some(text)
}
