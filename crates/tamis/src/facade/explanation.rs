//! Explanations: the reasons for keeping or dropping each paragraph of a page, as values.

use std::borrow::Cow;

use serde::ser::{Serialize, SerializeStruct, Serializer};
use tamis_dom::{Name, name};

use super::extraction::Extraction;
use super::extractor::Extractor;
use super::json::paragraph_paths;
use super::page_json::TextSource;
use crate::blend::Overlap;
use crate::blend::rules::rule_of;
use crate::engine::model::{Column, FeatureTable, Model};
use crate::page::{Area, Page, Paragraph, around};
use crate::structure::hidden::is_in_hidden;
use crate::verdict::Verdict;

/// The most features that are listed for a paragraph.
const LISTED_FEATURES: usize = 8;

const HEADINGS: [Name; 6] = [name::H1, name::H2, name::H3, name::H4, name::H5, name::H6];

/// The reasons for keeping or dropping each paragraph of a page: what every engine says about it,
/// and which of its features made the learned model decide.
///
/// [`Extractor::explain`] makes it for an extraction, [`Explanation::of`] for any verdicts.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Explanation<'p> {
    /// The verdicts: the one that decides first.
    pub engines: Vec<ExplainedEngine>,
    /// The agreement of each verdict with each, 0 to 1, in the order of `engines`. See
    /// [`Overlap::agreement`].
    pub agreement: Vec<Vec<f64>>,
    /// [`Model::base`], or `None` if the model did not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<f64>,
    /// All paragraphs of the page in its order, kept or not.
    pub paragraphs: Vec<ExplainedParagraph<'p>>,
}

/// A verdict about a page, in numbers.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct ExplainedEngine {
    /// The name of the engine or blend.
    pub engine: Cow<'static, str>,
    /// The number of paragraphs that it keeps.
    pub paragraphs: u32,
    /// The characters of these paragraphs.
    pub chars: u32,
    /// The confidence in the verdict, 0 to 1.
    pub confidence: f64,
    /// False for an engine that only judged the page to explain it: the blend did
    /// [without it](crate::blend::auto), or a rule for the page's site decided.
    pub had_part: bool,
}

/// A paragraph of a page, with the reasons for keeping or dropping it.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct ExplainedParagraph<'p> {
    /// The text, with white space collapsed and trimmed. Never empty.
    pub text: &'p str,
    /// True if the paragraph is main content.
    pub kept: bool,
    /// The reason of the verdict that decides. Empty if it gives none.
    pub reason: Cow<'static, str>,
    /// The name of the [rule](crate::blend::rules) that changed the model's choice. `None` for most
    /// paragraphs, and if no model decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// True if the paragraph is in an element that readers never see, so that no format has it even
    /// if it is kept.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Where the paragraph is on the page. `None` if it has no place there, or if no browser has
    /// [drawn](crate::Layout) the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<Area>,
    /// True if the paragraph is in a heading.
    pub in_heading: bool,
    /// The level of this heading, 1 to 6. `None` if there is none, or only one far around.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading_level: Option<u8>,
    /// The element that the paragraph begins in, as an XPath. `None` if it is nested too deeply, or
    /// if the paths of the page are too long in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Each verdict's decision about the paragraph, in the order of [`Explanation::engines`].
    pub engines: Vec<EngineDecision>,
    /// The model's part. `None` if the model did not run, or did not look at the paragraph because
    /// no engine keeps one near it.
    #[serde(flatten)]
    pub model: Option<ModelDecision>,
}

/// One engine's decision about a paragraph.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct EngineDecision {
    /// The name of the engine or blend.
    pub engine: Cow<'static, str>,
    /// True if it keeps the paragraph.
    pub kept: bool,
    /// Its reason. Empty if it gives none.
    pub reason: Cow<'static, str>,
}

/// The model's estimate for a paragraph, taken apart.
///
/// [`Explanation::base`], the log-odds of the listed features and those of the others add up to
/// `log_odds`.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct ModelDecision {
    /// The probability that the paragraph is main content, 0 to 1.
    pub probability: f64,
    /// Its log-odds, in natural units.
    pub log_odds: f64,
    /// The features that change the log-odds most, the strongest first.
    pub features: Vec<Contribution>,
    /// The sum of what all other features change.
    pub other_features: f64,
}

