//! Metadata in JSON-LD, as the reference reads it.

use std::borrow::Cow;

use tamis_dom::{Document, name};

use super::similarity::text_similarity;
use super::stage::Stage;
use super::text::{js_trim, js_trim_end, js_trim_start};
use super::title::article_title;
use crate::metadata::json::{Json, Value};

/// A name or headline with more similarity to the page's title counts as the title. 0 to 1.
const SAME_TITLE: f64 = 0.75;

/// Texts that make a type that contains them one of articles. The anchors of the reference's
/// pattern bind only to its first and last alternative, [`FIRST_TYPE`] and [`LAST_TYPE`]; the
/// others match anywhere.
///
/// Source: `Readability.js`, `REGEXPS.jsonLdArticleTypes`.
const ARTICLE_TYPES: [&str; 17] = [
    "AdvertiserContentArticle",
    "NewsArticle",
    "AnalysisNewsArticle",
    "AskPublicNewsArticle",
    "BackgroundNewsArticle",
    "OpinionNewsArticle",
    "ReportageNewsArticle",
    "ReviewNewsArticle",
    "Report",
    "SatiricalArticle",
    "ScholarlyArticle",
    "MedicalScholarlyArticle",
    "SocialMediaPosting",
    "BlogPosting",
    "LiveBlogPosting",
    "DiscussionForumPosting",
    "TechArticle",
];
const FIRST_TYPE: &str = "Article";
const LAST_TYPE: &str = "APIReference";

/// The metadata of an article in JSON-LD. Texts may be empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct JsonLd {
    /// The name or headline.
    pub title: Option<String>,
    /// The author's name, or the authors' names separated by commas.
    pub byline: Option<String>,
    /// The description.
    pub excerpt: Option<String>,
    /// The publisher's name.
    pub site_name: Option<String>,
    /// The date of publication, as written.
    pub published_time: Option<String>,
}

/// Returns the metadata in the first script of JSON-LD that describes an article in the terms of
/// schema.org; empty if there is none.
///
/// Scripts that are not valid JSON, or that make the reference throw an error, are skipped.
///
/// Source: `Readability.js`, `_getJSONLD`.
pub fn json_ld(document: &Document) -> JsonLd {
    let scripts = document.attrs_named(name::TYPE).filter(|of| {
        document.name(of.owner()) == Some(name::SCRIPT)
            && document.attr_value(of) == "application/ld+json"
    });
    let mut described = scripts.filter_map(|of| {
        let json = Json::parse(without_cdata(document.text(of.owner())))?;
        Some(describe(document, article(json.roots().next()?)?))
    });
    described.next().unwrap_or_default()
}

/// Returns the text without the marks of a CDATA section around it.
fn without_cdata(text: &str) -> &str {
    let inner = js_trim_start(text).strip_prefix("<![CDATA[").unwrap_or(text);
    js_trim_end(inner).strip_suffix("]]>").unwrap_or(inner)
}

/// Returns the article that a script describes, or `None` if it describes none, or makes the
/// reference throw.
fn article(root: Value<'_>) -> Option<Value<'_>> {
    let mut value = root;
    if let Some(values) = value.array() {
        value = first_article(values)?;
    }
    if !is_schema_org(value.get("@context")?) {
        return None;
    }
    let typed = value.get("@type").is_some_and(Value::is_truthy);
    if let Some(graph) = value.get("@graph").and_then(Value::array)
        && !typed
    {
        value = first_article(graph)?;
    }
    is_article(value)?.then_some(value)
}

/// Returns the first article of these values, or `None` if there is none. It is also `None` if a
/// value before the article makes the reference throw an error, because the reference then gives
/// up.
fn first_article<'j>(mut values: impl Iterator<Item = Value<'j>>) -> Option<Value<'j>> {
    values.find_map(|value| match is_article(value) {
        Some(false) => None,
        Some(true) => Some(Some(value)),
        None => Some(None),
    })?
}

/// Returns true if the type of a value is one of articles. `None` if the reference throws: `null`
/// has no properties, and of the types that are truthy only strings can be matched.
fn is_article(value: Value<'_>) -> Option<bool> {
    if value.is_null() {
        return None;
    }
    match value.get("@type").filter(|of| of.is_truthy()) {
        None => Some(false),
        Some(of) => of.string().map(|of| is_article_type(&of)),
    }
}

