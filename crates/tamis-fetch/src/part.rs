//! Parts of files: requests for a range of bytes, and the checks of their answers.
//!
//! Source: RFC 9110, 13 and 14.

use std::io::Read;
use std::ops::Range;
use std::time::Instant;

use ureq::http::header::{self, HeaderValue};
use ureq::http::{HeaderMap, StatusCode};
use url::Url;

use crate::body;
use crate::client::{Client, Reply, unexpected_status};
use crate::coding::Coding;
use crate::error::{FetchError, FetchErrorKind};
use crate::headers::Header;

const CHANGED: &str = "the file has changed while it was read";
const OTHER_PART: &str = "the server sent another part";

/// A part of a file on the web.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// The bytes of the range. Fewer than asked for if the file ends before.
    pub bytes: Vec<u8>,
    /// The length of the whole file, in bytes.
    pub file_bytes: u64,
    /// What tells this version of the file from others: its `ETag`, or the time of its last change.
    /// `None` if the server states neither.
    pub version: Option<String>,
}

/// A range of a file, and the version of it that is expected.
pub(crate) struct Wanted<'r> {
    range: &'r Range<u64>,
    version: Option<&'r str>,
}

impl Client {
    /// Fetches a part of the file at `url`: a range of positions in bytes, at least one.
    /// Follows redirects, and obeys no `robots.txt`: a file is no page. With the `version` of an
    /// earlier part, the file must still be the same.
    ///
    /// A whole file that is not longer than the range is accepted for it, since not every server
    /// knows ranges.
    ///
    /// ```no_run
    /// use tamis_fetch::{Client, ClientConfig};
    ///
    /// let client = Client::new(ClientConfig::default().retries(2))?;
    /// let first = client.get_part("https://example.com/crawl.warc.gz", 0..1 << 20, None)?;
    /// let version = first.version.as_deref();
    /// let next = client.get_part("https://example.com/crawl.warc.gz", 1 << 20..2 << 20, version)?;
    /// # Ok::<(), tamis_fetch::FetchError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Client::get`], [`FetchErrorKind::Range`] if the server sends something else than
    /// the range, and [`FetchErrorKind::Changed`] if the file is another one. A part that was lost
    /// on the way is asked for again, as often as [`ClientConfig::retries`] says.
    ///
    /// [`ClientConfig::retries`]: crate::ClientConfig::retries
    pub fn get_part(
        &self,
        url: &str,
        range: Range<u64>,
        version: Option<&str>,
    ) -> Result<Part, FetchError> {
        let first = Url::parse(url).map_err(FetchError::not_a_url)?;
        let range = range.start..range.end.max(range.start.saturating_add(1));
        let wanted = Wanted { range: &range, version };
        self.repeat(|| self.try_part(&first, &wanted))
    }

    fn try_part(&self, first: &Url, wanted: &Wanted<'_>) -> Result<Part, FetchError> {
        let (reply, url, deadline) = self.follow_for_part(first, wanted)?;
        let version = version(reply.headers());
        let file_bytes = match wanted.check(&reply) {
            Ok(file_bytes) => file_bytes,
            Err(Some((kind, reason))) => return Err(FetchError::at(&url, kind, reason)),
            Err(None) => return Err(unexpected_status(&reply, &url)),
        };
        let end = wanted.range.end.min(file_bytes);
        let expected = end.saturating_sub(wanted.range.start);
        if expected == 0 {
            return Ok(Part { bytes: Vec::new(), file_bytes, version });
        }
        if wanted.version.is_some_and(|expected| version.as_deref() != Some(expected)) {
            return Err(FetchError::at(&url, FetchErrorKind::Changed, CHANGED));
        }
        let bytes = self.read_part(reply, &url, expected, deadline)?;
        if bytes.len() as u64 != expected {
            return Err(FetchError::at(&url, FetchErrorKind::Range, OTHER_PART));
        }
        Ok(Part { bytes, file_bytes, version })
    }

