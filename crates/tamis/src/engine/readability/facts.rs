//! Facts about an element's attributes, as bits: read once, queried often.

use tamis_dom::{AttrNamespace, Namespace, NodeId, WorkingTree, name};

use super::class_words::{RecentNames, WordLists};
use super::visible::InlineStyle;
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

    /// True if the class or id has a word of these lists.
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

/// The facts of all elements of one page.
#[derive(Debug)]
pub(super) struct FactTable {
    facts: Vec<Facts>,
    recent: RecentNames,
}

impl FactTable {
    pub(super) fn new(nodes: usize) -> FactTable {
        FactTable { facts: vec![Facts::default(); nodes], recent: RecentNames::default() }
    }

    /// Returns the facts of an element. Its attributes are read the first time. Elements that the
    /// engine created have no facts.
    #[inline]
    pub(super) fn of(&mut self, tree: &WorkingTree<'_>, id: NodeId) -> Facts {
        let Some(facts) = self.facts.get_mut(id.index()) else { return Facts::default() };
        if facts.0 & Facts::KNOWN == 0 {
            *facts = read(tree, id, &mut self.recent);
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

/// Reads the attributes of an element. For the reference, elements of `MathML` have no style, and
/// the classes of SVG elements are not strings.
///
/// Source: `_isProbablyVisible`, `_isValidByline` and the loop of `_grabArticle`.
fn read(tree: &WorkingTree<'_>, id: NodeId, recent: &mut RecentNames) -> Facts {
    let namespace = tree.namespace(id);
    let mut facts = Facts::KNOWN;
    let (mut aria_hidden, mut class) = (false, "");
    let (mut modal, mut dialog) = (false, false);
    for (attr, attr_namespace, value) in tree.attrs(id) {
        if attr_namespace != AttrNamespace::None {
            continue;
        }
        match attr {
            name::CLASS if namespace != Namespace::Svg => {
                facts |= u32::from(recent.words_in(value).0) << Facts::CLASS;
                class = value;
            }
            name::ID => facts |= u32::from(recent.words_in(value).0),
            name::STYLE if namespace != Namespace::MathMl && may_hide(value) => {
                let style = InlineStyle::parse(value);
                if style.display_none || style.visibility_hidden {
                    facts |= Facts::HIDDEN;
                }
            }
            name::HIDDEN => facts |= Facts::HIDDEN,
            name::ARIA_HIDDEN => aria_hidden = value == "true",
            name::ARIA_MODAL => modal = value == "true",
            name::ROLE => {
                dialog = value == "dialog";
                if UNLIKELY_ROLES.contains(&value) {
                    facts |= Facts::UNLIKELY_ROLE;
                }
            }
            name::REL if value == "author" => facts |= Facts::BYLINE,
            name::ITEMPROP => {
                facts |= if value.contains("author") { Facts::BYLINE } else { 0 };
                facts |= if value.contains("name") { Facts::NAMES } else { 0 };
            }
            _ => {}
        }
    }
    if aria_hidden && !class.contains("fallback-image") || modal && dialog {
        facts |= Facts::HIDDEN;
    }
    if Facts(facts).names(WordLists::BYLINE) {
        facts |= Facts::BYLINE;
    }
    Facts(facts)
}

/// False if the style certainly does not hide the element. It may hide it if it contains one of the
/// values, or something that is skipped in parsing and can split a value.
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
        let mut table = FactTable::new(document.len());
        let id = document.first_child(document.body().unwrap()).unwrap();
        assert!(expected(table.of(&tree, id)), "{html}");
        assert_eq!(table.of(&tree, id), table.of(&tree, id));
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
