//! Explanations: why each paragraph of a page is kept or dropped, as text, JSON and a page.

pub mod comparison;
mod lines;
pub mod room;
mod text;
mod viewer;

use serde::Serialize;
use tamis::json::{JsonExtraction, JsonOptions};
use tamis::{Explanation, Extraction};

use self::room::{Layout, Room};
use self::viewer::View;

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

/// Returns the number of paragraphs for which there is room.
fn fitting(explanation: &Explanation<'_>, layout: Layout, max_bytes: usize) -> usize {
    Room { layout, max_bytes }.for_paragraphs(explanation.paragraphs.iter())
}

/// Returns lines about a page and its paragraphs, and the number of paragraphs that they explain.
/// `kept` and `all` are the paragraphs of the page that are kept, and all, also those that are not
/// explained.
///
/// # Errors
///
/// If the text cannot be written.
pub fn text(
    source: &str,
    extraction: &Extraction,
    explanation: &Explanation<'_>,
    (kept, all): (usize, usize),
    max_bytes: usize,
) -> Result<(String, usize), std::fmt::Error> {
    let shown = fitting(explanation, Layout::Text, max_bytes);
    Ok((text::of(source, extraction, explanation, (kept, all), shown)?, shown))
}

/// Returns a page for the browser that shows why each paragraph of another page is kept or dropped,
/// and the number of paragraphs that it explains. `source` is the name that it shows. If it would
/// be longer than `max_bytes`, the last paragraphs are left out.
pub fn html(
    source: &str,
    extraction: &Extraction,
    explanation: &Explanation<'_>,
    max_bytes: usize,
) -> (String, usize) {
    let shown = fitting(explanation, Layout::Html, max_bytes);
    (View { shown, ..View::of(source, extraction, explanation) }.html(), shown)
}

/// Returns the object, and the number of paragraphs that it explains.
///
/// # Errors
///
/// If it cannot be written as JSON.
pub fn json(
    source: &str,
    extraction: &Extraction,
    mut explanation: Explanation<'_>,
    max_bytes: usize,
) -> serde_json::Result<(String, usize)> {
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