    fn read_part(
        &self,
        reply: Reply,
        url: &Url,
        limit: u64,
        deadline: Instant,
    ) -> Result<Vec<u8>, FetchError> {
        if reply.headers().contains_key(header::CONTENT_ENCODING) {
            let reason = "the part is compressed, which was not requested";
            return Err(FetchError::at(url, FetchErrorKind::Encoding, reason));
        }
        let reader = reply.into_body().into_reader();
        // One more byte tells that there is too much.
        let outcome = body::read(reader.take(limit + 1), Coding::Identity, limit + 1, deadline);
        outcome.map_err(|error| self.body_error(url, error))
    }
}

impl Wanted<'_> {
    /// Returns the length of the file if this reply has the part, or says that there is none.
    ///
    /// # Errors
    ///
    /// What is wrong with the reply, or nothing if its status says so.
    fn check(&self, reply: &Reply) -> Result<u64, Option<(FetchErrorKind, &'static str)>> {
        match reply.status() {
            StatusCode::PRECONDITION_FAILED => Err(Some((FetchErrorKind::Changed, CHANGED))),
            StatusCode::RANGE_NOT_SATISFIABLE => match content_range(reply.headers()) {
                Some((None, Some(file_bytes))) if file_bytes <= self.range.start => Ok(file_bytes),
                _ => Err(None),
            },
            StatusCode::OK => {
                let room = self.range.end - self.range.start;
                let whole = reply.body().content_length();
                whole
                    .filter(|length| self.range.start == 0 && *length <= room)
                    .ok_or(Some((FetchErrorKind::Range, "the server does not send parts of files")))
            }
            StatusCode::PARTIAL_CONTENT => match content_range(reply.headers()) {
                Some((Some(sent), Some(file_bytes)))
                    if sent == (self.range.start..self.range.end.min(file_bytes)) =>
                {
                    Ok(file_bytes)
                }
                _ => Err(Some((FetchErrorKind::Range, OTHER_PART))),
            },
            _ => Err(None),
        }
    }

    /// Returns the headers of the request.
    pub(crate) fn headers(&self) -> Vec<Header> {
        let last = self.range.end.saturating_sub(1);
        let range = format!("bytes={}-{last}", self.range.start);
        let condition = self.version.and_then(|version| {
            let is_tag = version.starts_with('"');
            let name = if is_tag { header::IF_MATCH } else { header::IF_UNMODIFIED_SINCE };
            HeaderValue::from_str(version).ok().map(|version| (name, version))
        });
        let mut headers = vec![(header::ACCEPT_ENCODING, HeaderValue::from_static("identity"))];
        headers.extend(HeaderValue::from_str(&range).map(|range| (header::RANGE, range)));
        headers.extend(condition);
        headers
    }
}

/// Returns what tells a version of a file from others. A weak `ETag` does not tell its bytes.
fn version(headers: &HeaderMap) -> Option<String> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let tag = text(header::ETAG).filter(|tag| tag.starts_with('"'));
    tag.or_else(|| text(header::LAST_MODIFIED)).map(str::to_owned)
}

/// Returns the range that was sent, and the length of the file, as far as `Content-Range` states
/// them. `None` if it is not valid.
fn content_range(headers: &HeaderMap) -> Option<(Option<Range<u64>>, Option<u64>)> {
    let value = headers.get(header::CONTENT_RANGE)?.to_str().ok()?;
    let (unit, rest) = value.trim().split_once(' ')?;
    let (sent, length) = rest.trim().split_once('/')?;
    if !unit.eq_ignore_ascii_case("bytes") {
        return None;
    }
    let sent = match sent {
        "*" => None,
        sent => {
            let (first, last) = sent.split_once('-')?;
            let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
            Some(first..last.checked_add(1)?)
        }
    };
    let length = match length {
        "*" => None,
        length => Some(length.parse().ok()?),
    };
    Some((sent, length))
}
