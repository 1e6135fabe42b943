//! The data of the page's script.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use tamis::{Contribution, ExplainedParagraph};

use super::View;

/// The file name of the labels if the page has no name.
const UNNAMED: &str = "page";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Data<'v> {
    source: &'v str,
    url: Option<&'v str>,
    /// The name of the file for labels.
    file: String,
    engines: Vec<EngineData<'v>>,
    /// Every reason of an engine, once.
    reasons: Vec<&'v str>,
    /// The description of every listed feature, once.
    columns: Vec<&'v str>,
    base: Option<f64>,
    paragraphs: Vec<ParagraphData<'v>>,
}

#[derive(Serialize)]
struct EngineData<'v> {
    name: &'v str,
    status: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ParagraphData<'v> {
    level: Option<u8>,
    path: Option<&'v str>,
    /// For each engine 1 if it keeps the paragraph, else 0.
    kept: String,
    /// For each engine the number of its reason.
    reasons: Vec<usize>,
    #[serde(flatten)]
    model: Option<ModelData>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ModelData {
    probability: f64,
    log_odds: f64,
    /// The number of the description, the value as people write it, the log-odds.
    features: Vec<(usize, String, f64)>,
    others: f64,
}

/// Texts with numbers, each stored once, because reasons such as "in a dense block" are those of
/// most paragraphs.
#[derive(Default)]
struct Texts<'v> {
    list: Vec<&'v str>,
    numbers: BTreeMap<&'v str, usize>,
}

impl<'v> Texts<'v> {
    fn number(&mut self, text: &'v str) -> usize {
        *self.numbers.entry(text).or_insert_with(|| {
            self.list.push(text);
            self.list.len() - 1
        })
    }
}

impl View<'_> {
    /// Returns the data as JSON that cannot end the script element around it.
    pub(super) fn data(&self) -> String {
        let (mut reasons, mut columns) = (Texts::default(), Texts::default());
        let paragraphs = self.paragraphs_shown().iter();
        let paragraphs = paragraphs.map(|of| paragraph(of, &mut reasons, &mut columns)).collect();
        let engine = |(number, name)| EngineData { name, status: self.status(number) };
        let data = Data {
            source: self.source,
            url: self.extraction.parsed_page().url().map(tamis::Url::as_str),
            file: labels_file(self.source),
            engines: self.names.iter().map(String::as_str).enumerate().map(engine).collect(),
            reasons: reasons.list,
            columns: columns.list,
            base: self.explanation.base,
            paragraphs,
        };
        let json = serde_json::to_string(&data).expect("strings, numbers and lists serialize");
        json.replace('<', "\\u003c")
    }
}

fn paragraph<'v>(
    of: &'v ExplainedParagraph<'_>,
    reasons: &mut Texts<'v>,
    columns: &mut Texts<'v>,
) -> ParagraphData<'v> {
    let mut feature = |feature: &Contribution| {
        let column = feature.column;
        (columns.number(column.description()), column.shown(feature.value), feature.log_odds)
    };
    ParagraphData {
        level: of.heading_level,
        path: of.path.as_deref(),
        kept: of.engines.iter().map(|engine| if engine.kept { '1' } else { '0' }).collect(),
        reasons: of.engines.iter().map(|engine| reasons.number(&engine.reason)).collect(),
        model: of.model.as_ref().map(|model| ModelData {
            probability: model.probability,
            log_odds: model.log_odds,
            features: model.features.iter().map(&mut feature).collect(),
            others: model.other_features,
        }),
    }
}

/// Returns the name of the page's file with the ending `json`.
fn labels_file(source: &str) -> String {
    let stem = Path::new(source).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.filter(|stem| stem.starts_with(|c: char| c.is_alphanumeric()));
    format!("{}.json", stem.as_deref().unwrap_or(UNNAMED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_named_after_the_page() {
        for (source, expected) in [
            ("a/page.html", "page.json"),
            ("-", "page.json"),
            ("https://example.com/", "example.json"),
            ("https://example.com/a/story.html", "story.json"),
        ] {
            assert_eq!(labels_file(source), expected, "{source}");
        }
    }
}
