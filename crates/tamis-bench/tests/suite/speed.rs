//! The speed harness on a few pages.

use std::fs;

use tamis_bench::speed::{PageFiles, Stage, measure_speed};
use tamis_testkit::wcxb::Wcxb;

#[test]
#[ignore = "needs a corpus"]
fn every_stage_is_timed() {
    let corpus = Wcxb::required();
    let pages = PageFiles::of(&corpus, Some(5), 1).unwrap();
    let ids: Vec<_> = corpus.sample(5, 1).unwrap().into_iter().map(|page| page.id).collect();
    let stems = pages.paths().iter().map(|path| path.file_stem().unwrap().to_str().unwrap());
    assert!(stems.eq(ids.iter().map(String::as_str)), "the sample of speed is that of quality");
    assert_eq!(pages.places(5, 2), [0, 1, 2, 3, 4]);
    let fewer = corpus.sample(2, 1).unwrap();
    let places = pages.places(2, 1);
    assert!(places.iter().map(|place| &ids[*place]).eq(fewer.iter().map(|page| &page.id)));
    let bytes: usize = pages.paths().iter().map(|path| fs::read(path).unwrap().len()).sum();
    assert_eq!(pages.bytes(), bytes as u64);

    let report = measure_speed(&pages, 2, &[]).unwrap();
    assert_eq!((report.pages, report.passes, report.stages.len()), (5, 2, Stage::WAY.len()));
    assert!(report.stages.iter().all(|stage| stage.seconds_per_pass > 0.0), "{report}");
    assert!(report.stages.iter().map(|stage| stage.name).eq(Stage::WAY.map(Stage::name)));
    assert!(report.beside.iter().map(|stage| stage.name).eq(Stage::BESIDE.map(Stage::name)));
    let beside: f64 = report.beside.iter().map(|stage| stage.seconds_per_pass).sum();
    let seconds = |stage: Stage| report.stages[stage as usize].seconds_per_pass;
    let beside_to_parse = beside / seconds(Stage::Parse);
    assert!((report.ratios.beside_to_parse - beside_to_parse).abs() < 1e-9, "{report}");
    assert!(report.in_all.seconds_per_pass > 0.0, "{report}");
    assert!(report.auto.seconds_per_pass > 0.0, "{report}");
    assert!(report.in_all.p50_milliseconds <= report.in_all.p99_milliseconds);
    let measure_to_parse = seconds(Stage::Measure) / seconds(Stage::Parse);
    assert!((report.ratios.measure_to_parse - measure_to_parse).abs() < 1e-9, "{report}");
    assert!(report.readability.iter().all(|stage| stage.seconds_per_pass > 0.0), "{report}");
    let [_, html, in_all] = &report.readability;
    assert!(html.seconds_per_pass < in_all.seconds_per_pass, "{report}");
    assert!(report.readability_ratios.verdict_to_parse > 0.0, "{report}");
    let slowest = report.readability_ratios.slowest.as_ref().unwrap();
    assert!(slowest.times_mean >= 1.0 && ids.contains(&slowest.id), "{report}");
    assert!(report.memory_after_pass.is_empty() || report.memory_after_pass.len() == 2);
}
