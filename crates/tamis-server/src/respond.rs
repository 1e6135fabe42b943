//! Rows as answers.

use std::fmt::Write as _;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use tamis_run::names::safe;
use tamis_run::row::Row;

use crate::accept::Format;
use crate::error::ApiError;
use crate::options::Plan;

/// What a browser may do with the HTML of a page: show it with its images, and nothing else. The
/// HTML is sanitized; this is a second wall.
const HTML_POLICY: &str = "default-src 'none'; img-src http: https: data:; media-src http: https:; \
     style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox allow-popups";

/// The bytes of a token, as they are estimated. English has four letters for one, and a Chinese
/// character has three bytes for about one.
const TOKEN_BYTES: usize = 4;

/// Returns the number of tokens of a text, as it is estimated.
pub(crate) fn estimated_tokens(text: &str) -> usize {
    text.len().div_ceil(TOKEN_BYTES)
}

/// Returns the answer with the content of a page.
///
/// # Errors
///
/// If a selector of the request matches nothing, or the content has too many tokens.
pub(crate) fn of_row(row: Row, plan: &Plan) -> Result<Response, ApiError> {
    let mut headers = headers(&row, plan)?;
    let body = if plan.format == Format::Json {
        serde_json::to_string(&row).map_err(ApiError::internal)?
    } else {
        row.rendered.unwrap_or_default()
    };
    if plan.format == Format::Html {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(HTML_POLICY));
    }
    Ok(response(headers, body))
}

/// Returns the answer with the content of a page as a book. A browser saves it under the title of
/// the page.
///
/// # Errors
///
/// As [`of_row`].
pub(crate) fn of_book(row: &Row, book: Vec<u8>, plan: &Plan) -> Result<Response, ApiError> {
    let mut headers = headers(row, plan)?;
    let title = row.extraction.title.as_deref().unwrap_or("page");
    let disposition = disposition(&format!("{}.epub", safe(title, ' ')));
    if let Ok(disposition) = HeaderValue::from_str(&disposition) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    Ok(response(headers, book))
}

/// Returns the header with the name of a file, twice: for clients such as curl, which do not know
/// the form with all letters, those that are not ASCII are `_`.
fn disposition(file: &str) -> String {
    let ascii = file.replace(|c: char| !c.is_ascii(), "_");
    let encoded = percent_encoded(file, is_plain);
    format!("attachment; filename=\"{ascii}\"; filename*=UTF-8''{encoded}")
}

fn response(headers: HeaderMap, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.headers_mut() = headers;
    response
}

/// Returns the headers of an answer about a page.
///
/// # Errors
///
/// As [`of_row`].
fn headers(row: &Row, plan: &Plan) -> Result<HeaderMap, ApiError> {
    check_selector(row, plan)?;
    let mut headers = HeaderMap::new();
    describe(row, &mut headers);
    let content = row.rendered.as_deref().or(row.extraction.text.as_deref()).unwrap_or_default();
    let tokens = estimated_tokens(content);
    if plan.token_budget.is_some_and(|budget| tokens > budget) {
        let message = format!("the content has about {tokens} tokens, more than the budget");
        return Err(ApiError::new(StatusCode::CONFLICT, "token_budget", message));
    }
    insert(&mut headers, "x-markdown-tokens", &tokens.to_string());
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(plan.format.media_type()));
    headers.insert(header::VARY, HeaderValue::from_static("Accept"));
    Ok(headers)
}

/// Checks that the selectors of a request, if there are some, have found content.
///
/// # Errors
///
/// If they match nothing.
pub(crate) fn check_selector(row: &Row, plan: &Plan) -> Result<(), ApiError> {
    if !plan.has_selector || row.has_content() {
        return Ok(());
    }
    let message = "no element with text matches the selectors";
    Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "no_element", message))
}

/// Adds headers with facts about a page.
fn describe(row: &Row, headers: &mut HeaderMap) {
    let extraction = &row.extraction;
    if let Some(title) = &extraction.title {
        insert(headers, "x-tamis-title", &percent_encoded(title, is_shown));
    }
    if let Some(url) = &row.url {
        insert(headers, "x-tamis-url", url);
    }
    if let Some(confidence) = extraction.confidence {
        insert(headers, "x-tamis-confidence", &format!("{confidence:.3}"));
    }
    if let Some(outcome) = extraction.outcome {
        insert(headers, "x-tamis-outcome", outcome.as_str());
    }
    if let Some(next) = row.next_cursor {
        insert(headers, "x-tamis-next-cursor", &next.to_string());
    }
    if let Some(language) = &extraction.language {
        insert(headers, "content-language", language);
    }
    let warnings = extraction.warnings.len();
    if warnings > 0 {
        insert(headers, "x-tamis-warnings", &warnings.to_string());
    }
}

/// Sets a header, unless the value has characters that headers cannot have.
fn insert(headers: &mut HeaderMap, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(HeaderName::from_static(name), value);
    }
}

/// Returns true for a byte of a text in a header that is written as it is.
fn is_shown(byte: u8) -> bool {
    byte == b' ' || byte.is_ascii_graphic() && byte != b'%'
}

/// The same in the name of a file, where some signs have a meaning. Source: RFC 8187, 3.2.1.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$&+-.^_`|~".contains(&byte)
}

/// Returns a text for a header: the other bytes of it are written as `%` and two digits.
fn percent_encoded(text: &str, is_kept: fn(u8) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if is_kept(byte) {
            out.push(byte.into());
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_values_of_headers() {
        for (text, expected) in [
            ("Plain text, 1", "Plain text, 1"),
            ("Größe", "Gr%C3%B6%C3%9Fe"),
            ("100 %\r\nX: y", "100 %25%0D%0AX: y"),
        ] {
            assert_eq!(percent_encoded(text, is_shown), expected);
            assert!(HeaderValue::from_str(expected).is_ok());
        }
    }

    #[test]
    fn files_have_a_name_for_every_client() {
        let expected =
            "attachment; filename=\"Gr__e 1.epub\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201.epub";
        assert_eq!(disposition("Größe 1.epub"), expected);
    }

    #[test]
    fn four_bytes_are_a_token() {
        let estimates = ["", "a", "word", "words"].map(estimated_tokens);
        assert_eq!(estimates, [0, 1, 1, 2]);
    }
}
