//! What comes back.

/// A page as the server sent it, after decompression.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Response {
    /// The URL that the body came from, absolute and normalized. The fragment is that of the URL asked for, unless a redirect
    /// brought its own.
    pub url: String,
    /// The HTTP status, 200 to 299.
    pub status: u16,
    /// The media type of the `Content-Type` header in lower case, without parameters, such as `text/html`.
    pub content_type: Option<String>,
    /// The `charset` parameter of the `Content-Type` header as the server wrote it, without quotes, such as `UTF-8`. It is
    /// not checked to be the name of an encoding.
    pub charset: Option<String>,
    /// The body in bytes, at most [`Config::max_body_bytes`](crate::Config::max_body_bytes).
    pub body: Vec<u8>,
    /// The URLs that answered with a redirect, in order, the URL asked for first. Empty without redirects.
    pub redirects: Vec<String>,
}
