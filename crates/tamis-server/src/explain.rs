//! `/v1/explain`: why each paragraph of a page is kept or dropped.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Request, header};
use axum::response::Response;
use serde_json::{Map, Value};
use tamis_run::explain;
use tamis_run::load::Loaded;
use tamis_run::worker::Worker;

use crate::accept::Format;
use crate::app::App;
use crate::error::ApiError;
use crate::extract::with_page;
use crate::options::{self, Options, Plan};
use crate::source::{self, Asked};

/// Answers `GET` and `POST /v1/explain` with a page for the browser, JSON, or text.
pub(crate) async fn explain(
    State(app): State<Arc<App>>,
    request: Request<Body>,
) -> Result<Response, ApiError> {
    let (permit, parts, body) = source::admitted(&app, request).await?;
    let Asked { source, name, options } = source::read(&app, &parts, body).await?;
    let plan = plan_of(&app, options, &parts.headers)?;
    let format = plan.format;
    let text = with_page(&app, source, &plan, permit, move |worker, loaded| {
        explained(worker, &name, loaded, format)
    });
    Ok(response(text.await?, format))
}

/// Returns what is done with a page that is explained.
///
/// # Errors
///
/// If options contradict each other, or the format is none that explains.
pub(crate) fn plan_of(
    app: &App,
    options: Map<String, Value>,
    headers: &HeaderMap,
) -> Result<Plan, ApiError> {
    let options: Options = options::read(options)?;
    let accepted = Format::accepted(headers).map(|format| match format {
        // What a client gets that accepts anything.
        Format::Markdown => Format::Html,
        other => other,
    });
    let plan = options.plan(app, accepted)?;
    if !matches!(plan.format, Format::Html | Format::Json | Format::Text) {
        return Err(ApiError::bad_request("explanations are HTML, JSON or text"));
    }
    Ok(plan)
}

/// Returns the answer with a text in this format.
pub(crate) fn response(text: String, format: Format) -> Response {
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(format.media_type()));
    headers.insert(header::VARY, HeaderValue::from_static("Accept"));
    response
}

fn explained(
    worker: &mut Worker,
    name: &str,
    mut loaded: Loaded,
    format: Format,
) -> Result<String, ApiError> {
    let extraction = worker.extraction_of_drawn(&mut loaded)?;
    let explanation = worker.explain(&extraction);
    let max_bytes = extraction.parsed_page().output_bytes();
    match format {
        Format::Json => explain::json(name, &extraction, explanation, max_bytes)
            .map(|(text, _)| text)
            .map_err(ApiError::internal),
        Format::Text => {
            let all = explanation.paragraphs.len();
            let kept = explanation.paragraphs.iter().filter(|paragraph| paragraph.kept).count();
            explain::text(name, &extraction, &explanation, (kept, all), max_bytes)
                .map(|(text, _)| text)
                .map_err(ApiError::internal)
        }
        _ => Ok(explain::html(name, &extraction, &explanation, max_bytes).0),
    }
}
