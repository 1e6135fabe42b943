//! All rules in one walk, sorted by what they look for as browsers sort theirs.

use tamis_dom::{Attr, Document, Matcher, Name, NodeId, Selector, SelectorKey, name};

use super::rules::{Pattern, Rule};
use super::words::{self, Folded};

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

/// Rules by names of elements or attributes.
#[derive(Clone, Debug, Default)]
struct ByName {
    /// Rules for names of the table, by the number of the name; empty where there is no rule at all.
    known: Vec<Vec<u32>>,
    other: Vec<(String, u32)>,
}

impl ByName {
    fn add(&mut self, wanted: &str, rule: u32) {
        match Name::known(wanted) {
            Some(name) => {
                self.known.resize(usize::from(Name::KNOWN), Vec::new());
                self.known[name.index()].push(rule);
            }
            None => self.other.push((wanted.to_owned(), rule)),
        }
    }

    /// The rules for the names of this document beyond the table.
    fn own(&self, document: &Document) -> Vec<(Name, u32)> {
        let found = self.other.iter();
        found.filter_map(|(text, rule)| Some((document.find_name(text)?, *rule))).collect()
    }
}

/// Rules, sorted by what they look for.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    ids: Table,
    classes: Table,
    phrases: Table,
    names: ByName,
    attributes: ByName,
    any: Vec<u32>,
    /// The selector of each rule that has one.
    selectors: Vec<Option<Selector>>,
}

impl Index {
    pub(super) fn of(rules: &[Rule]) -> Index {
        let mut index = Index::default();
        for (number, rule) in (0..).zip(rules) {
            match &rule.pattern {
                Pattern::Selector(selector) => {
                    selector.keys().into_iter().for_each(|key| index.add(key, number));
                    index.selectors.push(Some(selector.clone()));
                }
                Pattern::Words(phrases) => {
                    for phrase in phrases {
                        let phrase = Folded::of_phrase(&words::phrase(phrase));
                        index.phrases.add(phrase, number);
                    }
                    index.selectors.push(None);
                }
            }
        }
        index
    }

    fn add(&mut self, key: SelectorKey<'_>, rule: u32) {
        match key {
            SelectorKey::Id(id) => self.ids.add(Folded::of(id), rule),
            SelectorKey::Class(class) => self.classes.add(Folded::of(class), rule),
            SelectorKey::Attribute(name) => self.attributes.add(name, rule),
            SelectorKey::Name(name) => self.names.add(name, rule),
            SelectorKey::Any => self.any.push(rule),
        }
    }

    /// Which rules match which elements: in document order, and for each element in the order of the rules.
    pub(super) fn hits(&self, document: &Document) -> Vec<Hit> {
        let mut walk = Walk {
            index: self,
            document,
            matcher: document.matcher(),
            own_names: self.names.own(document),
            own_attributes: self.attributes.own(document),
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
    own_names: Vec<(Name, u32)>,
    own_attributes: Vec<(Name, u32)>,
    /// The rules that may match the element at hand.
    candidates: Vec<u32>,
    hits: Vec<Hit>,
}

impl Walk<'_, '_> {
    fn element(&mut self, id: NodeId) {
        self.candidates.clear();
        self.candidates.extend(&self.index.any);
        if let Some(name) = self.document.name(id) {
            by_name(&self.index.names, &self.own_names, name, &mut self.candidates);
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
        let (index, candidates) = (self.index, &mut self.candidates);
        by_name(&index.attributes, &self.own_attributes, attr.name(), candidates);
        let whole = match attr.name() {
            name::CLASS => &index.classes,
            name::ID => &index.ids,
            _ => return,
        };
        for token in self.document.attr_value(attr).split_ascii_whitespace() {
            let key = words::split(token, |phrase| candidates.extend(index.phrases.get(phrase)));
            candidates.extend(whole.get(key));
        }
    }
}

#[inline]
fn by_name(table: &ByName, own: &[(Name, u32)], name: Name, candidates: &mut Vec<u32>) {
    match table.known.get(name.index()) {
        Some(rules) => candidates.extend(rules),
        None => candidates.extend(own.iter().filter(|(own, _)| *own == name).map(|(_, rule)| rule)),
    }
}
