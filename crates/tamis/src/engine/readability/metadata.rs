//! Metadata of the article, from JSON-LD, then from `<meta>` elements, then from the title's
//! heuristics.

use std::collections::BTreeMap;

use tamis_dom::{Document, name};
use url::Url;

use super::json_ld::{JsonLd, json_ld};
use super::stage::Stage;
use super::text::{js_trim, js_trim_end, js_trim_start};
use super::title::article_title;
use super::unescape::unescape;

const TITLES: [&str; 8] = [
    "dc:title",
    "dcterm:title",
    "og:title",
    "weibo:article:title",
    "weibo:webpage:title",
    "title",
    "twitter:title",
    "parsely-title",
];
const AUTHORS: [&str; 4] = ["dc:creator", "dcterm:creator", "author", "parsely-author"];
const AUTHOR_OR_ADDRESS: &str = "article:author";
const DESCRIPTIONS: [&str; 7] = [
    "dc:description",
    "dcterm:description",
    "og:description",
    "weibo:article:description",
    "weibo:webpage:description",
    "description",
    "twitter:description",
];
const SITE_NAMES: [&str; 1] = ["og:site_name"];
const PUBLISHED_TIMES: [&str; 2] = ["article:published_time", "parsely-pub-date"];

/// The parts of a key before and after the colon. They can occur anywhere in a `property`.
const PROPERTY_PREFIXES: [&str; 5] = ["article", "dc", "dcterm", "og", "twitter"];
const PROPERTY_FIELDS: [&str; 6] =
    ["author", "creator", "description", "published_time", "title", "site_name"];

/// The parts of a key at the beginning and at the end of a `name`.
const NAME_PREFIXES: [&str; 7] =
    ["dc", "dcterm", "og", "twitter", "parsely", "weibo:article", "weibo:webpage"];
const NAME_FIELDS: [&str; 6] =
    ["author", "creator", "pub-date", "description", "title", "site_name"];

/// The page's metadata about its article. Values are trimmed, unless JSON-LD offered two texts to
/// choose from. All except the title are never empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Metadata {
    /// The title; empty if the page has none.
    pub title: String,
    /// The author line.
    pub byline: Option<String>,
    /// A short description.
    pub excerpt: Option<String>,
    /// The name of the site.
    pub site_name: Option<String>,
    /// The time of publication, as the page writes it.
    pub published_time: Option<String>,
}

/// Returns the metadata of JSON-LD, unless disabled, else those of `<meta>` elements, value by
/// value. The title falls back to the document's.
///
/// Source: `Readability.js`, `_getArticleMetadata`.
pub fn article_metadata(document: &Document, disable_json_ld: bool) -> Metadata {
    let json_ld = if disable_json_ld { JsonLd::default() } else { json_ld(document) };
    let meta = MetaValues::of(document);
    let pick = |stated: Option<String>, keys: &[&str]| {
        stated.filter(|text| !text.is_empty()).or_else(|| meta.first(keys).map(str::to_owned))
    };
    let title = pick(json_ld.title, &TITLES);
    let title = title.unwrap_or_else(|| article_title(document, Stage::Prepared));
    let byline = pick(json_ld.byline, &AUTHORS).or_else(|| meta.author().map(str::to_owned));
    let unescaped = |text: Option<String>| text.map(|text| unescape(&text).into_owned());
    Metadata {
        title: unescape(&title).into_owned(),
        byline: unescaped(byline),
        excerpt: unescaped(pick(json_ld.excerpt, &DESCRIPTIONS)),
        site_name: unescaped(pick(json_ld.site_name, &SITE_NAMES)),
        published_time: unescaped(pick(json_ld.published_time, &PUBLISHED_TIMES)),
    }
}

/// The contents of the `<meta>` elements by key. Of several with the same key, the last.
struct MetaValues<'d>(BTreeMap<String, &'d str>);

impl<'d> MetaValues<'d> {
    fn of(document: &'d Document) -> MetaValues<'d> {
        let mut values = BTreeMap::new();
        for content in document.attrs_named(name::CONTENT) {
            let (id, content) = (content.owner(), document.attr_value(content));
            if document.name(id) != Some(name::META)
                || content.is_empty()
                || !Stage::Prepared.has(document, id)
            {
                continue;
            }
            let property = document.attr(id, name::PROPERTY).and_then(property_key);
            let key = property.or_else(|| document.attr(id, name::NAME).and_then(name_key));
            if let Some(key) = key {
                values.insert(key, js_trim(content));
            }
        }
        MetaValues(values)
    }

    /// Returns the first non-empty content among these keys.
    fn first(&self, keys: &[&str]) -> Option<&'d str> {
        keys.iter().find_map(|&key| self.0.get(key).copied().filter(|text| !text.is_empty()))
    }

    /// Returns the article's author, unless the content is an address.
    fn author(&self) -> Option<&'d str> {
        self.first(&[AUTHOR_OR_ADDRESS]).filter(|author| Url::parse(author).is_err())
    }
}

/// Returns the first key in a `property`, with any text around it: a prefix, a colon and a field.
fn property_key(property: &str) -> Option<String> {
    property.match_indices(':').find_map(|(at, _)| {
        let before = js_trim_end(&property[..at]);
        let after = js_trim_start(&property[at + 1..]);
        let prefix = PROPERTY_PREFIXES.iter().find(|prefix| ends_with(before, prefix))?;
        let field = PROPERTY_FIELDS.iter().find(|field| starts_with(after, field))?;
        Some(format!("{prefix}:{field}"))
    })
}

