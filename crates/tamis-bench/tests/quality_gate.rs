//! The quality gate: no engine falls below the floors in `quality-floors.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;
use tamis_bench::engine::{Strategy, extractor};
use tamis_bench::quality::{measure_wcxb, measure_with_without};
use tamis_testkit::wcxb::{self, Wcxb};
use tamis_testkit::{Corpus, with_without};

#[derive(Deserialize)]
struct Gate {
    floor: Vec<Floor>,
}

/// The floors of one engine on one corpus, in thousandths of F1.
#[derive(Deserialize)]
struct Floor {
    engine: String,
    language: String,
    corpus: String,
    overall: u32,
    /// The floors of each page kind.
    #[serde(flatten)]
    kinds: BTreeMap<String, u32>,
}

fn floors(corpus: &str) -> Vec<Floor> {
    let gate: Gate = toml::from_str(include_str!("../quality-floors.toml")).unwrap();
    let floors: Vec<Floor> =
        gate.floor.into_iter().filter(|floor| floor.corpus == corpus).collect();
    assert!(!floors.is_empty(), "no floor for {corpus}");
    floors
}

/// A sentence if a value is below its floor.
fn below(floor: &Floor, name: &str, least: u32, f1: f64) -> Option<String> {
    let Floor { engine, language, corpus, .. } = floor;
    let least = f64::from(least) / 1000.0;
    (f1 < least).then(|| format!("{engine} ({language}) on {corpus}, {name}: {f1:.4} < {least:.3}"))
}

#[test]
fn wcxb_dev() {
    let Some(pages) = Wcxb::or_skip("the quality gate on wcxb-dev") else { return };
    let mut faults = Vec::new();
    for floor in floors(wcxb::NAME) {
        let engine = floor.engine.parse::<Strategy>().unwrap();
        let mut extractor = extractor(engine, &floor.language).unwrap();
        let report = measure_wcxb(engine.as_str(), &mut extractor, pages.pages().unwrap()).unwrap();
        faults.extend(below(&floor, "overall", floor.overall, report.overall.f1));
        for kind in &report.kinds {
            let name = kind.kind.to_string();
            let least = floor.kinds.get(&name);
            let least = *least.unwrap_or_else(|| panic!("no floor for pages of kind {name}"));
            faults.extend(below(&floor, &name, least, kind.score.f1));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn with_without_pages() {
    let test = "the quality gate on with-without";
    let Some(corpus) = Corpus::or_skip(with_without::NAME, test) else { return };
    let mut faults = Vec::new();
    for floor in floors(with_without::NAME) {
        let engine = floor.engine.parse::<Strategy>().unwrap();
        let mut extractor = extractor(engine, &floor.language).unwrap();
        let pages = with_without::pages(&corpus).unwrap();
        let report = measure_with_without(engine.as_str(), &mut extractor, pages).unwrap();
        faults.extend(below(&floor, "overall", floor.overall, report.overall.f1));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_figure_below_its_floor_is_a_fault() {
    let floor = floors(wcxb::NAME).remove(0);
    assert_eq!(below(&floor, "overall", 695, 0.6951), None);
    let fault = below(&floor, "overall", 695, 0.6949).unwrap();
    assert_eq!(fault, "justext (auto) on wcxb-dev, overall: 0.6949 < 0.695");
}
