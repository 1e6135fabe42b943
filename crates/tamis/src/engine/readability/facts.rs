//! Facts about an element's attributes, as bits: read once, queried often.

use tamis_dom::{AttrNamespace, Document, Name, NameSet, Namespace, NodeId, WorkingTree, name};

use super::class_words::{WordLists, words_in};
use super::visible::InlineStyle;
use crate::page::attribute_cache::AttributeCache;
use crate::page::style::Words;

/// Facts from an element's attributes that suggest whether it is content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts(u32);

impl Facts {
    const KNOWN: u32 = 1 << 31;
    /// The element is hidden, or is a modal dialog.
    pub(super) const HIDDEN: u32 = 1 << 16;
    /// The role is one of content that is not the article. Source: `UNLIKELY_ROLES`.
    pub(super) const UNLIKELY_ROLE: u32 = 1 << 17;
    /// The attributes mark an author: `rel=author`, an `itemprop` that contains `author`, or a
    /// class or id with a byline word.
    pub(super) const BYLINE: u32 = 1 << 18;
    /// An `itemprop` contains `name`.
    pub(super) const NAMES: u32 = 1 << 19;
    /// Bits by which the word lists of the class are shifted. Those of the id are not shifted.
    const CLASS: u32 = 8;

    pub(super) fn has(self, fact: u32) -> bool {
        self.0 & fact != 0
    }

    /// Returns true if the class or id has a word of these lists.
    pub(super) fn names(self, words: WordLists) -> bool {
        let words = u32::from(words.0);
        self.0 & (words | words << Self::CLASS) != 0
    }

    /// Returns the weight of class and id, −50 to 50.
    ///
    /// Source: `_getClassWeight`.
    pub(super) fn class_weight(self) -> i32 {
        let weight = |words: u32| {
            let has = |wanted: WordLists| i32::from(words & u32::from(wanted.0) != 0);
            25 * (has(WordLists::POSITIVE) - has(WordLists::NEGATIVE))
        };
        weight(self.0) + weight(self.0 >> Self::CLASS)
    }
}

/// Source: `Readability.js`, `UNLIKELY_ROLES`.
const UNLIKELY_ROLES: [&str; 7] =
    ["menu", "menubar", "complementary", "navigation", "alert", "alertdialog", "dialog"];

/// The attributes that are read.
const READ: NameSet = NameSet::of(&[
    name::ARIA_HIDDEN,
    name::ARIA_MODAL,
    name::CLASS,
    name::HIDDEN,
    name::ID,
    name::ITEMPROP,
    name::REL,
    name::ROLE,
    name::STYLE,
]);

/// The facts of all elements of one page.
#[derive(Debug)]
pub(super) struct FactTable {
    facts: Vec<Facts>,
}

impl FactTable {
    /// Reads the attributes of all elements of a document in one pass.
    pub(super) fn of(document: &Document) -> FactTable {
        let mut facts = vec![Facts(Facts::KNOWN); document.len()];
        let mut classes = AttributeCache::new();
        for (owner, attrs) in document.attrs_by_element() {
            let mut reading = Reading::of(document.namespace(owner));
            for attr in attrs.iter().filter(|attr| READ.contains(attr.name())) {
                let value = document.attr_value(attr);
                let lists = |value| *classes.get(value, words_in);
                reading.attribute(attr.name(), attr.namespace(), value, lists);
            }
            facts[owner.index()] = reading.facts();
        }
        FactTable { facts }
    }

    /// Returns the facts of an element. If its attributes changed, they are read the first time.
    /// Elements that the engine created have no facts.
    #[inline]
    pub(super) fn of_element(&mut self, tree: &WorkingTree<'_>, id: NodeId) -> Facts {
        let Some(facts) = self.facts.get_mut(id.index()) else { return Facts::default() };
        if facts.0 & Facts::KNOWN == 0 {
            let mut reading = Reading::of(tree.namespace(id));
            for (name, namespace, value) in tree.attrs(id) {
                reading.attribute(name, namespace, value, words_in);
            }
            *facts = reading.facts();
        }
        *facts
    }

    /// Forgets the facts of an element whose attributes changed.
    pub(super) fn forget(&mut self, id: NodeId) {
        if let Some(facts) = self.facts.get_mut(id.index()) {
            *facts = Facts::default();
        }
    }
}

/// The attributes of an element that were read so far. For the reference, elements of `MathML` have
/// no style, and the classes of SVG elements are not strings.
///
/// Source: `_isProbablyVisible`, `_isValidByline` and the loop of `_grabArticle`.
struct Reading<'v> {
    namespace: Namespace,
    facts: u32,
    class: &'v str,
    is_aria_hidden: bool,
    is_modal: bool,
    is_dialog: bool,
}

