//! Explanations agree with extractions, for any page and any strategy.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use tamis::engine::EngineName;
use tamis::site_rules::SiteRules;
use tamis::{Config, Explanation, Extraction, Extractor, Input, PageJson, Strategy, Url};
use tamis_testkit::hostile::hostile;
use tamis_testkit::is_full;
use tamis_testkit::wcxb::Wcxb;

/// The number of pages in a sample; `TAMIS_FULL` checks all pages.
const SAMPLE: usize = 60;

/// The size of the hostile pages: enough to reach the limits of depth and steps.
const SIZE: usize = 1 << 11;

fn story() -> String {
    let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
    format!("<html lang=en><title>Times</title><nav>Home</nav><article><p>{text}</article>")
}

fn names(explanation: &Explanation<'_>) -> Vec<String> {
    explanation.engines.iter().map(|engine| engine.engine.to_string()).collect()
}

/// Checks an explanation against its extraction. Returns the number of paragraphs that the model
/// describes.
#[track_caller]
fn check(extractor: &Extractor, extraction: &Extraction) -> usize {
    let explanation = extractor.explain(extraction);
    assert_eq!(explanation.engines[0].engine, extraction.strategy_used());
    assert_eq!(explanation.engines[0].confidence.to_bits(), extraction.confidence().to_bits());
    assert_eq!(explanation.paragraphs.len(), extraction.paragraphs().len());
    for selection in extraction.selections() {
        let verdict = selection.verdict();
        let number = explanation.engines.iter().position(|of| of.engine == verdict.engine);
        let number = number.expect("each verdict is explained");
        for (index, paragraph) in explanation.paragraphs.iter().enumerate() {
            assert_eq!(paragraph.engines[number].kept, verdict.kept[index]);
            assert_eq!(paragraph.engines[number].reason, verdict.reasons[index]);
        }
    }
    let mut models = 0;
    for (of, paragraph) in explanation.paragraphs.iter().zip(extraction.paragraphs()) {
        assert_eq!(
            (of.text, of.kept, &*of.reason),
            (paragraph.text, paragraph.kept, paragraph.reason)
        );
        assert_eq!(of.in_heading, paragraph.in_heading);
        let Some(model) = &of.model else { continue };
        models += 1;
        let parts: f64 = model.features.iter().map(|feature| feature.log_odds).sum();
        let sum = explanation.base.unwrap() + parts + model.other_features;
        assert_eq!(sum.to_bits(), model.log_odds.to_bits(), "{sum}, {model:?}");
        let probability = 1.0 / (1.0 + (-model.log_odds).exp());
        assert!((probability - model.probability).abs() < 1e-4, "{probability}, {model:?}");
        let strengths = model.features.iter().map(|feature| -feature.log_odds.abs());
        assert!(strengths.is_sorted(), "{model:?}");
    }
    models
}

/// Checks the explanations of these pages against their extractions.
fn check_all(pages: &[Vec<u8>]) {
    for strategy in [Strategy::Auto, Strategy::Smart, Strategy::Justext] {
        let mut extractor = Extractor::new(Config::default().strategy(strategy)).unwrap();
        let mut models = 0;
        for page in pages {
            let extraction = extractor.extract(page.as_slice());
            models += check(&extractor, &extraction);
            extractor.recycle(extraction.into_page());
        }
        assert_eq!(models > 500, strategy == Strategy::Auto, "{strategy}: {models}");
    }
}

#[test]
fn explanations_agree_with_extractions() {
    let mut pages: Vec<Vec<u8>> = vec![Vec::new(), b"<p>".to_vec(), story().into_bytes()];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pages");
    for page in folder.read_dir().unwrap() {
        pages.push(fs::read(page.unwrap().path().join("page.html")).unwrap());
    }
    pages.extend(hostile().map(|(_, page)| page(SIZE).into_bytes()));
    check_all(&pages);
}

#[test]
#[ignore = "needs a corpus"]
fn explanations_agree_with_extractions_on_pages() {
    let count = if is_full() { usize::MAX } else { SAMPLE };
    let pages = Wcxb::required().sample(count, 7).unwrap();
    check_all(&pages.into_iter().map(|page| page.html).collect::<Vec<_>>());
}

#[test]
fn the_verdict_that_decides_comes_first() {
    let explained = |config: Config| {
        let mut extractor = Extractor::new(config).unwrap();
        let url = Url::parse("https://example.com/").unwrap();
        let extraction = extractor.extract(Input::from(&*story()).url(&url));
        check(&extractor, &extraction);
        let explanation = extractor.explain(&extraction);
        (names(&explanation), explanation.base.is_some())
    };
    let engines: Vec<_> = EngineName::ALL.iter().map(|name| name.as_str()).collect();
    let with = |first: &'static str| [&[first], engines.as_slice()].concat();
    let rules = |text: &str| {
        let mut rules = SiteRules::default();
        rules.add("example.com.txt", text);
        Config::default().site_rules(Arc::new(rules))
    };
    for (config, expected, has_model) in [
        (Config::default(), with("model"), true),
        (rules("body: //nav"), with("site-rules"), true),
        (rules("body: //none"), with("model"), true),
        (rules("body: //nav").strategy(Strategy::Density), vec!["site-rules", "density"], false),
        (Config::default().strategy(Strategy::Justext), vec!["justext"], false),
    ] {
        assert_eq!(
            explained(config),
            (expected.iter().map(ToString::to_string).collect(), has_model)
        );
    }
}

#[test]
fn text_from_json_has_one_verdict() {
    let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
    let json = format!(r#"{{"@type": "NewsArticle", "articleBody": "{text}"}}"#);
    let page = format!("<p>Home</p><script type=application/ld+json>{json}</script>");
    let mut extractor = Extractor::new(Config::default().page_json(PageJson::Auto)).unwrap();
    let extraction = extractor.extract(&*page);
    let explanation = extractor.explain(&extraction);
    assert_eq!(names(&explanation), ["page-json"]);
    assert!(explanation.paragraphs.iter().all(|paragraph| paragraph.kept));
    assert_eq!(explanation.paragraphs[0].text, text.trim());
}

/// An extractor explains extractions of another one too, by its own engines.
#[test]
fn another_extractor_explains_by_its_engines() {
    let density = Config::default().strategy(Strategy::Density);
    let extraction = tamis::extract(&*story(), &density).unwrap();
    let extractor = Extractor::new(Config::default()).unwrap();
    let explanation = extractor.explain(&extraction);
    assert_eq!(names(&explanation), ["density", "justext", "readability", "selectors"]);
    assert!(explanation.paragraphs[1].model.is_some());
}
