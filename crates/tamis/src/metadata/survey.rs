//! The walk over a page, first its elements and then their attributes, that finds what its metadata are made of.

use std::borrow::Cow;

use tamis_dom::{Attr, AttrNamespace, Document, NameSet, NodeId, name};

use super::byline::is_member_address;
use super::marks::{Mark, Marks, mark_of};
use super::{Field, html_meta, json_ld, microdata, one_line};
use crate::page::Page;

/// Of each kind of element no more are kept: the first ones are the article's.
const MAX_KEPT: usize = 64;

/// How many values are noted for one field.
const MAX_VALUES: usize = 128;

/// The bit in the rank of a value that is shown, and not chosen.
pub(super) const NOT_CHOSEN: u8 = 0x80;

/// The longest value, in bytes; a longer one is cut.
const VALUE_BYTES: usize = 4096;

/// The longest text, in bytes, of an element that names an author or a date.
const MARKED_BYTES: usize = 320;

/// Elements that count by their names.
const TELLING_NAMES: NameSet =
    NameSet::of(&[name::BASE, name::H1, name::H2, name::H3, name::SCRIPT, name::TIME, name::TITLE]);

/// Attributes that tell something on any element.
const TELLING_ATTRIBUTES: NameSet =
    NameSet::of(&[name::CLASS, name::HREF, name::ID, name::ITEMPROP, name::PROPERTY, name::REL]);

/// A value that was found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) field: Field,
    /// How far its source is to be trusted; less is better.
    pub(super) rank: u8,
    /// What decides among values of one rank, before their order in the page; less is better.
    pub(super) detail: u32,
    /// In one line.
    pub(super) value: String,
    pub(super) source: Cow<'static, str>,
    /// Where it stands; `None` for what is not in the document.
    pub(super) node: Option<NodeId>,
}

/// What the walk found.
pub(super) struct Survey<'p> {
    pub(super) page: &'p Page,
    pub(super) document: &'p Document,
    pub(super) found: Vec<Found>,
    /// Scripts of JSON-LD.
    pub(super) scripts: Vec<NodeId>,
    /// The first `<title>`.
    pub(super) title: Option<NodeId>,
    /// The `href` of the first `<base>` that has one.
    pub(super) base: Option<&'p str>,
    /// `<h1>` elements.
    pub(super) headings: Vec<NodeId>,
    /// `<h2>` and `<h3>` elements.
    pub(super) subheadings: Vec<NodeId>,
    pub(super) times: Vec<NodeId>,
    /// Short elements whose names, classes or relations tell of an author or a date.
    pub(super) marked: Vec<(NodeId, Mark)>,
    /// The last `twitter:label1` says that `twitter:data1` is the author.
    pub(super) label_is_author: bool,
    /// What classes tell.
    marks: Marks<'p>,
    counts: [usize; Field::COUNT],
}

