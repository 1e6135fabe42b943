//! Facts about each element: its kind, the groups of its class, its repetition among siblings.

use tamis_dom::{AttrNamespace, Document, Name, NameSet, NodeId, name};

use super::class_groups::{bit, groups};
use super::columns::Feature;
use super::topics::{add_word, word_hash};
use crate::page::Page;
use crate::page::attribute_cache::AttributeCache;
use crate::page::style::hides;

/// An element around a paragraph that has a column of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Around {
    Article,
    Main,
    Nav,
    Footer,
    Form,
    Table,
    List,
    Item,
    Section,
    Quote,
    Code,
    Definitions,
    Hidden,
}

/// The columns of the distances to each kind of [`Around`].
pub(super) const AROUND: [(Around, Feature); 13] = [
    (Around::Article, Feature::ToArticle),
    (Around::Main, Feature::ToMain),
    (Around::Nav, Feature::ToNav),
    (Around::Footer, Feature::ToFooter),
    (Around::Form, Feature::ToForm),
    (Around::Table, Feature::ToTable),
    (Around::List, Feature::ToList),
    (Around::Item, Feature::ToItem),
    (Around::Section, Feature::ToSection),
    (Around::Quote, Feature::ToQuote),
    (Around::Code, Feature::ToCode),
    (Around::Definitions, Feature::ToDefinitions),
    (Around::Hidden, Feature::ToHidden),
];

/// Returns the kind of a paragraph's innermost element, ordered by how often it is content.
pub(super) fn tag(name: Name) -> f32 {
    let tag = match name {
        name::P => 15,
        name::PRE | name::CODE => 14,
        name::BLOCKQUOTE => 13,
        name::H1 => 12,
        name::H2 | name::H3 => 11,
        name::H4 | name::H5 | name::H6 => 10,
        name::DD | name::DT => 9,
        name::FIGCAPTION | name::CAPTION => 8,
        name::LI => 7,
        name::TD => 6,
        name::TH => 5,
        name::SECTION | name::ARTICLE | name::MAIN => 4,
        name::DIV => 3,
        name::SPAN | name::A => 2,
        name::LABEL | name::LEGEND | name::OPTION => 1,
        _ => 0,
    };
    tag as f32
}

/// Returns the level of a heading; 0 for other elements.
pub(super) fn heading_level(name: Name) -> u8 {
    match name {
        name::H1 => 1,
        name::H2 => 2,
        name::H3 => 3,
        name::H4 => 4,
        name::H5 => 5,
        name::H6 => 6,
        _ => 0,
    }
}

/// The facts about an element.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Element {
    /// The groups of its class, id and `itemprop`, as bits.
    pub(super) groups: u32,
    /// The kinds of [`Around`] that its attributes make it, as bits.
    around: u32,
    /// A hash of its class.
    class: u32,
    /// A hash of the first name in its class.
    pub(super) first_class: u32,
    /// The number of its group of siblings plus one; 0 if it has none.
    pub(super) repeat: u32,
    /// Its number among them, from 0.
    pub(super) repeat_index: u32,
}

impl Element {
    /// Returns the kinds of [`Around`] of an element with this name, as bits.
    pub(super) fn around(self, name: Name) -> u32 {
        self.around | around_by_name(name)
    }
}

/// Siblings of the same name and class.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Repeat {
    pub(super) count: u32,
    pub(super) chars: u32,
    pub(super) link_chars: u32,
}

/// The types that a page can state: the column of each, and its names.
pub(super) const TYPES: [(Feature, &[&str]); 3] = [
    (Feature::TypeArticle, &["article", "blogposting"]),
    (Feature::TypeProduct, &["product", "offer"]),
    (Feature::TypeThread, &["discussionforumposting", "qapage", "question"]),
];

/// Counts of elements of the page that tell its type.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PageElements {
    pub(super) articles: u32,
    pub(super) mains: u32,
    pub(super) titles: u32,
    pub(super) headings: u32,
    pub(super) times: u32,
    pub(super) images: u32,
    pub(super) fields: u32,
    pub(super) item_chars: u32,
    pub(super) table_chars: u32,
    pub(super) code_chars: u32,
    pub(super) comment_chars: u32,
    pub(super) message_chars: u32,
    pub(super) product_chars: u32,
    /// True for each of [`TYPES`] that the page states.
    pub(super) types: [bool; TYPES.len()],
}

