//! The page of a request: its address, or the page itself.

use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Request, StatusCode, header};
use futures_util::StreamExt;
use serde_json::{Map, Value};
use tamis_run::load::Loaded;
use tokio::time::timeout;

use crate::app::{App, Permit, Source};
use crate::error::ApiError;
use crate::options;

/// The media types of pages that a request may be.
const PAGE_TYPES: [&str; 5] = [
    "text/html",
    "application/xhtml+xml",
    "application/xml",
    "text/xml",
    "application/octet-stream",
];

/// The media type that curl gives every body by default, for example a page.
const FORM_TYPE: &str = "application/x-www-form-urlencoded";

/// The most bytes of a body for which there is room before they come.
const MAX_EXPECTED_BYTES: usize = 1 << 20;

/// The time in which the body of a request that is refused is taken.
const DISCARD_TIME: Duration = Duration::from_secs(2);

/// A page and the options that were stated with it.
pub(crate) struct Asked {
    pub(crate) source: Source,
    /// The name of the page: its address, or `-`.
    pub(crate) name: String,
    pub(crate) options: Map<String, Value>,
}

/// Admits a request.
///
/// # Errors
///
/// If there are as many requests as the server takes at the same time.
pub(crate) async fn admitted(
    app: &App,
    request: Request<Body>,
) -> Result<(Permit, Parts, Body), ApiError> {
    let (parts, body) = request.into_parts();
    match app.admit() {
        Ok(permit) => Ok((permit, parts, body)),
        Err(busy) => {
            let mut stream = body.into_data_stream();
            discard(&parts.headers, &mut stream, app.config.max_body_bytes).await;
            Err(busy)
        }
    }
}

/// Takes the rest of the body of a request that is refused, for a moment, and keeps none of it.
///
/// The client may still send, and a connection that is closed meanwhile loses the answer: the
/// client would not see status 413, but that the connection was reset. With `Expect`, it waits for
/// the answer before it sends.
async fn discard(headers: &HeaderMap, stream: &mut BodyDataStream, max_bytes: usize) {
    if headers.contains_key(header::EXPECT) {
        return;
    }
    let taking = async {
        let mut left = max_bytes;
        while let Some(Ok(part)) = stream.next().await {
            let Some(rest) = left.checked_sub(part.len()) else { return };
            left = rest;
        }
    };
    // A client that is slower than this, or has more, may lose the answer.
    let _ = timeout(DISCARD_TIME, taking).await;
}

/// Reads what a request asks for: `GET` names an address in its query, `POST` has JSON or a page.
///
/// # Errors
///
/// If the body is too large, too slow, or not what its type says.
pub(crate) async fn read(app: &App, parts: &Parts, body: Body) -> Result<Asked, ApiError> {
    let mut options = options::stated(&parts.headers, parts.uri.query());
    let bytes = body_of(app, &parts.headers, body).await?;
    let content_type = parts.headers.get(header::CONTENT_TYPE);
    let content_type = content_type.and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (mut media_type, charset) = media_type(content_type);
    if bytes.is_empty() {
        return of_options(options);
    }
    if media_type == FORM_TYPE {
        type_of_beginning(&bytes).unwrap_or(FORM_TYPE).clone_into(&mut media_type);
    }
    if media_type == "application/json" {
        options.extend(object(&bytes)?);
        return of_options(options);
    }
    if !media_type.is_empty() && !PAGE_TYPES.contains(&&*media_type) {
        return Err(App::unsupported(&media_type));
    }
    let url = text(&mut options, "url")?;
    Ok(page(bytes, charset, url, options))
}

/// Returns the page that options name by `url` or `html`.
///
/// # Errors
///
/// If they have none of them.
pub(crate) fn of_options(mut options: Map<String, Value>) -> Result<Asked, ApiError> {
    let (url, html) = (text(&mut options, "url")?, text(&mut options, "html")?);
    match (html, url) {
        (Some(html), url) => {
            // JSON is UTF-8, whatever the page declares.
            Ok(page(html.into_bytes(), Some("utf-8".to_owned()), url, options))
        }
        (None, Some(url)) => {
            let name = url.clone();
            Ok(Asked { source: Source::Url { url, headers: Vec::new() }, name, options })
        }
        (None, None) => Err(ApiError::bad_request("expected `url` or `html`")),
    }
}

