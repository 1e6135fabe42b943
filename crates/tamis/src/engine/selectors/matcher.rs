//! Matches all rules in one walk over the document.
//!
//! Like style rules in a browser, rules are indexed by the id, class, attribute or name that an
//! element must have. Only the few rules that an element's own attributes lead to are then matched
//! in full.

use std::collections::HashMap;
use std::ops::Range;

use tamis_dom::{Attr, Document, Matcher, Name, NameSet, NodeId, Selector, SelectorKey, name};

use super::phrases::{self, FoldedHash, LengthFilter, Part, Vocabulary};
use super::rules::{Field, Pattern, Rule};
use crate::page::attribute_cache::AttributeCache;

/// A match of a rule on an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    pub node: NodeId,
    /// The index of the rule.
    pub rule: u32,
}

/// The matches of all rules on a page.
#[derive(Debug, Default)]
pub(super) struct Hits {
    /// In document order, and for each element in the order of the rules.
    pub all: Vec<Hit>,
    /// The first rule whose selector took too many steps. It may have missed elements, and so may
    /// rules after it that look at siblings, because all rules share one budget.
    pub out_of_steps: Option<u32>,
}

/// A hash table from the hash of a phrase or token to the rules that ask for it.
#[derive(Clone, Debug, Default)]
struct RulesByHash {
    /// The slots: a power of two, at most half of them in use. Each has a hash and its rules.
    slots: Vec<Option<(FoldedHash, Vec<u32>)>>,
    taken: usize,
}

impl RulesByHash {
    fn add(&mut self, key: FoldedHash, rule: u32) {
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
            // Rules are added in their order.
            Some((_, rules)) if rules.last() == Some(&rule) => {}
            Some((_, rules)) => rules.push(rule),
            empty => {
                *empty = Some((key, vec![rule]));
                self.taken += 1;
            }
        }
    }

    /// Returns the slot of this key, or the empty slot where it belongs.
    #[inline]
    fn slot(&self, key: FoldedHash) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = key.slot(mask);
        while self.slots[slot].as_ref().is_some_and(|(other, _)| *other != key) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[inline]
    fn get(&self, key: FoldedHash) -> &[u32] {
        if self.taken == 0 {
            return &[];
        }
        self.slots[self.slot(key)].as_ref().map_or(&[], |(_, rules)| rules)
    }
}

/// Rules by whole ids or classes, ignoring ASCII case.
#[derive(Clone, Debug, Default)]
struct RulesByToken {
    table: RulesByHash,
    lengths: LengthFilter,
}

impl RulesByToken {
    fn add(&mut self, token: &str, rule: u32) {
        self.lengths.add(token);
        self.table.add(FoldedHash::of(token), rule);
    }

    #[inline]
    fn get(&self, token: &str) -> &[u32] {
        if self.lengths.may_have(token.as_bytes()) {
            self.table.get(FoldedHash::of(token))
        } else {
            &[]
        }
    }
}

/// A rule that asks for a name of an element or attribute.
#[derive(Clone, Copy, Debug, PartialEq)]
struct NameRule {
    rule: u32,
    /// The value that the attribute must have, ignoring ASCII case; `None` for any value.
    value: Option<FoldedHash>,
}

/// Rules by the names of elements or attributes.
#[derive(Clone, Debug, Default)]
struct RulesByName {
    /// Rules for names in the name table of `tamis_dom`, indexed by the name's number. Empty if
    /// there are no such rules.
    known: Vec<Vec<NameRule>>,
    /// The names of the name table that have rules.
    wanted: Vec<Name>,
    /// Other names, and their rules.
    other: HashMap<String, Vec<NameRule>>,
}

impl RulesByName {
    fn add(&mut self, wanted: &str, named: NameRule) {
        match Name::known(wanted) {
            Some(name) => {
                self.known.resize(usize::from(Name::KNOWN), Vec::new());
                if self.known[name.index()].is_empty() {
                    self.wanted.push(name);
                }
                push_once(&mut self.known[name.index()], named);
            }
            None => push_once(self.other.entry(wanted.to_owned()).or_default(), named),
        }
    }

