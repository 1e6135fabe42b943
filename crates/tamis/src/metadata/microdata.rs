//! Values in microdata and `RDFa`.

use tamis_dom::{Document, NodeId, name};

use super::candidate::Origin;
use super::collector::Collector;
use super::field::Field;
use super::place::Fit::{self, Close, Exact};
use super::place::Place;
use super::price;
use crate::page::around;

/// The most bytes of an item's types that are read, because they are read again for each of its
/// properties.
const TYPES_BYTES: usize = 1024;

/// The most nodes of an item that are searched for its name.
const ITEM_NODES: usize = 64;

/// The longest text that is a value, in bytes.
const VALUE_BYTES: usize = 320;

/// Properties with the field they are read for, and how exactly they mean it. In `RDFa` they have a
/// prefix.
///
/// Source: schema.org.
const PROPERTIES: &[(&str, Field, Fit)] = &[
    ("headline", Field::Title, Exact),
    ("author", Field::Author, Exact),
    ("creator", Field::Author, Close),
    ("datePublished", Field::Published, Exact),
    ("dateCreated", Field::Published, Close),
    ("uploadDate", Field::Published, Close),
    ("dateModified", Field::Modified, Exact),
    ("description", Field::Description, Exact),
    ("image", Field::Image, Exact),
    ("inLanguage", Field::Language, Exact),
    ("articleSection", Field::Category, Exact),
    ("keywords", Field::Tag, Exact),
    ("license", Field::License, Exact),
    ("price", Field::Price, Exact),
    ("lowPrice", Field::Price, Close),
    ("priceCurrency", Field::Currency, Exact),
];

/// Types of items whose properties are not those of the page.
///
/// Source: schema.org.
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

/// Adds the values of the properties that an attribute of an element names.
pub(super) fn read_property(collector: &mut Collector<'_>, id: NodeId, names: &str) {
    for word in names.split_ascii_whitespace() {
        let local = &word[word.rfind([':', '/', '#']).map_or(0, |at| at + 1)..];
        let known = PROPERTIES.iter().find(|(name, ..)| name.eq_ignore_ascii_case(local));
        let Some(&(property, field, fit)) = known else { continue };
        if is_of_other_item(collector.document, id, field) {
            return;
        }
        let at = if field == Field::Author { collector.chars_before(id) } else { 0 };
        let value = value(collector.document, id, field);
        if let Some(value) = value.and_then(|value| price::normalized(field, value)) {
            let place = Place::ItemProperty(fit);
            let origin = Origin::new(place, format!("itemprop {property}"), id);
            collector.add(field, &value, origin.with_tiebreak(at));
        }
    }
}

/// Returns the value of a property. If the value is an item, an author is its name, and other
/// fields have no value, because an item is a thing and not a text.
///
/// Source: HTML standard, 5.2.4 "Values"; `RDFa` for `content` on other elements than `<meta>`.
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

/// Returns the name of an item: its property `name`, else its whole text.
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

/// Returns true if a property belongs to an item with one of the [`OTHER_ITEMS`]. Prices are those
/// of offers.
fn is_of_other_item(document: &Document, id: NodeId, field: Field) -> bool {
    let is_price = matches!(field, Field::Price | Field::Currency);
    let mut items = around(document, id).skip(1).filter(|&id| is_item(document, id));
    let Some(item) = items.next() else { return false };
    let types = [name::ITEMTYPE, name::TYPEOF];
    let mut types = types.into_iter().filter_map(|attr| document.attr(item, attr));
    types.any(|types| {
        let types = &types[..types.floor_char_boundary(TYPES_BYTES)];
        types.split_ascii_whitespace().any(|address| {
            let word = &address[address.rfind([':', '/', '#']).map_or(0, |at| at + 1)..];
            OTHER_ITEMS.contains(&word) && !(is_price && word == "Offer")
        })
    })
}
