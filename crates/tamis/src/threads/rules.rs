//! The markup of posts as data, indexed so that one walk matches all of it.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use serde::Deserialize;
use tamis_dom::{Attr, Document, Matcher, Name, NameSet, NodeId, Selector, SelectorKey, name};

use crate::page::attribute_cache::AttributeCache;

/// The rules that come with the library.
pub(super) static RULES: LazyLock<Rules> = LazyLock::new(|| {
    let file: RuleFile = toml::from_str(include_str!("posts.toml")).expect("the rules are valid");
    let posts = || file.post.iter().map(|rule| (rule.selector.as_str(), rule.known));
    Rules {
        post_index: RuleIndex::of(posts().map(|(selector, _)| (selector, true))),
        known_post_index: RuleIndex::of(posts()),
        part_index: RuleIndex::of(file.part.iter().map(|rule| (rule.selector.as_str(), true))),
        posts: file.post,
        parts: file.part,
    }
});

/// All rules, with their indices.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) posts: Vec<PostRule>,
    pub(super) post_index: RuleIndex,
    /// The rules with the markup of known systems alone, by the same numbers.
    pub(super) known_post_index: RuleIndex,
    pub(super) parts: Vec<PartRule>,
    pub(super) part_index: RuleIndex,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleFile {
    post: Vec<PostRule>,
    part: Vec<PartRule>,
}

/// The markup of the posts of one system.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PostRule {
    /// The name of the system, for people who read the file.
    #[serde(rename = "system")]
    _system: String,
    /// The origin of the markup, for people who read the file.
    #[serde(rename = "source")]
    _source: String,
    /// True if only threads have this markup. For example, `.message--post` is that of `XenForo`,
    /// and `.post` is on pages of every kind.
    pub(super) known: bool,
    selector: String,
    /// True if the parent of such an element is the post.
    #[serde(default)]
    pub(super) parent: bool,
}

/// The markup of a part of a post.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PartRule {
    pub(super) field: PartField,
    selector: String,
    /// The attribute with the value. `None` for the text of the element.
    value: Option<String>,
}

impl PartRule {
    /// Returns the place of the value on this page. It is looked up once for a page, because the
    /// search is linear in the names that only this page has.
    pub(super) fn value_in(&self, document: &Document) -> Value {
        match &self.value {
            None => Value::Text,
            Some(name) => Value::Attribute(name_in(document, name)),
        }
    }
}

/// The place of the value of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// The text of the element.
    Text,
    /// The attribute of this name. `None` if the page has no such name.
    Attribute(Option<Name>),
}

impl Value {
    /// Returns the attribute of an element, or `None` if it has none or the text is meant.
    pub(super) fn of(self, document: &Document, id: NodeId) -> Option<&str> {
        match self {
            Value::Text | Value::Attribute(None) => None,
            Value::Attribute(Some(name)) => document.attr(id, name),
        }
    }
}

/// The fact that a part of a post states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PartField {
    Author,
    Date,
    Link,
    Score,
    Depth,
    Body,
    /// Neither text of the post nor a statement about it, such as the author's profile.
    Apart,
    /// The same in any markup: what a member writes below all posts.
    Signature,
    /// The same, also in a quote: "Click to expand".
    Button,
    /// Pictures and links that belong to the post, next to its text.
    Attached,
}

/// Selectors, indexed by a class, an attribute or a name that their elements must have.
#[derive(Debug)]
pub(super) struct RuleIndex {
    selectors: Vec<Selector>,
    classes: HashMap<String, Vec<u32>>,
    /// A bit for each length of a class that has rules.
    class_lengths: u64,
    /// The name, the value if it must be this one, and the rule.
    attributes: Vec<(String, Option<String>, u32)>,
    names: Vec<(String, u32)>,
}

impl RuleIndex {
    /// Indexes the selectors. The flag of each says if it is to match at all, so that two indices
    /// can have the same numbers.
    fn of<'s>(selectors: impl Iterator<Item = (&'s str, bool)>) -> RuleIndex {
        let parse = |css| Selector::parse(css).expect("the selectors of the library are valid");
        let (selectors, are_wanted): (Vec<_>, Vec<_>) =
            selectors.map(|(css, is_wanted)| (parse(css), is_wanted)).unzip();
        let mut index = RuleIndex {
            selectors,
            classes: HashMap::new(),
            class_lengths: 0,
            attributes: Vec::new(),
            names: Vec::new(),
        };
        for (rule, selector) in (0..).zip(&index.selectors) {
            if !are_wanted[rule as usize] {
                continue;
            }
            for key in selector.keys() {
                match key {
                    SelectorKey::Class(class) => {
                        index.class_lengths |= length_bit(class);
                        index.classes.entry(class.to_owned()).or_default().push(rule);
                    }
                    SelectorKey::Id(id) => {
                        index.attributes.push(("id".to_owned(), Some(id.to_owned()), rule));
                    }
                    SelectorKey::Value(name, value) => {
                        index.attributes.push((name.to_owned(), Some(value.to_owned()), rule));
                    }
                    SelectorKey::Attribute(name) => {
                        index.attributes.push((name.to_owned(), None, rule));
                    }
                    SelectorKey::Name(name) => index.names.push((name.to_owned(), rule)),
                    SelectorKey::Any => unreachable!("each selector asks for something"),
                }
            }
        }
        index
    }

    /// Returns the index for the names of this document.
    pub(super) fn on<'d>(&'d self, document: &'d Document) -> DocumentRules<'d> {
        let attributes = self.attributes.iter().filter_map(|(text, value, rule)| {
            Some((name_in(document, text)?, value.as_deref(), *rule))
        });
        let attributes: Vec<_> = attributes.collect();
        let names = self.names.iter();
        let names =
            names.filter_map(|(text, rule)| Some((name_in(document, text)?, *rule))).collect();
        let known: Vec<Name> = attributes.iter().map(|(name, ..)| *name).collect();
        DocumentRules {
            index: self,
            document,
            matcher: document.matcher(),
            wanted: known_names(&known),
            has_own: known.iter().any(|name| name.as_known_str().is_none()),
            attributes,
            names,
            classes: AttributeCache::new(),
            class_rules: Vec::new(),
            possible: Vec::new(),
        }
    }
}

