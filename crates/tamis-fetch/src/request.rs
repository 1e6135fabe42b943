//! A request.

/// A request for one page, with options for this page only.
///
/// ```
/// use tamis_fetch::Request;
/// let request = Request::new("https://example.com/article/2")
///     .header("Accept-Language", "fr")
///     .found_on("https://example.com/article");
/// assert_eq!(request.url, "https://example.com/article/2");
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Request {
    /// The URL of the page.
    pub url: String,
    /// More headers for this request, as pairs of name and value. Default: none.
    ///
    /// They are sent to the origin of [`url`](Request::url), under the rules of
    /// [`ClientConfig::headers`](crate::ClientConfig::headers). A header that the configuration
    /// sets too is ignored. A `User-Agent` is allowed here: it replaces that of the
    /// [configuration](crate::ClientConfig::user_agent) and is sent to all redirects.
    pub headers: Vec<(String, String)>,
    /// The URL of the page that names this one, or `None` if the caller does. The headers of the
    /// configuration are sent to the origin of that page only. Default: `None`.
    pub found_on: Option<String>,
}

impl Request {
    /// Creates a request for the page at this URL.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), headers: Vec::new(), found_on: None }
    }

    /// Adds a header to [`Request::headers`].
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Sets [`Request::found_on`].
    #[must_use]
    pub fn found_on(mut self, url: impl Into<String>) -> Self {
        self.found_on = Some(url.into());
        self
    }
}

/// Omits the values of headers, because they may contain secrets.
impl std::fmt::Debug for Request {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        f.debug_struct("Request")
            .field("url", &self.url)
            .field("headers", &names)
            .field("found_on", &self.found_on)
            .finish()
    }
}