/// The part of one feature in the model's estimate for a paragraph.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Contribution {
    /// The feature.
    pub column: &'static Column,
    /// The value of the feature for this paragraph.
    pub value: f32,
    /// The log-odds that the value adds: positive if it speaks for content.
    pub log_odds: f64,
}

/// Serialized, it has the name of the feature, its description, the value as a number and as people
/// write it (`shown`), and `log_odds`.
impl Serialize for Contribution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Contribution", 5)?;
        fields.serialize_field("name", self.column.name())?;
        fields.serialize_field("description", self.column.description())?;
        fields.serialize_field("value", &self.value)?;
        fields.serialize_field("shown", &self.column.shown(self.value))?;
        fields.serialize_field("log_odds", &self.log_odds)?;
        fields.end()
    }
}

impl<'p> Explanation<'p> {
    /// Explains a page by these verdicts about it, the first of which decides. There is no model
    /// part. Verdicts without a confidence have 0.
    ///
    /// # Panics
    ///
    /// If a verdict is about another page: one with a different number of paragraphs.
    ///
    /// ```
    /// use tamis::dom::Parser;
    /// use tamis::{Explanation, Page, Verdict};
    ///
    /// let page = Page::measure(Parser::default().parse("<p>12345678<h2>12</h2>"));
    /// let mut first = Verdict::nothing("first", &page);
    /// first.keep(0, "the first paragraph");
    /// let explanation = Explanation::of(&page, &[first, Verdict::everything("both", &page)]);
    /// assert_eq!(explanation.engines[1].chars, 10);
    /// let [text, heading] = explanation.paragraphs.as_slice() else { panic!() };
    /// assert!(text.kept && !heading.kept && heading.engines[1].kept);
    /// assert_eq!(text.reason, "the first paragraph");
    /// assert_eq!(heading.heading_level, Some(2));
    /// ```
    pub fn of(page: &'p Page, verdicts: &[Verdict]) -> Explanation<'p> {
        let overlap = Overlap::of(page, &verdicts.iter().collect::<Vec<_>>());
        let engine = |(index, verdict): (usize, &Verdict)| ExplainedEngine {
            engine: verdict.engine.clone(),
            paragraphs: overlap.kept(index).paragraphs,
            chars: overlap.kept(index).chars,
            confidence: verdict.rated_confidence().unwrap_or_default(),
            had_part: true,
        };
        let all = || 0..verdicts.len();
        let agreement = |index| all().map(|other| overlap.agreement(index, other)).collect();
        let paths = paragraph_paths(page);
        let paragraphs = page.paragraphs().iter().zip(paths).enumerate();
        let paragraphs = paragraphs.map(|(index, (paragraph, path))| ExplainedParagraph {
            path,
            ..explained(page, paragraph, index, verdicts)
        });
        Explanation {
            engines: verdicts.iter().enumerate().map(engine).collect(),
            agreement: all().map(agreement).collect(),
            base: None,
            paragraphs: paragraphs.collect(),
        }
    }

    /// Adds the model's part. `verdicts` are those by which it decided, with the engines' own
    /// confidence.
    fn add_model(&mut self, page: &Page, model: &Model, verdicts: &[Verdict]) {
        let table = FeatureTable::of(page, verdicts);
        let probabilities = model.probabilities(page, &table);
        self.base = Some(model.base(&table));
        for (index, row) in table.rows() {
            let decision = ModelDecision::of(model, &table, row, probabilities[index]);
            self.paragraphs[index].model = Some(decision);
        }
    }
}

/// Returns the paragraph without its path and without the model's part.
fn explained<'p>(
    page: &'p Page,
    paragraph: &Paragraph,
    index: usize,
    verdicts: &[Verdict],
) -> ExplainedParagraph<'p> {
    let decision = |verdict: &Verdict| EngineDecision {
        engine: verdict.engine.clone(),
        kept: verdict.kept[index],
        reason: verdict.reasons.get(index).cloned().unwrap_or_default(),
    };
    let engines: Vec<EngineDecision> = verdicts.iter().map(decision).collect();
    let decides = engines.first().cloned();
    ExplainedParagraph {
        text: match verdicts.first() {
            Some(verdict) => verdict.text_of(page, paragraph),
            None => page.paragraph_text(paragraph),
        },
        kept: decides.as_ref().is_some_and(|decision| decision.kept),
        reason: decides.map(|decision| decision.reason).unwrap_or_default(),
        rule: verdicts.first().and_then(|verdict| Some(rule_of(verdict, index)?.id)),
        hidden: is_in_hidden(page, paragraph.origin()),
        area: page.area(paragraph),
        in_heading: paragraph.in_heading,
        heading_level: heading_level(page, paragraph),
        path: None,
        engines,
        model: None,
    }
}

