//! Rules that are learned from a part of a site's pages, on the others, compared with `density`
//! alone, which was not trained on the pages.

use tamis_bench::engine::{Strategy, extractor};
use tamis_bench::learn::measure;
use tamis_testkit::wcxb::Wcxb;

/// The least rise of the mean F1 of sites with six or more pages, learned from half of the pages.
const MIN_GAIN: f64 = 0.02;
/// The same of sites with three to five pages, learned from all pages but one.
const MIN_GAIN_OF_FEW: f64 = 0.03;

#[test]
#[ignore = "needs a corpus"]
fn learned_rules_pay() {
    let corpus = Wcxb::required();
    let density = extractor(Strategy::Density, "auto").unwrap();
    let report = measure(&corpus, 3, 1, &|_| &density).unwrap();
    let (without, with) = report.means(false);
    assert!(without > 0.0 && with >= without + MIN_GAIN, "{report}");
    let (without, with) = report.means(true);
    assert!(without > 0.0 && with >= without + MIN_GAIN_OF_FEW, "{report}");
    assert!(measure(&corpus, 2, 1, &|_| &density).is_err());
}
