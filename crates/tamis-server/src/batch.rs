//! `POST /v1/batch`: many pages as JSON Lines, in and out.
//!
//! Each line of the body is an object like the body of `POST /v1/extract`, or an address as a JSON
//! string. Each line of the answer is a row, in the same order, and comes as soon as it and all
//! rows before it are ready. Lines are read as pages are finished, so a batch never has more than a
//! few pages in memory: a client that sends fast and reads slowly is slowed down.

use std::sync::Arc;

use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::State;
use axum::http::{HeaderValue, Request, StatusCode, header};
use axum::response::Response;
use futures_util::{StreamExt, stream};
use serde_json::{Map, Value};
use tamis_run::failure::Failure;
use tamis_run::row::Row;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::accept::Format;
use crate::app::{App, Permit};
use crate::error::ApiError;
use crate::extract;
use crate::options::{self, Options};
use crate::source::{self, Asked};

/// The media type of the answer.
const MEDIA_TYPE: HeaderValue = HeaderValue::from_static("application/x-ndjson");

/// The number of pages in flight for each job.
const PAGES_PER_JOB: usize = 4;

/// The place of a line of the answer.
type Line = oneshot::Receiver<String>;

/// Answers `POST /v1/batch`.
pub(crate) async fn batch(
    State(app): State<Arc<App>>,
    request: Request<Body>,
) -> Result<Response, ApiError> {
    let (permit, parts, body) = source::admitted(&app, request).await?;
    source::check_coding(&parts.headers)?;
    let shared = options::stated(&parts.headers, parts.uri.query());
    // Shared options that are wrong are an error of the request, not of each page.
    options::read::<Options>(shared.clone())?.plan(&app, Some(Format::Json))?;
    let (give, lines) = mpsc::channel(app.config.jobs.get() * PAGES_PER_JOB);
    let batch = Batch { app, shared, permit, lines: give };
    tokio::spawn(batch.read(body.into_data_stream()));
    let answer = stream::unfold(lines, |mut lines: mpsc::Receiver<Line>| async move {
        let line = lines.recv().await?;
        // A line is always given, unless the server ends before.
        let line = line.await.ok()?;
        Some((Ok::<_, std::io::Error>(Bytes::from(line)), lines))
    });
    let mut response = Response::new(Body::from_stream(answer));
    response.headers_mut().insert(header::CONTENT_TYPE, MEDIA_TYPE);
    Ok(response)
}

/// A batch that is read.
struct Batch {
    app: Arc<App>,
    /// The options that hold for all pages, unless a line states others.
    shared: Map<String, Value>,
    permit: Permit,
    lines: mpsc::Sender<Line>,
}

impl Batch {
    /// Reads the lines of the body, and starts the work on each.
    async fn read(self, mut body: BodyDataStream) {
        let mut waiting = Vec::new();
        let mut pages = 0;
        loop {
            let part = match timeout(self.app.config.read_timeout, body.next()).await {
                Err(_) => return self.fail(ApiError::slow_body()).await,
                Ok(Some(Err(_))) => {
                    return self.fail(ApiError::bad_request("the body is not complete")).await;
                }
                Ok(Some(Ok(part))) => Some(part),
                Ok(None) => None,
            };
            let is_end = part.is_none();
            // The bytes that wait contain no line feed.
            let mut searched = waiting.len();
            waiting.extend_from_slice(&part.unwrap_or_default());
            while let Some(line) = next_line(&mut waiting, searched, is_end) {
                searched = 0;
                if line.trim_ascii().is_empty() {
                    continue;
                }
                pages += 1;
                if pages > self.app.config.max_batch_pages {
                    return self.fail(self.too_many()).await;
                }
                if self.start(line).await.is_none() {
                    // The client has gone.
                    return;
                }
            }
            if is_end {
                return;
            }
            let max_bytes = self.app.config.max_body_bytes;
            if waiting.len() > max_bytes {
                return self.fail(source::too_large(max_bytes)).await;
            }
        }
    }

