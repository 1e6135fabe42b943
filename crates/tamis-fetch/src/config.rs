//! The configuration of the client.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The limits and headers of a [`Client`](crate::Client). The defaults are safe for untrusted URLs.
///
/// ```
/// use std::time::Duration;
/// use tamis_fetch::ClientConfig;
///
/// let config = ClientConfig::default()
///     .user_agent("example-bot/1.0 (+https://example.com/bot)")
///     .header("Accept-Language", "de, en;q=0.8")
///     .timeout(Duration::from_secs(10));
/// assert_eq!(config.max_redirects, 10);
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct ClientConfig {
    /// The `User-Agent` header, in visible ASCII. If it is empty, none is sent. Default: `tamis/`
    /// and the version of this crate.
    pub user_agent: String,
    /// More request headers, as pairs of name and value, in order. Default: none.
    ///
    /// They are sent to the origin of the first URL, and if it redirects from `http` to `https` on
    /// the default ports, there too. After a redirect to another origin, only `Accept` and
    /// `Accept-Language` are sent. Headers that control the connection (`Host`, `Content-Length`,
    /// `Accept-Encoding`, …) cannot be set. `User-Agent` has its own field.
    pub headers: Vec<(String, String)>,
    /// The maximum number of redirects. One more is an error. Range: from 0. Default: 10.
    pub max_redirects: u32,
    /// The time limit of the name lookup, and separately of making one connection. Range: above
    /// zero, at most 24 h. Default: 10 s.
    pub connect_timeout: Duration,
    /// The time limit of the whole request with its redirects and body. Range: above zero, at most
    /// 24 h. Default: 30 s. Waits for [`delay`](Self::delay) and [`retries`](Self::retries) do not
    /// count, and each retry has the whole time.
    pub timeout: Duration,
    /// The least time between the beginnings of two requests to one host, also of those for
    /// redirects. It holds for all threads that use a client or its clones. Range: at most 24 h.
    /// Default: zero.
    pub delay: Duration,
    /// The number of times that a request is repeated which failed with status 429 or 503, or
    /// because the connection could not be made or was lost. Default: 0.
    ///
    /// It is repeated after the time that the server names (`Retry-After`), else after 1 s, 2 s,
    /// 4 s and so on. Until then there is no other request to the host. It is not repeated if that
    /// takes more than a minute.
    pub retries: u32,
    /// True to ask each site for its `robots.txt` (RFC 9309) first, and to fetch only what that
    /// allows to the first word of [`user_agent`](Self::user_agent). A site without the file allows
    /// everything; if the file cannot be reached, nothing is fetched. It is kept for a day.
    /// Default: false.
    pub robots: bool,
    /// A folder for pages, which is made if it does not exist. Default: none.
    ///
    /// Pages that name an `ETag` or a time of `Last-Modified` are kept in it. Next time, the server
    /// is asked to send them only if they have changed, with the same headers of the request. Pages
    /// with `Cache-Control: no-store` are not kept. Files are never deleted. Anyone who can read
    /// the folder can read the pages.
    pub cache: Option<PathBuf>,
    /// The maximum size of a body, in bytes after decompression. Range: from 0. Default: 50 MiB
    /// (52,428,800).
    pub max_body_bytes: u64,
    /// Allows connections to addresses that are not public, such as loopback and private networks.
    /// Default: false.
    pub allow_private: bool,
    /// Addresses with their ports to which connections are allowed although they are not public,
    /// such as that of one server on this machine. Default: none.
    pub permitted: Vec<SocketAddr>,
    /// The URL of an HTTP proxy, such as `http://proxy.example:3128`. Default: none. The
    /// environment variables (`HTTP_PROXY`, …) are never read.
    ///
    /// A proxy looks up names itself. The client can then check only the addresses written in URLs,
    /// and the proxy must refuse private addresses.
    pub proxy: Option<String>,
}

impl Default for ClientConfig {
    fn default() -> Self {
        Self {
            user_agent: concat!("tamis/", env!("CARGO_PKG_VERSION")).to_owned(),
            headers: Vec::new(),
            max_redirects: 10,
            connect_timeout: Duration::from_secs(10),
            timeout: Duration::from_secs(30),
            delay: Duration::ZERO,
            retries: 0,
            robots: false,
            cache: None,
            max_body_bytes: 50 << 20,
            allow_private: false,
            permitted: Vec::new(),
            proxy: None,
        }
    }
}

impl ClientConfig {
    /// Sets [`ClientConfig::user_agent`].
    #[must_use]
    pub fn user_agent(mut self, value: impl Into<String>) -> Self {
        self.user_agent = value.into();
        self
    }

    /// Adds a header to [`ClientConfig::headers`].
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Sets [`ClientConfig::max_redirects`].
    #[must_use]
    pub fn max_redirects(mut self, count: u32) -> Self {
        self.max_redirects = count;
        self
    }

    /// Sets [`ClientConfig::connect_timeout`].
    #[must_use]
    pub fn connect_timeout(mut self, time: Duration) -> Self {
        self.connect_timeout = time;
        self
    }

    /// Sets [`ClientConfig::timeout`].
    #[must_use]
    pub fn timeout(mut self, time: Duration) -> Self {
        self.timeout = time;
        self
    }

    /// Sets [`ClientConfig::delay`].
    #[must_use]
    pub fn delay(mut self, time: Duration) -> Self {
        self.delay = time;
        self
    }

    /// Sets [`ClientConfig::retries`].
    #[must_use]
    pub fn retries(mut self, count: u32) -> Self {
        self.retries = count;
        self
    }

    /// Sets [`ClientConfig::robots`].
    #[must_use]
    pub fn robots(mut self, obey: bool) -> Self {
        self.robots = obey;
        self
    }

    /// Sets [`ClientConfig::cache`].
    #[must_use]
    pub fn cache(mut self, folder: impl Into<PathBuf>) -> Self {
        self.cache = Some(folder.into());
        self
    }

    /// Sets [`ClientConfig::max_body_bytes`].
    #[must_use]
    pub fn max_body_bytes(mut self, bytes: u64) -> Self {
        self.max_body_bytes = bytes;
        self
    }

    /// Sets [`ClientConfig::allow_private`].
    #[must_use]
    pub fn allow_private(mut self, allow: bool) -> Self {
        self.allow_private = allow;
        self
    }

    /// Adds an address to [`ClientConfig::permitted`].
    #[must_use]
    pub fn permit(mut self, address: SocketAddr) -> Self {
        self.permitted.push(address);
        self
    }

    /// Sets [`ClientConfig::proxy`].
    #[must_use]
    pub fn proxy(mut self, url: impl Into<String>) -> Self {
        self.proxy = Some(url.into());
        self
    }
}

/// Omits the values of headers and the proxy, because they may contain secrets.
impl fmt::Debug for ClientConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        f.debug_struct("ClientConfig")
            .field("user_agent", &self.user_agent)
            .field("headers", &names)
            .field("max_redirects", &self.max_redirects)
            .field("connect_timeout", &self.connect_timeout)
            .field("timeout", &self.timeout)
            .field("delay", &self.delay)
            .field("retries", &self.retries)
            .field("robots", &self.robots)
            .field("cache", &self.cache)
            .field("max_body_bytes", &self.max_body_bytes)
            .field("allow_private", &self.allow_private)
            .field("permitted", &self.permitted)
            .field("proxy", &self.proxy.is_some())
            .finish()
    }
}
