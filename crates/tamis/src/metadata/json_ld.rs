//! What a page says of itself in scripts of JSON-LD, by the terms of schema.org.

use std::borrow::Cow;
use std::collections::HashMap;

use tamis_dom::{Document, NodeId, Parser, name};

use super::json::{Json, Value};
use super::survey::Survey;
use super::{Field, SchemaObject};
use crate::page::Page;

/// How many bytes of scripts are read; what lies beyond is left out.
const MAX_BYTES: usize = 1 << 20;

/// How many objects are looked at.
const MAX_OBJECTS: usize = 512;

/// What an object describes, as far as it matters whose title and date it has. Less is nearer to the page's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    /// An article, a post, a report.
    Article,
    /// Another work or thing that a page can be about.
    Thing,
    /// The page itself.
    Page,
    /// The site, or who stands behind it.
    Site,
}

/// Types that are neither articles nor pages by their names, and yet what pages are about. Source: schema.org.
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
    "Comment",
    "Conversation",
    "PodcastEpisode",
    "Product",
    "ProductGroup",
    "Question",
    "Recipe",
    "Report",
    "Review",
    "SoftwareApplication",
    "SoftwareSourceCode",
    "Thesis",
    "VideoGame",
    "VideoObject",
    "WebApplication",
    "JobPosting",
];

/// Whom a site belongs to.
const SITES: &[&str] = &["WebSite", "Organization", "NewsMediaOrganization", "Corporation", "Blog"];

/// Whether this is the type of an article, a post, a report.
pub(crate) fn is_article(kind: &str) -> bool {
    subject(kind) == Some(Subject::Article)
}

fn subject(kind: &str) -> Option<Subject> {
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

/// An object that describes something, with the name of its type.
struct Described<'j> {
    object: Value<'j>,
    kind: Cow<'j, str>,
    subject: Subject,
}

/// Notes what the scripts of a page say.
pub(super) fn read(survey: &mut Survey<'_>) {
    let document = survey.document;
    let mut room = MAX_BYTES;
    for script in std::mem::take(&mut survey.scripts) {
        let text = document.text(script);
        if text.len() > room {
            continue;
        }
        room -= text.len();
        let json = Json::read(text);
        let nodes = nodes(&json);
        let names = Names::of(&nodes);
        let mut described: Vec<Described<'_>> = nodes.into_iter().filter_map(describe).collect();
        described.sort_by_key(|object| object.subject);
        let articles: Vec<Value<'_>> = described
            .iter()
            .filter(|object| object.subject == Subject::Article)
            .map(|object| object.object)
            .collect();
        let own = own_article(&articles, survey.page);
        for object in &described {
            // Of several articles the others are teasers.
            if object.subject != Subject::Article || own.is_none_or(|own| own.is(object.object)) {
                note(survey, script, object, &names);
            }
        }
    }
}

/// The article that the page is: the one with the page's address, else the first.
fn own_article<'j>(articles: &[Value<'j>], page: &Page) -> Option<Value<'j>> {
    by_address(articles, page).or(articles.first().copied())
}

/// The first of these objects that has the page's address.
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

/// The objects with a type: those at the top, in graphs, and those that are named as what the page is about.
pub(crate) fn nodes<'j>(json: &'j Json<'_>) -> Vec<Value<'j>> {
    /// Where objects of the page's own stand.
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

/// The names of an object's types, without the vocabulary's.
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

/// The names of objects by their identifiers: where others refer to them.
struct Names<'j>(HashMap<Cow<'j, str>, Cow<'j, str>>);

impl<'j> Names<'j> {
    fn of(nodes: &[Value<'j>]) -> Names<'j> {
        let named = nodes
            .iter()
            .filter_map(|node| Some((node.get("@id")?.string()?, node.get("name")?.string()?)));
        Names(named.collect())
    }

    /// The name that a value is or has.
    fn name(&self, value: Value<'j>) -> Option<Cow<'j, str>> {
        if let Some(text) = value.string() {
            return Some(text);
        }
        if let Some(name) = value.get("name") {
            return name.each().find_map(Value::string);
        }
        let id = value.get("@id")?.string()?;
        self.0.get(&id).cloned()
    }
}

fn note<'j>(survey: &mut Survey<'_>, script: NodeId, of: &Described<'j>, names: &Names<'j>) {
    let subject_rank = of.subject as u8 * 30;
    for (key, value) in of.object.members() {
        let Some((field, rank)) = meaning(&key, of.subject) else { continue };
        let source = || format!("json-ld {}.{key}", of.kind);
        for value in value.each() {
            let text = match field {
                Field::Author | Field::SiteName => names.name(value),
                Field::Image => value.string().or_else(|| value.get("url")?.string()),
                Field::Language => value.string().or_else(|| value.get("alternateName")?.string()),
                Field::License | Field::Category | Field::Tag => value
                    .string()
                    .or_else(|| value.get("name")?.string())
                    .or_else(|| value.get("url")?.string()),
                _ => value.string().or_else(|| {
                    let number = value.source();
                    (field == Field::Published && number.parse::<u64>().is_ok())
                        .then_some(Cow::Borrowed(number))
                }),
            };
            if let Some(text) = text {
                let text = decoded(&text);
                survey.note(field, rank + subject_rank, &text, source(), Some(script));
            }
        }
    }
    if of.subject != Subject::Site {
        let source = format!("json-ld {}.@type", of.kind);
        survey.note(Field::Kind, 20 + subject_rank, &of.kind, source, Some(script));
    }
}

/// The text with its character references decoded: scripts have none, and yet many pages write them there.
fn decoded(text: &str) -> Cow<'_, str> {
    let Some(at) = text.find('&') else { return Cow::Borrowed(text) };
    if !text[at..].contains(';') {
        return Cow::Borrowed(text);
    }
    // In a title all but the references is text.
    let document = Parser::default().parse(&format!("<title>{text}"));
    Cow::Owned(document.title().unwrap_or_default().to_owned())
}

/// The field that a property states, and its rank among the properties of one object.
fn meaning(key: &str, subject: Subject) -> Option<(Field, u8)> {
    if subject == Subject::Site {
        return (key == "name").then_some((Field::SiteName, 0));
    }
    Some(match key {
        "headline" => (Field::Title, 5),
        "name" => (Field::Title, 6),
        "author" => (Field::Author, 5),
        "creator" => (Field::Author, 6),
        "datePublished" => (Field::Published, 5),
        "dateCreated" => (Field::Published, 7),
        "uploadDate" => (Field::Published, 6),
        "dateModified" => (Field::Modified, 5),
        "description" => (Field::Description, 15),
        "publisher" => (Field::SiteName, 15),
        "inLanguage" => (Field::Language, 25),
        "image" => (Field::Image, 25),
        "thumbnailUrl" => (Field::Image, 35),
        "articleSection" => (Field::Category, 15),
        "keywords" => (Field::Tag, 15),
        "license" => (Field::License, 15),
        _ => return None,
    })
}

/// The objects that the page's scripts of JSON-LD describe, in order: those at the top, in arrays and graphs, and what they call
/// the main entity.
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

/// Whether the element is a script of JSON-LD.
pub(crate) fn is_script(document: &Document, id: NodeId) -> bool {
    let kind = |id| document.attr(id, name::TYPE).unwrap_or_default().trim();
    document.is_html(id, name::SCRIPT) && {
        let essence = kind(id).split(';').next().unwrap_or_default().trim_end();
        essence.eq_ignore_ascii_case("application/ld+json")
    }
}