/// The facts about all elements of a page.
#[derive(Debug, Default)]
pub(super) struct Elements {
    of: Vec<Element>,
    repeats: Vec<Repeat>,
    pub(super) page: PageElements,
}

/// The siblings of one parent are sorted into at most this many groups.
const MAX_GROUPS: usize = 24;

const INLINE: NameSet =
    NameSet::of(&[name::BR, name::IMG, name::B, name::I, name::EM, name::STRONG]);

impl Elements {
    /// Collects the facts in one pass over the attributes and one over the elements.
    pub(super) fn of(page: &Page) -> Elements {
        let document = page.document();
        let mut elements = Elements {
            of: vec![Element::default(); document.len()],
            repeats: Vec::new(),
            page: PageElements::default(),
        };
        elements.read_attributes(document);
        let mut walk = Walk { page, ends: [0; 6] };
        for id in document.elements(NodeId::DOCUMENT) {
            if let Some(name) = document.name(id) {
                let groups = elements.of[id.index()].groups;
                walk.count(&mut elements.page, id, name, groups);
                elements.group_children(page, id);
            }
        }
        elements
    }

    fn read_attributes(&mut self, document: &Document) {
        let mut classes = AttributeCache::new();
        for attr in document.all_attrs() {
            if attr.namespace() != AttrNamespace::None {
                continue;
            }
            let value = document.attr_value(attr);
            let element = &mut self.of[attr.owner().index()];
            match attr.name() {
                name::CLASS => {
                    let &(groups, class, first_class) = classes.get(value, |value| {
                        let (class, first_class) = class_hashes(value);
                        (groups(value), class, first_class)
                    });
                    element.groups |= groups;
                    (element.class, element.first_class) = (class, first_class);
                }
                name::ID | name::ITEMPROP => element.groups |= groups(value),
                name::ROLE => element.around |= around_by_role(value),
                name::HIDDEN => element.around |= 1 << Around::Hidden as u32,
                name::ARIA_HIDDEN if value == "true" => {
                    element.around |= 1 << Around::Hidden as u32;
                }
                name::STYLE if hides(value) => {
                    element.around |= 1 << Around::Hidden as u32;
                }
                name::ITEMTYPE => self.page.note_type(value),
                name::PROPERTY if value == "og:type" => {
                    let content = document.attr(attr.owner(), name::CONTENT);
                    self.page.note_type(content.unwrap_or_default());
                }
                _ => {}
            }
        }
    }

    #[inline]
    pub(super) fn get(&self, id: NodeId) -> Element {
        self.of[id.index()]
    }

    /// Returns the group of siblings that an element belongs to.
    pub(super) fn repeat(&self, element: Element) -> Option<Repeat> {
        let index = element.repeat.checked_sub(1)?;
        self.repeats.get(index as usize).copied().filter(|repeat| repeat.count > 1)
    }

    /// Returns the group with the most characters.
    pub(super) fn largest_repeat(&self) -> Repeat {
        let repeated = self.repeats.iter().filter(|repeat| repeat.count > 2);
        repeated.max_by_key(|repeat| repeat.chars).copied().unwrap_or_default()
    }

    fn group_children(&mut self, page: &Page, parent: NodeId) {
        let document = page.document();
        let stats = page.stats(parent);
        if stats.tags < 3 || stats.text_chars == 0 {
            return;
        }
        let first = self.repeats.len();
        let mut keys: [(Name, u32); MAX_GROUPS] = [(name::HTML, 0); MAX_GROUPS];
        let mut known = 0;
        for child in document.children(parent) {
            let Some(name) = document.name(child).filter(|name| !INLINE.contains(*name)) else {
                continue;
            };
            let stats = page.stats(child);
            if stats.text_chars == 0 {
                continue;
            }
            let element = &mut self.of[child.index()];
            let key = (name, element.class);
            let group = match keys[..known].iter().position(|other| *other == key) {
                Some(group) => group,
                None if known < MAX_GROUPS => {
                    keys[known] = key;
                    known += 1;
                    self.repeats.push(Repeat::default());
                    known - 1
                }
                None => continue,
            };
            let repeat = &mut self.repeats[first + group];
            element.repeat = (first + group + 1) as u32;
            element.repeat_index = repeat.count;
            repeat.count += 1;
            repeat.chars += stats.text_chars;
            repeat.link_chars += stats.link_chars;
        }
    }
}

