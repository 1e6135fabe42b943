//! The caller's request headers: which may be set, and to which origins they are sent.
//!
//! A header can give access: `Cookie` and `Authorization` do, and so may any other. It is meant for
//! one site. A redirect, or a link on a page, leads elsewhere, and the header must not go along.
//! For example, a request to `https://example.com/` with a cookie that is redirected to
//! `https://tracker.example/` is repeated without the cookie. Three headers give no access and are
//! sent anywhere, for example `Accept-Language`.

use ureq::http::header::{self, HeaderName, HeaderValue};
use url::Url;

use crate::config::ClientConfig;
use crate::error::FetchError;
use crate::request::Request;
use crate::url_limit::parsed_url;

/// Headers that give no access rights, so they may follow a redirect to another origin.
const SENT_ANYWHERE: [HeaderName; 3] =
    [header::ACCEPT, header::ACCEPT_LANGUAGE, header::USER_AGENT];

/// Headers that control the connection or have their own field in [`ClientConfig`].
pub(crate) const NOT_SETTABLE: [HeaderName; 10] = [
    header::ACCEPT_ENCODING,
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::EXPECT,
    header::HOST,
    header::PROXY_AUTHORIZATION,
    header::TE,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
    header::USER_AGENT,
];

/// A name and a value that can be sent.
pub(crate) type Header = (HeaderName, HeaderValue);

/// The headers of one request, each group with a URL of the origin that it is meant for.
pub(crate) struct RequestHeaders {
    /// The headers of the configuration.
    configured: (Vec<Header>, Url),
    /// The headers of this request only.
    own: (Vec<Header>, Url),
}

impl RequestHeaders {
    /// Returns the headers of a request to `url`, of which `configured` are those of the client.
    ///
    /// # Errors
    ///
    /// If a header of the request may not be set, or [`Request::found_on`] is not a URL.
    pub(crate) fn new(
        configured: &[Header],
        request: &Request,
        url: Url,
    ) -> Result<Self, FetchError> {
        let mut own = Vec::new();
        for (name, value) in &request.headers {
            let header = checked_header(name, value, &[header::USER_AGENT])?;
            if !configured.iter().any(|(other, _)| *other == header.0) {
                own.push(header);
            }
        }
        let found_on = match &request.found_on {
            Some(page) => parsed_url(page)?,
            None => url.clone(),
        };
        Ok(Self { configured: (configured.to_vec(), found_on), own: (own, url) })
    }

    /// Returns a URL of the origin that the headers of the configuration are meant for.
    pub(crate) fn home(&self) -> &Url {
        &self.configured.1
    }

    /// Returns the headers that may be sent to `hop`: the first URL, or a redirect.
    pub(crate) fn sent_to(&self, hop: &Url) -> impl Iterator<Item = &Header> {
        [&self.configured, &self.own].into_iter().flat_map(move |(headers, home)| {
            let at_home = shares_origin(home, hop);
            let sent = move |name| at_home || SENT_ANYWHERE.contains(name);
            headers.iter().filter(move |(name, _)| sent(name))
        })
    }
}

/// Returns the headers of the configuration.
///
/// # Errors
///
/// If one of them, or the user agent, cannot be sent or may not be set.
pub(crate) fn checked_headers(config: &ClientConfig) -> Result<Vec<Header>, FetchError> {
    // The transport takes the user agent as text and does not check it.
    if HeaderValue::from_str(&config.user_agent).is_err() || !config.user_agent.is_ascii() {
        return Err(FetchError::config(
            "the user agent contains characters that a header cannot contain",
        ));
    }
    config.headers.iter().map(|(name, value)| checked_header(name, value, &[])).collect()
}

/// Parses a header. `allowed` lists exceptions from [`NOT_SETTABLE`].
fn checked_header(name: &str, value: &str, allowed: &[HeaderName]) -> Result<Header, FetchError> {
    let parsed = HeaderName::try_from(name)
        .map_err(|_| FetchError::config(format!("{name:?} is not the name of a header")))?;
    if NOT_SETTABLE.contains(&parsed) && !allowed.contains(&parsed) {
        return Err(FetchError::config(format!("the header {name} cannot be set")));
    }
    let value = HeaderValue::try_from(value).map_err(|_| {
        FetchError::config(format!(
            "the value of {name} contains characters that a header cannot contain"
        ))
    })?;
    Ok((parsed, value))
}

/// Returns true if the caller's headers, meant for `first`, may be sent to `hop`: if both have the
/// same scheme, host and port, or `hop` is the `https` version on the default ports.
///
/// Returns false from `https` to `http`, because anyone on the network could then read them.
pub(crate) fn shares_origin(first: &Url, hop: &Url) -> bool {
    let upgraded = first.scheme() == "http"
        && hop.scheme() == "https"
        && first.host() == hop.host()
        && first.port().is_none()
        && hop.port().is_none();
    upgraded || first.origin() == hop.origin()
}
