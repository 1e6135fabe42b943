//! `tamis explain`: why each paragraph of a page is kept or dropped.

use std::sync::Arc;

use anyhow::bail;
use tamis::{Config, ExplainedParagraph, Explanation, Extraction};
use tamis_run::explain;
use tamis_run::terminal;

use crate::cli::{ExplainArgs, ExplainFormat, OnlyParagraphs};
use crate::message::warn_cut;
use crate::output;
use crate::single_page;
use crate::site_rules::{RuleFolder, Uses};
use crate::status::Status;

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
            let (text, shown) =
                explain::text(source, &extraction, &explanation, counts, max_bytes)?;
            (terminal::shown(&text).into_owned(), shown)
        }
        ExplainFormat::Json => explain::json(source, &extraction, explanation, max_bytes)?,
        ExplainFormat::Html => explain::html(source, &extraction, &explanation, max_bytes),
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

/// Returns a page for the browser that shows why each paragraph of another page is kept or dropped,
/// as `tamis explain --format html` writes it. `source` is the name that it shows. If the explained
/// page has so many paragraphs that this one would be longer than
/// [a format of it](tamis::Page::output_bytes), the last ones are left out.
pub fn explained_page(
    source: &str,
    extraction: &Extraction,
    explanation: &Explanation<'_>,
) -> String {
    explain::html(source, extraction, explanation, extraction.parsed_page().output_bytes()).0
}
