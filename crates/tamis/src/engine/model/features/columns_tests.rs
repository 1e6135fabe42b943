//! Pages that set each column of the feature table. They are in `columns_tests.txt`, which says how
//! to read it.

use std::collections::{BTreeMap, BTreeSet};

use tamis_dom::Parser;

use super::FeatureTable;
use crate::engine::EngineName;
use crate::page::Page;
use crate::verdict::Verdict;

/// The letters of the engines in the file, and the confidence of their verdicts.
const ENGINES: [(char, EngineName, f64); EngineName::ALL.len()] = [
    ('j', EngineName::Justext, 0.1),
    ('r', EngineName::Readability, 0.2),
    ('d', EngineName::Density, 0.3),
    ('s', EngineName::Selectors, 0.4),
];

/// A page of the file.
struct Case {
    html: &'static str,
    table: FeatureTable,
    /// Some columns and their values.
    expected: Vec<(&'static str, &'static str)>,
}

impl Case {
    fn read(block: &'static str) -> Case {
        let mut lines = block.lines().map(|line| line.split_once(": ").unwrap_or((line, "")));
        let (html, _) = lines.next().unwrap();
        let mut lines = lines.peekable();
        let kept = lines.next_if(|&(name, _)| name == "kept").map_or("jrds", |(_, kept)| kept);
        Case { html, table: table(html, kept), expected: lines.collect() }
    }

    /// Returns the values of a column, in the unit of another.
    fn shown(&self, column: usize, unit: usize) -> String {
        let unit = &FeatureTable::columns()[unit];
        let values = self.table.rows().map(|(_, row)| unit.shown(row[column]));
        let mut values: Vec<String> = values.collect();
        if values.iter().all(|value| *value == values[0]) {
            values.truncate(1);
        }
        values.join(", ")
    }
}

/// Returns the features of a page. `kept` has the letters of the engines that keep each paragraph;
/// an engine that keeps none has no verdict.
fn table(html: &str, kept: &str) -> FeatureTable {
    let html = html.replace('#', &"m".repeat(100)).replace('%', &"m,,,.".repeat(20));
    let page = Page::measure(Parser::default().parse(&html));
    let engines = ENGINES.iter().filter(|(letter, ..)| kept.contains(*letter));
    let verdicts = engines.map(|&(letter, engine, confidence)| {
        let mut verdict = Verdict::nothing(engine.as_str(), &page).with_confidence(confidence);
        for (index, _) in kept.split(' ').enumerate().filter(|(_, of)| of.contains(letter)) {
            verdict.keep(index, "");
        }
        verdict
    });
    FeatureTable::of(&page, &verdicts.collect::<Vec<_>>())
}

fn cases() -> Vec<Case> {
    let blocks = include_str!("columns_tests.txt").trim_end().split("\n\n");
    blocks.filter(|block| !block.starts_with("# ")).map(Case::read).collect()
}

fn column(name: &str) -> usize {
    let at = FeatureTable::columns().iter().position(|column| column.name() == name);
    at.unwrap_or_else(|| panic!("no column is called {name}"))
}

#[test]
fn pages_set_their_columns() {
    let mut wrong = Vec::new();
    for case in cases() {
        for &(name, expected) in &case.expected {
            let found = case.shown(column(name), column(name));
            if found != expected {
                wrong.push(format!("{}\n    {name}: {found}\n    not {expected}", case.html));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Models are made for columns in this order, and a column that never changes tells them nothing.
#[test]
fn each_column_has_a_line_in_its_place_and_two_values() {
    let (mut order, mut values) = (Vec::new(), BTreeMap::<_, BTreeSet<_>>::new());
    let cases = cases();
    for &(name, expected) in cases.iter().flat_map(|case| &case.expected) {
        if !order.contains(&name) {
            order.push(name);
        }
        values.entry(name).or_default().extend(expected.split(", "));
    }
    for (place, name) in FeatureTable::names().iter().enumerate() {
        assert_eq!(order.get(place), Some(&name.as_str()), "has no line here");
    }
    values.retain(|_, values| values.len() < 2);
    assert!(values.is_empty(), "columns with one value: {values:?}");
}

/// If two columns had the same values on the pages of both, a swap of them would pass.
#[test]
fn pages_tell_each_two_columns_apart() {
    let names = FeatureTable::names();
    let mut told = vec![BTreeSet::new(); names.len()];
    for case in cases() {
        for own in case.expected.iter().map(|(name, _)| column(name)) {
            let values = case.shown(own, own);
            told[own].extend((0..names.len()).filter(|&other| case.shown(other, own) != values));
        }
    }
    let pairs = (0..names.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
    let alike =
        pairs.filter(|(one, other)| !told[*one].contains(other) && !told[*other].contains(one));
    let alike: Vec<_> = alike.map(|(one, other)| (&names[one], &names[other])).collect();
    assert!(alike.is_empty(), "{alike:?}");
}