fn heading_level(page: &Page, paragraph: &Paragraph) -> Option<u8> {
    if !paragraph.in_heading {
        return None;
    }
    let document = page.document();
    let around = around(document, paragraph.origin());
    let mut names = around.filter_map(|id| document.name(id));
    let level = |name| HEADINGS.iter().position(|&heading| heading == name);
    names.find_map(level).map(|level| level as u8 + 1)
}

impl ModelDecision {
    fn of(model: &Model, table: &FeatureTable, row: &[f32], probability: f64) -> ModelDecision {
        let log_odds = model.contributions(table, row);
        let columns = FeatureTable::columns().iter().zip(row);
        let all = columns.zip(&log_odds).map(|((column, &value), &log_odds)| Contribution {
            column,
            value,
            log_odds,
        });
        let mut features: Vec<Contribution> = all.filter(|part| part.log_odds != 0.0).collect();
        features.sort_by(|one, other| other.log_odds.abs().total_cmp(&one.log_odds.abs()));
        let others = features.split_off(features.len().min(LISTED_FEATURES));
        ModelDecision {
            probability,
            log_odds: model.base(table) + log_odds.iter().sum::<f64>(),
            features,
            other_features: others.iter().map(|part| part.log_odds).sum(),
        }
    }
}

impl Extractor {
    /// Explains an extraction that this extractor made: what each engine says about each paragraph
    /// of [`Extraction::page`], and, for the strategy `auto`, which features made the model decide.
    ///
    /// No engine judges the page twice. One that had no part in the decision does so now. If a rule
    /// for the page's site decided, its verdict comes first, and those of the engines follow. If
    /// the text comes from the page's own JSON, there is only that verdict.
    ///
    /// ```
    /// let mut extractor = tamis::Extractor::new(tamis::Config::default())?;
    /// let text = "It was the best of times, it was the worst of times, and so on. ".repeat(4);
    /// let extraction = extractor.extract(&*format!("<nav>Home</nav><article><p>{text}"));
    /// let explanation = extractor.explain(&extraction);
    /// let paragraph = &explanation.paragraphs[1];
    /// assert!(paragraph.kept);
    /// let model = paragraph.model.as_ref().unwrap();
    /// for feature in &model.features {
    ///     let value = feature.column.shown(feature.value);
    ///     println!("{:+.2} {}: {value}", feature.log_odds, feature.column.description());
    /// }
    /// let listed: f64 = model.features.iter().map(|feature| feature.log_odds).sum();
    /// assert_eq!(explanation.base.unwrap() + listed + model.other_features, model.log_odds);
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn explain<'e>(&self, extraction: &'e Extraction) -> Explanation<'e> {
        let page = extraction.page();
        let rated = |verdict: &Verdict, confidence: f64| Verdict {
            rating: Some(confidence),
            ..verdict.clone()
        };
        let chosen = rated(extraction.selection().verdict(), extraction.confidence());
        if extraction.text_source() != TextSource::Elements {
            return Explanation::of(page, &[chosen]);
        }
        let had_part = &extraction.decision.others;
        // A rule for the site decides alone, and so does the single engine of another extractor.
        // The single engine of this one is all that there is to ask.
        let is_foreign = had_part.is_empty() && !self.pipeline.engines.is_only(&chosen.engine);
        let others: Vec<Verdict> = if is_foreign {
            self.pipeline.verdicts(page)
        } else {
            extraction.selections().skip(1).map(|of| of.verdict().clone()).collect()
        };
        let listed = others.iter().filter(|verdict| verdict.engine != chosen.engine);
        let listed = listed.map(|verdict| rated(verdict, extraction.confidence_in(verdict)));
        let verdicts: Vec<Verdict> = std::iter::once(chosen.clone()).chain(listed).collect();
        let mut explanation = Explanation::of(page, &verdicts);
        for engine in explanation.engines.iter_mut().skip(1) {
            engine.had_part = had_part.iter().any(|verdict| verdict.engine == engine.engine);
        }
        if let Some(model) = self.pipeline.engines.model() {
            // The model's part is then what it would have said by all engines.
            let deciding = if is_foreign { &others } else { had_part };
            explanation.add_model(page, model, deciding);
        }
        explanation
    }
}
