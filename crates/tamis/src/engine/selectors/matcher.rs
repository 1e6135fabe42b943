//! All rules in one walk, sorted by what they look for as browsers sort theirs.

use std::ops::Range;

use tamis_dom::{Attr, Document, Matcher, Name, NameSet, NodeId, Selector, SelectorKey, name};

use super::rules::{Field, Pattern, Rule};
use super::words::{self, Folded, Shapes, Vocabulary};
use crate::memo::Memo;

/// A rule that matches an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    pub node: NodeId,
    /// The index of the rule.
    pub rule: u32,
}

/// What rules look for, as a table from hashes to rules.
#[derive(Clone, Debug, Default)]
struct Table {
    /// A power of two of slots, at most half of them taken; each the hash and the rules that have it.
    slots: Vec<Option<(Folded, Vec<u32>)>>,
    taken: usize,
}

impl Table {
    fn add(&mut self, key: Folded, rule: u32) {
        if self.taken * 2 >= self.slots.len() {
            let slots = (self.slots.len() * 2).max(16);
            let old = std::mem::replace(&mut self.slots, vec![None; slots]);
            for (key, rules) in old.into_iter().flatten() {
                let slot = self.slot(key);
                self.slots[slot] = Some((key, rules));
            }
        }
        let slot = self.slot(key);
        match &mut self.slots[slot] {
            Some((_, rules)) if rules.contains(&rule) => {}
            Some((_, rules)) => rules.push(rule),
            empty => {
                *empty = Some((key, vec![rule]));
                self.taken += 1;
            }
        }
    }

    /// The slot with this key, or the empty one where it would be.
    #[inline]
    fn slot(&self, key: Folded) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = key.slot(mask);
        while self.slots[slot].as_ref().is_some_and(|(other, _)| *other != key) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[inline]
    fn get(&self, key: Folded) -> &[u32] {
        if self.taken == 0 {
            return &[];
        }
        self.slots[self.slot(key)].as_ref().map_or(&[], |(_, rules)| rules)
    }
}

/// Rules by whole ids or classes, in any case of their letters.
#[derive(Clone, Debug, Default)]
struct Tokens {
    table: Table,
    shapes: Shapes,
}

impl Tokens {
    fn add(&mut self, token: &str, rule: u32) {
        self.shapes.add(token);
        self.table.add(Folded::of(token), rule);
    }

    #[inline]
    fn get(&self, token: &str) -> &[u32] {
        if self.shapes.may_have(token.as_bytes()) { self.table.get(Folded::of(token)) } else { &[] }
    }
}

/// A rule for a name.
#[derive(Clone, Copy, Debug)]
struct Named {
    rule: u32,
    /// The value that the attribute must have, in any case of its letters; `None` where any will do.
    value: Option<Folded>,
}

/// Rules by names of elements or attributes.
#[derive(Clone, Debug, Default)]
struct ByName {
    /// Rules for names of the table, by the number of the name; empty where there is no rule at all.
    known: Vec<Vec<Named>>,
    /// The names of the table that have rules.
    wanted: Vec<Name>,
    other: Vec<(String, Named)>,
}

impl ByName {
    fn add(&mut self, wanted: &str, named: Named) {
        match Name::known(wanted) {
            Some(name) => {
                self.known.resize(usize::from(Name::KNOWN), Vec::new());
                self.known[name.index()].push(named);
                self.wanted.push(name);
            }
            None => self.other.push((wanted.to_owned(), named)),
        }
    }

    /// The rules for the names of this document.
    fn on<'r>(&'r self, document: &Document) -> NamesOf<'r> {
        let found = self.other.iter();
        NamesOf {
            rules: self,
            wanted: NameSet::of(&self.wanted),
            own: found
                .filter_map(|(text, named)| Some((document.find_name(text)?, *named)))
                .collect(),
        }
    }
}

/// The rules for the names of one document.
struct NamesOf<'r> {
    rules: &'r ByName,
    wanted: NameSet,
    /// Those for names beyond the table.
    own: Vec<(Name, Named)>,
}

impl NamesOf<'_> {
    /// Whether the name may have rules.
    #[inline]
    fn may_have(&self, name: Name) -> bool {
        self.wanted.contains(name) || !self.own.is_empty() && name.as_known_str().is_none()
    }

    /// Adds the rules for a name that ask for no value, or for one that is there.
    fn add(
        &self,
        name: Name,
        mut has_value: impl FnMut(Folded) -> bool,
        candidates: &mut Vec<u32>,
    ) {
        let mut add = |named: &Named| {
            if named.value.is_none_or(&mut has_value) {
                candidates.push(named.rule);
            }
        };
        match self.rules.known.get(name.index()) {
            Some(rules) => rules.iter().for_each(add),
            None => {
                self.own.iter().filter(|(own, _)| *own == name).for_each(|(_, named)| add(named));
            }
        }
    }
}

