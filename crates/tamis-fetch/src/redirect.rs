//! The targets of redirects.
//!
//! The client follows redirects itself instead of leaving that to the library, because each target
//! is an address that a stranger has chosen: it has to pass the same checks as the first one, and
//! headers must not go to another site.

use ureq::Body;
use ureq::http::{Response, header};
use url::Url;

use crate::error::{FetchError, FetchErrorKind};
use crate::url_limit::MAX_URL_BYTES;

/// Returns the target of a redirect, or `None` if the reply is not a redirect or has no target.
pub(crate) fn target(reply: &Response<Body>, current: &Url) -> Result<Option<Url>, FetchError> {
    if !matches!(reply.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    let Some(location) = reply.headers().get(header::LOCATION) else { return Ok(None) };
    let mut next = current.join(&percent_encoded(location.as_bytes())).map_err(|error| {
        let reason = format!("the target of the redirect is not a URL ({error})");
        FetchError::at(current, FetchErrorKind::InvalidUrl, reason)
    })?;
    if next.as_str().len() > MAX_URL_BYTES {
        let reason = format!("the target of the redirect is longer than {MAX_URL_BYTES} bytes");
        return Err(FetchError::at(current, FetchErrorKind::InvalidUrl, reason));
    }
    // Source: RFC 9110, 10.2.2: a target without a fragment inherits it.
    if next.fragment().is_none() {
        next.set_fragment(current.fragment());
    }
    Ok(Some(next))
}

/// Percent-encodes the non-ASCII bytes of a `Location` header. Servers send raw UTF-8 and raw
/// Latin-1, and expect the same bytes back.
fn percent_encoded(location: &[u8]) -> String {
    let mut text = String::with_capacity(location.len());
    for &byte in location {
        if byte.is_ascii() {
            text.push(char::from(byte));
        } else {
            text.extend(url::form_urlencoded::byte_serialize(&[byte]));
        }
    }
    text
}