/// The pass over the elements that counts those of the page.
struct Walk<'p> {
    page: &'p Page,
    /// The ends of the outermost elements of each kind that the pass is in.
    ends: [usize; 6],
}

impl Walk<'_> {
    fn count(&mut self, counts: &mut PageElements, id: NodeId, name: Name, groups: u32) {
        const COMMENT: u32 = bit(Feature::ClassComment);
        const PRODUCT: u32 = bit(Feature::ClassProduct);
        const MESSAGE: u32 = bit(Feature::ClassMessage);
        match name {
            name::ARTICLE => counts.articles += 1,
            name::MAIN => counts.mains += 1,
            name::H1 => {
                counts.titles += 1;
                counts.headings += 1;
            }
            name::H2 | name::H3 | name::H4 | name::H5 | name::H6 => counts.headings += 1,
            name::TIME => counts.times += 1,
            name::IMG => counts.images += 1,
            name::INPUT | name::SELECT | name::TEXTAREA => counts.fields += 1,
            name::LI => counts.item_chars += self.outermost(0, id),
            name::TABLE => counts.table_chars += self.outermost(1, id),
            name::PRE => counts.code_chars += self.outermost(2, id),
            _ => {}
        }
        if groups & (COMMENT | PRODUCT | MESSAGE) == 0 || matches!(name, name::BODY | name::HTML) {
            return;
        }
        if groups & COMMENT != 0 {
            counts.comment_chars += self.outermost(3, id);
        }
        if groups & PRODUCT != 0 {
            counts.product_chars += self.outermost(4, id);
        }
        if groups & MESSAGE != 0 {
            counts.message_chars += self.outermost(5, id);
        }
    }

    /// Returns the characters of an element, or 0 if it is in another of its kind.
    fn outermost(&mut self, kind: usize, id: NodeId) -> u32 {
        if id.index() < self.ends[kind] {
            return 0;
        }
        self.ends[kind] = self.page.document().subtree_end(id).index();
        self.page.stats(id).text_chars
    }
}

impl PageElements {
    fn note_type(&mut self, value: &str) {
        let value = value.to_ascii_lowercase();
        for (said, (_, words)) in self.types.iter_mut().zip(TYPES) {
            *said |= words.iter().any(|word| value.contains(word));
        }
    }
}

/// Returns hashes of a class and of the first name in it, in any case. They are 0 for an empty
/// class, as without one.
fn class_hashes(class: &str) -> (u32, u32) {
    if class.is_empty() {
        return (0, 0);
    }
    let first = class.split_ascii_whitespace().next().unwrap_or_default();
    let of_first = word_hash(first);
    let of_class = match class.strip_prefix(first) {
        Some(rest) => add_word(of_first, rest),
        None => word_hash(class),
    };
    (of_class as u32, of_first as u32)
}

fn around_by_name(name: Name) -> u32 {
    let kind = match name {
        name::ARTICLE => Around::Article,
        name::MAIN => Around::Main,
        name::NAV => Around::Nav,
        name::FOOTER => Around::Footer,
        name::FORM | name::FIELDSET | name::LABEL => Around::Form,
        name::TABLE => Around::Table,
        name::UL | name::OL => Around::List,
        name::LI => Around::Item,
        name::SECTION => Around::Section,
        name::BLOCKQUOTE => Around::Quote,
        name::PRE | name::CODE => Around::Code,
        name::DL => Around::Definitions,
        name::DIALOG => Around::Hidden,
        _ => return 0,
    };
    1 << kind as u32
}

fn around_by_role(role: &str) -> u32 {
    let kind = match role {
        "navigation" | "menu" | "menubar" => Around::Nav,
        "main" => Around::Main,
        "article" => Around::Article,
        "contentinfo" => Around::Footer,
        "search" | "form" => Around::Form,
        "dialog" | "alertdialog" => Around::Hidden,
        _ => return 0,
    };
    1 << kind as u32
}
