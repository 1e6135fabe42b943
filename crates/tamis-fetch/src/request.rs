//! What is asked for.

/// A page to ask for, with what holds for this page alone.
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
    /// The address.
    pub url: String,
    /// More headers, as name and value. They go where [`Config::headers`](crate::Config::headers) do, which are sent instead where
    /// they have the same name. `User-Agent` can be among them; it is sent at each redirect, in the place of that of the
    /// [configuration](crate::Config::user_agent).
    pub headers: Vec<(String, String)>,
    /// The address of the page that named this one, if it was not the caller: the headers of the configuration are meant for
    /// its origin.
    pub found_on: Option<String>,
}

impl Request {
    /// A request for the page at this address.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), headers: Vec::new(), found_on: None }
    }

    /// The request with one header more in [`Request::headers`].
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// The request with this [`Request::found_on`].
    #[must_use]
    pub fn found_on(mut self, url: impl Into<String>) -> Self {
        self.found_on = Some(url.into());
        self
    }
}

/// Values may hold secrets: they are left out.
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
