//! Ranges of files: the headers that ask for one, and the checks of the answer.
//!
//! A server may answer a request for bytes 100 to 199 with the whole file, with another range, or
//! with a range of a newer file. A reader that takes these bytes for what it wanted mixes two
//! files. So the answer has to state its range and, from the second part on, to be of the same
//! version. For example, a file that was replaced between two requests is an error and not a
//! mixture.
//!
//! Source: RFC 9110, 13 and 14.

use std::ops::Range;

use ureq::Body;
use ureq::http::header::{self, HeaderValue};
use ureq::http::{HeaderMap, Response, StatusCode};

use crate::error::FetchErrorKind;
use crate::headers::Header;

pub(crate) const CHANGED: &str = "the file has changed while it was read";
pub(crate) const OTHER_PART: &str = "the server sent another part";

/// A part of a file on the web.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// The bytes of the range. Fewer than asked for if the file ends before.
    pub bytes: Vec<u8>,
    /// The length of the whole file, in bytes.
    pub file_bytes: u64,
    /// The version of the file: its `ETag`, or the time of its last change. `None` if the server
    /// states neither.
    pub version: Option<String>,
}

/// A range of a file, and the version of it that is expected.
pub(crate) struct Wanted<'r> {
    pub(crate) range: &'r Range<u64>,
    pub(crate) version: Option<&'r str>,
}

impl Wanted<'_> {
    /// Returns the length of the file if this reply has the part, or says that there is none.
    ///
    /// # Errors
    ///
    /// The kind of the error and the reason, or `None` if the status is an error by itself.
    pub(crate) fn check(
        &self,
        reply: &Response<Body>,
    ) -> Result<u64, Option<(FetchErrorKind, &'static str)>> {
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

/// Returns the version of a file. A weak `ETag` does not count, because files with different bytes
/// may have the same one.
pub(crate) fn version(headers: &HeaderMap) -> Option<String> {
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