/// Returns the key that a `name` consists of: a field; or a prefix, a separator (hyphen, full stop
/// or colon) and a field. A full stop becomes a colon.
fn name_key(name: &str) -> Option<String> {
    let name = js_trim(name);
    if let Some(field) = name_field(name) {
        return Some(field.to_owned());
    }
    NAME_PREFIXES.iter().filter(|prefix| starts_with(name, prefix)).find_map(|prefix| {
        let after = js_trim_start(&name[prefix.len()..]);
        let field = name_field(js_trim_start(after.get(1..)?))?;
        match after.as_bytes()[0] {
            b'-' => Some(format!("{prefix}-{field}")),
            b'.' | b':' => Some(format!("{prefix}:{field}")),
            _ => None,
        }
    })
}

fn name_field(text: &str) -> Option<&'static str> {
    NAME_FIELDS.into_iter().find(|field| text.eq_ignore_ascii_case(field))
}

fn starts_with(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

fn ends_with(text: &str, word: &str) -> bool {
    let start = text.len().checked_sub(word.len());
    start.and_then(|start| text.get(start..)).is_some_and(|end| end.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    fn read(html: &str) -> Metadata {
        article_metadata(&Parser::default().parse(html), false)
    }

    #[test]
    fn properties_have_a_key_in_them() {
        fn check(property: &str, key: Option<&str>) {
            assert_eq!(property_key(property).as_deref(), key, "{property}");
        }
        check("og:title", Some("og:title"));
        check("  OG : Title ", Some("og:title"));
        check("foo og:title_x bar", Some("og:title"));
        check("x:y dcterm:creator article:author", Some("dcterm:creator"));
        check("blog:title", Some("og:title"));
        check("twitter:site_name", Some("twitter:site_name"));
        check("title", None);
        check("og:image", None);
        check("og::title", None);
        check("é:title", None);
        check("og.title", None);
    }

    #[test]
    fn names_are_keys() {
        fn check(name: &str, key: Option<&str>) {
            assert_eq!(name_key(name).as_deref(), key, "{name}");
        }
        check(" Author ", Some("author"));
        check("DC.Title", Some("dc:title"));
        check("dcterm . creator", Some("dcterm:creator"));
        check("parsely-pub-date", Some("parsely-pub-date"));
        check("og-title", Some("og-title"));
        check("weibo:article:title", Some("weibo:article:title"));
        check("weibo:webpage.title", Some("weibo:webpage:title"));
        check("weibo:title", None);
        check("article:author", None);
        check("published_time", None);
        check("dc", None);
        check("dc\u{2014}title", None);
        check("dctitle", None);
        check("xauthor", None);
    }

    #[test]
    fn keys_have_an_order_and_the_last_of_a_key_counts() {
        let meta = "<meta name=title content=c><meta property=og:title content=x><meta property=og:title content=b>";
        assert_eq!(read(meta).title, "b");
        assert_eq!(read(&format!("{meta}<meta name=DC.title content=' a '>")).title, "a");
        assert_eq!(read(&format!("{meta}<meta property=og:title content=' '>")).title, "c");
        assert_eq!(read(&format!("{meta}<meta property=og:title content=''>")).title, "b");
        // A property with a key takes precedence over the name.
        assert_eq!(read("<meta property=twitter:title name=dc.title content=a>").title, "a");
    }

    #[test]
    fn json_ld_comes_first_unless_disabled() {
        let page = r#"<meta name=title content=b><meta name=author content=c><script type="application/ld+json">
            {"@context":"https://schema.org","@type":"Report","name":"a","author":{"name":" "}}</script>"#;
        let found = read(page);
        assert_eq!((&*found.title, found.byline.as_deref()), ("a", Some("c")));
        assert_eq!(article_metadata(&Parser::default().parse(page), true).title, "b");
    }

    #[test]
    fn an_address_is_not_an_author() {
        let byline = |author: &str| {
            read(&format!("<meta property=article:author content='{author}'>")).byline
        };
        assert_eq!(byline("Jane Doe").as_deref(), Some("Jane Doe"));
        assert_eq!(byline("www.example.org/jane").as_deref(), Some("www.example.org/jane"));
        assert_eq!(byline("https://example.org/jane"), None);
        assert_eq!(byline("by:jane"), None);
    }

    #[test]
    fn every_text_is_unescaped() {
        let page = "<meta name=title content='&amp;amp;1'><meta name=author content='&amp;#50;'>\
            <meta name=description content='&amp;lt;3'><meta property=og:site_name content='&amp;gt;4'>\
            <meta property=article:published_time content='&amp;quot;5'>";
        let found = read(page);
        let expected = Metadata {
            title: "&1".to_owned(),
            byline: Some("2".to_owned()),
            excerpt: Some("<3".to_owned()),
            site_name: Some(">4".to_owned()),
            published_time: Some("\"5".to_owned()),
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn noscript_is_ignored() {
        let page = "<title>Bread</title><noscript><meta name=title content=x></noscript>";
        assert_eq!(read(page), Metadata { title: "Bread".to_owned(), ..Metadata::default() });
    }
}