    fn too_many(&self) -> ApiError {
        let message = format!("a batch has at most {} pages", self.app.config.max_batch_pages);
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_many_pages", message)
    }

    /// Starts the work on a line, once there is room for it. `None` if the client has gone.
    async fn start(&self, line: Vec<u8>) -> Option<()> {
        let place = self.lines.reserve().await.ok()?;
        let (give, result) = oneshot::channel();
        place.send(result);
        let (app, shared) = (Arc::clone(&self.app), self.shared.clone());
        let permit = Arc::clone(&self.permit);
        tokio::spawn(async move {
            // The client may have gone.
            let _ = give.send(row_line(&app, &line, shared, permit).await);
        });
        Some(())
    }

    /// Ends the answer with an error of the whole batch.
    async fn fail(&self, error: ApiError) {
        let (give, result) = oneshot::channel();
        // The client may have gone.
        let _ = give.send(error.json() + "\n");
        let _ = self.lines.send(result).await;
    }
}

/// Takes the next line from what was read, whose first bytes were `searched` before. At the end of
/// the body, the rest is a line.
fn next_line(waiting: &mut Vec<u8>, searched: usize, is_end: bool) -> Option<Vec<u8>> {
    if let Some(end) = waiting[searched..].iter().position(|byte| *byte == b'\n') {
        let rest = waiting.split_off(searched + end + 1);
        return Some(std::mem::replace(waiting, rest));
    }
    (is_end && !waiting.is_empty()).then(|| std::mem::take(waiting))
}

/// Returns the row of a line, as a line.
async fn row_line(
    app: &Arc<App>,
    line: &[u8],
    shared: Map<String, Value>,
    permit: Permit,
) -> String {
    let row = match row_of(app, line, shared, permit).await {
        Ok(row) => row,
        Err((name, error)) => {
            let mut row = Row::failed(name, Failure::from(error.message));
            row.status = error.page_status;
            row
        }
    };
    serde_json::to_string(&row).unwrap_or_default() + "\n"
}

/// Makes the row of a line. An error comes with the name of the page.
async fn row_of(
    app: &Arc<App>,
    line: &[u8],
    mut options: Map<String, Value>,
    permit: Permit,
) -> Result<Row, (String, ApiError)> {
    let unnamed = |error| ("-".to_owned(), error);
    match serde_json::from_slice(line) {
        Ok(Value::String(url)) => options.extend([("url".to_owned(), Value::String(url))]),
        Ok(Value::Object(object)) => options.extend(object),
        _ => {
            let message = "expected a JSON object or an address in quotation marks";
            return Err(unnamed(ApiError::bad_request(message)));
        }
    }
    let Asked { source, name, options } = source::of_options(options).map_err(unnamed)?;
    let named = |error| (name.clone(), error);
    let options: Options = options::read(options).map_err(named)?;
    let plan = options.plan(app, Some(Format::Json)).map_err(named)?;
    if plan.format != Format::Json {
        return Err(named(ApiError::bad_request("`format`: rows of a batch are JSON")));
    }
    extract::row(app, source, name.clone(), &plan, permit).await.map_err(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_when_they_are_whole() {
        let mut waiting = b"one\ntwo\nth".to_vec();
        let line = |waiting: &mut _, is_end| next_line(waiting, 0, is_end).map(String::from_utf8);
        assert_eq!(line(&mut waiting, false), Some(Ok("one\n".into())));
        assert_eq!(line(&mut waiting, false), Some(Ok("two\n".into())));
        assert_eq!(line(&mut waiting, false), None);
        waiting.extend_from_slice(b"ree");
        assert_eq!(line(&mut waiting, true), Some(Ok("three".into())));
        assert_eq!(line(&mut waiting, true), None);
        let mut waiting = b"one\ntwo".to_vec();
        assert_eq!(next_line(&mut waiting, 3, false), Some(b"one\n".to_vec()));
        assert_eq!(waiting, b"two");
    }
}