fn is_article_type(name: &str) -> bool {
    name.starts_with(FIRST_TYPE)
        || name.ends_with(LAST_TYPE)
        || ARTICLE_TYPES.iter().any(|part| name.contains(part))
}

/// Returns true if a context is schema.org, or an object with schema.org as its vocabulary.
fn is_schema_org(context: Value<'_>) -> bool {
    let Some(name) = context.string().or_else(|| context.get("@vocab")?.string()) else {
        return false;
    };
    let host = name.strip_prefix("https://").or_else(|| name.strip_prefix("http://"));
    matches!(host, Some("schema.org" | "schema.org/"))
}

fn describe(document: &Document, article: Value<'_>) -> JsonLd {
    let trimmed = |value: Value<'_>| value.string().map(|text| js_trim(&text).to_owned());
    let publisher = article.get("publisher");
    JsonLd {
        title: title(document, article),
        byline: article.get("author").and_then(byline),
        excerpt: article.get("description").and_then(trimmed),
        site_name: publisher.and_then(|publisher| publisher.get("name")).and_then(trimmed),
        published_time: article.get("datePublished").and_then(trimmed),
    }
}

/// Returns the name, or the headline if there is no name, or if only the headline resembles the
/// page's title. If the two differ, the chosen one is not trimmed, as in the reference.
fn title(document: &Document, article: Value<'_>) -> Option<String> {
    let name = article.get("name").and_then(Value::string);
    let headline = article.get("headline").and_then(Value::string);
    let (name, headline) = match (name, headline) {
        (Some(name), Some(headline)) if name != headline => (name, headline),
        (name, headline) => return name.or(headline).map(|text| js_trim(&text).to_owned()),
    };
    let title = article_title(document, Stage::Parsed);
    let is_title = |text: &Cow<'_, str>| text_similarity(text, &title) > SAME_TITLE;
    let chosen = if is_title(&headline) && !is_title(&name) { headline } else { name };
    Some(chosen.into_owned())
}

/// Returns the name of an author, or the names of a list of authors if the first has one.
fn byline(author: Value<'_>) -> Option<String> {
    if let Some(name) = author_name(author) {
        return Some(js_trim(&name).to_owned());
    }
    let mut authors = author.array()?;
    let first = author_name(authors.next()?)?;
    let mut names = js_trim(&first).to_owned();
    for other in authors.filter_map(author_name) {
        names.push_str(", ");
        names.push_str(js_trim(&other));
    }
    Some(names)
}

