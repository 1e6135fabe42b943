//! Values in scripts of JSON-LD, in the terms of schema.org.

use std::borrow::Cow;
use std::collections::HashMap;

use tamis_dom::{Document, NodeId, name};

use super::candidate::Origin;
use super::collector::Collector;
use super::field::Field;
use super::json::{Json, Value};
use super::place::{Fit, Place, SchemaType, Subject};
use super::price;
use super::references::decoded;
use super::value::SchemaObject;
use crate::page::Page;

/// The most bytes of scripts that are read. A script that would exceed them is skipped.
const MAX_BYTES: usize = 1 << 20;

/// The most objects of one script that are read.
const MAX_OBJECTS: usize = 512;

/// Types of things that pages are about, except those with names like articles and pages.
///
/// Source: schema.org.
const THINGS: &[&str] = &[
    "Book",
    "Clip",
    "Course",
    "CreativeWork",
    "Dataset",
    "Episode",
    "Event",
    "FAQPage",
    "Game",
    "Guide",
    "HowTo",
    "Movie",
    "MusicAlbum",
    "MusicRecording",
    "Message",
    "Conversation",
    "PodcastEpisode",
    "Product",
    "ProductGroup",
    "Question",
    "Recipe",
    "Review",
    "SoftwareApplication",
    "SoftwareSourceCode",
    "Thesis",
    "VideoGame",
    "VideoObject",
    "WebApplication",
];

/// Types of sites and of the organizations that publish them.
const SITES: &[&str] = &["WebSite", "Organization", "NewsMediaOrganization", "Corporation", "Blog"];

/// Returns true if this is the type of an article, a post or a report.
pub(crate) fn is_article(kind: &str) -> bool {
    subject(kind) == Some(Subject::Article)
}

/// Returns the subject of objects of a type, or `None` if they say nothing about the page.
fn subject(kind: &str) -> Option<Subject> {
    // A comment is not what a page is about, and a job posting only has a name like that of an
    // article (`…Posting`).
    if matches!(kind, "Comment" | "JobPosting") {
        return None;
    }
    if kind.ends_with("Article") || kind.ends_with("Posting") || matches!(kind, "Report") {
        return Some(Subject::Article);
    }
    if THINGS.contains(&kind) {
        return Some(Subject::Thing);
    }
    if kind.ends_with("Page") {
        return Some(Subject::Page);
    }
    SITES.contains(&kind).then_some(Subject::Site)
}

/// An object with the one of its types whose subject is nearest to the page's content.
struct Described<'j> {
    object: Value<'j>,
    kind: Cow<'j, str>,
    subject: Subject,
}

/// Adds the values in the scripts of a page.
pub(super) fn read(collector: &mut Collector<'_>) {
    let document = collector.document;
    let mut room = MAX_BYTES;
    let mut scripts = Vec::new();
    for script in std::mem::take(&mut collector.found.scripts) {
        let text = document.text(script);
        if text.len() > room {
            continue;
        }
        room -= text.len();
        scripts.push((script, Json::read(text)));
    }
    let scripts: Vec<_> = scripts.iter().map(|(script, json)| (*script, nodes(json))).collect();
    // An article may name an author whom another script describes.
    let names = Names::of(scripts.iter().flat_map(|(_, nodes)| nodes));
    for (script, nodes) in scripts {
        let mut described: Vec<Described<'_>> = nodes.into_iter().filter_map(describe).collect();
        described.sort_by_key(|object| object.subject);
        let articles: Vec<Value<'_>> = described
            .iter()
            .filter(|object| object.subject == Subject::Article)
            .map(|object| object.object)
            .collect();
        let own = own_article(&articles, collector.page);
        for object in &described {
            // If there are several articles, all but one are teasers.
            if object.subject != Subject::Article
                || own.is_none_or(|own| own.is_same(object.object))
            {
                add_object(collector, script, object, &names);
            }
        }
        if let Some(thing) = own_thing(&described, collector.page) {
            price::add_offer(collector, script, thing.object, &thing.kind);
        }
    }
}

/// Returns the page's own article: the one with the page's address, else the first.
fn own_article<'j>(articles: &[Value<'j>], page: &Page) -> Option<Value<'j>> {
    by_address(articles, page).or(articles.first().copied())
}

