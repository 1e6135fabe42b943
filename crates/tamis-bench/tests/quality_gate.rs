//! The quality gate: no engine falls below the floors in `quality-floors.toml`.

use tamis_bench::quality::CorpusName;
use tamis_bench::quality::gate::{Filter, Floors, measure};

/// Holds every engine with floors on a corpus to them.
fn check(corpus: CorpusName) {
    let floors = Floors::read(&Floors::path()).unwrap();
    let filter = Filter { corpus: Some(corpus), ..Filter::default() };
    let report = measure(&floors, filter).unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!(report.below().count(), 0, "\n{report}");
}

#[test]
#[ignore = "needs a corpus"]
fn wcxb_dev() {
    check(CorpusName::WcxbDev);
}

#[test]
#[ignore = "needs a corpus"]
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
