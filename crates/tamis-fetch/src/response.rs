//! A response.

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
}