/// Returns the thing with offers that the page is about: the one with the page's address, else the
/// only one.
fn own_thing<'d, 'j>(described: &'d [Described<'j>], page: &Page) -> Option<&'d Described<'j>> {
    let is_offered = |object: &&Described<'j>| {
        object.subject == Subject::Thing
            && ["offers", "hasVariant"].into_iter().any(|key| object.object.get(key).is_some())
    };
    let offered: Vec<_> = described.iter().filter(is_offered).collect();
    let own = offered.iter().find(|thing| by_address(&[thing.object], page).is_some());
    own.or(if let [only] = &offered[..] { Some(only) } else { None }).copied()
}

/// Returns the first of these objects that has the page's address.
pub(crate) fn by_address<'j>(objects: &[Value<'j>], page: &Page) -> Option<Value<'j>> {
    let address = page.url().map(|url| url.path().trim_end_matches('/'));
    let is_own = |object: &&Value<'j>| {
        let addresses = ["url", "@id", "mainEntityOfPage"].into_iter().filter_map(|key| {
            let value = object.get(key)?;
            value.string().or_else(|| value.get("@id")?.string())
        });
        let mut paths = addresses.filter_map(|text| url::Url::parse(&text).ok());
        address.is_some_and(|own| paths.any(|url| url.path().trim_end_matches('/') == own))
    };
    objects.iter().find(is_own).copied()
}

/// Returns the objects at the top, in arrays and in graphs, and the main entities that they name.
pub(crate) fn nodes<'j>(json: &'j Json<'_>) -> Vec<Value<'j>> {
    /// The members that contain further objects.
    const WITHIN: [&str; 3] = ["@graph", "mainEntity", "mainEntityOfPage"];
    let mut waiting: Vec<Value<'j>> = json.roots().collect();
    waiting.reverse();
    let mut found = Vec::new();
    while let Some(value) = waiting.pop() {
        if found.len() == MAX_OBJECTS {
            break;
        }
        if value.is_array() {
            let mut values: Vec<Value<'j>> = value.each().collect();
            values.reverse();
            waiting.append(&mut values);
        } else if value.is_object() {
            found.push(value);
            let inner = value.members().filter(|(key, _)| WITHIN.contains(&key.as_ref()));
            let start = waiting.len();
            waiting.extend(inner.map(|(_, value)| value));
            waiting[start..].reverse();
        }
    }
    found
}

/// Returns the names of an object's types without the address of the vocabulary.
pub(crate) fn types(object: Value<'_>) -> impl Iterator<Item = Cow<'_, str>> {
    let types = object.get("@type").into_iter().flat_map(Value::each).filter_map(Value::string);
    types.map(|name| {
        let start = name.rfind(['/', '#', ':']).map_or(0, |at| at + 1);
        if start == 0 { name } else { Cow::Owned(name[start..].to_owned()) }
    })
}

fn describe(object: Value<'_>) -> Option<Described<'_>> {
    let (subject, kind) = types(object)
        .filter_map(|kind| Some((subject(&kind)?, kind)))
        .min_by_key(|(subject, _)| *subject)?;
    Some(Described { object, kind, subject })
}

/// The names of objects by identifier, because other objects refer to them by it: `"author":
/// {"@id": "#ann"}`.
struct Names<'j>(HashMap<Cow<'j, str>, Cow<'j, str>>);

impl<'j> Names<'j> {
    fn of<'n>(nodes: impl Iterator<Item = &'n Value<'j>>) -> Names<'j>
    where
        'j: 'n,
    {
        let mut names = HashMap::new();
        for node in nodes {
            let id = node.get("@id").and_then(Value::string);
            if let (Some(id), Some(name)) = (id, own_name(*node)) {
                names.entry(id).or_insert(name);
            }
        }
        Names(names)
    }

    /// Returns the name that a value is, has, or refers to.
    fn name(&self, value: Value<'j>) -> Option<Cow<'j, str>> {
        if let Some(text) = value.string() {
            return Some(text);
        }
        if let Some(name) = own_name(value) {
            return Some(name);
        }
        let id = value.get("@id")?.string()?;
        self.0.get(&id).cloned()
    }
}

/// Returns the name of an object, whole or in its parts.
fn own_name(value: Value<'_>) -> Option<Cow<'_, str>> {
    let string = |key: &str| value.get(key).and_then(|of| of.each().find_map(Value::string));
    if value.get("name").is_some() {
        return string("name");
    }
    let (given, family) = (string("givenName")?, string("familyName")?);
    Some(Cow::Owned(format!("{given} {family}")))
}

/// Returns the values of a property. An author with a list of names is several people.
fn values_of<'j>(field: Field, value: Value<'j>) -> Vec<Value<'j>> {
    let names = |value: Value<'j>| value.get("name").filter(|name| name.is_array());
    let each = |value: Value<'j>| match names(value).filter(|_| field == Field::Author) {
        Some(names) => names.each().collect(),
        None => vec![value],
    };
    value.each().flat_map(each).collect()
}

/// Adds the values of an object. The name of its type is a candidate for the page's kind.
fn add_object<'j>(
    collector: &mut Collector<'_>,
    script: NodeId,
    described: &Described<'j>,
    names: &Names<'j>,
) {
    let &Described { object, ref kind, subject } = described;
    let origin = |fit: Fit, key: &str| {
        let description = format!("json-ld {kind}.{key}");
        Origin::new(Place::JsonLd(subject, fit), description, script)
            .with_schema_type(SchemaType::of(kind))
    };
    for (key, value) in object.members() {
        let Some((field, fit)) = meaning(&key, subject) else { continue };
        for value in values_of(field, value) {
            if let Some(text) = text_for(field, value, names) {
                collector.add(field, &decoded(&text), origin(fit, &key));
            }
        }
    }
    if subject != Subject::Site {
        collector.add(Field::PageKind, kind, origin(Fit::Exact, "@type"));
    }
}

