//! `/v1/compare`: where engines agree about a page, and where they differ.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::Request;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Map, Value};
use tamis::{Config, Strategy};
use tamis_run::explain::comparison::{Comparison, explanation};
use tamis_run::explain::room::{Layout, Room};
use tamis_run::load::Loaded;
use tamis_run::worker::Worker;

use crate::accept::Format;
use crate::app::App;
use crate::error::ApiError;
use crate::explain::{plan_of, response};
use crate::extract::with_page;
use crate::options::{self, Several};
use crate::source::{self, Asked};

/// Answers `GET` and `POST /v1/compare` with a page for the browser, JSON, or text.
pub(crate) async fn compare(
    State(app): State<Arc<App>>,
    request: Request<Body>,
) -> Result<Response, ApiError> {
    let (permit, parts, body) = source::admitted(&app, request).await?;
    let Asked { source, name, mut options } = source::read(&app, &parts, body).await?;
    let engines = engines(&mut options)?;
    let plan = plan_of(&app, options, &parts.headers)?;
    let (format, config) = (plan.format, Arc::clone(&plan.settings.config));
    let text = with_page(&app, source, &plan, permit, move |worker, loaded| {
        compared(worker, &name, loaded, &engines, &config, format)
    });
    Ok(response(text.await?, format))
}

/// Removes the names of the engines from the options: a list, or a text with commas. Without them,
/// all engines are compared.
fn engines(options: &mut Map<String, Value>) -> Result<Vec<Strategy>, ApiError> {
    #[derive(Deserialize)]
    struct Engines {
        engines: Several,
    }
    let Some(stated) = options.remove_entry("engines") else {
        let all = Strategy::ALL.iter().filter(|strategy| strategy.engine().is_some());
        return Ok(all.copied().collect());
    };
    let Engines { engines } = options::read(Map::from_iter([stated]))?;
    let parts = engines.0.iter().flat_map(|names| names.split(',')).map(str::trim);
    let read: Result<Vec<Strategy>, _> = parts.map(str::parse).collect();
    let read = read.map_err(|error| ApiError::bad_request(format!("`engines`: {error}")))?;
    if read.len() < 2 {
        return Err(ApiError::bad_request("`engines`: name at least two to compare"));
    }
    Ok(read)
}

fn compared(
    worker: &mut Worker,
    name: &str,
    mut loaded: Loaded,
    engines: &[Strategy],
    config: &Config,
    format: Format,
) -> Result<String, ApiError> {
    let extraction = worker.extraction_of_drawn(&mut loaded)?;
    let page = extraction.parsed_page();
    let explanation = explanation(page, engines, config)
        .map_err(|error| ApiError::bad_request(error.to_string()))?;
    let layout = match format {
        Format::Json => Layout::Json,
        Format::Text => Layout::Text,
        _ => Layout::Html,
    };
    let room = Room { layout, max_bytes: page.output_bytes() };
    let (comparison, _) = Comparison::of(name, engines, &explanation, room);
    match layout {
        Layout::Json => comparison.json().map_err(ApiError::internal),
        Layout::Text => comparison.text().map_err(ApiError::internal),
        Layout::Html => Ok(comparison.html(&extraction, &explanation, room).0),
    }
}
