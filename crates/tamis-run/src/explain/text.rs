//! An explanation as text.

use std::fmt::{self, Write};

use tamis::{ExplainedParagraph, Explanation, Extraction, ModelDecision};

use super::lines::{EngineLine, beginning, page_type, sign, write_decision, write_engines};

/// The most features that are shown for a paragraph.
const SHOWN_FEATURES: usize = 4;

/// A feature that changes less than this in the log-odds is not shown.
const MIN_LOG_ODDS: f64 = 0.05;

/// Returns a summary, and a block of lines for each of the first `shown` paragraphs. `kept` and
/// `all` are the paragraphs of the page that are kept, and all, also those that are not explained.
///
/// # Errors
///
/// If it cannot be written.
pub fn of(
    source: &str,
    extraction: &Extraction,
    explanation: &Explanation<'_>,
    (kept, all): (usize, usize),
    shown: usize,
) -> Result<String, fmt::Error> {
    let mut text = String::new();
    let out = &mut text;
    writeln!(out, "{source}")?;
    write_facts(out, extraction)?;
    writeln!(
        out,
        "{} decides, with confidence {:.2}, and keeps {kept} of {all} paragraphs\n",
        extraction.strategy_used(),
        extraction.confidence(),
    )?;
    let line = |engine: &tamis::ExplainedEngine| EngineLine {
        name: engine.engine.to_string(),
        paragraphs: engine.paragraphs,
        chars: engine.chars,
        confidence: engine.confidence,
    };
    write_engines(out, explanation.engines.iter().map(line))?;
    let without_part = explanation.engines.iter().filter(|engine| !engine.had_part);
    let without_part: Vec<_> = without_part.map(|engine| &*engine.engine).collect();
    if !without_part.is_empty() {
        writeln!(out, "without a part in the decision: {}", without_part.join(", "))?;
    }
    if !explanation.paragraphs.is_empty() {
        let names: Vec<_> = explanation.engines.iter().map(|engine| &*engine.engine).collect();
        writeln!(out, "\nparagraphs (+ kept, - dropped, by {})", names.join(", "))?;
    }
    let mut shown = explanation.paragraphs.iter().take(shown);
    shown.try_for_each(|paragraph| write_paragraph(out, paragraph))?;
    Ok(text)
}

/// Writes what is known about the page.
fn write_facts(out: &mut impl Write, extraction: &Extraction) -> fmt::Result {
    let metadata = extraction.metadata();
    for (name, value) in [
        ("title", &metadata.title),
        ("byline", &metadata.byline),
        ("published", &metadata.published),
        ("site", &metadata.site_name),
    ] {
        if let Some(value) = value {
            writeln!(out, "{name}: {} (from {})", &**value, value.source())?;
        }
    }
    if let Some(language) = extraction.language() {
        writeln!(out, "language: {}", language.code())?;
    }
    if let Some(page_type) = page_type(extraction) {
        writeln!(out, "page type: {page_type}")?;
    }
    extraction.warnings().iter().try_for_each(|warning| writeln!(out, "warning: {warning}"))
}

/// Writes the lines about a paragraph: signs, probability and the beginning of the text, then the
/// reasons. If there is a model, its features say more than the other engines' reasons.
fn write_paragraph(out: &mut impl Write, paragraph: &ExplainedParagraph<'_>) -> fmt::Result {
    let signs: String = paragraph.engines.iter().map(|engine| sign(engine.kept)).collect();
    write!(out, "\n{signs} ")?;
    if let Some(model) = &paragraph.model {
        write!(out, "{:>3.0} % ", 100.0 * model.probability)?;
    }
    writeln!(out, "{}", beginning(paragraph.text))?;
    let shown = if paragraph.model.is_some() { 1 } else { paragraph.engines.len() };
    for decision in paragraph.engines.iter().take(shown) {
        write_decision(out, &decision.engine, decision.kept, &decision.reason)?;
    }
    if let Some(rule) = paragraph.rule {
        writeln!(out, "    by the rule `{rule}`, which changes the model's choice")?;
    }
    paragraph.model.iter().try_for_each(|model| write_features(out, model))
}

fn write_features(out: &mut impl Write, model: &ModelDecision) -> fmt::Result {
    let clear = model.features.iter().filter(|feature| feature.log_odds.abs() >= MIN_LOG_ODDS);
    for feature in clear.take(SHOWN_FEATURES) {
        let (log_odds, column) = (feature.log_odds, feature.column);
        let value = column.shown(feature.value);
        writeln!(out, "    {log_odds:+.2} {}: {value}", column.description())?;
    }
    Ok(())
}
