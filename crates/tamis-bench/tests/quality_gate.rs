//! The quality gate: no engine falls below the floors in `quality-floors.toml`.

use tamis_bench::quality::CorpusName;
use tamis_bench::quality::gate::{Filter, Floors, measure};
use tamis_testkit::Corpus;

/// Holds every engine with floors on a corpus to them.
fn check(corpus: CorpusName) {
    let test = format!("the quality gate on {corpus}");
    if Corpus::or_skip(corpus.as_str(), &test).is_none() {
        return;
    }
    let floors = Floors::read(&Floors::path()).unwrap();
    let filter = Filter { corpus: Some(corpus), ..Filter::default() };
    let report = measure(&floors, filter).unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!(report.below().count(), 0, "\n{report}");
}

#[test]
fn wcxb_dev() {
    check(CorpusName::WcxbDev);
}

#[test]
fn with_without_pages() {
    check(CorpusName::WithWithout);
}

#[test]
fn every_floor_is_checked() {
    let floors = Floors::read(&Floors::path()).unwrap();
    for corpus in CorpusName::ALL {
        assert!(floors.entries.iter().any(|entry| entry.subject.corpus == corpus), "{corpus}");
    }
}
