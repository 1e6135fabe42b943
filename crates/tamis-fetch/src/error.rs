//! The error type.

use std::fmt;
use std::time::Duration;

use url::Url;

use crate::config::ClientConfig;
use crate::guard::Blocked;

/// An error of a request.
///
/// It displays as one sentence with the URL. [`FetchError::kind`] tells programs what went wrong.
#[derive(Debug)]
pub struct FetchError {
    kind: FetchErrorKind,
    url: Option<String>,
    reason: String,
    retry_after: Option<Duration>,
}

/// The kind of a [`FetchError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FetchErrorKind {
    /// A value of the [`ClientConfig`], or a header of the [`Request`](crate::Request), is not
    /// allowed.
    InvalidConfig,
    /// The URL, or the target of a redirect, is not a valid URL.
    InvalidUrl,
    /// The URL, or the target of a redirect, is neither `http` nor `https`.
    RefusedScheme,
    /// The URL, or the target of a redirect, contains a user name or password.
    RefusedUserInfo,
    /// All addresses of the host are loopback, private or otherwise not public.
    RefusedAddress,
    /// The `robots.txt` of the site does not allow the URL or the target of a redirect, or cannot
    /// be reached ([`ClientConfig::robots`]).
    RefusedByRobots,
    /// The host name has no address.
    HostNotFound,
    /// There are more redirects than [`ClientConfig::max_redirects`].
    TooManyRedirects,
    /// The server answered with this status. It is not 2xx, and not a redirect with a target.
    Http(u16),
    /// The body is larger than [`ClientConfig::max_body_bytes`], or the header is larger than 64
    /// KiB.
    TooLarge,
    /// [`ClientConfig::connect_timeout`] or [`ClientConfig::timeout`] has passed.
    Timeout,
    /// The compression of the body is unknown, or the compressed data is not valid.
    Encoding,
    /// The page in the [cache](ClientConfig::cache) cannot be read.
    Cache,
    /// A secure connection could not be made, for example because a certificate is not valid.
    Tls,
    /// The server does not send the part of a file that was asked for.
    Range,
    /// The file is no longer the one of which a part was expected.
    Changed,
    /// The response is not valid HTTP/1.1.
    Protocol,
    /// The connection could not be made, or was lost.
    Io,
}

impl FetchError {
    /// Returns the kind of the error.
    pub fn kind(&self) -> FetchErrorKind {
        self.kind
    }

    /// Returns the URL that failed, without user name and password. After redirects it is the last
    /// URL. `None` if no URL was parsed, for example because the configuration is not valid.
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// Returns the time after which the server wants to be asked again, if it names one
    /// (`Retry-After`).
    pub fn retry_after(&self) -> Option<Duration> {
        self.retry_after
    }

    /// Sets [`FetchError::retry_after`].
    pub(crate) fn after(self, retry_after: Option<Duration>) -> Self {
        Self { retry_after, ..self }
    }

    pub(crate) fn config(reason: impl Into<String>) -> Self {
        Self {
            kind: FetchErrorKind::InvalidConfig,
            url: None,
            reason: reason.into(),
            retry_after: None,
        }
    }

    /// Creates an error for text that is not a URL. The message omits the text, because it may
    /// contain a password.
    pub(crate) fn not_a_url(reason: impl fmt::Display) -> Self {
        let reason = format!("the text is not an absolute URL ({reason})");
        Self { kind: FetchErrorKind::InvalidUrl, url: None, reason, retry_after: None }
    }

    pub(crate) fn at(url: &Url, kind: FetchErrorKind, reason: impl Into<String>) -> Self {
        Self { kind, url: Some(without_user_info(url)), reason: reason.into(), retry_after: None }
    }

    /// Converts an error of the transport for a request to `url`.
    pub(crate) fn transport(url: &Url, error: ureq::Error, config: &ClientConfig) -> Self {
        let (kind, reason) = classify(error, config);
        Self::at(url, kind, reason)
    }
}

impl fmt::Display for FetchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.url, self.kind) {
            (Some(url), _) => write!(f, "cannot fetch {url}: {}", self.reason),
            (None, FetchErrorKind::InvalidConfig) => {
                write!(f, "invalid configuration: {}", self.reason)
            }
            (None, _) => write!(f, "cannot fetch: {}", self.reason),
        }
    }
}

impl std::error::Error for FetchError {}

fn without_user_info(url: &Url) -> String {
    let mut url = url.clone();
    // Both fail only for URLs that cannot have user info.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.into()
}

fn classify(error: ureq::Error, config: &ClientConfig) -> (FetchErrorKind, String) {
    use ureq::Error as E;
    match error {
        E::Other(inner) => match inner.downcast::<Blocked>() {
            Ok(blocked) => classify_blocked(&blocked),
            Err(other) => (FetchErrorKind::Io, format!("the connection failed ({other})")),
        },
        E::Io(error) => classify_io(&error),
        E::Timeout(phase) => (FetchErrorKind::Timeout, timeout_reason(phase, config)),
        E::HostNotFound => {
            (FetchErrorKind::HostNotFound, "the host name has no address".to_owned())
        }
        E::BadUri(_) | E::Http(_) => {
            (FetchErrorKind::InvalidUrl, format!("the URL cannot be requested ({error})"))
        }
        E::LargeResponseHeader(_, limit) => {
            (FetchErrorKind::TooLarge, format!("the response header is larger than {limit} bytes"))
        }
        E::TlsRequired if !cfg!(feature = "tls") => {
            (FetchErrorKind::Tls, "this build has no https (feature `tls` of tamis-fetch)".into())
        }
        #[cfg(feature = "tls")]
        E::Rustls(_) | E::Pem(_) => {
            (FetchErrorKind::Tls, format!("no secure connection could be made ({error})"))
        }
        E::Tls(_) | E::TlsRequired => {
            (FetchErrorKind::Tls, format!("no secure connection could be made ({error})"))
        }
        E::ConnectProxyFailed(reason) => {
            (FetchErrorKind::Io, format!("the proxy could not connect ({reason})"))
        }
        E::Protocol(_) => {
            (FetchErrorKind::Protocol, format!("the response is not valid HTTP ({error})"))
        }
        other => (FetchErrorKind::Io, format!("the connection failed ({other})")),
    }
}

fn classify_blocked(blocked: &Blocked) -> (FetchErrorKind, String) {
    let kind = match blocked {
        Blocked::Refused(..) => FetchErrorKind::RefusedAddress,
        Blocked::NotFound(_) => FetchErrorKind::HostNotFound,
    };
    (kind, blocked.to_string())
}

fn classify_io(error: &std::io::Error) -> (FetchErrorKind, String) {
    // The TLS layer reports its errors with this kind, and no other layer below HTTP does.
    if error.kind() == std::io::ErrorKind::InvalidData {
        return (FetchErrorKind::Tls, format!("no secure connection could be made ({error})"));
    }
    if error.kind() == std::io::ErrorKind::UnexpectedEof {
        return (
            FetchErrorKind::Io,
            "the connection ended before the response was complete".to_owned(),
        );
    }
    (FetchErrorKind::Io, format!("the connection failed ({error})"))
}

fn timeout_reason(phase: ureq::Timeout, config: &ClientConfig) -> String {
    match phase {
        ureq::Timeout::Resolve => {
            format!("the host name was not found within {:?}", config.connect_timeout)
        }
        ureq::Timeout::Connect => format!("no connection within {:?}", config.connect_timeout),
        _ => format!("not complete within {:?}", config.timeout),
    }
}