/// Returns the text that a value of a property has for a field: the value itself, or a member of it
/// that names it.
fn text_for<'j>(field: Field, value: Value<'j>, names: &Names<'j>) -> Option<Cow<'j, str>> {
    let member = |key: &str| value.get(key)?.string();
    match field {
        Field::Author | Field::SiteName => names.name(value),
        Field::Image => value.string().or_else(|| member("url")),
        Field::Language => value.string().or_else(|| member("alternateName")),
        Field::License | Field::Category | Field::Tag => {
            value.string().or_else(|| member("name")).or_else(|| member("url"))
        }
        // Some sites write the seconds since 1970.
        Field::Published => value.string().or_else(|| {
            let number = value.source();
            number.parse::<u64>().is_ok().then_some(Cow::Borrowed(number))
        }),
        _ => value.string(),
    }
}

/// Returns the field that a property of an object is read for, and how exactly it means it.
fn meaning(key: &str, subject: Subject) -> Option<(Field, Fit)> {
    if subject == Subject::Site {
        return (key == "name").then_some((Field::SiteName, Fit::Exact));
    }
    Some(match key {
        "headline" => (Field::Title, Fit::Exact),
        "name" => (Field::Title, Fit::Close),
        "author" => (Field::Author, Fit::Exact),
        "creator" => (Field::Author, Fit::Close),
        "datePublished" => (Field::Published, Fit::Exact),
        "uploadDate" => (Field::Published, Fit::Close),
        "dateCreated" => (Field::Published, Fit::Loose),
        "dateModified" => (Field::Modified, Fit::Exact),
        "description" => (Field::Description, Fit::Exact),
        "publisher" => (Field::SiteName, Fit::Exact),
        "inLanguage" => (Field::Language, Fit::Exact),
        "image" => (Field::Image, Fit::Exact),
        "thumbnailUrl" => (Field::Image, Fit::Close),
        "articleSection" => (Field::Category, Fit::Exact),
        "keywords" => (Field::Tag, Fit::Exact),
        "license" => (Field::License, Fit::Exact),
        _ => return None,
    })
}

/// Returns the objects with a type in the scripts of a page, in order: those at the top, in arrays
/// and graphs, and those that others name as the main entity.
pub(super) fn objects(document: &Document) -> Vec<SchemaObject> {
    let mut room = MAX_BYTES;
    let mut objects = Vec::new();
    for script in document.elements(NodeId::DOCUMENT).filter(|&id| is_script(document, id)) {
        let text = document.text(script);
        if text.len() > room {
            continue;
        }
        room -= text.len();
        let json = Json::read(text);
        for node in nodes(&json) {
            let types: Vec<String> = types(node).map(Cow::into_owned).collect();
            if !types.is_empty() {
                objects.push(SchemaObject { types, json: node.to_json() });
            }
        }
    }
    objects
}

/// Returns true if the element is a script of JSON-LD.
pub(crate) fn is_script(document: &Document, id: NodeId) -> bool {
    let is_json_ld = |kind: &str| {
        let essence = kind.trim().split(';').next().unwrap_or_default().trim_end();
        essence.eq_ignore_ascii_case("application/ld+json")
    };
    document.is_html(id, name::SCRIPT) && document.attr(id, name::TYPE).is_some_and(is_json_ld)
}
