//! Values in the body that are marked as microdata or `RDFa`.

use tamis_dom::{Document, NodeId, name};

use super::Field;
use super::survey::Survey;

/// How far up an item is looked for: the time must not grow with the depth of the page.
const ITEM_DEPTH: usize = 32;

/// How many bytes of an item's types are looked at: it may have many properties.
const TYPES_BYTES: usize = 1024;

/// How many nodes of an item are searched for its name.
const ITEM_NODES: usize = 64;

/// The longest text, in bytes, that is a value.
const VALUE_BYTES: usize = 320;

/// What a property states, and its rank. Source: schema.org; the property names of `RDFa` are the same behind a prefix.
const PROPERTIES: &[(&str, Field, u8)] = &[
    ("headline", Field::Title, 40),
    ("author", Field::Author, 30),
    ("creator", Field::Author, 31),
    ("datePublished", Field::Published, 30),
    ("dateCreated", Field::Published, 31),
    ("uploadDate", Field::Published, 31),
    ("dateModified", Field::Modified, 30),
    ("description", Field::Description, 40),
    ("image", Field::Image, 25),
    ("inLanguage", Field::Language, 35),
    ("articleSection", Field::Category, 30),
    ("keywords", Field::Tag, 25),
    ("license", Field::License, 20),
];

/// Items whose properties are not the page's. Source: schema.org.
const OTHER_ITEMS: &[&str] = &[
    "AggregateRating",
    "Answer",
    "BreadcrumbList",
    "Comment",
    "ImageObject",
    "ListItem",
    "NewsMediaOrganization",
    "Offer",
    "Organization",
    "Person",
    "Rating",
    "Review",
    "UserComments",
    "VideoObject",
    "WebSite",
    "WPFooter",
    "WPSideBar",
];

/// Notes the properties that an element has, named in one attribute of its.
pub(super) fn element(survey: &mut Survey<'_>, id: NodeId, names: &str) {
    for word in names.split_ascii_whitespace() {
        let local = &word[word.rfind([':', '/', '#']).map_or(0, |at| at + 1)..];
        let known = PROPERTIES.iter().find(|(name, ..)| name.eq_ignore_ascii_case(local));
        let Some(&(property, field, rank)) = known else { continue };
        if is_of_other_item(survey.document, id) {
            return;
        }
        let at = if field == Field::Author { survey.chars_before(id) } else { 0 };
        if let Some(value) = value(survey.document, id, field) {
            survey.note_detailed(field, rank, at, value, format!("itemprop {property}"), Some(id));
        }
    }
}

/// The value of a property. Source: HTML standard, 5.2.4 "Values"; `content` on other elements than `<meta>` is the way of `RDFa`.
/// Of an item its name.
fn value(document: &Document, id: NodeId, field: Field) -> Option<&str> {
    if let Some(content) = document.attr(id, name::CONTENT) {
        return Some(content);
    }
    if is_item(document, id) {
        return if field == Field::Author { item_name(document, id) } else { None };
    }
    let is_address = field.is_address();
    match document.name(id)? {
        name::A | name::AREA | name::LINK if is_address || field == Field::License => {
            document.attr(id, name::HREF)
        }
        name::LINK => None,
        name::IMG | name::SOURCE | name::EMBED => document.attr(id, name::SRC),
        _ if is_address => None,
        _ => document
            .attr(id, name::DATETIME)
            .or_else(|| Some(document.text(id)).filter(|text| text.len() <= VALUE_BYTES)),
    }
}

fn item_name(document: &Document, id: NodeId) -> Option<&str> {
    let mut nodes = document.descendants_and_self(id).skip(1).take(ITEM_NODES);
    let named = nodes.find(|&node| {
        let names =
            document.attr(node, name::ITEMPROP).or_else(|| document.attr(node, name::PROPERTY));
        names.is_some_and(|names| {
            names.split_ascii_whitespace().any(|name| matches!(name, "name" | "schema:name"))
        })
    });
    let whole = Some(document.text(id));
    let text = named.map_or(whole, |node| {
        document.attr(node, name::CONTENT).or_else(|| Some(document.text(node)))
    });
    text.filter(|text| text.len() <= VALUE_BYTES)
}

fn is_item(document: &Document, id: NodeId) -> bool {
    document.attr(id, name::ITEMSCOPE).is_some() || document.attr(id, name::TYPEOF).is_some()
}

/// Whether the item that a property is of is a person, a comment or the like.
fn is_of_other_item(document: &Document, id: NodeId) -> bool {
    let mut around = document.ancestors(id).take(ITEM_DEPTH);
    let Some(item) = around.find(|&id| is_item(document, id)) else { return false };
    let types = [name::ITEMTYPE, name::TYPEOF];
    let mut types = types.into_iter().filter_map(|attr| document.attr(item, attr));
    types.any(|types| {
        let types = &types[..types.floor_char_boundary(TYPES_BYTES)];
        types.split_ascii_whitespace().any(|address| {
            let word = &address[address.rfind([':', '/', '#']).map_or(0, |at| at + 1)..];
            OTHER_ITEMS.contains(&word)
        })
    })
}
