//! `tamis explain`: why each paragraph of a page is kept or dropped.

use anyhow::bail;
use serde::Serialize;
use tamis::blend::auto::Favor;
use tamis::json::{JsonExtraction, JsonOptions};
use tamis::{
    Config, EngineDecision, ExplainedParagraph, Explanation, Extraction, ModelDecision, Strategy,
};

use crate::cli::{ExplainArgs, ExplainFormat};
use crate::output;
use crate::single_page;
use crate::site_rules;
use crate::status::Status;
use crate::viewer::View;

/// The number of characters of a paragraph that a line shows.
const SHOWN_CHARS: usize = 90;

/// The most features that are shown for a paragraph.
const SHOWN_FEATURES: usize = 4;

/// A feature that changes less than this in the log-odds is not shown.
const MIN_LOG_ODDS: f64 = 0.05;

/// An explanation as `--format json` prints it: a row of `tamis --format json` with the reasons.
#[derive(Serialize)]
struct ExplainedRow<'e> {
    source: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'e str>,
    #[serde(flatten)]
    extraction: JsonExtraction,
    #[serde(flatten)]
    explanation: &'e Explanation<'e>,
}

/// A line of a table of engines.
pub struct EngineLine {
    pub name: String,
    pub paragraphs: u32,
    pub chars: u32,
    pub confidence: f64,
}

/// Explains a page and prints the explanation.
///
/// # Errors
///
/// If the page cannot be read, the options are not valid, or the output cannot be written.
pub fn run(args: &ExplainArgs) -> anyhow::Result<Status> {
    let config = config(args)?;
    let output = args.output.as_deref();
    let (worker, extraction) = single_page::extract(&args.page, config, output)?;
    let explanation = worker.explain(&extraction);
    let source = &args.page.page;
    let text = match args.format {
        ExplainFormat::Text => text(source, &extraction, &explanation),
        ExplainFormat::Json => json(source, &extraction, &explanation)?,
        ExplainFormat::Html => View::of(source, &extraction, &explanation).html(),
    };
    output::write(output, &text)?;
    Ok(Status::of(!extraction.text().is_empty()))
}

fn config(args: &ExplainArgs) -> anyhow::Result<Config> {
    if args.favor.is_some() && args.strategy != Strategy::Auto {
        bail!("--favor goes with --strategy auto");
    }
    let mut config = single_page::config(&args.page)
        .strategy(args.strategy)
        .favor(args.favor.map_or_else(Favor::default, Favor::from));
    config.site_rules = site_rules::requested(args.site_rules.as_deref(), false)?;
    Ok(config)
}

fn json(
    source: &str,
    extraction: &Extraction,
    explanation: &Explanation<'_>,
) -> anyhow::Result<String> {
    let row = ExplainedRow {
        source,
        url: extraction.parsed_page().url().map(tamis::Url::as_str),
        extraction: JsonExtraction::of(extraction, &JsonOptions::default()),
        explanation,
    };
    Ok(serde_json::to_string_pretty(&row)? + "\n")
}

fn text(source: &str, extraction: &Extraction, explanation: &Explanation<'_>) -> String {
    let mut text = summary(source, extraction, explanation);
    let names: Vec<_> = explanation.engines.iter().map(|engine| &*engine.engine).collect();
    if !explanation.paragraphs.is_empty() {
        text += &format!("\nparagraphs (+ kept, - dropped, by {})\n", names.join(", "));
    }
    for paragraph in &explanation.paragraphs {
        text.push('\n');
        add_paragraph(&mut text, paragraph);
    }
    text
}

/// Returns the facts about the page and its verdicts.
fn summary(source: &str, extraction: &Extraction, explanation: &Explanation<'_>) -> String {
    let mut text = format!("{source}\n");
    let metadata = extraction.metadata();
    for (name, value) in [
        ("title", &metadata.title),
        ("byline", &metadata.byline),
        ("published", &metadata.published),
        ("site", &metadata.site_name),
    ] {
        if let Some(value) = value {
            text += &format!("{name}: {} (from {})\n", &**value, value.source());
        }
    }
    if let Some(language) = extraction.language() {
        text += &format!("language: {}\n", language.code());
    }
    for warning in extraction.warnings() {
        text += &format!("warning: {warning}\n");
    }
    let decides = extraction.strategy_used();
    let kept = explanation.paragraphs.iter().filter(|paragraph| paragraph.kept).count();
    text += &format!(
        "{decides} decides, with confidence {:.2}, and keeps {kept} of {} paragraphs\n\n",
        extraction.confidence(),
        explanation.paragraphs.len(),
    );
    text + &engine_table(explanation.engines.iter().map(|engine| EngineLine {
        name: engine.engine.to_string(),
        paragraphs: engine.paragraphs,
        chars: engine.chars,
        confidence: engine.confidence,
    }))
}

/// Returns a table of engines, with a line of headings.
pub fn engine_table(lines: impl Iterator<Item = EngineLine>) -> String {
    let mut table =
        format!("{:<24}{:>10}{:>12}{:>12}\n", "engine", "paragraphs", "characters", "confidence");
    for EngineLine { name, paragraphs, chars, confidence } in lines {
        table += &format!("{name:<24}{paragraphs:>10}{chars:>12}{confidence:>12.2}\n");
    }
    table
}

/// Adds the lines about a paragraph: signs, probability and the beginning of the text, then the
/// reasons.
fn add_paragraph(text: &mut String, paragraph: &ExplainedParagraph<'_>) {
    let signs: String = paragraph.engines.iter().map(|engine| sign(engine.kept)).collect();
    let probability = paragraph
        .model
        .as_ref()
        .map_or_else(String::new, |model| format!("{:>3.0} % ", 100.0 * model.probability));
    *text += &format!("{signs} {probability}{}\n", beginning(paragraph.text));
    let Some(model) = &paragraph.model else {
        for EngineDecision { engine, kept, reason, .. } in &paragraph.engines {
            *text += &format!("    {engine} {}: {}\n", verb(*kept), or_no_reason(reason));
        }
        return;
    };
    if let Some(decides) = paragraph.engines.first() {
        let EngineDecision { engine, kept, reason, .. } = decides;
        *text += &format!("    {engine} {}: {}\n", verb(*kept), or_no_reason(reason));
    }
    add_features(text, model);
}

fn add_features(text: &mut String, model: &ModelDecision) {
    let clear = model.features.iter().filter(|feature| feature.log_odds.abs() >= MIN_LOG_ODDS);
    for feature in clear.take(SHOWN_FEATURES) {
        let (log_odds, column) = (feature.log_odds, feature.column);
        let value = column.shown(feature.value);
        *text += &format!("    {log_odds:+.2} {}: {value}\n", column.description());
    }
}

/// The beginning of a paragraph.
pub fn beginning(text: &str) -> String {
    let shown: String = text.chars().take(SHOWN_CHARS).collect();
    let more = if shown.len() < text.len() { " …" } else { "" };
    shown + more
}

/// The sign for keeping or dropping.
pub fn sign(kept: bool) -> char {
    if kept { '+' } else { '-' }
}

/// The words for keeping or dropping.
pub fn verb(kept: bool) -> &'static str {
    if kept { "keeps it" } else { "drops it" }
}

fn or_no_reason(reason: &str) -> &str {
    if reason.is_empty() { "no reason given" } else { reason }
}
