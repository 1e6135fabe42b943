//! The measure gives the reference's own answers the scores that are known for them.

use anyhow::Result;
use tamis_bench::engine::{Strategy, extractor};
use tamis_bench::quality::{PageInput, System, TokenReport, measure_wcxb, measure_with_without};
use tamis_testkit::justext_reference::{self, Class};
use tamis_testkit::wcxb::Wcxb;
use tamis_testkit::{Corpus, with_without};

/// Texts in the order of the pages.
struct InOrder<I>(I);

impl<I: Iterator<Item = Result<(String, String)>>> System for InOrder<I> {
    fn text(&mut self, page: PageInput<'_>) -> Result<Option<String>> {
        let Some(answer) = self.0.next() else { return Ok(None) };
        let (id, text) = answer?;
        assert_eq!(id, page.id);
        Ok(Some(text))
    }
}

fn scores(report: &TokenReport) -> [String; 3] {
    let overall = &report.overall;
    [overall.f1, overall.precision, overall.recall].map(|value| format!("{value:.3}"))
}

#[test]
#[ignore = "needs a corpus"]
fn justext_scores_as_measured_elsewhere() {
    let pages = Wcxb::required();
    let reference = Corpus::required(justext_reference::NAME);

    let good = justext_reference::good_pages(&reference).unwrap();
    let mut lxml = InOrder(good.map(|page| page.map(|page| (page.id, page.good.join("\n")))));
    let report = measure_wcxb("lxml", &mut lxml, pages.pages().unwrap()).unwrap();
    assert_eq!(scores(&report), ["0.691", "0.773", "0.685"]);
    assert_eq!((report.pages, report.missing), (1497, 0));

    let all = justext_reference::pages(&reference).unwrap();
    let mut html5lib = InOrder(all.map(|page| {
        let page = page?;
        let good = page.paragraphs.into_iter().filter(|p| p.class_type == Class::Good);
        Ok((page.id, good.map(|p| p.text).collect::<Vec<_>>().join("\n")))
    }));
    let report = measure_wcxb("html5lib", &mut html5lib, pages.pages().unwrap()).unwrap();
    assert_eq!(scores(&report)[0], "0.694");
}

/// Every passage that the page marks, each on lines of its own.
struct AllPassages(std::vec::IntoIter<Vec<String>>);

impl System for AllPassages {
    fn text(&mut self, _page: PageInput<'_>) -> Result<Option<String>> {
        Ok(self.0.next().map(|passages| passages.join("\n").replace(' ', "\n  ")))
    }
}

#[test]
#[ignore = "needs a corpus"]
fn passages_are_found_whatever_the_white_space() {
    let corpus = Corpus::required(with_without::NAME);
    let pages: Vec<_> = with_without::pages(&corpus).unwrap().collect::<Result<Vec<_>>>().unwrap();
    let marked: Vec<_> = pages.iter().map(|page| page.annotation.with.clone()).collect();
    let passages: usize = marked.iter().map(Vec::len).sum();
    let mut system = AllPassages(marked.into_iter());
    let report = measure_with_without("marked", &mut system, pages.into_iter().map(Ok)).unwrap();
    assert_eq!((report.true_positives as usize, report.false_negatives), (passages, 0));
    assert!(report.true_negatives > 0 && report.overall.f1 > 0.99, "{report}");
}

#[test]
#[ignore = "needs a corpus"]
fn our_justext_scores_as_the_reference() {
    let pages = Wcxb::required();
    let mut justext = extractor(Strategy::Justext, "English").unwrap();
    let report = measure_wcxb("justext", &mut justext, pages.pages().unwrap()).unwrap();
    // The reference on html5lib's tree has .694; that parser reads some pages otherwise.
    assert!((report.overall.f1 - 0.694).abs() < 0.003, "{report}");
    assert_eq!((report.pages, report.missing), (1497, 0));
}
