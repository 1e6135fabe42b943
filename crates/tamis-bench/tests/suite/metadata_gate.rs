//! The gate of metadata: no figure passes its bounds in `metadata-floors.toml`.

use anyhow::Result;
use serde::Deserialize;
use tamis::metadata::Date;
use tamis::{Config, Extractor};
use tamis_bench::metadata::{self, MetadataReport, Sample, Share, measure};
use tamis_testkit::wcxb::{self, Wcxb};
use tamis_testkit::{Corpus, chinese, dates, with_without};

const SEED: u64 = 1;

#[derive(Deserialize)]
struct Gate {
    bound: Vec<Bound>,
}

/// The bounds of one field on one corpus, in thousandths of the pages.
#[derive(Deserialize)]
struct Bound {
    corpus: String,
    field: String,
    right: u32,
    wrong: u32,
    /// Not of corpora where next to all pages have the field.
    invented: Option<u32>,
}

fn bounds(corpus: &str) -> Vec<Bound> {
    let gate: Gate = toml::from_str(include_str!("../../metadata-floors.toml")).unwrap();
    let bounds: Vec<Bound> =
        gate.bound.into_iter().filter(|bound| bound.corpus == corpus).collect();
    assert!(!bounds.is_empty(), "no bounds for {corpus}");
    bounds
}

/// The values outside their bounds, as sentences.
fn faults(report: &MetadataReport) -> Vec<String> {
    let mut faults = Vec::new();
    for bound in bounds(&report.corpus) {
        let found = report.fields.iter().find(|found| found.field.name() == bound.field);
        let found = found.unwrap_or_else(|| panic!("there is no field {}", bound.field));
        let thousandths = |share: Share| share.ratio() * 1000.0;
        let mut check = |name: &str, share: Share, is_sound: bool| {
            if !is_sound {
                let Bound { corpus, field, .. } = &bound;
                faults.push(format!("{field} on {corpus}: {name} {:.1}", thousandths(share)));
            }
        };
        check("right", found.right, thousandths(found.right) >= f64::from(bound.right));
        check("wrong", found.wrong, thousandths(found.wrong) <= f64::from(bound.wrong));
        let is_sound =
            bound.invented.is_none_or(|most| thousandths(found.invented) <= f64::from(most));
        check("invented", found.invented, is_sound);
    }
    faults
}

fn check(corpus: &str, pages: impl IntoIterator<Item = Result<Sample>>) {
    let config = Config::default().latest_date(Date::new(2026, 12, 31));
    let mut extractor = Extractor::new(config).unwrap();
    let report = measure("tamis", corpus, &mut extractor, pages).unwrap();
    let faults = faults(&report);
    assert!(faults.is_empty(), "{}\n{report}", faults.join("\n"));
}

#[test]
#[ignore = "needs a corpus"]
fn wcxb_dev() {
    let corpus = Wcxb::required();
    check(wcxb::NAME, metadata::wcxb(&corpus, None, SEED).unwrap());
}

#[test]
#[ignore = "needs a corpus"]
fn dates_pages() {
    let corpus = Corpus::required(dates::NAME);
    check(dates::NAME, metadata::dates(&corpus, None, SEED).unwrap().into_iter().map(Ok));
}

#[test]
#[ignore = "needs a corpus"]
fn with_without_pages() {
    let corpus = Corpus::required(with_without::NAME);
    let pages = metadata::with_without(&corpus, None, SEED).unwrap();
    check(with_without::NAME, pages.into_iter().map(Ok));
}

#[test]
#[ignore = "needs a corpus"]
fn chinese_pages() {
    let corpus = Corpus::required(chinese::NAME);
    check(chinese::NAME, metadata::chinese(&corpus, None, SEED).unwrap().into_iter().map(Ok));
}

#[test]
fn no_answer_is_a_fault() {
    let mut nothing = metadata::Answers::default();
    let answer = metadata::Answer { date: Some("2024-01-02".to_owned()), ..Default::default() };
    let reference = metadata::Reference { answer, fields: vec![metadata::Compared::Date] };
    let page = Sample { id: "1".to_owned(), html: Vec::new(), charset: None, url: None, reference };
    let report = measure("nothing", dates::NAME, &mut nothing, [Ok(page)]).unwrap();
    assert_eq!(faults(&report), ["date on dates: right 0.0"]);
}