impl<'v> Reading<'v> {
    fn of(namespace: Namespace) -> Reading<'v> {
        Reading {
            namespace,
            facts: Facts::KNOWN,
            class: "",
            is_aria_hidden: false,
            is_modal: false,
            is_dialog: false,
        }
    }

    /// Reads an attribute. `lists` returns the lists with a word in a class.
    #[inline]
    fn attribute(
        &mut self,
        name: Name,
        namespace: AttrNamespace,
        value: &'v str,
        lists: impl FnOnce(&'v str) -> WordLists,
    ) {
        if namespace != AttrNamespace::None {
            return;
        }
        match name {
            name::CLASS if self.namespace != Namespace::Svg => {
                self.facts |= u32::from(lists(value).0) << Facts::CLASS;
                self.class = value;
            }
            name::ID => self.facts |= u32::from(words_in(value).0),
            name::STYLE if self.namespace != Namespace::MathMl && may_hide(value) => {
                let style = InlineStyle::parse(value);
                if style.display_none || style.visibility_hidden {
                    self.facts |= Facts::HIDDEN;
                }
            }
            name::HIDDEN => self.facts |= Facts::HIDDEN,
            name::ARIA_HIDDEN => self.is_aria_hidden = value == "true",
            name::ARIA_MODAL => self.is_modal = value == "true",
            name::ROLE => {
                self.is_dialog = value == "dialog";
                if UNLIKELY_ROLES.contains(&value) {
                    self.facts |= Facts::UNLIKELY_ROLE;
                }
            }
            name::REL if value == "author" => self.facts |= Facts::BYLINE,
            name::ITEMPROP => {
                self.facts |= if value.contains("author") { Facts::BYLINE } else { 0 };
                self.facts |= if value.contains("name") { Facts::NAMES } else { 0 };
            }
            _ => {}
        }
    }

    /// Returns the facts of the element whose attributes have all been read.
    fn facts(self) -> Facts {
        let mut facts = self.facts;
        if self.is_aria_hidden && !self.class.contains("fallback-image")
            || self.is_modal && self.is_dialog
        {
            facts |= Facts::HIDDEN;
        }
        if Facts(facts).names(WordLists::BYLINE) {
            facts |= Facts::BYLINE;
        }
        Facts(facts)
    }
}

/// Returns false if the style certainly does not hide the element. It may hide it if it contains
/// one of the values, or something that is skipped in parsing and can split a value.
fn may_hide(style: &str) -> bool {
    static WORDS: Words = Words::new(&["none", "hidden", "/*", "!important", "{"]);
    WORDS.are_in(style)
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;

    fn check(html: &str, expected: impl Fn(Facts) -> bool) {
        let document = Parser::default().parse(html);
        let tree = WorkingTree::of(&document);
        let mut table = FactTable::of(&document);
        let id = document.first_child(document.body().unwrap()).unwrap();
        let facts = table.of_element(&tree, id);
        assert!(expected(facts), "{html}");
        table.forget(id);
        assert_eq!(table.of_element(&tree, id), facts, "{html}");
    }

    #[test]
    fn weights() {
        let weight = |expected: i32| move |facts: Facts| facts.class_weight() == expected;
        check("<p class='post story' id=sidebar>", weight(0));
        check("<p class='post' id=main>", weight(50));
        check("<p class='widget' id=footer>", weight(-50));
        check("<p class='related-posts'>", weight(0));
        check("<p class='hid x'>", weight(-25));
        check("<p class='hide'>", weight(0));
        check("<p id=hid>", weight(-25));
        check("<svg class=post>", weight(0));
        check("<svg id=post>", weight(25));
    }

    #[test]
    fn hidden_things() {
        check("<p hidden>", |facts| facts.has(Facts::HIDDEN));
        check("<p aria-hidden=true>", |facts| facts.has(Facts::HIDDEN));
        check("<p aria-hidden=true class=fallback-image>", |facts| !facts.has(Facts::HIDDEN));
        check("<p role=dialog aria-modal=true>", |facts| facts.has(Facts::HIDDEN));
        check("<p role=dialog>", |facts| {
            !facts.has(Facts::HIDDEN) && facts.has(Facts::UNLIKELY_ROLE)
        });
        check("<p style='visibility:hidden'>", |facts| facts.has(Facts::HIDDEN));
        check("<p style='display:n/**/one'>", |facts| facts.has(Facts::HIDDEN));
        check("<p style='display:no!importantne'>", |facts| facts.has(Facts::HIDDEN));
        check("<p style='display:no{ne'>", |facts| facts.has(Facts::HIDDEN));
    }

    #[test]
    fn bylines() {
        check("<a rel=author>", |facts| facts.has(Facts::BYLINE));
        check("<a rel='nofollow author'>", |facts| !facts.has(Facts::BYLINE));
        check("<p itemprop='x-author'>", |facts| facts.has(Facts::BYLINE));
        check("<p class=Byline>", |facts| facts.has(Facts::BYLINE));
        check("<p itemprop=name>", |facts| facts.has(Facts::NAMES) && !facts.has(Facts::BYLINE));
    }
}
