//! The cases of `testdata/cases`, run with each engine of the library.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use tamis::Strategy;
use tamis::engine::justext::{self, ClassType, HeadingStage, Segmentation};
use tamis::stoplists::{Stoplist, get};
use tamis::{Config, Stopwords, extract};
use tamis_testkit::cases::{Case, Cases, Expectation};

/// The parameters of jusText that a case can set.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    length_low: Option<i64>,
    length_high: Option<i64>,
    stopwords_low: Option<f64>,
    stopwords_high: Option<f64>,
    max_link_density: Option<f64>,
    max_heading_distance: Option<i64>,
    no_headings: Option<bool>,
    heading_stage: Option<Stage>,
    segmentation: Option<Mode>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Stage {
    Reference,
    Paper,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Whitespace,
    Unicode,
}

impl Options {
    fn config(&self) -> justext::Config {
        let mut config = justext::Config::default();
        config.length_low = self.length_low.unwrap_or(config.length_low);
        config.length_high = self.length_high.unwrap_or(config.length_high);
        config.stopwords_low = self.stopwords_low.unwrap_or(config.stopwords_low);
        config.stopwords_high = self.stopwords_high.unwrap_or(config.stopwords_high);
        config.max_link_density = self.max_link_density.unwrap_or(config.max_link_density);
        config.max_heading_distance =
            self.max_heading_distance.unwrap_or(config.max_heading_distance);
        config.no_headings = self.no_headings.unwrap_or(config.no_headings);
        config.heading_stage = match self.heading_stage {
            Some(Stage::Paper) => HeadingStage::Paper,
            Some(Stage::Reference) | None => HeadingStage::Reference,
        };
        config.segmentation = match self.segmentation {
            Some(Mode::Unicode) => Segmentation::Unicode,
            Some(Mode::Whitespace) | None => Segmentation::Whitespace,
        };
        config
    }
}

fn cases() -> Cases {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/cases");
    Cases::load(&folder).unwrap()
}

fn stoplist(case: &Case) -> Result<Stoplist> {
    case.language.as_deref().map_or(Ok(Stoplist::default()), |language| {
        get(language).cloned().with_context(|| format!("no stoplist for {language}"))
    })
}

/// Compares the text through the facade, and the classes through the functions of the module.
fn check_justext(case: &Case, expected: &Expectation) -> Result<()> {
    let config = case.options::<Options>()?.config();
    let stoplist = stoplist(case)?;
    let stopwords = case.language.clone().map_or(Stopwords::None, Stopwords::Language);
    let facade = Config::default().strategy(Strategy::Justext).justext(config).stopwords(stopwords);
    expected.check_text(extract(&case.html, &facade)?.text())?;
    let paragraphs = justext::justext(&case.html, &stoplist, &config);
    let classes: Vec<_> = paragraphs
        .iter()
        .map(|p| (p.class_type.map_or("", ClassType::as_str), p.text.as_str()))
        .collect();
    expected.check_paragraphs(&classes)
}

#[test]
fn justext() {
    let cases = cases();
    let plan = cases.plan("justext");
    assert!(plan.run.len() >= 25, "{plan}");
    plan.check(check_justext).unwrap();
}

/// Compares the text of an engine without classes, through the facade.
fn check_text(engine: Strategy, case: &Case, expected: &Expectation) -> Result<()> {
    ensure!(expected.paragraphs.is_none(), "{engine} has no classes");
    let stopwords = case.language.clone().map_or(Stopwords::None, Stopwords::Language);
    let config = Config::default().strategy(engine).stopwords(stopwords);
    expected.check_text(extract(&case.html, &config)?.text())
}

#[test]
fn other_engines() {
    let cases = cases();
    for &engine in Strategy::ALL.iter().filter(|&&engine| engine != Strategy::Justext) {
        let plan = cases.plan(engine.as_str());
        assert!(plan.run.len() >= 5, "{engine}: {plan}");
        plan.check(|case, expected| check_text(engine, case, expected)).unwrap();
    }
}

#[test]
fn a_case_that_expects_something_else_fails() {
    let case = "[[case]]\nname = 'a'\nhtml = '<p>x'\n[case.expect.justext]\n";
    let fails = |expectation: &str| -> Result<()> {
        let cases = Cases::parse(&format!("{case}{expectation}"))?;
        let failed = cases.plan("justext").check(check_justext).is_err();
        ensure!(failed, "{expectation} holds");
        Ok(())
    };
    fails("text = 'x'").unwrap();
    fails("paragraphs = [{ text = 'x', class = 'good' }]").unwrap();
    assert!(fails("paragraphs = [{ text = 'x', class = 'bad' }]").is_err());
}
