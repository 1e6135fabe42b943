//! The URLs that can be requested, by their length.

use url::Url;

use crate::error::FetchError;

/// The length of the longest URL that is requested, in bytes.
///
/// Source: the crate `http`, which has no longer ones.
pub const MAX_URL_BYTES: usize = u16::MAX as usize - 1;

/// Returns the URL in a text.
///
/// # Errors
///
/// If it is not an absolute URL, or if it is longer than [`MAX_URL_BYTES`].
pub(crate) fn parsed_url(text: &str) -> Result<Url, FetchError> {
    let too_long = || FetchError::not_a_url(format!("it is longer than {MAX_URL_BYTES} bytes"));
    if text.len() > MAX_URL_BYTES {
        return Err(too_long());
    }
    let url = Url::parse(text).map_err(FetchError::not_a_url)?;
    // Percent-encoding makes it longer.
    if url.as_str().len() > MAX_URL_BYTES { Err(too_long()) } else { Ok(url) }
}
