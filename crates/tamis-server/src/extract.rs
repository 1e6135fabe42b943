//! The content of a page: `GET /URL`, and `/v1/extract`.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::request::Parts;
use axum::http::{Request, StatusCode};
use axum::response::Response;
use tamis_run::load::Loaded;
use tamis_run::row::Row;
use tamis_run::worker::Worker;
use tokio::time::timeout;

use crate::accept::Format;
use crate::app::{App, Permit, Source};
use crate::book;
use crate::error::ApiError;
use crate::options::{self, Options, Plan};
use crate::respond;
use crate::source::{self, Asked};

/// Answers `GET` and `POST /v1/extract`.
pub(crate) async fn extract(
    State(app): State<Arc<App>>,
    request: Request<Body>,
) -> Result<Response, ApiError> {
    let (permit, parts, body) = source::admitted(&app, request).await?;
    let asked = source::read(&app, &parts, body).await?;
    answer(&app, &parts, asked, permit).await
}

/// Answers `GET /https://example.com/page?query`. The query is that of the page, so options are in
/// headers.
pub(crate) async fn by_path(
    State(app): State<Arc<App>>,
    request: Request<Body>,
) -> Result<Response, ApiError> {
    let (parts, _) = request.into_parts();
    let path = parts.uri.path_and_query().map_or("", |path| path.as_str());
    let Some(url) = address(path) else {
        let message = "there is no such path; an address begins with https:// or http://";
        return Err(ApiError::new(StatusCode::NOT_FOUND, "not_found", message));
    };
    if parts.method != "GET" && parts.method != "HEAD" {
        let message = "an address as the path goes with GET";
        return Err(ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", message));
    }
    let permit = app.admit()?;
    let name = url.clone();
    let options = options::stated(&parts.headers, None);
    let asked = Asked { source: Source::Url { url, headers: Vec::new() }, name, options };
    answer(&app, &parts, asked, permit).await
}

/// Returns the address that a path is. Some proxies make one slash of two, and some clients escape
/// all of the address: `/https%3A%2F%2Fexample.com%2F`.
fn address(path: &str) -> Option<String> {
    let path = path.strip_prefix('/')?;
    let (scheme, rest) = path.split_at_checked(path.find(['%', ':'])?)?;
    if ["http", "https"].contains(&scheme) && rest.to_ascii_lowercase().starts_with("%3a") {
        return address(&format!("/{}", unescaped(path)?));
    }
    ["https", "http"].iter().find_map(|scheme| {
        let rest = path.strip_prefix(scheme)?.strip_prefix(":/")?;
        let rest = rest.strip_prefix('/').unwrap_or(rest);
        (!rest.is_empty()).then(|| format!("{scheme}://{rest}"))
    })
}

/// Replaces the escapes of a path, and not those of the query after it. `None` if that is no text.
fn unescaped(path: &str) -> Option<String> {
    let (path, query) = path.split_at(path.find('?').unwrap_or(path.len()));
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [byte, after @ ..] = rest {
        let digits = after.first_chunk().filter(|_| *byte == b'%').copied().and_then(hexadecimal);
        bytes.push(digits.unwrap_or(*byte));
        rest = if digits.is_some() { &after[2..] } else { after };
    }
    Some(String::from_utf8(bytes).ok()? + query)
}

/// Returns the number that two hexadecimal digits stand for.
fn hexadecimal(digits: [u8; 2]) -> Option<u8> {
    let [high, low] = digits.map(|digit| char::from(digit).to_digit(16));
    u8::try_from(16 * high? + low?).ok()
}

async fn answer(
    app: &Arc<App>,
    parts: &Parts,
    asked: Asked,
    permit: Permit,
) -> Result<Response, ApiError> {
    let Asked { source, name, options } = asked;
    let options: Options = options::read(options)?;
    let plan = options.plan(app, Format::accepted(&parts.headers))?;
    if plan.format == Format::Epub {
        let (row, book) = book(app, source, name, &plan, permit).await?;
        return respond::of_book(&row, book, &plan);
    }
    let row = row(app, source, name, &plan, permit).await?;
    respond::of_row(row, &plan)
}

/// Makes the row of a page, within the time limit.
///
/// # Errors
///
/// If the page cannot be read, or takes too long.
pub(crate) async fn row(
    app: &Arc<App>,
    source: Source,
    name: String,
    plan: &Plan,
    permit: Permit,
) -> Result<Row, ApiError> {
    with_page(app, source, plan, permit, move |worker, loaded| {
        let mut row = worker.row_of(name, loaded);
        match row.error.take() {
            Some(failure) => Err(failure.into()),
            None => Ok(row),
        }
    })
    .await
}

/// Makes the row of a page, and the book of its content. Without content, the book is empty.
///
/// # Errors
///
/// If the page cannot be read, or takes too long.
async fn book(
    app: &Arc<App>,
    source: Source,
    name: String,
    plan: &Plan,
    permit: Permit,
) -> Result<(Row, Vec<u8>), ApiError> {
    let options = plan.chapters.clone();
    with_page(app, source, plan, permit, move |worker, loaded| {
        let work = |pages: &_| book::written(pages, &options);
        let (mut row, made) = worker.row_with(name, loaded, work);
        if let Some(failure) = row.error.take() {
            return Err(failure.into());
        }
        if !row.has_content() {
            return Ok((row, Vec::new()));
        }
        let (book, warnings) = made.transpose().map_err(ApiError::internal)?.unwrap_or_default();
        row.extraction.warnings.extend(warnings.iter().map(ToString::to_string));
        Ok((row, book))
    })
    .await
}

/// Reads a page and works on it on a thread of the pool, within the time limit. Every tool and
/// route that answers about one page does it here.
///
/// # Errors
///
/// If the page cannot be read, or takes too long, or by the work itself.
pub(crate) async fn with_page<T: Send + 'static>(
    app: &Arc<App>,
    source: Source,
    plan: &Plan,
    permit: Permit,
    work: impl FnOnce(&mut Worker, Loaded) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let reading = async {
        let loaded = app.load(source, &plan.settings, &permit).await?;
        let settings = Arc::clone(&plan.settings);
        let done = app.pool.run(settings, move |worker| {
            let done = work(worker, loaded);
            drop(permit);
            done
        });
        done.await?
    };
    let outcome = match timeout(plan.timeout, reading).await {
        Ok(outcome) => outcome,
        Err(_) => Err(ApiError::timeout()),
    };
    app.metrics.page(outcome.as_ref().map_or_else(|error| error.code, |_| "ok"));
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_may_be_an_address() {
        for (path, expected) in [
            ("/https://example.com/a?b=c", Some("https://example.com/a?b=c")),
            ("/http://example.com", Some("http://example.com")),
            ("/https:/example.com/a//b", Some("https://example.com/a//b")),
            ("/https%3A%2F%2Fexample.com%2Fa%3Fb%3Dc%2520d", Some("https://example.com/a?b=c%20d")),
            ("/http%3a//example.com/a%2Fb", Some("http://example.com/a/b")),
            ("/https://example.com/a%2Fb%3A", Some("https://example.com/a%2Fb%3A")),
            (
                "/https%3A%2F%2Fexample.com%2F%+f%zz?b=c%20d",
                Some("https://example.com/%+f%zz?b=c%20d"),
            ),
            ("/https%3A%2F%2F", None),
            ("/https%3A%2F%2Fexample.com%FF", None),
            ("/https%253A%252F%252Fexample.com", None),
            ("/https:", None),
            ("/https://", None),
            ("/ftp://example.com", None),
            ("/v1/nothing", None),
            ("", None),
        ] {
            assert_eq!(address(path).as_deref(), expected, "{path}");
        }
    }
}
