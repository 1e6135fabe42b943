//! Tests of which engines run: each at most once for a page, and only if its verdict is needed.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use super::engines::Engines;
use super::pipeline::Pipeline;
use crate::engine::{Engine, EngineName};
use crate::page::Page;
use crate::site_rules::SiteRules;
use crate::verdict::{Context, Verdict};
use crate::{Config, Extraction, Extractor, Input, Strategy, Url};

const TEXT: &str = "It was the best of times, it was the worst of times, and so on and so on. ";

/// The names of the engines that ran, in their order.
type Runs = Arc<Mutex<Vec<String>>>;

/// An engine that notes that it ran.
struct Noted {
    engine: Arc<dyn Engine>,
    runs: Runs,
}

impl Engine for Noted {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn uses_stopwords(&self) -> bool {
        self.engine.uses_stopwords()
    }

    fn judge(&self, page: &Page, context: &Context<'_>) -> Verdict {
        self.runs.lock().unwrap().push(self.name().to_owned());
        self.engine.judge(page, context)
    }
}

/// Returns an extractor whose engines note that they run.
fn noted(config: Config) -> (Extractor, Runs) {
    let runs = Runs::default();
    let noted = |engine: Arc<dyn Engine>| -> Arc<dyn Engine> {
        Arc::new(Noted { engine, runs: Arc::clone(&runs) })
    };
    let engines = match Engines::of(&config) {
        Engines::One(engine) => Engines::One(noted(engine)),
        Engines::Blend(blend, engines) => {
            Engines::Blend(blend, engines.into_iter().map(noted).collect())
        }
    };
    (Extractor { pipeline: Pipeline::new(engines, config).unwrap() }, runs)
}

/// Returns the engines that ran since the last call.
fn taken(runs: &Runs) -> String {
    std::mem::take(&mut *runs.lock().unwrap()).join(" ")
}

/// Returns a page of which the model is sure.
fn sure_page() -> String {
    let paragraphs: Vec<String> = (4..10).map(|n| TEXT.repeat(n)).collect();
    let paragraphs = paragraphs.join("<p>");
    format!(
        "<html lang=en><title>Times</title><nav>Home</nav>\
         <article><h1>Times</h1><p>{paragraphs}</article>"
    )
}

#[test]
fn a_strategy_runs_its_engines_once() {
    let config = |strategy| Config::default().strategy(strategy);
    // To explain asks only the engine that the blend spared.
    for (config, expected, explained) in [
        (config(Strategy::Justext), "justext", ""),
        (config(Strategy::Readability), "readability", ""),
        (config(Strategy::Density), "density", ""),
        (config(Strategy::Selectors), "selectors", ""),
        (config(Strategy::Smart), "selectors density", ""),
        (config(Strategy::Auto), "justext density selectors", "readability"),
        (config(Strategy::Auto).fast(true), "justext density selectors", ""),
    ] {
        let (mut extractor, runs) = noted(config);
        let extraction = extractor.extract(&sure_page());
        assert_eq!(taken(&runs), expected);
        let _ = (extraction.metadata(), extraction.markdown(), extraction.confidence());
        assert_eq!(taken(&runs), "", "{expected}");
        extractor.explain(&extraction);
        assert_eq!(taken(&runs), explained, "{expected}");
    }
}

#[test]
fn nothing_kept_needs_all_engines() {
    let (mut extractor, runs) = noted(Config::default());
    extractor.extract("<p>");
    assert_eq!(taken(&runs), "justext density selectors readability");
}

#[test]
fn only_the_verdict_of_a_spared_engine_runs_it() {
    let (mut extractor, runs) = noted(Config::default());
    let extraction = extractor.extract(&sure_page());
    taken(&runs);
    for engine in [EngineName::Justext, EngineName::Density, EngineName::Selectors] {
        assert_eq!(extraction.verdict_of(engine).unwrap().engine, engine.as_str());
    }
    assert_eq!(taken(&runs), "");
    assert!(extraction.verdict_of(EngineName::Readability).unwrap().rating.is_some());
    assert_eq!(taken(&runs), "readability");
    assert!(extraction.verdict_of(EngineName::Readability).is_some());
    assert_eq!(extraction.selections().len(), 5);
    assert_eq!(taken(&runs), "");
}

#[test]
fn an_explanation_runs_no_engine_twice() {
    let (mut extractor, runs) = noted(Config::default());
    let extraction = extractor.extract(&sure_page());
    taken(&runs);
    let explanation = extractor.explain(&extraction);
    assert_eq!(taken(&runs), "readability");
    let had_part: Vec<bool> = explanation.engines.iter().map(|engine| engine.had_part).collect();
    assert_eq!(had_part, [true, true, false, true, true]);
}

#[test]
fn a_rule_for_the_site_runs_engines_only_to_explain() {
    let mut rules = SiteRules::default();
    rules.add("example.com", "body: //article");
    let (mut extractor, runs) = noted(Config::default().site_rules(Arc::new(rules)));
    let url = Url::parse("https://example.com/").unwrap();
    let extraction = extractor.extract(Input::from(&*sure_page()).url(&url));
    assert_eq!(taken(&runs), "");
    assert!(extraction.verdict_of(EngineName::Density).is_none());
    let explanation = extractor.explain(&extraction);
    assert_eq!(taken(&runs), "justext readability density selectors");
    assert!(explanation.paragraphs[1].model.is_some());
}

fn engines(extraction: &Extraction) -> Vec<String> {
    extraction.selections().map(|of| of.verdict().engine.to_string()).collect()
}

#[test]
fn decisions_have_the_verdicts_of_extractions() {
    const ALL: [&str; 5] = ["model", "justext", "readability", "density", "selectors"];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pages");
    let mut extractor = Extractor::new(Config::default()).unwrap();
    let mut spared_pages = 0;
    for page in folder.read_dir().unwrap() {
        let page = page.unwrap().path().join("page.html");
        let extraction = extractor.extract(&*fs::read(&page).unwrap());
        spared_pages += usize::from(extraction.decision.others.len() == 3);
        let text = extraction.text().to_owned();
        assert_eq!(engines(&extraction), ALL, "{page:?}");
        assert_eq!(extraction.text(), text, "{page:?}");
        let decision = extractor.decide(extraction.page());
        let listed: Vec<_> = extraction.selections().skip(1).collect();
        for (verdict, listed) in decision.others.iter().zip(listed) {
            assert!(verdict.rating.is_some(), "{page:?}");
            assert_eq!(verdict, listed.verdict(), "{page:?}");
        }
    }
    assert!((1..8).contains(&spared_pages), "{spared_pages}");
}

#[test]
fn a_page_has_text_if_its_text_is_not_empty() {
    let hidden = "<p style='display:none'>Hidden words here.";
    let zero_width = "<p>\u{200b}";
    let mut extractor = Extractor::new(Config::default().strategy(Strategy::Density)).unwrap();
    for page in
        [&*sure_page(), hidden, zero_width, "<p>One", "<pre>\n\n</pre>", "<p><img src=a>", ""]
    {
        for extraction in [extractor.extract(page), everything(page)] {
            let has_text = extraction.has_text();
            assert_eq!(has_text, !extraction.text().is_empty(), "{page}");
        }
    }
}

/// Extracts all text.
fn everything(page: &str) -> Extraction {
    struct All;
    impl Engine for All {
        fn name(&self) -> &'static str {
            "all"
        }

        fn judge(&self, page: &Page, _: &Context<'_>) -> Verdict {
            Verdict::everything("all", page)
        }
    }
    Extractor::with_engine(All, Config::default()).unwrap().extract(page)
}
