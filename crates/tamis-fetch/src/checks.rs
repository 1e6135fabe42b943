//! Checks of a configuration.

use std::time::Duration;

use ureq::Proxy;
use url::Url;

use crate::cache::Cache;
use crate::config::ClientConfig;
use crate::error::FetchError;

/// The maximum of the configured times.
const MAX_TIME: Duration = Duration::from_hours(24);

/// Checks the times.
///
/// # Errors
///
/// If one is out of its range.
pub(crate) fn check_times(config: &ClientConfig) -> Result<(), FetchError> {
    for (name, time) in [("connect_timeout", config.connect_timeout), ("timeout", config.timeout)] {
        if time.is_zero() || time > MAX_TIME {
            return Err(FetchError::config(format!(
                "{name} is {time:?}, but must be above zero and at most 24 h"
            )));
        }
    }
    if config.delay > MAX_TIME {
        let delay = config.delay;
        return Err(FetchError::config(format!("delay is {delay:?}, but must be at most 24 h")));
    }
    Ok(())
}

/// Returns the proxy.
///
/// # Errors
///
/// If it is not an `http` or `https` URL.
pub(crate) fn checked_proxy(config: &ClientConfig) -> Result<Option<Proxy>, FetchError> {
    let Some(text) = &config.proxy else { return Ok(None) };
    // The message omits the text, because it may contain a password.
    let wrong = || FetchError::config("the proxy is not an http or https URL");
    let url = Url::parse(text).map_err(|_| wrong())?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(wrong());
    }
    Proxy::new(text).map(Some).map_err(|_| wrong())
}

/// Returns the cache.
///
/// # Errors
///
/// If its folder cannot be made.
pub(crate) fn opened_cache(config: &ClientConfig) -> Result<Option<Cache>, FetchError> {
    let Some(folder) = &config.cache else { return Ok(None) };
    let opened = Cache::open(folder).map_err(|error| {
        FetchError::config(format!("the folder {} cannot be made ({error})", folder.display()))
    })?;
    Ok(Some(opened))
}
