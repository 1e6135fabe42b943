//! Headings go with their text.

use tamis::{Config, Extractor, Input};
use tamis_bench::headings::Headings;
use tamis_testkit::wcxb::Wcxb;

#[test]
#[ignore = "needs a corpus"]
fn no_heading_is_lost_between_kept_paragraphs_without_a_rule() {
    let corpus = Wcxb::required();
    let mut extractor = Extractor::new(Config::default()).unwrap();
    let mut headings = Headings::default();
    for page in corpus.sample(300, 1).unwrap() {
        let extraction = extractor.extract(Input::from(&page.html).charset("utf-8"));
        headings.note(&page.id, &extraction);
        extractor.recycle(extraction.into_page());
    }
    assert!(headings.kept > 500, "{headings}");
    assert_eq!(headings.unexplained, [], "{headings}");
}
