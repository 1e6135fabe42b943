//! The tools `fetch` and `extract`: the content of pages.

use std::sync::Arc;

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value, json};
use tamis_run::drawing::Render;
use tamis_run::failure::{Failure, FailureKind};
use tamis_run::load::Loaded;
use tamis_run::not_html;
use tamis_run::row::{Row, Window};
use tamis_run::worker::Worker;
use tokio::task::JoinSet;

use super::arguments::{self, MAX_URLS, Output, OutputFormat};
use super::shown::Shown;
use super::visible;
use crate::app::{App, Source};
use crate::error::ApiError;
use crate::options::{Options, Several};
use crate::source::{self, Asked};
use crate::{extract as pages, respond};

/// The content of a raw page: all that a browser shows.
const WHOLE_PAGE: &str = "body";

/// Answers a call of `fetch`.
///
/// # Errors
///
/// If the arguments are not as they should be.
pub(crate) async fn fetch(
    app: &Arc<App>,
    arguments: Map<String, Value>,
) -> Result<CallToolResult, ApiError> {
    let call = arguments::fetch(arguments)?;
    let urls: Vec<String> = call.url.into_iter().chain(call.urls).collect();
    if urls.is_empty() {
        return Err(ApiError::bad_request("expected `url` or `urls`"));
    }
    if urls.len() > MAX_URLS {
        return Err(ApiError::bad_request(format!("`urls`: at most {MAX_URLS} pages in one call")));
    }
    if urls.len() > 1 && call.output.start() > 0 {
        return Err(ApiError::bad_request("`start_index` and `cursor` go with one page"));
    }
    let mut request = Request::of(call.output, call.raw)?;
    let draws = |is_asked| if is_asked { Render::Always } else { Render::Never };
    request.options.render = call.render.map(draws);
    let mut pages = fetch_all(app, urls, &request).await;
    let all_failed = pages.iter().all(|page| page.is_error);
    let rows: Vec<Value> = pages.iter_mut().map(|page| page.row.take()).collect();
    let texts = pages.into_iter().map(|page| ContentBlock::text(page.text)).collect();
    let mut result =
        if all_failed { CallToolResult::error(texts) } else { CallToolResult::success(texts) };
    result.structured_content = Some(json!({ "pages": rows }));
    Ok(result)
}

/// Fetches pages at the same time. Returns them in the order of their addresses.
async fn fetch_all(app: &Arc<App>, urls: Vec<String>, request: &Request) -> Vec<Shown> {
    let mut pages: Vec<Shown> = urls.iter().map(|url| Shown::cancelled(url)).collect();
    // A client that goes away drops the set, which ends the work.
    let mut tasks = JoinSet::new();
    for (index, url) in urls.into_iter().enumerate() {
        let (app, request) = (Arc::clone(app), request.clone());
        tasks.spawn(async move {
            let source = Source::Url { url: url.clone(), headers: Vec::new() };
            let outcome = page(&app, source, url.clone(), &request).await;
            (index, outcome.unwrap_or_else(|error| Shown::failed(&url, &error)))
        });
    }
    while let Some(done) = tasks.join_next().await {
        if let Ok((index, page)) = done {
            pages[index] = page;
        }
    }
    pages
}

/// Answers a call of `extract`.
///
/// # Errors
///
/// If the arguments are not as they should be, or it is not a page.
pub(crate) async fn extract(
    app: &Arc<App>,
    arguments: Map<String, Value>,
) -> Result<CallToolResult, ApiError> {
    let call = arguments::extract(arguments)?;
    let request = Request::of(call.output, false)?;
    let mut asked = Map::from_iter([("html".to_owned(), Value::String(call.html))]);
    asked.extend(call.url.map(|url| ("url".to_owned(), Value::String(url))));
    let Asked { source, name, .. } = source::of_options(asked)?;
    let page = page(app, source, name, &request).await?;
    let mut result = CallToolResult::success(vec![ContentBlock::text(page.text)]);
    result.structured_content = Some(page.row);
    Ok(result)
}

/// The options of a call that hold for each page.
#[derive(Clone)]
struct Request {
    output: Output,
    options: Options,
    is_raw: bool,
}

impl Request {
    fn of(mut output: Output, is_raw: bool) -> Result<Request, ApiError> {
        if is_raw {
            output.format = OutputFormat::Html;
            if output.selector.0.is_empty() {
                output.selector = Several(vec![WHOLE_PAGE.to_owned()]);
            }
        }
        let options = output.options()?;
        Ok(Request { output, options, is_raw })
    }
}

/// Makes the answer about a page.
async fn page(
    app: &Arc<App>,
    source: Source,
    name: String,
    request: &Request,
) -> Result<Shown, ApiError> {
    let permit = app.admit()?;
    let plan = request.options.plan(app, None)?;
    let mut row = if request.is_raw {
        pages::with_page(app, source, &plan, permit, move |worker, loaded| {
            raw(worker, name, loaded)
        })
        .await?
    } else {
        let row = pages::row(app, source, name, &plan, permit).await?;
        respond::check_selector(&row, &plan)?;
        row
    };
    if request.output.format == OutputFormat::Html {
        let (cursor, max_chars) = (request.output.start(), request.output.max_length);
        row.cut(Window { cursor, max_chars });
    }
    visible::clean(&mut row);
    Ok(Shown::of(row, request.output.start()))
}

/// Makes the row of a whole page, or of a file that is none.
fn raw(worker: &mut Worker, name: String, loaded: Loaded) -> Result<Row, ApiError> {
    let text = as_it_is(&loaded);
    let mut row = worker.row_of(name, loaded);
    match (row.error.take(), text) {
        (_, Some(text)) => row.rendered = Some(text),
        (Some(failure), None) => return Err(failure.into()),
        (None, None) => {}
    }
    Ok(row)
}

/// Returns the text of a file that is no page: a feed, a sitemap, JSON, or text without a tag.
/// `None` if it is a page, or not text.
fn as_it_is(loaded: &Loaded) -> Option<String> {
    let is_binary = |failure: &Failure| failure.kind == FailureKind::NotHtml;
    let refusal = not_html::refusal(&loaded.bytes, loaded.charset.as_deref());
    if refusal.as_ref().is_some_and(is_binary) {
        return None;
    }
    let text = tamis::dom::decode(&loaded.bytes, loaded.charset.as_deref()).text;
    let is_page =
        refusal.is_none() && !text.trim_start().starts_with(['{', '[']) && text.contains('<');
    (!is_page).then(|| text.into_owned())
}