fn name_in(document: &Document, text: &str) -> Option<Name> {
    Name::known(text).or_else(|| document.find_name(text))
}

fn known_names(names: &[Name]) -> NameSet {
    let known = names.iter().copied().filter(|name| name.as_known_str().is_some());
    NameSet::of(&known.collect::<Vec<_>>())
}

fn length_bit(class: &str) -> u64 {
    1 << class.len().min(63)
}

/// Rules on one document.
pub(super) struct DocumentRules<'d> {
    index: &'d RuleIndex,
    document: &'d Document,
    matcher: Matcher<'d>,
    /// The names of attributes that have rules and are in the table of names.
    wanted: NameSet,
    /// True if other attributes of the page have rules.
    has_own: bool,
    attributes: Vec<(Name, Option<&'d str>, u32)>,
    names: Vec<(Name, u32)>,
    /// The rules for a class attribute, as a range of `class_rules`.
    classes: AttributeCache<'d, Range<u32>>,
    class_rules: Vec<u32>,
    possible: Vec<u32>,
}

impl<'d> DocumentRules<'d> {
    /// Calls `take` with each element of the document and each rule that matches it, in document
    /// order and in the order of the rules.
    pub(super) fn matching_all(&mut self, mut take: impl FnMut(NodeId, usize)) {
        let document = self.document;
        if !self.names.is_empty() {
            for id in document.elements(NodeId::DOCUMENT) {
                self.matching(id, |rule| take(id, rule));
            }
            return;
        }
        // Only elements with attributes can match.
        for (id, attrs) in document.attrs_by_element() {
            self.possible.clear();
            for attr in attrs {
                self.attribute(attr);
            }
            self.match_possible(id, |rule| take(id, rule));
        }
    }

    /// Calls `take` with each rule that matches an element, in the order of the rules.
    pub(super) fn matching(&mut self, id: NodeId, take: impl FnMut(usize)) {
        self.possible.clear();
        if let Some(name) = self.document.name(id) {
            let rules = self.names.iter().filter(|(wanted, _)| *wanted == name);
            self.possible.extend(rules.map(|(_, rule)| *rule));
        }
        for attr in self.document.attrs(id) {
            self.attribute(attr);
        }
        self.match_possible(id, take);
    }

    /// Adds the rules that ask for this attribute to the possible ones.
    #[inline]
    fn attribute(&mut self, attr: &Attr) {
        let name = attr.name();
        if name == name::CLASS {
            self.class(self.document.attr_value(attr));
        }
        if self.wanted.contains(name) || self.has_own && name.as_known_str().is_none() {
            let value = self.document.attr_value(attr);
            let rules = self.attributes.iter().filter(|(wanted, expected, _)| {
                *wanted == name && expected.is_none_or(|expected| expected == value)
            });
            self.possible.extend(rules.map(|(.., rule)| *rule));
        }
    }

    fn match_possible(&mut self, id: NodeId, mut take: impl FnMut(usize)) {
        if self.possible.is_empty() {
            return;
        }
        self.possible.sort_unstable();
        self.possible.dedup();
        for &rule in &self.possible {
            if self.matcher.matches(&self.index.selectors[rule as usize], id) {
                take(rule as usize);
            }
        }
    }

    fn class(&mut self, value: &'d str) {
        let (index, rules) = (self.index, &mut self.class_rules);
        let known = self.classes.get(value, |value| {
            let start = rules.len() as u32;
            for class in value.split_ascii_whitespace() {
                if index.class_lengths & length_bit(class) != 0 {
                    rules.extend(index.classes.get(class).into_iter().flatten());
                }
            }
            start..rules.len() as u32
        });
        self.possible.extend(&self.class_rules[known.start as usize..known.end as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_ask_for_an_element_and_at_most_its_parent() {
        let file: RuleFile = toml::from_str(include_str!("posts.toml")).unwrap();
        let posts = file.post.iter().map(|rule| &rule.selector);
        for selectors in posts.chain(file.part.iter().map(|rule| &rule.selector)) {
            for selector in selectors.split(", ") {
                let rest = selector.replacen(" > ", "", 1);
                assert!(!rest.contains(' '), "`{selector}` looks at more than a parent");
            }
        }
    }
}
