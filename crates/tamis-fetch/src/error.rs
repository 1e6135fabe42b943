//! What can go wrong, as one sentence and one kind each.

use std::fmt;

use url::Url;

use crate::config::Config;
use crate::guard::Blocked;

/// Why a page was not fetched: one sentence that names the URL, and a [kind](Error::kind) to decide on.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    url: Option<String>,
    reason: String,
}

/// The kind of an [`Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A value of the [`Config`] is out of range.
    InvalidConfig,
    /// The URL, or that of a redirect, cannot be understood.
    InvalidUrl,
    /// The URL, or that of a redirect, is neither `http` nor `https`.
    RefusedScheme,
    /// The URL, or that of a redirect, holds a user name or password.
    RefusedUserInfo,
    /// Every address of the host is loopback, private or otherwise not public.
    RefusedAddress,
    /// The host name has no address.
    HostNotFound,
    /// More redirects than [`Config::max_redirects`].
    TooManyRedirects,
    /// The server answered with this status, which is not 2xx and not a redirect that can be followed.
    Http(u16),
    /// The body is larger than [`Config::max_body_bytes`], or the header larger than 64 KiB.
    TooLarge,
    /// [`Config::connect_timeout`] or [`Config::timeout`] has passed.
    Timeout,
    /// The compression of the body is unknown or broken.
    Encoding,
    /// No secure connection could be made, as when a certificate is not valid.
    Tls,
    /// The server does not speak HTTP/1.1 correctly.
    Protocol,
    /// The connection could not be made or was lost.
    Io,
}

impl Error {
    /// The kind of failure.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The URL that failed, without user name and password: that of the redirect if one led there. `None` if no URL was
    /// reached, as when the configuration is wrong.
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    pub(crate) fn config(reason: impl Into<String>) -> Self {
        Self { kind: ErrorKind::InvalidConfig, url: None, reason: reason.into() }
    }

    /// An error for text that is not a URL; the text itself is not repeated, it may hold a password.
    pub(crate) fn not_a_url(reason: impl fmt::Display) -> Self {
        let reason = format!("this is not an absolute URL ({reason})");
        Self { kind: ErrorKind::InvalidUrl, url: None, reason }
    }

    pub(crate) fn at(url: &Url, kind: ErrorKind, reason: impl Into<String>) -> Self {
        Self { kind, url: Some(without_user_info(url)), reason: reason.into() }
    }

    /// The error for a failure of the transport while it was at `url`.
    pub(crate) fn transport(url: &Url, error: ureq::Error, config: &Config) -> Self {
        let (kind, reason) = judge(error, config);
        Self::at(url, kind, reason)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.url, self.kind) {
            (Some(url), _) => write!(f, "cannot fetch {url}: {}", self.reason),
            (None, ErrorKind::InvalidConfig) => {
                write!(f, "cannot fetch like this: {}", self.reason)
            }
            (None, _) => write!(f, "cannot fetch: {}", self.reason),
        }
    }
}

impl std::error::Error for Error {}

fn without_user_info(url: &Url) -> String {
    let mut url = url.clone();
    // Both fail only for URLs that cannot hold user info.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.into()
}

fn judge(error: ureq::Error, config: &Config) -> (ErrorKind, String) {
    use ureq::Error as E;
    match error {
        E::Other(inner) => match inner.downcast::<Blocked>() {
            Ok(blocked) => judge_blocked(&blocked),
            Err(other) => (ErrorKind::Io, format!("the connection failed ({other})")),
        },
        E::Io(error) => judge_io(&error),
        E::Timeout(phase) => (ErrorKind::Timeout, timeout_reason(phase, config)),
        E::HostNotFound => (ErrorKind::HostNotFound, "the host name has no address".to_owned()),
        E::BadUri(_) | E::Http(_) => {
            (ErrorKind::InvalidUrl, format!("the URL cannot be requested ({error})"))
        }
        E::LargeResponseHeader(_, limit) => {
            (ErrorKind::TooLarge, format!("the response header is larger than {limit} bytes"))
        }
        E::Tls(_) | E::Rustls(_) | E::TlsRequired | E::Pem(_) => {
            (ErrorKind::Tls, format!("no secure connection could be made ({error})"))
        }
        E::ConnectProxyFailed(reason) => {
            (ErrorKind::Io, format!("the proxy made no connection ({reason})"))
        }
        E::Protocol(_) => (ErrorKind::Protocol, format!("the server broke the rules ({error})")),
        other => (ErrorKind::Io, format!("the connection failed ({other})")),
    }
}

fn judge_blocked(blocked: &Blocked) -> (ErrorKind, String) {
    let kind = match blocked {
        Blocked::Refused(..) => ErrorKind::RefusedAddress,
        Blocked::NotFound(_) => ErrorKind::HostNotFound,
    };
    (kind, blocked.to_string())
}

fn judge_io(error: &std::io::Error) -> (ErrorKind, String) {
    // The TLS layer reports its errors so, and nothing else below HTTP judges data.
    if error.kind() == std::io::ErrorKind::InvalidData {
        return (ErrorKind::Tls, format!("no secure connection could be made ({error})"));
    }
    if error.kind() == std::io::ErrorKind::UnexpectedEof {
        return (ErrorKind::Io, "the connection ended before the response did".to_owned());
    }
    (ErrorKind::Io, format!("the connection failed ({error})"))
}

fn timeout_reason(phase: ureq::Timeout, config: &Config) -> String {
    match phase {
        ureq::Timeout::Resolve => {
            format!("the host name was not found within {:?}", config.connect_timeout)
        }
        ureq::Timeout::Connect => format!("no connection within {:?}", config.connect_timeout),
        _ => format!("not complete within {:?}", config.timeout),
    }
}