fn author_name(author: Value<'_>) -> Option<Cow<'_, str>> {
    author.get("name")?.string()
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    fn read(scripts: &[&str]) -> JsonLd {
        let scripts = scripts
            .iter()
            .map(|script| format!("<script type=application/ld+json>{script}</script>"));
        let page =
            "<title>How to bake bread at home</title>".to_owned() + &scripts.collect::<String>();
        json_ld(&Parser::default().parse(&page))
    }

    fn check(script: &str, title: Option<&str>) {
        assert_eq!(read(&[script]).title.as_deref(), title, "{script}");
    }

    fn article_of(fields: &str) -> String {
        format!(r#"{{"@context":"https://schema.org","@type":"Article",{fields}}}"#)
    }

    #[test]
    fn every_field_is_read() {
        let fields = r#""headline":" a ","author":{"name":" b "},"description":" c ","publisher":{"name":"d "},"datePublished":" e""#;
        let found = read(&[&article_of(fields)]);
        let text = |text: &str| Some(text.to_owned());
        let expected = JsonLd {
            title: text("a"),
            byline: text("b"),
            excerpt: text("c"),
            site_name: text("d"),
            published_time: text("e"),
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn types_match_as_the_reference_anchors_them() {
        for (of, matches) in [
            ("Article", true),
            ("ArticleX", true),
            ("XArticle", false),
            ("XNewsArticleX", true),
            ("Reporter", true),
            ("XAPIReference", true),
            ("APIReferenceX", false),
            ("WebPage", false),
            ("article", false),
        ] {
            assert_eq!(is_article_type(of), matches, "{of}");
        }
    }

    #[test]
    fn context_is_schema_org() {
        for (context, named) in [
            (r#""http://schema.org""#, true),
            (r#""https://schema.org/""#, true),
            (r#""https://schema.org//""#, false),
            (r#""https://www.schema.org""#, false),
            (r#""https://schema.org\n""#, false),
            (r#"{"@vocab":"http://schema.org/"}"#, true),
            (r#"{"@vocab":1}"#, false),
            (r#"["http://schema.org"]"#, false),
            ("null", false),
        ] {
            let script = format!(r#"{{"@context":{context},"@type":"Article","name":"a"}}"#);
            check(&script, named.then_some("a"));
        }
    }

    #[test]
    fn arrays_and_graphs_are_searched() {
        let article = article_of(r#""name":"a""#);
        check(&format!(r#"[1,"x",{{"@type":0}},{article}]"#), Some("a"));
        check(
            r#"{"@context":"http://schema.org","@graph":[{},{"@type":"Report","name":"a"}]}"#,
            Some("a"),
        );
        check(
            r#"{"@context":"http://schema.org","@type":"","@graph":[{"@type":"Report","name":"a"}]}"#,
            Some("a"),
        );
        check(
            r#"{"@context":"http://schema.org","@type":"WebPage","@graph":[{"@type":"Report","name":"a"}]}"#,
            None,
        );
        // An article in an array needs its own context.
        check(r#"[{"@type":"Article","name":"a"}]"#, None);
    }

    #[test]
    fn a_script_that_throws_is_skipped() {
        let article = article_of(r#""name":"a""#);
        check(&format!("[null,{article}]"), None);
        check(&format!(r#"[{{"@type":["Article"]}},{article}]"#), None);
        check(&format!(r#"[{{"@type":1}},{article}]"#), None);
        check(&format!("[{article},null]"), Some("a"));
        check(r#"{"@context":"http://schema.org","@type":["Article"],"name":"a"}"#, None);
        check(
            r#"{"@context":"http://schema.org","@graph":[null,{"@type":"Report","name":"a"}]}"#,
            None,
        );
        for script in ["null", "1", "\"x\"", "true", "{", ""] {
            check(script, None);
        }
    }

    #[test]
    fn the_first_article_counts_even_if_it_is_empty() {
        let named = article_of(r#""name":"a""#);
        assert_eq!(
            read(&["{", "null", &named, &article_of(r#""name":"b""#)]).title.as_deref(),
            Some("a")
        );
        assert_eq!(read(&[&article_of(r#""x":1"#), &named]), JsonLd::default());
        let other = format!("<script type='application/ld+json '>{named}</script>");
        assert_eq!(json_ld(&Parser::default().parse(&other)), JsonLd::default());
    }

    #[test]
    fn the_headline_wins_if_it_alone_is_the_title() {
        let both = |name: &str, headline: &str, title: &str| {
            check(&article_of(&format!(r#""name":"{name}","headline":"{headline}""#)), Some(title));
        };
        both("The Kitchen", " How to bake bread at home ", " How to bake bread at home ");
        both(" The Kitchen", "A bread", " The Kitchen");
        both(
            "How to bake bread at home",
            "How to bake bread at home!",
            "How to bake bread at home",
        );
        both(" same ", " same ", "same");
    }

    #[test]
    fn authors_are_listed() {
        for (author, expected) in [
            (r#"{"name":" a "}"#, Some("a")),
            (r#"[{"name":"a "},null,{"name":1},"x",{"name":" b"}]"#, Some("a, b")),
            (r#"["x",{"name":"b"}]"#, None),
            ("[]", None),
            (r#""a""#, None),
            ("0", None),
        ] {
            let found = read(&[&article_of(&format!(r#""author":{author}"#))]);
            assert_eq!(found.byline.as_deref(), expected, "{author}");
        }
    }

    #[test]
    fn marks_of_cdata_are_removed() {
        let article = article_of(r#""name":"a""#);
        check(&format!(" \n<![CDATA[ {article} ]]>\n"), Some("a"));
        check(&format!("{article}]]>"), Some("a"));
        check(&format!("// <![CDATA[\n{article}\n// ]]>"), None);
    }
}
