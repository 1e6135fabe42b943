//! `tamis explain`: why each paragraph of a page is kept or dropped.

mod text;

use std::sync::Arc;

use anyhow::bail;
use serde::Serialize;
use tamis::json::{JsonExtraction, JsonOptions};
use tamis::{Config, ExplainedParagraph, Explanation, Extraction};

use crate::cli::{ExplainArgs, ExplainFormat, OnlyParagraphs};
use crate::list_room::{Layout, Room, warn_cut};
use crate::message;
use crate::output;
use crate::single_page;
use crate::site_rules::{RuleFolder, Uses};
use crate::status::Status;
use crate::viewer::View;

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

/// Explains a page and prints the explanation.
///
/// # Errors
///
/// If the page cannot be read, the options are not valid, or the output cannot be written.
pub fn run(args: &ExplainArgs) -> anyhow::Result<Status> {
    args.refused.check()?;
    if args.only.is_some() && args.format == ExplainFormat::Html {
        bail!("--only goes with --format text and json: the page for the browser has buttons");
    }
    let rules = RuleFolder::requested(args.content.site_rules.as_deref())?;
    let config = config(args, rules.as_ref())?;
    let output = args.output.as_deref();
    let (worker, extraction) = single_page::extract(&args.page, config, output)?;
    if let (Some(rules), Some(page)) = (&rules, worker.rule_use(&extraction)) {
        let mut uses = Uses::default();
        uses.note(&page);
        rules.warn(&uses);
    }
    let mut explanation = worker.explain(&extraction);
    let kept = explanation.paragraphs.iter().filter(|paragraph| paragraph.kept).count();
    let counts = (kept, explanation.paragraphs.len());
    if let Some(only) = args.only {
        explanation.paragraphs.retain(|paragraph| is_among(paragraph, only));
    }
    let source = &args.page.page;
    let max_bytes = extraction.parsed_page().output_bytes();
    let all = explanation.paragraphs.len();
    let (written, shown) = match args.format {
        ExplainFormat::Text => {
            let shown = fitting(&explanation, Layout::Text, max_bytes);
            let text = text::of(source, &extraction, &explanation, counts, shown)?;
            (message::shown(&text).into_owned(), shown)
        }
        ExplainFormat::Json => json(source, &extraction, explanation, max_bytes)?,
        ExplainFormat::Html => html(source, &extraction, &explanation, max_bytes),
    };
    if shown < all {
        warn_cut(source, max_bytes);
    }
    output::write(output, &written)?;
    Ok(Status::of(!extraction.text().is_empty()))
}

/// The probabilities between which the model is not sure.
const DOUBTFUL: std::ops::Range<f64> = 0.1..0.9;

/// Returns true if a paragraph is one of those to explain.
fn is_among(paragraph: &ExplainedParagraph<'_>, only: OnlyParagraphs) -> bool {
    match (only, &paragraph.model) {
        (OnlyParagraphs::Kept, _) => paragraph.kept,
        (OnlyParagraphs::Dropped, _) => !paragraph.kept,
        (OnlyParagraphs::Doubtful, Some(model)) => DOUBTFUL.contains(&model.probability),
        (OnlyParagraphs::Doubtful, None) => {
            paragraph.engines.iter().any(|engine| engine.kept != paragraph.kept)
        }
    }
}

fn config(args: &ExplainArgs, rules: Option<&RuleFolder>) -> anyhow::Result<Config> {
    let mut config = args.engines.configure(args.content.config()?)?;
    config.site_rules = rules.map(|folder| Arc::clone(&folder.rules));
    Ok(config)
}

/// Returns the number of paragraphs for which there is room.
fn fitting(explanation: &Explanation<'_>, layout: Layout, max_bytes: usize) -> usize {
    Room { layout, max_bytes }.for_paragraphs(explanation.paragraphs.iter())
}

/// Returns a page for the browser that shows why each paragraph of another page is kept or dropped,
/// as `tamis explain --format html` writes it. `source` is the name that it shows. If the explained
/// page has so many paragraphs that this one would be longer than
/// [a format of it](tamis::Page::output_bytes), the last ones are left out.
pub fn explained_page(
    source: &str,
    extraction: &Extraction,
    explanation: &Explanation<'_>,
) -> String {
    html(source, extraction, explanation, extraction.parsed_page().output_bytes()).0
}

/// Returns the page for the browser, and the number of paragraphs that it explains.
fn html(
    source: &str,
    extraction: &Extraction,
    explanation: &Explanation<'_>,
    max_bytes: usize,
) -> (String, usize) {
    let shown = fitting(explanation, Layout::Html, max_bytes);
    (View { shown, ..View::of(source, extraction, explanation) }.html(), shown)
}

/// Returns the object, and the number of paragraphs that it explains.
fn json(
    source: &str,
    extraction: &Extraction,
    mut explanation: Explanation<'_>,
    max_bytes: usize,
) -> anyhow::Result<(String, usize)> {
    let row = JsonExtraction::of(extraction, &JsonOptions::default());
    let room = max_bytes.saturating_sub(serde_json::to_string_pretty(&row)?.len());
    let shown = fitting(&explanation, Layout::Json, room);
    explanation.paragraphs.truncate(shown);
    let row = ExplainedRow {
        source,
        url: extraction.parsed_page().url().map(tamis::Url::as_str),
        extraction: row,
        explanation: &explanation,
    };
    Ok((serde_json::to_string_pretty(&row)? + "\n", shown))
}