impl<'p> Survey<'p> {
    /// Walks over the page.
    pub(super) fn of(page: &'p Page) -> Survey<'p> {
        let document = page.document();
        let mut survey = Survey {
            page,
            document,
            found: Vec::new(),
            scripts: Vec::new(),
            title: None,
            base: None,
            headings: Vec::new(),
            subheadings: Vec::new(),
            times: Vec::new(),
            marked: Vec::new(),
            label_is_author: false,
            marks: Marks::new(),
            counts: [0; Field::COUNT],
        };
        survey.elements();
        survey.attributes();
        json_ld::read(&mut survey);
        survey
    }

    /// Notes a value, in one line; an empty one is none.
    pub(super) fn note(
        &mut self,
        field: Field,
        rank: u8,
        value: &str,
        source: impl Into<Cow<'static, str>>,
        node: Option<NodeId>,
    ) {
        self.note_detailed(field, rank, 0, value, source, node);
    }

    /// As [`Survey::note`], with what decides among values of one rank.
    pub(super) fn note_detailed(
        &mut self,
        field: Field,
        rank: u8,
        detail: u32,
        value: &str,
        source: impl Into<Cow<'static, str>>,
        node: Option<NodeId>,
    ) {
        let count = &mut self.counts[field as usize];
        if *count == MAX_VALUES {
            return;
        }
        let value = &value[..value.floor_char_boundary(VALUE_BYTES)];
        if let Some(value) = one_line(value) {
            *count += 1;
            self.found.push(Found { field, rank, detail, value, source: source.into(), node });
        }
    }

    /// Notes the elements that count by their names.
    fn elements(&mut self) {
        let document = self.document;
        for id in document.descendants_and_self(NodeId::DOCUMENT) {
            let Some(name) = document.name(id).filter(|&name| TELLING_NAMES.contains(name)) else {
                continue;
            };
            match name {
                name::SCRIPT if json_ld::is_script(document, id) => keep(&mut self.scripts, id),
                name::BASE if self.base.is_none() => self.base = document.attr(id, name::HREF),
                name::TITLE if self.title.is_none() && document.is_html(id, name::TITLE) => {
                    self.title = Some(id);
                }
                name::H1 => keep(&mut self.headings, id),
                name::H2 | name::H3 => keep(&mut self.subheadings, id),
                name::TIME => keep(&mut self.times, id),
                _ => {}
            }
        }
    }

    /// Notes what attributes tell, in the order in which they stand in the page.
    fn attributes(&mut self) {
        let document = self.document;
        let end = document.subtree_end(NodeId::DOCUMENT);
        let mut owner = NodeId::DOCUMENT;
        let mut mark = Mark::NONE;
        let mut tells = false;
        for attr in document.all_attrs() {
            // The contents of templates stand behind the page.
            if attr.owner() >= end {
                break;
            }
            if attr.owner() != owner {
                self.mark(owner, mark);
                owner = attr.owner();
                mark = Mark::NONE;
                tells = self.enter(owner);
            }
            if tells && TELLING_ATTRIBUTES.contains(attr.name()) {
                mark = mark.with(self.attribute(owner, attr));
            }
        }
        self.mark(owner, mark);
    }

    /// Notes what the attributes of a `<meta>` or a `<link>` say together; whether those of this element count one by one as well.
    fn enter(&mut self, id: NodeId) -> bool {
        match self.document.name(id) {
            Some(name::META) => html_meta::meta(self, id),
            Some(name::LINK) => html_meta::link(self, id),
            Some(name::SCRIPT) => return json_ld::is_script(self.document, id),
            Some(name::STYLE) => return false,
            _ => {}
        }
        true
    }

    /// Notes what one attribute says, and gives what it tells about the element.
    fn attribute(&mut self, id: NodeId, attr: &Attr) -> Mark {
        let document = self.document;
        let value = document.attr_value(attr);
        let may_be_marked = || (3..=MARKED_BYTES).contains(&document.text_range(id).len());
        match attr.name() {
            name::CLASS if may_be_marked() => return self.marks.of(value),
            name::ID if may_be_marked() => return mark_of(value),
            name::HREF
                if attr.namespace() == AttrNamespace::None
                    && document.name(id) == Some(name::A)
                    && is_member_address(value) =>
            {
                return Mark::MEMBER;
            }
            name::ITEMPROP => microdata::element(self, id, value),
            name::PROPERTY if !document.is_html(id, name::META) => {
                microdata::element(self, id, value);
            }
            name::REL => self.relations(id, value),
            _ => {}
        }
        Mark::NONE
    }

    fn mark(&mut self, id: NodeId, mark: Mark) {
        if mark != Mark::NONE && self.marked.len() < MAX_KEPT {
            self.marked.push((id, mark));
        }
    }

    /// Relations of links in the text. Source: HTML standard, 4.6.7 "Link types".
    fn relations(&mut self, id: NodeId, words: &str) {
        let document = self.document;
        if document.name(id) != Some(name::A) {
            return;
        }
        let has = |relation: &str| {
            words.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case(relation))
        };
        let text = document.text(id);
        if has("author") && text.len() <= MARKED_BYTES && self.marked.len() < MAX_KEPT {
            self.marked.push((id, Mark::RELATION));
        }
        // WordPress marks links to categories with both words.
        if has("category") {
            self.note(Field::Category, 40, text, "rel=category", Some(id));
        } else if has("tag") {
            self.note(Field::Tag, 50, text, "rel=tag", Some(id));
        }
        if has("license")
            && let Some(href) = document.attr(id, name::HREF)
        {
            self.note(Field::License, 15, href, "rel=license", Some(id));
        }
    }

    /// How many visible characters stand before this node.
    pub(super) fn chars_before(&self, id: NodeId) -> u32 {
        self.page.sums.before(id).text_chars
    }
}

fn keep(list: &mut Vec<NodeId>, id: NodeId) {
    if list.len() < MAX_KEPT {
        list.push(id);
    }
}
