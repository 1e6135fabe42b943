//! What is done around each request: host, token, CORS, identifier, numbers, log.

use std::hash::{BuildHasher, RandomState};
use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime};

use axum::body::Body;
use axum::extract::{MatchedPath, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::app::App;
use crate::config::Log;
use crate::error::ApiError;
use crate::host;
use crate::ui;

/// The header with the identifier of a request, in and out.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The longest identifier that is taken from a client, in bytes.
const MAX_ID_BYTES: usize = 128;

/// The paths that need no token, because they say nothing about pages. Those of the page for people
/// need none, too.
const OPEN: [&str; 2] = ["/healthz", "/readyz"];

/// The route of addresses as paths, and of paths that do not exist.
const OTHER_ROUTE: &str = "/{url}";

/// The headers of answers that scripts of other sites may read.
const EXPOSED: HeaderValue = HeaderValue::from_static(
    "content-language, x-markdown-tokens, x-request-id, x-tamis-confidence, x-tamis-next-cursor, \
     x-tamis-outcome, x-tamis-title, x-tamis-url, x-tamis-warnings",
);

/// A line of the log.
#[derive(Serialize)]
struct Line<'l> {
    /// Seconds since 1970.
    time: f64,
    id: &'l str,
    method: &'l str,
    path: &'l str,
    status: u16,
    ms: f64,
}

/// Does all that is done around a request.
pub(crate) async fn around(
    State(app): State<Arc<App>>,
    request: Request<Body>,
    next: Next,
) -> Response {
    let begin = Instant::now();
    let id = request_id(request.headers());
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or(OTHER_ROUTE, MatchedPath::as_str).to_owned();
    let method = request.method().clone();
    app.metrics.active.fetch_add(1, Ordering::Relaxed);
    let active = Active(Arc::clone(&app));
    let mut response = match refusal(&app, &request, &route) {
        Some(response) => response,
        None => next.run(request).await,
    };
    drop(active);
    let headers = response.headers_mut();
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert(REQUEST_ID, id);
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    if let Some(origin) = cors(&app) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
        headers.append(header::VARY, HeaderValue::from_static("Origin"));
    }
    let status = response.status().as_u16();
    app.metrics.request(&route, status, begin.elapsed());
    let ms = begin.elapsed().as_secs_f64() * 1000.0;
    log(app.config.log, &id, &method, &route, status, ms);
    response
}

/// Counts a request as active until it is dropped, also if the client has gone.
struct Active(Arc<App>);

impl Drop for Active {
    fn drop(&mut self) {
        self.0.metrics.active.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Returns the answer to a request that goes no further: one of a page of others, one without the
/// token, or one of a browser that asks what scripts may do.
fn refusal(app: &App, request: &Request<Body>, route: &str) -> Option<Response> {
    if let Err(error) = host::check(&app.config, request.uri(), request.headers()) {
        return Some(error.into_response());
    }
    let asks = request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    if request.method() == Method::OPTIONS && asks && app.config.cors.is_some() {
        let mut response = StatusCode::NO_CONTENT.into_response();
        let headers = response.headers_mut();
        let methods = HeaderValue::from_static("GET, POST, OPTIONS");
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, methods);
        let wanted = request.headers().get(header::ACCESS_CONTROL_REQUEST_HEADERS);
        if let Some(wanted) = wanted {
            headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, wanted.clone());
        }
        headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
        return Some(response);
    }
    let token = app.config.token.as_ref().filter(|_| !OPEN.contains(&route) && !ui::has(route))?;
    let given = request.headers().get(header::AUTHORIZATION);
    let given = given.and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_right = given
        .split_once(' ')
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .is_some_and(|(_, given)| are_equal(given.trim().as_bytes(), token.as_bytes()));
    if is_right {
        return None;
    }
    let message = "expected the header `Authorization: Bearer` with the token of this server";
    Some(ApiError::new(StatusCode::UNAUTHORIZED, "unauthorized", message).into_response())
}

/// Compares two secrets in a time that depends on their lengths alone. Otherwise, the time would
/// tell how many of the first bytes are right.
fn are_equal(one: &[u8], other: &[u8]) -> bool {
    let mut difference = one.len() ^ other.len();
    for (index, byte) in one.iter().enumerate() {
        difference |= usize::from(byte ^ other.get(index).unwrap_or(&0));
    }
    std::hint::black_box(difference) == 0
}

fn cors(app: &App) -> Option<HeaderValue> {
    HeaderValue::from_str(app.config.cors.as_deref()?).ok()
}

/// Returns the identifier that the client gives, or a new one.
fn request_id(headers: &HeaderMap) -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let given = headers.get(REQUEST_ID).and_then(|value| value.to_str().ok());
    let is_fine = |id: &&str| {
        (1..=MAX_ID_BYTES).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte))
    };
    if let Some(id) = given.filter(is_fine) {
        return id.to_owned();
    }
    // The state of a hash table is random, so identifiers of two runs differ.
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{:016x}", RandomState::new().hash_one(number))
}

fn log(form: Log, id: &str, method: &Method, path: &str, status: u16, ms: f64) {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let method = method.as_str();
    let line = match form {
        Log::Off => return,
        Log::Text => format!("{method} {path} {status} {ms:.1} ms {id}\n"),
        Log::Json => {
            let ms = (ms * 10.0).round() / 10.0;
            let line = Line { time: now.as_secs_f64(), id, method, path, status, ms };
            serde_json::to_string(&line).unwrap_or_default() + "\n"
        }
    };
    // If standard error is closed, there is no other place for the log.
    let _ = std::io::stderr().lock().write_all(line.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_compared_whole() {
        for (one, other, expected) in [
            ("secret", "secret", true),
            ("secret", "secreT", false),
            ("secret", "secret1", false),
            ("secret1", "secret", false),
            ("", "secret", false),
            ("", "", true),
        ] {
            assert_eq!(are_equal(one.as_bytes(), other.as_bytes()), expected, "{one} {other}");
        }
    }

    #[test]
    fn identifiers_are_kept_if_they_are_fine() {
        let of = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(REQUEST_ID, HeaderValue::from_str(text).unwrap());
            request_id(&headers)
        };
        assert_eq!(of("abc-1.2:3_4"), "abc-1.2:3_4");
        assert_ne!(of("a b"), "a b");
        assert_ne!(of(&"a".repeat(200)), "a".repeat(200));
        assert_ne!(request_id(&HeaderMap::new()), request_id(&HeaderMap::new()));
    }
}