/// Rules, sorted by what they look for.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    ids: Tokens,
    classes: Tokens,
    phrases: Table,
    vocabulary: Vocabulary,
    names: ByName,
    attributes: ByName,
    any: Vec<u32>,
    /// The selector of each rule that has one.
    selectors: Vec<Option<Selector>>,
}

impl Index {
    /// Those of these rules whose fields are wanted; each goes by its place among all.
    pub(super) fn of(rules: &[Rule], is_wanted: impl Fn(Field) -> bool) -> Index {
        let mut index = Index::default();
        for (number, rule) in (0..).zip(rules) {
            match &rule.pattern {
                _ if !is_wanted(rule.field) => index.selectors.push(None),
                Pattern::Selector(selector) => {
                    selector.keys().into_iter().for_each(|key| index.add(key, number));
                    index.selectors.push(Some(selector.clone()));
                }
                Pattern::Words(phrases) => {
                    for phrase in phrases {
                        index.phrases.add(Folded::of_phrase(&words::phrase(phrase)), number);
                        index.vocabulary.add(phrase);
                    }
                    index.selectors.push(None);
                }
            }
        }
        index
    }

    fn add(&mut self, key: SelectorKey<'_>, rule: u32) {
        match key {
            SelectorKey::Id(id) => self.ids.add(id, rule),
            SelectorKey::Class(class) => self.classes.add(class, rule),
            SelectorKey::Value(name, value) => {
                let value = Some(Folded::of(value));
                self.attributes.add(name, Named { rule, value });
            }
            SelectorKey::Attribute(name) => self.attributes.add(name, Named { rule, value: None }),
            SelectorKey::Name(name) => self.names.add(name, Named { rule, value: None }),
            SelectorKey::Any => self.any.push(rule),
        }
    }

    /// The rules for the tokens of a class or an id, and for the words in them.
    fn tokens(&self, value: &str, whole: &Tokens, rules: &mut Vec<u32>) {
        for token in value.split_ascii_whitespace() {
            words::split(token, &self.vocabulary, |phrase| {
                rules.extend(self.phrases.get(phrase));
            });
            rules.extend(whole.get(token));
        }
    }

    /// Which rules match which elements: in document order, and for each element in the order of the rules.
    pub(super) fn hits(&self, document: &Document) -> Vec<Hit> {
        let mut walk = Walk {
            index: self,
            document,
            matcher: document.matcher(),
            names: self.names.on(document),
            attributes: self.attributes.on(document),
            classes: Memo::new(0..0),
            class_rules: Vec::new(),
            candidates: Vec::new(),
            hits: Vec::new(),
        };
        document.elements(NodeId::DOCUMENT).for_each(|id| walk.element(id));
        walk.hits
    }
}

/// The one walk.
struct Walk<'i, 'd> {
    index: &'i Index,
    document: &'d Document,
    matcher: Matcher<'d>,
    names: NamesOf<'i>,
    attributes: NamesOf<'i>,
    /// The rules for classes that were met, as ranges of `class_rules`.
    classes: Memo<'d, Range<u32>>,
    class_rules: Vec<u32>,
    /// The rules that may match the element at hand.
    candidates: Vec<u32>,
    hits: Vec<Hit>,
}

impl<'d> Walk<'_, 'd> {
    fn element(&mut self, id: NodeId) {
        self.candidates.clear();
        self.candidates.extend(&self.index.any);
        if let Some(name) = self.document.name(id).filter(|&name| self.names.may_have(name)) {
            self.names.add(name, |_| true, &mut self.candidates);
        }
        for attr in self.document.attrs(id) {
            self.attribute(attr);
        }
        if self.candidates.is_empty() {
            return;
        }
        self.candidates.sort_unstable();
        self.candidates.dedup();
        for &rule in &self.candidates {
            let selector = self.index.selectors[rule as usize].as_ref();
            if selector.is_none_or(|selector| self.matcher.matches(selector, id)) {
                self.hits.push(Hit { node: id, rule });
            }
        }
    }

    fn attribute(&mut self, attr: &Attr) {
        let name = attr.name();
        if self.attributes.may_have(name) {
            let (document, mut own) = (self.document, None);
            let has_value =
                |value| *own.get_or_insert_with(|| Folded::of(document.attr_value(attr))) == value;
            self.attributes.add(name, has_value, &mut self.candidates);
        }
        if name == name::CLASS {
            self.class(self.document.attr_value(attr));
        } else if name == name::ID {
            let id = self.document.attr_value(attr);
            self.index.tokens(id, &self.index.ids, &mut self.candidates);
        }
    }

    fn class(&mut self, value: &'d str) {
        let (index, rules) = (self.index, &mut self.class_rules);
        let known = self.classes.get(value, |value| {
            let start = rules.len() as u32;
            index.tokens(value, &index.classes, rules);
            start..rules.len() as u32
        });
        self.candidates.extend(&self.class_rules[known.start as usize..known.end as usize]);
    }
}
