//! The blend `auto` on pages of sites that its formulas were not fitted to, and its formulas in the
//! sources.

use tamis_bench::blend::{WEIGHTS, cross_validate, formulas, samples, weights_file};
use tamis_testkit::corpus::checkout;
use tamis_testkit::wcxb::Wcxb;

/// The mean F1 of the pages, fold by fold.
const MIN_F1: f64 = 0.863;
/// The rank correlation of confidence and F1.
const MIN_CORRELATION: f64 = 0.600;

#[test]
fn auto_is_worth_its_formulas() {
    let Some(corpus) = Wcxb::or_skip("the blend auto") else { return };
    let samples = samples(corpus.pages().unwrap()).unwrap();
    let report = cross_validate(&samples).unwrap();
    let best_engine = report.alone.iter().rev().skip(1).map(|(_, f1)| *f1).fold(0.0, f64::max);
    assert!(report.chosen.f1 >= MIN_F1 && report.chosen.f1 > best_engine, "{report}");
    assert!(report.correlation >= MIN_CORRELATION, "{report}");
    assert!(report.correlation > report.page_prior_correlation, "{report}");

    // Whoever changes an engine fits the formulas anew: `tamis-bench blend --write`.
    let fitted = formulas(&samples.iter().collect::<Vec<_>>()).unwrap();
    let in_sources = std::fs::read_to_string(checkout().join(WEIGHTS)).unwrap();
    assert_eq!(weights_file(&fitted), in_sources);
}
