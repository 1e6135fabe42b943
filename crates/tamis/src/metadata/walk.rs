//! The walk over a page, first its elements and then their attributes, that finds candidates.

use tamis_dom::{Attr, AttrNamespace, NameSet, NodeId, name};

use super::byline::is_member_address;
use super::candidate::Origin;
use super::collector::Collector;
use super::field::Field;
use super::hints::{HintCache, Hints, hints_of};
use super::place::Place;
use super::trust::Trust;
use super::{html_meta, json_ld, microdata};
use crate::page::Page;

/// The most elements of one kind that are kept. The first ones are those of the article.
const MAX_KEPT: usize = 64;

/// The range of lengths, in bytes, of the text of an element that names an author or a date.
const HINTED_BYTES: std::ops::RangeInclusive<usize> = 3..=320;

/// Elements that are read for their names.
const READ_ELEMENTS: NameSet =
    NameSet::of(&[name::BASE, name::H1, name::H2, name::H3, name::SCRIPT, name::TIME, name::TITLE]);

/// Attributes that are read on any element.
const READ_ATTRIBUTES: NameSet =
    NameSet::of(&[name::CLASS, name::HREF, name::ID, name::ITEMPROP, name::PROPERTY, name::REL]);

/// Walks over a page once and collects the candidates in its markup and its JSON-LD.
pub(super) fn collect(page: &Page, trust: Trust) -> Collector<'_> {
    let mut collector = Collector::new(page, trust);
    read_elements(&mut collector);
    read_attributes(&mut collector);
    json_ld::read(&mut collector);
    collector
}

fn read_elements(collector: &mut Collector<'_>) {
    let document = collector.document;
    for id in document.descendants_and_self(NodeId::DOCUMENT) {
        let Some(name) = document.name(id).filter(|&name| READ_ELEMENTS.contains(name)) else {
            continue;
        };
        match name {
            name::SCRIPT if json_ld::is_script(document, id) => {
                keep(&mut collector.found.scripts, id);
            }
            name::BASE if collector.found.base.is_none() => {
                collector.found.base = document.attr(id, name::HREF).map(|_| id);
            }
            name::TITLE if collector.found.title.is_none() && document.is_html(id, name::TITLE) => {
                collector.found.title = Some(id);
            }
            name::H1 => keep(&mut collector.found.headings, id),
            name::H2 | name::H3 => keep(&mut collector.found.subheadings, id),
            name::TIME => keep(&mut collector.found.times, id),
            _ => {}
        }
    }
}

/// Reads the attributes of all elements in document order: one list is faster to read than the
/// attributes of each element.
fn read_attributes(collector: &mut Collector<'_>) {
    let document = collector.document;
    let end = document.subtree_end(NodeId::DOCUMENT);
    let mut owner = NodeId::DOCUMENT;
    let mut class_hints = HintCache::new();
    let mut hints = Hints::NONE;
    let mut reads_each = false;
    for attr in document.all_attrs() {
        // The contents of templates come after the page.
        if attr.owner() >= end {
            break;
        }
        if attr.owner() != owner {
            keep_hints(collector, owner, hints);
            owner = attr.owner();
            hints = Hints::NONE;
            reads_each = read_together(collector, owner);
        }
        if reads_each && READ_ATTRIBUTES.contains(attr.name()) {
            hints = hints.with(read_attribute(collector, &mut class_hints, attr));
        }
    }
    keep_hints(collector, owner, hints);
}

/// Reads the attributes of a `<meta>` or `<link>` together. Returns true if the attributes of the
/// element are also to be read one by one.
fn read_together(collector: &mut Collector<'_>, id: NodeId) -> bool {
    match collector.document.name(id) {
        Some(name::META) => html_meta::read_meta(collector, id),
        Some(name::LINK) => html_meta::read_link(collector, id),
        Some(name::SCRIPT) => return json_ld::is_script(collector.document, id),
        Some(name::STYLE) => return false,
        _ => {}
    }
    true
}

/// Reads one attribute and returns what it hints about its element.
fn read_attribute<'p>(
    collector: &mut Collector<'p>,
    class_hints: &mut HintCache<'p>,
    attr: &Attr,
) -> Hints {
    let (document, id) = (collector.document, attr.owner());
    let value = document.attr_value(attr);
    let is_short = || HINTED_BYTES.contains(&document.text_range(id).len());
    match attr.name() {
        name::CLASS if is_short() => return class_hints.of(value),
        name::ID if is_short() => return hints_of(value),
        name::HREF
            if attr.namespace() == AttrNamespace::None
                && document.name(id) == Some(name::A)
                && is_member_address(value) =>
        {
            return Hints::MEMBER;
        }
        name::ITEMPROP => microdata::read_property(collector, id, value),
        name::PROPERTY if !document.is_html(id, name::META) => {
            microdata::read_property(collector, id, value);
        }
        name::REL => read_relations(collector, id, value),
        _ => {}
    }
    Hints::NONE
}

/// Reads the relations of a link in the text.
///
/// Source: HTML standard, 4.6.7 "Link types".
fn read_relations(collector: &mut Collector<'_>, id: NodeId, words: &str) {
    let document = collector.document;
    if document.name(id) != Some(name::A) {
        return;
    }
    let has = |relation: &str| {
        words.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case(relation))
    };
    let text = document.text(id);
    if has("author") && text.len() <= *HINTED_BYTES.end() {
        keep_hints(collector, id, Hints::RELATION);
    }
    // WordPress marks links to categories with both words.
    if has("category") {
        collector.add(Field::Category, text, Origin::new(Place::Relation, "rel=category", id));
    } else if has("tag") {
        collector.add(Field::Tag, text, Origin::new(Place::Relation, "rel=tag", id));
    }
    if has("license")
        && let Some(href) = document.attr(id, name::HREF)
    {
        collector.add(Field::License, href, Origin::new(Place::Relation, "rel=license", id));
    }
}

fn keep_hints(collector: &mut Collector<'_>, id: NodeId, hints: Hints) {
    if hints != Hints::NONE {
        keep(&mut collector.found.hinted, (id, hints));
    }
}

fn keep<T>(list: &mut Vec<T>, item: T) {
    if list.len() < MAX_KEPT {
        list.push(item);
    }
}
