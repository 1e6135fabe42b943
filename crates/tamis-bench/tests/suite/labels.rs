//! The upper bound for an engine that chooses paragraphs according to the labels.

use tamis::dom::Parser;
use tamis::engine::Verdict;
use tamis::{Page, render};
use tamis_bench::labels::reference_selection;
use tamis_bench::score::Score;
use tamis_testkit::wcxb::Wcxb;

/// The least F1 of a program that chooses paragraphs according to all labels. Another
/// implementation of the labels reached .962 on all pages.
const FLOOR: f64 = 0.955;

#[test]
#[ignore = "needs a corpus"]
fn labels_give_nearly_all_of_the_reference() {
    let corpus = Wcxb::required();
    let mut parser = Parser::default();
    let mut scores = Vec::new();
    for page in corpus.sample(300, 1).unwrap() {
        let measured = Page::measure(parser.parse_bytes(&page.html, Some("utf-8")));
        let mut verdict = Verdict::nothing("reference", &measured);
        verdict.kept = reference_selection(&measured, &page.main_content);
        scores.push(Score::of_text(&render::text(&measured, &verdict), &page.main_content));
    }
    let mean = Score::mean(&scores);
    assert!(mean.f1 >= FLOOR, "{mean:?}");
}
