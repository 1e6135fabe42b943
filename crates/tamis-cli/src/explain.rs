//! `tamis explain`: why each paragraph of a page is kept or dropped.

mod text;

use std::sync::Arc;

use serde::Serialize;
use tamis::json::{JsonExtraction, JsonOptions};
use tamis::{Config, Explanation, Extraction};

use crate::cli::{ExplainArgs, ExplainFormat};
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
    let rules = RuleFolder::requested(args.content.site_rules.as_deref())?;
    let config = config(args, rules.as_ref())?;
    let output = args.output.as_deref();
    let (worker, extraction) = single_page::extract(&args.page, config, output)?;
    if let (Some(rules), Some(page)) = (&rules, worker.rule_use(&extraction)) {
        let mut uses = Uses::default();
        uses.note(&page);
        rules.warn(&uses);
    }
    let explanation = worker.explain(&extraction);
    let source = &args.page.page;
    let mut written = String::new();
    match args.format {
        ExplainFormat::Text => text::write(&mut written, source, &extraction, &explanation)?,
        ExplainFormat::Json => written = json(source, &extraction, &explanation)?,
        ExplainFormat::Html => written = View::of(source, &extraction, &explanation).html(),
    }
    output::write(output, &written)?;
    Ok(Status::of(!extraction.text().is_empty()))
}

fn config(args: &ExplainArgs, rules: Option<&RuleFolder>) -> anyhow::Result<Config> {
    let mut config = args.engines.configure(args.content.config()?)?;
    config.site_rules = rules.map(|folder| Arc::clone(&folder.rules));
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
