//! The gate of structure: the mean on the corpus `structure` does not fall, and each page that
//! agrees badly with Defuddle is listed in `structure-divergences.toml` with its reason.

use tamis_bench::engine::{Strategy, extractor};
use tamis_bench::structure::{StructureReport, markdown, measure};
use tamis_testkit::Corpus;
use tamis_testkit::divergences::{Divergences, Tally};
use tamis_testkit::structure::{NAME, Page, pages};

/// The least mean F1, in thousandths.
const FLOOR: f64 = 965.0;

/// The F1 below which a page is listed.
const LISTED: f64 = 0.9;

fn check(report: &StructureReport, floor: f64, list: &str) -> anyhow::Result<Tally> {
    let mean = report.overall.f1 * 1000.0;
    anyhow::ensure!(mean >= floor, "the mean is {mean:.1}, its floor {floor}\n{report}");
    let list = Divergences::parse(list)?;
    let mut run = list.run();
    for page in &report.page_scores {
        run.record(&page.id, page.score.f1 >= LISTED, || format!("F1 {:.4}", page.score.f1));
    }
    run.finish()
}

#[test]
#[ignore = "needs a corpus"]
fn the_mean_and_each_page() {
    let corpus = Corpus::required(NAME);
    let mut extractor = extractor(Strategy::Auto, "auto").unwrap();
    let pages = pages(&corpus).unwrap();
    let report = measure(&pages, |page| markdown(&mut extractor, page)).unwrap();
    check(&report, FLOOR, include_str!("../../structure-divergences.toml")).unwrap();
}

#[test]
fn each_fault_is_found() {
    let page = Page {
        id: "a".to_owned(),
        url: None,
        html: String::new(),
        title: String::new(),
        markdown: "hot tea".to_owned(),
    };
    let report = |ours: &str| {
        let pages = std::slice::from_ref(&page);
        measure(pages, |_| Ok(ours.to_owned())).unwrap()
    };
    let listed = "[[divergence]]\nid = 'a'\nreason = 'r'\nsection = 's'";
    assert!(check(&report("hot tea"), 1000.0, "").is_ok());
    assert!(check(&report("hot"), 600.0, listed).is_ok());
    assert!(check(&report("hot"), 700.0, listed).is_err());
    assert!(check(&report("hot"), 600.0, "").is_err());
    assert!(check(&report("hot tea"), 600.0, listed).is_err());
}
