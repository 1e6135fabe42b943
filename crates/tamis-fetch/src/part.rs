//! Requests for parts of files.

use std::io::Read;
use std::ops::Range;
use std::time::Instant;

use ureq::http::header;
use url::Url;

use crate::body;
use crate::client::{Client, Reply, unexpected_status};
use crate::coding::Coding;
use crate::error::{FetchError, FetchErrorKind};
use crate::range::{CHANGED, OTHER_PART, Part, Wanted, version};
use crate::url_limit::parsed_url;

impl Client {
    /// Fetches a part of the file at `url`: a range of positions in bytes, at least one. Follows
    /// redirects, and obeys no `robots.txt`, because that is about pages and not about files that a
    /// caller names. With the `version` of an earlier part, the file must still be the same.
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
    /// Returns the errors of [`Client::get`], [`FetchErrorKind::Range`] if the answer does not
    /// contain the range, and [`FetchErrorKind::Changed`] if the file has changed. Retries a lost
    /// part [`ClientConfig::retries`] times.
    ///
    /// [`ClientConfig::retries`]: crate::ClientConfig::retries
    pub fn get_part(
        &self,
        url: &str,
        range: Range<u64>,
        version: Option<&str>,
    ) -> Result<Part, FetchError> {
        let first = parsed_url(url)?;
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
        // One more byte is read, because it tells that there is too much.
        let outcome = body::read(reader.take(limit + 1), Coding::Identity, limit + 1, deadline);
        outcome.map_err(|error| self.body_error(url, error))
    }
}
