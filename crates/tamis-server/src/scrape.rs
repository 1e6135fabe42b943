//! `POST /v2/scrape`, in the shape of Firecrawl, so that its clients can use this server.
//!
//! Unknown fields are ignored, and what this server lacks is named in `warning`: a client that asks
//! for a screenshot too still gets its Markdown.
//!
//! Source: the reference of Firecrawl's API, version 2.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tamis::dom::{Selector, decode};
use tamis::render::{HtmlOptions, MarkdownOptions};
use tamis::{Config, Extraction, Url};
use tamis_run::failure::Failure;
use tamis_run::load::Loaded;
use tamis_run::settings::Settings;
use tamis_run::worker::Worker;
use tokio::time::timeout;

use crate::app::{App, Source};
use crate::error::ApiError;
use crate::source;

/// Fields that ask for what this server lacks, unless they have their default.
const LACKING: [&str; 9] = [
    "actions",
    "agent",
    "blockAds",
    "location",
    "mobile",
    "profile",
    "proxy",
    "skipTlsVerification",
    "waitFor",
];

/// What a request may state. Other fields are ignored.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Scrape {
    url: String,
    #[serde(default)]
    formats: Option<Vec<Value>>,
    #[serde(default)]
    only_main_content: Option<bool>,
    #[serde(default)]
    include_tags: Option<Vec<String>>,
    #[serde(default)]
    exclude_tags: Option<Vec<String>>,
    #[serde(default)]
    headers: Option<Map<String, Value>>,
    /// Milliseconds.
    #[serde(default)]
    timeout: Option<u64>,
    /// Milliseconds. 0 asks for a fresh page.
    #[serde(default)]
    max_age: Option<u64>,
}