/// Returns the media type of a body that is no form, by its first sign: forms have neither of them.
fn type_of_beginning(bytes: &[u8]) -> Option<&'static str> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match bytes.trim_ascii_start().first()? {
        b'<' => Some("text/html"),
        b'{' => Some("application/json"),
        _ => None,
    }
}

fn page(
    bytes: Vec<u8>,
    charset: Option<String>,
    url: Option<String>,
    options: Map<String, Value>,
) -> Asked {
    let name = url.clone().unwrap_or_else(|| "-".to_owned());
    let loaded = Loaded { bytes, charset, url, ..Loaded::default() };
    Asked { source: Source::Page(loaded), name, options }
}

/// Reads a JSON object.
///
/// # Errors
///
/// If it is none.
pub(crate) fn object(bytes: &[u8]) -> Result<Map<String, Value>, ApiError> {
    serde_json::from_slice(bytes)
        .map_err(|error| ApiError::bad_request(format!("the body is not a JSON object: {error}")))
}

/// Removes a text from an object.
pub(crate) fn text(
    object: &mut Map<String, Value>,
    name: &str,
) -> Result<Option<String>, ApiError> {
    match object.remove(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(ApiError::bad_request(format!("`{name}`: expected a text"))),
    }
}

/// Returns the media type in lower case, and the charset if there is one.
fn media_type(header: &str) -> (String, Option<String>) {
    let mut parts = header.split(';').map(str::trim);
    let media_type = parts.next().unwrap_or_default().to_ascii_lowercase();
    let charset = parts.find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches('"');
        (name.trim().eq_ignore_ascii_case("charset")).then(|| value.to_owned())
    });
    (media_type, charset)
}

/// Reads a body within the limits.
///
/// # Errors
///
/// If it is too large or too slow, has a coding, or is cut off.
pub(crate) async fn body_of(
    app: &App,
    headers: &HeaderMap,
    body: Body,
) -> Result<Vec<u8>, ApiError> {
    let max_bytes = app.config.max_body_bytes;
    let mut stream = body.into_data_stream();
    let reading = async {
        check_coding(headers)?;
        bytes_of(headers, &mut stream, max_bytes).await
    };
    let Ok(read) = timeout(app.config.read_timeout, reading).await else {
        return Err(ApiError::slow_body());
    };
    if read.is_err() {
        discard(headers, &mut stream, max_bytes).await;
    }
    read
}

/// Reads so many bytes of a body at most.
async fn bytes_of(
    headers: &HeaderMap,
    stream: &mut BodyDataStream,
    max_bytes: usize,
) -> Result<Vec<u8>, ApiError> {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    let length: u64 = length.and_then(|length| length.parse().ok()).unwrap_or(0);
    if length > max_bytes as u64 {
        return Err(too_large(max_bytes));
    }
    // Bytes that are announced only cost little memory.
    let expected = usize::try_from(length).unwrap_or(max_bytes).min(MAX_EXPECTED_BYTES);
    let mut bytes = Vec::with_capacity(expected);
    while let Some(part) = stream.next().await {
        let part = part.map_err(|_| ApiError::bad_request("the body is not complete"))?;
        if bytes.len() + part.len() > max_bytes {
            return Err(too_large(max_bytes));
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

/// Checks that a body is as it is: what a coding unpacks to has no limit.
///
/// # Errors
///
/// If it has a coding.
pub(crate) fn check_coding(headers: &HeaderMap) -> Result<(), ApiError> {
    let is_plain = headers
        .get_all(header::CONTENT_ENCODING)
        .iter()
        .all(|coding| coding.as_bytes().eq_ignore_ascii_case(b"identity"));
    if is_plain {
        return Ok(());
    }
    let message = "bodies are taken without Content-Encoding";
    Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_coding", message))
}

/// Returns the error of a body that is too large.
pub(crate) fn too_large(max_bytes: usize) -> ApiError {
    ApiError::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "body_too_large",
        format!("the body is larger than {max_bytes} bytes"),
    )
}
