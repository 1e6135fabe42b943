//! The walk over a page, first its elements and then their attributes, that finds candidates.

use tamis_dom::{Attr, AttrNamespace, Document, NameSet, NodeId, name};

use super::byline::{is_member_address, is_person_address};
use super::candidate::Origin;
use super::collector::Collector;
use super::field::Field;
use super::hints::{HintCache, Hints, hints_of};
use super::place::Place;
use super::site_names::is_home;
use super::trust::Trust;
use super::written::written_text;
use super::{html_meta, json_ld, microdata};
use crate::page::Page;

/// The most elements of one kind that are kept. The first ones are enough, because they are mostly
/// those of the article.
const MAX_KEPT: usize = 64;

/// The range of lengths, in bytes, of the text of an element that names an author or a date.
const HINTED_BYTES: std::ops::RangeInclusive<usize> = 3..=320;

/// Elements that are read for their names.
const READ_ELEMENTS: NameSet = NameSet::of(&[
    name::BASE,
    name::H1,
    name::H2,
    name::H3,
    name::MAIN,
    name::SCRIPT,
    name::TIME,
    name::TITLE,
]);

/// Attributes with statements, on any element.
const STATEMENTS: NameSet = NameSet::of(&[name::HREF, name::ITEMPROP, name::PROPERTY, name::REL]);

/// Attributes with hints, on any element.
const HINTS: NameSet = NameSet::of(&[name::CLASS, name::HREF, name::ID, name::REL]);

/// Walks over a page once and collects the candidates in its markup and its JSON-LD.
pub(super) fn collect(page: &Page, trust: Trust) -> Collector<'_> {
    let mut collector = Collector::new(page, trust);
    read_elements(&mut collector);
    read_statements(&mut collector);
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
            name::SCRIPT if written_text(document.text(id)).is_some() => {
                keep(&mut collector.found.writers, id);
            }
            name::BASE if collector.found.base.is_none() => {
                collector.found.base = document.attr(id, name::HREF).map(|_| id);
            }
            name::TITLE if collector.found.title.is_none() && document.is_html(id, name::TITLE) => {
                collector.found.title = Some(id);
            }
            name::MAIN if collector.found.main.is_none() => {
                collector.found.main = Some(id);
            }
            name::H1 => keep(&mut collector.found.headings, id),
            name::H2 | name::H3 => keep(&mut collector.found.subheadings, id),
            name::TIME => keep(&mut collector.found.times, id),
            _ => {}
        }
    }
}

/// Returns the elements with attributes that are read, without scripts and styles, except JSON-LD.
fn read_attributes(document: &Document) -> impl Iterator<Item = (NodeId, &[Attr])> {
    document.attrs_by_element().filter(|&(id, _)| match document.name(id) {
        Some(name::SCRIPT) => json_ld::is_script(document, id),
        Some(name::STYLE) => false,
        _ => true,
    })
}

fn read_statements(collector: &mut Collector<'_>) {
    let document = collector.document;
    for (id, attrs) in read_attributes(document) {
        match document.name(id) {
            Some(name::META) => html_meta::read_meta(collector, id),
            Some(name::LINK) => html_meta::read_link(collector, id),
            _ => {}
        }
        for attr in attrs.iter().filter(|attr| STATEMENTS.contains(attr.name())) {
            let value = document.attr_value(attr);
            match attr.name() {
                name::HREF if document.name(id) == Some(name::A) && is_home(value) => {
                    keep(&mut collector.found.homes, id);
                }
                name::ITEMPROP => microdata::read_property(collector, id, value),
                name::PROPERTY if !document.is_html(id, name::META) => {
                    microdata::read_property(collector, id, value);
                }
                name::REL => read_relations(collector, id, value),
                _ => {}
            }
        }
    }
}

/// Reads the relations of a link in the text.
///
/// Source: HTML standard, 4.6.7 "Link types".
fn read_relations(collector: &mut Collector<'_>, id: NodeId, words: &str) {
    let document = collector.document;
    if document.name(id) != Some(name::A) {
        return;
    }
    let text = document.text(id);
    // WordPress marks links to categories with both words.
    if has_relation(words, "category") {
        collector.add(Field::Category, text, Origin::new(Place::Relation, "rel=category", id));
    } else if has_relation(words, "tag") {
        collector.add(Field::Tag, text, Origin::new(Place::Relation, "rel=tag", id));
    }
    if has_relation(words, "license")
        && let Some(href) = document.attr(id, name::HREF)
    {
        collector.add(Field::License, href, Origin::new(Place::Relation, "rel=license", id));
    }
}

fn has_relation(words: &str, relation: &str) -> bool {
    words.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case(relation))
}

/// Finds the short elements that hint at an author or a date.
pub(super) fn find_hints(collector: &mut Collector<'_>) {
    let document = collector.document;
    let mut class_hints = HintCache::new();
    for (id, attrs) in read_attributes(document) {
        let mut hints = Hints::NONE;
        for attr in attrs.iter().filter(|attr| HINTS.contains(attr.name())) {
            match hints_in(document, &mut class_hints, attr) {
                Hints::RELATION => keep(&mut collector.found.hinted, (id, Hints::RELATION)),
                found => hints = hints.with(found),
            }
        }
        if hints != Hints::NONE {
            keep(&mut collector.found.hinted, (id, hints));
        }
    }
}

/// Returns what an attribute hints about its element.
fn hints_in<'d>(document: &'d Document, class_hints: &mut HintCache<'d>, attr: &Attr) -> Hints {
    let (id, value) = (attr.owner(), document.attr_value(attr));
    let length = || document.text_range(id).len();
    let is_link = || document.name(id) == Some(name::A);
    // A link within a text names somebody whom it is about.
    let is_in_line = || {
        document
            .parent(id)
            .is_some_and(|around| document.text_range(around).len() <= *HINTED_BYTES.end())
    };
    match attr.name() {
        name::CLASS if HINTED_BYTES.contains(&length()) => class_hints.of(value),
        name::ID if HINTED_BYTES.contains(&length()) => hints_of(value),
        name::HREF
            if attr.namespace() == AttrNamespace::None
                && is_link()
                && (is_member_address(value)
                    || is_in_line() && is_person_address(value, document.text(id))) =>
        {
            Hints::MEMBER
        }
        name::REL
            if is_link() && has_relation(value, "author") && length() <= *HINTED_BYTES.end() =>
        {
            Hints::RELATION
        }
        _ => Hints::NONE,
    }
}

fn keep<T>(list: &mut Vec<T>, item: T) {
    if list.len() < MAX_KEPT {
        list.push(item);
    }
}