#[derive(Serialize)]
struct Answer {
    success: bool,
    data: Data,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Data {
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_html: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<Vec<String>>,
    metadata: Metadata,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Metadata {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    published_time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    og_image: Option<String>,
    #[serde(rename = "sourceURL")]
    source_url: String,
    url: String,
    status_code: u16,
    /// How probable it is that the content is the main content, 0 to 1.
    confidence: f64,
}

/// The formats of one request.
#[derive(Clone, Copy, Default)]
struct Wanted {
    markdown: bool,
    html: bool,
    raw_html: bool,
    links: bool,
}

/// Answers `POST /v2/scrape`.
pub(crate) async fn scrape(State(app): State<Arc<App>>, request: Request<Body>) -> Response {
    let data = match answer(&app, request).await {
        Ok(data) => data,
        Err(error) => {
            app.metrics.page(error.code);
            return of_error(error);
        }
    };
    app.metrics.page("ok");
    let json = serde_json::to_string(&Answer { success: true, data });
    let mut response = Response::new(Body::from(json.unwrap_or_default()));
    let media_type = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, media_type);
    response
}

/// Returns the answer for an error, with the status and the code by which clients know it.
///
/// For example, they repeat a request twice after status 502, so a page that is gone would be
/// fetched three times. After status 500 they do not.
///
/// Source: `error_handler.py` and `http_client.py` of the Python client, version 4.55.
fn of_error(error: ApiError) -> Response {
    let status = match error.status {
        StatusCode::BAD_GATEWAY => StatusCode::INTERNAL_SERVER_ERROR,
        StatusCode::GATEWAY_TIMEOUT => StatusCode::REQUEST_TIMEOUT,
        StatusCode::SERVICE_UNAVAILABLE => StatusCode::TOO_MANY_REQUESTS,
        status => status,
    };
    let code = match error.code {
        "host_not_found" => "SCRAPE_DNS_RESOLUTION_ERROR",
        "tls" => "SCRAPE_SSL_ERROR",
        "timeout" => "SCRAPE_TIMEOUT",
        code => code,
    };
    let json = serde_json::json!({ "success": false, "code": code, "error": error.message });
    // The headers are those of all errors, such as `Retry-After`.
    let mut response = error.into_response();
    *response.status_mut() = status;
    *response.body_mut() = Body::from(json.to_string());
    response
}

async fn answer(app: &Arc<App>, request: Request<Body>) -> Result<Data, ApiError> {
    let (permit, parts, body) = source::admitted(app, request).await?;
    let bytes = source::body_of(app, &parts.headers, body).await?;
    let object = source::object(&bytes)?;
    let lacking = lacking(&object);
    let scrape: Scrape = crate::options::read(object)?;
    let (wanted, unknown) = wanted(scrape.formats.as_deref())?;
    let settings = Arc::new(settings(app, &scrape));
    let limit = scrape.timeout.map_or(app.config.request_timeout, Duration::from_millis);
    let limit = limit.min(app.config.request_timeout);
    let headers = scrape.headers.into_iter().flatten();
    let headers = headers.filter_map(|(name, value)| Some((name, value.as_str()?.to_owned())));
    let page = Source::Url { url: scrape.url.clone(), headers: headers.collect() };
    let work = async {
        let loaded = app.load(page, &settings, &permit).await?;
        let status = loaded.status.unwrap_or(200);
        let url = scrape.url;
        let data = app.pool.run(Arc::clone(&settings), move |worker| {
            let data = data(worker, loaded, url, status, wanted);
            drop(permit);
            data
        });
        data.await?
    };
    let outcome: Result<Result<Data, Failure>, _> = timeout(limit, work).await;
    let mut data = outcome.map_err(|_| ApiError::timeout())??;
    let named: Vec<_> = unknown.into_iter().chain(lacking).collect();
    if !named.is_empty() {
        let lacks = format!("this server does not have: {}", named.join(", "));
        data.warning = Some(match data.warning {
            Some(warning) => format!("{warning}; {lacks}"),
            None => lacks,
        });
    }
    Ok(data)
}

/// Returns the fields of a request that ask for what this server lacks.
fn lacking(object: &Map<String, Value>) -> Vec<String> {
    let asks = |name: &&str| {
        object.get(*name).is_some_and(|value| match value {
            Value::Null | Value::Bool(false) => false,
            Value::Number(number) => number.as_f64() != Some(0.0),
            Value::Array(values) => !values.is_empty(),
            // Clients send their defaults.
            Value::Bool(true) => *name != "blockAds",
            Value::String(text) => !(*name == "proxy" && (text == "auto" || text == "basic")),
            Value::Object(_) => true,
        })
    };
    LACKING.iter().copied().filter(asks).map(|name| format!("`{name}`")).collect()
}

/// Returns the formats that are asked for, and those that this server lacks. A format is a name or
/// an object with its `type`.
///
/// # Errors
///
/// If a format has no name.
fn wanted(formats: Option<&[Value]>) -> Result<(Wanted, Vec<String>), ApiError> {
    let Some(formats) = formats else {
        return Ok((Wanted { markdown: true, ..Wanted::default() }, Vec::new()));
    };
    let (mut wanted, mut unknown) = (Wanted::default(), Vec::new());
    for format in formats {
        let name = format.as_str().or_else(|| format.get("type")?.as_str());
        let name = name.ok_or_else(|| ApiError::bad_request("`formats`: expected names"))?;
        match name {
            "markdown" => wanted.markdown = true,
            "html" => wanted.html = true,
            "rawHtml" => wanted.raw_html = true,
            "links" => wanted.links = true,
            other => unknown.push(format!("the format `{other}`")),
        }
    }
    Ok((wanted, unknown))
}

fn settings(app: &App, scrape: &Scrape) -> Settings {
    let include = scrape.include_tags.clone().unwrap_or_default();
    let exclude = scrape.exclude_tags.clone().unwrap_or_default();
    let is_whole = scrape.only_main_content == Some(false) && include.is_empty();
    let config = if include.is_empty() && exclude.is_empty() && !is_whole {
        Arc::clone(&app.extraction)
    } else {
        let mut config = Config::clone(&app.extraction);
        config.select.extend(include);
        config.drop.extend(exclude);
        if is_whole {
            config.select.push("body".to_owned());
        }
        Arc::new(config)
    };
    let client = Some(app.client(scrape.max_age == Some(0)).clone());
    let drawing = app.config.drawing.clone();
    Settings { config, client, drawing, max_bytes: app.max_bytes(), ..Settings::default() }
}

/// Returns the data about a page that was read.
fn data(
    worker: &mut Worker,
    mut loaded: Loaded,
    source_url: String,
    status_code: u16,
    wanted: Wanted,
) -> Result<Data, Failure> {
    let extraction = worker.extraction_of_drawn(&mut loaded)?;
    let warnings: Vec<_> = extraction.warnings().iter().map(ToString::to_string).collect();
    let facts = extraction.metadata();
    let text = |value: &Option<tamis::metadata::Value>| {
        value.as_ref().map(|value| value.as_str().to_owned())
    };
    let metadata = Metadata {
        title: extraction.title().map(str::to_owned),
        description: text(&facts.description),
        language: extraction.language().map(|language| language.code().to_owned()),
        author: text(&facts.byline),
        published_time: text(&facts.published),
        og_image: text(&facts.image),
        url: loaded.url.clone().unwrap_or_else(|| source_url.clone()),
        source_url,
        status_code,
        confidence: extraction.confidence(),
    };
    Ok(Data {
        markdown: wanted.markdown.then(|| extraction.markdown_with(&MarkdownOptions::default())),
        html: wanted.html.then(|| extraction.html_with(&HtmlOptions::default().fragment(true))),
        raw_html: wanted
            .raw_html
            .then(|| decode(&loaded.bytes, loaded.charset.as_deref()).text.into_owned()),
        links: wanted.links.then(|| links(&extraction)),
        metadata,
        warning: (!warnings.is_empty()).then(|| warnings.join("; ")),
    })
}

/// Returns the addresses that a page links, each once, in their order.
fn links(extraction: &Extraction) -> Vec<String> {
    let page = extraction.parsed_page();
    let document = page.document();
    let (Ok(selector), Some(href)) = (Selector::parse("a[href]"), document.find_name("href"))
    else {
        return Vec::new();
    };
    let base = page.base_url();
    let mut links: Vec<String> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for node in document.select(&selector) {
        let Some(text) = document.attr(node, href) else { continue };
        let url = match &base {
            Some(base) => base.join(text),
            None => Url::parse(text),
        };
        let Ok(url) = url else { continue };
        if matches!(url.scheme(), "http" | "https") && seen.insert(url.clone()) {
            links.push(url.into());
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lacking_is_named() {
        let object = |text: &str| serde_json::from_str(text).unwrap();
        let defaults = r#"{"mobile": false, "waitFor": 0, "proxy": "auto", "blockAds": true}"#;
        assert!(lacking(&object(defaults)).is_empty());
        let asked = r#"{"mobile": true, "waitFor": 5, "actions": [{}], "location": {}}"#;
        assert_eq!(lacking(&object(asked)), ["`actions`", "`location`", "`mobile`", "`waitFor`"]);
    }

    #[test]
    fn clients_know_errors_by_status_and_code() {
        let of = |status, code| {
            let response = of_error(ApiError::new(status, code, "the sentence"));
            let retry = response.headers().contains_key(header::RETRY_AFTER);
            let close = response.headers().contains_key(header::CONNECTION);
            (response.status().as_u16(), retry, close)
        };
        assert_eq!(of(StatusCode::BAD_GATEWAY, "http_status"), (500, false, false));
        assert_eq!(of(StatusCode::GATEWAY_TIMEOUT, "timeout"), (408, false, false));
        assert_eq!(of(StatusCode::SERVICE_UNAVAILABLE, "busy"), (429, true, false));
        assert_eq!(of(StatusCode::PAYLOAD_TOO_LARGE, "body_too_large"), (413, false, true));
        assert_eq!(of(StatusCode::FORBIDDEN, "refused_address"), (403, false, false));
    }

    #[test]
    fn formats_are_names_or_objects() {
        let formats =
            serde_json::json!(["markdown", { "type": "links" }, { "type": "screenshot" }]);
        let (wanted, unknown) = wanted(formats.as_array().map(Vec::as_slice)).unwrap();
        assert!(wanted.markdown && wanted.links && !wanted.html && !wanted.raw_html);
        assert_eq!(unknown, ["the format `screenshot`"]);
        assert!(super::wanted(Some(&[Value::Null])).is_err());
    }
}
