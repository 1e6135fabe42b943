//! A response.

use ureq::http::header::HeaderValue;
use url::Url;

use crate::content_type;

/// A page as the server sent it, decompressed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Response {
    /// The URL of the page after redirects, absolute and normalized. It keeps the fragment of the
    /// requested URL, unless a redirect has its own.
    pub url: String,
    /// The HTTP status code, 200 to 299.
    pub status: u16,
    /// The media type of the `Content-Type` header in lower case without parameters, such as
    /// `text/html`. `None` if the header is missing or empty.
    pub content_type: Option<String>,
    /// The `charset` parameter of the `Content-Type` header without quotes, such as `UTF-8`. It may
    /// not be the name of an encoding. `None` if there is none.
    pub charset: Option<String>,
    /// The decompressed body. At most
    /// [`ClientConfig::max_body_bytes`](crate::ClientConfig::max_body_bytes) long.
    pub body: Vec<u8>,
    /// The URLs that redirected, in order, from the requested URL on. Empty without redirects.
    pub redirects: Vec<String>,
    /// True if the server said that the page in the
    /// [cache](crate::ClientConfig::cache) is still right.
    pub from_cache: bool,
    /// The reason why the page could not be kept in the cache. `None` if it was, or if it was not
    /// to be kept.
    pub cache_error: Option<String>,
}

impl Response {
    pub(crate) fn new(
        url: &Url,
        status: u16,
        content_type: Option<&HeaderValue>,
        body: Vec<u8>,
        redirects: Vec<String>,
    ) -> Self {
        let header = content_type.map(|value| String::from_utf8_lossy(value.as_bytes()));
        let header = header.unwrap_or_default();
        Self {
            url: url.as_str().to_owned(),
            status,
            content_type: content_type::media_type(&header),
            charset: content_type::charset(&header),
            body,
            redirects,
            from_cache: false,
            cache_error: None,
        }
    }
}
