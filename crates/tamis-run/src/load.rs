//! Loading the page of a task: from the web, a file or an archive.

use std::path::Path;

use tamis::{Layout, Url};
use tamis_fetch::{FetchErrorKind, Request};
use tamis_warc::{HttpResponse, Record};

use crate::drawing::DrawnPage;
use crate::drawn_file;
use crate::failure::{Failure, FailureKind};
use crate::read;
use crate::settings::Settings;
use crate::task::Task;
use crate::warc;

/// A page that was read.
#[derive(Default)]
pub struct Loaded {
    /// The page, without compression.
    pub bytes: Vec<u8>,
    /// The encoding that the server named.
    pub charset: Option<String>,
    /// The address that it came from, if it is known.
    pub url: Option<String>,
    /// The HTTP status.
    pub status: Option<u16>,
    /// Doubts about the page, as sentences.
    pub warnings: Vec<String>,
    /// True if it is what a browser shows.
    pub is_drawn: bool,
    /// What a browser showed of it, if it is drawn.
    pub layout: Option<Layout>,
    /// True if it is a page of an archive, whose parts may be gone or others today.
    pub is_archived: bool,
}

impl Loaded {
    /// Returns a page that a browser has drawn.
    pub(crate) fn of_drawn(page: DrawnPage) -> Loaded {
        Loaded {
            bytes: page.html.into_bytes(),
            charset: Some("utf-8".to_owned()),
            url: Some(page.url),
            is_drawn: true,
            layout: Some(page.layout),
            ..Loaded::default()
        }
    }
}

/// The reason why a page cannot be loaded.
pub struct LoadError {
    /// The HTTP status, if there is one.
    pub status: Option<u16>,
    /// The failure, as rows have it.
    pub failure: Failure,
}

impl From<Failure> for LoadError {
    fn from(failure: Failure) -> LoadError {
        LoadError { status: None, failure }
    }
}

/// Loads the page of a task.
///
/// # Errors
///
/// If it cannot be read.
pub fn load(task: Task, settings: &Settings) -> Result<Loaded, LoadError> {
    match task {
        Task::Url { url, found_on } => {
            let mut request = request(&url, settings);
            request.found_on = found_on;
            fetch(&request, settings)
        }
        Task::File { path, below } => from_file(&path, &below, settings),
        Task::Bytes { bytes, .. } => Ok(from_bytes(bytes)?),
        Task::Record { record, .. } => from_record(*record, settings.max_bytes),
        Task::Failed { failure, .. } => Err(failure.into()),
    }
}

/// Returns the request for a page, with the headers that the rules for its site ask for.
pub fn request(url: &str, settings: &Settings) -> Request {
    let mut request = Request::new(url);
    let rules = settings.config.site_rules.as_deref();
    let parsed = rules.and_then(|_| Url::parse(url).ok());
    if let Some(rule) = parsed.and_then(|url| rules?.find(&url)) {
        for (name, value) in rule.headers() {
            let is_ours = settings.own_user_agent && name == "user-agent";
            if !is_ours {
                request = request.header(name, value);
            }
        }
    }
    request
}

/// Fetches a page from the web.
///
/// # Errors
///
/// If it cannot be fetched.
pub fn fetch(request: &Request, settings: &Settings) -> Result<Loaded, LoadError> {
    let Some(client) = &settings.client else {
        return Err(Failure::no_fetching().into());
    };
    match client.send(request) {
        Ok(response) => {
            let warning = |error| format!("the page could not be kept in the cache: {error}");
            Ok(Loaded {
                bytes: response.body,
                charset: response.charset,
                url: Some(response.url),
                status: Some(response.status),
                warnings: response.cache_error.map(warning).into_iter().collect(),
                ..Loaded::default()
            })
        }
        Err(error) => {
            let status = match error.kind() {
                FetchErrorKind::Http(status) => Some(status),
                _ => None,
            };
            Err(LoadError { status, failure: fetch_failure(&error, &request.url) })
        }
    }
}

/// Returns the failure of a fetch. The sentence has no address if it is the requested one, which
/// the row names already.
pub fn fetch_failure(error: &tamis_fetch::FetchError, requested: &str) -> Failure {
    let sentence = error.to_string();
    let same = |url: &&str| url.trim_end_matches('/') == requested.trim_end_matches('/');
    let message = error
        .url()
        .filter(same)
        .and_then(|url| sentence.strip_prefix(&format!("cannot fetch {url}: ")))
        .map_or_else(|| sentence.clone(), |reason| format!("cannot fetch it: {reason}"));
    Failure::new(FailureKind::Fetch(error.kind()), message)
}

fn from_file(path: &Path, below: &Path, settings: &Settings) -> Result<Loaded, LoadError> {
    let bytes = read::file(path, settings.max_bytes).map_err(Failure::from)?;
    let mut loaded = from_bytes(bytes)?;
    let url = settings.urls.as_ref().and_then(|urls| urls.find(path, below)).map(str::to_owned);
    loaded.url = url.or(loaded.url);
    Ok(loaded)
}

/// Returns a page that was saved, as a server sent it or as a browser has drawn it.
fn from_bytes(bytes: Vec<u8>) -> Result<Loaded, Failure> {
    match drawn_file::read(&bytes) {
        Some(page) => {
            Ok(Loaded::of_drawn(page.map_err(|reason| Failure::new(FailureKind::Input, reason))?))
        }
        None => Ok(Loaded { bytes, ..Loaded::default() }),
    }
}

fn from_record(record: Record, max_bytes: u64) -> Result<Loaded, LoadError> {
    let status = record.http().and_then(HttpResponse::status);
    let charset = record.charset().map(str::to_owned);
    let url = record.url().map(str::to_owned);
    let payload = record
        .into_payload()
        .map_err(|error| LoadError { status, failure: warc::failure(&error, max_bytes) })?;
    let warning = "the end of the page is missing in the archive";
    let warnings = payload.is_truncated.then(|| warning.to_owned()).into_iter().collect();
    let bytes = payload.bytes;
    Ok(Loaded { bytes, charset, url, status, warnings, is_archived: true, ..Loaded::default() })
}