    /// Returns the rules for the names in this document.
    fn on<'r>(&'r self, document: &Document) -> DocumentNames<'r> {
        let names = (!self.other.is_empty()).then(|| document.numbered_names());
        let names = names.into_iter().flatten();
        let own = names.filter_map(|(name, text)| Some((name, self.other.get(text)?.as_slice())));
        DocumentNames { rules: self, wanted: NameSet::of(&self.wanted), own: own.collect() }
    }
}

/// The rules for the names in one document.
struct DocumentNames<'r> {
    rules: &'r RulesByName,
    wanted: NameSet,
    /// Rules for names outside the name table, by name.
    own: Vec<(Name, &'r [NameRule])>,
}

/// Adds an entry unless it is the last one already. A list of selectors has many keys: in
/// `p.a, p.b, p.c` the name `p` is the key of one rule three times.
fn push_once<T: PartialEq>(all: &mut Vec<T>, entry: T) {
    if all.last() != Some(&entry) {
        all.push(entry);
    }
}

impl DocumentNames<'_> {
    /// Returns false if the name certainly has no rules.
    #[inline]
    fn may_have(&self, name: Name) -> bool {
        self.wanted.contains(name) || !self.own.is_empty() && name.as_known_str().is_none()
    }

    /// Adds the rules for a name: those that need no value, and those whose value is present.
    fn add(
        &self,
        name: Name,
        mut has_value: impl FnMut(FoldedHash) -> bool,
        possible_rules: &mut Vec<u32>,
    ) {
        let own = || {
            let found = self.own.binary_search_by_key(&name, |(own, _)| *own);
            found.map_or(&[][..], |at| self.own[at].1)
        };
        let rules = self.rules.known.get(name.index()).map_or_else(own, |rules| &rules[..]);
        for named in rules {
            if named.value.is_none_or(&mut has_value) {
                possible_rules.push(named.rule);
            }
        }
    }
}

/// Rules, indexed by what they ask for.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleIndex {
    ids: RulesByToken,
    classes: RulesByToken,
    phrases: RulesByHash,
    vocabulary: Vocabulary,
    names: RulesByName,
    attributes: RulesByName,
    any: Vec<u32>,
    /// The selector of each rule, by index; `None` for rules with phrases and for rules of other
    /// fields.
    selectors: Vec<Option<Selector>>,
}

