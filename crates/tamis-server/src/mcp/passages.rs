//! The tool `explain`: why paragraphs are kept or dropped.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::http::StatusCode;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value, json};
use tamis::{ExplainedParagraph, Explanation, Extraction};
use tamis_run::explain;
use tamis_run::load::Loaded;
use tamis_run::worker::Worker;

use super::arguments::{self, Explain};
use super::visible::{fact, remove_invisible};
use crate::accept::Format;
use crate::app::App;
use crate::error::ApiError;
use crate::extract::with_page;
use crate::options::Options;
use crate::source::{self, Asked};

/// The most paragraphs that are explained.
const MAX_PARAGRAPHS: usize = 20;

/// The most features of a paragraph that are listed.
const MAX_FEATURES: usize = 4;

/// An explanation as a model and as a program read it.
struct Explained {
    text: String,
    value: Value,
}

/// Answers a call of `explain`.
///
/// # Errors
///
/// If the arguments are not as they should be, the page cannot be read, or no paragraph has the
/// passage.
pub(crate) async fn explain(
    app: &Arc<App>,
    arguments: Map<String, Value>,
) -> Result<CallToolResult, ApiError> {
    let Explain { url, html, passage } = arguments::explain(arguments)?;
    let named = [("url", url), ("html", html)];
    let asked =
        named.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?.into())));
    let Asked { source, name, .. } = source::of_options(asked.collect())?;
    let permit = app.admit()?;
    let options = Options { format: Some(Format::Text), for_model: true, ..Options::default() };
    let plan = options.plan(app, None)?;
    let explained = with_page(app, source, &plan, permit, move |worker, loaded| {
        explained(worker, &name, loaded, passage.as_deref())
    });
    let Explained { text, value } = explained.await?;
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = Some(value);
    Ok(result)
}

fn explained(
    worker: &mut Worker,
    name: &str,
    mut loaded: Loaded,
    passage: Option<&str>,
) -> Result<Explained, ApiError> {
    let extraction = worker.extraction_of_drawn(&mut loaded)?;
    let mut explanation = worker.explain(&extraction);
    // Their text must not reach the model, here as elsewhere.
    let before = explanation.paragraphs.len();
    explanation.paragraphs.retain(|paragraph| !paragraph.hidden);
    let all = explanation.paragraphs.len();
    let hidden = before - all;
    let kept = explanation.paragraphs.iter().filter(|paragraph| paragraph.kept).count();
    if let Some(passage) = passage.map(folded).filter(|passage| !passage.is_empty()) {
        explanation.paragraphs.retain(|paragraph| has_passage(paragraph.text, &passage));
        if explanation.paragraphs.is_empty() {
            return Err(no_passage());
        }
    }
    let found = explanation.paragraphs.len();
    explanation.paragraphs.truncate(MAX_PARAGRAPHS);
    let max_bytes = extraction.parsed_page().output_bytes();
    let internal = |error: std::fmt::Error| {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", error.to_string())
    };
    let (mut text, shown) =
        explain::text(name, &extraction, &explanation, (kept, all), max_bytes).map_err(internal)?;
    explanation.paragraphs.truncate(shown);
    if shown < found {
        text.push_str("\n[There are more paragraphs. To see why one was kept or dropped, call again with words of it as `passage`.]\n");
    }
    if hidden > 0 {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n[{hidden} paragraphs that no reader sees are left out.]");
    }
    remove_invisible(&mut text);
    Ok(Explained { text, value: value(name, &extraction, &explanation, (kept, all)) })
}

/// Returns the error if no paragraph has the passage.
fn no_passage() -> ApiError {
    let message = "no paragraph of the page has these words. Give fewer words, as the page spells \
         them; or scripts add them in a browser, and none run here";
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "no_passage", message)
}

fn value(
    name: &str,
    extraction: &Extraction,
    explanation: &Explanation<'_>,
    (kept, all): (usize, usize),
) -> Value {
    json!({
        "source": name,
        "engine": extraction.strategy_used(),
        "confidence": extraction.confidence(),
        "kept": kept,
        "all": all,
        "paragraphs": explanation.paragraphs.iter().map(paragraph).collect::<Vec<_>>(),
    })
}

fn paragraph(paragraph: &ExplainedParagraph<'_>) -> Value {
    let text = fact(paragraph.text);
    let mut value = json!({ "text": text, "kept": paragraph.kept, "reason": paragraph.reason });
    if let Some(model) = &paragraph.model {
        let features = model.features.iter().take(MAX_FEATURES).map(|feature| {
            let (log_odds, column) = (feature.log_odds, feature.column);
            format!("{log_odds:+.2} {}: {}", column.description(), column.shown(feature.value))
        });
        value["probability"] = model.probability.into();
        value["features"] = features.collect();
    }
    value
}

/// True if a paragraph has the words of a passage, or the passage, which may be several paragraphs,
/// those of the paragraph.
fn has_passage(text: &str, passage: &str) -> bool {
    let text = folded(text);
    text.contains(passage) || passage.contains(&text)
}

/// Returns a text in lower case, with one space between words.
fn folded(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_are_found_without_case_and_white_space() {
        for (text, passage, expected) in [
            ("Bread needs flour, water and salt.", "needs  FLOUR,\nwater", true),
            ("Bread needs flour.", "bread needs flour. The dough rests.", true),
            ("Bread needs flour.", "butter", false),
        ] {
            assert_eq!(has_passage(text, &folded(passage)), expected, "{passage}");
        }
    }
}