impl RuleIndex {
    /// Indexes the rules of the wanted fields. A rule's number is its position among all rules.
    pub(super) fn of(rules: &[Rule], is_wanted: impl Fn(Field) -> bool) -> RuleIndex {
        let mut index = RuleIndex::default();
        for (number, rule) in (0..).zip(rules) {
            match &rule.pattern {
                _ if !is_wanted(rule.field) => index.selectors.push(None),
                Pattern::Selector(selector) => {
                    selector.keys().into_iter().for_each(|key| index.add(key, number));
                    index.selectors.push(Some(selector.clone()));
                }
                Pattern::Words(phrases) => {
                    for phrase in phrases {
                        index.phrases.add(FoldedHash::of_phrase(&phrases::phrase(phrase)), number);
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
                let value = Some(FoldedHash::of(value));
                self.attributes.add(name, NameRule { rule, value });
            }
            SelectorKey::Attribute(name) => {
                self.attributes.add(name, NameRule { rule, value: None });
            }
            SelectorKey::Name(name) => self.names.add(name, NameRule { rule, value: None }),
            SelectorKey::Any => push_once(&mut self.any, rule),
        }
    }

    /// Adds the rules for the tokens of a class or an id, and for the phrases in them.
    fn tokens(&self, value: &str, whole: &RulesByToken, rules: &mut Vec<u32>) {
        phrases::split(value, &self.vocabulary, |part| {
            rules.extend(match part {
                Part::Phrase(phrase) => self.phrases.get(phrase),
                Part::Token(token) => whole.get(token),
            });
        });
    }

    /// Returns the matches of all rules.
    pub(super) fn hits(&self, document: &Document) -> Hits {
        self.hits_by(document, document.matcher()).0
    }

    /// Returns true if a rule matches an element of the document, and `None` if finding out takes
    /// more steps than are left. Takes its steps from `left`.
    pub(super) fn matches_any(&self, document: &Document, left: &mut u64) -> Option<bool> {
        let (hits, matcher) = self.hits_by(document, document.matcher_within(*left));
        *left = matcher.steps_left();
        (!matcher.is_out_of_steps()).then_some(!hits.all.is_empty())
    }

    fn hits_by<'d>(&self, document: &'d Document, matcher: Matcher<'d>) -> (Hits, Matcher<'d>) {
        let mut walk = IndexWalk {
            index: self,
            document,
            matcher,
            names: self.names.on(document),
            attributes: self.attributes.on(document),
            classes: AttributeCache::new(),
            class_rules: Vec::new(),
            possible_rules: Vec::new(),
            hits: Hits::default(),
        };
        document.elements(NodeId::DOCUMENT).for_each(|id| walk.element(id));
        (walk.hits, walk.matcher)
    }
}

/// The state of the walk over one document.
struct IndexWalk<'i, 'd> {
    index: &'i RuleIndex,
    document: &'d Document,
    matcher: Matcher<'d>,
    names: DocumentNames<'i>,
    attributes: DocumentNames<'i>,
    /// Caches the rules for a class attribute, as a range of `class_rules`.
    classes: AttributeCache<'d, Range<u32>>,
    class_rules: Vec<u32>,
    /// The rules that may match the current element.
    possible_rules: Vec<u32>,
    hits: Hits,
}

impl<'d> IndexWalk<'_, 'd> {
    fn element(&mut self, id: NodeId) {
        self.possible_rules.clear();
        self.possible_rules.extend(&self.index.any);
        if let Some(name) = self.document.name(id).filter(|&name| self.names.may_have(name)) {
            self.names.add(name, |_| true, &mut self.possible_rules);
        }
        for attr in self.document.attrs(id) {
            self.attribute(attr);
        }
        if self.possible_rules.is_empty() {
            return;
        }
        self.possible_rules.sort_unstable();
        self.possible_rules.dedup();
        for &rule in &self.possible_rules {
            let selector = self.index.selectors[rule as usize].as_ref();
            if selector.is_none_or(|selector| self.matcher.matches(selector, id)) {
                self.hits.all.push(Hit { node: id, rule });
            } else if self.hits.out_of_steps.is_none() && self.matcher.is_out_of_steps() {
                self.hits.out_of_steps = Some(rule);
            }
        }
    }

    fn attribute(&mut self, attr: &Attr) {
        let name = attr.name();
        if self.attributes.may_have(name) {
            let (document, mut own) = (self.document, None);
            let has_value = |value| {
                *own.get_or_insert_with(|| FoldedHash::of(document.attr_value(attr))) == value
            };
            self.attributes.add(name, has_value, &mut self.possible_rules);
        }
        if name == name::CLASS {
            self.class(self.document.attr_value(attr));
        } else if name == name::ID {
            let id = self.document.attr_value(attr);
            self.index.tokens(id, &self.index.ids, &mut self.possible_rules);
        }
    }

    fn class(&mut self, value: &'d str) {
        let (index, rules) = (self.index, &mut self.class_rules);
        let known = self.classes.get(value, |value| {
            let start = rules.len() as u32;
            index.tokens(value, &index.classes, rules);
            start..rules.len() as u32
        });
        self.possible_rules.extend(&self.class_rules[known.start as usize..known.end as usize]);
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::Parser;

    use super::*;
    use crate::engine::selectors::Rules;

    /// A rule that lists many selectors for an element is not many rules for it.
    #[test]
    fn a_rule_is_indexed_once_by_a_key() {
        let list = "p, x-y, .a, [b], [data-b], :root, ".repeat(1000);
        let mut rule = Rules::builtin().iter().next().unwrap().clone();
        let css = format!("{list}p");
        rule.pattern = Pattern::Selector(Selector::parse(&css).unwrap());
        let index = RuleIndex::of(&[rule], |_| true);
        let names = |names: &RulesByName| {
            let known: usize = names.known.iter().map(Vec::len).sum();
            (known + names.wanted.len(), names.other.values().map(Vec::len).sum::<usize>())
        };
        assert_eq!((names(&index.names), names(&index.attributes)), ((2, 1), (2, 1)));
        assert_eq!((index.any.len(), index.classes.table.taken), (1, 1));
        let document = Parser::default().parse("<x-y><p data-b>");
        assert_eq!(index.hits(&document).all.len(), 3);
    }
}
